//! The states of a level as a graph: explored step by step, analysed and laid out. Knows no game,
//! no egui.
//!
//! ```no_run
//! # fn level() -> planwright_game::LevelRef { unimplemented!() }
//! use planwright_graph::{Explorer, Limits, Order};
//!
//! let mut explorer = Explorer::new(level(), Limits::default(), Order::BreadthFirst);
//! while explorer.step().is_some() {}
//! let graph = explorer.graph();
//! println!("{} states, {} moves", graph.nodes.len(), graph.edges.len());
//! ```

use planwright_game as game;

mod analysis;
mod explore;
mod film;
mod layout;
#[cfg(test)]
mod tests;
mod values;

pub use analysis::Analysis;
pub use explore::{Explorer, Limits, Order};
pub use film::{Fate, Recorder, Shot};
pub use layout::{Layout, layout};
pub use values::{Values, Worth};

use crate::game::Move;

/// Index of a state in [`StateGraph::nodes`].
pub type NodeId = usize;

/// Index of a move in [`StateGraph::edges`].
pub type EdgeId = usize;

/// States and the moves between them, in the order in which they were found. Nothing is ever
/// taken out, so that the search can be watched again frame by frame.
#[derive(Clone, Debug, Default)]
pub struct StateGraph {
    /// States; the first one is where the search began.
    pub nodes: Vec<Node>,
    /// Moves.
    pub edges: Vec<Edge>,
    /// The states in the order in which their moves were looked at: one a frame.
    pub expanded: Vec<NodeId>,
    /// The states of the plan from the first on, if there is one.
    pub plan: Vec<NodeId>,
    /// Why not everything was looked at; `None` while the search goes on and when nothing was left
    /// out.
    pub cut: Option<Cut>,
    /// States that differed in a step counter only were made one.
    pub timeless: bool,
    /// What the search did with the states, in its order.
    pub shots: Vec<Shot>,
    /// States that a solver looked at and that are not drawn.
    pub beyond: u64,
}

/// One state.
#[derive(Clone, Debug)]
pub struct Node {
    /// Moves on the way by which it was found first.
    pub depth: usize,
    /// The move by which it was found first; none for the first state.
    pub parent: Option<EdgeId>,
    /// Whether the puzzle is solved here.
    pub solved: bool,
    /// What the game's end is worth here, see [`crate::game::Position::value`].
    pub value: Option<i64>,
    /// The frame in which it was found: an index into [`StateGraph::expanded`].
    pub found: usize,
    /// The frame in which its moves were looked at.
    pub expanded: Option<usize>,
    /// Whether all its moves are known.
    pub complete: bool,
}

/// A move from one state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it is made.
    pub from: NodeId,
    /// Where it leads.
    pub to: NodeId,
    /// The move.
    pub mv: Move,
    /// The frame in which it was found.
    pub found: usize,
}

/// What was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// No more states were to be kept.
    Nodes,
    /// Some states have more moves than were to be looked at.
    Moves,
}

impl StateGraph {
    /// The moves that lead from the first state to this one, by the way it was found first.
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

    /// The states that moves lead through from the first one on, as far as they are known.
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

    /// Whether a move leads back: nearer to the first state, or to where it is made.
    pub fn leads_back(&self, edge: &Edge) -> bool {
        edge.from == edge.to || self.nodes[edge.to].depth < self.nodes[edge.from].depth
    }

    /// Whether a move is one of the plan's.
    pub fn in_plan(&self, edge: &Edge) -> bool {
        let steps = || self.plan.windows(2);
        steps().any(|step| step[0] == edge.from && step[1] == edge.to)
    }

    /// What was known after so many states had been looked at: nodes and edges are prefixes of the
    /// whole.
    pub fn known_at(&self, frame: usize) -> (usize, usize) {
        let nodes = self.nodes.partition_point(|node| node.found < frame);
        let edges = self.edges.partition_point(|edge| edge.found < frame);
        (nodes.max(self.nodes.len().min(1)), edges)
    }
}
