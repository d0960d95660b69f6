use crate::game::Sprite;

/// The print of a stamp, with space for its number.
pub const STAMP: Sprite = Sprite::new(
    "logo stamp",
    r##"<rect x="6" y="6" width="88" height="88" rx="10" fill="{fill}" stroke="#000" stroke-opacity=".4" stroke-width="3"/>
<rect x="14" y="14" width="72" height="72" rx="5" fill="none" stroke="{ink}" stroke-opacity=".55" stroke-width="3" stroke-dasharray="7 5"/>"##,
);
