//! What a search does with states, so that it can be watched again frame by frame.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::game::search::{Visit, VisitSink, Why};
use crate::game::{Move, Position};

use super::{EdgeId, Explorer, Limits, NodeId, Order, StateGraph};

/// Frames that are kept: searches that begin anew look at the same states again and again.
const MOST_FRAMES: usize = 50_000;

/// Numbers of the search that are kept for each state of the graph.
const NUMBERS: usize = 16;

/// What has become of a state so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// A move leads there, but the search takes it for a state that it knows.
    #[default]
    Met,
    /// It waits: the states that wait are the search's frontier.
    Waits,
    /// Its moves were looked at.
    LookedAt,
    /// It was left out.
    LeftOut(Why),
}

/// Something that a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The frame in which it did it, as in [`super::Node::found`].
    pub frame: usize,
    /// What has become of which state; none where the search began anew.
    pub fate: Option<(NodeId, Fate)>,
}

impl StateGraph {
    /// What had become of the states after so many frames.
    pub fn fates_at(&self, frame: usize) -> Vec<Fate> {
        let mut fates = vec![Fate::Met; self.nodes.len()];
        let shown = self.shots.partition_point(|shot| shot.frame < frame);
        let mut looked = vec![false; self.nodes.len()];
        for shot in &self.shots[..shown] {
            let Some((id, fate)) = shot.fate else {
                fates.fill(Fate::Met);
                looked.fill(false);
                continue;
            };
            looked[id] |= fate == Fate::LookedAt;
            // Another way to a state is left out, not the state.
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

    /// States that wait, and states that were left out, after so many frames.
    pub fn waiting_and_left_out(&self, frame: usize) -> (usize, usize) {
        let fates = self.fates_at(frame);
        let count = |wanted: fn(&Fate) -> bool| fates.iter().filter(|fate| wanted(fate)).count();
        let waiting = count(|fate| *fate == Fate::Waits);
        (waiting, count(|fate| matches!(fate, Fate::LeftOut(_))))
    }
}

/// Draws the graph of the states that a solver visits, in its order. States beyond the limit are
/// counted only.
pub struct Recorder(Mutex<Recording>);

struct Recording {
    explorer: Explorer,
    /// States of the graph by the solver's numbers.
    states: FxHashMap<u64, NodeId>,
    /// The moves of each state that was looked at.
    moves: FxHashMap<NodeId, Range<EdgeId>>,
    most: usize,
}

impl Recorder {
    /// For a solver that goes on from a position.
    pub fn new(start: Box<dyn Position>, limits: Limits) -> Self {
        let explorer = Explorer::from_position(start, limits, Order::BreadthFirst);
        Self(Mutex::new(Recording {
            explorer,
            states: FxHashMap::default(),
            moves: FxHashMap::default(),
            most: limits.nodes.saturating_mul(NUMBERS),
        }))
    }

    /// The graph as far as it is known, with a plan from its first state on.
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
                self.explorer.count_beyond();
            }
            return;
        }
        match visit {
            Visit::Begin(number) => {
                self.states.clear();
                self.states.insert(number, 0);
                self.explorer.begin_anew();
            }
            Visit::Wait { state, from, mv } => {
                let from = self.states.get(&from).copied();
                if let Some(to) = from.and_then(|from| self.behind(from, mv))
                    && self.states.len() < self.most
                {
                    self.states.insert(state, to);
                    self.explorer.shoot(to, Fate::Waits);
                }
            }
            Visit::Look(number) => match self.states.get(&number).copied() {
                Some(id) => {
                    let moves = self.explorer.look_at(id);
                    self.moves.entry(id).or_insert(moves);
                }
                None => self.explorer.count_beyond(),
            },
            Visit::LeaveOut(number, why) => {
                if let Some(id) = self.states.get(&number) {
                    self.explorer.shoot(*id, Fate::LeftOut(why));
                }
            }
        }
    }

    /// The state behind a move.
    fn behind(&self, from: NodeId, mv: &Move) -> Option<NodeId> {
        let moves = self.moves.get(&from)?.clone();
        let mut edges = self.explorer.graph().edges[moves].iter();
        edges.find(|edge| edge.mv == *mv).map(|edge| edge.to)
    }
}
