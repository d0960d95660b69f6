//! The part of the screen profile that a problem points to.

use crate::autoplay::{BOARD_CHECK, Cause, CheckState, Pause, START_CHECK, State};
use crate::page::ProfilePart;
use crate::world::Look;

use super::LivePanel;

/// A part of the profile, and advice for it.
type Blamed = (ProfilePart, &'static str);

/// For uncertain cells.
const DOUBTFUL: Blamed = (
    ProfilePart::Cells,
    "Take another picture of the window as it is now, and choose what its cells show.",
);

impl LivePanel {
    /// Part of the profile in which a current problem is likely to have its cause, with advice.
    pub fn blamed(&self) -> Option<(ProfilePart, &'static str)> {
        match self.shown_run() {
            Some(run) => in_run(&run.report.state),
            None => self.watch.look().and_then(in_look),
        }
    }
}

fn in_look(look: &Look) -> Option<Blamed> {
    let sight = look.sight.as_ref()?;
    let is_doubtful = |name| {
        let check = look.check(name);
        check.is_some_and(|check| check.state != CheckState::Fine)
    };
    match look.reading() {
        None if sight.phase.is_err() || is_doubtful(BOARD_CHECK) => Some((
            ProfilePart::Board,
            "No board was found. If the window shows one, does it have another size or another position?",
        )),
        None => None,
        Some(_) if look.level.is_none() && is_doubtful(START_CHECK) => Some((
            ProfilePart::Rules,
            "Are these the rules of this game for a board of this size?",
        )),
        Some(_) if is_doubtful(BOARD_CHECK) => Some(DOUBTFUL),
        Some(_) => None,
    }
}

fn in_run(state: &State) -> Option<Blamed> {
    Some(match state {
        State::Preparing(_) | State::Playing => return None,
        State::Diverged(divergence) => match divergence.cause.as_ref()? {
            Cause::ForeignMove { .. } | Cause::UsedByUser => return None,
            Cause::OtherPlace { .. } => (
                ProfilePart::Board,
                "Does the box enclose the cells exactly, with the right number of rows and columns?",
            ),
            Cause::OtherInput { .. } => (ProfilePart::Controls, "Are two of the inputs swapped?"),
            Cause::Twice { .. } => (
                ProfilePart::Controls,
                "Does one input make the move twice? A key may both move the game's cursor and act.",
            ),
            Cause::Misread { .. } => (
                ProfilePart::Cells,
                "Take another picture of the window as it is now, and choose what that cell shows.",
            ),
            Cause::Doubtful { .. } => (
                ProfilePart::Cells,
                "Choose what the cell shows with the button above, or take another picture of the window as it is now.",
            ),
            Cause::Marked { .. } => (
                ProfilePart::Controls,
                "Does the input only select something? Add what follows with ‘then…’.",
            ),
            Cause::Rules { .. } => (
                ProfilePart::Rules,
                "Are these the rules of this game? If so, check whether the cells are read correctly.",
            ),
        },
        State::Paused(pause) => match pause {
            Pause::NoReaction { .. } | Pause::NoClickReaction { .. } => (
                ProfilePart::Controls,
                "The input had no effect. Find out by hand what makes the move.",
            ),
            Pause::Dialog { .. } => (
                ProfilePart::Controls,
                "Enter the key that closes the game's dialogs.",
            ),
            Pause::NoLevel { .. } => (ProfilePart::Controls, "Choose how the next level starts."),
            Pause::Doubtful { .. } => DOUBTFUL,
            Pause::Unreadable(_) => (
                ProfilePart::Board,
                "The board is no longer found. Is it always at this position in the window?",
            ),
            Pause::NoPlan(_) => (
                ProfilePart::Rules,
                "If the time was too short, give the solver more above. If there is no solution, check that these are the rules of this game, that its cells are read correctly and that no wrong moves were made before.",
            ),
            Pause::Asked
            | Pause::Stepped
            | Pause::FailSafe(..)
            | Pause::FocusLost { .. }
            | Pause::EndedByDialog { .. }
            | Pause::NoFocus
            | Pause::WindowGone
            | Pause::Minimised
            | Pause::Resized { .. }
            | Pause::Frozen { .. }
            | Pause::World(_) => return None,
        },
    })
}
