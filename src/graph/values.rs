//! Values of states: the best end that can be reached from each.
//!
//! Ends are processed from the best value to the worst, each value by breadth-first search backwards over the moves. A
//! state gets its value when it is first reached; no later end is better, so it is final, and its distance is minimal.
//! A move has the value of the state it leads to, and each best move decreases the distance.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use super::{EdgeId, NodeId, StateGraph};

/// Best end that can be reached from a state in the explored graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateValue {
    pub solved: bool,
    /// Value of the end, in games whose ends have one.
    pub value: Option<i64>,
    /// Number of moves to the end; 0 at the end itself.
    pub distance: usize,
}

impl fmt::Display for StateValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.distance) {
            (Some(value), 0) => write!(f, "{value}"),
            (Some(value), distance) => write!(f, "{value} in {distance}"),
            (None, 0) => f.write_str("solved"),
            (None, distance) => write!(f, "{distance} to go"),
        }
    }
}

/// Value of every state, and the best moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateValues {
    /// `None` if no known end can be reached.
    pub states: Vec<Option<StateValue>>,
    /// First best move of each state; `None` at an end, and where no known end can be reached.
    pub best: Vec<Option<EdgeId>>,
}

impl StateValues {
    /// Evaluates a graph in linear time, apart from sorting the values of ends. Solved ends are best, then other ends
    /// by value; among equal ends the nearest is best.
    pub fn new(graph: &StateGraph) -> Self {
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
            states: vec![None; count],
            best: vec![None; count],
        };
        for ((solved, _), ends) in ends.into_iter().rev() {
            let mut open = VecDeque::new();
            for id in ends {
                // Some ends are on paths to better ones.
                if values.states[id].is_none() {
                    let value = graph.nodes[id].value;
                    values.states[id] = Some(StateValue {
                        solved,
                        value,
                        distance: 0,
                    });
                    open.push_back(id);
                }
            }
            while let Some(id) = open.pop_front() {
                let Some(value) = values.states[id] else {
                    continue;
                };
                for &edge in &from[id] {
                    let predecessor = graph.edges[edge].from;
                    if values.states[predecessor].is_none() {
                        let distance = value.distance + 1;
                        values.states[predecessor] = Some(StateValue { distance, ..value });
                        values.best[predecessor] = Some(edge);
                        open.push_back(predecessor);
                    }
                }
            }
        }
        values
    }

    /// Returns whether a known path leads to a solved state, which is the best of all ends.
    pub fn can_be_solved(&self, id: NodeId) -> bool {
        self.states[id].is_some_and(|value| value.solved)
    }

    /// Returns whether no move from the same state leads to a better end, or to it in fewer moves.
    pub fn is_best(&self, graph: &StateGraph, edge: EdgeId) -> bool {
        let value_after = |edge: EdgeId| self.states[graph.edges[edge].to];
        let best = self.best[graph.edges[edge].from];
        best.is_some_and(|best| value_after(best) == value_after(edge))
    }

    /// Best moves from a state to its best end.
    pub fn best_path(&self, graph: &StateGraph, from: NodeId) -> Vec<EdgeId> {
        let next = |edge: &EdgeId| self.best[graph.edges[*edge].to];
        std::iter::successors(self.best[from], next).collect()
    }
}
