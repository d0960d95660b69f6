//! The controls of a plan: play, step, jump, scrub, speed, repeat.

use egui::{Align, Layout, Response, Role, Slider, Ui, WidgetInfo, vec2};

use crate::kit::answer;
use crate::kit::choice::Choices as _;
use crate::kit::spot;
use crate::kit::theme::{self, space};

use super::icons::{self, Icon};
use super::player::{Player, SPEEDS};

/// Keys named in the tooltips, as the owner's table of commands has them.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimelineKeys<'a> {
    /// Play or pause.
    pub play: &'a str,
    /// One move back.
    pub back: &'a str,
    /// One move on.
    pub forward: &'a str,
    /// To the start.
    pub start: &'a str,
    /// To the end.
    pub end: &'a str,
}

/// Shows the controls of a loaded plan. Returns whether the person did something with them.
pub fn timeline(ui: &mut Ui, player: &mut Player, keys: TimelineKeys<'_>) -> bool {
    let Some((at, len)) = player.place() else {
        return false;
    };
    let mut touched = scrubber(ui, player, at, len);
    ui.add_space(space::TIGHT);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::TIGHT;
        touched |= transport(ui, player, at, len, keys);
        ui.add_space(space::SMALL);
        step_text(ui, at, len);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let tip = "Draw where the cursor went";
            if icons::button(ui, Icon::Path, "Cursor's path", tip, Some(player.show_path)).clicked()
            {
                player.show_path = !player.show_path;
                touched = true;
            }
            let looping = player.looping();
            let tip = "Start again at the end";
            if icons::button(ui, Icon::Loop, "Repeat", tip, Some(looping)).clicked() {
                player.set_looping(!looping);
                touched = true;
            }
            touched |= speed(ui, player);
        });
    });
    ui.add_space(space::TIGHT);
    let last = at.checked_sub(1);
    let text = match last {
        None => "At the start".to_owned(),
        Some(last) => {
            let told = player.tell(last).unwrap_or_default();
            // Where all steps count alike, their number says it.
            match player.counts().all() {
                [] | [_] => told,
                counts => format!("{told} · {}", answer::counts(counts)),
            }
        }
    };
    let reason = last.and_then(|last| player.reason(last));
    let weak = theme::colors(ui).weak;
    match reason {
        None => {
            ui.add(egui::Label::new(egui::RichText::new(text).color(weak)).truncate());
        }
        Some(reason) => {
            let text = format!("{text} – {}. {}", reason.technique, reason.text);
            egui::ScrollArea::vertical()
                .id_salt("reason")
                .show(ui, |ui| {
                    ui.set_min_width(ui.available_width());
                    ui.add(egui::Label::new(egui::RichText::new(text).color(weak)).wrap());
                });
        }
    }
    touched
}

/// Width of what stands at the right end of the row: speed, repeat and path.
const AT_THE_END: f32 = 100.0 + 2.0 * (icons::BUTTON.x + space::TIGHT);

/// Which step it is, in few signs where there is little room.
fn step_text(ui: &mut Ui, at: usize, len: usize) {
    let digits = len.to_string().len();
    // Room for the longest text, so that nothing beside it moves.
    let [long, short] = [9, 1].map(|letters| 7.6 * (letters + 2 * digits) as f32);
    let room = ui.available_width() - AT_THE_END;
    let (text, width) = if long <= room {
        (format!("Step {at} of {len}"), long)
    } else if short <= room {
        (format!("{at}/{len}"), short)
    } else {
        return;
    };
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, icons::BUTTON.y), egui::Sense::hover());
    response.on_hover_text(format!("Step {at} of {len}"));
    let builder = egui::UiBuilder::new()
        .max_rect(rect)
        .layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder, |ui| ui.add(egui::Label::new(text).truncate()));
}

fn scrubber(ui: &mut Ui, player: &mut Player, at: usize, len: usize) -> bool {
    let mut to = at;
    ui.spacing_mut().slider_width = ui.available_width();
    let slider = ui.add(
        Slider::new(&mut to, 0..=len)
            .show_value(false)
            .trailing_fill(true),
    );
    slider.widget_info(|| WidgetInfo::slider(ui.is_enabled(), at as f64, "Step of the plan"));
    if to != at {
        player.seek(to);
        if slider.dragged() {
            // The hand is on it now.
            player.pause();
        }
    }
    let changed = to != at;
    tell_step(slider, player, len);
    changed
}

/// What the step under the pointer is.
fn tell_step(slider: Response, player: &Player, len: usize) {
    let Some(pos) = slider.hover_pos() else {
        return;
    };
    let handle = slider.rect.height() / 2.5;
    let range = slider.rect.x_range().shrink(handle);
    let part = ((pos.x - range.min) / range.span().max(1.0)).clamp(0.0, 1.0);
    let index = (part * len as f32).round() as usize;
    let text = match index.checked_sub(1) {
        None => "Start".to_owned(),
        Some(last) => {
            let told = player.tell(last);
            told.map_or(String::new(), |text| format!("{index}. {text}"))
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
    let with = |tip: &str, key: &str| match key {
        "" => tip.to_owned(),
        key => format!("{tip} ({key})"),
    };
    let mut touched = false;
    let mut button = |ui: &mut Ui, possible: bool, icon, name: &str, key: &str| {
        let tip = with(name, key);
        let response = ui
            .add_enabled_ui(possible, |ui| icons::button(ui, icon, name, &tip, None))
            .inner;
        touched |= response.clicked();
        if icon == Icon::Play {
            spot::note(ui.ctx(), spot::WATCH, response.rect);
        }
        response.clicked()
    };
    if button(ui, at > 0, Icon::Start, "Go to start", keys.start) {
        player.seek(0);
    }
    if button(ui, at > 0, Icon::Back, "Step back", keys.back) {
        player.step_back();
    }
    let (icon, name) = if player.is_playing() {
        (Icon::Pause, "Pause")
    } else {
        (Icon::Play, "Play")
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
        .selected_text(name(now))
        .show_ui(ui, |ui| {
            for speed in SPEEDS {
                ui.choice_value(&mut chosen, speed, name(speed));
            }
        });
    let said = format!("Speed, {}", name(now));
    combo
        .response
        .widget_info(|| WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), &said));
    combo.response.on_hover_text("Speed");
    if chosen != now {
        player.set_speed(chosen);
    }
    chosen != now
}

fn name(speed: f32) -> String {
    format!("{speed}×")
}
