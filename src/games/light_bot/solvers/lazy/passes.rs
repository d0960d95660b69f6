//! Division of a level's passes into independent, numbered work units.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::bound::DistanceBound;
use super::graph::{Body, Flow, Graph, Mask, NarrowMask, WideMask, alphabet, continuations};
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

struct PreparedLevel<M> {
    puzzle: Arc<BotPuzzle>,
    graph: Graph<M>,
    /// Prefix of the lowest helper in each unit.
    units: Vec<Body>,
    /// Bound without procedures.
    base: DistanceBound,
}

impl<M: Mask> PreparedLevel<M> {
    fn new(puzzle: &BotPuzzle) -> Self {
        let graph = Graph::new(puzzle);
        let mut units = Vec::new();
        let alphabet = alphabet(&graph, 0);
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
}

pub(super) trait Units: Send + Sync {
    fn count(&self) -> usize;
    /// Executes one unit of a step.
    fn run(&self, step: PassStep, unit: usize, shared: &SharedBest) -> Flow;
}

impl<M: Mask> Units for PreparedLevel<M> {
    fn count(&self) -> usize {
        self.units.len()
    }

    fn run(&self, step: PassStep, unit: usize, shared: &SharedBest) -> Flow {
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

/// Prepares a level, with light sets as narrow as possible.
pub(super) fn prepare(puzzle: &BotPuzzle) -> Box<dyn Units> {
    if puzzle.lights().count() <= NarrowMask::CAPACITY {
        Box::new(PreparedLevel::<NarrowMask>::new(puzzle))
    } else {
        Box::new(PreparedLevel::<WideMask>::new(puzzle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoopFilter;
    use crate::tests::puzzle;

    #[test]
    fn wide_masks_make_no_difference() {
        let puzzle = puzzle("robot 2 1 E\n\n0 1 0* 0\n0 0 1* 2*\n0* 0 0 0\n");
        let walks = |work: &dyn Units| {
            let shared = SharedBest::new(LoopFilter::Any, 1);
            for length in 0..8 {
                for unit in 0..work.count() {
                    for part in [PassPart::Pure, PassPart::Rest] {
                        let flow = work.run(PassStep { length, part }, unit, &shared);
                        assert!(flow.is_continue());
                    }
                }
            }
            let nodes = shared.nodes.load(std::sync::atomic::Ordering::Relaxed);
            (nodes, shared.cost())
        };
        let narrow = walks(&PreparedLevel::<NarrowMask>::new(&puzzle));
        assert_eq!(walks(&PreparedLevel::<WideMask>::new(&puzzle)), narrow);
        assert!(narrow.0 > 1000 && narrow.1.is_some(), "{narrow:?}");
    }
}
