//! Playback controls of a plan: play, step, jump, scrub, speed, repeat, and the list of its steps.

use egui::text::LayoutJob;
use egui::{
    Align, Align2, EventFilter, FontId, Key, Label, Layout, Rect, Response, Role, ScrollArea,
    Sense, Slider, Stroke, StrokeKind, TextFormat, Ui, WidgetInfo, pos2, vec2,
};

use super::icons::{self, Icon};
use super::player::{Player, SPEEDS};
use crate::kit::answer;
use crate::kit::fields;
use crate::kit::theme::{self, space, text};

/// Keys of the controls, for their tooltips; empty if there is none.
#[derive(Clone, Debug, Default)]
pub struct TimelineKeys {
    pub play: String,
    pub back: String,
    pub forward: String,
    pub start: String,
    pub end: String,
}

/// Shows the controls of a loaded plan. Returns whether the user has used them.
pub fn timeline(ui: &mut Ui, player: &mut Player, keys: &TimelineKeys) -> bool {
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
            let mut toggle = |ui: &mut Ui, icon, name: &str, tip: &str, on: &mut bool| {
                if icons::button(ui, icon, name, tip, Some(*on)).clicked() {
                    *on = !*on;
                    touched = true;
                }
            };
            let tip = "Show the way of the piece moved last, or of the cursor";
            toggle(ui, Icon::Path, "Path", tip, &mut player.show_path);
            let tip = "Repeat from the start";
            toggle(ui, Icon::Loop, "Repeat", tip, &mut player.looping);
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
    job.append(&format!("Step {}", answer::progress(at, len)), 0.0, format);
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
    // Radius of the handle, as in egui.
    let handle = slider.rect.height() / 2.5;
    let range = slider.rect.x_range().shrink(handle);
    let share = ((pos.x - range.min) / range.span().max(1.0)).clamp(0.0, 1.0);
    let index = (share * len as f32).round() as usize;
    let text = match index.checked_sub(1) {
        None => "Start".to_owned(),
        Some(last) => {
            let description = player.describe(last);
            description.map_or(String::new(), |text| numbered(index, &text))
        }
    };
    slider.on_hover_text_at_pointer(text);
}

fn transport(ui: &mut Ui, player: &mut Player, at: usize, len: usize, keys: &TimelineKeys) -> bool {
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
    if button(ui, at > 0, Icon::Start, "Go to start", &keys.start) {
        player.seek(0);
    }
    if button(ui, at > 0, Icon::Back, "Step back", &keys.back) {
        player.step_back();
    }
    let (icon, name) = match player.is_playing() {
        true => (Icon::Pause, "Pause"),
        false => (Icon::Play, "Play"),
    };
    if button(ui, len > 0, icon, name, &keys.play) {
        player.toggle();
    }
    if button(ui, at < len, Icon::Forward, "Step forward", &keys.forward) {
        player.step_forward();
    }
    if button(ui, at < len, Icon::End, "Go to end", &keys.end) {
        player.pause();
        player.seek(len);
    }
    touched
}

fn speed(ui: &mut Ui, player: &mut Player) -> bool {
    let name = format!("Speed, {}×", player.speed);
    let list = egui::ComboBox::from_id_salt("speed").width(64.0);
    let choices = SPEEDS.map(|speed| (speed, format!("{speed}×")));
    let list = fields::named_list(ui, name, list, &mut player.speed, choices);
    list.on_hover_text("Speed").changed()
}

/// Height of a step's row, in points.
const ROW_HEIGHT: f32 = 22.0;
/// Maximum number of rows visible without scrolling.
const MAX_ROWS: usize = 12;

/// State of the list between frames.
#[derive(Debug, Default)]
pub struct MoveList {
    /// Scroll position, in points.
    offset: f32,
    /// Visible height, in points.
    height: f32,
    /// Step that the list last scrolled to.
    scrolled_to: Option<usize>,
}

impl MoveList {
    /// Shows the moves of the loaded plan; only visible rows are laid out. A click goes to the position after the move.
    pub fn show(&mut self, ui: &mut Ui, player: &mut Player) {
        let Some((at, len)) = player.progress() else {
            self.scrolled_to = None;
            return;
        };
        let mut rect = ui.available_rect_before_wrap();
        rect.set_height(ROW_HEIGHT * MAX_ROWS.min(len + 1) as f32);
        let id = ui.scope_id().with("moves");
        let list = ui.interact(rect, id, Sense::focusable_noninteractive());
        fields::set_name(&list, Role::ListBox, "Moves of the plan");
        let mut to = self.keys(ui, &list, at, len);

        ui.spacing_mut().item_spacing.y = 0.0;
        let mut area = ScrollArea::vertical()
            .id_salt("moves")
            .max_height(rect.height())
            .auto_shrink([false, false]);
        if self.scrolled_to != Some(at) {
            self.scrolled_to = Some(at);
            let top = at as f32 * ROW_HEIGHT;
            let (first, last) = (self.offset, self.offset + self.height);
            // The moves that follow stay visible.
            let ahead = (2.0 * ROW_HEIGHT).min(0.4 * self.height);
            if top < first || top + ROW_HEIGHT + ahead > last {
                let offset = top - 0.4 * self.height;
                area = area.vertical_scroll_offset(offset.max(0.0));
            }
        }
        let output = area.show_rows(ui, ROW_HEIGHT, len + 1, |ui, rows| {
            for index in rows {
                let text = match index.checked_sub(1) {
                    None => "Start".to_owned(),
                    Some(index) => player.describe(index).unwrap_or_default(),
                };
                if row(ui, index, &text, index == at, index > at) {
                    to = Some(index);
                    list.request_focus();
                }
            }
        });
        self.offset = output.state.clamped_offset().y;
        self.height = output.inner_rect.height();
        if list.has_focus() {
            let (painter, ring) = (ui.painter(), Stroke::new(2.0, theme::colors(ui).accent));
            painter.rect_stroke(rect, 3.0, ring, StrokeKind::Inside);
        }
        if let Some(to) = to {
            player.pause();
            player.seek(to);
        }
    }

    /// Index that a key goes to from `at`, of 0 to `len`; `None` without such a key.
    fn keys(&self, ui: &Ui, list: &egui::Response, at: usize, len: usize) -> Option<usize> {
        if !list.has_focus() {
            return None;
        }
        let filter = EventFilter {
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(list.id, filter));
        let page = ((self.height / ROW_HEIGHT) as usize).max(1);
        let pressed = |key| ui.input(|input| input.key_pressed(key) && !input.modifiers.any());
        let to = [
            (Key::ArrowUp, at.saturating_sub(1)),
            (Key::ArrowDown, at + 1),
            (Key::PageUp, at.saturating_sub(page)),
            (Key::PageDown, at + page),
            (Key::Home, 0),
            (Key::End, len),
        ]
        .into_iter()
        .find(|(key, _)| pressed(*key))
        .map(|(_, to)| to.min(len));
        to.filter(|to| *to != at)
    }
}

/// A step with its number: `1,234. Press row 1, column 2`.
fn numbered(index: usize, text: &str) -> String {
    format!("{}. {text}", answer::number(index))
}

/// Shows the text of a position in the list: the number of the step before it, 0 at the start, and that step. Positions
/// `ahead` of the current one are weak. Returns whether the row was clicked.
fn row(ui: &mut Ui, index: usize, text: &str, current: bool, ahead: bool) -> bool {
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::CLICK);
    fields::set_choice_name(&row, Role::ListBoxOption, current, numbered(index, text));
    let colors = theme::colors(ui);
    let (ink, number) = fields::row_background(ui, rect, &row, current);
    let ink = if ahead { number } else { ink };
    let middle = rect.center().y;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let small = FontId::proportional(theme::text::SMALL);
    let body = FontId::proportional(theme::text::BODY);
    // Numbers are right-aligned in the first 44 points; the text has the rest of the row.
    if index > 0 {
        let pos = pos2(rect.left() + 44.0, middle);
        painter.text(pos, Align2::RIGHT_CENTER, index, small, number);
    }
    let left = rect.left() + 54.0;
    let width = rect.right() - left - 4.0;
    let galley = fields::elide_middle(&painter, text, &body, width, ink);
    let elided = galley.text() != text;
    painter.galley(pos2(left, middle - 0.5 * galley.size().y), galley, ink);
    if current {
        // A bar in addition to the colour.
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(bar, 1.0, colors.accent);
    }
    let row = row.on_hover_cursor(egui::CursorIcon::PointingHand);
    let row = if elided { row.on_hover_text(text) } else { row };
    row.clicked()
}
