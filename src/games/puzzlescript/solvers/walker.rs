//! Successor function of states, on the engine.

use super::super::engine::{Session, Unfinished};
use super::super::position::{PlayerAct, PuzzlePosition};
use crate::game::Plan;

/// An engine with the acts of the player.
#[derive(Clone)]
pub struct Walker {
    session: Session,
    acts: Vec<PlayerAct>,
    /// State after the last step.
    pub after: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing changes, or the turns never end.
    Unchanged,
    /// A limit was reached before the turns ended.
    Unknown,
    /// A state, in [`Walker::after`].
    Moved,
    /// A win, in [`Walker::after`].
    Won,
}

impl Walker {
    /// Starts at a position, unless nothing can be played there.
    pub fn new(start: &PuzzlePosition) -> Result<Self, Unfinished> {
        Ok(Self {
            session: start.session()?.clone(),
            acts: start.acts().collect(),
            after: Vec::new(),
        })
    }

    pub fn state(&self) -> Vec<u64> {
        let mut state = Vec::new();
        self.session.pack_into(&mut state);
        state
    }

    /// Number of leading words of a state that are not about randomness.
    pub fn deterministic_words(&self) -> usize {
        self.state().len() - self.session.rng_words()
    }

    /// Number of acts, which are numbered from 0.
    pub fn acts(&self) -> u8 {
        self.acts.len() as u8
    }

    /// Plays an act in a state; the state after it is in [`Self::after`].
    pub fn step(&mut self, from: &[u64], act: u8) -> Next {
        self.session.restore(from);
        match self.acts[usize::from(act)].play(&mut self.session) {
            Ok(_) => {}
            Err(Unfinished::Endless) => return Next::Unchanged,
            Err(_) => return Next::Unknown,
        }
        self.after.clear();
        self.session.pack_into(&mut self.after);
        match (self.session.won() > 0, self.after == from) {
            (true, _) => Next::Won,
            (false, true) => Next::Unchanged,
            (false, false) => Next::Moved,
        }
    }

    pub fn plan(&self, acts: &[u8]) -> Plan {
        let acts = acts.iter().map(|act| self.acts[usize::from(*act)]);
        Plan(acts.map(PlayerAct::to_move).collect())
    }
}
