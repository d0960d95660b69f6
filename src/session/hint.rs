//! What a hint can say.

use std::borrow::Cow;

use crate::game::{Move, Reason, Slot, StepInfo, words};

/// The answer to a request for a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Make this move; the puzzle can still be solved after it.
    Next {
        mv: Move,
        step: StepInfo,
        /// Moves left in `plan`, including this one.
        moves_left: usize,
        plan: Vec<Move>,
        /// Why this move, if the solver says so.
        reason: Option<Reason>,
    },
    /// The puzzle can no longer be solved from here.
    DeadEnd {
        /// How many of the moves made so far can stay; `None` if the level has no solution.
        undo_to: Option<usize>,
        reason: String,
        /// Cells of the level board that explain the reason.
        cells: Vec<crate::game::Cell>,
    },
    /// Write this command next (in games whose solutions are programs).
    Command(CommandHint),
    /// No winning program that starts with these commands exists or was found.
    NoProgram {
        /// Moves that shorten the program to a start of a winning one, and the length of that
        /// start; `None` if unknown.
        back: Option<(Vec<Move>, usize)>,
        reason: String,
    },
    Solved,
    /// The budget ran out first.
    Unknown,
}

/// The next command of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandHint {
    pub slot: Slot,
    pub procedure: Cow<'static, str>,
    pub text: Cow<'static, str>,
    /// The moves that write the command.
    pub moves: Vec<Move>,
    /// Number of commands written so far.
    pub there: usize,
    /// Number of commands the found program still needs, including this one.
    pub left: usize,
    /// Whether no better program starts with the commands written so far.
    pub proved: bool,
}

impl CommandHint {
    /// Why this command comes next.
    pub fn why(&self) -> Reason {
        let commands = words::count(self.there + self.left, "commands");
        let rest = match self.left {
            1 => "it is the last command".to_owned(),
            n => format!("{} more follow", n - 1),
        };
        let best = match (self.proved, self.there) {
            (true, 0) => format!("The best program has {commands} (proved)"),
            (true, _) => format!("The best program with this start has {commands} (proved)"),
            (false, _) => {
                format!(
                    "The best program found with this start has {commands}; it may not be optimal"
                )
            }
        };
        Reason {
            technique: "best program with this start",
            text: format!("{best}. Its next command is {}; {rest}.", self.text),
            cells: Vec::new(),
            tried: true,
        }
    }
}
