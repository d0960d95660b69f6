//! Appearance of tiles and robot, on the board, in positions and in the editor.

use planwright_art::ROBOT;

use crate::game::{Art, CellStyle, Heading, Marks, Sprite, Tone};

use super::puzzle::BotTile;

const OFF: Sprite = Sprite::new(
    "light-bot off",
    r##"<rect x="5" y="5" width="90" height="90" rx="10" fill="#1f5fa8" stroke="#0c2c52" stroke-width="4"/>
<circle cx="50" cy="50" r="27" fill="#123a68" stroke="#8fc0f0" stroke-width="5"/>
<path d="M40 40Q44 33 52 33" fill="none" stroke="#8fc0f0" stroke-width="5" stroke-linecap="round"/>"##,
);

const ON: Sprite = Sprite::new(
    "light-bot on",
    r##"<rect x="5" y="5" width="90" height="90" rx="10" fill="#ffd21f" stroke="#7d5600" stroke-width="4"/>
<circle cx="50" cy="50" r="20" fill="#fffbe0" stroke="#7d5600" stroke-width="4"/>
<path d="M50 14V22M50 78V86M14 50H22M78 50H86M25 25L31 31M75 25L69 31M25 75L31 69M75 75L69 69" stroke="#7d5600" stroke-width="6" stroke-linecap="round"/>"##,
);

/// Appearance of a tile; `lit` is the state of its light, if it has one.
pub(super) fn tile_style(tile: Option<BotTile>, lit: bool, robot: Option<Heading>) -> CellStyle {
    let mut style = match tile {
        None => CellStyle::new(".", Tone::Hole, "no tile").glyph(""),
        Some(BotTile { height, light }) => {
            let floor = Tone::Height(height.saturating_mul(28));
            let (tone, lamp, suffix) = match (light, lit) {
                (false, _) => (floor, None, ""),
                (true, false) => (Tone::Palette(5), Some(OFF), ", light off"),
                (true, true) => (Tone::Palette(6), Some(ON), ", light on"),
            };
            let value = BotTile::token(tile);
            let glyph = match light && lit {
                true => format!("{height}•"),
                false => value.clone(),
            };
            let mut art = Art::background(floor);
            art.fixed = lamp;
            art.piece = robot.map(|_| ROBOT);
            let right = light && lit;
            CellStyle::new(value, tone, format!("height {height}{suffix}"))
                .glyph(glyph)
                .at_height(height)
                .marked(Marks {
                    right,
                    ..Marks::default()
                })
                .drawn(art)
        }
    };
    let Some(facing) = robot else { return style };
    style.name = format!("{}, robot facing {}", style.name, facing.compass()).into();
    style.with_actor(facing)
}
