//! Which part of the screen profile is in question when something is not as it should be.

use crate::autoplay::{BOARD_CHECK, Cause, CheckState, Pause, START_CHECK, State};
use crate::page::ProfilePart;
use crate::world::Look;

use super::LivePanel;

/// A part of the profile, and what to look for there.
type Blamed = (ProfilePart, &'static str);

/// Where cells are doubtful.
const DOUBTFUL: Blamed = (
    ProfilePart::Cells,
    "Take one more picture of the window as it is now, and say what the cells show.",
);

impl LivePanel {
    /// The part of the profile in which the likely cause lies of what is wrong, and what to look for there.
    pub fn blamed(&self) -> Option<(ProfilePart, &'static str)> {
        match self.shown_run() {
            Some(run) => in_run(&run.report.state),
            None => self.watch.look().and_then(in_look),
        }
    }
}

/// Before the start.
fn in_look(look: &Look) -> Option<Blamed> {
    let sight = look.sight.as_ref()?;
    let is_doubtful = |name| {
        let check = look.check(name);
        check.is_some_and(|check| check.state != CheckState::Fine)
    };
    match &look.reading {
        None if sight.phase.is_err() || is_doubtful(BOARD_CHECK) => Some((
            ProfilePart::Board,
            "No board is found. If one is shown: has it another size, or another place in the window?",
        )),
        None => None,
        Some(_) if look.level.is_none() && is_doubtful(START_CHECK) => Some((
            ProfilePart::Rules,
            "Are these the rules of this game, for a board of this size?",
        )),
        Some(_) if is_doubtful(BOARD_CHECK) => Some(DOUBTFUL),
        Some(_) => None,
    }
}

/// While a run waits, or at its end.
fn in_run(state: &State) -> Option<Blamed> {
    Some(match state {
        State::Preparing(_) | State::Playing => return None,
        State::Diverged(divergence) => match divergence.cause.as_ref()? {
            Cause::OtherPlace { .. } => (
                ProfilePart::Board,
                "Is the box exactly around the cells, with as many rows and columns as there are?",
            ),
            Cause::OtherInput { .. } => (ProfilePart::Controls, "Are the inputs interchanged?"),
            Cause::Twice { .. } => (
                ProfilePart::Controls,
                "Does one input do the move twice? A key may move the game's cursor and act at once.",
            ),
            Cause::Misread { .. } => (
                ProfilePart::Cells,
                "Take one more picture of the window as it is now, and say what that cell shows.",
            ),
            Cause::Doubtful { .. } => (
                ProfilePart::Cells,
                "Say what the cell shows with the button above, or take one more picture of the window as it is now.",
            ),
            Cause::Marked { .. } => (
                ProfilePart::Controls,
                "Does the input only choose something? Add what comes after it with ‘then…’.",
            ),
            Cause::Rules { .. } => (
                ProfilePart::Rules,
                "Are these the rules of this game? If they are, look whether cells are read right.",
            ),
        },
        State::Paused(pause) => match pause {
            Pause::NoReaction { .. } | Pause::NoClickReaction { .. } => (
                ProfilePart::Controls,
                "The input had no effect. Try by hand what does the move.",
            ),
            Pause::Dialog { .. } => (
                ProfilePart::Controls,
                "Say which key closes the game's dialogs.",
            ),
            Pause::NoLevel { .. } => (ProfilePart::Controls, "Say how the next level starts."),
            Pause::Doubtful { .. } => DOUBTFUL,
            Pause::Unreadable(_) => (
                ProfilePart::Board,
                "The board is not found any more. Is it always at this place of the window?",
            ),
            Pause::NoPlan(_) => (
                ProfilePart::Rules,
                "If the time was too short, give the solver more above. If there is no solution: are these the rules of this \
                 game, are its cells read right, and were no wrong moves made before?",
            ),
            Pause::Asked
            | Pause::Stepped
            | Pause::FailSafe(..)
            | Pause::FocusLost { .. }
            | Pause::NoFocus
            | Pause::WindowGone
            | Pause::World(_) => return None,
        },
    })
}
