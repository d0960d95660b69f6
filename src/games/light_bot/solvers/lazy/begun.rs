//! Going on from a program that is begun: a plain search and annealing, turn by turn.

use std::time::Duration;

use super::chance::Chance;
use super::found;
use super::graph::{Graph, Mask, Wide};
use super::rest::Rest;
use crate::game::{Outcome, Plan};
use crate::program::Program;
use crate::run::run;
use crate::search::{Budget, Progress, Stop};
use crate::solvers::task::Task;

/// Time for all programs in order, and then for programs by chance. After that comes the search in
/// order as long as it takes, if the best program is wanted.
const TURNS: (Duration, Duration) = (Duration::from_millis(2500), Duration::from_millis(1500));

/// The shortest program that begins with what is written.
pub(super) fn go_on(
    task: &Task,
    optimal: bool,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    if task.puzzle.lights().count() <= <u64 as Mask>::ROOM {
        Begun::<u64>::new(task, budget, progress).go_on(optimal)
    } else {
        Begun::<Wide>::new(task, budget, progress).go_on(optimal)
    }
}

struct Begun<'a, M> {
    task: &'a Task,
    graph: Graph<M>,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    best: Option<Program>,
    /// No program that begins so has fewer commands, but for the best.
    bound: usize,
    nodes: u64,
}

impl<'a, M: Mask> Begun<'a, M> {
    fn new(task: &'a Task, budget: &'a Budget, progress: &'a Progress<'a>) -> Self {
        Self {
            graph: Graph::new(&task.puzzle),
            bound: task.done.cost(),
            best: run(&task.puzzle, &task.done).won.then(|| task.done.clone()),
            task,
            budget,
            progress,
            nodes: 0,
        }
    }

    fn go_on(mut self, optimal: bool) -> Outcome<Plan> {
        let mut ended = self.in_order(&shorter(self.budget, TURNS.0));
        if ended.is_err() && self.budget.check().is_ok() {
            let _ = self.by_chance(&shorter(self.budget, TURNS.1));
            if optimal {
                ended = self.in_order(self.budget);
            }
        }
        let bound = self.bound;
        self.report();
        let solution = self.best.map(|best| found(self.task, &best, bound));
        let stop = self.budget.check().err().unwrap_or(Stop::Deadline);
        match (ended, solution) {
            (Ok(()), None) => Outcome::Unsolvable(self.task.dead_end()),
            (Ok(()), Some(solution)) => Outcome::Solved(solution),
            (Err(_), Some(solution)) if solution.optimal => Outcome::Solved(solution),
            (Err(_), best) => stop.outcome(best, Some(bound as i64)),
        }
    }

    fn report(&self) {
        let best = self.best.as_ref().map(|best| best.cost() as i64);
        let phase = format!("{} commands, as begun", self.bound);
        self.progress
            .report(phase, self.nodes, best, Some(self.bound as i64));
    }

    /// Programs of one length after the other.
    fn in_order(&mut self, budget: &Budget) -> Result<(), Stop> {
        let slots = self.task.puzzle.slots.as_slice();
        let most: usize = slots.iter().sum();
        let mut ticker = budget.ticker(64);
        let nodes = self.nodes;
        while self.bound <= most {
            if self
                .best
                .as_ref()
                .is_some_and(|best| best.cost() <= self.bound)
            {
                return Ok(());
            }
            self.report();
            let mut rest = Rest::new(&self.graph, slots, &self.task.done, &mut ticker);
            let ended = rest.up_to(self.bound);
            self.nodes = nodes + ticker.total();
            if let Some(program) = ended? {
                self.take(&program);
                return Ok(());
            }
            self.bound += 1;
        }
        Ok(())
    }

    fn by_chance(&mut self, budget: &Budget) -> Result<(), Stop> {
        let most = self.best.as_ref().map_or(usize::MAX, Program::cost);
        let graph = self.graph.clone();
        let slots = self.task.puzzle.slots.as_slice();
        let mut chance = Chance::new(&graph, slots, &self.task.done);
        chance.anneal(most, budget, &mut |program| self.take(program))
    }

    /// Takes a program if it is better, and the rules agree.
    fn take(&mut self, program: &Program) {
        let better = self
            .best
            .as_ref()
            .is_none_or(|best| program.cost() < best.cost());
        if better && run(&self.task.puzzle, program).won {
            self.best = Some(program.clone());
            self.progress
                .improved(&found(self.task, program, self.bound));
        }
    }
}

fn shorter(budget: &Budget, time: Duration) -> Budget {
    let left = budget.time_left().unwrap_or(time);
    budget.clone().with_time(left.min(time))
}

/// The shortest program of at most `most` commands that begins as the task's.
#[cfg(test)]
pub(in crate::solvers) fn shortest(task: &Task, most: usize) -> Option<Program> {
    let graph = Graph::<u64>::new(&task.puzzle);
    let slots = task.puzzle.slots.as_slice();
    let budget = Budget::default();
    let mut ticker = budget.ticker(256);
    let mut rest = Rest::new(&graph, slots, &task.done, &mut ticker);
    (task.done.cost()..=most).find_map(|limit| rest.up_to(limit).ok()?)
}
