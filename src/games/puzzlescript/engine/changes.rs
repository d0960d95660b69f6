//! Applies the changes of a rule to cells.

use super::super::compile::{Bits, MOVEMENTS};
use super::machine::BoardMachine;
use super::plan::GamePlan;
use super::rules::{ChangePlan, MovesPlan};

const ALL_MOVES: u8 = (1 << MOVEMENTS) - 1;

/// Some cells of one word: its index, and a bit per cell.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub word: usize,
    pub bits: u64,
}

impl Spot {
    /// A single cell.
    #[inline(always)]
    pub fn new(cell: usize) -> Self {
        Self {
            word: cell / 64,
            bits: 1 << (cell % 64),
        }
    }
}

impl<const N: usize> BoardMachine<N> {
    /// Changes some cells (only one, if the change is random or rigid); returns whether anything is different. `rigid`
    /// is the number of the rule's group among the rigid ones, or 0.
    pub(super) fn change(
        &mut self,
        plan: &GamePlan,
        spot: Spot,
        change: &ChangePlan,
        rigid: u8,
    ) -> bool {
        let mut different = 0;
        let count = change.random.len();
        let chosen = (count > 0).then(|| change.random[self.rng.below(count)]);
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
            // A drawn object that is there already stays, which is no difference.
            for object in objects.iter().filter(|object| chosen != Some(**object)) {
                cleared |= self.clear_bits(usize::from(*object), filled);
            }
            if cleared != 0 {
                different |= cleared;
                self.update_filled(plan, layer, spot.word, cleared);
            }
        }
        if let (Some(object), Some(layer)) = (chosen, random_layer) {
            different |= self.replace_random(plan, spot, object, usize::from(layer), change);
        }
        for (object, layer) in &change.set {
            let new = self.set_bits(usize::from(*object), spot);
            self.filled[usize::from(*layer)][spot.word] |= new;
            different |= new;
        }
        for moves in &change.moves {
            different |= self.change_moves(plan, spot, *moves);
        }
        if change.is_random() {
            different |= self.move_random(plan, spot, change, random_layer);
        }
        // Not `||`: movements are marked as rigid in any case.
        (different != 0) | (rigid > 0 && self.make_rigid(plan, spot, change, rigid))
    }

    /// Adds cells to a board; returns those that are new.
    #[inline(always)]
    fn set_bits(&mut self, board: usize, spot: Spot) -> u64 {
        let word = &mut self.boards[board][spot.word];
        let new = spot.bits & !*word;
        if new != 0 {
            *word |= new;
            self.tracker.grow(board);
        }
        new
    }

    /// Removes cells from a board; returns those that were there.
    #[inline(always)]
    fn clear_bits(&mut self, board: usize, spot: Spot) -> u64 {
        let word = &mut self.boards[board][spot.word];
        let removed = spot.bits & *word;
        if removed != 0 {
            *word &= !removed;
            self.tracker.shrink(board);
        }
        removed
    }

    /// Updates `filled` in the cells `bits` of a word, after objects were removed there.
    fn update_filled(&mut self, plan: &GamePlan, layer: usize, word: usize, bits: u64) {
        let objects = plan.layout.layers[layer].iter();
        let words = objects.map(|object| self.boards[usize::from(*object)][word]);
        let left = words.fold(0, |left, word| left | word);
        let filled = &mut self.filled[layer][word];
        *filled = *filled & !bits | left & bits;
    }

    /// Puts a drawn object into its layer in place of others, unless the change puts them there; returns changed cells.
    fn replace_random(
        &mut self,
        plan: &GamePlan,
        spot: Spot,
        object: u16,
        layer: usize,
        change: &ChangePlan,
    ) -> u64 {
        let mut different = 0;
        for other in &plan.layout.layers[layer] {
            if *other != object && change.set.iter().all(|(set, _)| set != other) {
                different |= self.clear_bits(usize::from(*other), spot);
            }
        }
        different |= self.set_bits(usize::from(object), spot);
        self.filled[layer][spot.word] |= spot.bits;
        different
    }

    /// Replaces movements of a layer; returns the cells with a difference.
    #[inline]
    fn change_moves(&mut self, plan: &GamePlan, spot: Spot, moves: MovesPlan) -> u64 {
        let layer = usize::from(moves.layer);
        let first = plan.layout.movements_of(layer).start;
        let moving = Spot {
            bits: self.moving[layer][spot.word] & spot.bits,
            ..spot
        };
        let (mut added, mut removed) = (0, 0);
        for kind in Bits(u64::from(moves.go)) {
            added |= self.set_bits(first + kind, spot);
        }
        if moving.bits != 0 {
            for kind in Bits(u64::from(moves.stop)) {
                removed |= self.clear_bits(first + kind, moving);
            }
        }
        let word = &mut self.moving[layer][spot.word];
        *word |= added;
        if removed & !added != 0 {
            let boards = &self.boards[plan.layout.movements_of(layer)];
            let left = boards.iter().fold(0, |left, board| left | board[spot.word]);
            *word = *word & !removed | left & removed;
        }
        added | removed
    }

    /// Stops randomly created objects and moves randomly moved ones in one of four directions. A movement that is
    /// removed and given again is no difference.
    fn move_random(
        &mut self,
        plan: &GamePlan,
        spot: Spot,
        change: &ChangePlan,
        random_layer: Option<u16>,
    ) -> u64 {
        let mut different = 0;
        if let Some(layer) = random_layer {
            let stopped = MovesPlan {
                layer,
                stop: change.moves.iter().fold(ALL_MOVES, |stop, moves| {
                    stop & !if moves.layer == layer { moves.go } else { 0 }
                }),
                go: 0,
            };
            different |= self.change_moves(plan, spot, stopped);
        }
        for moves in &change.random_moves {
            // Up, down, left or right, which precede action.
            let drawn = 1 << self.rng.below(MOVEMENTS - 1);
            let moves = MovesPlan {
                stop: moves.stop & !drawn,
                go: drawn,
                ..*moves
            };
            different |= self.change_moves(plan, spot, moves);
        }
        different
    }

    /// Records that movements in a cell belong to a rigid rule; returns whether that is new. As in the original,
    /// nothing is recorded if all layers of the change are marked already, by this group or by any.
    fn make_rigid(&mut self, plan: &GamePlan, spot: Spot, change: &ChangePlan, number: u8) -> bool {
        let layers = plan.layout.layers.len();
        let cell = 64 * spot.word + spot.bits.trailing_zeros() as usize;
        let Some(rigid) = &mut self.rigid else {
            return false;
        };
        let slot = |layer: &u16| cell * layers + usize::from(*layer);
        let slots = || change.layers.iter().map(slot);
        let grouped = slots().all(|slot| rigid.group[slot] & number == number);
        let applied = slots().all(|slot| rigid.applied[slot]);
        if grouped || applied {
            return false;
        }
        for slot in slots() {
            rigid.group[slot] |= number;
            rigid.applied[slot] = true;
        }
        true
    }
}
