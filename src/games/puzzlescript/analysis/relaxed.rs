//! Delete relaxation of a level: nothing that appeared disappears, and nothing that disappeared stays away.
//!
//! Computes where each object may ever be present, missing or moving, as the least fixpoint of all rules and
//! movements. It over-approximates every sequence of moves, so whatever it rules out never happens.

use super::super::compile::{CellPattern, CompiledGame, MOVEMENTS, Mask, RowPattern, Rule};
use super::field::{DIRECTIONS, LevelField};

/// Over-approximation of everything that can happen in a level.
#[derive(Clone, Debug)]
pub struct Relaxed {
    pub(super) field: LevelField,
    /// Cells where each object may be present at some time.
    pub(super) present: Vec<Mask>,
    /// Cells where each object may be missing at some time.
    pub(super) missing: Vec<Mask>,
    /// Cells from which each object may move in each direction or, last, act. In masks of movements, these are numbered
    /// `MOVEMENTS * layer + kind`.
    pub(super) moving: Vec<[Mask; MOVEMENTS]>,
}

/// Cells where the parts of each row of a rule may begin.
pub(super) type RowStarts = Vec<Vec<Mask>>;

/// Passes over the rules before giving up, which is safe. Each but the last adds at least one cell of one object.
const MAX_PASSES: usize = 2_000;

impl Relaxed {
    /// Computes what may happen from a state with these objects in the cells, column by column; `None` beyond the
    /// limit of passes. `size` is rows, columns.
    pub fn new(game: &CompiledGame, size: (usize, usize), cells: &[Vec<usize>]) -> Option<Self> {
        let (rows, cols) = size;
        let field = LevelField { rows, cols };
        let objects = game.names.objects.len();
        let mut present = vec![Mask::default(); objects];
        for (cell, here) in cells.iter().enumerate() {
            here.iter().for_each(|object| present[*object].insert(cell));
        }
        let mut missing = vec![Mask::new(0..field.cells()); objects];
        for (missing, present) in missing.iter_mut().zip(&present) {
            missing.remove(present);
        }
        let mut relaxed = Self {
            field,
            present,
            missing,
            moving: vec![Default::default(); objects],
        };
        relaxed.saturate(game).then_some(relaxed)
    }

    /// Returns whether an object never moves, appears or disappears.
    pub fn is_fixed(&self, object: usize) -> bool {
        let mut both = self.present[object].clone();
        both.intersect(&self.missing[object]);
        both.is_empty()
    }

    /// Applies all rules and movements up to the fixpoint; returns whether it was reached.
    fn saturate(&mut self, game: &CompiledGame) -> bool {
        for _ in 0..MAX_PASSES {
            let mut new = self.start_moves(game);
            for rule in rules(game) {
                if let Some(starts) = self.row_starts(game, rule) {
                    new |= self.apply(game, rule, &starts);
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
    fn start_moves(&mut self, game: &CompiledGame) -> bool {
        let mut new = false;
        for object in game.player.mask.iter() {
            for moving in &mut self.moving[object] {
                new |= moving.merge(&self.present[object]);
            }
        }
        new
    }

    /// Executes all movements found so far; returns whether anything is new.
    fn make_moves(&mut self, game: &CompiledGame) -> bool {
        let mut new = false;
        for object in 0..self.present.len() {
            let layer = game.names.objects[object].layer;
            // The action, which comes after the directions, moves nothing.
            for (number, direction) in DIRECTIONS.into_iter().enumerate() {
                let moving = &self.moving[object][number];
                let mut to = self.field.shifted(moving, direction, 1);
                // Nothing enters a cell with a permanent object of the same layer.
                for other in game.names.layers[layer].iter() {
                    to.intersect(&self.missing[other]);
                }
                new |= self.present[object].merge(&to);
                let from = self.field.shifted(&to, direction.opposite(), 1);
                new |= self.missing[object].merge(&from);
            }
        }
        new
    }

    /// Cells that may match a pattern.
    fn cells(&self, game: &CompiledGame, pattern: &CellPattern) -> Mask {
        let mut cells = Mask::new(0..self.field.cells());
        for object in pattern.present.iter() {
            cells.intersect(&self.present[object]);
        }
        for object in pattern.missing.iter() {
            cells.intersect(&self.missing[object]);
        }
        for any in &pattern.any {
            cells.intersect(&union(any.iter().map(|object| &self.present[object])));
        }
        for movement in pattern.moving.iter() {
            let movers = movers(game, pattern, movement / MOVEMENTS);
            let moving = |object: usize| &self.moving[object][movement % MOVEMENTS];
            cells.intersect(&union(movers.iter().map(moving)));
        }
        cells
    }

    /// Cells where each part of each row may begin; `None` if the rule can never apply.
    pub(super) fn row_starts(&self, game: &CompiledGame, rule: &Rule) -> Option<RowStarts> {
        let rows = rule.rows.iter().map(|row| self.row(game, rule, row));
        rows.collect()
    }

    /// Cells where each part of a row may begin; `None` if one cannot.
    fn row(&self, game: &CompiledGame, rule: &Rule, row: &RowPattern) -> Option<Vec<Mask>> {
        let (ahead, back) = (rule.direction, rule.direction.opposite());
        let mut parts = Vec::new();
        for part in row {
            let mut starts = Mask::new(0..self.field.cells());
            for (index, pattern) in part.iter().enumerate() {
                starts.intersect(&self.field.shifted(&self.cells(game, pattern), back, index));
            }
            parts.push(starts);
        }
        // Parts after a gap are ahead of those before it.
        for index in 1..parts.len() {
            let length = row[index - 1].len();
            let from = self.field.shifted(&parts[index - 1], ahead, length);
            parts[index].intersect(&self.field.swept(&from, ahead));
        }
        for index in (1..parts.len()).rev() {
            let length = row[index - 1].len();
            let from = self.field.shifted(&parts[index], back, length);
            parts[index - 1].intersect(&self.field.swept(&from, back));
        }
        let fits = parts.iter().all(|starts| !starts.is_empty());
        fits.then_some(parts)
    }

    /// Applies the changes of a rule in all cells where it may match; returns whether anything is new.
    fn apply(&mut self, game: &CompiledGame, rule: &Rule, starts: &RowStarts) -> bool {
        let mut new = false;
        for (row, parts) in rule.rows.iter().zip(starts) {
            for (part, starts) in row.iter().zip(parts) {
                for (index, pattern) in part.iter().enumerate() {
                    let Some(change) = &pattern.change else {
                        continue;
                    };
                    let cells = self.field.shifted(starts, rule.direction, index);
                    for object in change.set.iter().chain(change.random.iter()) {
                        new |= self.present[object].merge(&cells);
                        new |= self.inherit(game, object, &cells);
                    }
                    let cleared = change.clear.iter();
                    for object in cleared.filter(|object| !change.set.has(*object)) {
                        new |= self.missing[object].merge(&cells);
                    }
                    let random = change.random_layers.iter().flat_map(|layer| {
                        (0..DIRECTIONS.len()).map(move |kind| MOVEMENTS * layer + kind)
                    });
                    for movement in change.go.iter().chain(random) {
                        for object in self.moved(game, pattern, movement / MOVEMENTS).iter() {
                            let mut cells = cells.clone();
                            cells.intersect(&self.present[object]);
                            new |= self.moving[object][movement % MOVEMENTS].merge(&cells);
                        }
                    }
                }
            }
        }
        new
    }

    /// A new object inherits the movement of its layer.
    fn inherit(&mut self, game: &CompiledGame, object: usize, cells: &Mask) -> bool {
        let layer = &game.names.layers[game.names.objects[object].layer];
        let mut new = false;
        for kind in 0..MOVEMENTS {
            let mut moving = union(layer.iter().map(|other| &self.moving[other][kind]));
            moving.intersect(cells);
            new |= self.moving[object][kind].merge(&moving);
        }
        new
    }

    /// Objects that a rule's movement in a layer may move: those it puts there or, if none, those that may match.
    fn moved(&self, game: &CompiledGame, pattern: &CellPattern, layer: usize) -> Mask {
        let in_layer = &game.names.layers[layer];
        let set = pattern.change.iter().flat_map(|change| {
            let both = change.set.iter().chain(change.random.iter());
            both.filter(|object| in_layer.has(*object))
        });
        let set = Mask::new(set);
        match set.is_empty() {
            true => movers(game, pattern, layer),
            false => set,
        }
    }
}

fn union<'a>(sets: impl Iterator<Item = &'a Mask>) -> Mask {
    let mut union = Mask::default();
    sets.for_each(|set| union.add(set));
    union
}

/// Objects of a layer that a matching cell may contain, as far as the pattern restricts them.
fn movers(game: &CompiledGame, pattern: &CellPattern, layer: usize) -> Mask {
    let in_layer = &game.names.layers[layer];
    let within = |mask: &Mask| Mask::new(mask.iter().filter(|object| in_layer.has(*object)));
    let present = within(&pattern.present);
    if !present.is_empty() {
        return present;
    }
    let any = pattern.any.iter().find(|any| any.is_subset(in_layer));
    any.cloned().unwrap_or_else(|| in_layer.clone())
}

/// All rules, of both halves of a turn.
pub fn rules(game: &CompiledGame) -> impl Iterator<Item = &Rule> {
    game.first.groups.iter().chain(&game.late.groups).flatten()
}
