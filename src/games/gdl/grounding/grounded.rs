//! Rules without variables.

use rustc_hash::FxHashMap;

use super::super::rules::RelId;
use super::super::terms::{TermId, Terms};
use super::store::AtomId;

/// Condition of a ground rule: `atom << 1 | negated`.
pub type GroundedLit = u32;

#[derive(Clone, Debug)]
pub struct GroundedRules {
    pub terms: Terms,
    /// Atoms that may change: relation, and the term in question – the fact of `true` and `next`, the move of `does`
    /// and `legal`, the value of `goal`.
    pub atoms: Vec<GroundedAtom>,
    pub heads: Vec<AtomId>,
    /// Index in `body` where each rule's body begins, and the end.
    pub starts: Vec<u32>,
    pub body: Vec<GroundedLit>,
    pub start: Vec<TermId>,
    /// Facts that hold in every state, of relations with two or three arguments, which may be about places.
    pub rigid: RigidFacts,
}

pub type RigidFacts = FxHashMap<RelId, Vec<Box<[TermId]>>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundedAtom {
    pub rel: RelId,
    /// The term in question, see `GroundedRules::atoms`; `None` for other players' moves and goals.
    pub term: Option<TermId>,
    pub possible: bool,
}

impl GroundedRules {
    pub fn rule(&self, number: usize) -> (AtomId, &[GroundedLit]) {
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        (self.heads[number], &self.body[range])
    }
}
