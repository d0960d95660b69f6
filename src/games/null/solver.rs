//! Two solvers: a direct one and a plain search as its reference.

use rustc_hash::FxHashSet;

use crate::game::{
    Move, Outcome, Plan, Position, Solution, SolveError, SolveRequest, Solver, SolverInfo, play,
};
use crate::search::{Budget, Progress, Stop, Ticker};

/// Lights what is dark, from left to right.
pub(super) struct Direct;

/// Depth-first search over positions with a set of those seen.
pub(super) struct DepthFirst;

static DIRECT: SolverInfo = SolverInfo {
    id: "direct",
    title: "Direct",
    good_for: "The one to begin with.",
    method: "Lights every dark lamp from left to right.",
    guarantee: "Always a shortest plan.",
    cost_unit: "moves",
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    counts: false,
    options: &[],
};

static DEPTH_FIRST: SolverInfo = SolverInfo {
    id: "depth-first",
    title: "Depth-first search",
    good_for: "To compare with.",
    method: "Depth-first search over positions with a set of those seen.",
    guarantee: "Finds a plan if there is one.",
    cost_unit: "moves",
    reference: true,
    proves_unsolvable: true,
    proves_optimal: false,
    continues: true,
    counts: false,
    options: &[],
};

impl Solver for Direct {
    fn info(&self) -> &'static SolverInfo {
        &DIRECT
    }

    fn run(
        &self,
        request: &SolveRequest<'_>,
        _budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        let position = play(request.level, request.done).map_err(SolveError::Prefix)?;
        let plan = position.legal_moves(usize::MAX);
        let cost = plan.len() as i64;
        progress.report("done", plan.len() as u64, Some(cost), Some(cost));
        Ok(Outcome::Solved(Solution::best(Plan(plan), cost)))
    }
}

impl Solver for DepthFirst {
    fn info(&self) -> &'static SolverInfo {
        &DEPTH_FIRST
    }

    fn run(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        let start = play(request.level, request.done).map_err(SolveError::Prefix)?;
        let mut search = Search {
            seen: FxHashSet::default(),
            path: Vec::new(),
            ticker: budget.ticker(64),
        };
        let found = search.visit(start.as_ref());
        let explored = search.ticker.total();
        let cost = search.path.len() as i64;
        progress.report("done", explored, None, None);
        Ok(match found {
            Ok(true) => Outcome::Solved(Solution::new(Plan(search.path), cost)),
            Ok(false) => Outcome::Unsolvable(Default::default()),
            Err(stop) => stop.outcome(None, None),
        })
    }
}

struct Search<'a> {
    seen: FxHashSet<Vec<u8>>,
    path: Vec<Move>,
    ticker: Ticker<'a>,
}

impl Search<'_> {
    fn visit(&mut self, position: &dyn Position) -> Result<bool, Stop> {
        self.ticker.tick()?;
        if position.is_solved() {
            return Ok(true);
        }
        if !self.seen.insert(position.encode()) {
            return Ok(false);
        }
        for mv in position.legal_moves(usize::MAX) {
            let mut next = position.boxed_clone();
            if next.apply(&mv).is_ok() {
                self.path.push(mv);
                if self.visit(next.as_ref())? {
                    return Ok(true);
                }
                self.path.pop();
            }
        }
        Ok(false)
    }
}
