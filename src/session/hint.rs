//! What can be said to somebody who is stuck.

use std::borrow::Cow;

use crate::game::{Move, Reason, Slot, StepInfo};

/// What can be said to somebody who is stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Make this move; the puzzle can be finished after it.
    Next {
        /// The move.
        mv: Move,
        /// What it is about.
        step: StepInfo,
        /// Moves left in the plan it comes from, this one included.
        moves_left: usize,
        /// That plan.
        plan: Vec<Move>,
        /// Why, where the solver says so.
        reason: Option<Reason>,
    },
    /// From here the puzzle cannot be finished.
    DeadEnd {
        /// With only so many of the moves it could still be; `None` if the level has no
        /// solution at all.
        undo_to: Option<usize>,
        /// Why it is a dead end.
        reason: String,
        /// Cells of the level board that the reason is about.
        cells: Vec<crate::game::Cell>,
    },
    /// Where the solution is a program: write this command next.
    Command(CommandHint),
    /// No program that wins begins with what is there, or none that was found.
    NoProgram {
        /// The moves that leave only what a program that wins can begin with, and how many commands
        /// that are; `None` if that is not known.
        back: Option<(Vec<Move>, usize)>,
        /// Why.
        reason: String,
    },
    /// It is solved already.
    Solved,
    /// The budget ran out before anything was known.
    Unknown,
}

/// The next command of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandHint {
    /// Where it goes.
    pub slot: Slot,
    /// Name of the procedure.
    pub procedure: Cow<'static, str>,
    /// The command as it is written.
    pub text: Cow<'static, str>,
    /// The moves that write it.
    pub moves: Vec<Move>,
    /// Commands that are there already.
    pub there: usize,
    /// Commands that the program found still lacks, this one included.
    pub left: usize,
    /// Whether no better program begins with what is there.
    pub proved: bool,
}

impl CommandHint {
    /// Why this command comes next: what is known of the program that it belongs to.
    pub fn why(&self) -> Reason {
        let commands = match self.there + self.left {
            1 => "1 command".to_owned(),
            n => format!("{n} commands"),
        };
        let rest = match self.left {
            1 => "this one is the last that is missing".to_owned(),
            n => format!("this one and {} more are missing", n - 1),
        };
        let best = match (self.proved, self.there) {
            (true, 0) => format!("The best programs for this level have {commands}, proved"),
            (true, _) => {
                format!("No program that begins so is better than one of {commands}, proved")
            }
            (false, _) => format!(
                "The best program found that begins so has {commands}; that there is no better one \
                 was not proved in the time for a hint"
            ),
        };
        Reason {
            technique: "the best program that begins so",
            text: format!("{best}. In it, {} comes here; {rest}.", self.text),
            cells: Vec::new(),
            tried: true,
        }
    }
}
