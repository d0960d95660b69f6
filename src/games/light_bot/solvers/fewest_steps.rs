//! `fewest-steps`: the program that is through with the fewest steps, and of those with the fewest commands.

use std::time::Duration;

use planwright_programs::search::at_most;

use super::kinds::LOOPS;
use super::lazy::begun;
use super::lazy::front::{Point, Walk, walk};
use super::repeats;
use super::task::Task;
use crate::LightBot;
use crate::game::typed::{self, TypedSolver};
use crate::game::{Answer, Outcome, Plan, Solution, SolveRequest, SolverInfo, words};
use crate::program::Command;
use crate::search::{Budget, NoProgress, Progress, Stop};

/// Walks to the first point of the front.
pub(super) struct FewestSteps;

/// How long there may be no program before one with any number of steps is looked for, or the proof that there is none.
const AT_ONCE: Duration = Duration::from_secs(2);
/// How long a better program is looked for where a good one is enough.
const ENOUGH: Duration = Duration::from_secs(10);

impl TypedSolver for FewestSteps {
    type Game = LightBot;

    const INFO: &'static SolverInfo = &SolverInfo {
        id: "fewest-steps",
        title: "Fewest steps",
        good_for: "The program that lights all lights soonest, however long it is.",
        method: "Chooses each command when a run first reaches it, with one more step allowed each round, pruned by the fewest steps that the robot and open calls still need; then looks for fewer commands.",
        guarantee: "The fewest steps with proof, where there are no repeats; the lower bound shows how far the proof has got.",
        cost_unit: "steps",
        counts: false,
        options: &[LOOPS],
        ..SolverInfo::EXACT
    };

    fn run(
        &self,
        asked: &typed::Task<'_, LightBot>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer {
        let task = Task {
            count: 1,
            ..Task::of(asked)
        };
        if let Some(proof) = task.out_of_reach() {
            return Ok(Outcome::Unsolvable(proof));
        }
        let limited = match asked.optimal {
            true => budget.clone(),
            false => at_most(ENOUGH, budget),
        };
        let mut search = Search {
            walk: walk(task.clone()),
            task,
            best: None,
            bound: 0,
        };
        let mut ended = search.run(&at_most(AT_ONCE, &limited), progress);
        if search.best.is_none() {
            let any = match any(&search.task, asked.request, budget) {
                Outcome::Unsolvable(proof) => return Ok(Outcome::Unsolvable(proof)),
                outcome => outcome.solution().map(|any| search.task.program(&any.plan)),
            };
            search.best = any.and_then(|program| Point::of(&search.task, program));
        }
        if ended.is_err() {
            ended = search.run(&limited, progress);
        }
        Ok(search.outcome(ended, budget))
    }
}

/// Some program, or that there is none.
fn any(task: &Task, request: &SolveRequest<'_>, budget: &Budget) -> Outcome<Plan> {
    let silent = Progress::new(&NoProgress);
    match task.puzzle.slots.repeats() {
        Some(_) => repeats::solve(task, request, 1, budget, &silent),
        None => begun::go_on(task, false, budget, &silent),
    }
}

struct Search {
    task: Task,
    walk: Box<dyn Walk>,
    best: Option<Point>,
    /// No program takes fewer steps.
    bound: u32,
}

impl Search {
    fn run(&mut self, budget: &Budget, progress: &Progress<'_>) -> Result<(), Stop> {
        self.bound = self.walk.walked().steps;
        if self.task.puzzle.slots.repeats().is_some() {
            return self.straight(budget);
        }
        if let Some(known) = &self.best {
            self.walk.offer(known.clone());
        }
        loop {
            let done = self.walk.ask(budget)?;
            let walked = self.walk.walked();
            if let Some(here) = done.as_ref().or(walked.here.as_ref()) {
                self.best = Some(here.clone());
                progress.improved(&self.known(here));
            } else {
                self.bound = walked.steps;
            }
            let best = self.best.as_ref().map(|best| best.steps.into());
            let phase = words::count(walked.steps, "steps");
            progress.report(phase, walked.nodes, best, Some(self.bound.into()));
            if done.is_some() {
                return Ok(());
            }
        }
    }

    /// Where commands can be repeated: each repeat is a step more than there would be without.
    fn straight(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut written = self.task.done.bodies().iter().flatten();
        if !written.all(|command| Command::ACTIONS.contains(command)) {
            return Ok(());
        }
        self.walk.ask(budget)?;
        match &self.walk.walked().here {
            Some(here) => self.best = Some(here.clone()),
            None => self.bound += 1,
        }
        Ok(())
    }

    fn known(&self, point: &Point) -> Solution<Plan> {
        let plan = self.task.plan(&point.program);
        match point.steps <= self.bound {
            true => Solution::best(plan, point.steps.into()),
            false => Solution {
                lower_bound: Some(self.bound.into()),
                ..Solution::new(plan, point.steps.into())
            },
        }
    }

    fn outcome(&self, ended: Result<(), Stop>, budget: &Budget) -> Outcome<Plan> {
        let bound = Some(self.bound.into());
        let best = self.best.as_ref().map(|best| self.known(best));
        match (best, ended, budget.check()) {
            (Some(best), ..) if best.optimal => Outcome::Solved(best),
            (best, Err(stop), Err(_)) => stop.outcome(best, bound),
            (Some(best), ..) => Outcome::Solved(best),
            (None, Err(stop), _) => stop.outcome(None, bound),
            (None, Ok(()), _) => Outcome::given_up(None, bound),
        }
    }
}
