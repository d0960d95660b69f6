//! All passes of a level, cut into numbered units that can be worked off in any order, anywhere.

use std::sync::OnceLock;
use std::ops::ControlFlow;

use super::bound::Bound;
use super::bodies::{Body, Classes, alphabet, continuations};
use super::graph::{Graph, Mask};
use super::search::{Pass, Shared, Stopped, Worker};
use crate::games::light_bot::puzzle::Puzzle;

/// Longest common begin of the lowest helpers of a unit.
const PREFIX: usize = 5;

/// A level made ready for search.
pub(super) struct Passes<M> {
    graph: Graph<M>,
    slots: Vec<usize>,
    units: Vec<Body>,
    classes: OnceLock<Classes>,
    base: Bound,
}

impl<M: Mask> Passes<M> {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let graph = Graph::new(puzzle);
        let slots = puzzle.slots.as_slice().to_vec();
        let mut units = Vec::new();
        let _ = continuations::<()>(&mut Body::new(), &alphabet(&graph, 0), PREFIX, &mut |body| {
            units.push(body.clone());
            ControlFlow::Continue(())
        });
        units.sort_by_key(Vec::len);
        let mut base = Bound::default();
        base.fill(&graph, &[], u32::MAX);
        Self { graph, slots, units, classes: OnceLock::new(), base }
    }

    pub(super) fn units(&self) -> usize {
        self.units.len()
    }

    pub(super) fn run(&self, length: usize, unit: usize, shared: &Shared) -> Result<(), Stopped> {
        let Some(prefix) = self.units.get(unit) else { return Ok(()) };
        let longest = self.slots.iter().skip(1).copied().max().unwrap_or(0);
        let classes = self.classes.get_or_init(|| Classes::new(&self.graph, longest));
        let pass = Pass { graph: &self.graph, classes, base: &self.base, slots: &self.slots, length, shared };
        Worker::new(&pass).unit(prefix, prefix.len() == PREFIX)
    }
}
