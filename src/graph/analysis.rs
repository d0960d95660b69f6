//! Dead ends, lost states and cycles of a graph.

use rustc_hash::FxHashSet;

use super::{NodeId, NodeStatus, StateGraph, StateValues};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    pub values: StateValues,
    /// Status of each state at the end of the search.
    pub statuses: Vec<NodeStatus>,
    /// For each state, whether it is proved that no path leads to a solved state.
    pub is_lost: Vec<bool>,
    /// For each state, whether it is unsolved and no move leads to another state.
    pub is_dead_end: Vec<bool>,
    /// For each move, whether another move leads straight back.
    pub has_return: Vec<bool>,
    /// States to which moves lead, by state.
    successors: Vec<Vec<NodeId>>,
}

impl Analysis {
    pub fn new(graph: &StateGraph) -> Self {
        let count = graph.nodes.len();
        let mut to = vec![Vec::new(); count];
        let mut from = vec![Vec::new(); count];
        for edge in &graph.edges {
            to[edge.from].push(edge.to);
            from[edge.to].push(edge.from);
        }
        let values = StateValues::new(graph);
        // A state that is not fully explored may still lead anywhere.
        let open = (0..count).filter(|&id| !graph.nodes[id].complete);
        let may_lead_on = reachable(&from, open, count);
        let is_lost = |id: NodeId| !values.can_be_solved(id) && !may_lead_on[id];
        let is_lost = (0..count).map(is_lost).collect();
        let is_dead = |id: NodeId| {
            let node = &graph.nodes[id];
            node.complete && !node.solved && to[id].iter().all(|&next| next == id)
        };
        let is_dead_end = (0..count).map(is_dead).collect();
        Self {
            values,
            statuses: graph.statuses_at(usize::MAX),
            is_lost,
            is_dead_end,
            has_return: has_return(graph),
            successors: to,
        }
    }

    /// Returns whether play can return to a state. Takes linear time.
    pub fn is_on_cycle(&self, id: NodeId) -> bool {
        let next = self.successors[id].iter().copied();
        reachable(&self.successors, next, self.successors.len())[id]
    }

    /// Value of a state, or `lost` or `open`.
    pub fn value_text(&self, id: NodeId) -> String {
        match self.values.states[id] {
            Some(value) => value.to_string(),
            None if self.is_lost[id] => "lost".to_owned(),
            None => "open".to_owned(),
        }
    }
}

fn has_return(graph: &StateGraph) -> Vec<bool> {
    let moves = graph.edges.iter();
    let known: FxHashSet<_> = moves.map(|edge| (edge.from, edge.to)).collect();
    let moves = graph.edges.iter();
    moves
        .map(|edge| edge.from != edge.to && known.contains(&(edge.to, edge.from)))
        .collect()
}

/// Marks the states of `from` and those reached from them, among `count` states with these successors.
fn reachable(next: &[Vec<NodeId>], from: impl Iterator<Item = NodeId>, count: usize) -> Vec<bool> {
    let mut visited = vec![false; count];
    let mut open: Vec<NodeId> = from.collect();
    for &id in &open {
        visited[id] = true;
    }
    while let Some(id) = open.pop() {
        for &other in &next[id] {
            if !visited[other] {
                visited[other] = true;
                open.push(other);
            }
        }
    }
    visited
}
