//! Pictures of what is on a cell.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

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

    /// A picture of square pixels, row by row, each red, green and blue; nothing where one sees through.
    ///
    /// Equal pixels make one sprite, which is kept as long as the program runs, as constants are.
    pub fn of_pixels<const SIDE: usize>(pixels: &[[Option<[u8; 3]>; SIDE]; SIDE]) -> Self {
        static KNOWN: LazyLock<Mutex<HashMap<String, Sprite>>> = LazyLock::new(Mutex::default);
        let side = 100.0 / SIDE as f64;
        let mut body = String::new();
        for (row, line) in pixels.iter().enumerate() {
            let mut col = 0;
            while col < SIDE {
                // Neighbours of one colour are one rectangle.
                let length = line[col..]
                    .iter()
                    .take_while(|it| **it == line[col])
                    .count();
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
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sprite) = known.get(&body) {
            return *sprite;
        }
        let leaked: &'static str = Box::leak(body.clone().into_boxed_str());
        let sprite = Self::new(leaked, leaked);
        known.insert(body, sprite);
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
