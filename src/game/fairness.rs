//! What the author of a level wants to know: whether it can be won, in how many ways, and where players get lost.

use serde::{Deserialize, Serialize};

use super::{Cell, Level, Move, Report, SolveError, VerifiedPlan, words};
use crate::search::{Budget, ProgressSink};

/// The ability to tell the author of a level whether it is fair.
pub trait Designer: Send + Sync {
    /// Looks into a level until all is known or the budget is spent. It ends within 100 ms of being told to stop, with
    /// what was found so far.
    ///
    /// # Errors
    /// When the level cannot be played.
    fn look_into(
        &self,
        level: &dyn Level,
        budget: &Budget,
        sink: &dyn ProgressSink,
    ) -> Result<Fairness, SolveError>;
}

/// What was found out about a level. What is missing was not found out within the budget, or has no meaning in a level
/// that cannot be won.
#[derive(Clone, Debug)]
pub struct Fairness {
    /// Whether it can be won, with the shortest plan known.
    pub report: Report,
    /// How many shortest plans there are.
    pub ways: Option<Ways>,
    /// Where players get lost.
    pub dead_ends: Option<DeadEnds>,
    /// Parts of the rules that the plan does without.
    pub idle: Option<Vec<Idle>>,
    /// Names of things without which the level is won in as many moves.
    pub unneeded: Option<Vec<String>>,
    /// What taking away what lies in a cell does, for each cell in which something lies.
    pub emptied: Vec<(Cell, Effect)>,
    /// What something in the way does in each cell in which nothing lies.
    pub blocked: Option<Blocked>,
}

impl Fairness {
    /// What a change to a cell does: taking away what lies there, or putting something in the way.
    pub fn effects(&self) -> impl Iterator<Item = (Cell, Effect)> {
        let blocked = self.blocked.iter().flat_map(|blocked| &blocked.cells);
        self.emptied.iter().chain(blocked).copied()
    }
}

/// What it does to put something in the way into each cell in which nothing lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocked {
    /// The name of what is put there.
    pub by: String,
    pub cells: Vec<(Cell, Effect)>,
}

/// A number that was counted, or the least that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    pub number: u64,
    /// Whether it is not more.
    pub exact: bool,
}

/// The shortest plans of a level.
#[derive(Clone, Debug)]
pub struct Ways {
    /// All of them.
    pub all: Count,
    /// Those that do not do the same, in whatever order, to everything but the player.
    pub different: Count,
    /// Some that are different.
    pub examples: Vec<VerifiedPlan>,
}

/// Where players get lost: moves from a position that can be won into one that cannot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeadEnds {
    /// Positions that can be reached.
    pub positions: Count,
    /// How many positions players get lost in, by the number of moves by which they are off the shortest way before the
    /// wrong move: first those that are one wrong move away from it.
    pub by_distance: Vec<usize>,
    /// Moves off the shortest way of which it is not known whether they lose.
    pub undecided: usize,
    /// Those that are one wrong move away from the shortest way, the largest first.
    pub nearest: Vec<DeadEnd>,
}

/// A position that can be won no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadEnd {
    /// The moves before the wrong one, along a shortest way.
    pub way: Vec<Move>,
    pub wrong: Move,
    /// Cells in which the wrong move changes something.
    pub cells: Vec<Cell>,
    /// Positions that can be reached from there.
    pub positions: Count,
    /// Moves after which all of these were seen: how long one can go on without noticing.
    pub moves: usize,
}

/// A part of the rules that a plan does without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idle {
    /// Its line in the level's text, from 1.
    pub line: usize,
    pub text: String,
}

/// What a change does to a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// It is won in as many moves, or still cannot be won.
    Same,
    /// It is won in fewer moves.
    Shorter(usize),
    /// It takes more moves.
    Longer(usize),
    /// It can be won no more.
    Lost,
    /// It can be won, which it could not before.
    Opened(usize),
    /// Not found out within the budget.
    Unknown,
}

impl Effect {
    /// The effect in words.
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
