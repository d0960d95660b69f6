//! Lower bound of the travel cost that is quick enough for boards of any size.

use std::collections::VecDeque;

use crate::game::Cell;
use crate::search::UnionFind;

use super::super::problem::{EITHER, StampProblem, Vertex};
use super::cost::CostModel;

/// Lower bound of the travel cost of a plan.
///
/// If each step costs 1, the largest of three: a path is a spanning tree, so it is no shorter than the minimum one; a
/// cell that comes before all its neighbours is entered from a cell at least 2 away; a cell that comes after all of
/// them is left to one at least 2 away. Otherwise the number of moves times the cheapest one. To all but the tree, the
/// cost from the cursor's start to the nearest cell (`approach`) is added.
pub(super) fn lower_bound(problem: &StampProblem, cost: &CostModel) -> i64 {
    let n = problem.len() as i64;
    let nearest = problem.vertices().map(|v| cost.to_first(v));
    let approach = i64::from(nearest.min().unwrap_or(0));
    if !cost.is_plain() {
        return (n - 1).max(0) * i64::from(cost.min_step()) + approach;
    }
    // Vertices of which it is not decided whether all neighbours come first or last count as neither.
    let count = |kind: &dyn Fn(usize, u8) -> bool| {
        let all = problem.later.iter().enumerate();
        let fit = all.filter(|(v, later)| **later != EITHER && kind(*v, **later));
        fit.count() as i64
    };
    let degree = |v: usize| problem.adjacent(v as Vertex).count();
    // Each move costs 1, and 1 more if it enters one of `firsts` or leaves one of `lasts`; the first cell of the path
    // is not entered from a cell, and the last one not left.
    let firsts = count(&|v, later| usize::from(later) == degree(v));
    let lasts = count(&|_, later| later == 0);
    let entering = (n - 1).max(0) + (firsts - 1).max(0) + approach;
    let leaving = (n - 1).max(0) + (lasts - 1).max(0) + approach;
    entering.max(leaving).max(spanning_tree(problem, cost))
}

/// Length of a minimum spanning tree of all cells, and of the cursor's start if travel from there counts. Kruskal's
/// algorithm on the pairs whose regions meet in a breadth-first search from all at once: some minimum spanning tree
/// uses only such pairs (K. Mehlhorn, “A Faster Approximation Algorithm for the Steiner Problem in Graphs”, 1988).
fn spanning_tree(problem: &StampProblem, cost: &CostModel) -> i64 {
    let size = problem.size;
    let at = |cell| size.index(cell);
    let adjacent = |cell: Cell| cell.neighbours().filter(|other| size.contains(*other));
    // The start takes part like a cell, as number n.
    let n = problem.len();
    let mut owner = vec![usize::MAX; size.area()];
    let mut depth = vec![0_u32; size.area()];
    let mut queue = VecDeque::from(problem.cells.clone());
    for (vertex, cell) in problem.cells.iter().enumerate() {
        owner[at(*cell)] = vertex;
    }
    let mut groups = UnionFind::new(n + 1);
    if let Some(start) = cost.start.filter(|start| size.contains(*start)) {
        match problem.vertex(start) {
            Some(vertex) => groups.join(&[n, vertex as usize]),
            None => {
                owner[at(start)] = n;
                queue.push_back(start);
            }
        }
    }
    while let Some(cell) = queue.pop_front() {
        for other in adjacent(cell) {
            if owner[at(other)] == usize::MAX {
                owner[at(other)] = owner[at(cell)];
                depth[at(other)] = depth[at(cell)] + 1;
                queue.push_back(other);
            }
        }
    }
    let mut pairs = Vec::new();
    for cell in size.cells() {
        for other in adjacent(cell).filter(|other| cell < *other) {
            let owners = (owner[at(cell)], owner[at(other)]);
            if owners.0 != owners.1 {
                pairs.push((depth[at(cell)] + depth[at(other)] + 1, owners));
            }
        }
    }
    pairs.sort_unstable();
    let mut total = 0;
    for (length, (a, b)) in pairs {
        if groups.root(a) != groups.root(b) {
            groups.join(&[a, b]);
            total += i64::from(length);
        }
    }
    total
}
