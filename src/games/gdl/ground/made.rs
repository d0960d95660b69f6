//! Rules without variables.

use rustc_hash::FxHashMap;

use super::super::rules::RelId;
use super::super::terms::{TermId, Terms};
use super::store::AtomId;

/// A ground rule's condition: atom and whether it is negated, in one number.
pub type GroundLit = u32;

/// Rules without variables.
#[derive(Clone, Debug)]
pub struct Ground {
    pub terms: Terms,
    /// Relation and first argument of each atom that may change, with the term it is about: the
    /// fact of `true`, `next`; the move of `does`, `legal`; the value of `goal`.
    pub atoms: Vec<GroundAtom>,
    /// Heads of the ground rules.
    pub heads: Vec<AtomId>,
    /// Where each one's body begins, and the end.
    pub starts: Vec<u32>,
    /// Bodies: `atom << 1 | negated`.
    pub body: Vec<GroundLit>,
    /// Facts of the first state.
    pub start: Vec<TermId>,
    /// What holds in every state of relations with two or three arguments, which may be about places.
    pub lasting: Lasting,
}

/// The arguments of what holds, by relation.
pub type Lasting = FxHashMap<RelId, Vec<Box<[TermId]>>>;

/// An atom that may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundAtom {
    pub rel: RelId,
    /// What it is about, see [`Ground::atoms`]; for other players' moves and goals nothing.
    pub about: Option<TermId>,
    /// It can come to hold.
    pub possible: bool,
}

impl Ground {
    /// Head and body of a ground rule.
    pub fn rule(&self, number: usize) -> (AtomId, &[GroundLit]) {
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        (self.heads[number], &self.body[range])
    }
}
