//! Objects on a board.

use planwright_game::Sprite;

pub const CRATE: Sprite = Sprite::new(
    "crate",
    r##"<rect x="9" y="9" width="82" height="82" rx="5" fill="#d79a4e" stroke="#6f4515" stroke-width="4"/>
<path d="M25 27L73 75M75 27L27 75" stroke="#a86d28" stroke-width="13"/>
<path d="M11 11H89V25H11zM11 75H89V89H11zM11 25H25V75H11zM75 25H89V75H75z" fill="#b97a32"/>
<path d="M11 11H89V16H11z" fill="#f0c07f"/>
<path d="M25 25H75V75H25z" fill="none" stroke="#6f4515" stroke-width="3"/>
<path d="M18 18h.1M82 18h.1M18 82h.1M82 82h.1" stroke="#6f4515" stroke-width="6" stroke-linecap="round"/>"##,
);

/// Crate on its goal.
pub const CRATE_DONE: Sprite = Sprite::new(
    "crate done",
    r##"<rect x="9" y="9" width="82" height="82" rx="5" fill="#3f9d62" stroke="#14492a" stroke-width="4"/>
<path d="M11 11H89V25H11zM11 75H89V89H11zM11 25H25V75H11zM75 25H89V75H75z" fill="#2f8050"/>
<path d="M11 11H89V16H11z" fill="#8fd6a8"/>
<path d="M25 25H75V75H25z" fill="none" stroke="#14492a" stroke-width="3"/>
<path d="M33 51L45 63L68 36" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>"##,
);

pub const STEEL: Sprite = Sprite::new(
    "steel",
    r##"<rect x="7" y="7" width="86" height="86" rx="8" fill="#8b96a6" stroke="#3d4653" stroke-width="4"/>
<path d="M9 15Q9 9 15 9H85Q91 9 91 15V19H9z" fill="#c3ccd8"/>
<path d="M24 30H76V70H24z" fill="#6f7b8c" stroke="#3d4653" stroke-width="3"/>
<path d="M24 70L76 30M24 52L52 30M48 70L76 48" stroke="#9aa6b6" stroke-width="5"/>
<path d="M17 27h.1M83 27h.1M17 83h.1M83 83h.1" stroke="#3d4653" stroke-width="7" stroke-linecap="round"/>"##,
);

pub const COIN: Sprite = Sprite::new(
    "coin",
    r##"<ellipse cx="50" cy="83" rx="24" ry="6" fill="#000" fill-opacity=".2"/>
<circle cx="50" cy="48" r="31" fill="#f2b824" stroke="#7d5600" stroke-width="4"/>
<circle cx="50" cy="48" r="22" fill="none" stroke="#b98200" stroke-width="4"/>
<path d="M50 36V60" stroke="#7d5600" stroke-width="8" stroke-linecap="round"/>
<path d="M27 36Q34 22 48 21" fill="none" stroke="#fff3c4" stroke-width="5" stroke-linecap="round"/>"##,
);

pub const LAMP: Sprite = Sprite::new(
    "lamp",
    r##"<circle cx="50" cy="42" r="23" fill="#56606f" stroke="#232a35" stroke-width="5"/>
<path d="M38 64H62V80Q62 85 56 85H44Q38 85 38 80z" fill="#8b96a6" stroke="#232a35" stroke-width="4" stroke-linejoin="round"/>
<path d="M38 73H62" stroke="#232a35" stroke-width="4"/>
<path d="M34 38Q37 29 46 26" fill="none" stroke="#aab4c3" stroke-width="5" stroke-linecap="round"/>"##,
);

pub const LAMP_LIT: Sprite = Sprite::new(
    "lamp lit",
    r##"<g stroke="#c98a00" stroke-width="6" stroke-linecap="round"><path d="M50 3V11M19 13L25 19M81 13L75 19M5 43H14M95 43H86M17 72L24 66M83 72L76 66"/></g>
<circle cx="50" cy="42" r="24" fill="#ffe14d" stroke="#7d5600" stroke-width="5"/>
<path d="M38 64H62V80Q62 85 56 85H44Q38 85 38 80z" fill="#8b96a6" stroke="#232a35" stroke-width="4" stroke-linejoin="round"/>
<path d="M38 73H62" stroke="#232a35" stroke-width="4"/>
<path d="M34 38Q37 29 46 26" fill="none" stroke="#fffbe0" stroke-width="5" stroke-linecap="round"/>"##,
);

/// Tile with space for a number.
pub const TILE: Sprite = Sprite::new(
    "tile",
    r##"<rect x="7" y="9" width="86" height="84" rx="12" fill="#000" fill-opacity=".18"/>
<rect x="7" y="6" width="86" height="84" rx="12" fill="{fill}" stroke="#000" stroke-opacity=".45" stroke-width="3"/>
<path d="M12 20Q12 11 21 11H79Q88 11 88 20" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="4" stroke-linecap="round"/>"##,
);

pub const DISC: Sprite = Sprite::new(
    "disc",
    r##"<circle cx="50" cy="55" r="36" fill="#000" fill-opacity=".25"/>
<circle cx="50" cy="50" r="36" fill="{fill}" stroke="#000" stroke-opacity=".5" stroke-width="4"/>
<circle cx="50" cy="50" r="25" fill="none" stroke="{ink}" stroke-opacity=".35" stroke-width="4"/>
<path d="M22 42Q27 24 46 19" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"/>"##,
);

pub const PEG: Sprite = Sprite::new(
    "peg",
    r##"<ellipse cx="52" cy="60" rx="27" ry="24" fill="#000" fill-opacity=".3"/>
<circle cx="50" cy="48" r="26" fill="{fill}" stroke="#000" stroke-opacity=".55" stroke-width="4"/>
<ellipse cx="41" cy="38" rx="9" ry="6" fill="#fff" fill-opacity=".6" transform="rotate(-35 41 38)"/>"##,
);

pub const BALL: Sprite = Sprite::new(
    "ball",
    r##"<ellipse cx="50" cy="86" rx="26" ry="6" fill="#000" fill-opacity=".25"/>
<circle cx="50" cy="52" r="33" fill="{fill}" stroke="#000" stroke-opacity=".5" stroke-width="4"/>
<path d="M20 46Q50 66 80 46" fill="none" stroke="{ink}" stroke-opacity=".4" stroke-width="5"/>
<ellipse cx="38" cy="36" rx="9" ry="6" fill="#fff" fill-opacity=".6" transform="rotate(-35 38 36)"/>"##,
);

pub const GEM: Sprite = Sprite::new(
    "gem",
    r##"<path d="M30 20H70L90 44L50 88L10 44z" fill="{fill}" stroke="#000" stroke-opacity=".55" stroke-width="4" stroke-linejoin="round"/>
<path d="M10 44H90M30 20L38 44L50 88L62 44L70 20" fill="none" stroke="{ink}" stroke-opacity=".45" stroke-width="3" stroke-linejoin="round"/>"##,
);

pub const STAR: Sprite = Sprite::new(
    "star",
    r##"<path d="M50 8L62 38L94 40L69 60L78 92L50 74L22 92L31 60L6 40L38 38z" fill="#f2b824" stroke="#7d5600" stroke-width="4" stroke-linejoin="round"/>"##,
);

pub const FLAG: Sprite = Sprite::new(
    "flag",
    r##"<path d="M28 92V10" stroke="#5b4632" stroke-width="7" stroke-linecap="round"/>
<path d="M31 13L84 30L31 50z" fill="#d0404f" stroke="#6d1420" stroke-width="4" stroke-linejoin="round"/>
<path d="M16 92H42" stroke="#5b4632" stroke-width="7" stroke-linecap="round"/>"##,
);

pub const KEY: Sprite = Sprite::new(
    "key",
    r##"<g fill="none" stroke="#7d5600" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"><circle cx="31" cy="50" r="18"/><path d="M49 50H86V66M70 50V62"/></g>
<g fill="none" stroke="#f2b824" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"><circle cx="31" cy="50" r="18"/><path d="M49 50H86V66M70 50V62"/></g>"##,
);

pub const BOMB: Sprite = Sprite::new(
    "bomb",
    r##"<path d="M62 30Q72 12 86 18" fill="none" stroke="#8a6b3f" stroke-width="6" stroke-linecap="round"/>
<path d="M86 8L89 16L97 18L89 21L86 29L83 21L76 18L83 16z" fill="#f2a020"/>
<circle cx="46" cy="58" r="33" fill="#2a303b" stroke="#8b96a6" stroke-width="3"/>
<path d="M24 50Q28 36 42 33" fill="none" stroke="#cdd3dc" stroke-width="5" stroke-linecap="round"/>"##,
);
