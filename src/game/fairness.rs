//! Analysis of a level for its author: solvability, number of shortest plans, and where players get lost.

use serde::{Deserialize, Serialize};

use super::{Cell, Level, Move, SolveError, SolveReport, VerifiedPlan, words};
use crate::search::{Budget, ProgressSink};

/// Analyzes levels for their authors.
pub trait Analyzer: Send + Sync {
    /// Analyzes a level until everything is known or the budget is spent. Returns partial results within 100 ms of
    /// cancellation. Fails if the level cannot be played.
    fn analyze(
        &self,
        level: &dyn Level,
        budget: &Budget,
        sink: &dyn ProgressSink,
    ) -> Result<Fairness, SolveError>;
}

/// Result of an analysis. `None` means not determined within the budget, or without meaning for an unsolvable level.
#[derive(Clone, Debug)]
pub struct Fairness {
    /// Solvability, with the shortest plan known.
    pub report: SolveReport,
    pub shortest: Option<ShortestPlans>,
    pub dead_ends: Option<DeadEnds>,
    /// Rules that the plan does not need.
    pub idle_rules: Option<Vec<IdleRule>>,
    /// Names of objects without which the level takes as many moves.
    pub unneeded: Option<Vec<String>>,
    /// Effect of removing an object, for each occupied cell.
    pub removals: Vec<(Cell, EditEffect)>,
    /// Effect of an obstacle in each empty cell.
    pub obstacles: Option<Blocked>,
}

impl Fairness {
    /// Effects of changing single cells: removing an object, or adding an obstacle.
    pub fn effects(&self) -> impl Iterator<Item = (Cell, EditEffect)> {
        let obstacles = self.obstacles.iter().flat_map(|blocked| &blocked.cells);
        self.removals.iter().chain(obstacles).copied()
    }
}

/// Effects of an obstacle in each empty cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocked {
    /// Name of the obstacle.
    pub by: String,
    pub cells: Vec<(Cell, EditEffect)>,
}

/// A count, or a lower bound of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    pub number: u64,
    /// True if the number is exact.
    pub exact: bool,
}

#[derive(Clone, Debug)]
pub struct ShortestPlans {
    /// Number of shortest plans.
    pub all: Count,
    /// Number of plans that differ in more than the order of their effects on anything but the player.
    pub different: Count,
    /// Examples of different plans.
    pub examples: Vec<VerifiedPlan>,
}

/// Moves that lead from a winnable into a lost position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeadEnds {
    /// Number of reachable positions.
    pub positions: Count,
    /// Number of lost positions by the distance of the wrong move from the shortest path, from 0.
    pub by_distance: Vec<usize>,
    /// Number of moves off the shortest path whose effect is unknown.
    pub undecided: usize,
    /// Dead ends entered directly from the shortest path, the largest first.
    pub nearest: Vec<DeadEnd>,
}

/// Position from which the level cannot be won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadEnd {
    /// Moves before the wrong one, along a shortest path.
    pub way: Vec<Move>,
    pub wrong: Move,
    /// Cells that the wrong move changes.
    pub cells: Vec<Cell>,
    /// Number of positions reachable from it.
    pub positions: Count,
    /// Moves within which all of these are reached: how long play can continue without noticing.
    pub moves: usize,
}

/// Rule that a plan does not need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdleRule {
    /// Line in the level's text, from 1.
    pub line: usize,
    pub text: String,
}

/// Effect of a change on a level's solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EditEffect {
    /// As many moves, or still unsolvable.
    Same,
    /// Solvable in this number of moves, which is fewer.
    Shorter(usize),
    /// Solvable in this number of moves, which is more.
    Longer(usize),
    /// No longer solvable.
    Lost,
    /// Solvable in this number of moves, and unsolvable before.
    Opened(usize),
    /// Not determined within the budget.
    Unknown,
}

impl EditEffect {
    pub fn in_words(self) -> String {
        let moves = |number: usize| words::count(number, "moves");
        match self {
            Self::Same => "no difference".to_owned(),
            Self::Shorter(number) => format!("won in only {}", moves(number)),
            Self::Longer(number) => format!("won in {}, which is more", moves(number)),
            Self::Lost => "can no longer be won".to_owned(),
            Self::Opened(number) => format!("can be won, in {}", moves(number)),
            Self::Unknown => "not determined in time".to_owned(),
        }
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.exact {
            true => write!(f, "{}", self.number),
            false => write!(f, "at least {}", self.number),
        }
    }
}
