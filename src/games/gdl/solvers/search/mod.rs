//! Searches through the states of games.

pub(crate) mod best_first;
pub(crate) mod expand;
pub(crate) mod graph_search;
pub(crate) mod iterative;
pub(crate) mod replay;
pub(crate) mod simple;
pub(crate) mod strategies;
pub(crate) mod table;
pub(crate) mod walks;
pub(crate) mod watch;

use planwright_game::search::Stop;

/// Result of a search for a shortest plan that was not stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlanOutcome {
    /// Moves of a shortest plan.
    Plan(Vec<u32>),
    /// There is no plan. If `won_before_end`, the target value was reached in a state in which the game goes on;
    /// without step counters such a search does not decide whether the value still holds when time is up.
    None { won_before_end: bool },
}

/// Early end of a search for a shortest plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped {
    pub stop: Stop,
    /// No plan is shorter than this.
    pub bound: usize,
}
