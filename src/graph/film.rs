//! Records a search, so that it can be replayed frame by frame.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::game::search::{Visit, VisitSink, Why};
use crate::game::{Move, Position};

use super::{EdgeId, Explorer, Limits, NodeId, Order, StateGraph};

/// Maximum number of frames: iterative searches expand the same states repeatedly.
const MOST_FRAMES: usize = 50_000;

/// Maximum number of state numbers of the search per state of the graph.
const NUMBERS: usize = 16;

/// Status of a state in the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// Reached by a move, but regarded by the search as a known state.
    #[default]
    Met,
    Waits,
    LookedAt,
    LeftOut(Why),
}

/// Change of a state's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FateChange {
    /// Frame of the change, as in [`super::Node::found`].
    pub frame: usize,
    /// State and its new status; `None` if the search restarted.
    pub fate: Option<(NodeId, Fate)>,
}

impl StateGraph {
    /// Status of every state after `frame` frames.
    pub fn fates_at(&self, frame: usize) -> Vec<Fate> {
        let mut fates = vec![Fate::Met; self.nodes.len()];
        let shown = self
            .fate_changes
            .partition_point(|change| change.frame < frame);
        let mut looked = vec![false; self.nodes.len()];
        for change in &self.fate_changes[..shown] {
            let Some((id, fate)) = change.fate else {
                fates.fill(Fate::Met);
                looked.fill(false);
                continue;
            };
            looked[id] |= fate == Fate::LookedAt;
            // Only another path to the state is pruned.
            let again = fate == Fate::LeftOut(Why::Known) && looked[id];
            fates[id] = if again { Fate::LookedAt } else { fate };
        }
        if frame == 0
            && let Some(start) = fates.first_mut()
        {
            *start = Fate::Waits;
        }
        fates
    }

    /// Numbers of frontier and of pruned states after `frame` frames.
    pub fn frontier_and_pruned(&self, frame: usize) -> (usize, usize) {
        let fates = self.fates_at(frame);
        let count = |wanted: fn(&Fate) -> bool| fates.iter().filter(|fate| wanted(fate)).count();
        let waiting = count(|fate| *fate == Fate::Waits);
        // Incomplete states have unexplored successors.
        let is_last = frame >= self.expanded.len();
        let partial = self.nodes.iter().filter(|node| !node.complete).count();
        let waiting = if is_last {
            waiting.max(partial)
        } else {
            waiting
        };
        (waiting, count(|fate| matches!(fate, Fate::LeftOut(_))))
    }
}

/// Records the graph of the states that a solver visits, in the solver's order. States beyond the limit are only
/// counted.
pub struct Recorder(Mutex<Recording>);

struct Recording {
    explorer: Explorer,
    /// States of the graph by the solver's numbers.
    states: FxHashMap<u64, NodeId>,
    moves: FxHashMap<NodeId, Range<EdgeId>>,
    most: usize,
}

impl Recorder {
    /// Creates a recorder for a solver that continues from `start`.
    pub fn new(start: Box<dyn Position>, limits: Limits) -> Self {
        let explorer = Explorer::from_position(start, limits, Order::BreadthFirst);
        Self(Mutex::new(Recording {
            explorer,
            states: FxHashMap::default(),
            moves: FxHashMap::default(),
            most: limits.nodes.saturating_mul(NUMBERS),
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
        recording.take(visit);
    }
}

impl Recording {
    fn take(&mut self, visit: Visit<'_>) {
        if self.explorer.graph().expanded.len() >= MOST_FRAMES {
            if matches!(visit, Visit::Look(_)) {
                self.explorer.count_undrawn();
            }
            return;
        }
        match visit {
            Visit::Begin(number) => {
                self.states.clear();
                self.states.insert(number, 0);
                self.explorer.restart();
            }
            Visit::Wait { state, from, mv } => {
                let from = self.states.get(&from).copied();
                if let Some(to) = from.and_then(|from| self.target_of(from, mv))
                    && self.states.len() < self.most
                {
                    self.states.insert(state, to);
                    self.explorer.record(to, Fate::Waits);
                }
            }
            Visit::Look(number) => match self.states.get(&number).copied() {
                Some(id) => {
                    let moves = self.explorer.expand(id);
                    self.moves.entry(id).or_insert(moves);
                }
                None => self.explorer.count_undrawn(),
            },
            Visit::LeaveOut(number, why) => {
                if let Some(id) = self.states.get(&number) {
                    self.explorer.record(*id, Fate::LeftOut(why));
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
