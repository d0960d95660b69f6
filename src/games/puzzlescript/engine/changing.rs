//! What becomes of a cell where a rule applies.

use super::super::compile::MOVEMENTS;
use super::board::{has, insert, remove};
use super::machine::Machine;
use super::plan::Plan;
use super::rules::ChangePlan;

impl<const N: usize> Machine<N> {
    /// Changes a cell. Whether anything is different then.
    pub(super) fn change(
        &mut self,
        plan: &Plan,
        cell: usize,
        change: &ChangePlan,
        rigid: u8,
    ) -> bool {
        let mut different = false;
        let chosen = self.choose(change);
        let random_layer = chosen.map(|object| plan.layout.layer_of[usize::from(object)]);
        for (layer, objects) in &change.clear {
            let layer = usize::from(*layer);
            if !has(&self.filled[layer], cell) {
                continue;
            }
            let mut cleared = false;
            for object in objects.iter().filter(|object| chosen != Some(**object)) {
                cleared |= self.take(usize::from(*object), cell);
            }
            if cleared {
                different = true;
                self.refill(plan, layer, cell);
            }
        }
        if let (Some(object), Some(layer)) = (chosen, random_layer) {
            different |= self.replace_by_chance(plan, cell, object, usize::from(layer), change);
        }
        for (object, layer) in &change.set {
            if self.put(usize::from(*object), cell) {
                insert(&mut self.filled[usize::from(*layer)], cell);
                different = true;
            }
        }
        let by_chance = |layer: &u16| change.random_layers.contains(layer);
        for (layer, stop, go) in change.moves.iter().filter(|(layer, ..)| !by_chance(layer)) {
            different |= self.change_moves(plan, cell, usize::from(*layer), stop, go);
        }
        if random_layer.is_some() || !change.random_layers.is_empty() {
            different |= self.move_by_chance(plan, cell, change, random_layer);
        }
        different | (rigid > 0 && self.make_rigid(plan, cell, change, rigid))
    }

    /// Puts a cell into a board. Whether it was not there.
    #[inline(always)]
    fn put(&mut self, board: usize, cell: usize) -> bool {
        if has(&self.boards[board], cell) {
            return false;
        }
        insert(&mut self.boards[board], cell);
        self.watch.grow(board);
        true
    }

    /// Takes a cell out of a board. Whether it was there.
    #[inline(always)]
    fn take(&mut self, board: usize, cell: usize) -> bool {
        if !has(&self.boards[board], cell) {
            return false;
        }
        remove(&mut self.boards[board], cell);
        self.watch.shrink(board);
        true
    }

    /// Notes anew whether there is something of a layer in a cell.
    fn refill(&mut self, plan: &Plan, layer: usize, cell: usize) {
        let mut objects = plan.layout.layers[layer].iter();
        if !objects.any(|object| has(&self.boards[usize::from(*object)], cell)) {
            remove(&mut self.filled[layer], cell);
        }
    }

    /// The object that comes by chance.
    #[inline]
    fn choose(&mut self, change: &ChangePlan) -> Option<u16> {
        if change.random.is_empty() {
            return None;
        }
        Some(change.random[self.rng.below(change.random.len())])
    }

    fn replace_by_chance(
        &mut self,
        plan: &Plan,
        cell: usize,
        object: u16,
        layer: usize,
        change: &ChangePlan,
    ) -> bool {
        let mut different = false;
        for other in &plan.layout.layers[layer] {
            let kept = *other == object || change.set.iter().any(|(set, _)| set == other);
            different |= !kept && self.take(usize::from(*other), cell);
        }
        different |= self.put(usize::from(object), cell);
        insert(&mut self.filled[layer], cell);
        different
    }

    /// Takes movements of a layer away and gives others. Whether anything is different then.
    #[inline]
    fn change_moves(
        &mut self,
        plan: &Plan,
        cell: usize,
        layer: usize,
        stop: &[u16],
        go: &[u16],
    ) -> bool {
        let mut different = false;
        if has(&self.moving[layer], cell) {
            for kind in stop {
                different |= self.take(usize::from(*kind), cell);
            }
        }
        for kind in go {
            different |= self.put(usize::from(*kind), cell);
        }
        if different {
            self.remember_moving(plan, layer, cell);
        }
        different
    }

    /// What comes by chance stands still, and what moves by chance moves in one of four directions. A movement that
    /// goes and comes again is no difference.
    fn move_by_chance(
        &mut self,
        plan: &Plan,
        cell: usize,
        change: &ChangePlan,
        random_layer: Option<u16>,
    ) -> bool {
        let mut different = false;
        if let Some(layer) = random_layer.map(usize::from) {
            let keeps = |kind: usize| {
                change
                    .moves
                    .iter()
                    .any(|(_, _, go)| go.contains(&(kind as u16)))
            };
            for kind in plan.layout.movement(MOVEMENTS * layer)
                ..plan.layout.movement(MOVEMENTS * (layer + 1))
            {
                different |= !keeps(kind) && self.take(kind, cell);
            }
            self.remember_moving(plan, layer, cell);
        }
        for layer in change.random_layers.iter().map(|layer| usize::from(*layer)) {
            let drawn = plan.layout.movement(MOVEMENTS * layer + self.rng.below(4));
            let of_layer = change
                .moves
                .iter()
                .filter(|moves| usize::from(moves.0) == layer);
            for kind in of_layer
                .flat_map(|(_, stop, _)| stop)
                .map(|kind| usize::from(*kind))
            {
                different |= kind != drawn && self.take(kind, cell);
            }
            different |= self.put(drawn, cell);
            self.remember_moving(plan, layer, cell);
        }
        different
    }

    fn remember_moving(&mut self, plan: &Plan, layer: usize, cell: usize) {
        let first = plan.layout.movement(MOVEMENTS * layer);
        match self.boards[first..first + MOVEMENTS]
            .iter()
            .any(|board| has(board, cell))
        {
            true => insert(&mut self.moving[layer], cell),
            false => remove(&mut self.moving[layer], cell),
        }
    }

    /// Notes that movements in a cell belong to a rigid rule. Whether that is new.
    fn make_rigid(&mut self, plan: &Plan, cell: usize, change: &ChangePlan, number: u8) -> bool {
        let layers = plan.layout.layers.len();
        let Some(rigid) = &mut self.rigid else {
            return false;
        };
        let places = || {
            change
                .layers
                .iter()
                .map(|layer| cell * layers + usize::from(*layer))
        };
        let grouped = places().all(|place| rigid.group[place] & number == number);
        let applied = places().all(|place| rigid.applied[place]);
        if grouped || applied {
            return false;
        }
        for place in places() {
            rigid.group[place] |= number;
            rigid.applied[place] = true;
        }
        true
    }
}
