//! What was found out about a level's fairness, kept in a file: plans as moves, which are played
//! again when it is read.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::results::{Ending, Found};
use crate::game::{
    Blocked, Cell, Count, DeadEnds, Effect, Fairness, Game, Idle, LevelRef, Limit, Move, Outcome,
    Plan, ReplayError, Report, Solution, SolveRequest, Unsolvable, VerifiedPlan, Ways, replay,
};

/// [`Fairness`] as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptFairness {
    /// How it ended.
    pub found: Found,
    solver: String,
    plan: Option<Vec<Move>>,
    /// Cells that a proof is about.
    cells: Vec<Cell>,
    ways: Option<KeptWays>,
    dead_ends: Option<DeadEnds>,
    idle: Option<Vec<Idle>>,
    unneeded: Option<Vec<String>>,
    emptied: Vec<(Cell, Effect)>,
    blocked: Option<Blocked>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptWays {
    all: Count,
    different: Count,
    examples: Vec<Vec<Move>>,
}

/// Why something kept is of no use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeptError {
    #[error("the game has no solver ‘{0}’")]
    Solver(String),
    #[error("a plan is wrong: {0}")]
    Plan(#[from] ReplayError),
    #[error("it was solved, but there is no plan")]
    NoPlan,
}

impl KeptFairness {
    /// Keeps what was found out. Reasons for moves and further plans of the solver are left out:
    /// no report tells of them.
    pub fn of(fairness: &Fairness) -> Self {
        let moves = |plan: &VerifiedPlan| plan.moves().to_vec();
        let outcome = &fairness.report.outcome;
        Self {
            found: Found::of_report(&fairness.report),
            solver: fairness.report.solver.to_owned(),
            plan: outcome.solution().map(|solution| moves(&solution.plan)),
            cells: match outcome {
                Outcome::Unsolvable(proof) => proof.cells.clone(),
                _ => Vec::new(),
            },
            ways: fairness.ways.as_ref().map(|ways| KeptWays {
                all: ways.all,
                different: ways.different,
                examples: ways.examples.iter().map(moves).collect(),
            }),
            dead_ends: fairness.dead_ends.clone(),
            idle: fairness.idle.clone(),
            unneeded: fairness.unneeded.clone(),
            emptied: fairness.emptied.clone(),
            blocked: fairness.blocked.clone(),
        }
    }

    /// What was kept, with its plans played again under the rules of the level.
    ///
    /// # Errors
    /// When a plan is wrong or missing, or the game has no such solver.
    pub fn restore(self, game: &dyn Game, level: &LevelRef) -> Result<Fairness, KeptError> {
        let verified = |moves: Vec<Move>| replay(level.as_ref(), &[], Plan(moves));
        let ways = |ways: KeptWays| {
            let examples = ways.examples.into_iter().map(verified);
            Ok::<_, ReplayError>(Ways {
                all: ways.all,
                different: ways.different,
                examples: examples.collect::<Result<_, _>>()?,
            })
        };
        let mut solvers = game.solvers().iter();
        let solver = solvers.find(|solver| solver.info().id == self.solver);
        let solver = solver.ok_or(KeptError::Solver(self.solver))?;
        let plan = self.plan.map(verified).transpose()?;
        Ok(Fairness {
            report: Report {
                solver: solver.info().id,
                cost_unit: solver.cost_unit(&SolveRequest::new(level.as_ref())),
                up_to: solver.up_to(),
                explored: self.found.explored,
                elapsed: Duration::try_from_secs_f64(self.found.seconds).unwrap_or_default(),
                outcome: outcome(self.found, plan, self.cells)?,
            },
            ways: self.ways.map(ways).transpose()?,
            dead_ends: self.dead_ends,
            idle: self.idle,
            unneeded: self.unneeded,
            emptied: self.emptied,
            blocked: self.blocked,
        })
    }

    /// Whether only one of two can be true of a level.
    pub fn contradicts(&self, other: &Self) -> bool {
        let exact = |one: Option<Count>, other: Option<Count>| {
            let both = one.zip(other).filter(|(a, b)| a.exact && b.exact);
            both.is_some_and(|(a, b)| a.number != b.number)
        };
        let all = |one: &Self| one.ways.as_ref().map(|ways| ways.all);
        let positions = |one: &Self| one.dead_ends.as_ref().map(|ends| ends.positions);
        self.found.contradicts(&other.found)
            || exact(all(self), all(other))
            || exact(positions(self), positions(other))
    }

    /// How much was not found out.
    pub fn unknown(&self) -> usize {
        let counted = |count: Option<Count>| usize::from(!count.is_some_and(|count| count.exact));
        let blocked = self.blocked.iter().flat_map(|blocked| &blocked.cells);
        let effects = self.emptied.iter().chain(blocked);
        let ends = self.dead_ends.as_ref();
        [
            counted(self.ways.as_ref().map(|ways| ways.all)),
            counted(ends.map(|ends| ends.positions)),
            ends.map_or(0, |ends| ends.undecided),
            usize::from(self.idle.is_none()),
            usize::from(self.unneeded.is_none()),
            usize::from(self.blocked.is_none()),
            effects
                .filter(|(_, effect)| *effect == Effect::Unknown)
                .count(),
        ]
        .iter()
        .sum()
    }
}

fn outcome(
    found: Found,
    plan: Option<VerifiedPlan>,
    cells: Vec<Cell>,
) -> Result<Outcome, KeptError> {
    let best = plan.zip(found.cost).map(|(plan, cost)| Solution {
        optimal: found.optimal,
        lower_bound: found.bound,
        ..Solution::new(plan, cost)
    });
    let lower_bound = found.bound;
    let limit = match found.ending {
        Ending::Solved => return best.map(Outcome::Solved).ok_or(KeptError::NoPlan),
        Ending::Unsolvable => {
            let reason = found.note;
            return Ok(Outcome::Unsolvable(Unsolvable { reason, cells }));
        }
        Ending::Stopped | Ending::Failed => return Ok(Outcome::Interrupted { best, lower_bound }),
        Ending::Time => Limit::Time,
        Ending::Memory => Limit::Memory,
        Ending::Method => Limit::Method,
    };
    Ok(Outcome::Limit {
        limit,
        best,
        lower_bound,
    })
}
