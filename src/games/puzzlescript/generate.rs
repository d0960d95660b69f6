//! Levels made from another one by chance: some cells change places or what lies in them, and it is kept if it can still
//! be won, in as many moves as are wanted.

use fastrand::Rng;

use crate::game::search::{Budget, Stop};
use crate::game::typed::concrete;
use crate::game::{
    Cell, CellValue, Chosen, Difficulty, Field, GenerateError, Generator, Grid, GridLevel as _,
    Level, LevelRef, Position as _,
};

use super::made::{PuzzleLevel, read};
use super::position::Played;
use super::solvers::{Breadth, End, Search as _, Walker};

/// The generator.
pub(super) struct Mutations;

/// Levels that are tried before it is given up.
const TRIES: usize = 4_000;

/// States that are looked at of each.
const MOST_STATES: u64 = 40_000;

static OPTIONS: &[Field] = &[
    Field::new(
        "changes",
        "Changes",
        "4",
        "cells that change, at most: 1 to 100",
    )
    .whole(1, 100),
    Field::new(
        "moves",
        "Shortest solution",
        "any",
        "moves: a number, a range such as 12-18, or any",
    ),
];

static DIFFICULTIES: &[Difficulty] = &[
    Difficulty::new("easy", &[("moves", "4-10")]),
    Difficulty::new("medium", &[("moves", "11-20"), ("changes", "6")]),
    Difficulty::new("hard", &[("moves", "21-60"), ("changes", "8")]),
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

    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<LevelRef, GenerateError> {
        let own = match options.base() {
            Some(_) => None,
            None => read(super::BLANK)
                .ok()
                .and_then(|levels| levels.into_iter().next()),
        };
        let base: Option<&PuzzleLevel> = options.base().and_then(concrete).or(own.as_ref());
        let Some(base) = base.filter(|base| base.as_grid().is_some()) else {
            return Err(GenerateError::NotFound(
                "the level to change cannot be played".to_owned(),
            ));
        };
        if base.made.plan.is_random {
            let reason = "in this game things happen by chance, so no plan is sure to win";
            return Err(GenerateError::NotFound(reason.to_owned()));
        }
        let changes = options.number("changes")?;
        let wanted = options.range("moves")?;
        let mut random = Rng::with_seed(seed);
        let mut lengths: Option<(usize, usize)> = None;
        let old = base.grid();
        for _ in 0..TRIES {
            budget.check()?;
            let Some(grid) = changed(base, &old, changes, &mut random) else {
                continue;
            };
            let Ok(level) = base.with_grid(grid) else {
                continue;
            };
            let Some(made) = concrete::<PuzzleLevel>(level.as_ref()) else {
                continue;
            };
            let Some(length) = shortest(&Played::new(made.clone()), budget)? else {
                continue;
            };
            if length > 0
                && wanted
                    .as_ref()
                    .is_none_or(|wanted| wanted.contains(&length))
            {
                return Ok(level);
            }
            let (least, most) = lengths.unwrap_or((length, length));
            lengths = Some((least.min(length), most.max(length)));
        }
        Err(GenerateError::NotFound(match lengths {
            Some((least, most)) => format!(
                "of {TRIES} levels tried, those that can be won take {least} to {most} moves"
            ),
            None => format!("none of {TRIES} levels tried can be won"),
        }))
    }
}

/// How long the shortest plan is, if it is found soon.
fn shortest(start: &Played, budget: &Budget) -> Result<Option<usize>, Stop> {
    if start.is_solved() {
        return Ok(Some(0));
    }
    let Some(mut walker) = Walker::new(start) else {
        return Ok(None);
    };
    let targets = start.targets();
    let start = walker.state();
    let mut search = Breadth::new(&start, start.len());
    while search.states() < MOST_STATES {
        budget.check()?;
        match search.go_on(&mut walker, targets.as_ref()) {
            Some(End::Found(acts)) => return Ok(Some(acts.len())),
            Some(End::None) => return Ok(None),
            None => {}
        }
    }
    Ok(None)
}

/// The level with some cells changed. Players stay as many as they are.
fn changed(
    base: &PuzzleLevel,
    old: &Grid<CellValue>,
    changes: usize,
    random: &mut Rng,
) -> Option<Grid<CellValue>> {
    let game = &base.made.game;
    let is_player = |value: CellValue| {
        let sign = base.made.palette.signs.get(usize::from(value));
        sign.is_some_and(|(_, objects)| objects.iter().any(|object| game.player.mask.has(*object)))
    };
    let mut grid = old.clone();
    let size = grid.size();
    let any = |random: &mut Rng| Cell::new(random.usize(..size.rows), random.usize(..size.cols));
    for _ in 0..random.usize(1..=changes.max(1)) {
        let (one, other) = (any(random), any(random));
        let (a, b) = (*grid.get(one)?, *grid.get(other)?);
        if random.usize(..3) > 0 {
            grid.set(one, b);
            grid.set(other, a);
        } else if !is_player(a) && !is_player(b) {
            grid.set(one, b);
        }
    }
    (grid != *old).then_some(grid)
}
