//! What all solvers share: the level's network, the state to start from, and words for outcomes.

use std::sync::Arc;
use std::time::Duration;

use crate::game::{Move, Outcome, Plan, Solution, SolveError, SolveRequest, Unsolvable};
use crate::search::{Budget, Progress, Stop};

use super::super::INFO;
use super::super::level::GdlLevel;
use super::super::model::Model;
use super::super::net::machine::Packed;
use super::super::position::canonical;
use super::super::text::Ends;
use super::analysis::{View, view};
use super::breadth::{self, Found, Stopped};

/// The level of a request.
pub(super) fn level<'r>(
    request: &SolveRequest<'r>,
    solver: &'static str,
) -> Result<&'r GdlLevel, SolveError> {
    let level = request.level.as_any().downcast_ref::<GdlLevel>();
    level.ok_or(SolveError::WrongGame {
        solver,
        game: request.level.game_id(),
    })
}

/// A level to be solved from some state on.
pub(super) struct Problem {
    pub model: Arc<Model>,
    pub start: Packed,
    pub want: i64,
    pub anywhere: bool,
}

impl Problem {
    /// # Errors
    /// When the level is another game's or has no network.
    pub fn new(request: &SolveRequest<'_>, solver: &'static str) -> Result<Self, SolveError> {
        let level = level(request, solver)?;
        let model = level.model().map_err(|error| SolveError::Unsupported {
            solver,
            reason: format!("{error}; ‘iterative-deepening’ works on the rules as they are"),
        })?;
        let mut start = model.start();
        for mv in request.done {
            let text = canonical(mv.as_str(), level.settings().fold_case);
            let number = text
                .ok()
                .and_then(|text| model.move_numbers.get(&text).copied());
            if let Some(number) = number {
                start = model.after(&start, number as usize);
            }
        }
        let settings = level.settings();
        Ok(Self {
            start,
            want: settings.want,
            anywhere: settings.ends == Ends::Anywhere,
            model,
        })
    }

    pub fn view(&self, want: i64, strip: bool) -> View {
        view(&self.model, &self.start, want, strip)
    }

    /// Moves of a view as a plan.
    pub fn plan(&self, view: &View, moves: &[u32]) -> Plan {
        let symbols = |mv: &u32| {
            let term = view.net.moves[*mv as usize];
            let number = self.model.net.moves.iter().position(|own| *own == term);
            Move::new(number.map_or("?", |number| &self.model.move_texts[number]))
        };
        Plan(moves.iter().map(symbols).collect())
    }

    /// A shortest plan for a goal value, or a proof that there is none.
    pub fn breadth(
        &self,
        want: i64,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Plan>, Stopped> {
        let stripped = self.view(want, true);
        match breadth::search(&stripped, self.anywhere, budget, progress)? {
            Found::Plan(moves) => return Ok(Some(self.plan(&stripped, &moves))),
            Found::None { passed } => {
                // Where the value was seen while the game went on, it may still hold when the
                // time is up: only states with their clock can tell.
                if !passed || self.anywhere || stripped.limit.is_none() {
                    return Ok(None);
                }
            }
        }
        let whole = self.view(want, false);
        match breadth::search(&whole, self.anywhere, budget, progress)? {
            Found::Plan(moves) => Ok(Some(self.plan(&whole, &moves))),
            Found::None { .. } => Ok(None),
        }
    }

    /// The outcome once it is proved that the value cannot be had: tells what can.
    pub fn hopeless(&self, budget: &Budget, progress: &Progress<'_>) -> Outcome<Plan> {
        let mut reason = format!("goal value {} cannot be reached", self.want);
        let mut values: Vec<i64> = self
            .model
            .code
            .values()
            .filter(|v| *v < self.want)
            .collect();
        values.dedup();
        for value in values {
            match self.breadth(value, budget, progress) {
                Ok(None) => {}
                Ok(Some(plan)) => {
                    let moves: Vec<&str> = plan.0.iter().map(Move::as_str).collect();
                    reason.push_str(&format!(
                        "; the best that can be reached is {value}, in {} steps: {} (property ‘want’ asks for less)",
                        moves.len(),
                        moves.join(" ")
                    ));
                    return Outcome::Unsolvable(unsolvable(reason));
                }
                Err(_) => {
                    reason.push_str("; how much can be was not found out in time");
                    return Outcome::Unsolvable(unsolvable(reason));
                }
            }
        }
        reason.push_str("; the game cannot be brought to an end with any goal value");
        Outcome::Unsolvable(unsolvable(reason))
    }
}

pub(super) fn unsolvable(reason: String) -> Unsolvable {
    Unsolvable {
        reason,
        cells: Vec::new(),
    }
}

/// A plan with what is proved of it.
pub(super) fn solved(plan: Plan, optimal: bool) -> Outcome<Plan> {
    let cost = plan.0.len() as i64;
    Outcome::Solved(if optimal {
        Solution::best(plan, cost)
    } else {
        Solution::new(plan, cost)
    })
}

/// Several plans, the shortest first.
pub(super) fn several(plans: Vec<Plan>, optimal: bool) -> Option<Solution<Plan>> {
    let mut plans = plans.into_iter();
    let first = plans.next()?;
    let cost = first.0.len() as i64;
    let others: Vec<Plan> = plans.collect();
    let mut solution = if optimal {
        Solution::best(first, cost)
    } else {
        Solution::new(first, cost)
    };
    solution.solutions = Some(others.len() as u64 + 1);
    solution.others = others;
    Some(solution)
}

/// The budget, but for at most this long and a share of the memory.
pub(super) fn slice(budget: &Budget, time: Duration, share: u64) -> Budget {
    let time = budget.time_left().map_or(time, |left| left.min(time));
    budget
        .clone()
        .with_time(time)
        .with_memory(budget.memory() / share.max(1))
}

/// Whether the whole budget, not just a slice of it, is used up.
pub(super) fn spent(budget: &Budget) -> Option<Stop> {
    budget.check().err()
}

/// The game's unit of cost.
pub(super) const UNIT: &str = INFO.cost_unit;
