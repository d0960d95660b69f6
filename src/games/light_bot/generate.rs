//! Generator of random boards whose shortest program has a requested length.
//!
//! A random program is run on a random landscape, and lights are put where it has switched tiles at
//! some moment, so a short enough program exists. The solver `lazy` then proves that none is
//! shorter, and that a shortest one needs a procedure or a loop if requested.

mod random;

use std::collections::{HashSet, VecDeque};
use std::ops::RangeInclusive;

use crate::game::programs::random::{Needs, first_match};
use fastrand::Rng;

use crate::LightBot;
use crate::game::typed::TypedGenerator;
use crate::game::{Cell, Difficulty, Field, GenerateError, OptionSet, Size, words};
use crate::search::Budget;

use super::program::BotCommand;
use super::puzzle::BotPuzzle;
use super::slots::Slots;
use super::solvers::{LazyOptions, LoopFilter, SkeletonSearch};

/// Maximum requested length; it must be feasible to prove that no program is shorter.
const MAX_LENGTH: usize = 12;
const MAX_BOARD_SIDE: usize = 16;
/// Maximum requested height of a tile.
const MAX_HEIGHT: u8 = 9;
/// Maximum requested number of lights. It must be below 64, as lights are bits of a `u64` here.
const MAX_LIGHTS: usize = 24;

/// Requested properties of the board and of its shortest program.
struct BoardRequest {
    size: Size,
    /// Number of commands of the shortest program.
    length: RangeInclusive<usize>,
    needs: Needs,
    lights: RangeInclusive<usize>,
    /// Maximum height of a tile.
    height: u8,
    /// Percentage of cells without a tile.
    holes: usize,
    slots: Slots,
}

/// Parses `7` or `7-9`; both ends must be within the given range.
fn range(text: &str, within: &RangeInclusive<usize>) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|n| within.contains(n));
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let ends = number(least).zip(number(most));
    let ends = ends.filter(|(least, most)| least <= most);
    ends.map(|(least, most)| least..=most).ok_or_else(|| {
        let (least, most) = (within.start(), within.end());
        format!("expected a number from {least} to {most}, or a range such as {least}-{most}")
    })
}

impl BoardRequest {
    fn from_options(options: &OptionSet<'_>) -> Result<Self, GenerateError> {
        let request = Self {
            size: Size::new(options.number("rows")?, options.number("columns")?),
            length: options.parsed("length", |text| range(text, &(1..=MAX_LENGTH)))?,
            needs: options.one_of("needs", &Needs::NAMED)?,
            lights: options.parsed("lights", |text| range(text, &(1..=MAX_LIGHTS)))?,
            height: u8::try_from(options.number("height")?).unwrap_or(MAX_HEIGHT),
            holes: options.number("holes")?,
            slots: options.parsed("slots", str::parse)?,
        };
        let sizes = request.slots.as_slice();
        let procedures = sizes[1..].iter().any(|size| *size > 0);
        if sizes[0] == 0 {
            return Err(options.invalid("slots", "main needs at least one slot"));
        }
        if request.slots.repeats().is_some() {
            return Err(options.invalid("slots", "levels with repeats cannot be generated"));
        }
        if !procedures && request.needs != Needs::Any {
            return Err(options.invalid("needs", "there are no slots for procedures"));
        }
        if *request.lights.start() > request.size.area() {
            return Err(options.invalid("lights", "the board has fewer tiles"));
        }
        Ok(request)
    }
}

pub(super) struct ProgramGenerator;

/// Maximum number of random boards; most are rejected at once because a short walk without procedures wins.
const MAX_TRIES: usize = 60_000;

impl TypedGenerator for ProgramGenerator {
    type Game = LightBot;

    const OPTIONS: &'static [Field] = &[
        Field::new("rows", "Rows", "6", "").integer(1, MAX_BOARD_SIDE as i64),
        Field::new("columns", "Columns", "6", "").integer(1, MAX_BOARD_SIDE as i64),
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
        Field::new("height", "Highest tile", "2", "").integer(0, MAX_HEIGHT as i64),
        Field::new("holes", "Missing tiles (%)", "0", "").integer(0, 50),
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

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(BotPuzzle, String), GenerateError> {
        let request = BoardRequest::from_options(options)?;
        let mut rng = Rng::with_seed(seed);
        let attempt = || {
            let Some(puzzle) = random::puzzle(&request, &mut rng) else {
                return Ok(None);
            };
            let Some(length) = length_if_suitable(&puzzle, &request, budget)? else {
                return Ok(None);
            };
            let commands = words::count(length, "commands");
            let note = format!("The shortest program has {commands}.");
            Ok(Some((puzzle, note)))
        };
        let message = "no board had a shortest program of the requested kind; widen the range of lengths or lights, or \
            change the size or needs";
        first_match(MAX_TRIES, budget, attempt, message)
    }

    fn options_like(&self, puzzle: &BotPuzzle) -> Vec<(&'static str, String)> {
        let Size { rows, cols } = puzzle.size();
        let lights = puzzle.lights().count().clamp(1, MAX_LIGHTS);
        vec![
            ("rows", rows.clamp(1, MAX_BOARD_SIDE).to_string()),
            ("columns", cols.clamp(1, MAX_BOARD_SIDE).to_string()),
            ("lights", lights.to_string()),
            ("height", puzzle.highest().min(MAX_HEIGHT).to_string()),
            ("slots", puzzle.slots.to_string()),
        ]
    }
}

/// Length of a shortest program, if it is within the requested lengths and has the requested needs; otherwise `None`.
fn length_if_suitable(
    puzzle: &BotPuzzle,
    request: &BoardRequest,
    budget: &Budget,
) -> Result<Option<usize>, GenerateError> {
    let (least, most) = (*request.length.start(), *request.length.end());
    // Cheap test first: a program without procedures rules the board out if it is shorter than requested, or so short
    // that no shorter one with procedures is requested.
    let plain = shortest_without_procedures(puzzle, most);
    if plain.is_some_and(|plain| plain < least || (request.needs != Needs::Any && plain == least)) {
        return Ok(None);
    }
    let proof = SkeletonSearch::new(puzzle);
    let shortest = |loops: LoopFilter, max: usize| -> Result<Option<usize>, GenerateError> {
        let limits = LazyOptions {
            max_cost: max,
            loops,
            ..LazyOptions::default()
        };
        let proved = proof.search(limits, budget);
        if let Some(stop) = proved.stop {
            return Err(stop.into());
        }
        let best = proved.best.map(|best| best.cost());
        Ok(best.filter(|cost| *cost <= max))
    };
    let length = shortest(LoopFilter::Any, most)?;
    let Some(length) = length.filter(|length| request.length.contains(length)) else {
        return Ok(None);
    };
    // A need is met if without what is needed no program is as short. A procedure is: `plain` is the shortest without.
    let meets_needs = match request.needs {
        Needs::Any => true,
        Needs::Procedure => plain.is_none_or(|plain| plain > length),
        Needs::Loop => shortest(LoopFilter::Without, length)?.is_none(),
    };
    Ok(meets_needs.then_some(length))
}

/// Length of the shortest program of main alone, by breadth-first search; `None` if it has more
/// commands than `max` or main's slots.
fn shortest_without_procedures(puzzle: &BotPuzzle, max: usize) -> Option<usize> {
    let max = max.min(puzzle.slots.as_slice()[0]);
    let lights: Vec<Cell> = puzzle.lights().collect();
    let all = (1_u64 << lights.len()) - 1;
    let mut visited = HashSet::new();
    let mut open = VecDeque::from([(puzzle.robot, 0_u64, 0_usize)]);
    while let Some((robot, lit, length)) = open.pop_front() {
        if lit == all {
            return Some(length);
        }
        if length == max || !visited.insert((robot, lit)) {
            continue;
        }
        let moved = BotCommand::ACTIONS.map(|command| puzzle.after(robot, command));
        let moved = moved.into_iter().filter(|to| *to != robot);
        open.extend(moved.map(|to| (to, lit, length + 1)));
        // A shortest walk switches no light off. Lights are in raster order, so that they can be searched.
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
