//! The picture of the window, with the expected boards next to it.

use egui::{Label, Rect, RichText, Ui, Vec2};

use super::bar::window_name;
use super::picture::FRAME_HEIGHT;
use super::{LivePanel, boards};
use crate::autoplay::{PlayProgress, PlayState};
use crate::kit::answer;
use crate::kit::fields::empty_state;
use crate::kit::theme::space;
use crate::page::{Cx, known};

/// Share of the picture if boards are shown next to or below it.
const PICTURE_SHARE: f32 = 0.66;

impl LivePanel {
    /// Shows the picture with its reading, and the expected boards.
    pub(super) fn main_area(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.window_was_closed() {
            return self.closed_notice(ui, cx);
        }
        if self.current_run().is_some_and(|run| !run.has_lost_window()) {
            return self.run_picture(ui);
        }
        let preview = self.previewer.preview();
        let Some(capture) = preview.and_then(|preview| preview.capture.clone()) else {
            return self.no_picture(ui, cx);
        };
        let area = ui.available_rect_before_wrap().shrink(space::MEDIUM);
        let title = self.window_title().unwrap_or_default();
        // The line above contains the reason.
        let status = self.previewer.obstacle().map(|_| "No level recognized");
        self.capture_view.show(ui, area, &capture, &title, status);
        ui.advance_cursor_after_rect(area);
    }

    fn run_picture(&mut self, ui: &mut Ui) {
        let Some(run) = &self.run else {
            return;
        };
        if let PlayState::Diverged(divergence) = &run.state
            && run.is_active()
        {
            if let Some(command) = boards::show_divergence(ui, divergence) {
                self.send(command);
            }
            return;
        }
        let Some(capture) = &run.capture else {
            return;
        };
        let expected = &run.expected;
        let playing = run.is_active() && matches!(run.state, PlayState::Playing);
        let won = matches!(&run.end, Some(Ok(end)) if !end.stopped);
        let status = match (playing, won) {
            (true, _) => Some("Waiting for a readable picture"),
            (_, true) => Some("The window after the run"),
            _ => None,
        };
        let area = ui.available_rect_before_wrap().shrink(space::MEDIUM);
        if expected.is_empty() {
            self.capture_view.show(ui, area, capture, "Seen", status);
        } else {
            let (left, right) = split(area, capture.size);
            self.capture_view.show(ui, left, capture, "Seen", status);
            let PlayProgress { step, steps, .. } = run.progress;
            let title = format!("Expected, {}", answer::progress(step, steps));
            boards::show_expected(ui, right, &title, expected, &run.read_ids);
        }
        ui.advance_cursor_after_rect(area);
    }

    /// Explains a missing picture, and how to continue.
    fn no_picture(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let preview = self.previewer.preview();
        let windows = preview.map(|preview| preview.windows.clone());
        // Without a preview, the status line says why.
        let Some((windows, obstacle)) = windows.zip(self.previewer.obstacle()) else {
            return;
        };
        empty_state(ui, |ui| {
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
            let obstacle = match self.choice.is_guess() && windows.is_empty() {
                true => "No window of a screen profile for this game is open.".to_owned(),
                false => self.sharing.error().cloned().unwrap_or(obstacle),
            };
            ui.add(Label::new(obstacle).wrap());
            self.sharing_button(ui, cx);
            let text = "Once the game's window is open, its recognized board appears here. No input is sent until you press Start.";
            ui.add(Label::new(text).wrap());
            window_buttons(ui, cx);
        });
    }

    /// Explains that the run's window was closed, and how to continue.
    fn closed_notice(&self, ui: &mut Ui, cx: &mut Cx) {
        empty_state(ui, |ui| {
            ui.label(RichText::new("The window was closed").heading());
            let text = match self.is_running() {
                true => "Start the game again and bring it to the level. Then press Resume.",
                false => "Start the game again to play it.",
            };
            ui.add(Label::new(text).wrap());
            window_buttons(ui, cx);
        });
    }
}

/// Shows the ways to a window: practice, if the game has one, and a profile for another game.
fn window_buttons(ui: &mut Ui, cx: &mut Cx) {
    ui.horizontal_wrapped(|ui| {
        let mut commands = vec![known::PRACTICE, known::PRACTICE_LEVEL, known::NEW_PROFILE];
        commands.retain(|command| cx.commands.enabled(*command).is_ok());
        let mut commands = commands.into_iter();
        if let Some(first) = commands.next() {
            cx.primary_button(ui, first);
        }
        for command in commands {
            cx.button(ui, command);
        }
    });
}

/// Splits an area for a picture of this size and the boards next to or below it, whichever allows a larger picture.
fn split(area: Rect, size: Vec2) -> (Rect, Rect) {
    let scale = |width: f32, height: f32| (width / size.x).min((height - FRAME_HEIGHT) / size.y);
    let side = scale(PICTURE_SHARE * area.width(), area.height());
    let below = scale(area.width(), PICTURE_SHARE * area.height());
    if below > side {
        let (picture, boards) = area.split_top_bottom_at_fraction(PICTURE_SHARE);
        (picture, boards.with_min_y(boards.top() + space::SMALL))
    } else {
        let (picture, boards) = area.split_left_right_at_fraction(PICTURE_SHARE);
        (picture, boards.with_min_x(boards.left() + space::MEDIUM))
    }
}
