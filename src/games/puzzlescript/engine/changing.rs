//! Applies the changes of a rule to cells.

use super::super::compile::MOVEMENTS;
use super::board::Bits;
use super::machine::Machine;
use super::plan::Plan;
use super::rules::{ChangePlan, MovesPlan};

const ALL_MOVES: u8 = (1 << MOVEMENTS) - 1;

/// Some cells of one word: its index, and a bit per cell.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub word: usize,
    pub bits: u64,
}

impl Spot {
    #[inline(always)]
    pub fn of(cell: usize) -> Self {
        Self {
            word: cell / 64,
            bits: 1 << (cell % 64),
        }
    }
}

impl<const N: usize> Machine<N> {
    /// Changes some cells (only one, if the change is random or rigid); returns whether anything is different.
    pub(super) fn change(
        &mut self,
        plan: &Plan,
        spot: Spot,
        change: &ChangePlan,
        rigid: u8,
    ) -> bool {
        let mut different = 0;
        let chosen = self.choose(change);
        let random_layer = chosen.map(|object| plan.layout.layer_of[usize::from(object)]);
        for (layer, objects) in &change.clear {
            let layer = usize::from(*layer);
            let filled = Spot {
                bits: self.filled[layer][spot.word] & spot.bits,
                ..spot
            };
            if filled.bits == 0 {
                continue;
            }
            let mut cleared = 0;
            for object in objects.iter().filter(|object| chosen != Some(**object)) {
                cleared |= self.take(usize::from(*object), filled);
            }
            if cleared != 0 {
                different |= cleared;
                self.refill(plan, layer, spot.word, cleared);
            }
        }
        if let (Some(object), Some(layer)) = (chosen, random_layer) {
            different |= self.replace_by_chance(plan, spot, object, usize::from(layer), change);
        }
        for (object, layer) in &change.set {
            let new = self.put(usize::from(*object), spot);
            self.filled[usize::from(*layer)][spot.word] |= new;
            different |= new;
        }
        for moves in &change.moves {
            different |= self.change_moves(plan, spot, *moves);
        }
        if change.is_by_chance() {
            different |= self.move_by_chance(plan, spot, change, random_layer);
        }
        (different != 0) | (rigid > 0 && self.make_rigid(plan, spot, change, rigid))
    }

    /// Adds cells to a board; returns those that are new.
    #[inline(always)]
    fn put(&mut self, board: usize, spot: Spot) -> u64 {
        let word = &mut self.boards[board][spot.word];
        let new = spot.bits & !*word;
        if new != 0 {
            *word |= new;
            self.watch.grow(board);
        }
        new
    }

    /// Removes cells from a board; returns those that were there.
    #[inline(always)]
    fn take(&mut self, board: usize, spot: Spot) -> u64 {
        let word = &mut self.boards[board][spot.word];
        let gone = spot.bits & *word;
        if gone != 0 {
            *word &= !gone;
            self.watch.shrink(board);
        }
        gone
    }

    /// Updates the cells of a layer that contain an object.
    fn refill(&mut self, plan: &Plan, layer: usize, word: usize, bits: u64) {
        let objects = plan.layout.layers[layer].iter();
        let left = objects.fold(0, |left, object| {
            left | self.boards[usize::from(*object)][word]
        });
        let filled = &mut self.filled[layer][word];
        *filled = *filled & !bits | left & bits;
    }

    /// Draws the object of a random change.
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
        spot: Spot,
        object: u16,
        layer: usize,
        change: &ChangePlan,
    ) -> u64 {
        let mut different = 0;
        for other in &plan.layout.layers[layer] {
            if *other != object && change.set.iter().all(|(set, _)| set != other) {
                different |= self.take(usize::from(*other), spot);
            }
        }
        different |= self.put(usize::from(object), spot);
        self.filled[layer][spot.word] |= spot.bits;
        different
    }

    /// Replaces movements of a layer; returns the cells with a difference.
    #[inline]
    fn change_moves(&mut self, plan: &Plan, spot: Spot, moves: MovesPlan) -> u64 {
        let layer = usize::from(moves.layer);
        let first = plan.layout.movements_of(layer).start;
        let moving = Spot {
            bits: self.moving[layer][spot.word] & spot.bits,
            ..spot
        };
        let (mut come, mut gone) = (0, 0);
        for kind in Bits(u64::from(moves.go)) {
            come |= self.put(first + kind, spot);
        }
        if moving.bits != 0 {
            for kind in Bits(u64::from(moves.stop)) {
                gone |= self.take(first + kind, moving);
            }
        }
        let word = &mut self.moving[layer][spot.word];
        *word |= come;
        if gone & !come != 0 {
            let boards = &self.boards[plan.layout.movements_of(layer)];
            let left = boards.iter().fold(0, |left, board| left | board[spot.word]);
            *word = *word & !gone | left & gone;
        }
        come | gone
    }

    /// Stops randomly created objects and moves randomly moved ones in one of four directions. A movement that is
    /// removed and given again is no difference.
    fn move_by_chance(
        &mut self,
        plan: &Plan,
        spot: Spot,
        change: &ChangePlan,
        random_layer: Option<u16>,
    ) -> u64 {
        let mut different = 0;
        if let Some(layer) = random_layer {
            let gone = MovesPlan {
                layer,
                stop: change.moves.iter().fold(ALL_MOVES, |stop, moves| {
                    stop & !if moves.layer == layer { moves.go } else { 0 }
                }),
                go: 0,
            };
            different |= self.change_moves(plan, spot, gone);
        }
        for moves in &change.random_moves {
            let drawn = 1 << self.rng.below(4);
            let moves = MovesPlan {
                stop: moves.stop & !drawn,
                go: drawn,
                ..*moves
            };
            different |= self.change_moves(plan, spot, moves);
        }
        different
    }

    /// Records that movements in a cell belong to a rigid rule; returns whether that is new.
    fn make_rigid(&mut self, plan: &Plan, spot: Spot, change: &ChangePlan, number: u8) -> bool {
        let layers = plan.layout.layers.len();
        let cell = 64 * spot.word + spot.bits.trailing_zeros() as usize;
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
