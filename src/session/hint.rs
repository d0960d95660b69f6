//! Hints from any position: the next good move, or the last position that can be solved.

use std::borrow::Cow;

use super::program_hint::program_hint;
use crate::game::{
    Cell, Level, Move, MoveReason, Outcome, Slot, SolveError, SolveRequest, Solver, StepInfo, play,
    solve, words,
};
use crate::search::{Budget, NoProgress};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Make this move; the puzzle can still be solved after it.
    Next {
        mv: Move,
        step: StepInfo,
        /// Moves left in `plan`, including this one.
        moves_left: usize,
        plan: Vec<Move>,
        reason: Option<MoveReason>,
    },
    /// The puzzle can no longer be solved from here.
    DeadEnd {
        /// Number of moves that can stay; `None` if the level has no solution.
        undo_to: Option<usize>,
        reason: String,
        /// Cells of the level board that explain the reason.
        cells: Vec<Cell>,
    },
    /// Write this command next, in games whose solutions are programs.
    Command(CommandHint),
    /// No winning program with these first commands exists or was found.
    NoProgram {
        /// Moves that shorten the program to the start of a winning one, and the length of that start, if known.
        back: Option<(Vec<Move>, usize)>,
        reason: String,
    },
    Solved,
    /// The budget ran out first.
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandHint {
    pub slot: Slot,
    pub procedure: Cow<'static, str>,
    pub text: Cow<'static, str>,
    pub moves: Vec<Move>,
    pub written: usize,
    /// Number of commands still missing, including this one.
    pub left: usize,
    /// True if the program found is proved to be the best with this start.
    pub proved: bool,
}

impl CommandHint {
    pub fn reason(&self) -> MoveReason {
        let commands = words::count(self.written + self.left, "commands");
        let rest = match self.left {
            1 => "it is the last command".to_owned(),
            n => format!("{} more follow", n - 1),
        };
        let best = match (self.proved, self.written) {
            (true, 0) => format!("The best program has {commands} (proved)"),
            (true, _) => format!("The best program with this start has {commands} (proved)"),
            (false, _) => format!(
                "The best program found with this start has {commands}; it may not be optimal"
            ),
        };
        MoveReason {
            technique: "best program with this start",
            text: format!("{best}. Its next command is {}; {rest}.", self.text),
            cells: Vec::new(),
            needs_search: true,
        }
    }
}

/// Finds a hint after the moves `done`. `solver` must be able to continue from moves.
pub fn hint(
    level: &dyn Level,
    done: &[Move],
    solver: &dyn Solver,
    budget: &Budget,
) -> Result<Hint, SolveError> {
    let position = play(level, done).map_err(SolveError::Prefix)?;
    if position.is_solved() {
        return Ok(Hint::Solved);
    }
    if position.as_program().is_some() {
        return program_hint(level, position.as_ref(), solver, budget);
    }
    let request = SolveRequest {
        done,
        ..SolveRequest::new(level)
    };
    let report = solve(solver, &request, budget, &NoProgress)?;
    let Outcome::Unsolvable(proof) = report.outcome else {
        let best = report.outcome.solution();
        return Ok(match best.map(|best| (best.plan.moves(), best)) {
            Some((moves @ [mv, ..], best)) => Hint::Next {
                mv: mv.clone(),
                step: position.describe(mv),
                moves_left: moves.len(),
                plan: moves.to_vec(),
                reason: best.reasons.first().cloned(),
            },
            _ => Hint::Unknown,
        });
    };
    // Every position after a dead end is one, so binary search finds the last good move.
    let (mut good, mut dead) = (None, done.len());
    let mut low = 0;
    while low < dead {
        let middle = low + (dead - low) / 2;
        let request = SolveRequest {
            done: &done[..middle],
            first: true,
            ..SolveRequest::new(level)
        };
        match solve(solver, &request, budget, &NoProgress)?.outcome {
            Outcome::Unsolvable(_) => dead = middle,
            Outcome::Solved(_) => {
                good = Some(middle);
                low = middle + 1;
            }
            Outcome::Limit { .. } | Outcome::Interrupted { .. } => return Ok(Hint::Unknown),
        }
    }
    Ok(Hint::DeadEnd {
        undo_to: good,
        reason: proof.reason,
        cells: proof.cells,
    })
}
