//! Records a search, so that it can be replayed frame by frame, one for each expansion of a state.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::game::search::{PruneReason, Visit, VisitSink};
use crate::game::{Move, Position};

use super::{EdgeId, ExploreLimits, Explorer, NodeId, SearchOrder, StateGraph};

/// Maximum number of frames: iterative searches expand the same states repeatedly.
const MAX_FRAMES: usize = 50_000;
/// Maximum number of the solver's state numbers per state of the graph; a search may number a state again.
const MAX_IDS_PER_STATE: usize = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeStatus {
    /// Reached by a move, but regarded by the search as a known state.
    #[default]
    Reached,
    Frontier,
    Expanded,
    Pruned(PruneReason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusChange {
    /// Frame of the change, as in [`super::StateNode::found_at`].
    pub frame: usize,
    /// State and its new status; `None` if the search restarted.
    pub status: Option<(NodeId, NodeStatus)>,
}

impl StateGraph {
    /// Status of every state after `frame` frames.
    pub fn statuses_at(&self, frame: usize) -> Vec<NodeStatus> {
        let mut statuses = vec![NodeStatus::Reached; self.nodes.len()];
        let end = self.status_changes.partition_point(|it| it.frame < frame);
        let mut expanded = vec![false; self.nodes.len()];
        for change in &self.status_changes[..end] {
            let Some((id, status)) = change.status else {
                statuses.fill(NodeStatus::Reached);
                expanded.fill(false);
                continue;
            };
            expanded[id] |= status == NodeStatus::Expanded;
            // Only another path to the state is pruned.
            statuses[id] = match status {
                NodeStatus::Pruned(PruneReason::Duplicate) if expanded[id] => NodeStatus::Expanded,
                status => status,
            };
        }
        if frame == 0
            && let Some(start) = statuses.first_mut()
        {
            *start = NodeStatus::Frontier;
        }
        statuses
    }

    /// Numbers of frontier and of pruned states after `frame` frames.
    pub fn frontier_and_pruned(&self, frame: usize) -> (usize, usize) {
        let statuses = self.statuses_at(frame);
        let count = |is_match: fn(&NodeStatus) -> bool| {
            statuses.iter().filter(|status| is_match(status)).count()
        };
        let mut frontier = count(|status| *status == NodeStatus::Frontier);
        if frame >= self.expanded.len() {
            // Incomplete states have unexplored successors.
            let partial = self.nodes.iter().filter(|node| !node.complete);
            frontier = frontier.max(partial.count());
        }
        let pruned = count(|status| matches!(status, NodeStatus::Pruned(_)));
        (frontier, pruned)
    }
}

/// Records the graph of the states that a solver visits, in its order. States beyond the limit are counted.
pub struct Recorder(Mutex<Recording>);

struct Recording {
    explorer: Explorer,
    /// States of the graph by the solver's numbers.
    states: FxHashMap<u64, NodeId>,
    /// Moves of the states expanded so far.
    moves: FxHashMap<NodeId, Range<EdgeId>>,
    max_ids: usize,
}

impl Recorder {
    pub fn new(start: Box<dyn Position>, limits: ExploreLimits) -> Self {
        let explorer = Explorer::from_position(start, limits, SearchOrder::BreadthFirst);
        Self(Mutex::new(Recording {
            explorer,
            states: FxHashMap::default(),
            moves: FxHashMap::default(),
            max_ids: limits.nodes.saturating_mul(MAX_IDS_PER_STATE),
        }))
    }

    /// Graph so far, with a plan from its first state.
    pub fn graph(&self, plan: &[Move]) -> StateGraph {
        let recording = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut graph = recording.explorer.graph().clone();
        graph.plan = graph.follow(plan);
        graph
    }
}

impl VisitSink for Recorder {
    fn visit(&self, visit: Visit<'_>) {
        let mut recording = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recording.record(visit);
    }
}

impl Recording {
    fn record(&mut self, visit: Visit<'_>) {
        if self.explorer.graph().expanded.len() >= MAX_FRAMES {
            if matches!(visit, Visit::Expand(_)) {
                self.explorer.count_unrecorded();
            }
            return;
        }
        match visit {
            Visit::Begin(number) => {
                self.states.clear();
                self.states.insert(number, 0);
                self.explorer.restart();
            }
            Visit::Generate { state, from, mv } => {
                let from = self.states.get(&from).copied();
                if let Some(to) = from.and_then(|from| self.target_of(from, mv))
                    && self.states.len() < self.max_ids
                {
                    self.states.insert(state, to);
                    self.explorer.record(to, NodeStatus::Frontier);
                }
            }
            Visit::Expand(number) => match self.states.get(&number).copied() {
                Some(id) => {
                    let moves = self.explorer.expand(id);
                    self.moves.entry(id).or_insert(moves);
                }
                None => self.explorer.count_unrecorded(),
            },
            Visit::Prune(number, why) => {
                if let Some(id) = self.states.get(&number) {
                    self.explorer.record(*id, NodeStatus::Pruned(why));
                }
            }
        }
    }

    fn target_of(&self, from: NodeId, mv: &Move) -> Option<NodeId> {
        let moves = self.moves.get(&from)?.clone();
        let mut edges = self.explorer.graph().edges[moves].iter();
        edges.find(|edge| edge.mv == *mv).map(|edge| edge.to)
    }
}
