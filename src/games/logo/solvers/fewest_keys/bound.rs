//! Lower bound of the travel cost that is quick enough for boards of any size.

use super::super::problem::{EITHER, StampProblem, Vertex};
use super::cost::CostModel;

/// Lower bound of the travel cost of a plan.
///
/// If each step costs 1, the larger of two: a cell that comes before all its neighbours is entered from a cell at least
/// 2 away; a cell that comes after all of them is left to one at least 2 away. Otherwise the number of moves times the
/// cheapest one. The cost from the cursor's start to the nearest cell (`approach`) is added.
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
    entering.max(leaving)
}
