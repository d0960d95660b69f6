//! What a profile says of boards, and of how their cells are told apart.

use serde::{Deserialize, Serialize};

use super::{Area, LooksRule, Point, Rgb};

/// A board: a grid of cells of one size at even distances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardRule {
    /// The game's id for this board.
    pub id: String,
    /// Number of rows. With a grid, 0 takes as many as are seen.
    #[serde(default)]
    pub rows: usize,
    /// Number of columns. With a grid, 0 takes as many as are seen.
    #[serde(default)]
    pub cols: usize,
    /// Upper left corner of the first cell.
    #[serde(default)]
    pub origin: Point,
    /// From one cell's corner to the next one's, to the right and down.
    pub pitch: (u32, u32),
    /// Rows that lie each at a place of its own, and go on in a new line when they are long; then
    /// `rows`, `cols` and `origin` are not needed.
    #[serde(default)]
    pub lines: Option<LinesRule>,
    /// Rows and columns at the end that are wholly blank do not belong to the board.
    #[serde(default)]
    pub trim: bool,
    /// Width and height of a cell.
    pub cell: (u32, u32),
    /// How cells are told apart.
    pub values: CellRule,
    /// What blank cells look like; a board whose blank cells look otherwise is not one.
    #[serde(default)]
    pub blanks: BlankLook,
}

impl BoardRule {
    /// Corner of a cell, both counted from 0.
    pub fn corner(&self, row: usize, col: usize) -> (i64, i64) {
        if let Some(lines) = &self.lines {
            return lines.corner(self.pitch, row, col);
        }
        let at = |origin: u32, pitch: u32, index: usize| {
            i64::from(origin) + i64::from(pitch) * i64::try_from(index).unwrap_or(i64::MAX >> 33)
        };
        (
            at(self.origin.0, self.pitch.0, col),
            at(self.origin.1, self.pitch.1, row),
        )
    }

    /// Number of rows and columns, 0 for as many as are seen.
    pub fn extent(&self) -> (usize, usize) {
        match &self.lines {
            Some(lines) => (lines.rows.len(), lines.longest()),
            None => (self.rows, self.cols),
        }
    }

    /// Whether there is a place for this cell.
    pub fn has(&self, row: usize, col: usize) -> bool {
        match &self.lines {
            Some(lines) => lines.rows.get(row).is_some_and(|line| col < line.cells),
            None => true,
        }
    }

    /// The cell at a pixel of the picture (row, column, from 0), if there is one.
    pub fn cell_at(&self, x: u32, y: u32) -> Option<(usize, usize)> {
        if self.lines.is_some() {
            let (rows, cols) = self.extent();
            let mut cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
            return cells.find(|&(row, col)| {
                let (left, top) = self.corner(row, col);
                let (right, low) = (left + i64::from(self.cell.0), top + i64::from(self.cell.1));
                let (x, y) = (i64::from(x), i64::from(y));
                self.has(row, col) && (left..right).contains(&x) && (top..low).contains(&y)
            });
        }
        let index = |at: u32, origin: u32, pitch: u32, size: u32, count: usize| {
            let offset = at.checked_sub(origin)?;
            let index = usize::try_from(offset.checked_div(pitch)?).ok()?;
            (offset % pitch < size && index < count).then_some(index)
        };
        Some((
            index(y, self.origin.1, self.pitch.1, self.cell.1, self.rows)?,
            index(x, self.origin.0, self.pitch.0, self.cell.0, self.cols)?,
        ))
    }
}

/// Rows at places of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinesRule {
    /// After so many cells a row goes on below, from its left end.
    pub wrap: usize,
    /// The rows.
    pub rows: Vec<LineRule>,
}

/// A row at a place of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineRule {
    /// Upper left corner of its first cell.
    pub at: Point,
    /// Places for cells.
    pub cells: usize,
}

impl LinesRule {
    /// Cells of the longest row.
    pub fn longest(&self) -> usize {
        let cells = self.rows.iter().map(|line| line.cells);
        cells.max().unwrap_or(0)
    }

    fn corner(&self, pitch: (u32, u32), row: usize, col: usize) -> (i64, i64) {
        let wrap = self.wrap.max(1);
        let way = |pitch: u32, steps: usize| {
            i64::from(pitch) * i64::try_from(steps).unwrap_or(i64::MAX >> 33)
        };
        // Of a row that there is not, below the last.
        let last = self.rows.last().map_or((0, 0), |line| line.at);
        let at = self.rows.get(row).map_or(last, |line| line.at);
        (
            i64::from(at.0) + way(pitch.0, col % wrap),
            i64::from(at.1) + way(pitch.1, col / wrap),
        )
    }
}

/// What blank cells have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlankLook {
    /// Nothing is known.
    #[default]
    Any,
    /// Each has a pattern of at least two colours, and all have the same.
    Pattern,
    /// Each is of one colour, and all are of the same.
    Plain,
}

/// How the cells of a board are told apart. Offsets are from the cell's corner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CellRule {
    /// By the colour at a few points.
    Colour(ColourRule),
    /// By the share of an area's pixels that have a value's colour.
    Share(ShareRule),
    /// By the colour of the cell's patch; needs a grid.
    Patch(PatchRule),
    /// By a little map of other cells, drawn in the cell; needs a grid.
    Diagram(DiagramRule),
    /// By the whole look, compared with that of samples.
    Looks(LooksRule),
}

impl CellRule {
    /// The values that have a colour.
    pub fn classes(&self) -> &[ColourClass] {
        match self {
            Self::Colour(rule) => &rule.classes,
            Self::Share(rule) => &rule.classes,
            Self::Patch(rule) => &rule.classes,
            Self::Diagram(_) | Self::Looks(_) => &[],
        }
    }

    /// The values there are beside the blank one, in the order of their classes.
    pub fn values(&self) -> Vec<&str> {
        match self {
            Self::Looks(rule) => {
                let classes = rule.classes.iter();
                classes.map(|class| class.value.as_str()).collect()
            }
            other => {
                let classes = other.classes().iter();
                classes.map(|class| class.value.as_str()).collect()
            }
        }
    }

    /// Whether it goes by the cells of a grid.
    pub fn needs_grid(&self) -> bool {
        matches!(self, Self::Patch(_) | Self::Diagram(_))
    }

    /// The value of a blank cell.
    pub fn blank(&self) -> &str {
        match self {
            Self::Colour(rule) => &rule.blank,
            Self::Share(rule) => &rule.blank,
            Self::Patch(rule) => rule.missing.as_deref().unwrap_or_default(),
            Self::Diagram(_) | Self::Looks(_) => "",
        }
    }
}

/// Cells told apart by the colour at a few points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourRule {
    /// Where to look; the majority counts.
    pub at: Vec<Point>,
    /// What the colours mean.
    pub classes: Vec<ColourClass>,
    /// How far, channel by channel, a pixel may be from a class colour.
    pub tolerance: u8,
    /// Value of a cell whose colour is none of the classes.
    pub blank: String,
    /// A cell that has the same colour here is blank whatever the colour is.
    #[serde(default)]
    pub blank_if_same_as: Option<Point>,
}

/// Cells told apart by the share of an area's pixels that have a value's colour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareRule {
    /// Where to look, offset from the cell's corner.
    pub area: Area,
    /// What the colours mean.
    pub classes: Vec<ColourClass>,
    /// How far, channel by channel, a pixel may be from a class colour.
    pub tolerance: u8,
    /// A value needs at least this share of the area, 0 to 1.
    pub min_share: f32,
    /// Value of a cell in which no class has that share.
    pub blank: String,
}

/// Cells told apart by the mean colour of their patches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatchRule {
    /// What the colours mean.
    pub classes: Vec<ColourClass>,
    /// How far, channel by channel, a patch may be from a class colour.
    pub tolerance: u8,
    /// Value of a place in the grid that has no patch of its own; without it, such a place is
    /// a cell that something covers.
    #[serde(default)]
    pub missing: Option<String>,
}

/// Cells that show which other cells belong to them, as a map of little squares around a filled
/// one, which stands for the cell itself. The value is a list of offsets, row then column, such
/// as `0,0 0,1 1,0`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiagramRule {
    /// Colours of the lines.
    pub colours: Vec<Rgb>,
    /// How far, channel by channel, a pixel may be from one of them.
    pub tolerance: u8,
}

/// The colours of one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourClass {
    /// The cell's token in the game's plain-text form.
    pub value: String,
    /// Colours that mean it.
    pub colours: Vec<Rgb>,
}
