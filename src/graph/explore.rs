//! The search itself, one state at a time, so that it can be watched, stopped and gone on with.

use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::{LevelRef, Move, MoveError, Position};

use super::{Cut, Edge, EdgeId, Fate, Node, NodeId, Shot, StateGraph};

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// States that are kept.
    pub nodes: usize,
    /// Moves of one state that are looked at.
    pub moves: usize,
    /// States that differ in a step counter only are one, where the game says that it makes no
    /// difference ([`Position::without_clock`]).
    pub timeless: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            nodes: 2000,
            moves: 200,
            timeless: false,
        }
    }
}

/// Which state is next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The one found first: states come in the order of their depth.
    #[default]
    BreadthFirst,
    /// The one found last: a way is followed to its end, then the next.
    DepthFirst,
}

/// A search that goes on by one state with each [`Explorer::step`].
///
/// Breadth first it begins at all states of the plan at once if there is one, so that with a small
/// limit it shows the plan's neighbourhood.
pub struct Explorer {
    graph: StateGraph,
    ids: FxHashMap<Vec<u8>, NodeId>,
    /// States whose moves were not looked at yet, in the order in which they were found.
    open: VecDeque<NodeId>,
    /// Their positions.
    positions: FxHashMap<NodeId, Box<dyn Position>>,
    limits: Limits,
    order: Order,
}

impl Explorer {
    /// From a level's start.
    pub fn new(level: LevelRef, limits: Limits, order: Order) -> Self {
        Self::from_position(level.start(), limits, order)
    }

    /// From the position after moves already made, with a plan that goes on from there.
    ///
    /// # Errors
    /// The first move that the rules refuse.
    pub fn with_plan(
        level: LevelRef,
        done: &[Move],
        plan: &[Move],
        limits: Limits,
        order: Order,
    ) -> Result<Self, MoveError> {
        let mut position = level.start();
        for mv in done {
            position.apply(mv)?;
        }
        let mut explorer = Self::from_position(position, limits, order);
        explorer.enter_plan(plan)?;
        Ok(explorer)
    }

    /// From any position.
    pub fn from_position(start: Box<dyn Position>, limits: Limits, order: Order) -> Self {
        let mut explorer = Self {
            graph: StateGraph::default(),
            ids: FxHashMap::default(),
            open: VecDeque::new(),
            positions: FxHashMap::default(),
            limits,
            order,
        };
        let start = explorer.seen(start);
        let start = explorer.enter(start, None, 0);
        explorer.shoot(start, Fate::Waits);
        explorer
    }

    /// The position as it is kept.
    fn seen(&mut self, position: Box<dyn Position>) -> Box<dyn Position> {
        if !self.limits.timeless {
            return position;
        }
        match position.without_clock() {
            Some(back) => {
                self.graph.timeless = true;
                back
            }
            None => position,
        }
    }

    /// What is known so far.
    pub fn graph(&self) -> &StateGraph {
        &self.graph
    }

    /// What is known, when nothing more is asked for.
    pub fn into_graph(self) -> StateGraph {
        self.graph
    }

    /// Whether there is nothing left to look at, or no room.
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// Looks at the moves of the next state. `None` when all is done.
    pub fn step(&mut self) -> Option<NodeId> {
        let id = match self.order {
            Order::BreadthFirst => self.open.pop_front()?,
            Order::DepthFirst => self.open.pop_back()?,
        };
        let before = self.graph.nodes.len();
        self.look_at(id);
        for found in before..self.graph.nodes.len() {
            self.shoot(found, Fate::Waits);
        }
        Some(id)
    }

    /// Looks at the moves of a state, in a frame of its own, and returns them. What was known before comes
    /// to nothing new.
    pub(super) fn look_at(&mut self, id: NodeId) -> Range<EdgeId> {
        let frame = self.graph.expanded.len();
        self.graph.expanded.push(id);
        self.shoot(id, Fate::LookedAt);
        let first = self.graph.edges.len();
        let Some(position) = self.positions.remove(&id) else {
            return first..first;
        };
        self.graph.nodes[id].expanded = Some(frame);
        // A solved puzzle is not played on.
        if self.graph.nodes[id].solved {
            self.graph.nodes[id].complete = true;
            return first..first;
        }
        let mut moves = position.legal_moves(self.limits.moves.saturating_add(1));
        let mut complete = moves.len() <= self.limits.moves;
        moves.truncate(self.limits.moves);
        if !complete {
            self.graph.cut.get_or_insert(Cut::Moves);
        }
        // Depth first takes the last one first: the moves come in their own order all the same.
        if self.order == Order::DepthFirst {
            moves.reverse();
        }
        for mv in moves {
            let mut next = position.boxed_clone();
            // `legal_moves` promises that it is taken; if not, it is no edge.
            if next.apply(&mv).is_ok() {
                let next = self.seen(next);
                complete &= self.reach(id, mv, next, frame);
            }
        }
        self.graph.nodes[id].complete = complete;
        first..self.graph.edges.len()
    }

    /// Notes what has become of a state, in the frame of the state that was looked at last.
    pub(super) fn shoot(&mut self, id: NodeId, fate: Fate) {
        let last = self.graph.shots.last().map_or(0, |shot| shot.frame);
        let frame = self.graph.expanded.len().saturating_sub(1).max(last);
        let fate = Some((id, fate));
        self.graph.shots.push(Shot { frame, fate });
    }

    /// Notes that the search begins anew with the first state, in the frame to come.
    pub(super) fn begin_anew(&mut self) {
        let frame = self.graph.expanded.len();
        self.graph.shots.push(Shot { frame, fate: None });
        self.shoot(0, Fate::Waits);
    }

    /// Counts a state that was looked at and is not drawn.
    pub(super) fn count_beyond(&mut self) {
        self.graph.beyond += 1;
    }

    /// Takes a move in, and the state it leads to if there is room for it.
    fn reach(&mut self, from: NodeId, mv: Move, next: Box<dyn Position>, frame: usize) -> bool {
        let known = self.ids.get(&next.encode()).copied();
        let to = match known {
            Some(to) => to,
            None if self.graph.nodes.len() >= self.limits.nodes => {
                self.graph.cut = Some(Cut::Nodes);
                return false;
            }
            None => self.graph.nodes.len(),
        };
        let edge = self.graph.edges.len();
        let drawn_before = known.is_some()
            && self
                .graph
                .in_plan_at(from, to)
                .is_some_and(|id| self.graph.edges[id].mv == mv);
        if !drawn_before {
            self.graph.edges.push(Edge {
                from,
                to,
                mv,
                found: frame,
            });
        }
        if known.is_none() {
            self.enter(next, Some(edge), frame);
        }
        true
    }

    /// Keeps a state and puts it among those to be looked at.
    fn enter(
        &mut self,
        position: Box<dyn Position>,
        parent: Option<EdgeId>,
        found: usize,
    ) -> NodeId {
        let id = self.graph.nodes.len();
        let depth = parent.map_or(0, |edge| {
            self.graph.nodes[self.graph.edges[edge].from].depth + 1
        });
        self.ids.insert(position.encode(), id);
        self.graph.nodes.push(Node {
            depth,
            parent,
            solved: position.is_solved(),
            value: position.value(),
            found,
            expanded: None,
            complete: false,
        });
        self.open.push_back(id);
        self.positions.insert(id, position);
        id
    }

    fn enter_plan(&mut self, plan: &[Move]) -> Result<(), MoveError> {
        let Some(mut position) = self.positions.get(&0).map(|start| start.boxed_clone()) else {
            return Ok(());
        };
        let mut at = 0;
        self.graph.plan.push(at);
        for mv in plan {
            position.apply(mv)?;
            position = self.seen(position);
            let edge = self.graph.edges.len();
            let known = self.ids.get(&position.encode()).copied();
            let to = known.unwrap_or(self.graph.nodes.len());
            self.graph.edges.push(Edge {
                from: at,
                to,
                mv: mv.clone(),
                found: 0,
            });
            if known.is_none() {
                let id = self.enter(position.boxed_clone(), Some(edge), 0);
                self.shoot(id, Fate::Waits);
            }
            self.graph.plan.push(to);
            at = to;
        }
        Ok(())
    }
}

impl StateGraph {
    /// The plan's move from one state to another.
    fn in_plan_at(&self, from: NodeId, to: NodeId) -> Option<EdgeId> {
        let steps = self.plan.len().saturating_sub(1);
        (0..steps).find(|&id| {
            self.edges
                .get(id)
                .is_some_and(|edge| edge.from == from && edge.to == to)
        })
    }
}
