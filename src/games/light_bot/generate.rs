//! Generator of random boards whose shortest program has a requested length.
//!
//! A random program is run on a random landscape, and lights are put where it has switched tiles at some moment, so a
//! short enough program exists. The solver `lazy` then proves that none is shorter, and that a shortest one needs a
//! procedure or a loop if requested.

mod chance;
mod wanted;

use std::collections::VecDeque;

use crate::game::programs::chance::{Needs, first_that_fits};
use fastrand::Rng;

use crate::LightBot;
use crate::game::typed::TypedGenerator;
use crate::game::{Cell, Chosen, Difficulty, Field, GenerateError, Size, words};
use crate::search::Budget;

use super::program::Command;
use super::puzzle::Puzzle;
use super::run::after;
use super::solvers::{Effort, Loops, Proof};
use wanted::{LIGHTS, SIDE, Wanted};

/// Generates boards from programs.
pub(super) struct ByPrograms;

/// Maximum number of random boards; most are rejected at once because a short walk without procedures wins.
const TRIES: usize = 60_000;

impl TypedGenerator for ByPrograms {
    type Game = LightBot;

    const OPTIONS: &'static [Field] = &[
        Field::new("rows", "Rows", "6", "").whole(1, SIDE as i64),
        Field::new("columns", "Columns", "6", "").whole(1, SIDE as i64),
        Field::new(
            "length",
            "Shortest program",
            "7-9",
            "commands: a number from 1 to 12 or a range such as 7-9; above 10 takes a long time",
        ),
        Field::new(
            "needs",
            "Needs",
            "any",
            "what the shortest program must have: a loop, a procedure, or any",
        )
        .one_of(Needs::WORDS),
        Field::new(
            "lights",
            "Lights",
            "2-12",
            "a number from 1 to 24 or a range such as 2-12",
        ),
        Field::new("height", "Highest tile", "2", "").whole(0, 9),
        Field::new("holes", "Missing tiles (%)", "0", "").whole(0, 50),
        Field::new(
            "slots",
            "Slots",
            "12 8 8",
            "commands that fit in main, f1 and f2; fewer or more procedures are possible",
        ),
    ];

    const DIFFICULTIES: &'static [Difficulty] = &[
        Difficulty::new("easy", &[("length", "3-5"), ("lights", "1-4")]),
        Difficulty::new("medium", &[("length", "6-8"), ("lights", "2-12")]),
        Difficulty::new("hard", &[("length", "9-10"), ("lights", "3-12")]),
    ];

    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(Puzzle, String), GenerateError> {
        let wanted = Wanted::of(options)?;
        let mut rng = Rng::with_seed(seed);
        let one = || {
            let Some(puzzle) = chance::puzzle(&wanted, &mut rng) else {
                return Ok(None);
            };
            let length = fits(&puzzle, &wanted, budget)?;
            Ok(length.map(|length| {
                (
                    puzzle,
                    format!(
                        "The shortest program has {}.",
                        words::count(length, "commands")
                    ),
                )
            }))
        };
        let none = "no board had a shortest program of the requested kind; widen the range of lengths or lights, or \
            change the size or needs";
        first_that_fits(TRIES, budget, one, none)
    }

    fn like(&self, puzzle: &Puzzle) -> Vec<(&'static str, String)> {
        let Size { rows, cols } = puzzle.size();
        let highest = puzzle
            .tiles
            .as_slice()
            .iter()
            .flatten()
            .map(|tile| tile.height);
        vec![
            ("rows", rows.clamp(1, SIDE).to_string()),
            ("columns", cols.clamp(1, SIDE).to_string()),
            (
                "lights",
                puzzle.lights().count().clamp(1, LIGHTS).to_string(),
            ),
            ("height", highest.max().unwrap_or(0).min(9).to_string()),
            ("slots", puzzle.slots.to_string()),
        ]
    }
}

/// Length of a shortest program, if it and its needs match the request.
fn fits(puzzle: &Puzzle, wanted: &Wanted, budget: &Budget) -> Result<Option<usize>, GenerateError> {
    let (least, most) = (*wanted.length.start(), *wanted.length.end());
    let plain = shortest_without_procedures(puzzle, most);
    if plain.is_some_and(|plain| plain < least || (wanted.needs != Needs::Any && plain == least)) {
        return Ok(None);
    }
    let proof = Proof::new(puzzle);
    let shortest = |loops: Loops, most: usize| -> Result<Option<usize>, GenerateError> {
        let effort = Effort {
            most,
            loops,
            ..Effort::default()
        };
        let proved = proof.search(effort, budget);
        if let Some(stop) = proved.stop {
            return Err(stop.into());
        }
        let best = proved.best.map(|best| best.cost());
        Ok(best.filter(|cost| *cost <= most))
    };
    let Some(length) = shortest(Loops::Any, most)? else {
        return Ok(None);
    };
    let good = wanted.length.contains(&length)
        && match wanted.needs {
            Needs::Any => true,
            Needs::Procedure => plain.is_none_or(|plain| plain > length),
            Needs::Loop => shortest(Loops::Without, length)?.is_none(),
        };
    Ok(good.then_some(length))
}

/// Length of the shortest program of main alone, by breadth-first search; `None` if it needs more than `most`
/// commands or slots.
fn shortest_without_procedures(puzzle: &Puzzle, most: usize) -> Option<usize> {
    let most = most.min(puzzle.slots.as_slice()[0]);
    let lights: Vec<Cell> = puzzle.lights().collect();
    let all = (1_u64 << lights.len()) - 1;
    let mut seen = std::collections::HashSet::new();
    let mut open = VecDeque::from([(puzzle.robot, 0_u64, 0_usize)]);
    while let Some((robot, lit, length)) = open.pop_front() {
        if lit == all {
            return Some(length);
        }
        if length == most || !seen.insert((robot.cell, robot.facing, lit)) {
            continue;
        }
        let moves = Command::ACTIONS.into_iter();
        let moved = moves.map(|command| after(puzzle, robot, command));
        open.extend(
            moved
                .filter(|to| *to != robot)
                .map(|to| (to, lit, length + 1)),
        );
        // A shortest walk switches no light off.
        if let Ok(light) = lights.binary_search(&robot.cell)
            && lit >> light & 1 == 0
        {
            open.push_back((robot, lit | 1 << light, length + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests;
