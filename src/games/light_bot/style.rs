use std::borrow::Cow;

use crate::game::{CellStyle, Heading, Marks, Tone};

use super::art;
use super::puzzle::BotTile;

fn height_tone(height: u8) -> Tone {
    Tone::Height(height.saturating_mul(28))
}

/// Appearance of a tile; `lit` is the state of its light, if it has one.
pub(super) fn tile_style(tile: Option<BotTile>, lit: bool, robot: Option<Heading>) -> CellStyle {
    let style = match tile {
        None => CellStyle::new(".", Tone::Hole, "no tile").glyph(""),
        Some(BotTile { height, light }) => {
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
            let value = BotTile::token(tile);
            let glyph = if lit && light {
                format!("{height}•")
            } else {
                value.clone()
            };
            CellStyle::new(value, tone, name)
                .glyph(glyph)
                .at_height(height)
                .marked(Marks {
                    right: light && lit,
                    ..Marks::default()
                })
        }
    };
    let style = match tile {
        Some(BotTile { height, light }) => {
            let lamp = light.then_some(lit);
            style.drawn(art::tile(height_tone(height), lamp, robot.is_some()))
        }
        None => style,
    };
    let Some(facing) = robot else { return style };
    let name = format!("{}, robot facing {}", style.name, facing.compass());
    CellStyle {
        name: name.into(),
        ..style
    }
    .with_actor(facing)
}
