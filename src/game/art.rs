//! Sprites and pictures of cells.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::Tone;

/// SVG body of a picture in a square of 100 × 100 units.
///
/// `{fill}` and `{ink}` in it are replaced by the colours of the cell's tone. Sprites are equal if their names are.
#[derive(Clone, Copy, Debug)]
pub struct Sprite {
    /// Unique in the program, for example `sokoban box`.
    pub name: &'static str,
    pub body: &'static str,
}

impl Sprite {
    pub const fn new(name: &'static str, body: &'static str) -> Self {
        Self { name, body }
    }

    /// Builds a sprite from RGB pixels, row by row; `None` is transparent. Equal pixels give the same sprite. Sprites
    /// are leaked, so their number must be bounded.
    pub fn from_pixels<const SIDE: usize>(pixels: &[[Option<[u8; 3]>; SIDE]; SIDE]) -> Self {
        static SPRITES: LazyLock<Mutex<HashMap<String, Sprite>>> = LazyLock::new(Mutex::default);
        let side = 100.0 / SIDE as f64;
        let mut body = String::new();
        for (row, line) in pixels.iter().enumerate() {
            let mut col = 0;
            while col < SIDE {
                let length = line[col..].iter().take_while(|c| **c == line[col]).count();
                if let Some([red, green, blue]) = line[col] {
                    body.push_str(&format!(
                        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{side}\" \
                         fill=\"#{red:02x}{green:02x}{blue:02x}\" shape-rendering=\"crispEdges\"/>",
                        side * col as f64,
                        side * row as f64,
                        side * length as f64,
                    ));
                }
                col += length;
            }
        }
        let mut sprites = SPRITES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sprite) = sprites.get(&body) {
            return *sprite;
        }
        let leaked: &'static str = Box::leak(body.clone().into_boxed_str());
        let sprite = Self::new(leaked, leaked);
        sprites.insert(body, sprite);
        sprite
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

/// Picture of a cell, drawn instead of its tone and glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Art {
    pub background: Tone,
    /// Fixed part: bricks, a goal, a lamp.
    pub fixed: Option<Sprite>,
    /// Movable part: a box, a tile, the player. Drawn facing up, and turned if it is an
    /// [actor](crate::CellStyle::actor).
    pub piece: Option<Sprite>,
    /// True if the glyph, such as the number of a tile, is drawn on top.
    pub glyph: bool,
}

impl Art {
    /// A background without pictures.
    pub const fn background(background: Tone) -> Self {
        Self {
            background,
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

    /// Draws the glyph on top.
    #[must_use]
    pub const fn with_glyph(mut self) -> Self {
        self.glyph = true;
        self
    }
}
