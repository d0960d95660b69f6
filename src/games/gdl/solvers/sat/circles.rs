//! Cycles of moves that are legal only thanks to each other, such as a line that bites its own tail. No order of play
//! makes them.

use super::super::super::net::machine::{Machine, is_on, pack};
use super::oneshot::Setters;
use crate::analysis::View;
use crate::search::Budget;

pub(super) struct Circles<'v> {
    view: &'v View,
    setters: &'v Setters,
    machine: Machine<'v, 1>,
    /// State after the moves that can be made.
    made: Vec<bool>,
}

impl<'v> Circles<'v> {
    pub fn new(view: &'v View, setters: &'v Setters, made: &[u32]) -> Self {
        let bits = view.net.start.iter().zip(&setters.moves);
        let changed = |makers: &Vec<usize>| made.iter().any(|mv| makers.contains(&(*mv as usize)));
        let made = bits.map(|(bit, makers)| *bit != changed(makers)).collect();
        Self {
            view,
            setters,
            machine: Machine::new(&view.code),
            made,
        }
    }

    /// Disjoint cycles, each reduced by leaving out single moves; `None` if the budget runs out.
    pub fn find(&mut self, stuck: Vec<usize>, budget: &Budget) -> Option<Vec<Vec<usize>>> {
        let mut circles = Vec::new();
        let mut rest = self.leaning(stuck, budget)?;
        while !rest.is_empty() {
            let mut circle = rest.clone();
            for mv in &rest {
                if circle.contains(mv) {
                    let without = circle.iter().copied().filter(|other| other != mv);
                    let smaller = self.leaning(without.collect(), budget)?;
                    if !smaller.is_empty() {
                        circle = smaller;
                    }
                }
            }
            rest.retain(|mv| !circle.contains(mv));
            rest = self.leaning(rest, budget)?;
            circles.push(circle);
        }
        Some(circles)
    }

    /// Moves that stay legal where all others of them are made but not the move itself.
    fn leaning(&mut self, mut moves: Vec<usize>, budget: &Budget) -> Option<Vec<usize>> {
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
        let bits = self.made.iter().zip(start).zip(&self.setters.moves);
        let bits = bits.map(|((made, start), makers)| {
            let set = makers
                .iter()
                .any(|other| *other != mv && moves.contains(other));
            if set { !start } else { *made }
        });
        let state = pack(&bits.collect::<Vec<bool>>());
        self.machine.set_state(0, &state);
        self.machine.clear_moves();
        self.machine.run_state();
        let mut legal = Vec::new();
        self.machine.legal(1, &mut legal);
        is_on(&legal, mv)
    }
}
