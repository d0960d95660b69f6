//! Cycles, dead ends and lost states of a graph.

use rustc_hash::FxHashSet;

use super::{NodeId, NodeStatus, StateGraph, StateValues};

/// Facts about the explored states of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    pub values: StateValues,
    /// Status of each state in the search.
    pub statuses: Vec<NodeStatus>,
    /// For each state, whether a known path leads to a solved state.
    pub can_be_solved: Vec<bool>,
    /// For each state, whether it is proved that no path leads to a solved state.
    pub is_lost: Vec<bool>,
    /// For each state, whether it is unsolved and has no moves.
    pub is_dead_end: Vec<bool>,
    /// For each state, whether play can return to it.
    pub on_cycle: Vec<bool>,
    /// For each move, whether another move leads straight back.
    pub has_return: Vec<bool>,
}

impl Analysis {
    /// Analyses a graph in linear time.
    pub fn new(graph: &StateGraph) -> Self {
        let count = graph.nodes.len();
        let mut to = vec![Vec::new(); count];
        let mut from = vec![Vec::new(); count];
        for edge in &graph.edges {
            to[edge.from].push(edge.to);
            from[edge.to].push(edge.from);
        }
        let solved = (0..count).filter(|&id| graph.nodes[id].solved);
        let can_be_solved = reachable(&from, solved, count);
        // A state that is not fully explored may still lead anywhere.
        let open = (0..count).filter(|&id| !graph.nodes[id].complete);
        let may_lead_on = reachable(&from, open, count);
        let is_lost = |id: NodeId| !can_be_solved[id] && !may_lead_on[id];
        let is_lost = (0..count).map(is_lost).collect();
        let is_dead = |id: NodeId| {
            let node = &graph.nodes[id];
            node.complete && !node.solved && to[id].iter().all(|&next| next == id)
        };
        let is_dead_end = (0..count).map(is_dead).collect();
        Self {
            values: StateValues::new(graph),
            statuses: graph.statuses_at(usize::MAX),
            can_be_solved,
            is_lost,
            is_dead_end,
            on_cycle: on_cycles(&to),
            has_return: has_return(graph),
        }
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

/// Marks states on a cycle: strongly connected components of several states or with a self-loop (Tarjan's algorithm,
/// iterative).
fn on_cycles(next: &[Vec<NodeId>]) -> Vec<bool> {
    const UNVISITED: usize = usize::MAX;
    let count = next.len();
    let mut result = vec![false; count];
    let mut index = vec![UNVISITED; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack = Vec::new();
    let mut calls: Vec<(NodeId, usize)> = Vec::new();
    let mut counter = 0;
    for root in 0..count {
        if index[root] != UNVISITED {
            continue;
        }
        calls.push((root, 0));
        while let Some((id, child)) = calls.pop() {
            if child == 0 {
                index[id] = counter;
                low[id] = counter;
                counter += 1;
                stack.push(id);
                on_stack[id] = true;
            }
            if let Some(&other) = next[id].get(child) {
                calls.push((id, child + 1));
                if index[other] == UNVISITED {
                    calls.push((other, 0));
                } else if on_stack[other] {
                    low[id] = low[id].min(index[other]);
                }
                continue;
            }
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[id]);
            }
            if low[id] == index[id] {
                let begin = stack.iter().rposition(|&member| member == id).unwrap_or(0);
                let members = stack.split_off(begin);
                let cyclic = members.len() > 1 || next[id].contains(&id);
                for member in members {
                    on_stack[member] = false;
                    result[member] = cyclic;
                }
            }
        }
    }
    result
}
