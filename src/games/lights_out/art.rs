//! Drawings of lamps and of the number of presses.

use crate::game::{Art, Sprite, Tone};

const OFF: Sprite = Sprite::new(
    "lights-out off",
    r##"<rect x="7" y="7" width="86" height="86" rx="18" fill="#000" fill-opacity=".35"/>
<rect x="10" y="9" width="80" height="80" rx="16" fill="#5a6577" stroke="#1a1f28" stroke-width="3"/>
<path d="M16 26Q16 15 27 15H73Q84 15 84 26" fill="none" stroke="#8f9bae" stroke-width="4" stroke-linecap="round"/>
<circle cx="50" cy="49" r="20" fill="none" stroke="#39424f" stroke-width="6"/>"##,
);

const ON: Sprite = Sprite::new(
    "lights-out on",
    r##"<rect x="2" y="2" width="96" height="96" rx="22" fill="{fill}" fill-opacity=".35"/>
<rect x="10" y="9" width="80" height="80" rx="16" fill="{fill}" stroke="#000" stroke-opacity=".55" stroke-width="3"/>
<path d="M16 26Q16 15 27 15H73Q84 15 84 26" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="4" stroke-linecap="round"/>
<circle cx="50" cy="49" r="15" fill="#fff" fill-opacity=".85"/>
<path d="M50 20V28M50 70V78M21 49H29M71 49H79M30 29L35 34M70 29L65 34M30 69L35 64M70 69L65 64" stroke="{ink}" stroke-opacity=".6" stroke-width="5" stroke-linecap="round"/>"##,
);

/// A lamp of more than two states, with space for the state's number.
const STATE: Sprite = Sprite::new(
    "lights-out state",
    r##"<rect x="2" y="2" width="96" height="96" rx="22" fill="{fill}" fill-opacity=".3"/>
<rect x="10" y="9" width="80" height="80" rx="16" fill="{fill}" stroke="#000" stroke-opacity=".55" stroke-width="3"/>
<path d="M16 26Q16 15 27 15H73Q84 15 84 26" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"/>"##,
);

pub(super) fn lamp(state: u8, states: u8) -> Art {
    let panel = Art::background(Tone::Level(0));
    match (state, states) {
        (0, _) => panel.fixed(OFF),
        (_, 2) => panel.fixed(ON),
        _ => panel.fixed(STATE).with_glyph(),
    }
}

/// A fingerprint on a key.
const PRESS: Sprite = Sprite::new(
    "lights-out press",
    r##"<circle cx="50" cy="50" r="30" fill="#2f6fd0" stroke="#12305f" stroke-width="4"/>
<circle cx="50" cy="50" r="40" fill="none" stroke="#2f6fd0" stroke-width="4" stroke-dasharray="9 8"/>"##,
);

/// Drawing of a cell's number of presses.
pub(super) fn press(times: u8, states: u8) -> Art {
    let bare = Art::background(Tone::Empty);
    match (times, states) {
        (0, _) => bare,
        (_, 2) => bare.piece(PRESS),
        _ => bare.piece(PRESS).with_glyph(),
    }
}
