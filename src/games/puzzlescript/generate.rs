//! Random variations of a level: cells are swapped or copied until the shortest solution has the requested length.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::game::search::{Budget, Stop};
use crate::game::typed::downcast_level;
use crate::game::{
    Cell, CellValue, Difficulty, Field, Game as _, GenerateError, Generator, Grid, GridLevel as _,
    Level, LevelRef, OptionSet, words,
};

use super::PuzzleScript;
use super::analysis::Targets;
use super::game_file::PuzzleLevel;
use super::position::PuzzlePosition;
use super::report::{Ending, Space, ending, find_dead_ends};
use super::solvers::Walker;

pub(super) struct Mutations;

/// Levels tried before giving up.
const MAX_TRIES: usize = 4_000;
/// States explored per level.
const MAX_STATES: usize = 40_000;

static OPTIONS: &[Field] = &[
    Field::new("changes", "Changes", "4", "most cells that change").integer(1, 100),
    Field::new(
        "moves",
        "Shortest solution",
        "any",
        "moves: a number, a range such as 12-18, or any",
    ),
    Field::new(
        "dead-ends",
        "Dead ends",
        "any",
        "positions that can no longer be won, one wrong move away from a shortest solution: a number, a range such as 2-6, or any",
    ),
];

static DIFFICULTIES: &[Difficulty] = &[
    Difficulty::new("easy", &[("moves", "4-10"), ("dead-ends", "0-4")]),
    Difficulty::new(
        "medium",
        &[("moves", "11-20"), ("dead-ends", "1-12"), ("changes", "6")],
    ),
    Difficulty::new(
        "hard",
        &[("moves", "21-60"), ("dead-ends", "2-999"), ("changes", "8")],
    ),
];

impl Generator for Mutations {
    fn options(&self) -> &'static [Field] {
        OPTIONS
    }

    fn difficulties(&self) -> &'static [Difficulty] {
        DIFFICULTIES
    }

    fn changes_levels(&self) -> bool {
        true
    }

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<LevelRef, GenerateError> {
        let blank = PuzzleScript.blank(None);
        let base = options.base().unwrap_or(blank.as_ref());
        let base: Option<&PuzzleLevel> = downcast_level(base);
        let Some(base) = base.filter(|base| base.as_grid().is_some()) else {
            let reason = "the level to change cannot be played";
            return Err(GenerateError::NotFound(reason.to_owned()));
        };
        if base.file.plan.is_random {
            let reason = "this game is random, so no plan is certain to win";
            return Err(GenerateError::NotFound(reason.to_owned()));
        }
        let changes = options.number("changes")?;
        let wanted_moves = options.range("moves")?;
        let wanted_dead_ends = options.range("dead-ends")?;
        let mut random = Rng::with_seed(seed);
        let mut moves = ObservedRange::default();
        let mut dead_ends = ObservedRange::default();
        let old = base.grid();
        for _ in 0..MAX_TRIES {
            budget.check()?;
            let grid = mutate(base, &old, changes, &mut random);
            let Some(level) = grid.and_then(|grid| base.with_grid(grid).ok()) else {
                continue;
            };
            let Some(changed_level) = downcast_level::<PuzzleLevel>(level.as_ref()) else {
                continue;
            };
            let played = PuzzlePosition::within(changed_level.clone(), budget);
            let targets = played.targets();
            let targets = targets.as_ref();
            let Ending::Moves(length) = ending(&played, targets, MAX_STATES as u64, budget)? else {
                continue;
            };
            moves.note(length);
            // A level that is won at its start is no puzzle.
            if length == 0 || !is_in(&wanted_moves, length) {
                continue;
            }
            if wanted_dead_ends.is_none() {
                return Ok(level);
            }
            if let Some(count) = near_dead_ends(&played, targets, length, budget)? {
                dead_ends.note(count);
                if is_in(&wanted_dead_ends, count) {
                    return Ok(level);
                }
            }
        }
        Err(GenerateError::NotFound(match (moves.0, dead_ends.0) {
            (_, Some((least, most))) => format!(
                "of {MAX_TRIES} levels tried, those of the requested length have at least {} and at most {} next to the \
                 shortest solution",
                words::number(least),
                words::count(most, "dead ends")
            ),
            (Some((least, most)), None) => format!(
                "of {MAX_TRIES} levels tried, those that can be won take at least {} and at most {}",
                words::number(least),
                words::count(most, "moves")
            ),
            (None, None) => format!("none of {MAX_TRIES} levels tried can be won"),
        }))
    }
}

/// Returns whether a number is in a range; `None` contains all.
fn is_in(range: &Option<RangeInclusive<usize>>, number: usize) -> bool {
    range.as_ref().is_none_or(|range| range.contains(&number))
}

/// Least and greatest number found.
#[derive(Default)]
struct ObservedRange(Option<(usize, usize)>);

impl ObservedRange {
    fn note(&mut self, number: usize) {
        let (least, most) = self.0.unwrap_or((number, number));
        self.0 = Some((least.min(number), most.max(number)));
    }
}

/// Number of dead ends one wrong move off a shortest plan, which has `length` moves; `None` beyond the limit of states.
fn near_dead_ends(
    start: &PuzzlePosition,
    targets: Option<&Targets>,
    length: usize,
    budget: &Budget,
) -> Result<Option<usize>, Stop> {
    let Ok(mut walker) = Walker::new(start) else {
        return Ok(None);
    };
    let start = walker.state();
    let space = Space::explore(&start, &mut walker, targets, MAX_STATES, budget, |_| {});
    if !space.is_fully_expanded() {
        return Ok(None);
    }
    // No plan is displayed from which dead ends are to be entered first.
    let lost = find_dead_ends(&space, &space.on_shortest_plans(length), &[], budget)?;
    let near = lost.entered.iter().filter(|it| it.distance == 0);
    Ok(Some(near.count()))
}

/// The level after up to `changes` swaps or copies of cells; `None` if it is the same. The number of players stays.
fn mutate(
    base: &PuzzleLevel,
    old: &Grid<CellValue>,
    changes: usize,
    random: &mut Rng,
) -> Option<Grid<CellValue>> {
    let game = &base.file.game;
    let is_player = |value: CellValue| {
        let sign = base.file.palette.signs.get(usize::from(value));
        sign.is_some_and(|(_, objects)| objects.iter().any(|object| game.player.mask.has(*object)))
    };
    let mut grid = old.clone();
    let size = grid.size();
    let any = |random: &mut Rng| Cell::new(random.usize(..size.rows), random.usize(..size.cols));
    for _ in 0..random.usize(1..=changes.max(1)) {
        let (one, other) = (any(random), any(random));
        let (a, b) = (*grid.get(one)?, *grid.get(other)?);
        // Two of three changes swap cells, the others copy one.
        if random.usize(..3) > 0 {
            grid.set(one, b);
            grid.set(other, a);
        } else if !is_player(a) && !is_player(b) {
            grid.set(one, b);
        }
    }
    (grid != *old).then_some(grid)
}
