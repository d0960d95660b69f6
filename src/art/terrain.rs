//! Fixed parts of cells: walls, holes, goals, doors.

use planwright_game::Sprite;

/// Brick wall, over the whole cell.
pub const BRICKS: Sprite = Sprite::new(
    "bricks",
    r##"<path d="M0 0H100V100H0z" fill="#6f4034"/>
<path d="M0 3H47V31H0zM52 3H100V31H52zM0 36H22V64H0zM27 36H73V64H27zM78 36H100V64H78zM0 69H47V97H0zM52 69H100V97H52z" fill="#b5654c"/>
<path d="M0 3H47V8H0zM52 3H100V8H52zM0 36H22V41H0zM27 36H73V41H27zM78 36H100V41H78zM0 69H47V74H0zM52 69H100V74H52z" fill="#d58b6f"/>
<path d="M0 26H47V31H0zM52 26H100V31H52zM0 59H22V64H0zM27 59H73V64H27zM78 59H100V64H78zM0 92H47V97H0zM52 92H100V97H52z" fill="#8f4a38"/>"##,
);

pub const GOAL: Sprite = Sprite::new(
    "goal",
    r##"<circle cx="50" cy="50" r="35" fill="none" stroke="#d0404f" stroke-width="7"/>
<circle cx="50" cy="50" r="13" fill="#d0404f"/>"##,
);

pub const PIT: Sprite = Sprite::new(
    "pit",
    r##"<rect x="3" y="3" width="94" height="94" rx="14" fill="#6b5b4d"/>
<rect x="9" y="9" width="82" height="82" rx="11" fill="#3b3029"/>
<path d="M9 22Q9 9 20 9H80Q91 9 91 22V30Q91 24 80 24H20Q9 24 9 30z" fill="#000" fill-opacity=".45"/>
<rect x="20" y="28" width="60" height="56" rx="8" fill="#15100d"/>"##,
);

/// Hole for a peg.
pub const HOLE: Sprite = Sprite::new(
    "hole",
    r##"<circle cx="50" cy="52" r="17" fill="#fff" fill-opacity=".35"/>
<circle cx="50" cy="50" r="17" fill="#2c2320"/>
<path d="M34 45a17 17 0 0 1 32 0a20 14 0 0 0 -32 0z" fill="#000" fill-opacity=".6"/>"##,
);

/// Slot for a tile.
pub const SLOT: Sprite = Sprite::new(
    "slot",
    r##"<rect x="10" y="10" width="80" height="80" rx="12" fill="#7f8898" fill-opacity=".14" stroke="#7f8898" stroke-width="4" stroke-dasharray="11 8"/>"##,
);

/// Exit.
pub const DOOR: Sprite = Sprite::new(
    "door",
    r##"<rect x="8" y="4" width="84" height="92" rx="6" fill="#1f7a4c"/>
<path d="M20 96V26Q20 15 31 15H69Q80 15 80 26V96z" fill="#dff5e6"/>
<path d="M50 34L72 60H58V84H42V60H28z" fill="#1f7a4c"/>"##,
);

/// Door that may be locked.
pub const GATE: Sprite = Sprite::new(
    "gate",
    r##"<rect x="12" y="4" width="76" height="92" rx="6" fill="#4a2d14"/>
<rect x="19" y="11" width="62" height="85" rx="3" fill="#9c6430"/>
<path d="M40 11V96M60 11V96" stroke="#6f4520" stroke-width="4"/>
<path d="M19 30H81M19 76H81" stroke="#3d4653" stroke-width="8"/>
<circle cx="68" cy="52" r="8" fill="#f2b824" stroke="#4a2d14" stroke-width="3"/>
<path d="M68 51V62" stroke="#4a2d14" stroke-width="5" stroke-linecap="round"/>"##,
);

/// Water, over the whole cell.
pub const WATER: Sprite = Sprite::new(
    "water",
    r##"<path d="M0 0H100V100H0z" fill="#2f7fc1"/>
<path d="M8 30q10 -12 21 0t21 0t21 0t21 0M8 56q10 -12 21 0t21 0t21 0t21 0M8 82q10 -12 21 0t21 0t21 0t21 0" fill="none" stroke="#bfe0f7" stroke-width="5" stroke-linecap="round"/>"##,
);

/// Grass, over the whole cell.
pub const GRASS: Sprite = Sprite::new(
    "grass",
    r##"<path d="M0 0H100V100H0z" fill="#79a854"/>
<path d="M18 40l5 -16l5 16M62 30l5 -16l5 16M36 78l5 -16l5 16M74 76l5 -16l5 16" fill="none" stroke="#42722c" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>"##,
);

/// Dark square of a chequered board, over the whole cell.
pub const SQUARE: Sprite = Sprite::new(
    "square",
    r##"<path d="M0 0H100V100H0z" fill="#7f8898" fill-opacity=".3"/>"##,
);

/// Footprints on a visited cell.
pub const FOOTPRINTS: Sprite = Sprite::new(
    "footprints",
    r##"<g fill="#7f8898"><ellipse cx="33" cy="55" rx="11" ry="19" transform="rotate(-8 33 55)"/><ellipse cx="36" cy="86" rx="8" ry="8"/><ellipse cx="66" cy="29" rx="11" ry="19" transform="rotate(8 66 29)"/><ellipse cx="63" cy="60" rx="8" ry="8"/></g>"##,
);
