//! How good settings are: what a solver with them does on boards, counted in what it explores.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::game::{Cost, Direction, LevelRef, Outcome, SolveRequest, Solver, one_thread, solve};
use crate::search::{Budget, CancelFlag, NoProgress};

use super::super::task::{caught, together};

/// Memory for one search, in bytes: the same however many there are at once, as it may decide.
const MEMORY: u64 = 512 << 20;

/// How good a setting is, the best first: fewer boards unsolved, then less explored, then the better
/// plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// Boards that were not solved within the limits.
    pub unsolved: usize,
    /// Search nodes explored on the boards that were.
    pub explored: u64,
    /// What the plans cost, all together; where more is better, below 0.
    pub cost: Cost,
    /// Boards.
    pub boards: usize,
}

impl Score {
    /// Nodes explored a board, and for each board that was not solved as many as were allowed for
    /// all of them. It grows as the score gets worse, but for the cost.
    pub fn work(&self, nodes: u64) -> f64 {
        let boards = self.boards.max(1) as f64;
        self.explored as f64 / boards + self.unsolved as f64 * nodes as f64
    }

    /// Boards that were solved.
    pub fn solved(&self) -> usize {
        self.boards - self.unsolved
    }
}

/// Solves boards with settings.
pub(super) struct Bench<'a> {
    pub solver: &'static dyn Solver,
    pub direction: Direction,
    /// Options that all settings have.
    pub fixed: &'a BTreeMap<String, String>,
    /// Most nodes a board.
    pub nodes: u64,
    /// Longest time for a board.
    pub time: Duration,
    /// Boards that are solved at once.
    pub threads: usize,
    pub cancel: &'a CancelFlag,
    /// How many runs ended by the clock, which another machine would not have ended.
    pub late: AtomicUsize,
}

/// One board with one setting.
enum Run {
    Solved(u64, Cost),
    Unsolved,
    Refused(String),
}

/// Why there is no score.
pub(super) enum NoScore {
    Stopped,
    /// The solver refuses to work with one of the settings.
    Refused(String),
}

impl Bench<'_> {
    /// The scores of settings on these boards, in their order. A setting that the solver refuses
    /// solves nothing, unless it is the first one and `first_must` is set.
    pub fn scores(
        &self,
        settings: &[BTreeMap<String, String>],
        boards: &[LevelRef],
        first_must: bool,
    ) -> Result<Vec<Score>, NoScore> {
        let all = settings.len() * boards.len();
        let (next, runs) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while !self.cancel.is_cancelled() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= all {
                    break;
                }
                let (setting, board) = (at / boards.len(), at % boards.len());
                let run = self.run(&settings[setting], &boards[board]);
                let mut runs = runs.lock().unwrap_or_else(PoisonError::into_inner);
                runs.push((setting, run));
            }
        };
        together(self.threads.clamp(1, all.max(1)), work);
        if self.cancel.is_cancelled() {
            return Err(NoScore::Stopped);
        }
        let mut scores = vec![Score::default(); settings.len()];
        for (setting, run) in runs.into_inner().unwrap_or_else(PoisonError::into_inner) {
            let score = &mut scores[setting];
            score.boards += 1;
            match run {
                Run::Solved(explored, cost) => {
                    score.explored = score.explored.saturating_add(explored);
                    score.cost = score.cost.saturating_add(cost);
                }
                Run::Refused(reason) if first_must && setting == 0 => {
                    return Err(NoScore::Refused(reason));
                }
                Run::Unsolved | Run::Refused(_) => score.unsolved += 1,
            }
        }
        Ok(scores)
    }

    fn run(&self, setting: &BTreeMap<String, String>, board: &LevelRef) -> Run {
        let mut request = SolveRequest::new(board.as_ref());
        request.options = one_thread(self.solver.info());
        for options in [self.fixed, setting] {
            let options = options.iter();
            let options = options.map(|(key, value)| (key.clone(), value.clone()));
            request.options.extend(options);
        }
        let budget = Budget::default()
            .with_cancel(self.cancel.clone())
            .with_memory(MEMORY)
            .with_nodes(self.nodes)
            .with_time(self.time);
        let report = match caught(|| solve(self.solver, &request, &budget, &NoProgress)) {
            Ok(Ok(report)) => report,
            Ok(Err(error)) => return Run::Refused(error.to_string()),
            // It is no worse than not to come to an end.
            Err(_) => return Run::Unsolved,
        };
        let cost = |cost: Cost| match self.direction {
            Direction::Minimise => cost,
            Direction::Maximise => -cost,
        };
        match report.outcome {
            // Not every solver looks at the nodes left; what counts is the same for all.
            Outcome::Solved(solution) if report.explored <= self.nodes => {
                Run::Solved(report.explored, cost(solution.cost))
            }
            _ => {
                if budget.time_left() == Some(Duration::ZERO) {
                    self.late.fetch_add(1, Ordering::Relaxed);
                }
                Run::Unsolved
            }
        }
    }
}
