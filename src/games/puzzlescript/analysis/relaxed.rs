//! Delete relaxation of a level: nothing that appeared disappears, and nothing that disappeared stays away.
//!
//! Computes where each object may ever be present, missing or moving, as the least fixpoint of all rules and
//! movements. It over-approximates every sequence of moves, so whatever it rules out never happens.

use super::super::compile::{CellPattern, Game, MOVEMENTS, Mask, RowPattern, Rule};
use super::field::{DIRECTIONS, Field, back};
use super::marks::Marks;

/// Over-approximation of everything that can happen in a level.
#[derive(Clone, Debug)]
pub struct Relaxed {
    pub(super) field: Field,
    /// Cells where each object may be present at some time.
    pub(super) present: Vec<Marks>,
    /// Cells where each object may be missing at some time.
    pub(super) missing: Vec<Marks>,
    /// Cells from which each object may move in each direction.
    pub(super) moving: Vec<[Marks; MOVEMENTS]>,
}

/// Cells where the parts of each row of a rule may begin.
pub(super) type Places = Vec<Vec<Marks>>;

/// Passes over the rules before giving up.
const MOST_PASSES: usize = 2_000;

impl Relaxed {
    /// Computes what may happen from a state with these objects in the cells, column by column; `None` beyond the
    /// limit of passes.
    pub fn new(game: &Game, size: (usize, usize), cells: &[Vec<usize>]) -> Option<Self> {
        let field = Field {
            rows: size.0,
            cols: size.1,
        };
        let objects = game.names.objects.len();
        let none = Marks::none(field.cells());
        let mut present = vec![none.clone(); objects];
        for (cell, here) in cells.iter().enumerate() {
            here.iter().for_each(|object| present[*object].insert(cell));
        }
        let mut missing = vec![Marks::all(field.cells()); objects];
        for (missing, present) in missing.iter_mut().zip(&present) {
            missing.remove(present);
        }
        let moving = vec![std::array::from_fn(|_| none.clone()); objects];
        let mut relaxed = Self {
            field,
            present,
            missing,
            moving,
        };
        relaxed.close(game).then_some(relaxed)
    }

    /// Returns whether an object never moves, appears or disappears.
    pub fn stays(&self, object: usize) -> bool {
        let mut moved = self.present[object].clone();
        moved.keep(&self.missing[object]);
        moved.is_empty()
    }

    /// Applies all rules and movements up to the fixpoint; returns whether it was reached.
    fn close(&mut self, game: &Game) -> bool {
        for _ in 0..MOST_PASSES {
            let mut new = self.start_moves(game);
            for rule in rules(game) {
                if let Some(places) = self.places(game, rule) {
                    new |= self.apply(game, rule, &places);
                }
            }
            new |= self.make_moves(game);
            if !new {
                return true;
            }
        }
        false
    }

    /// Players may move from anywhere they may be.
    fn start_moves(&mut self, game: &Game) -> bool {
        let mut new = false;
        for object in game.player.mask.iter() {
            for moving in &mut self.moving[object] {
                new |= moving.add(&self.present[object]);
            }
        }
        new
    }

    fn make_moves(&mut self, game: &Game) -> bool {
        let mut new = false;
        for object in 0..self.present.len() {
            let layer = game.names.objects[object].layer;
            for (number, direction) in DIRECTIONS.into_iter().enumerate() {
                let mut to = self
                    .field
                    .shifted(&self.moving[object][number], direction, 1);
                // Nothing enters a cell with a permanent object of the same layer.
                for other in game.names.layers[layer].iter() {
                    to.keep(&self.missing[other]);
                }
                new |= self.present[object].add(&to);
                let from = self.field.shifted(&to, back(direction), 1);
                new |= self.missing[object].add(&from);
            }
        }
        new
    }

    /// Cells that may match a pattern.
    fn cells(&self, game: &Game, pattern: &CellPattern) -> Marks {
        let mut cells = Marks::all(self.field.cells());
        for object in pattern.present.iter() {
            cells.keep(&self.present[object]);
        }
        for object in pattern.missing.iter() {
            cells.keep(&self.missing[object]);
        }
        for any in &pattern.any {
            cells.keep(&self.any(any.iter().map(|object| &self.present[object])));
        }
        for movement in pattern.moving.iter() {
            let movers = movers(game, pattern, movement / MOVEMENTS);
            let moving = movers
                .iter()
                .map(|object| &self.moving[object][movement % MOVEMENTS]);
            cells.keep(&self.any(moving));
        }
        cells
    }

    fn any<'a>(&self, sets: impl Iterator<Item = &'a Marks>) -> Marks {
        let mut any = Marks::none(self.field.cells());
        sets.for_each(|marks| {
            any.add(marks);
        });
        any
    }

    /// Cells where each part of each row may begin; `None` if the rule can never apply.
    pub(super) fn places(&self, game: &Game, rule: &Rule) -> Option<Places> {
        let rows = rule.rows.iter().map(|row| self.row(game, rule, row));
        rows.collect()
    }

    fn row(&self, game: &Game, rule: &Rule, row: &RowPattern) -> Option<Vec<Marks>> {
        let (ahead, back) = (rule.direction, back(rule.direction));
        let mut parts = Vec::new();
        for part in row {
            let mut places = Marks::all(self.field.cells());
            for (index, pattern) in part.iter().enumerate() {
                let cells = self.cells(game, pattern);
                places.keep(&self.field.shifted(&cells, back, index));
            }
            parts.push(places);
        }
        // Parts after a gap are ahead of those before it.
        for index in 1..parts.len() {
            let from = self
                .field
                .shifted(&parts[index - 1], ahead, row[index - 1].len());
            parts[index].keep(&self.field.swept(&from, ahead));
        }
        for index in (1..parts.len()).rev() {
            let from = self
                .field
                .shifted(&parts[index], back, row[index - 1].len());
            parts[index - 1].keep(&self.field.swept(&from, back));
        }
        let fits = parts.iter().all(|places| !places.is_empty());
        fits.then_some(parts)
    }

    fn apply(&mut self, game: &Game, rule: &Rule, places: &Places) -> bool {
        let mut new = false;
        for (row, parts) in rule.rows.iter().zip(places) {
            for (part, places) in row.iter().zip(parts) {
                for (index, pattern) in part.iter().enumerate() {
                    let Some(change) = &pattern.change else {
                        continue;
                    };
                    let cells = self.field.shifted(places, rule.direction, index);
                    for object in change.set.iter().chain(change.random.iter()) {
                        new |= self.present[object].add(&cells);
                        new |= self.inherit(game, object, &cells);
                    }
                    for object in change
                        .clear
                        .iter()
                        .filter(|object| !change.set.has(*object))
                    {
                        new |= self.missing[object].add(&cells);
                    }
                    let chance = change
                        .random_layers
                        .iter()
                        .flat_map(|layer| (0..4).map(move |kind| MOVEMENTS * layer + kind));
                    for movement in change.go.iter().chain(chance) {
                        for object in self.moved(game, pattern, movement / MOVEMENTS).iter() {
                            let mut cells = cells.clone();
                            cells.keep(&self.present[object]);
                            new |= self.moving[object][movement % MOVEMENTS].add(&cells);
                        }
                    }
                }
            }
        }
        new
    }

    /// A new object inherits the movement of its layer.
    fn inherit(&mut self, game: &Game, object: usize, cells: &Marks) -> bool {
        let layer = &game.names.layers[game.names.objects[object].layer];
        let mut new = false;
        for kind in 0..MOVEMENTS {
            let mut moving = self.any(layer.iter().map(|other| &self.moving[other][kind]));
            moving.keep(cells);
            new |= self.moving[object][kind].add(&moving);
        }
        new
    }

    /// Objects that a rule's movement in a layer may move.
    fn moved(&self, game: &Game, pattern: &CellPattern, layer: usize) -> Mask {
        let in_layer = &game.names.layers[layer];
        let set = pattern.change.iter().flat_map(|change| {
            let both = change.set.iter().chain(change.random.iter());
            both.filter(|object| in_layer.has(*object))
        });
        let set = Mask::of(set);
        match set.is_empty() {
            true => movers(game, pattern, layer),
            false => set,
        }
    }
}

/// Objects of a layer that a matching cell may contain, as far as the pattern restricts them.
fn movers(game: &Game, pattern: &CellPattern, layer: usize) -> Mask {
    let in_layer = &game.names.layers[layer];
    let within = |mask: &Mask| Mask::of(mask.iter().filter(|object| in_layer.has(*object)));
    let present = within(&pattern.present);
    if !present.is_empty() {
        return present;
    }
    let any = pattern.any.iter().find(|any| any.is_within(in_layer));
    any.cloned().unwrap_or_else(|| in_layer.clone())
}

pub fn rules(game: &Game) -> impl Iterator<Item = &Rule> {
    let groups = game.first.groups.iter().chain(&game.late.groups);
    groups.flatten()
}
