//! The picture of the window, with the expected boards next to it.

use egui::{Frame, Label, Margin, Rect, RichText, Ui, Vec2};

use crate::autoplay::State;
use crate::kit::theme::{self, space};
use crate::page::{Cx, known};

use super::bar::window_name;
use super::picture::AROUND;
use super::{LivePanel, boards};

/// Share of the picture if boards are shown next to or below it.
const SEEN: f32 = 0.66;

impl LivePanel {
    /// Shows the picture with its reading, and the expected boards.
    pub(super) fn middle(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.window_was_closed() {
            return self.closed(ui, cx);
        }
        if self.shown_run().is_some_and(|run| !run.has_lost_window()) {
            return self.run_picture(ui);
        }
        let look = self.watch.look();
        let Some(sight) = look.and_then(|look| look.sight.clone()) else {
            return self.no_picture(ui, cx);
        };
        let room = ui.available_rect_before_wrap().shrink(space::MEDIUM);
        let title = self.window_title().unwrap_or_default();
        self.picture.show(ui, room, &sight, &title, None);
        ui.advance_cursor_after_rect(room);
    }

    fn run_picture(&mut self, ui: &mut Ui) {
        let Some(run) = &self.run else {
            return;
        };
        if let State::Diverged(divergence) = &run.report.state
            && run.goes_on()
        {
            if let Some(order) = boards::divergence(ui, divergence) {
                self.order(order);
            }
            return;
        }
        let Some(sight) = &run.view.sight else {
            return;
        };
        let expected = &run.view.expected;
        let playing = run.goes_on() && matches!(run.report.state, State::Playing);
        let won = matches!(&run.report.end, Some(Ok(end)) if !end.stopped);
        let unread = match (playing, won) {
            (true, _) => Some("Waiting for a readable picture"),
            (_, true) => Some("The window after the run"),
            _ => None,
        };
        let room = ui.available_rect_before_wrap().shrink(space::MEDIUM);
        if expected.is_empty() {
            self.picture.show(ui, room, sight, "Seen", unread);
        } else {
            let (seen, right) = split(room, sight.size);
            self.picture.show(ui, seen, sight, "Seen", unread);
            let progress = &run.report.progress;
            let title = format!(
                "Expected after {} of {} moves",
                progress.step, progress.steps
            );
            boards::expected(ui, right, &title, expected, &run.view.read);
        }
        ui.advance_cursor_after_rect(room);
    }

    /// Explains a missing picture, and how to continue.
    fn no_picture(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let windows = self.watch.look().map(|look| look.windows.clone());
        let (Some(windows), Some(obstacle)) = (windows, self.watch.obstacle()) else {
            return;
        };
        notice(ui, |ui| {
            let colors = theme::colors(ui);
            if windows.len() > 1 {
                ui.label(RichText::new("Which window is it?").heading());
                for (index, window) in windows.iter().enumerate() {
                    if ui.button(window_name(index, window)).clicked() {
                        self.choose_window(window.id);
                    }
                }
                return;
            }
            ui.label(RichText::new("No game window yet").heading());
            let obstacle = self.sharing.trouble().cloned().unwrap_or(obstacle);
            ui.add(Label::new(RichText::new(obstacle).color(colors.warn)).wrap());
            self.sharing_button(ui, cx);
            let text = "Once the game's window is open, you see here what is read from it. Nothing is sent before you press Start. The practice window behaves like the real game.";
            ui.add(Label::new(text).wrap());
            practice_buttons(ui, cx);
        });
    }

    /// Explains that the run's window was closed, and how to continue.
    fn closed(&self, ui: &mut Ui, cx: &mut Cx) {
        notice(ui, |ui| {
            ui.label(RichText::new("The window was closed").heading());
            let text = if self.is_running() {
                "Start the game again and bring it to the level. Then press Resume."
            } else {
                "Start the game again to play it."
            };
            ui.add(Label::new(text).wrap());
            practice_buttons(ui, cx);
        });
    }
}

/// Shows text in place of the picture.
fn notice(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let side = ((ui.available_width() - 520.0) / 2.0).max(space::LARGE);
    let frame = Frame::new().inner_margin(Margin::symmetric(side as i8, 40));
    frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::SMALL;
        add(ui);
    });
}

fn practice_buttons(ui: &mut Ui, cx: &mut Cx) {
    ui.horizontal(|ui| {
        cx.button(ui, known::PRACTICE);
        cx.button(ui, known::PRACTICE_LEVEL);
    });
}

/// Splits an area for a picture of this size and the boards next to or below it, whichever allows a larger picture.
fn split(room: Rect, size: Vec2) -> (Rect, Rect) {
    let scale = |width: f32, height: f32| (width / size.x).min((height - AROUND) / size.y);
    let beside = scale(SEEN * room.width(), room.height());
    let below = scale(room.width(), SEEN * room.height());
    if below > beside {
        let (seen, boards) = room.split_top_bottom_at_y(room.top() + SEEN * room.height());
        (seen, boards.with_min_y(boards.top() + space::SMALL))
    } else {
        let (seen, boards) = room.split_left_right_at_x(room.left() + SEEN * room.width());
        (seen, boards.with_min_x(boards.left() + space::MEDIUM))
    }
}
