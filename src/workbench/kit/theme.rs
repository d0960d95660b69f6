//! Design tokens: all sizes and colours of the workbench. No other file holds a literal colour.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Shadow,
    Stroke, Style, TextStyle, Theme, Ui, Visuals, vec2,
};

use planwright_export::drawing::palette::rgb;
pub use planwright_export::drawing::palette::{
    Colors, ROBOT, ToneColors, contrast, ink_on, mix, scheme, tone,
};

pub mod space {
    pub const TIGHT: f32 = 4.0;
    pub const SMALL: f32 = 8.0;
    pub const MEDIUM: f32 = 12.0;
    /// Around dialogs and empty states.
    pub const LARGE: f32 = 16.0;
    /// Between the sections of a page.
    pub const HUGE: f32 = 24.0;
    /// Inner margin of panels, in whole points as frames require.
    pub const PANEL: i8 = 12;
}

pub mod text {
    pub const SMALL: f32 = 12.0;
    pub const BODY: f32 = 13.5;
    /// Names of levels and answers.
    pub const TITLE: f32 = 15.0;
    /// Dialog titles and empty states.
    pub const HEADING: f32 = 18.0;
    /// Solver results and the start page's headline.
    pub const DISPLAY: f32 = 26.0;
}

/// Seconds of an animation of the interface.
pub const ANIMATION: f32 = 0.12;
/// Radius of buttons and fields, in points.
pub const CORNER: u8 = 8;
/// Radius of cards, windows and menus, in points.
pub const CARD_CORNER: u8 = 10;
const BOLD: &str = "bold";

/// Colours of the theme in use.
pub fn colors(ui: &Ui) -> &'static Colors {
    scheme(ui.visuals().dark_mode)
}

/// Installs fonts and both styles. [`Context::set_theme`] chooses between them.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    ctx.set_style_of(Theme::Light, style(false));
    ctx.set_style_of(Theme::Dark, style(true));
    // Zooming is a command of the workbench.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    ctx.on_begin_pass("a press may last", Arc::new(|ui| allow_long_press(ui)));
}

/// Removes egui's limit of 0.8 s for a click, since users hold the button while thinking and frames may be late. With
/// touch input, which may begin in any frame, the limit stays, because a longer press opens the context menu.
fn allow_long_press(ctx: &Context) {
    let limit = match ctx.input(egui::InputState::any_touches) {
        true => egui::InputOptions::default().max_click_duration,
        false => f64::INFINITY,
    };
    ctx.options_mut(|options| options.input_options.max_click_duration = limit);
}

/// Noto Sans, with egui's bundled fonts for signs that it lacks (arrows, triangles, check marks).
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let bundled = |bytes| Arc::new(FontData::from_static(bytes));
    for (name, bytes) in [
        ("regular", notosans::REGULAR_TTF),
        (BOLD, notosans::BOLD_TTF),
    ] {
        fonts.font_data.insert(name.to_owned(), bundled(bytes));
    }
    let mono = fonts.families.get(&FontFamily::Monospace).cloned();
    if let Some(text) = fonts.families.get_mut(&FontFamily::Proportional) {
        for name in mono.unwrap_or_default() {
            if !text.contains(&name) {
                text.push(name);
            }
        }
        let fallback = text.clone();
        text.insert(0, "regular".to_owned());
        let bold = std::iter::once(BOLD.to_owned()).chain(fallback).collect();
        fonts.families.insert(bold_family(), bold);
    }
    fonts
}

fn style(dark: bool) -> Style {
    let colors = scheme(dark);
    let mut style = Style {
        text_styles: text_styles(),
        visuals: visuals(dark, colors),
        animation_time: ANIMATION,
        compact_menu_style: true,
        ..Style::default()
    };
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(space::SMALL, space::SMALL);
    spacing.button_padding = vec2(space::MEDIUM, space::TIGHT);
    spacing.interact_size = vec2(32.0, 28.0);
    spacing.menu_margin = Margin::same(space::SMALL as i8);
    spacing.window_margin = Margin::same(space::LARGE as i8);
    // A clipped line indicates well enough that there is more.
    spacing.scroll.fade.strength = 0.0;
    // Scroll bars lie next to the content, not over it, also when they widen under the pointer.
    spacing.scroll.floating_allocated_width = spacing.scroll.bar_width + 2.0;
    spacing.combo_height = 320.0;
    spacing.tooltip_width = 340.0;
    spacing.icon_width = 16.0;
    style.interaction.tooltip_delay = 0.4;
    style.interaction.selectable_labels = false;
    style
}

fn text_styles() -> BTreeMap<TextStyle, FontId> {
    BTreeMap::from([
        (TextStyle::Small, FontId::proportional(text::SMALL)),
        (TextStyle::Body, FontId::proportional(text::BODY)),
        (TextStyle::Button, FontId::proportional(text::BODY)),
        (TextStyle::Heading, bold(text::HEADING)),
        (TextStyle::Monospace, FontId::monospace(text::BODY - 1.0)),
        (title_style(), bold(text::TITLE)),
        (section_style(), bold(text::SMALL)),
        (display_style(), bold(text::DISPLAY)),
    ])
}

fn bold_family() -> FontFamily {
    FontFamily::Name(BOLD.into())
}

/// The bold font at a size in points.
pub fn bold(size: f32) -> FontId {
    FontId::new(size, bold_family())
}

pub fn title_style() -> TextStyle {
    TextStyle::Name("title".into())
}

pub fn section_style() -> TextStyle {
    TextStyle::Name("section".into())
}

pub fn display_style() -> TextStyle {
    TextStyle::Name("display".into())
}

fn visuals(dark: bool, colors: &Colors) -> Visuals {
    let theme = if dark { Theme::Dark } else { Theme::Light };
    let mut visuals = theme.default_visuals();
    let radius = CornerRadius::same(CORNER);
    // The third argument is the share of the text's colour, out of 255.
    let soft = mix(colors.panel, colors.text, 22);
    let hover = mix(colors.panel, colors.text, 38);
    let press = mix(colors.panel, colors.text, 56);

    visuals.panel_fill = colors.panel;
    visuals.window_fill = colors.panel;
    visuals.window_stroke = Stroke::new(1.0, colors.line);
    visuals.window_corner_radius = CornerRadius::same(CARD_CORNER);
    visuals.menu_corner_radius = CornerRadius::same(CARD_CORNER);
    visuals.extreme_bg_color = colors.page;
    // In the light theme grey fields would look disabled.
    visuals.text_edit_bg_color = (!dark).then_some(colors.panel);
    visuals.faint_bg_color = mix(colors.panel, colors.text, 8);
    visuals.code_bg_color = mix(colors.panel, colors.text, 18);
    visuals.hyperlink_color = colors.accent;
    visuals.warn_fg_color = colors.warn;
    visuals.error_fg_color = colors.bad;
    visuals.weak_text_color = Some(colors.weak);
    visuals.selection.bg_fill = if dark { rgb(0x25365a) } else { rgb(0xe2ebfd) };
    visuals.selection.stroke = Stroke::new(1.0, if dark { rgb(0xe8f0ff) } else { rgb(0x123a8c) });
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
    widgets.inactive.weak_bg_fill = if dark { soft } else { colors.panel };
    widgets.inactive.bg_fill = mix(colors.panel, colors.text, 14);
    // Fields, boxes and buttons have an outline: their fill alone has too little contrast for some users.
    widgets.inactive.bg_stroke = Stroke::new(1.0, mix(colors.line, colors.text, 40));
    widgets.hovered.weak_bg_fill = hover;
    widgets.hovered.bg_fill = press;
    widgets.hovered.bg_stroke = Stroke::new(1.0, colors.weak);
    widgets.active.weak_bg_fill = press;
    widgets.active.bg_fill = press;
    // Also used for the focus frame, which must be visible.
    widgets.active.bg_stroke = Stroke::new(2.0, colors.accent);
    widgets.open.weak_bg_fill = hover;
    widgets.open.bg_fill = soft;
    widgets.open.bg_stroke = Stroke::new(1.0, colors.line);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selected_text_has_enough_contrast() {
        for dark in [false, true] {
            let selection = visuals(dark, scheme(dark)).selection;
            assert!(contrast(selection.stroke.color, selection.bg_fill) >= 4.5);
        }
    }
}
