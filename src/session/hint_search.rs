//! Finds a hint from any position: the next good move, or the last position that can be solved.

use crate::game::{Level, Move, Outcome, SolveError, SolveRequest, Solver, play, solve};
use crate::search::{Budget, NoProgress};

use super::hint::Hint;
use super::program_hint::program_hint;

/// Finds a hint after the moves `done`. `solver` must be able to continue from moves
/// ([`crate::game::SolverInfo::continues`]).
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
