//! What a position looks like, independent of how it is drawn.

use std::borrow::Cow;

use super::{Art, Cell, Heading, Size, Sprite};

/// One board of a level or position, e.g. the target or the playing field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardInfo {
    /// Stable id that screen profiles use.
    pub id: &'static str,
    pub title: &'static str,
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
    /// Whether it is below a column, not to the right of a row.
    pub column: bool,
    /// Row or column, from 0.
    pub index: usize,
    pub text: Cow<'static, str>,
    /// Whether the note is met, once that is decided.
    pub holds: Option<bool>,
}

/// The meaning of a cell's fill colour. Themes make light, dark or print colours of it. Colour is
/// never the only sign of a value: cells that differ in tone differ in [`CellLook::glyph`] too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Nothing here yet.
    Empty,
    /// No cell here.
    Hole,
    /// A wall or other obstacle.
    Wall,
    /// One of several clearly different colours, modulo the palette's length.
    Palette(u8),
    /// A level between off (0) and on (255).
    Level(u8),
    /// The ground at a height, from low (0) to high (255).
    Height(u8),
}

/// Signs on top of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Given by the level; play cannot change it.
    pub given: bool,
    /// Breaks a rule or differs from what is required.
    pub wrong: bool,
    /// As required.
    pub right: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellLook {
    /// The token in the plain-text form, which screen profiles read, too.
    pub value: Cow<'static, str>,
    /// What a picture of the cell tells where that may be less than its value: cells that look alike have the same.
    pub seen: Option<Cow<'static, str>>,
    /// Short text drawn in the cell; may be empty.
    pub glyph: Cow<'static, str>,
    /// Name for screen readers, without the place: `empty`, `2`, `wall`.
    pub name: Cow<'static, str>,
    pub tone: Tone,
    pub marks: Marks,
    /// Height, in games with heights.
    pub height: Option<u8>,
    /// Who stands here, drawn on top.
    pub actor: Option<Heading>,
    /// The picture of the cell; drawn by tone and glyph without one.
    pub art: Option<Art>,
}

impl CellLook {
    /// A cell whose glyph is its token.
    pub fn new(
        value: impl Into<Cow<'static, str>>,
        tone: Tone,
        name: impl Into<Cow<'static, str>>,
    ) -> Self {
        let value = value.into();
        Self {
            glyph: value.clone(),
            value,
            seen: None,
            name: name.into(),
            tone,
            marks: Marks::default(),
            height: None,
            actor: None,
            art: None,
        }
    }

    /// A cell whose picture tells this value.
    #[must_use]
    pub fn seen_as(mut self, seen: impl Into<Cow<'static, str>>) -> Self {
        self.seen = Some(seen.into());
        self
    }

    /// The value that is read from a picture of the cell.
    pub fn on_screen(&self) -> &str {
        self.seen.as_ref().unwrap_or(&self.value)
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

    /// The picture, unless letters stand for pictures.
    pub fn picture(&self, letters: bool) -> Option<Art> {
        self.art.filter(|_| !letters)
    }

    /// The layers of the picture, the lowest first, each with the quarters by which it is turned
    /// clockwise.
    pub fn layers(&self, letters: bool) -> [Option<(Sprite, usize)>; 2] {
        let turned = self.actor.map_or(0, Heading::index);
        let Art { fixed, piece, .. } = self.picture(letters).unwrap_or(Art::ground(self.tone));
        [fixed.map(|it| (it, 0)), piece.map(|it| (it, turned))]
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
