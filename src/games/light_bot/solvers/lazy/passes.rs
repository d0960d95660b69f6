//! Division of a level's passes into independent, numbered work units.

use std::ops::ControlFlow;

use super::bound::DistanceBound;
use super::graph::{Body, Graph, Mask, NarrowMask, WideMask, alphabet, continuations};
use super::search::Worker;
use super::shared::{Flow, PassContext, PassPart, SharedBest};
use crate::puzzle::BotPuzzle;

/// Maximum common prefix of the lowest helpers of a unit.
const PREFIX: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PassStep {
    pub(super) length: usize,
    pub(super) part: PassPart,
}

impl PassStep {
    /// Steps in execution order: the pure cycles of a pass come before the rest of the preceding pass.
    pub(super) fn new(number: usize) -> Self {
        let (length, part) = match number % 2 {
            0 if number > 0 => (number / 2 - 1, PassPart::Rest),
            _ => (number.div_ceil(2), PassPart::Pure),
        };
        Self { length, part }
    }

    /// Number of passes completed by all steps before this one.
    pub(super) fn passes_before(number: usize) -> usize {
        number.saturating_sub(1) / 2
    }
}

/// Level prepared for the search.
struct PreparedLevel<M> {
    puzzle: BotPuzzle,
    graph: Graph<M>,
    units: Vec<Body>,
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
            puzzle: puzzle.clone(),
            graph,
            units,
            base,
        }
    }
}

/// Work of a level.
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
    fn steps_are_all_parts_of_all_passes() {
        let steps: Vec<PassStep> = (0..41).map(PassStep::new).collect();
        for length in 0..20 {
            for part in [PassPart::Pure, PassPart::Rest] {
                let expected = PassStep { length, part };
                let places = steps.iter().filter(|step| **step == expected);
                assert_eq!(places.count(), 1, "{expected:?}");
            }
        }
        for number in 0..41 {
            let done = |length: usize| {
                let parts = steps[..number].iter().filter(|step| step.length == length);
                parts.count() == 2
            };
            let passes = (0..).take_while(|length| done(*length)).count();
            assert_eq!(PassStep::passes_before(number), passes, "{number}");
        }
    }

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
