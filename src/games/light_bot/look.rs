use std::borrow::Cow;

use crate::game::{CellLook, Heading, Marks, Tone};

use super::art;
use super::puzzle::Tile;

fn height_tone(height: u8) -> Tone {
    Tone::Height(height.saturating_mul(28))
}

/// Appearance of a tile; `lit` is the state of its light, if it has one.
pub(super) fn tile_look(tile: Option<Tile>, lit: bool, robot: Option<Heading>) -> CellLook {
    let look = match tile {
        None => CellLook::new(".", Tone::Hole, "no tile").glyph(""),
        Some(Tile { height, light }) => {
            let (tone, name): (_, Cow<'static, str>) = match (light, lit) {
                (false, _) => (height_tone(height), format!("height {height}").into()),
                (true, false) => (
                    Tone::Palette(5),
                    format!("height {height}, light off").into(),
                ),
                (true, true) => (
                    Tone::Palette(6),
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
    let look = match tile {
        Some(Tile { height, light }) => {
            let lamp = light.then_some(lit);
            look.drawn(art::tile(height_tone(height), lamp, robot.is_some()))
        }
        None => look,
    };
    let Some(facing) = robot else { return look };
    let name = format!("{}, robot facing {}", look.name, facing.compass());
    CellLook {
        name: name.into(),
        ..look
    }
    .with_actor(facing)
}
