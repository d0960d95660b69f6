//! Chess pieces in the colour of their cell's tone.

use planwright_game::Sprite;

pub const QUEEN: Sprite = Sprite::new(
    "queen",
    r##"<g fill="{fill}" stroke="{ink}" stroke-width="5" stroke-linejoin="round"><path d="M24 74L14 30L34 52L36 22L50 48L64 22L66 52L86 30L76 74z"/><rect x="20" y="74" width="60" height="14" rx="5"/><circle cx="14" cy="27" r="6"/><circle cx="36" cy="18" r="6"/><circle cx="64" cy="18" r="6"/><circle cx="86" cy="27" r="6"/></g>"##,
);

pub const KING: Sprite = Sprite::new(
    "king",
    r##"<g fill="{fill}" stroke="{ink}" stroke-width="5" stroke-linejoin="round"><path d="M50 32Q54 22 50 16Q46 22 50 32M50 6V22M41 13H59" fill="none" stroke-width="6"/><path d="M28 74Q8 56 18 42Q30 30 50 50Q70 30 82 42Q92 56 72 74z"/><path d="M50 50V72"/><rect x="22" y="74" width="56" height="14" rx="5"/></g>"##,
);

pub const ROOK: Sprite = Sprite::new(
    "rook",
    r##"<g fill="{fill}" stroke="{ink}" stroke-width="5" stroke-linejoin="round"><path d="M22 14H35V24H43V14H57V24H65V14H78V36L68 42V72H32V42L22 36z"/><rect x="20" y="72" width="60" height="16" rx="4"/></g>"##,
);

pub const BISHOP: Sprite = Sprite::new(
    "bishop",
    r##"<g fill="{fill}" stroke="{ink}" stroke-width="5" stroke-linejoin="round"><circle cx="50" cy="14" r="7"/><path d="M50 22Q74 40 64 60L70 74H30L36 60Q26 40 50 22z"/><path d="M50 34V52M42 43H58"/><rect x="20" y="74" width="60" height="14" rx="6"/></g>"##,
);

pub const KNIGHT: Sprite = Sprite::new(
    "knight",
    r##"<g fill="{fill}" stroke="{ink}" stroke-width="5" stroke-linejoin="round"><path d="M32 76Q30 56 48 46Q36 50 26 58L16 50Q22 34 36 24L38 10L48 20Q82 22 76 76z"/><circle cx="40" cy="32" r="3" fill="{ink}"/><rect x="22" y="76" width="58" height="12" rx="5"/></g>"##,
);

pub const PAWN: Sprite = Sprite::new(
    "pawn",
    r##"<g fill="{fill}" stroke="{ink}" stroke-width="5" stroke-linejoin="round"><circle cx="50" cy="30" r="16"/><path d="M40 46H60L68 76H32z"/><rect x="24" y="74" width="52" height="14" rx="6"/></g>"##,
);
