//! Generator of random boards whose best program is not too short and repeats commands.
//!
//! A random program is run in a random room; coins are put where it grabs, and the exit on a cell that it reaches
//! late, so a short enough program exists. Annealing quickly finds a shorter equivalent on most unsuitable boards;
//! otherwise `lazy` proves that there is none.

mod chance;
mod wanted;

use crate::game::programs::chance::{Needs, first_that_fits};
use fastrand::Rng;

use crate::RobosEscape;
use crate::game::typed::TypedGenerator;
use crate::game::{Chosen, Difficulty, Field, GenerateError};
use crate::search::Budget;

use super::board::{Board, MAX_SIDE, Square};
use super::machine::{score, score_of};
use super::program::{Command, Program};
use super::solvers::lazy::{Ledger, Task, anneal_once, best_program};
use wanted::Wanted;

/// Generates boards from programs.
pub(super) struct ByPrograms;

/// Maximum number of random boards.
const TRIES: usize = 3_000;

/// Number of programs tried in each annealing round before the proof.
const ROUNDS: [u32; 3] = [5_000, 30_000, 100_000];

/// Maximum requested cost; it must be feasible to prove the best program.
const MOST_COST: i64 = 12;

impl TypedGenerator for ByPrograms {
    type Game = RobosEscape;

    const OPTIONS: &'static [Field] = &[
        Field::new("rows", "Rows", "8", "walls around included").whole(3, MAX_SIDE as i64),
        Field::new("columns", "Columns", "8", "walls around included").whole(3, MAX_SIDE as i64),
        Field::new("coins", "Coins", "2", "").whole(0, 8),
        Field::new("walls", "Walls (%)", "15", "").whole(0, 60),
        Field::new("pits", "Pits (%)", "5", "").whole(0, 60),
        Field::new("blocks", "Blocks (%)", "5", "").whole(0, 60),
        Field::new(
            "least",
            "Best program, from",
            "5",
            "smallest number of commands",
        )
        .whole(1, MOST_COST),
        Field::new(
            "most",
            "Best program, to",
            "8",
            "largest number of commands",
        )
        .whole(1, MOST_COST),
        Field::new(
            "needs",
            "Needs",
            "loop",
            "what the best program must have: a loop, a procedure (it calls a label), or any",
        )
        .one_of(Needs::WORDS),
        Field::new("calls", "Calls", "strict", "strict or published")
            .one_of(&["strict", "published"]),
    ];

    const DIFFICULTIES: &'static [Difficulty] = &[
        Difficulty::new("easy", &[("least", "2"), ("most", "4"), ("needs", "any")]),
        Difficulty::new("medium", &[("least", "5"), ("most", "7"), ("needs", "any")]),
        Difficulty::new("hard", &[("least", "7"), ("most", "8"), ("needs", "loop")]),
    ];

    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(Board, String), GenerateError> {
        let wanted = Wanted::of(options)?;
        let mut chance = Rng::with_seed(seed);
        let one = || {
            let Some((board, program)) = chance::board(&wanted, &mut chance) else {
                return Ok(None);
            };
            let fits = fits(&board, &wanted, program, budget)?;
            Ok(fits.then(|| (board, String::new())))
        };
        let none = "no board had a best program of the requested kind; widen the range of commands, or change the \
            size, coins or walls";
        first_that_fits(TRIES, budget, one, none)
    }

    fn like(&self, board: &Board) -> Vec<(&'static str, String)> {
        let size = board.size();
        let coins = board.cells_with(Square::Coin).count().min(8);
        vec![
            ("rows", size.rows.clamp(3, MAX_SIDE).to_string()),
            ("columns", size.cols.clamp(3, MAX_SIDE).to_string()),
            ("coins", coins.to_string()),
        ]
    }
}

/// Returns whether the best program matches the request and is proved best. Boards on which a more expensive program
/// might score more do not match.
fn fits(
    board: &Board,
    wanted: &Wanted,
    known: Program,
    budget: &Budget,
) -> Result<bool, GenerateError> {
    let Some(points) = score_of(board, &known) else {
        return Ok(false);
    };
    // All coins are taken, so only a cheaper program than requested scores more.
    let enough = score(*wanted.cost.start(), wanted.coins) + 1;
    let mut known = (points, known);
    for (seed, tries) in (0..).zip(ROUNDS) {
        let better = anneal_once(board, seed, tries, enough, budget);
        let better = better.map_err(|_| GenerateError::Stopped)?;
        if let Some(better) = better.filter(|(points, _)| *points > known.0) {
            known = better;
        }
        if known.0 >= enough {
            return Ok(false);
        }
    }
    let task = Task {
        board,
        budget,
        threads: 1,
        most_cost: *wanted.cost.end(),
        known: Some(known),
        improved: &|_, _| {},
        done: &|_, _, _, _| {},
    };
    let best = best_program(&task, &mut Ledger::default());
    if best.stop.is_some() {
        return Err(GenerateError::Stopped);
    }
    let Some((points, program)) = best.program else {
        return Ok(false);
    };
    let cost = program.cost();
    Ok(best.bound == points && wanted.cost.contains(&cost) && has(&program, wanted.needs))
}

fn has(program: &Program, needs: Needs) -> bool {
    let any = |wanted: fn(&Command) -> bool| program.commands.iter().any(wanted);
    match needs {
        Needs::Any => true,
        Needs::Procedure => any(|command| matches!(command, Command::Call(_))),
        Needs::Loop => any(|command| matches!(command, Command::Call(_) | Command::Return)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::generate;
    use crate::tests::board_of;
    use testkit_game::keyed;

    #[test]
    fn boards_have_the_wanted_best_programs() {
        for (least, most, needs, calls) in [
            ("5", "8", "loop", "strict"),
            ("4", "8", "procedure", "published"),
            ("7", "9", "procedure", "strict"),
            ("1", "4", "any", "strict"),
        ] {
            let options = [
                ("least", least),
                ("most", most),
                ("needs", needs),
                ("calls", calls),
            ];
            for seed in 0..3 {
                let level = generate(&ByPrograms, &keyed(&options), seed, &Budget::default())
                    .unwrap_or_else(|error| panic!("{least} to {most}, {needs}: {error}"));
                let board = board_of(&level);
                assert_eq!(board.calls.to_string(), calls);
                assert!(board.start().is_some());
                assert_eq!(board.cells_with(Square::Coin).count(), 2);
            }
        }
    }
}
