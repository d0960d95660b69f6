//! Appearance of boards and cells, independent of how they are drawn.

use std::borrow::Cow;

use super::{Art, Cell, Heading, Size, Sprite};

/// A board of a level or position, such as the target or the playing field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardInfo {
    /// Stable id, used by screen profiles.
    pub id: &'static str,
    pub title: &'static str,
    pub size: Size,
}

impl BoardInfo {
    pub const fn new(id: &'static str, title: &'static str, size: Size) -> Self {
        Self { id, title, size }
    }
}

/// Text next to a row or column, such as its required sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineNote {
    /// True below a column, false to the right of a row.
    pub column: bool,
    /// Row or column, from 0.
    pub index: usize,
    pub text: Cow<'static, str>,
    /// `Some(true)` if the requirement is met, `None` while undecided.
    pub holds: Option<bool>,
}

/// Meaning of a cell's fill colour; themes choose the colours. Cells that differ in tone also differ in
/// [`CellStyle::glyph`], so that colour is never the only sign of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    Empty,
    Hole,
    /// Wall or other obstacle.
    Wall,
    /// One of several clearly distinct colours, modulo the palette's length.
    Palette(u8),
    /// A level between off (0) and on (255).
    Level(u8),
    /// Floor at a height, from low (0) to high (255).
    Height(u8),
}

/// Marks drawn on top of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Given by the level and not changeable in play.
    pub given: bool,
    /// Breaks a rule or a requirement.
    pub wrong: bool,
    /// Meets the requirement.
    pub right: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellStyle {
    /// Token in the plain-text form, also used by screen profiles.
    pub value: Cow<'static, str>,
    /// Value that a picture of the cell shows, if less than [`CellStyle::value`]: equal for cells that look the same.
    pub visible: Option<Cow<'static, str>>,
    /// Short text drawn in the cell; may be empty.
    pub glyph: Cow<'static, str>,
    /// Name for screen readers, without the position: `empty`, `2`, `wall`.
    pub name: Cow<'static, str>,
    pub tone: Tone,
    pub marks: Marks,
    /// Height, in games that have heights.
    pub height: Option<u8>,
    /// Direction of the actor on the cell, drawn on top.
    pub actor: Option<Heading>,
    /// Picture; without one, tone and glyph are drawn.
    pub art: Option<Art>,
}

impl CellStyle {
    /// Cell whose glyph is its token.
    pub fn new(
        value: impl Into<Cow<'static, str>>,
        tone: Tone,
        name: impl Into<Cow<'static, str>>,
    ) -> Self {
        let value = value.into();
        Self {
            glyph: value.clone(),
            value,
            visible: None,
            name: name.into(),
            tone,
            marks: Marks::default(),
            height: None,
            actor: None,
            art: None,
        }
    }

    /// Sets the value that a picture of the cell shows.
    #[must_use]
    pub fn visible_as(mut self, visible: impl Into<Cow<'static, str>>) -> Self {
        self.visible = Some(visible.into());
        self
    }

    /// Value recognized in a picture of the cell.
    pub fn on_screen(&self) -> &str {
        self.visible.as_ref().unwrap_or(&self.value)
    }

    #[must_use]
    pub fn at_height(mut self, height: u8) -> Self {
        self.height = Some(height);
        self
    }

    #[must_use]
    pub fn with_actor(mut self, actor: Heading) -> Self {
        self.actor = Some(actor);
        self
    }

    #[must_use]
    pub fn drawn(mut self, art: Art) -> Self {
        self.art = Some(art);
        self
    }

    /// Returns the picture, or `None` if cells are drawn as `letters`.
    pub fn picture(&self, letters: bool) -> Option<Art> {
        self.art.filter(|_| !letters)
    }

    /// Layers of the picture from bottom to top, each with its number of clockwise quarter turns.
    pub fn layers(&self, letters: bool) -> [Option<(Sprite, usize)>; 2] {
        let turns = self.actor.map_or(0, Heading::index);
        let Art { fixed, piece, .. } = self.picture(letters).unwrap_or(Art::background(self.tone));
        [fixed.map(|it| (it, 0)), piece.map(|it| (it, turns))]
    }

    #[must_use]
    pub fn glyph(mut self, glyph: impl Into<Cow<'static, str>>) -> Self {
        self.glyph = glyph.into();
        self
    }

    #[must_use]
    pub fn marked(mut self, marks: Marks) -> Self {
        self.marks = marks;
        self
    }

    /// Screen reader text: `row 3 column 4, wall`.
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
