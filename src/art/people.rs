//! Actors on a board.

use planwright_game::Sprite;

/// Robot from above, facing up.
pub const ROBOT: Sprite = Sprite::new(
    "robot",
    r##"<rect x="10" y="30" width="16" height="50" rx="6" fill="#2b3340"/>
<rect x="74" y="30" width="16" height="50" rx="6" fill="#2b3340"/>
<path d="M12 40H24M12 50H24M12 60H24M12 70H24M76 40H88M76 50H88M76 60H88M76 70H88" stroke="#6b7686" stroke-width="3"/>
<rect x="21" y="20" width="58" height="66" rx="16" fill="#eef1f6" stroke="#1b222d" stroke-width="4"/>
<path d="M28 38Q28 26 40 26H60Q72 26 72 38V45Q60 51 50 51T28 45z" fill="#1b222d"/>
<circle cx="40" cy="37" r="6" fill="#5fd0ff"/>
<circle cx="60" cy="37" r="6" fill="#5fd0ff"/>
<path d="M50 2L62 18H38z" fill="#f07f2e" stroke="#1b222d" stroke-width="3" stroke-linejoin="round"/>
<rect x="37" y="59" width="26" height="17" rx="5" fill="#f07f2e" stroke="#1b222d" stroke-width="3"/>"##,
);

/// Warehouse keeper, from the front.
pub const KEEPER: Sprite = Sprite::new(
    "keeper",
    r##"<ellipse cx="50" cy="91" rx="28" ry="6" fill="#000" fill-opacity=".25"/>
<path d="M38 70H62V90H53V78H47V90H38z" fill="#33405c"/>
<path d="M24 50Q24 44 34 44H66Q76 44 76 50V70Q76 75 71 75H68V56H66V76H34V56H32V75H29Q24 75 24 70z" fill="#2f6fd0" stroke="#17386f" stroke-width="3" stroke-linejoin="round"/>
<circle cx="50" cy="30" r="18" fill="#f3c79b" stroke="#7a4a22" stroke-width="3"/>
<path d="M30 27Q32 9 50 9T70 27L75 29Q76 32 72 32H28Q24 32 25 29z" fill="#e0a020" stroke="#7a5410" stroke-width="3" stroke-linejoin="round"/>
<circle cx="43" cy="37" r="3" fill="#3a2412"/>
<circle cx="57" cy="37" r="3" fill="#3a2412"/>"##,
);

pub const MONSTER: Sprite = Sprite::new(
    "monster",
    r##"<path d="M18 88V48a32 34 0 0 1 64 0V88L71 78L60 88L50 78L40 88L29 78z" fill="#8a3fa6" stroke="#45185a" stroke-width="4" stroke-linejoin="round"/>
<circle cx="38" cy="46" r="10" fill="#fff"/>
<circle cx="62" cy="46" r="10" fill="#fff"/>
<circle cx="40" cy="48" r="5" fill="#1b0a24"/>
<circle cx="64" cy="48" r="5" fill="#1b0a24"/>"##,
);
