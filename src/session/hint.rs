//! The next good move from any position, or how far to go back.

use std::borrow::Cow;

use crate::game::{
    Level, Move, Outcome, Reason, Slot, SolveError, SolveRequest, Solver, StepInfo, play, solve,
};
use crate::search::{Budget, NoProgress};

use super::program_hint::program_hint;

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

/// Looks for a hint after the moves in `done`. `solver` must be one that continues
/// ([`crate::game::SolverInfo::continues`]).
///
/// # Errors
/// What the solver refuses.
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
    let proof = match report.outcome {
        Outcome::Unsolvable(proof) => proof,
        outcome => {
            return Ok(
                match outcome.solution().map(|best| (best.plan.moves(), best)) {
                    Some((moves @ [mv, ..], best)) => Hint::Next {
                        mv: mv.clone(),
                        step: position.describe(mv),
                        moves_left: moves.len(),
                        plan: moves.to_vec(),
                        reason: best.reasons.first().cloned(),
                    },
                    _ => Hint::Unknown,
                },
            );
        }
    };
    // A dead end stays one whatever is added, so the last good step can be found by halving.
    let (mut good, mut dead) = (None, done.len());
    let mut low = 0;
    while low < dead {
        let middle = low + (dead - low) / 2;
        let request = SolveRequest {
            done: &done[..middle],
            // Whether there is a plan is all that matters.
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
