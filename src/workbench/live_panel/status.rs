//! Status line with the next action for the user.

use egui::{RichText, Ui};

use super::LivePanel;
use super::run::PanelRun;
use crate::autoplay::{PauseReason, PlayState};
use crate::kit::answer;
use crate::kit::theme;
use crate::page::Cx;
use crate::page::messages::Severity;

/// A word before the text, in addition to the colour; the text; its tone.
type StatusLine = (&'static str, String, Severity);

impl LivePanel {
    pub(super) fn status_line(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let run = self.current_run();
        let ended = run.is_some_and(|run| !run.is_active());
        let has_profile = self.choice.profile().is_some();
        let can_identify =
            run.is_some_and(|run| may_be_misread(run) || has_profile && failed_with_window(run));
        let colors = theme::colors(ui);
        let status = match run {
            Some(run) => Some(run_status(run, cx)),
            None => self.preview_status(cx),
        };
        let Some((word, text, tone)) = status else {
            return;
        };
        let color = tone.color(colors, colors.text);
        ui.horizontal_wrapped(|ui| {
            if !word.is_empty() {
                ui.label(RichText::new(word).color(color).strong());
            }
            ui.label(RichText::new(text).color(color));
            if ended && ui.button("Save log…").clicked() {
                self.save_log(cx);
            }
            let help = "Choose what unclear cells show. The screen profile learns it, and a waiting run continues.";
            if can_identify && ui.button("Identify cells…").on_hover_text(help).clicked() {
                self.ask_for_cells(cx);
            }
        });
    }

    /// Describes the state of a run in progress in a few words; `None` without one.
    pub fn run_description(&self) -> Option<String> {
        let run = self.run.as_ref().filter(|run| run.is_active())?;
        let progress = &run.progress;
        let moves = format!("move {}", answer::progress(progress.step, progress.steps));
        Some(match &run.state {
            PlayState::Preparing(text) => text.clone(),
            PlayState::Playing if progress.steps > 0 => format!("Playing, {moves}"),
            PlayState::Playing => "Playing".to_owned(),
            PlayState::Paused(_) | PlayState::Diverged(_) if progress.steps > 0 => {
                format!("Paused, {moves}")
            }
            PlayState::Paused(_) | PlayState::Diverged(_) => "Paused".to_owned(),
        })
    }

    /// Status without a run; `None` if the picture area explains it.
    fn preview_status(&self, cx: &Cx) -> Option<StatusLine> {
        if self.previewer.awaits_window() {
            let text = "Waiting for the practice window…".to_owned();
            return Some(("", text, Severity::Info));
        }
        Some(match &self.previewer.last {
            Some(Ok(preview)) if preview.capture.is_none() => return None,
            None => ("", "Looking for the window…".to_owned(), Severity::Info),
            Some(Err(error)) => ("Not ready", error.clone(), Severity::Bad),
            Some(Ok(_)) => match (self.obstacle(cx), self.previewer.warning()) {
                (Some(obstacle), _) => ("Not ready", obstacle, Severity::Warn),
                (None, Some(warning)) => {
                    let preview = self.previewer.preview();
                    // Without a level nothing is wrong yet: the window may show a menu.
                    let tone = match preview.is_some_and(|preview| preview.level.is_some()) {
                        true => Severity::Warn,
                        false => Severity::Info,
                    };
                    ("Before you start:", warning, tone)
                }
                (None, None) if self.choice.draft.is_some() => {
                    let text = "This level was recognized.";
                    ("Ready", text.to_owned(), Severity::Good)
                }
                (None, None) if self.shows_open_level(cx) => {
                    let text = "This level was recognized. Press Start to play it in its window.";
                    ("Ready", text.to_owned(), Severity::Good)
                }
                (None, None) => {
                    let text = "The window shows another level than the open one. Press Start to play it there.";
                    ("Ready", text.to_owned(), Severity::Info)
                }
            },
        })
    }
}

/// Returns whether a run is waiting, possibly because of a misread cell.
fn may_be_misread(run: &PanelRun) -> bool {
    run.is_active()
        && match &run.state {
            PlayState::Paused(reason) => matches!(
                reason,
                PauseReason::Uncertain { .. }
                    | PauseReason::Unreadable(_)
                    | PauseReason::NoPlan(_)
                    | PauseReason::Requested
                    | PauseReason::Stepped
            ),
            PlayState::Diverged(divergence) => !divergence.recognized.is_empty(),
            _ => false,
        }
}

/// Returns whether a run has failed with its window open, possibly because of a misread cell.
fn failed_with_window(run: &PanelRun) -> bool {
    !run.has_lost_window() && matches!(run.end, Some(Err(_)))
}

fn run_status(run: &PanelRun, cx: &Cx) -> StatusLine {
    match &run.end {
        Some(Ok(end)) if end.stopped => {
            return ("", end.text.clone(), Severity::Info);
        }
        Some(Ok(end)) => return ("Done", end.text.clone(), Severity::Good),
        Some(Err(error)) => return ("Failed", error.clone(), Severity::Bad),
        None => {}
    }
    match &run.state {
        PlayState::Preparing(text) => ("", format!("{text}…"), Severity::Info),
        PlayState::Playing if run.dry_run => {
            ("Dry run", "No input is sent.".to_owned(), Severity::Good)
        }
        PlayState::Playing => {
            let progress = &run.progress;
            let text = format!("Move {}", answer::progress(progress.step, progress.steps));
            ("Playing", text, Severity::Good)
        }
        PlayState::Paused(reason @ (PauseReason::Requested | PauseReason::Stepped)) => {
            ("Paused", reason.remedy().to_owned(), Severity::Warn)
        }
        // This window has the focus, as its user knows, so only the remedy is given.
        PlayState::Paused(reason @ PauseReason::FocusLost { to })
            if *to == Some(cx.window_title()) =>
        {
            ("Paused", reason.remedy().to_owned(), Severity::Warn)
        }
        PlayState::Paused(reason) => {
            // Its own text begins with “Paused by”.
            let says_paused = matches!(reason, PauseReason::FailSafe(..));
            let text = format!("{reason} {}", reason.remedy());
            let word = if says_paused { "" } else { "Paused" };
            (word, text.trim_end().to_owned(), Severity::Warn)
        }
        PlayState::Diverged(divergence) => {
            let cause = divergence.cause.as_ref().map(ToString::to_string);
            let text = [Some(divergence.text.clone()), cause];
            let text = text.into_iter().flatten().collect::<Vec<_>>().join(" ");
            ("Not as expected", text, Severity::Bad)
        }
    }
}
