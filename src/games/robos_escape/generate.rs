//! Generator of random boards whose best program is not too short and repeats commands.
//!
//! A random program is run in a random room; coins are put where it grabs, and the exit on a cell that it reaches
//! late, so a short enough program exists. Annealing quickly finds a shorter equivalent on most unsuitable boards;
//! otherwise `lazy` proves that there is none.

mod random;
mod spec;

use crate::game::programs::random::{Needs, first_match};
use fastrand::Rng;

use crate::RobosEscape;
use crate::game::typed::TypedGenerator;
use crate::game::{Difficulty, Field, GenerateError, OptionSet};
use crate::search::Budget;

use super::board::{MAX_SIDE, RobosBoard, Terrain};
use super::machine::{score, score_of};
use super::program::{RoboCommand, RoboProgram};
use super::solvers::lazy::{Ledger, SearchTask, anneal_once, best_program};
use spec::LevelSpec;

/// Generates boards from programs.
pub(super) struct RobosGenerator;

/// Maximum number of random boards.
const MAX_BOARDS: usize = 3_000;

/// Number of programs tried in each annealing round before the proof.
const ANNEALING_TRIES: [u32; 3] = [5_000, 30_000, 100_000];

/// Maximum requested cost; it must be feasible to prove the best program.
const MAX_COST: i64 = 12;

impl TypedGenerator for RobosGenerator {
    type Game = RobosEscape;

    const OPTIONS: &'static [Field] = &[
        Field::new("rows", "Rows", "8", "walls around included").integer(3, MAX_SIDE as i64),
        Field::new("columns", "Columns", "8", "walls around included").integer(3, MAX_SIDE as i64),
        Field::new("coins", "Coins", "2", "").integer(0, 8),
        Field::new("walls", "Walls (%)", "15", "").integer(0, 60),
        Field::new("pits", "Pits (%)", "5", "").integer(0, 60),
        Field::new("blocks", "Blocks (%)", "5", "").integer(0, 60),
        Field::new(
            "least",
            "Best program, from",
            "5",
            "smallest number of commands",
        )
        .integer(1, MAX_COST),
        Field::new(
            "most",
            "Best program, to",
            "8",
            "largest number of commands",
        )
        .integer(1, MAX_COST),
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

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(RobosBoard, String), GenerateError> {
        let spec = LevelSpec::parse(options)?;
        let mut rng = Rng::with_seed(seed);
        let attempt = || {
            let Some((board, program)) = random::random_board(&spec, &mut rng) else {
                return Ok(None);
            };
            let fits = fits(&board, &spec, program, budget)?;
            Ok(fits.then(|| (board, String::new())))
        };
        let failure = "no board had a best program of the requested kind; widen the range of commands, or change the \
            size, coins or walls";
        first_match(MAX_BOARDS, budget, attempt, failure)
    }

    fn options_like(&self, board: &RobosBoard) -> Vec<(&'static str, String)> {
        let size = board.size();
        let coins = board.cells_with(Terrain::Coin).count().min(8);
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
    board: &RobosBoard,
    spec: &LevelSpec,
    known: RoboProgram,
    budget: &Budget,
) -> Result<bool, GenerateError> {
    let Some(points) = score_of(board, &known) else {
        return Ok(false);
    };
    // All coins are taken, so only a cheaper program than requested scores more.
    let limit = score(*spec.cost.start(), spec.coins) + 1;
    let mut known = (points, known);
    for (seed, tries) in (0..).zip(ANNEALING_TRIES) {
        let better = anneal_once(board, seed, tries, limit, budget);
        let better = better.map_err(|_| GenerateError::Stopped)?;
        if let Some(better) = better.filter(|(points, _)| *points > known.0) {
            known = better;
        }
        if known.0 >= limit {
            return Ok(false);
        }
    }
    let task = SearchTask {
        board,
        budget,
        threads: 1,
        max_cost: *spec.cost.end(),
        known: Some(known),
        on_improved: &|_, _| {},
        on_done: &|_, _, _, _| {},
    };
    let best = best_program(&task, &mut Ledger::default());
    if best.stop.is_some() {
        return Err(GenerateError::Stopped);
    }
    let Some((points, program)) = best.program else {
        return Ok(false);
    };
    let cost = program.cost();
    Ok(best.bound == points && spec.cost.contains(&cost) && uses(&program, spec.needs))
}

fn uses(program: &RoboProgram, needs: Needs) -> bool {
    let any = |matches: fn(&RoboCommand) -> bool| program.commands.iter().any(matches);
    match needs {
        Needs::Any => true,
        Needs::Procedure => any(|command| matches!(command, RoboCommand::Call(_))),
        Needs::Loop => any(|command| matches!(command, RoboCommand::Call(_) | RoboCommand::Return)),
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
                let level = generate(&RobosGenerator, &keyed(&options), seed, &Budget::default())
                    .unwrap_or_else(|error| panic!("{least} to {most}, {needs}: {error}"));
                let board = board_of(&level);
                assert_eq!(board.calls.to_string(), calls);
                assert!(board.start().is_some());
                assert_eq!(board.cells_with(Terrain::Coin).count(), 2);
            }
        }
    }
}
