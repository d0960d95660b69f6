//! Explores a graph one state at a time, so that it can be observed and stopped. The expansion of a state is a *frame*.

use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::{Level, Move, MoveError, Position, ReplayError, RunTimeline, play};

use super::{Edge, EdgeId, NodeId, NodeStatus, StateGraph, StateNode, StatusChange, Truncation};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploreLimits {
    /// Maximum number of states.
    pub nodes: usize,
    /// Maximum number of moves per state.
    pub moves: usize,
    /// Merges states that differ only in a step counter, if the game allows it ([`Position::without_clock`]).
    pub timeless: bool,
}

impl Default for ExploreLimits {
    fn default() -> Self {
        Self {
            nodes: 2000,
            moves: 200,
            timeless: false,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchOrder {
    /// First state found first.
    #[default]
    BreadthFirst,
    /// Last state found first.
    DepthFirst,
}

/// Most actions of a program's run that count as its plan; endless runs have more.
const MAX_PLAN_ACTIONS: usize = 5_000;

/// First state of a graph, and the plan from there.
pub struct ExploreStart {
    pub state: Box<dyn Position>,
    pub plan: Vec<Move>,
}

impl ExploreStart {
    /// Starts from the position after `done`, with a plan that continues from there. Where solutions are programs, the
    /// states are those of the board alone, and the plan is the program's actions. Fails if the rules refuse a move.
    pub fn new(level: &dyn Level, done: &[Move], plan: &[Move]) -> Result<Self, ReplayError> {
        let state = Self::state(level, done)?;
        if level.start().as_program().is_none() {
            let plan = plan.to_vec();
            return Ok(Self { state, plan });
        }
        let written = play(level, &[done, plan].concat())?;
        let run = written.as_program().map(RunTimeline::new);
        let actions = run.map_or(Vec::new(), |run| run.actions(MAX_PLAN_ACTIONS));
        Ok(Self {
            plan: effective_moves(state.boxed_clone(), actions),
            state,
        })
    }

    /// First state of [`ExploreStart::new`].
    pub fn state(level: &dyn Level, done: &[Move]) -> Result<Box<dyn Position>, ReplayError> {
        let position = play(level, done)?;
        let world = position.as_program().map(|program| program.world());
        Ok(world.unwrap_or(position))
    }
}

/// The moves that change the state of the board, in order.
fn effective_moves(mut world: Box<dyn Position>, mut actions: Vec<Move>) -> Vec<Move> {
    actions.retain(|mv| {
        let before = world.encode();
        world.apply(mv).is_ok() && world.encode() != before
    });
    actions
}

/// Search that expands one state per [`Explorer::step`]. With a plan, breadth-first search starts from all states of
/// the plan, so that a small limit shows its neighbourhood.
pub struct Explorer {
    graph: StateGraph,
    /// States by their keys ([`Position::encode`]).
    ids: FxHashMap<Vec<u8>, NodeId>,
    /// States still to expand, in the order of discovery.
    open: VecDeque<NodeId>,
    /// Positions of the states not yet expanded.
    positions: FxHashMap<NodeId, Box<dyn Position>>,
    limits: ExploreLimits,
    order: SearchOrder,
}

impl Explorer {
    /// Starts with a plan, if there is one. Fails if the rules refuse a move of the plan.
    pub fn with_plan(
        start: ExploreStart,
        limits: ExploreLimits,
        order: SearchOrder,
    ) -> Result<Self, MoveError> {
        let mut explorer = Self::from_position(start.state, limits, order);
        explorer.add_plan(&start.plan)?;
        Ok(explorer)
    }

    pub fn from_position(
        start: Box<dyn Position>,
        limits: ExploreLimits,
        order: SearchOrder,
    ) -> Self {
        let mut explorer = Self {
            graph: StateGraph::default(),
            ids: FxHashMap::default(),
            open: VecDeque::new(),
            positions: FxHashMap::default(),
            limits,
            order,
        };
        let start = explorer.canonical(start);
        let start = explorer.add_node(start, None, 0);
        explorer.record(start, NodeStatus::Frontier);
        explorer
    }

    /// Resets the position's step counter, if counters are ignored.
    fn canonical(&mut self, position: Box<dyn Position>) -> Box<dyn Position> {
        let timeless = self.limits.timeless;
        let canonical = timeless.then(|| position.without_clock()).flatten();
        self.graph.timeless |= canonical.is_some();
        canonical.unwrap_or(position)
    }

    pub fn graph(&self) -> &StateGraph {
        &self.graph
    }

    pub fn into_graph(self) -> StateGraph {
        self.graph
    }

    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// Expands the next state; `None` when done.
    pub fn step(&mut self) -> Option<NodeId> {
        let id = match self.order {
            SearchOrder::BreadthFirst => self.open.pop_front()?,
            SearchOrder::DepthFirst => self.open.pop_back()?,
        };
        let before = self.graph.nodes.len();
        self.expand(id);
        for new in before..self.graph.nodes.len() {
            self.record(new, NodeStatus::Frontier);
        }
        Some(id)
    }

    /// Expands a state in a new frame and returns its new moves.
    pub(super) fn expand(&mut self, id: NodeId) -> Range<EdgeId> {
        let frame = self.graph.expanded.len();
        self.graph.expanded.push(id);
        self.record(id, NodeStatus::Expanded);
        let first = self.graph.edges.len();
        // Without a position, the state was expanded before: iterative searches do so repeatedly.
        let Some(position) = self.positions.remove(&id) else {
            return first..first;
        };
        self.graph.nodes[id].expanded_at = Some(frame);
        // Play ends when the puzzle is solved.
        if self.graph.nodes[id].solved {
            self.graph.nodes[id].complete = true;
            return first..first;
        }
        let mut moves = position.legal_moves(self.limits.moves.saturating_add(1));
        let mut complete = moves.len() <= self.limits.moves;
        moves.truncate(self.limits.moves);
        if !complete {
            self.graph.truncation.get_or_insert(Truncation::Moves);
        }
        // The last one is expanded first; reversing keeps their order.
        if self.order == SearchOrder::DepthFirst {
            moves.reverse();
        }
        for mv in moves {
            let mut next = position.boxed_clone();
            // Legal moves are not refused; one that a limit leaves undecided is left out.
            match next.apply(&mv) {
                Ok(()) => {
                    let next = self.canonical(next);
                    complete &= self.add_move(id, mv, next, frame);
                }
                Err(error) if error.is_undecided() => complete = false,
                Err(_) => {}
            }
        }
        self.graph.nodes[id].complete = complete;
        first..self.graph.edges.len()
    }

    /// Records how the search handled a state in the current frame.
    pub(super) fn record(&mut self, id: NodeId, status: NodeStatus) {
        let changes = &mut self.graph.status_changes;
        let last = changes.last().map_or(0, |change| change.frame);
        let frame = self.graph.expanded.len().saturating_sub(1).max(last);
        let status = Some((id, status));
        changes.push(StatusChange { frame, status });
    }

    /// Records that the search restarts from the first state in the next frame.
    pub(super) fn restart(&mut self) {
        let frame = self.graph.expanded.len();
        let status = None;
        let changes = &mut self.graph.status_changes;
        changes.push(StatusChange { frame, status });
        self.record(0, NodeStatus::Frontier);
    }

    pub(super) fn count_unrecorded(&mut self) {
        self.graph.unrecorded += 1;
    }

    /// Adds a move and, within the limit, the state it leads to. Returns whether the state is in the graph.
    fn add_move(&mut self, from: NodeId, mv: Move, next: Box<dyn Position>, frame: usize) -> bool {
        let known = self.ids.get(&next.encode()).copied();
        let to = match known {
            Some(to) => to,
            None if self.graph.nodes.len() >= self.limits.nodes => {
                self.graph.truncation = Some(Truncation::Nodes);
                return false;
            }
            None => self.graph.nodes.len(),
        };
        // The plan's moves are in the graph from the start.
        let edge = self.graph.edges.len();
        let in_plan = known.and_then(|to| self.graph.plan_edge(from, to));
        if in_plan.is_none_or(|id| self.graph.edges[id].mv != mv) {
            self.graph.edges.push(Edge {
                from,
                to,
                mv,
                found_at: frame,
            });
        }
        if known.is_none() {
            self.add_node(next, Some(edge), frame);
        }
        true
    }

    fn add_node(&mut self, at: Box<dyn Position>, parent: Option<EdgeId>, frame: usize) -> NodeId {
        let id = self.graph.nodes.len();
        let before = parent.map(|edge| self.graph.edges[edge].from);
        self.ids.insert(at.encode(), id);
        self.graph.nodes.push(StateNode {
            depth: before.map_or(0, |id| self.graph.nodes[id].depth + 1),
            parent,
            solved: at.is_solved(),
            value: at.value(),
            found_at: frame,
            expanded_at: None,
            complete: false,
        });
        self.open.push_back(id);
        self.positions.insert(id, at);
        id
    }

    /// Adds the states and moves of a plan, as the first ones of the graph.
    fn add_plan(&mut self, plan: &[Move]) -> Result<(), MoveError> {
        let Some(mut position) = self.positions.get(&0).map(|start| start.boxed_clone()) else {
            return Ok(());
        };
        let mut at = 0;
        self.graph.plan.push(at);
        for mv in plan {
            position.apply(mv)?;
            position = self.canonical(position);
            let edge = self.graph.edges.len();
            let known = self.ids.get(&position.encode()).copied();
            let to = known.unwrap_or(self.graph.nodes.len());
            if to >= self.limits.nodes {
                self.graph.truncation = Some(Truncation::Nodes);
                return Ok(());
            }
            self.graph.edges.push(Edge {
                from: at,
                to,
                mv: mv.clone(),
                found_at: 0,
            });
            if known.is_none() {
                let id = self.add_node(position.boxed_clone(), Some(edge), 0);
                self.record(id, NodeStatus::Frontier);
            }
            self.graph.plan.push(to);
            at = to;
        }
        Ok(())
    }
}

impl StateGraph {
    /// The move of the plan between two states; `add_plan` has put those moves first.
    fn plan_edge(&self, from: NodeId, to: NodeId) -> Option<EdgeId> {
        let steps = self.plan.len().saturating_sub(1);
        let is_it = |edge: &Edge| edge.from == from && edge.to == to;
        (0..steps).find(|&id| self.edges.get(id).is_some_and(is_it))
    }
}
