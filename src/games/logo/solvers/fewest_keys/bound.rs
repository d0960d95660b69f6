//! What no plan can beat.

use fixedbitset::FixedBitSet;

use super::super::problem::{EITHER, Problem, Vertex};
use super::cost::CostModel;

/// Far more keys than any board asks for, and far from overflow.
const NEVER: i64 = 1 << 40;

/// Prices of leaving and entering cells: for every step of every plan, `out[from] + into[to]` is
/// at most the step's length. Their sum bounds the steps of a whole plan, and of every rest of
/// one, from below.
///
/// They are the dual solution of the assignment bound: the cheapest way to give every cell one
/// cell (or the start) before it, and every cell but the last one cell after it.
pub(super) struct Prices {
    /// Of leaving each cell.
    pub out: Vec<i64>,
    /// Of entering each cell.
    pub into: Vec<i64>,
    /// Of leaving the cursor's start.
    pub start: i64,
    /// Of ending.
    pub end: i64,
}

impl Prices {
    /// Bound on the steps of a whole plan.
    pub fn total(&self) -> i64 {
        self.start + self.end + self.out.iter().sum::<i64>() + self.into.iter().sum::<i64>()
    }

    /// Prices from the distances and from what may follow what.
    pub fn of(cost: &CostModel, follows: &Follows) -> Self {
        let n = follows.n;
        // Row n leaves the start, column n ends.
        let length = |from: usize, to: usize| match (from == n, to == n) {
            (true, true) => NEVER,
            (true, false) if follows.first[to] => cost.to_first(to as Vertex).into(),
            (false, true) if follows.last[from] => 0,
            (false, false) if from != to && follows.may[from * n + to] => {
                cost.between(from as Vertex, to as Vertex).into()
            }
            _ => NEVER,
        };
        let (mut out, mut into) = assignment_duals(n + 1, length);
        let (start, end) = (out.pop().unwrap_or(0), into.pop().unwrap_or(0));
        Self {
            out,
            into,
            start,
            end,
        }
    }
}

/// For each pair of cells whether the second may be stamped directly after the first.
pub(super) struct Follows {
    n: usize,
    may: Vec<bool>,
    first: Vec<bool>,
    last: Vec<bool>,
}

impl Follows {
    /// What at least one of these orientations allows, each given by one of its orders.
    pub fn under(problem: &Problem, orders: &[Vec<Vertex>]) -> Self {
        let n = problem.len();
        let mut follows = Self {
            n,
            may: vec![false; n * n],
            first: vec![false; n],
            last: vec![false; n],
        };
        for order in orders {
            follows.allow(problem, order);
        }
        follows
    }

    /// Anything, for when the orientations are not all known.
    pub fn anything(n: usize) -> Self {
        Self {
            n,
            may: vec![true; n * n],
            first: vec![true; n],
            last: vec![true; n],
        }
    }

    fn allow(&mut self, problem: &Problem, order: &[Vertex]) {
        let n = self.n;
        let mut rank = vec![0; n];
        for (place, vertex) in order.iter().enumerate() {
            rank[*vertex as usize] = place;
        }
        // What must come later than a cell, and what of it has to wait for something between.
        let mut later = vec![FixedBitSet::with_capacity(n); n];
        let mut between = later.clone();
        for vertex in order.iter().rev().map(|v| *v as usize) {
            let mut direct = FixedBitSet::with_capacity(n);
            let mut indirect = FixedBitSet::with_capacity(n);
            let beside = problem.beside(vertex as Vertex).map(|other| other as usize);
            for other in beside.filter(|other| rank[*other] > rank[vertex]) {
                direct.insert(other);
                indirect.union_with(&later[other]);
            }
            direct.union_with(&indirect);
            later[vertex] = direct;
            between[vertex] = indirect;
        }
        for from in 0..n {
            for to in (0..n).filter(|to| *to != from) {
                if !later[to].contains(from) && !between[from].contains(to) {
                    self.may[from * n + to] = true;
                }
            }
            self.last[from] |= later[from].is_clear();
            self.first[from] |= (0..n).all(|other| !later[other].contains(from));
        }
    }
}

/// Optimal row and column prices of the assignment problem with these costs (the Hungarian
/// method, cubic time).
fn assignment_duals(n: usize, length: impl Fn(usize, usize) -> i64) -> (Vec<i64>, Vec<i64>) {
    // Column n stands for "not assigned yet".
    let mut row_price = vec![0; n];
    let mut col_price = vec![0; n + 1];
    let mut row_of: Vec<Option<usize>> = vec![None; n + 1];
    for row in 0..n {
        row_of[n] = Some(row);
        let mut col = n;
        let mut slack = vec![i64::MAX; n];
        let mut came_from = vec![n; n];
        let mut used = vec![false; n + 1];
        while let Some(current) = row_of[col] {
            used[col] = true;
            let (mut least, mut next) = (i64::MAX, n);
            for to in (0..n).filter(|to| !used[*to]) {
                let reduced = length(current, to) - row_price[current] - col_price[to];
                if reduced < slack[to] {
                    slack[to] = reduced;
                    came_from[to] = col;
                }
                if slack[to] < least {
                    (least, next) = (slack[to], to);
                }
            }
            for to in 0..=n {
                if used[to] {
                    if let Some(row) = row_of[to] {
                        row_price[row] += least;
                    }
                    col_price[to] -= least;
                } else {
                    slack[to] -= least;
                }
            }
            col = next;
        }
        while col != n {
            row_of[col] = row_of[came_from[col]];
            col = came_from[col];
        }
    }
    col_price.pop();
    (row_price, col_price)
}

/// A bound on the steps of a plan for boards of any size, from three sides: a path is a spanning
/// tree; a cell that comes before all its neighbours is not entered from one; a cell that comes
/// after all of them is not left to one.
pub(super) fn simple(problem: &Problem, cost: &CostModel) -> i64 {
    let n = problem.len() as i64;
    let settled = |kind: &dyn Fn(usize, u8) -> bool| {
        let all = problem.later.iter().enumerate();
        let fit = all.filter(|(v, later)| **later != EITHER && kind(*v, **later));
        fit.count() as i64
    };
    let degree = |v: usize| problem.beside(v as Vertex).count();
    // Entered from at least two cells away, but for one that may be where the cursor starts or
    // beside it; left likewise, but for the last.
    let firsts = settled(&|v, later| usize::from(later) == degree(v));
    let lasts = settled(&|_, later| later == 0);
    let nearest = (0..problem.len() as Vertex).map(|v| cost.to_first(v));
    let approach = i64::from(nearest.min().unwrap_or(0));
    let entering = (n - 1).max(0) + (firsts - 1).max(0) + approach;
    let leaving = (n - 1).max(0) + (lasts - 1).max(0) + approach;
    entering.max(leaving).max(spanning_tree(problem, cost))
}

/// Length of a shortest tree that joins the start and all cells, distances as the cursor goes.
/// Kruskal's method on the pairs that meet when all cells grow at one pace, which are enough.
fn spanning_tree(problem: &Problem, cost: &CostModel) -> i64 {
    let size = problem.size;
    let at = |cell: crate::game::Cell| cell.row * size.cols + cell.col;
    // Multi-source breadth-first search; the start takes part like a cell, as number n.
    let n = problem.len();
    let mut owner = vec![usize::MAX; size.area()];
    let mut depth = vec![0_u32; size.area()];
    let mut queue = std::collections::VecDeque::new();
    for (vertex, cell) in problem.cells.iter().enumerate() {
        owner[at(*cell)] = vertex;
        queue.push_back(*cell);
    }
    let mut parent: Vec<usize> = (0..=n).collect();
    if size.contains(cost.start) {
        match owner[at(cost.start)] {
            usize::MAX => {
                owner[at(cost.start)] = n;
                queue.push_back(cost.start);
            }
            vertex => parent[n] = vertex,
        }
    }
    while let Some(cell) = queue.pop_front() {
        for other in crate::position::neighbours(cell) {
            if size.contains(other) && owner[at(other)] == usize::MAX {
                owner[at(other)] = owner[at(cell)];
                depth[at(other)] = depth[at(cell)] + 1;
                queue.push_back(other);
            }
        }
    }
    let mut pairs = Vec::new();
    for cell in size.cells() {
        for other in crate::position::neighbours(cell) {
            if size.contains(other) && cell < other && owner[at(cell)] != owner[at(other)] {
                let length = depth[at(cell)] + depth[at(other)] + 1;
                pairs.push((length, owner[at(cell)], owner[at(other)]));
            }
        }
    }
    pairs.sort_unstable();
    let mut total = 0;
    for (length, a, b) in pairs {
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        if a != b {
            parent[a] = b;
            total += i64::from(length);
        }
    }
    total
}

fn root(parent: &mut [usize], mut v: usize) -> usize {
    while parent[v] != v {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    v
}
