//! Shortest solutions of variants of a level: without an object, with a cell emptied, or with a cell blocked.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::analysis::{Relaxed, Targets, rules};
use crate::compile::{CompiledGame, MOVEMENTS, Mask, Start};
use crate::engine::Unfinished;
use crate::game::search::{Budget, Stop};
use crate::game::{Cell, EditEffect, Level as _, Position as _};
use crate::game_file::PuzzleLevel;
use crate::position::PuzzlePosition;
use crate::solvers::{Search, SearchDone, Walker};

/// Limit of the states explored per variant.
const MAX_STATES: u64 = 100_000;

/// Result of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Length of the shortest plan.
    Moves(usize),
    Never,
    /// Not decided within the limit.
    Unknown,
}

/// Decides whether a level can be won, exploring at most `max_states` states, without those that `targets` proves lost.
pub fn ending(
    start: &PuzzlePosition,
    targets: Option<&Targets>,
    max_states: u64,
    budget: &Budget,
) -> Result<Ending, Stop> {
    if start.is_solved() {
        return Ok(Ending::Moves(0));
    }
    let mut walker = match Walker::new(start) {
        Ok(walker) => walker,
        Err(Unfinished::Endless) => return Ok(Ending::Never),
        Err(_) => {
            budget.check()?;
            return Ok(Ending::Unknown);
        }
    };
    let start = walker.state();
    let mut search = Search::breadth(&start, start.len());
    let end = search.run(&mut walker, targets, |search| {
        if search.states() >= max_states {
            return Err(Stop::Method);
        }
        budget.check()?;
        budget.check_memory(search.bytes())
    });
    match end {
        Ok(SearchDone::Found(acts)) if acts.len() as i64 <= search.bound() => {
            Ok(Ending::Moves(acts.len()))
        }
        Ok(SearchDone::None) => Ok(Ending::Never),
        Ok(_) | Err(Stop::Method) => Ok(Ending::Unknown),
        Err(stop) => Err(stop),
    }
}

/// Effect of a change by the results before and after.
fn change_effect(before: Ending, now: Ending) -> EditEffect {
    match (before, now) {
        (Ending::Unknown, _) | (_, Ending::Unknown) => EditEffect::Unknown,
        (Ending::Never, Ending::Moves(moves)) => EditEffect::Opened(moves),
        (Ending::Moves(_), Ending::Never) => EditEffect::Lost,
        (Ending::Moves(before), Ending::Moves(now)) if now < before => EditEffect::Shorter(now),
        (Ending::Moves(before), Ending::Moves(now)) if now > before => EditEffect::Longer(now),
        _ => EditEffect::Same,
    }
}

/// Objects that some rule moves. If they stay in this level that is accidental, so they are no walls.
fn movable(game: &CompiledGame) -> Mask {
    let mut movable = Mask::default();
    for cell in rules(game).flat_map(|rule| rule.rows.iter().flatten().flatten()) {
        let Some(change) = &cell.change else {
            continue;
        };
        let layers: Vec<usize> = change.go.iter().map(|go| go / MOVEMENTS).collect();
        for object in cell.any.iter().chain([&cell.present]).flat_map(Mask::iter) {
            let layer = game.names.objects[object].layer;
            if layers.contains(&layer) || change.random_layers.contains(&layer) {
                movable.insert(object);
            }
        }
    }
    movable
}

pub struct Variants<'a> {
    pub level: &'a PuzzleLevel,
    pub start: &'a Start,
    pub ending: Ending,
    pub budget: Budget,
}

impl Variants<'_> {
    /// Numbers of the objects without which the shortest plan has the same length; `None` if undecided for any.
    pub fn unneeded(&self) -> Option<Vec<usize>> {
        let mut present: Vec<usize> = self.start.cells.iter().flatten().copied().collect();
        present.sort_unstable();
        present.dedup();
        present.retain(|object| !self.is_player(*object) && !self.is_background(*object));
        let without = |object: &usize| {
            let mut cells = self.start.cells.clone();
            for cell in &mut cells {
                cell.retain(|here| here != object);
            }
            cells
        };
        let effects = self.effects(present.iter().map(without).collect());
        if effects.contains(&EditEffect::Unknown) {
            return None;
        }
        let all = present.into_iter().zip(effects);
        let same = all.filter(|(_, effect)| *effect == EditEffect::Same);
        Some(same.map(|(object, _)| object).collect())
    }

    /// Effects of emptying each cell with an object, without the player's.
    pub fn emptied(&self) -> Vec<(Cell, EditEffect)> {
        let is_removable = |here: &[usize]| {
            here.iter().any(|object| !self.is_background(*object))
                && !here.iter().any(|object| self.is_player(*object))
        };
        self.with_each(is_removable, |here| {
            here.retain(|object| self.is_background(*object))
        })
    }

    /// Effects of a wall in each empty cell, with the wall's number; `None` if there is no kind of wall.
    pub fn blocked(&self) -> Option<(usize, Vec<(Cell, EditEffect)>)> {
        let wall = self.wall()?;
        let is_empty = |here: &[usize]| here.iter().all(|object| self.is_background(*object));
        Some((wall, self.with_each(is_empty, |here| here.push(wall))))
    }

    /// The most frequent object that blocks the player and never moves; `None` if there is none.
    fn wall(&self) -> Option<usize> {
        let (game, start) = (&self.level.file.game, self.start);
        let relaxed = Relaxed::new(game, (start.height, start.width), &start.cells)?;
        let layer = |object: usize| game.names.objects[object].layer;
        let moved = movable(game);
        let is_wall = |object: usize| {
            let mut players = game.player.mask.iter();
            relaxed.is_fixed(object)
                && !moved.has(object)
                && players.any(|player| layer(player) == layer(object))
        };
        let mut counts = vec![0; game.names.objects.len()];
        for object in self.start.cells.iter().flatten() {
            counts[*object] += usize::from(is_wall(*object));
        }
        let most_frequent = (0..counts.len()).max_by_key(|object| counts[*object])?;
        (counts[most_frequent] > 0).then_some(most_frequent)
    }

    /// Effects of a change to each cell of a kind.
    fn with_each(
        &self,
        applies: impl Fn(&[usize]) -> bool,
        change: impl Fn(&mut Vec<usize>),
    ) -> Vec<(Cell, EditEffect)> {
        let index = |cell: &Cell| cell.col * self.start.height + cell.row;
        let cells = self.level.board().size.cells();
        let applies = |cell: &Cell| {
            let objects = self.start.cells.get(index(cell));
            objects.is_some_and(|objects| applies(objects))
        };
        let cells: Vec<Cell> = cells.filter(applies).collect();
        let with = |cell: &Cell| {
            let mut all = self.start.cells.clone();
            change(&mut all[index(cell)]);
            all
        };
        let effects = self.effects(cells.iter().map(with).collect());
        cells.into_iter().zip(effects).collect()
    }

    fn is_player(&self, object: usize) -> bool {
        self.level.file.game.player.mask.has(object)
    }

    fn is_background(&self, object: usize) -> bool {
        let game = &self.level.file.game;
        let background = game.background;
        background.is_some_and(|background| background.contains(&game.names, object))
    }

    /// Effects of variants, given by their cells; two threads. Those not decided when the budget is spent are unknown.
    fn effects(&self, variants: Vec<Vec<Vec<usize>>>) -> Vec<EditEffect> {
        let next = AtomicUsize::new(0);
        let effects = Mutex::new(vec![EditEffect::Unknown; variants.len()]);
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(cells) = variants.get(index) else {
                    return;
                };
                let played = PuzzlePosition::within(self.with_cells(cells.clone()), &self.budget);
                let targets = played.targets();
                let Ok(now) = ending(&played, targets.as_ref(), MAX_STATES, &self.budget) else {
                    return;
                };
                let mut effects = effects.lock().unwrap_or_else(PoisonError::into_inner);
                effects[index] = change_effect(self.ending, now);
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(work);
            work();
        });
        effects.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn with_cells(&self, cells: Vec<Vec<usize>>) -> PuzzleLevel {
        let start = Start {
            cells,
            ..self.start.clone()
        };
        PuzzleLevel {
            start: Some(Arc::new(start)),
            first: Arc::default(),
            ..self.level.clone()
        }
    }
}
