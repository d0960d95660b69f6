//! Status line with the next action for the user, and the part of the screen profile that a problem points to.

use egui::{RichText, Ui};

use super::LivePanel;
use super::run::PanelRun;
use crate::autoplay::{BOARD_CHECK, Cause, CheckState, PauseReason, PlayState, START_CHECK};
use crate::kit::answer;
use crate::kit::theme;
use crate::page::messages::Severity;
use crate::page::{Cx, ProfilePart, known};
use crate::world::WindowPreview;

/// A word before the text, in addition to the colour; the text; its tone.
type StatusLine = (&'static str, String, Severity);

/// A part of the profile, and advice.
type SuspectPart = (ProfilePart, &'static str);

const UNCERTAIN_CELLS: SuspectPart = (
    ProfilePart::Cells,
    "Take another picture of the window as it is now, and choose what its cells show.",
);

impl LivePanel {
    pub(super) fn status_line(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let run = self.current_run();
        let is_in_history = run.is_some_and(|run| !run.is_active() && run.is_recorded);
        let has_profile = self.choice.profile().is_some();
        let can_identify = run.is_some_and(|run| {
            may_be_misread(run) || has_profile && matches!(run.end, Some(Err(_)))
        });
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
            if is_in_history {
                cx.button(ui, known::HISTORY);
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

    /// Part of the profile in which a current problem is likely to have its cause, with advice.
    pub fn suspect_part(&self) -> Option<(ProfilePart, &'static str)> {
        match self.current_run() {
            Some(run) => in_run(&run.state),
            None => self.previewer.preview().and_then(in_preview),
        }
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
        PlayState::Paused(reason) if is_known(reason, cx) => {
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

/// Returns whether the user knows the reason: their own request, or this window has the focus.
fn is_known(reason: &PauseReason, cx: &Cx) -> bool {
    match reason {
        PauseReason::Requested | PauseReason::Stepped => true,
        PauseReason::FocusLost { to } => *to == Some(cx.window_title()),
        _ => false,
    }
}

fn in_preview(preview: &WindowPreview) -> Option<SuspectPart> {
    let capture = preview.capture.as_ref()?;
    let is_uncertain = |name| {
        let check = preview.check(name);
        check.is_some_and(|check| check.state != CheckState::Passed)
    };
    match preview.reading() {
        None if capture.phase.is_err() || is_uncertain(BOARD_CHECK) => Some((
            ProfilePart::Board,
            "No board was found. If the window shows one, does it have another size or another position?",
        )),
        Some(_) if preview.level.is_none() && is_uncertain(START_CHECK) => Some((
            ProfilePart::Rules,
            "Are these the rules of this game for a board of this size?",
        )),
        Some(_) if is_uncertain(BOARD_CHECK) => Some(UNCERTAIN_CELLS),
        _ => None,
    }
}

fn in_run(state: &PlayState) -> Option<SuspectPart> {
    Some(match state {
        PlayState::Preparing(_) | PlayState::Playing => return None,
        PlayState::Diverged(divergence) => match divergence.cause.as_ref()? {
            Cause::ForeignMove { .. } | Cause::UsedByUser => return None,
            Cause::OtherCell { .. } => (
                ProfilePart::Board,
                "Does the box enclose the cells exactly, with the right number of rows and columns?",
            ),
            Cause::OtherInput { .. } => (ProfilePart::Controls, "Are two of the inputs swapped?"),
            Cause::Repeated { .. } => (
                ProfilePart::Controls,
                "Does one input make the move twice? A key may both move the game's cursor and act.",
            ),
            Cause::Misread { .. } => (
                ProfilePart::Cells,
                "Take another picture of the window as it is now, and choose what that cell shows.",
            ),
            Cause::Uncertain { .. } => (
                ProfilePart::Cells,
                "Choose what the cell shows with the button above, or take another picture of the window as it is now.",
            ),
            Cause::Marked { .. } => (
                ProfilePart::Controls,
                "Does the input only select something? Add what follows with ‘Add step…’.",
            ),
            Cause::RuleMismatch { .. } => (
                ProfilePart::Rules,
                "Are these the rules of this game? If so, check whether the cells are read correctly.",
            ),
        },
        PlayState::Paused(pause) => match pause {
            PauseReason::NoReaction { .. } | PauseReason::NoClickReaction { .. } => (
                ProfilePart::Controls,
                "The input had no effect. Find out by hand what makes the move.",
            ),
            PauseReason::Dialog { .. } => (
                ProfilePart::Controls,
                "Enter the key that closes the game's dialogs.",
            ),
            PauseReason::NoLevel { .. } => {
                (ProfilePart::Controls, "Choose how the next level starts.")
            }
            PauseReason::Uncertain { .. } => UNCERTAIN_CELLS,
            PauseReason::Unreadable(_) => (
                ProfilePart::Board,
                "The board is no longer found. Is it always at this position in the window?",
            ),
            PauseReason::NoPlan(_) => (
                ProfilePart::Rules,
                "If the time was too short, raise the solver's time limit above. If there is no solution, check that these are the rules of this game, that its cells are read correctly, and that no wrong moves were made before.",
            ),
            PauseReason::Requested
            | PauseReason::Stepped
            | PauseReason::FailSafe(..)
            | PauseReason::FocusLost { .. }
            | PauseReason::EndedByDialog { .. }
            | PauseReason::NoFocus
            | PauseReason::WindowGone
            | PauseReason::Minimised
            | PauseReason::Resized { .. }
            | PauseReason::Frozen { .. }
            | PauseReason::Desktop(_) => return None,
        },
    })
}
