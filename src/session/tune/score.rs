//! Scores settings by the number of nodes a solver explores with them on generated levels.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::game::{Cost, Direction, LevelRef, Outcome, SolveRequest, Solver, one_thread, solve};
use crate::search::{Budget, CancelFlag, NoProgress};

use super::super::task::{caught, together};

/// Memory per search in bytes; fixed, because it can affect the result.
const MEMORY: u64 = 512 << 20;

/// How good a setting is, best first: fewer unsolved levels, then fewer nodes explored, then better
/// plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// Levels not solved within the limits.
    pub unsolved: usize,
    /// Search nodes explored on solved levels.
    pub explored: u64,
    /// Sum of the plan costs, negated where more is better.
    pub cost: Cost,
    pub boards: usize,
}

impl Score {
    /// Mean nodes explored per level, plus `nodes` for every unsolved level. Grows as the score
    /// gets worse, plan cost aside.
    pub fn work(&self, nodes: u64) -> f64 {
        let boards = self.boards.max(1) as f64;
        self.explored as f64 / boards + self.unsolved as f64 * nodes as f64
    }

    pub fn solved(&self) -> usize {
        self.boards - self.unsolved
    }
}

/// Solves levels with settings.
pub(super) struct Bench<'a> {
    pub solver: &'static dyn Solver,
    pub direction: Direction,
    /// Options that all settings share.
    pub fixed: &'a BTreeMap<String, String>,
    /// Most nodes per level.
    pub nodes: u64,
    /// Longest time per level.
    pub time: Duration,
    /// Levels solved at once.
    pub threads: usize,
    pub cancel: &'a CancelFlag,
    /// Number of runs that met the time limit.
    pub late: AtomicUsize,
}

/// Result of one level with one setting.
enum Run {
    Solved(u64, Cost),
    Unsolved,
    Refused(String),
}

pub(super) enum NoScore {
    Stopped,
    /// The solver refuses a setting.
    Refused(String),
}

impl Bench<'_> {
    /// The scores of `settings` on these levels. A refused setting solves nothing; if `first_must`
    /// is set, refusing the first one is an error.
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
            // A panic counts as unsolved.
            Err(_) => return Run::Unsolved,
        };
        let cost = |cost: Cost| match self.direction {
            Direction::Minimise => cost,
            Direction::Maximise => -cost,
        };
        match report.outcome {
            // Not every solver checks its node budget; this treats all alike.
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
