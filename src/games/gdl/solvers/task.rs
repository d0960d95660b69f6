//! One goal value of a level, with what is built for it (networks, estimates, abstractions, each on first use) and what
//! has been found out.

use std::rc::Rc;

use crate::analysis::SearchNet;
use crate::solvers::factors;
use crate::solvers::heuristics::patterns::PatternDatabases;
use crate::solvers::heuristics::{Estimate, effects};
use crate::solvers::problem::GdlProblem;
use crate::solvers::search::strategies::{a_star, breadth_first};
use crate::solvers::search::{PlanOutcome, Stopped};
use planwright_game::Plan;
use planwright_game::search::{Budget, Progress, Stop};

/// Search for a shortest plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Breadth,
    AStar,
}

/// A network with its estimate.
#[derive(Default)]
struct View {
    net: Option<Rc<SearchNet>>,
    estimate: Option<Rc<Estimate>>,
}

pub(super) struct GoalTask<'p> {
    pub problem: &'p GdlProblem,
    /// The least goal value that a plan is to reach.
    pub value: i64,
    /// No plan has fewer steps than this.
    pub bound: usize,
    /// A search that stores all states has run out of memory.
    pub memory_full: bool,
    /// Without the step counters that only end the game, which become [`SearchNet::limit`].
    stripped: View,
    /// With all step counters; used only where the first search cannot decide.
    full: View,
}

impl<'p> GoalTask<'p> {
    pub fn new(problem: &'p GdlProblem, value: i64) -> Self {
        Self {
            problem,
            value,
            bound: 0,
            memory_full: false,
            stripped: View::default(),
            full: View::default(),
        }
    }

    pub fn raise_bound(&mut self, bound: usize) {
        self.bound = self.bound.max(bound);
    }

    /// Network without the step counters that only end the game; it and its estimate are cached in `stripped`.
    pub fn view(&mut self, budget: &Budget) -> Result<Rc<SearchNet>, Stop> {
        self.net(true, budget)
    }

    fn view_mut(&mut self, strip_counters: bool) -> &mut View {
        match strip_counters {
            true => &mut self.stripped,
            false => &mut self.full,
        }
    }

    fn net(&mut self, strip_counters: bool, budget: &Budget) -> Result<Rc<SearchNet>, Stop> {
        if let Some(net) = &self.view_mut(strip_counters).net {
            return Ok(Rc::clone(net));
        }
        let net = Rc::new(
            self.problem
                .search_net(self.value, strip_counters, budget)?,
        );
        self.view_mut(strip_counters).net = Some(Rc::clone(&net));
        Ok(net)
    }

    /// Distance estimate for states of [`Self::view`].
    pub fn estimate(&mut self, budget: &Budget) -> Result<Rc<Estimate>, Stop> {
        self.estimate_of(true, budget)
    }

    fn estimate_of(&mut self, strip_counters: bool, budget: &Budget) -> Result<Rc<Estimate>, Stop> {
        if let Some(estimate) = &self.view_mut(strip_counters).estimate {
            return Ok(Rc::clone(estimate));
        }
        let net = self.net(strip_counters, budget)?;
        let estimate = Rc::new(Estimate {
            patterns: PatternDatabases::new(&net, budget)?,
            max_gain: effects::max_per_move(&net, budget).unwrap_or(0),
        });
        self.view_mut(strip_counters).estimate = Some(Rc::clone(&estimate));
        Ok(estimate)
    }

    /// Search for a shortest plan that suits the estimate; `None` once one has run out of memory.
    pub fn method(&self, estimate: Option<&Estimate>) -> Option<Method> {
        match estimate {
            _ if self.memory_full => None,
            Some(estimate) if !estimate.is_empty() => Some(Method::AStar),
            _ => Some(Method::Breadth),
        }
    }

    /// Finds a shortest plan, or proves that there is none.
    pub fn shortest(
        &mut self,
        method: Method,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Plan>, Stopped> {
        self.shortest_up_to(usize::MAX, method, budget, progress)
    }

    /// Finds a shortest plan of at most `max_steps` steps, or proves that there is none.
    pub fn shortest_up_to(
        &mut self,
        max_steps: usize,
        method: Method,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Plan>, Stopped> {
        for strip_counters in [true, false] {
            let (view, outcome) =
                self.search(max_steps, method, strip_counters, budget, progress)?;
            match outcome {
                PlanOutcome::Plan(moves) => return Ok(Some(self.problem.plan(&view, &moves))),
                // If the value occurred while the game went on, it may still hold when time is up: only states with
                // their step counter can tell.
                PlanOutcome::None {
                    won_before_end: true,
                } if !view.anywhere && view.limit.is_some() => {}
                PlanOutcome::None { .. } => break,
            }
        }
        Ok(None)
    }

    fn search(
        &mut self,
        max_steps: usize,
        method: Method,
        strip_counters: bool,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<(Rc<SearchNet>, PlanOutcome), Stopped> {
        let early = |stop: Stop| Stopped { stop, bound: 0 };
        let mut view = self.net(strip_counters, budget).map_err(early)?;
        if max_steps < usize::MAX {
            view = Rc::new(view.with_max_length(max_steps));
        }
        let watch = self.problem.watch(&view, progress);
        let outcome = if method == Method::Breadth {
            breadth_first(&view, budget, &watch)?
        } else {
            let estimate = self.estimate_of(strip_counters, budget).map_err(early)?;
            a_star(&view, &estimate, budget, &watch)?
        };
        Ok((view, outcome))
    }

    /// Shortest plan for a game that decomposes into independent ones; see [`factors`].
    pub fn factored(&mut self, budget: &Budget) -> Result<Option<Plan>, Stop> {
        let view = self.view(budget)?;
        let found = factors::search(&view, budget)?;
        Ok(found.map(|moves| self.problem.plan(&view, &moves)))
    }
}
