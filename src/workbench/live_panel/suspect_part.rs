//! The part of the screen profile that a problem points to.

use super::LivePanel;
use crate::autoplay::{BOARD_CHECK, Cause, CheckState, PauseReason, PlayState, START_CHECK};
use crate::page::ProfilePart;
use crate::world::WindowPreview;

type SuspectPart = (ProfilePart, &'static str);

const UNCERTAIN: SuspectPart = (
    ProfilePart::Cells,
    "Take another picture of the window as it is now, and choose what its cells show.",
);

impl LivePanel {
    /// Part of the profile in which a current problem is likely to have its cause, with advice.
    pub fn suspect_part(&self) -> Option<(ProfilePart, &'static str)> {
        match self.current_run() {
            Some(run) => in_run(&run.state),
            None => self.previewer.preview().and_then(in_preview),
        }
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
        None => None,
        Some(_) if preview.level.is_none() && is_uncertain(START_CHECK) => Some((
            ProfilePart::Rules,
            "Are these the rules of this game for a board of this size?",
        )),
        Some(_) if is_uncertain(BOARD_CHECK) => Some(UNCERTAIN),
        Some(_) => None,
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
            PauseReason::Uncertain { .. } => UNCERTAIN,
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
