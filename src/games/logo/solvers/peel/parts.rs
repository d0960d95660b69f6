//! Decomposition of a partly oriented graph into independent parts, and their sums.

use super::super::problem::{EITHER, StampProblem, Vertex};
use super::orient::Orientation;

/// Number of a vertex that the present call has not visited.
const UNVISITED: u32 = u32::MAX;

/// Finds the parts; reuses its tables between calls.
pub(super) struct PartFinder {
    /// Number of the last call that each vertex took part in; those of `current` are in the present part.
    round: Vec<u32>,
    /// Number of the present call.
    current: u32,
    /// Tarjan's number of each vertex, in the order of the first visit, or [`UNVISITED`].
    index: Vec<u32>,
    /// For each vertex, the least number of those on the stack that it is known to reach.
    low: Vec<u32>,
    on_stack: Vec<bool>,
}

/// Sum of the numbers of a part. Of the two ends of each edge one is earlier, so the numbers of
/// later neighbours inside the part add up to the number of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartBalance {
    /// Edges with both ends in the part.
    pub edges: usize,
    /// Later neighbours inside the part that its numbers require, without open vertices.
    pub required: usize,
    /// Number of open vertices, which have none or four.
    pub open: usize,
}

impl PartBalance {
    /// Number of open vertices that come before all their neighbours; `None` if no number fits.
    pub fn firsts(self) -> Option<usize> {
        let missing = self.edges.checked_sub(self.required)?;
        (missing % 4 == 0 && missing / 4 <= self.open).then_some(missing / 4)
    }
}

impl PartFinder {
    pub fn new(problem: &StampProblem) -> Self {
        let n = problem.len();
        Self {
            round: vec![0; n],
            current: 0,
            index: vec![UNVISITED; n],
            low: vec![0; n],
            on_stack: vec![false; n],
        }
    }

    /// Starts a call for a part.
    fn enter(&mut self, part: &[Vertex]) {
        self.current += 1;
        for vertex in part {
            self.round[*vertex as usize] = self.current;
            self.index[*vertex as usize] = UNVISITED;
        }
    }

    fn contains(&self, vertex: Vertex) -> bool {
        self.round[vertex as usize] == self.current
    }

    /// Strongly connected components with more than one vertex; unoriented edges count as both ways (Tarjan's
    /// algorithm, iterative). A cycle can only lie inside a component and edges between components are oriented, so
    /// each is an independent problem. A cell that can be taken back or stamped first drops out.
    pub fn split(&mut self, orientation: &Orientation<'_>, part: &[Vertex]) -> Vec<Vec<Vertex>> {
        self.enter(part);
        let mut pieces = Vec::new();
        let mut stack: Vec<Vertex> = Vec::new();
        let mut counter = 0;
        // The call stack: a vertex, its successors, and the number of those not visited yet.
        let mut path: Vec<(Vertex, [Vertex; 4], u8)> = Vec::new();
        for &root in part {
            if self.index[root as usize] != UNVISITED {
                continue;
            }
            path.push(self.visit(root, orientation, &mut counter, &mut stack));
            while let Some((vertex, after, left)) = path.last_mut() {
                let vertex = *vertex;
                if *left > 0 {
                    *left -= 1;
                    let other = after[usize::from(*left)];
                    if self.index[other as usize] == UNVISITED {
                        path.push(self.visit(other, orientation, &mut counter, &mut stack));
                    } else if self.on_stack[other as usize] {
                        self.lower(vertex, self.index[other as usize]);
                    }
                    continue;
                }
                path.pop();
                let low = self.low[vertex as usize];
                if let Some((parent, ..)) = path.last() {
                    self.lower(*parent, low);
                }
                if low == self.index[vertex as usize] {
                    let start = stack.iter().rposition(|v| *v == vertex).unwrap_or(0);
                    for v in &stack[start..] {
                        self.on_stack[*v as usize] = false;
                    }
                    if stack.len() - start > 1 {
                        pieces.push(stack[start..].to_vec());
                    }
                    stack.truncate(start);
                }
            }
        }
        pieces
    }

    /// Records that a vertex reaches the one with this number, if that is the least so far.
    fn lower(&mut self, vertex: Vertex, low: u32) {
        let old = &mut self.low[vertex as usize];
        *old = low.min(*old);
    }

    /// Numbers a vertex and returns its entry for the call stack: the vertex, its successors in the part, their number.
    fn visit(
        &mut self,
        vertex: Vertex,
        orientation: &Orientation<'_>,
        counter: &mut u32,
        stack: &mut Vec<Vertex>,
    ) -> (Vertex, [Vertex; 4], u8) {
        self.index[vertex as usize] = *counter;
        self.low[vertex as usize] = *counter;
        self.on_stack[vertex as usize] = true;
        *counter += 1;
        stack.push(vertex);
        let (mut after, mut number) = ([0; 4], 0);
        for other in orientation.after(vertex) {
            if self.contains(other) {
                after[usize::from(number)] = other;
                number += 1;
            }
        }
        (vertex, after, number)
    }

    /// Sums the numbers of a part whose edges to the outside are oriented.
    pub fn balance(
        &mut self,
        problem: &StampProblem,
        orientation: &Orientation<'_>,
        part: &[Vertex],
    ) -> PartBalance {
        self.enter(part);
        let (mut ends, mut required, mut open) = (0, 0, 0);
        for &vertex in part {
            let inside = problem.adjacent(vertex).filter(|v| self.contains(*v));
            ends += inside.count();
            let later = problem.later[vertex as usize];
            if later == EITHER {
                open += 1;
                continue;
            }
            let leaving = orientation.after(vertex).filter(|v| !self.contains(*v));
            required += usize::from(later).saturating_sub(leaving.count());
        }
        PartBalance {
            edges: ends / 2,
            required,
            open,
        }
    }
}
