//! Goes from state to state on the engine that plays the rules.

use super::super::engine::Session;
use super::super::position::{Act, Played};
use crate::game::{Move, Plan};

/// An engine, and what the player can do.
#[derive(Clone)]
pub struct Walker {
    session: Session,
    acts: Vec<Act>,
    /// The state after the last step.
    pub after: Vec<u64>,
}

/// Where an act leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nowhere: nothing changes, or it never ends.
    Nowhere,
    /// To a state, which is in [`Walker::after`].
    On,
    /// To a win, which is in [`Walker::after`].
    Won,
}

impl Walker {
    /// One that begins at a position; nothing if nothing can be played there.
    pub fn new(start: &Played) -> Option<Self> {
        Some(Self {
            session: start.session()?.clone(),
            acts: start.acts().collect(),
            after: Vec::new(),
        })
    }

    /// The state where it is.
    pub fn state(&self) -> Vec<u64> {
        let mut state = Vec::new();
        self.session.pack_into(&mut state);
        state
    }

    /// How many words of a state are not about chance; they come first.
    pub fn without_chance(&self) -> usize {
        self.state().len() - self.session.words_of_chance()
    }

    /// How many acts there are.
    pub fn acts(&self) -> u8 {
        self.acts.len() as u8
    }

    /// What an act leads to.
    pub fn step(&mut self, from: &[u64], act: u8) -> Step {
        self.session.go_to(from);
        let done = self.acts[usize::from(act)].play(&mut self.session);
        if done.is_err() {
            return Step::Nowhere;
        }
        self.after.clear();
        self.session.pack_into(&mut self.after);
        match (self.session.won() > 0, self.after == from) {
            (true, _) => Step::Won,
            (false, true) => Step::Nowhere,
            (false, false) => Step::On,
        }
    }

    /// Acts as moves.
    pub fn plan(&self, acts: &[u8]) -> Plan {
        let moves = acts
            .iter()
            .map(|act| self.acts[usize::from(*act)].to_move());
        Plan(moves.collect::<Vec<Move>>())
    }
}
