//! Sprites in the colours of a theme.

use crate::game::{Sprite, Tone};

use super::palette::{self, ToneColors};
use super::svg::hex;

/// SVG elements of a sprite in a square of 100 × 100 units.
pub fn markup(sprite: Sprite, tone: Tone, dark: bool) -> String {
    let ToneColors { fill, ink } = palette::tone(tone, dark);
    sprite
        .body
        .replace("{fill}", &hex(fill))
        .replace("{ink}", &hex(ink))
}
