//! States of a level as a graph: explored step by step, analysed and laid out. Independent of games and of egui.
//!
//! ```no_run
//! # fn level() -> planwright_game::LevelRef { unimplemented!() }
//! use planwright_graph::{ExploreLimits, Explorer, SearchOrder};
//!
//! let (start, limits) = (level().start(), ExploreLimits::default());
//! let mut explorer = Explorer::from_position(start, limits, SearchOrder::BreadthFirst);
//! while explorer.step().is_some() {}
//! let graph = explorer.graph();
//! println!("{} states, {} moves", graph.nodes.len(), graph.edges.len());
//! ```

use planwright_game as game;

mod analysis;
mod explore;
mod layout;
mod recorder;
#[cfg(test)]
mod tests;
mod values;

pub use analysis::Analysis;
pub use explore::{ExploreLimits, ExploreStart, Explorer, SearchOrder};
pub use layout::{GraphLayout, layout};
pub use recorder::{NodeStatus, Recorder, StatusChange};
pub use values::{StateValue, StateValues};

use crate::game::Move;

/// Index into [`StateGraph::nodes`].
pub type NodeId = usize;
/// Index into [`StateGraph::edges`].
pub type EdgeId = usize;

/// States and moves in the order of discovery. Nothing is removed, so the search can be replayed frame by frame.
#[derive(Clone, Debug, Default)]
pub struct StateGraph {
    /// States; the search started at the first one.
    pub nodes: Vec<StateNode>,
    pub edges: Vec<Edge>,
    /// States in the order of their expansion, one per frame.
    pub expanded: Vec<NodeId>,
    /// States along a plan from the first state; empty without one.
    pub plan: Vec<NodeId>,
    /// Reason why the graph is incomplete; `None` while the search runs and if it is complete.
    pub truncation: Option<Truncation>,
    /// True if states that differ only in a step counter were merged.
    pub timeless: bool,
    pub status_changes: Vec<StatusChange>,
    /// Number of states that a solver explored beyond those in the graph.
    pub unrecorded: u64,
}

#[derive(Clone, Debug)]
pub struct StateNode {
    /// Number of moves on the path by which it was found.
    pub depth: usize,
    /// Move by which it was found; `None` for the first state.
    pub parent: Option<EdgeId>,
    pub solved: bool,
    /// Value of this end of the game (see [`crate::game::Position::value`]).
    pub value: Option<i64>,
    /// Frame in which it was found: an index into [`StateGraph::expanded`].
    pub found_at: usize,
    pub expanded_at: Option<usize>,
    /// True if all its moves are known.
    pub complete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: NodeId,
    pub to: NodeId,
    pub mv: Move,
    /// Frame, as in [`StateNode::found_at`].
    pub found_at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truncation {
    /// There are more states than the limit.
    Nodes,
    /// Some states have more moves than the limit.
    Moves,
}

impl StateGraph {
    /// Moves by which a state was found, from the first state on.
    pub fn path(&self, node: NodeId) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = self.nodes.get(node);
        while let Some(edge) = at.and_then(|node| node.parent).map(|id| &self.edges[id]) {
            moves.push(edge.mv.clone());
            at = self.nodes.get(edge.from);
        }
        moves.reverse();
        moves
    }

    /// States along these moves from the first state on, up to the first unknown one.
    pub fn follow(&self, moves: &[Move]) -> Vec<NodeId> {
        if moves.is_empty() {
            return Vec::new();
        }
        let mut states = vec![0];
        let mut at = 0;
        for mv in moves {
            let mut edges = self.edges.iter();
            let Some(edge) = edges.find(|edge| edge.from == at && edge.mv == *mv) else {
                break;
            };
            at = edge.to;
            states.push(at);
        }
        states
    }

    /// Returns whether a move leads back: to a smaller depth, or to its own state.
    pub fn leads_back(&self, edge: &Edge) -> bool {
        edge.from == edge.to || self.nodes[edge.to].depth < self.nodes[edge.from].depth
    }

    pub fn in_plan(&self, edge: &Edge) -> bool {
        let steps = || self.plan.windows(2);
        steps().any(|step| step[0] == edge.from && step[1] == edge.to)
    }

    /// Numbers of nodes and edges known after `frame` states were expanded. The first state is always known.
    pub fn known_at(&self, frame: usize) -> (usize, usize) {
        let nodes = self.nodes.partition_point(|node| node.found_at < frame);
        let edges = self.edges.partition_point(|edge| edge.found_at < frame);
        (nodes.max(self.nodes.len().min(1)), edges)
    }
}
