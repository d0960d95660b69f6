//! Playback controls of a plan: play, step, jump, scrub, speed, repeat.

use egui::text::LayoutJob;
use egui::{Align, FontId, Label, Layout, Response, Role, Slider, TextFormat, Ui, WidgetInfo};

use crate::kit::answer;
use crate::kit::choice::ChoiceList as _;
use crate::kit::theme::{self, space, text};

use super::icons::{self, Icon};
use super::player::{Player, SPEEDS};

#[derive(Clone, Copy, Debug, Default)]
pub struct TimelineKeys<'a> {
    pub play: &'a str,
    pub back: &'a str,
    pub forward: &'a str,
    pub start: &'a str,
    pub end: &'a str,
}

/// Shows the controls of a loaded plan. Returns whether the user has used them.
pub fn timeline(ui: &mut Ui, player: &mut Player, keys: TimelineKeys<'_>) -> bool {
    let Some((at, len)) = player.progress() else {
        return false;
    };
    let mut touched = scrubber(ui, player, at, len);
    ui.add_space(space::TIGHT);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::TIGHT;
        touched |= transport(ui, player, at, len, keys);
        ui.add_space(space::SMALL);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let mut toggle = |ui: &mut Ui, icon, name: &str, tip: &str, on: bool| {
                let clicked = icons::button(ui, icon, name, tip, Some(on)).clicked();
                touched |= clicked;
                clicked != on
            };
            let (tip, on) = ("Show the cursor's path", player.show_path);
            player.show_path = toggle(ui, Icon::Path, "Cursor's path", tip, on);
            let (tip, on) = ("Repeat from the start", player.looping());
            player.set_looping(toggle(ui, Icon::Loop, "Repeat", tip, on));
            touched |= speed(ui, player);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                step_text(ui, player, at, len);
            });
        });
    });
    touched
}

fn step_text(ui: &mut Ui, player: &Player, at: usize, len: usize) {
    let colors = theme::colors(ui);
    let mut job = LayoutJob::default();
    let format = TextFormat::simple(theme::bold(text::BODY), colors.text);
    job.append(&format!("Step {at} of {len}"), 0.0, format);
    let description = at.checked_sub(1).and_then(|last| player.describe(last));
    let mut description = description.unwrap_or_else(|| "At the start".to_owned());
    // A single count equals the number of the step, so it is omitted.
    let counts = player.counts().all().to_vec();
    if at > 0 && counts.len() > 1 {
        description.push_str(&format!(" · {}", answer::counts(&counts)));
    }
    let format = TextFormat::simple(FontId::proportional(text::BODY), colors.weak);
    job.append(&description, space::MEDIUM, format);
    ui.add(Label::new(job).truncate());
}

fn scrubber(ui: &mut Ui, player: &mut Player, at: usize, len: usize) -> bool {
    let mut to = at;
    ui.spacing_mut().slider_width = ui.available_width();
    let slider = Slider::new(&mut to, 0..=len).show_value(false);
    let slider = ui.add(slider.trailing_fill(true));
    slider.widget_info(|| WidgetInfo::slider(ui.is_enabled(), at as f64, "Step of the plan"));
    if to != at {
        player.seek(to);
        if slider.dragged() {
            player.pause();
        }
    }
    let changed = to != at;
    step_tooltip(slider, player, len);
    changed
}

fn step_tooltip(slider: Response, player: &Player, len: usize) {
    let Some(pos) = slider.hover_pos() else {
        return;
    };
    let handle = slider.rect.height() / 2.5;
    let range = slider.rect.x_range().shrink(handle);
    let share = ((pos.x - range.min) / range.span().max(1.0)).clamp(0.0, 1.0);
    let index = (share * len as f32).round() as usize;
    let text = match index.checked_sub(1) {
        None => "Start".to_owned(),
        Some(last) => {
            let description = player.describe(last);
            description.map_or(String::new(), |text| format!("{index}. {text}"))
        }
    };
    slider.on_hover_text_at_pointer(text);
}

fn transport(
    ui: &mut Ui,
    player: &mut Player,
    at: usize,
    len: usize,
    keys: TimelineKeys<'_>,
) -> bool {
    let mut touched = false;
    let mut button = |ui: &mut Ui, enabled: bool, icon, name: &str, key: &str| {
        let tip = match key {
            "" => name.to_owned(),
            key => format!("{name} ({key})"),
        };
        let button = |ui: &mut Ui| icons::button(ui, icon, name, &tip, None).clicked();
        let clicked = ui.add_enabled_ui(enabled, button).inner;
        touched |= clicked;
        clicked
    };
    if button(ui, at > 0, Icon::Start, "Go to start", keys.start) {
        player.seek(0);
    }
    if button(ui, at > 0, Icon::Back, "Step back", keys.back) {
        player.step_back();
    }
    let (icon, name) = match player.is_playing() {
        true => (Icon::Pause, "Pause"),
        false => (Icon::Play, "Play"),
    };
    if button(ui, len > 0, icon, name, keys.play) {
        player.toggle();
    }
    if button(ui, at < len, Icon::Forward, "Step forward", keys.forward) {
        player.step_forward();
    }
    if button(ui, at < len, Icon::End, "Go to end", keys.end) {
        player.pause();
        player.seek(len);
    }
    touched
}

fn speed(ui: &mut Ui, player: &mut Player) -> bool {
    let now = player.speed();
    let mut chosen = now;
    let combo = egui::ComboBox::from_id_salt("speed")
        .width(64.0)
        .selected_text(speed_text(now))
        .show_ui(ui, |ui| {
            for speed in SPEEDS {
                ui.choice_value(&mut chosen, speed, speed_text(speed));
            }
        });
    let label = format!("Speed, {}", speed_text(now));
    let combo = combo.response.on_hover_text("Speed");
    combo.widget_info(|| WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), &label));
    if chosen != now {
        player.set_speed(chosen);
    }
    chosen != now
}

fn speed_text(speed: f32) -> String {
    format!("{speed}×")
}
