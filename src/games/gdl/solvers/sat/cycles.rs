//! Cycles of moves that are legal only thanks to each other, such as a line that bites its own tail. No order of play
//! makes them.

use super::oneshot::Setters;
use crate::analysis::SearchNet;
use crate::net::machine::{Machine, is_on, pack};
use planwright_game::search::Budget;

pub(super) struct CycleFinder<'v> {
    view: &'v SearchNet,
    setters: &'v Setters,
    machine: Machine<'v, 1>,
    /// State after the moves that can be made.
    state: Vec<bool>,
}

impl<'v> CycleFinder<'v> {
    pub fn new(view: &'v SearchNet, setters: &'v Setters, moves: &[u32]) -> Self {
        let bits = view.net.start.iter().zip(&setters.moves);
        let is_changed =
            |makers: &Vec<usize>| moves.iter().any(|mv| makers.contains(&(*mv as usize)));
        let state = bits
            .map(|(bit, makers)| *bit != is_changed(makers))
            .collect();
        Self {
            view,
            setters,
            machine: Machine::new(&view.code),
            state,
        }
    }

    /// Disjoint cycles, each reduced by leaving out single moves; `None` if the budget runs out.
    pub fn find(&mut self, blocked: Vec<usize>, budget: &Budget) -> Option<Vec<Vec<usize>>> {
        let mut cycles = Vec::new();
        let mut supported = self.self_supporting(blocked, budget)?;
        while !supported.is_empty() {
            let mut cycle = supported.clone();
            for mv in &supported {
                if cycle.contains(mv) {
                    let without = cycle.iter().copied().filter(|other| other != mv);
                    let smaller = self.self_supporting(without.collect(), budget)?;
                    if !smaller.is_empty() {
                        cycle = smaller;
                    }
                }
            }
            supported.retain(|mv| !cycle.contains(mv));
            supported = self.self_supporting(supported, budget)?;
            cycles.push(cycle);
        }
        Some(cycles)
    }

    /// Moves that stay legal where all others of them are made but not the move itself.
    fn self_supporting(&mut self, mut moves: Vec<usize>, budget: &Budget) -> Option<Vec<usize>> {
        loop {
            let mut left = Vec::new();
            for mv in &moves {
                budget.check().ok()?;
                if self.is_legal(*mv, &moves) {
                    left.push(*mv);
                }
            }
            if left.len() == moves.len() {
                return Some(left);
            }
            moves = left;
        }
    }

    fn is_legal(&mut self, mv: usize, moves: &[usize]) -> bool {
        let start = &self.view.net.start;
        let bits = self.state.iter().zip(start).zip(&self.setters.moves);
        let bits = bits.map(|((bit, start), makers)| {
            let is_set = makers
                .iter()
                .any(|other| *other != mv && moves.contains(other));
            if is_set { !start } else { *bit }
        });
        let state = pack(&bits.collect::<Vec<bool>>());
        self.machine.set_state(0, &state);
        self.machine.clear_moves();
        self.machine.run_state();
        is_on(&self.machine.legal(1), mv)
    }
}
