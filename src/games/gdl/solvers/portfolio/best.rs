//! Best reachable goal value, where the target is proved to be out of reach.

use std::time::Duration;

use planwright_game::search::{Budget, Progress};
use planwright_game::{Move, Outcome, Plan, Unsolvable, words};

use crate::solvers::answers::{slice, spent};
use crate::solvers::portfolio::rounds::{Decided, FIRST_ROUND, Methods, Shares};
use crate::solvers::problem::GdlProblem;
use crate::solvers::task::Method;

/// Time for a shorter plan for the value in the answer.
const SHORTER_TIME: Duration = Duration::from_secs(1);
/// Divisor of the memory limit for that search.
const MEMORY_DIVISOR: u64 = 2;
/// Most moves of a plan that the answer lists.
const MAX_LISTED: usize = 20;
/// Time shares of the methods where a proof is more likely than a plan.
const TO_PROVE: Shares = Shares {
    search: 2.0,
    walks: 0.5,
    beam: 0.5,
    greedy: 0.2,
    sat: 0.7,
};

/// Reports the best goal value below the target, which is proved to be out of reach.
pub(crate) fn best_value(
    problem: &GdlProblem,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    Methods::new(problem, progress).best_value(budget)
}

impl Methods<'_> {
    pub fn best_value(&mut self, budget: &Budget) -> Outcome<Plan> {
        let problem = self.task.problem;
        let target = problem.target;
        let mut values: Vec<i64> = problem.model.code.goal_values().collect();
        values.retain(|value| *value < target);
        values.sort_unstable();
        values.dedup();
        // Values from this index on are proved to be out of reach.
        let mut ceiling = values.len();
        let mut seconds = FIRST_ROUND;
        let reason = format!("goal value {target} cannot be reached");
        loop {
            let best = self.best.as_ref().map(|(value, _)| *value);
            // Values from this index on are not reached yet.
            let floor = values.partition_point(|value| Some(*value) <= best);
            let proved = floor >= ceiling;
            if proved || spent(budget).is_some() {
                let text = self.best_text(proved, budget);
                return Outcome::Unsolvable(Unsolvable::because(format!("{reason}; {text}")));
            }
            // If the next value cannot be reached, neither can a higher one.
            self.change_value(values[floor]);
            match self.round(seconds, TO_PROVE, budget) {
                Some(Decided::Impossible) => ceiling = floor,
                Some(Decided::Outcome(Outcome::Solved(solution))) => {
                    let value = self.value_of(&solution.plan).unwrap_or(values[floor]);
                    self.best = Some((value.max(values[floor]), solution.plan));
                    self.report_best();
                }
                // Nothing was decided: the next round takes longer.
                _ => seconds *= 2.0,
            }
        }
    }

    /// Goal value after a plan, which may exceed the requested one; `None` if the end has none, or a move is unknown.
    fn value_of(&self, plan: &Plan) -> Option<i64> {
        let GdlProblem { model, start, .. } = self.task.problem;
        let mut state = start.clone();
        for mv in &plan.0 {
            let number = model.move_numbers.get(mv.as_str())?;
            state = model.after(&state, *number as usize);
        }
        model.evaluate(&state).goal
    }

    /// Text about the best value reached, with a shortest plan for it if one is found in [`SHORTER_TIME`].
    fn best_text(&mut self, proved: bool, budget: &Budget) -> String {
        let Some((value, plan)) = self.best.clone() else {
            return match proved {
                true => "the game cannot end with any goal value".to_owned(),
                false => "the best possible value was not found in time".to_owned(),
            };
        };
        let brief = slice(budget, SHORTER_TIME, MEMORY_DIVISOR);
        self.change_value(value);
        let shorter = self.task.shortest(Method::Breadth, &brief, self.progress);
        let plan = shorter.ok().flatten().unwrap_or(plan);
        let moves: Vec<&str> = plan.0.iter().map(Move::as_str).take(MAX_LISTED).collect();
        let more = match plan.0.len() > MAX_LISTED {
            true => " …",
            false => "",
        };
        let text = format!(
            "{value}, in {}: {}{more}",
            words::count(plan.0.len(), "steps"),
            moves.join(" ")
        );
        if proved {
            format!("the best value is {text} (set property ‘want’ to accept less)")
        } else {
            format!(
                "the best value found is {text} (set property ‘want’ to accept less); there was no time to rule out higher values"
            )
        }
    }
}
