//! How a position looks, without saying how it is drawn.

use std::borrow::Cow;

use super::{Cell, Heading, Size};

/// One board of a level or position, e.g. the target and the playing field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardInfo {
    /// Stable id that screen profiles use.
    pub id: &'static str,
    /// Name on screen.
    pub title: &'static str,
    /// Rows × columns.
    pub size: Size,
}

impl BoardInfo {
    /// A board with its id, name and size.
    pub const fn new(id: &'static str, title: &'static str, size: Size) -> Self {
        Self { id, title, size }
    }
}

/// A number or word beside a row or column of a board, such as the sum it has to come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineNote {
    /// Whether it is beside a column (below it) or a row (to the right of it).
    pub column: bool,
    /// Which row or column, from 0.
    pub index: usize,
    /// What is drawn.
    pub text: Cow<'static, str>,
    /// Whether it holds, once that can be said.
    pub holds: Option<bool>,
}

/// The ground colour of a cell, by meaning; the workbench's theme and the practice
/// windows turn it into light, dark or print colours. Colour is never the only sign of a value:
/// a cell that differs in tone differs in [`CellLook::glyph`] too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Nothing here yet.
    Empty,
    /// No cell here.
    Hole,
    /// A wall or other obstacle.
    Wall,
    /// One of a row of clearly different colours, taken modulo the palette's length.
    Palette(u8),
    /// Off, on and what lies between, 0 to 255.
    Level(u8),
}

/// Signs on top of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Given by the level, not to be changed in play.
    pub given: bool,
    /// Breaks a rule or differs from what is wanted.
    pub wrong: bool,
    /// As wanted.
    pub right: bool,
}

/// How one cell looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellLook {
    /// The cell's token in the plain-text form; also what a screen profile reads there.
    pub value: Cow<'static, str>,
    /// Short text drawn in the cell, may be empty.
    pub glyph: Cow<'static, str>,
    /// Name for people who cannot see it, without the place: `empty`, `2`, `wall`.
    pub name: Cow<'static, str>,
    /// Ground colour by meaning.
    pub tone: Tone,
    /// Signs on top.
    pub marks: Marks,
    /// Height, where cells have one.
    pub height: Option<u8>,
    /// Who stands here, drawn over all else.
    pub actor: Option<Heading>,
}

impl CellLook {
    /// A cell with the given token, tone and name, its token drawn as glyph.
    pub fn new(
        value: impl Into<Cow<'static, str>>,
        tone: Tone,
        name: impl Into<Cow<'static, str>>,
    ) -> Self {
        let value = value.into();
        Self {
            glyph: value.clone(),
            value,
            name: name.into(),
            tone,
            marks: Marks::default(),
            height: None,
            actor: None,
        }
    }

    /// The same look on a block of this height.
    #[must_use]
    pub fn at_height(mut self, height: u8) -> Self {
        self.height = Some(height);
        self
    }

    /// The same look with somebody on it.
    #[must_use]
    pub fn with_actor(mut self, actor: Heading) -> Self {
        self.actor = Some(actor);
        self
    }

    /// The same look with another drawn text.
    #[must_use]
    pub fn glyph(mut self, glyph: impl Into<Cow<'static, str>>) -> Self {
        self.glyph = glyph.into();
        self
    }

    /// The same look with signs on top.
    #[must_use]
    pub fn marked(mut self, marks: Marks) -> Self {
        self.marks = marks;
        self
    }

    /// What a screen reader says: `row 3 column 4, wall`.
    pub fn label(&self, cell: Cell) -> String {
        let Marks {
            given,
            wrong,
            right,
        } = self.marks;
        let mut label = format!(
            "row {} column {}, {}",
            cell.row + 1,
            cell.col + 1,
            self.name
        );
        for (set, word) in [(given, "given"), (wrong, "wrong"), (right, "right")] {
            if set {
                label.push_str(", ");
                label.push_str(word);
            }
        }
        label
    }
}
