//! Contents of hints.

use std::borrow::Cow;

use crate::game::{Move, MoveReason, Slot, StepInfo, words};

/// Answer to a request for a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Make this move; the puzzle can still be solved after it.
    Next {
        mv: Move,
        step: StepInfo,
        /// Moves left in `plan`, including this one.
        moves_left: usize,
        plan: Vec<Move>,
        /// Reason of the move, if the solver gives one.
        reason: Option<MoveReason>,
    },
    /// The puzzle can no longer be solved from here.
    DeadEnd {
        /// Number of moves that can stay; `None` if the level has no solution.
        undo_to: Option<usize>,
        reason: String,
        /// Cells of the level board that explain the reason.
        cells: Vec<crate::game::Cell>,
    },
    /// Write this command next, in games whose solutions are programs.
    Command(CommandHint),
    /// No winning program with these first commands exists or was found.
    NoProgram {
        /// Moves that shorten the program to the start of a winning one, and the length of that start; `None` if
        /// unknown.
        back: Option<(Vec<Move>, usize)>,
        reason: String,
    },
    Solved,
    /// The budget ran out first.
    Unknown,
}

/// Next command of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandHint {
    pub slot: Slot,
    pub procedure: Cow<'static, str>,
    pub text: Cow<'static, str>,
    /// Moves that write the command.
    pub moves: Vec<Move>,
    /// Number of commands written so far.
    pub written: usize,
    /// Number of commands still missing, including this one.
    pub left: usize,
    /// True if the program found is proved to be the best with this start.
    pub proved: bool,
}

impl CommandHint {
    /// Reason of the command.
    pub fn reason(&self) -> MoveReason {
        let commands = words::count(self.written + self.left, "commands");
        let rest = match self.left {
            1 => "it is the last command".to_owned(),
            n => format!("{} more follow", n - 1),
        };
        let best = match (self.proved, self.written) {
            (true, 0) => format!("The best program has {commands} (proved)"),
            (true, _) => format!("The best program with this start has {commands} (proved)"),
            (false, _) => {
                format!(
                    "The best program found with this start has {commands}; it may not be optimal"
                )
            }
        };
        MoveReason {
            technique: "best program with this start",
            text: format!("{best}. Its next command is {}; {rest}.", self.text),
            cells: Vec::new(),
            needs_search: true,
        }
    }
}
