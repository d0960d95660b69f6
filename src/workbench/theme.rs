//! Design tokens: every size and colour of the workbench has its name here.
//!
//! Panels and widgets ask [`colors`] and the constants; no other file holds a literal colour.

use std::collections::BTreeMap;

use egui::{
    Color32, Context, CornerRadius, FontDefinitions, FontFamily, FontId, Margin, Shadow, Stroke,
    Style, TextStyle, Theme, Ui, Visuals, vec2,
};

use crate::game::Tone;

/// Distances in points.
pub mod space {
    /// Between things that belong together.
    pub const TIGHT: f32 = 4.0;
    /// Between controls.
    pub const SMALL: f32 = 8.0;
    /// Between groups.
    pub const MEDIUM: f32 = 12.0;
    /// Around dialogs and empty states.
    pub const LARGE: f32 = 20.0;
    /// Inner margin of panels, in whole points as frames take it.
    pub const PANEL: i8 = 10;
}

/// Type sizes in points.
pub mod text {
    /// Captions and units.
    pub const SMALL: f32 = 12.0;
    /// All else.
    pub const BODY: f32 = 14.0;
    /// Panel titles.
    pub const TITLE: f32 = 15.0;
    /// Dialog titles and empty states.
    pub const HEADING: f32 = 19.0;
}

/// Radius of buttons and fields, in points.
pub const CORNER: u8 = 5;

/// How a cell of some [`Tone`] is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToneColors {
    /// The ground.
    pub fill: Color32,
    /// Glyphs on the ground; contrast at least 4.5:1.
    pub ink: Color32,
}

/// Colours by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colors {
    /// Behind the board.
    pub canvas: Color32,
    /// Panels.
    pub panel: Color32,
    /// Raised parts of a panel: cards, the selected row.
    pub raised: Color32,
    /// Lines between panels and around cells.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Text of lesser weight; still at least 4.5:1 on [`Colors::panel`].
    pub weak: Color32,
    /// The one colour that says "this is what you can do": primary button, focus, selection.
    pub accent: Color32,
    /// Text on [`Colors::accent`].
    pub on_accent: Color32,
    /// Done, solved, right.
    pub good: Color32,
    /// Look here before you go on.
    pub warn: Color32,
    /// Failed, wrong.
    pub bad: Color32,
    /// The keyboard cursor's frame.
    pub cursor: Color32,
    /// The selected rectangle's frame.
    pub selection: Color32,
    /// Cells of the step being taken.
    pub step: Color32,
    /// The cursor's path.
    pub path: Color32,
    /// Cells read from a picture without enough confidence.
    pub doubt: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const LIGHT: Colors = Colors {
    canvas: rgb(0xe9ecf1),
    panel: rgb(0xf8f9fb),
    raised: rgb(0xffffff),
    line: rgb(0xcdd3dc),
    text: rgb(0x1c2330),
    weak: rgb(0x596273),
    accent: rgb(0x1f5fbf),
    on_accent: rgb(0xffffff),
    good: rgb(0x1a7340),
    warn: rgb(0x8a5300),
    bad: rgb(0xb3261e),
    cursor: rgb(0x111827),
    selection: rgb(0x1f5fbf),
    step: rgb(0xb02a7c),
    path: rgb(0x6b4bb8),
    doubt: rgb(0xc25e00),
};

const DARK: Colors = Colors {
    canvas: rgb(0x14171d),
    panel: rgb(0x1d2129),
    raised: rgb(0x272c36),
    line: rgb(0x3a414e),
    text: rgb(0xe6e9ef),
    weak: rgb(0xa3adbd),
    accent: rgb(0x6ea8ff),
    on_accent: rgb(0x0b1526),
    good: rgb(0x6ad08f),
    warn: rgb(0xf2b35a),
    bad: rgb(0xff8a80),
    cursor: rgb(0xf5f7fa),
    selection: rgb(0x6ea8ff),
    step: rgb(0xff8fd0),
    path: rgb(0xb9a2ff),
    doubt: rgb(0xffb057),
};

/// Grounds of [`Tone::Palette`], told apart with every common kind of colour blindness (after
/// Okabe and Ito); neighbours in the row differ in lightness, too.
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

/// The colours of a theme.
pub fn of(dark: bool) -> &'static Colors {
    if dark { &DARK } else { &LIGHT }
}

/// The colours to use in `ui`.
pub fn colors(ui: &Ui) -> &'static Colors {
    of(ui.visuals().dark_mode)
}

/// Ground and ink of a cell with this tone.
pub fn tone(tone: Tone, dark: bool) -> ToneColors {
    let fill = match (tone, dark) {
        (Tone::Empty, false) => rgb(0xffffff),
        (Tone::Empty, true) => rgb(0x2a303b),
        (Tone::Hole, _) => of(dark).canvas,
        (Tone::Wall, false) => rgb(0x4a5261),
        (Tone::Wall, true) => rgb(0x8a93a3),
        (Tone::Palette(index), false) => PALETTE_LIGHT[usize::from(index) % PALETTE_LIGHT.len()],
        (Tone::Palette(index), true) => PALETTE_DARK[usize::from(index) % PALETTE_DARK.len()],
        (Tone::Level(level), false) => mix(rgb(0x3c4454), rgb(0xffe27a), level),
        (Tone::Level(level), true) => mix(rgb(0x2a303b), rgb(0xffd75e), level),
    };
    ToneColors {
        fill,
        ink: ink_on(fill),
    }
}

/// Black or white, whichever reads better on `fill`; one of them always reaches 4.5:1.
pub fn ink_on(fill: Color32) -> Color32 {
    let (black, white) = (Color32::BLACK, Color32::WHITE);
    if contrast(black, fill) >= contrast(white, fill) {
        black
    } else {
        white
    }
}

fn mix(from: Color32, to: Color32, level: u8) -> Color32 {
    from.lerp_to_gamma(to, f32::from(level) / 255.0)
}

/// Contrast of two opaque colours as WCAG 2 defines it, 1 to 21.
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

/// Sets fonts and both styles. Which one is used is [`Context::set_theme`]'s matter.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    ctx.set_style_of(Theme::Light, style(false));
    ctx.set_style_of(Theme::Dark, style(true));
    // Zooming is a command of ours, with an entry in the menu.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// The bundled fonts, with the monospace one as fallback for signs that the text font lacks
/// (arrows, triangles, check marks).
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let mono = fonts
        .families
        .get(&FontFamily::Monospace)
        .cloned()
        .unwrap_or_default();
    if let Some(text) = fonts.families.get_mut(&FontFamily::Proportional) {
        for name in mono {
            if !text.contains(&name) {
                text.push(name);
            }
        }
    }
    fonts
}

fn style(dark: bool) -> Style {
    let colors = of(dark);
    let mut style = Style {
        text_styles: text_styles(),
        visuals: visuals(dark, colors),
        animation_time: 0.12,
        compact_menu_style: true,
        ..Style::default()
    };
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(space::SMALL, 6.0);
    spacing.button_padding = vec2(10.0, 4.0);
    spacing.interact_size = vec2(32.0, 26.0);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(14);
    spacing.combo_height = 320.0;
    spacing.tooltip_width = 340.0;
    spacing.icon_width = 16.0;
    style.interaction.tooltip_delay = 0.4;
    style.interaction.selectable_labels = false;
    style
}

fn text_styles() -> BTreeMap<TextStyle, FontId> {
    use FontFamily::{Monospace, Proportional};
    BTreeMap::from([
        (TextStyle::Small, FontId::new(text::SMALL, Proportional)),
        (TextStyle::Body, FontId::new(text::BODY, Proportional)),
        (TextStyle::Button, FontId::new(text::BODY, Proportional)),
        (TextStyle::Heading, FontId::new(text::HEADING, Proportional)),
        (
            TextStyle::Monospace,
            FontId::new(text::BODY - 1.0, Monospace),
        ),
        (title_style(), FontId::new(text::TITLE, Proportional)),
    ])
}

/// Text style of panel titles.
pub fn title_style() -> TextStyle {
    TextStyle::Name("title".into())
}

fn visuals(dark: bool, colors: &Colors) -> Visuals {
    let mut visuals = if dark {
        Visuals::dark()
    } else {
        Visuals::light()
    };
    let radius = CornerRadius::same(CORNER);
    let soft = mix(colors.panel, colors.text, 22);
    let hover = mix(colors.panel, colors.text, 38);
    let press = mix(colors.panel, colors.text, 56);

    visuals.panel_fill = colors.panel;
    visuals.window_fill = colors.panel;
    visuals.window_stroke = Stroke::new(1.0, colors.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = if dark { rgb(0x12151a) } else { rgb(0xffffff) };
    visuals.faint_bg_color = mix(colors.panel, colors.text, 8);
    visuals.code_bg_color = mix(colors.panel, colors.text, 18);
    visuals.hyperlink_color = colors.accent;
    visuals.warn_fg_color = colors.warn;
    visuals.error_fg_color = colors.bad;
    visuals.weak_text_color = Some(colors.weak);
    visuals.selection.bg_fill = if dark { rgb(0x2c4a78) } else { rgb(0xcfe0fa) };
    visuals.selection.stroke = Stroke::new(1.0, if dark { rgb(0xe8f0ff) } else { rgb(0x0d2f66) });
    visuals.slider_trailing_fill = true;
    let shadow = Shadow {
        offset: [0, 6],
        blur: 18,
        spread: 0,
        color: Color32::from_black_alpha(if dark { 120 } else { 40 }),
    };
    visuals.window_shadow = shadow;
    visuals.popup_shadow = shadow;

    let widgets = &mut visuals.widgets;
    for widget in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        widget.corner_radius = radius;
        widget.expansion = 0.0;
        widget.fg_stroke = Stroke::new(1.0, colors.text);
    }
    widgets.noninteractive.bg_fill = colors.panel;
    widgets.noninteractive.weak_bg_fill = colors.panel;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, colors.line);
    widgets.inactive.weak_bg_fill = soft;
    widgets.inactive.bg_fill = mix(colors.panel, colors.text, 14);
    // Fields, boxes and buttons have an edge of their own; ground alone is too faint for some.
    widgets.inactive.bg_stroke = Stroke::new(1.0, mix(colors.line, colors.text, 40));
    widgets.hovered.weak_bg_fill = hover;
    widgets.hovered.bg_fill = press;
    widgets.hovered.bg_stroke = Stroke::new(1.0, colors.weak);
    widgets.active.weak_bg_fill = press;
    widgets.active.bg_fill = press;
    // Also the frame of whatever has the keyboard focus, so it has to be seen.
    widgets.active.bg_stroke = Stroke::new(2.0, colors.accent);
    widgets.open.weak_bg_fill = hover;
    widgets.open.bg_fill = soft;
    widgets.open.bg_stroke = Stroke::new(1.0, colors.line);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tones() -> impl Iterator<Item = Tone> {
        [Tone::Empty, Tone::Hole, Tone::Wall]
            .into_iter()
            .chain((0..8).map(Tone::Palette))
            .chain((0..=255).map(Tone::Level))
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
        assert!((contrast(Color32::WHITE, Color32::WHITE) - 1.0).abs() < 0.01);
        // #767676 on white is the well-known edge of 4.5:1.
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
    fn text_reads_well_on_every_ground() {
        for dark in [false, true] {
            let c = of(dark);
            for (name, ink) in [
                ("text", c.text),
                ("weak", c.weak),
                ("good", c.good),
                ("warn", c.warn),
                ("bad", c.bad),
                ("accent", c.accent),
            ] {
                for (ground_name, ground) in [("panel", c.panel), ("raised", c.raised)] {
                    let contrast = contrast(ink, ground);
                    assert!(
                        contrast >= 4.5,
                        "{name} on {ground_name}, dark {dark}: {contrast}"
                    );
                }
            }
            assert!(contrast(c.on_accent, c.accent) >= 4.5, "dark {dark}");
            let selection = visuals(dark, c).selection;
            assert!(contrast(selection.stroke.color, selection.bg_fill) >= 4.5);
        }
    }

    #[test]
    fn signs_on_the_board_stand_out_from_empty_cells() {
        for dark in [false, true] {
            let c = of(dark);
            let ground = super::tone(Tone::Empty, dark).fill;
            for sign in [c.cursor, c.selection, c.step, c.path, c.doubt, c.bad] {
                assert!(contrast(sign, ground) >= 3.0, "{sign:?}, dark {dark}");
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
