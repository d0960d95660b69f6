use crate::game::Sprite;

/// Pad on which the robot starts.
pub const START: Sprite = Sprite::new(
    "robos-escape start",
    r##"<rect x="6" y="6" width="88" height="88" rx="14" fill="#2f6fd0" fill-opacity=".16" stroke="#2f6fd0" stroke-width="5" stroke-dasharray="14 9"/>
<path d="M50 26V66M33 51L50 69L67 51" fill="none" stroke="#2f6fd0" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>"##,
);

/// Exit, with its label.
pub const EXIT: Sprite = Sprite::new(
    "robos-escape exit",
    r##"<rect x="4" y="4" width="92" height="92" rx="8" fill="#1b7a48" stroke="#0c3d23" stroke-width="4"/>
<g fill="none" stroke="#eafff2" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"><path d="M29 17H16V43H29M16 30H26M37 17L53 43M53 17L37 43M62 17V43M71 17H87M79 17V43"/><path d="M50 55V82M35 69L50 84L65 69" stroke-width="9"/></g>"##,
);
