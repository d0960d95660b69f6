//! How tiles look.

use std::borrow::Cow;

use crate::game::{CellLook, Heading, Marks, Tone};

use super::puzzle::Tile;

/// How a tile looks; `lit` tells of its light, if it has one.
pub(super) fn tile_look(tile: Option<Tile>, lit: bool, robot: Option<Heading>) -> CellLook {
    let look = match tile {
        None => CellLook::new(".", Tone::Hole, "no tile").glyph(""),
        Some(Tile { height, light }) => {
            let (tone, name): (_, Cow<'static, str>) = match (light, lit) {
                (false, _) => (
                    Tone::Level(height.saturating_mul(24)),
                    format!("height {height}").into(),
                ),
                (true, false) => (
                    Tone::Palette(1),
                    format!("height {height}, light off").into(),
                ),
                (true, true) => (
                    Tone::Palette(3),
                    format!("height {height}, light on").into(),
                ),
            };
            let value = Tile::token(tile);
            let glyph = if lit && light {
                format!("{height}•")
            } else {
                value.clone()
            };
            CellLook::new(value, tone, name)
                .glyph(glyph)
                .at_height(height)
                .marked(Marks {
                    right: light && lit,
                    ..Marks::default()
                })
        }
    };
    let Some(facing) = robot else { return look };
    let name = format!("{}, robot facing {}", look.name, facing.compass());
    CellLook {
        name: name.into(),
        ..look
    }
    .with_actor(facing)
}
