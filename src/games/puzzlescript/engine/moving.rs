//! Executes movements.

use super::super::compile::{MOVEMENTS, ones};
use super::board::{add, empty, has, insert, is_empty, remove};
use super::machine::BoardMachine;
use super::plan::GamePlan;

impl<const N: usize> BoardMachine<N> {
    /// Executes all unobstructed movements and drops the others; returns whether a rigid one failed.
    pub(super) fn execute_moves(&mut self, plan: &GamePlan) -> bool {
        for layer in 0..self.moving.len() {
            // Repeated, because a move frees a cell for others.
            let mut moved = !is_empty(&self.moving[layer]);
            while moved {
                moved = false;
                let tried = self.moving[layer];
                for cell in ones(&tried) {
                    moved |= self.execute_move(plan, cell, layer);
                }
            }
        }
        let failed = self.rigid.is_some() && self.ban_failed(plan);
        self.clear_moves(plan);
        failed
    }

    /// Removes all movements, and what rigid rules have marked in this turn.
    pub(super) fn clear_moves(&mut self, plan: &GamePlan) {
        for layer in 0..self.moving.len() {
            if !is_empty(&self.moving[layer]) {
                self.moving[layer] = empty();
                for kind in plan.layout.movements_of(layer) {
                    if !is_empty(&self.boards[kind]) {
                        self.boards[kind] = empty();
                        self.tracker.shrink(kind);
                    }
                }
            }
        }
        if let Some(rigid) = &mut self.rigid {
            rigid.group.fill(0);
            rigid.applied.fill(false);
        }
    }

    /// Executes the movement of a layer in a cell; returns whether it was possible.
    fn execute_move(&mut self, plan: &GamePlan, cell: usize, layer: usize) -> bool {
        let first = plan.layout.movement(MOVEMENTS * layer);
        // From the lowest bit: up, down, left, right, action.
        let mut moves = 0_u32;
        for (bit, board) in self.boards[first..first + MOVEMENTS].iter().enumerate() {
            moves |= u32::from(has(board, cell)) << bit;
        }
        let (width, height) = (self.field.width, self.field.height);
        let row = cell % height;
        let target = match moves {
            0b00001 if row > 0 => cell - 1,
            0b00010 if row + 1 < height => cell + 1,
            0b00100 if cell >= height => cell - height,
            0b01000 if cell + height < width * height => cell + height,
            0b10000 => cell,
            // Contradictory movements lead nowhere.
            _ => return false,
        };
        if target != cell {
            if has(&self.filled[layer], target) {
                return false;
            }
            for object in &plan.layout.layers[layer] {
                let object = usize::from(*object);
                let board = &mut self.boards[object];
                if has(board, cell) {
                    remove(board, cell);
                    insert(board, target);
                    self.tracker.grow(object);
                    self.tracker.shrink(object);
                    insert(&mut self.filled[layer], target);
                }
            }
            remove(&mut self.filled[layer], cell);
        }
        let kind = first + moves.trailing_zeros() as usize;
        remove(&mut self.boards[kind], cell);
        self.tracker.shrink(kind);
        remove(&mut self.moving[layer], cell);
        true
    }

    /// Bans groups with failed rigid movements for the rest of the turn; returns whether there is a new one.
    fn ban_failed(&mut self, plan: &GamePlan) -> bool {
        let Some(rigid) = &mut self.rigid else {
            return false;
        };
        let layers = plan.layout.layers.len();
        let mut left = empty::<N>();
        self.moving.iter().for_each(|moving| add(&mut left, moving));
        let mut failed = false;
        for cell in ones(&left) {
            let is_failed = |layer: &usize| {
                rigid.applied[cell * layers + layer] && has(&self.moving[*layer], cell)
            };
            let Some(layer) = (0..layers).find(is_failed) else {
                continue;
            };
            // Numbers of several groups, combined by OR, may be that of another group, or of none.
            let number = usize::from(rigid.group[cell * layers + layer]);
            let index = number.checked_sub(1);
            let group = index.and_then(|index| plan.rigid_groups.get(index));
            if let Some(group) = group
                && !rigid.banned[*group]
            {
                rigid.banned[*group] = true;
                failed = true;
            }
        }
        failed
    }
}
