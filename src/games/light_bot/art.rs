use planwright_art::ROBOT;

use crate::game::{Art, Sprite, Tone};

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

/// Tile with an optional robot; `lamp` says whether its light is on, if it has one.
pub(super) fn tile(ground: Tone, lamp: Option<bool>, robot: bool) -> Art {
    let mut art = Art::background(ground);
    art.fixed = lamp.map(|lit| if lit { ON } else { OFF });
    art.piece = robot.then_some(ROBOT);
    art
}
