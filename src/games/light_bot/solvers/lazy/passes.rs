//! Division of a level's passes into independent, numbered work units.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::bound::DistanceBound;
use super::graph::{Body, Flow, Graph, alphabet, continuations};
use super::search::{PassContext, PassPart, Worker};
use super::shared::SharedBest;
use crate::puzzle::BotPuzzle;

/// Length of the prefixes that divide the work into units by the lowest helper (a procedure that calls no other): a
/// unit has the helpers that begin with a prefix of this length, a single shorter one, or none.
const PREFIX: usize = 5;

/// One of the two steps of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PassStep {
    /// Number of commands of the skeletons.
    pub(super) length: usize,
    pub(super) part: PassPart,
}

impl PassStep {
    /// Steps in execution order: the pure cycles of a pass come before the rest of the preceding
    /// pass, which completes that one.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let steps = (0..).flat_map(|length: usize| {
            let part = PassPart::Pure;
            let pure = Self { length, part };
            let part = PassPart::Rest;
            let rest = length.checked_sub(1).map(|length| Self { length, part });
            [Some(pure), rest]
        });
        steps.flatten()
    }
}

/// A level with what all passes need.
pub(super) struct PreparedLevel {
    puzzle: Arc<BotPuzzle>,
    graph: Graph,
    /// Prefix of the lowest helper in each unit.
    units: Vec<Body>,
    /// Bound without procedures.
    base: DistanceBound,
}

impl PreparedLevel {
    pub(super) fn new(puzzle: &BotPuzzle) -> Self {
        let graph = Graph::new(puzzle);
        let mut units = Vec::new();
        let alphabet = alphabet(&graph, 0);
        // The closure never breaks, so there is no result to heed.
        let _ = continuations(&mut Body::new(), &alphabet, PREFIX, &mut |body| {
            units.push(body.clone());
            ControlFlow::Continue(())
        });
        // Short prefixes take longest, so they come first.
        units.sort_by_key(Vec::len);
        let mut base = DistanceBound::default();
        base.fill(&graph, &[], u32::MAX);
        Self {
            puzzle: Arc::new(puzzle.clone()),
            graph,
            units,
            base,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.units.len()
    }

    /// Executes one unit of a step.
    pub(super) fn run(&self, step: PassStep, unit: usize, shared: &SharedBest) -> Flow {
        let prefix = &self.units[unit];
        let pass = PassContext {
            puzzle: &self.puzzle,
            graph: &self.graph,
            base: &self.base,
            slots: self.puzzle.slots.as_slice(),
            length: step.length,
            part: step.part,
            shared,
        };
        Worker::new(&pass).unit(prefix, prefix.len() == PREFIX)
    }
}
