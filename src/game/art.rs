//! Pictures of what is on a cell.

use std::hash::{Hash, Hasher};

use crate::Tone;

/// A picture in a square of 100 by 100 units: the body of an SVG.
///
/// `{fill}` and `{ink}` in it stand for the colours of the cell's tone, so that one picture serves
/// all colours of a thing. Two sprites are the same if their names are.
#[derive(Clone, Copy, Debug)]
pub struct Sprite {
    /// Unique in the program: `sokoban box`.
    pub name: &'static str,
    pub body: &'static str,
}

impl Sprite {
    pub const fn new(name: &'static str, body: &'static str) -> Self {
        Self { name, body }
    }
}

impl PartialEq for Sprite {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Sprite {}

impl Hash for Sprite {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// How a cell is drawn as a picture, in place of its tone and glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Art {
    /// Tone of the ground below the pictures.
    pub ground: Tone,
    /// What belongs to the cell: bricks, a goal, a lamp.
    pub fixed: Option<Sprite>,
    /// What can move away: a box, a tile, whoever stands here. One with a
    /// [heading](crate::CellLook::actor) is drawn as it looks up, and turned.
    pub piece: Option<Sprite>,
    /// Whether the glyph is drawn on top, such as the number of a tile.
    pub glyph: bool,
}

impl Art {
    /// Bare ground.
    pub const fn ground(ground: Tone) -> Self {
        Self {
            ground,
            fixed: None,
            piece: None,
            glyph: false,
        }
    }

    #[must_use]
    pub const fn fixed(mut self, sprite: Sprite) -> Self {
        self.fixed = Some(sprite);
        self
    }

    #[must_use]
    pub const fn piece(mut self, sprite: Sprite) -> Self {
        self.piece = Some(sprite);
        self
    }

    /// With the glyph on top.
    #[must_use]
    pub const fn with_glyph(mut self) -> Self {
        self.glyph = true;
        self
    }
}
