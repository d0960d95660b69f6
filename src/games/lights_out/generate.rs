//! Random levels: presses from the goal, so that each can be solved.

use fastrand::Rng;

use crate::game::typed::{Content as _, TypedGenerator};
use crate::game::{
    Difficulty, Field, GenerateError, Grid, Meta, OptionSet, Outcome, Size, SolveRequest,
    Solver as _, words,
};
use crate::search::{Budget, NoProgress, Progress};

use super::puzzle::{Goal, HOLE, MAX_SIDE, MAX_STATES, Puzzle};
use super::solvers::FewestPresses;
use super::wiring::{Wiring, Wrap};
use super::{LightsLevel, LightsOut};

pub(super) struct PressGenerator;

/// Boards tried for a requested number of fewest presses.
const TRIES: usize = 2000;
/// Largest board, in cells, for which the fewest presses can be requested.
const MAX_SHORTEST: usize = 400;

impl TypedGenerator for PressGenerator {
    type Game = LightsOut;

    const NAME: &'static str = "Lights";

    const OPTIONS: &'static [Field] = &[
        Field::new("rows", "Rows", "5", "").integer(1, MAX_SIDE as i64),
        Field::new("columns", "Columns", "5", "").integer(1, MAX_SIDE as i64),
        Field::new("states", "States per light", "2", "").integer(2, MAX_STATES as i64),
        Field::new(
            "pattern",
            "Press pattern",
            "plus",
            "plus, x, box, or rows of 0 and 1 joined by ‘/’",
        )
        .such_as(&["plus", "x", "box"]),
        Field::new("wrap", "Wrap around", "none", "").one_of(&Wrap::NAMES),
        Field::new("goal", "Goal", "off", "").one_of(&Goal::NAMES),
        Field::new("holes", "Holes (%)", "0", "").integer(0, 90),
        Field::new(
            "shortest",
            "Shortest solution",
            "any",
            "presses: a number, a range such as 6-9, or any; boards of up to 400 cells",
        ),
        Field::new("presses", "Pressed cells (%)", "50", "; with shortest=any")
            .integer(1, 100)
            .only_with("shortest", &["any"]),
    ];

    const DIFFICULTIES: &'static [Difficulty] = &[
        Difficulty::new(
            "easy",
            &[("rows", "4"), ("columns", "4"), ("shortest", "2-3")],
        ),
        Difficulty::new(
            "medium",
            &[("rows", "5"), ("columns", "5"), ("shortest", "5-7")],
        ),
        Difficulty::new(
            "hard",
            &[("rows", "6"), ("columns", "6"), ("shortest", "11-18")],
        ),
    ];

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(Puzzle, String), GenerateError> {
        let size = Size::new(options.number("rows")?, options.number("columns")?);
        let states = options.number("states")? as u8;
        let wiring = Wiring::Pattern {
            pattern: options.parsed("pattern", str::parse)?,
            wrap: options.parsed("wrap", str::parse)?,
        };
        let goal: Goal = options.parsed("goal", str::parse)?;
        let holes = options.number("holes")?;
        let presses = options.number("presses")?;
        let shortest = options.range("shortest")?;
        if shortest.is_some() && size.area() > MAX_SHORTEST {
            let reason = format!(
                "boards of more than {MAX_SHORTEST} cells take too long; use ‘any’ for them"
            );
            return Err(options.invalid("shortest", reason));
        }
        let mut random = Rng::with_seed(seed);
        let mut longest = None;
        for _ in 0..if shortest.is_some() { TRIES } else { 1 } {
            budget.check()?;
            let mut puzzle = Puzzle {
                lights: Grid::filled(size, u8::from(goal == Goal::On)),
                states,
                wiring: wiring.clone(),
                goal: goal.clone(),
            };
            for cell in size.cells() {
                if random.usize(0..100) < holes {
                    puzzle.lights.set(cell, HOLE);
                }
            }
            // Requested numbers are met more often when the number of presses varies.
            let share = match shortest {
                Some(_) => random.usize(1..=100),
                None => presses,
            };
            for cell in 0..size.area() {
                if puzzle.is_cell(cell) && random.usize(0..100) < share {
                    puzzle.press(cell, random.u8(1..states));
                }
            }
            let checked = puzzle.checked();
            let puzzle = checked.map_err(|error| GenerateError::NotFound(error.to_string()))?;
            let Some(shortest) = &shortest else {
                return Ok((puzzle, String::new()));
            };
            let cost = fewest_presses(&puzzle, budget);
            if cost.is_some_and(|cost| shortest.contains(&cost)) {
                return Ok((puzzle, String::new()));
            }
            longest = longest.max(cost);
        }
        Err(GenerateError::NotFound(format!(
            "none of {TRIES} boards had a shortest solution of this length; the longest took {}",
            words::count(longest.unwrap_or(0), "presses")
        )))
    }

    fn options_like(&self, puzzle: &Puzzle) -> Vec<(&'static str, String)> {
        let size = puzzle.size();
        let lights = puzzle.lights.as_slice().iter();
        let holes = lights.filter(|light| **light == HOLE).count();
        // Random boards have no picture goal.
        let goal = puzzle.goal.name().unwrap_or("off");
        let mut like = vec![
            ("rows", size.rows.to_string()),
            ("columns", size.cols.to_string()),
            ("states", puzzle.states.to_string()),
            ("goal", goal.to_owned()),
            ("holes", (100 * holes / size.area()).min(90).to_string()),
        ];
        if let Wiring::Pattern { pattern, wrap } = &puzzle.wiring {
            like.push(("pattern", pattern.to_string()));
            like.push(("wrap", wrap.name().to_owned()));
        }
        like
    }
}

/// Presses of a shortest solution, if proved.
fn fewest_presses(puzzle: &Puzzle, budget: &Budget) -> Option<usize> {
    let level = LightsLevel::new(puzzle.clone(), Meta::default());
    let request = SolveRequest::new(&level);
    let outcome = FewestPresses.run(&request, budget, &Progress::new(&NoProgress));
    match outcome.ok()? {
        Outcome::Solved(solution) if solution.optimal => usize::try_from(solution.cost).ok(),
        _ => None,
    }
}
