//! Colours of boards, panels and pictures by purpose, light and dark.

use ecolor::Color32;

use crate::game::Tone;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToneColors {
    pub fill: Color32,
    /// Colour of glyphs; its contrast to `fill` is at least 4.5:1.
    pub ink: Color32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colors {
    pub canvas: Color32,
    /// Behind the cards of a page.
    pub page: Color32,
    pub panel: Color32,
    /// Raised parts of a panel: cards, the selected row.
    pub raised: Color32,
    /// Lines between panels and around cells.
    pub line: Color32,
    pub text: Color32,
    /// Less important text; still at least 4.5:1 on [`Colors::panel`].
    pub weak: Color32,
    /// Interactive elements: primary button, focus, selection.
    pub accent: Color32,
    /// Text on [`Colors::accent`].
    pub on_accent: Color32,
    /// Done, solved, right.
    pub good: Color32,
    /// Needs attention.
    pub warn: Color32,
    /// Failed, wrong.
    pub bad: Color32,
    /// Frame of the keyboard cursor.
    pub cursor: Color32,
    /// Frame of the selected rectangle.
    pub selection: Color32,
    /// Cells of the current step.
    pub step: Color32,
    /// The cursor's path.
    pub path: Color32,
    /// Cells read from a picture with low confidence.
    pub doubt: Color32,
}

/// Converts `0xrrggbb`.
pub const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const LIGHT: Colors = Colors {
    canvas: rgb(0xe9edf2),
    page: rgb(0xeef1f5),
    panel: rgb(0xffffff),
    raised: rgb(0xffffff),
    line: rgb(0xdde3ea),
    text: rgb(0x1c2430),
    weak: rgb(0x5c6675),
    accent: rgb(0x2463eb),
    on_accent: rgb(0xffffff),
    good: rgb(0x1a7340),
    warn: rgb(0x8a5300),
    bad: rgb(0xb3261e),
    cursor: rgb(0x111827),
    selection: rgb(0x2463eb),
    step: rgb(0xb02a7c),
    path: rgb(0x6b4bb8),
    doubt: rgb(0xc25e00),
};

const DARK: Colors = Colors {
    canvas: rgb(0x10141a),
    page: rgb(0x14181f),
    panel: rgb(0x1b2029),
    raised: rgb(0x242a36),
    line: rgb(0x2b323e),
    text: rgb(0xe6eaf0),
    weak: rgb(0x9aa6b6),
    accent: rgb(0x5b8cff),
    on_accent: rgb(0x0b1526),
    good: rgb(0x6ad08f),
    warn: rgb(0xf2b35a),
    bad: rgb(0xff8a80),
    cursor: rgb(0xf5f7fa),
    selection: rgb(0x5b8cff),
    step: rgb(0xff8fd0),
    path: rgb(0xb9a2ff),
    doubt: rgb(0xffb057),
};

/// Fills of [`Tone::Palette`], distinguishable with every common colour blindness (after Okabe and Ito); consecutive
/// ones also differ in lightness.
const PALETTE_LIGHT: [Color32; 8] = [
    rgb(0x8fcbf0), // sky
    rgb(0x0f7d61), // green
    rgb(0xf0a830), // orange
    rgb(0x6b4fa0), // purple
    rgb(0xe9acce), // pink
    rgb(0x0a64a4), // blue
    rgb(0xf0e442), // yellow
    rgb(0xb84a00), // vermilion
];

const PALETTE_DARK: [Color32; 8] = [
    rgb(0x7cc0ec),
    rgb(0x0d6f57),
    rgb(0xe29c20),
    rgb(0x6a4fa3),
    rgb(0xd99abf),
    rgb(0x0b5c96),
    rgb(0xe0d43c),
    rgb(0xa84400),
];

/// Actor on a block; the same in both themes, like the [sprites](super::markup).
pub const ROBOT: ToneColors = ToneColors {
    fill: rgb(0xeef1f6),
    ink: rgb(0x1b222d),
};

pub fn scheme(dark: bool) -> &'static Colors {
    if dark { &DARK } else { &LIGHT }
}

pub fn tone(tone: Tone, dark: bool) -> ToneColors {
    let fill = match (tone, dark) {
        (Tone::Empty, false) => rgb(0xffffff),
        (Tone::Empty, true) => rgb(0x1d232c),
        (Tone::Hole, _) => scheme(dark).canvas,
        (Tone::Wall, false) => rgb(0x4a5261),
        (Tone::Wall, true) => rgb(0x8a93a3),
        (Tone::Palette(index), false) => PALETTE_LIGHT[usize::from(index) % PALETTE_LIGHT.len()],
        (Tone::Palette(index), true) => PALETTE_DARK[usize::from(index) % PALETTE_DARK.len()],
        (Tone::Level(level), false) => mix(rgb(0x3c4454), rgb(0xffe27a), level),
        (Tone::Level(level), true) => mix(rgb(0x2a303b), rgb(0xffd75e), level),
        (Tone::Height(height), false) => mix(rgb(0xe6eaf1), rgb(0x8696b0), height),
        (Tone::Height(height), true) => mix(rgb(0x333b48), rgb(0x93a3bd), height),
    };
    let ink = ink_on(fill);
    ToneColors { fill, ink }
}

/// Returns black or white, whichever has more contrast on `fill`; one of them always reaches 4.5:1.
pub fn ink_on(fill: Color32) -> Color32 {
    let (black, white) = (Color32::BLACK, Color32::WHITE);
    match contrast(black, fill) >= contrast(white, fill) {
        true => black,
        false => white,
    }
}

/// Interpolates between two colours; `level` 255 gives `to`.
pub fn mix(from: Color32, to: Color32, level: u8) -> Color32 {
    from.lerp_to_gamma(to, f32::from(level) / 255.0)
}

/// Contrast of two opaque colours as defined by WCAG 2, from 1 to 21.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(color: Color32) -> f32 {
    let linear = |channel: u8| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.040_45 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tones() -> impl Iterator<Item = Tone> {
        [Tone::Empty, Tone::Hole, Tone::Wall]
            .into_iter()
            .chain((0..8).map(Tone::Palette))
            .chain((0..=255).map(Tone::Level))
            .chain((0..=255).map(Tone::Height))
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
        assert!((contrast(Color32::WHITE, Color32::WHITE) - 1.0).abs() < 0.01);
        // #767676 on white is the well-known limit for 4.5:1.
        assert!((contrast(rgb(0x767676), Color32::WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn glyphs_read_well_on_every_tone() {
        for dark in [false, true] {
            for tone in tones() {
                let ToneColors { fill, ink } = super::tone(tone, dark);
                let contrast = contrast(fill, ink);
                assert!(contrast >= 4.5, "{tone:?}, dark {dark}: {contrast}");
            }
        }
    }

    #[test]
    fn signs_on_the_board_stand_out_from_empty_cells() {
        for dark in [false, true] {
            let c = scheme(dark);
            let background = super::tone(Tone::Empty, dark).fill;
            for sign in [c.cursor, c.selection, c.step, c.path, c.doubt, c.bad] {
                assert!(contrast(sign, background) >= 3.0, "{sign:?}, dark {dark}");
            }
        }
    }

    #[test]
    fn palette_neighbours_differ_in_lightness() {
        for palette in [PALETTE_LIGHT, PALETTE_DARK] {
            for pair in palette.windows(2) {
                assert!(contrast(pair[0], pair[1]) >= 1.5, "{pair:?}");
            }
        }
    }
}
