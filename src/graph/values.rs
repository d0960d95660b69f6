//! What it is worth to go to a state: the best end that can be reached from there and the moves to it, worked out
//! backwards from the ends (as the utility of a state is in the publication on route finding in games
//! given by their rules). A move is worth what the state is it leads to, so values have a direction,
//! and whoever follows the best moves comes nearer to the end with each.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use super::{EdgeId, NodeId, StateGraph};

/// The best end that can be reached from a state, as far as the graph is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Whether it solves the puzzle.
    pub solved: bool,
    /// Its value, in games in which ends have one.
    pub value: Option<i64>,
    /// Moves to it; 0 at the end itself.
    pub distance: usize,
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.distance) {
            (Some(value), 0) => write!(f, "{value}"),
            (Some(value), distance) => write!(f, "{value} in {distance}"),
            (None, 0) => f.write_str("solved"),
            (None, distance) => write!(f, "{distance} to go"),
        }
    }
}

/// What the states of a graph are worth, and the best moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// For each state what it is worth; `None` if no end is known that can be reached from it.
    pub worth: Vec<Option<Worth>>,
    /// For each state the first of its moves that are best; none at the end it is worth going to.
    pub best: Vec<Option<EdgeId>>,
}

impl Values {
    /// Looks at a graph; linear in its size for each value that ends have. Solutions come first, the nearest
    /// being the best, then other ends by value.
    pub fn of(graph: &StateGraph) -> Self {
        let count = graph.nodes.len();
        let mut from: Vec<Vec<EdgeId>> = vec![Vec::new(); count];
        for (id, edge) in graph.edges.iter().enumerate() {
            from[edge.to].push(id);
        }
        let mut ends: BTreeMap<(bool, Option<i64>), Vec<NodeId>> = BTreeMap::new();
        for (id, node) in graph.nodes.iter().enumerate() {
            if node.solved || node.value.is_some() {
                let value = node.value.filter(|_| !node.solved);
                ends.entry((node.solved, value)).or_default().push(id);
            }
        }
        let mut values = Self {
            worth: vec![None; count],
            best: vec![None; count],
        };
        for ((solved, _), ends) in ends.into_iter().rev() {
            let mut open = VecDeque::new();
            for id in ends {
                // From some ends the game goes on, and to better ones.
                if values.worth[id].is_none() {
                    let value = graph.nodes[id].value;
                    values.worth[id] = Some(Worth {
                        solved,
                        value,
                        distance: 0,
                    });
                    open.push_back(id);
                }
            }
            while let Some(id) = open.pop_front() {
                let Some(worth) = values.worth[id] else {
                    continue;
                };
                for &edge in &from[id] {
                    let before = graph.edges[edge].from;
                    if values.worth[before].is_none() {
                        let distance = worth.distance + 1;
                        values.worth[before] = Some(Worth { distance, ..worth });
                        values.best[before] = Some(edge);
                        open.push_back(before);
                    }
                }
            }
        }
        values
    }

    /// Whether a move is the best one of its state.
    pub fn is_best(&self, graph: &StateGraph, edge: EdgeId) -> bool {
        self.best[graph.edges[edge].from] == Some(edge)
    }

    /// The best moves from a state on, to the end that it is worth going to.
    pub fn walk(&self, graph: &StateGraph, from: NodeId) -> Vec<EdgeId> {
        let next = |edge: &EdgeId| self.best[graph.edges[*edge].to];
        std::iter::successors(self.best[from], next).collect()
    }
}
