//! Completes a partly written program by alternating enumeration and annealing.

use std::time::Duration;

use super::graph::{Graph, Mask, Wide};
use super::rest::Rest;
use crate::game::{Outcome, Plan, words};
use crate::program::Program;
use crate::search::{Budget, Progress, Stop};
use crate::solvers::annealing::{Annealer, TRIES};
use crate::solvers::task::Task;

/// Time for enumeration and for annealing. It doubles while neither finds a program; afterwards enumeration continues
/// without limit if the best program is requested.
const TURNS: (Duration, Duration) = (Duration::from_millis(2500), Duration::from_millis(1500));

pub(in crate::solvers) fn go_on(
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

/// Seed of the annealing.
const SEED: u64 = 0x11b0;

struct Begun<'a, M> {
    task: &'a Task,
    graph: Graph<M>,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    best: Option<Program>,
    /// Shortest programs found, if several are requested.
    all: Vec<Program>,
    /// Lower bound: no other program with this start has fewer commands.
    bound: usize,
    nodes: u64,
}

impl<'a, M: Mask> Begun<'a, M> {
    fn new(task: &'a Task, budget: &'a Budget, progress: &'a Progress<'a>) -> Self {
        Self {
            graph: Graph::new(&task.puzzle),
            bound: task.done.cost(),
            best: task.is_won_by(&task.done).then(|| task.done.clone()),
            all: Vec::new(),
            task,
            budget,
            progress,
            nodes: 0,
        }
    }

    fn go_on(mut self, optimal: bool) -> Outcome<Plan> {
        let to_the_end = optimal || self.task.count > 1;
        let mut turns = TURNS;
        let ended = loop {
            let ended = self.in_order(&self.budget.at_most(turns.0));
            if ended.is_ok() || self.budget.check().is_err() {
                break ended;
            }
            // Stops at the end of its time.
            let _ = self.by_chance(&self.budget.at_most(turns.1));
            match self.best {
                Some(_) if to_the_end => break self.in_order(self.budget),
                Some(_) => break ended,
                // Longer periods make the result independent of the machine's speed.
                None => turns = (turns.0 * 2, turns.1 * 2),
            }
        };
        let bound = self.bound;
        self.report();
        let (task, all) = (self.task, self.all);
        let solution = self.best.map(|best| task.known(&best, bound));
        let solution = solution.map(|solution| task.with_others(solution, all));
        let stop = self.budget.check().err().unwrap_or(Stop::Deadline);
        match (ended, solution) {
            (Ok(()), None) => Outcome::Unsolvable(task.dead_end()),
            (Ok(()), Some(solution)) => Outcome::Solved(solution),
            (Err(_), Some(solution)) if solution.optimal && task.count == 1 => {
                Outcome::Solved(solution)
            }
            (Err(_), best) => stop.outcome(best, Some(bound as i64)),
        }
    }

    fn report(&self) {
        let best = self.best.as_ref().map(|best| best.cost() as i64);
        let phase = format!("{}, with this start", words::count(self.bound, "commands"));
        self.progress
            .report(phase, self.nodes, best, Some(self.bound as i64));
    }

    fn in_order(&mut self, budget: &Budget) -> Result<(), Stop> {
        let slots = self.task.puzzle.slots.as_slice();
        let most: usize = slots.iter().sum();
        let mut ticker = budget.ticker(64);
        let nodes = self.nodes;
        while self.bound <= most {
            let best = self.best.as_ref().map(Program::cost);
            let several = self.task.count > 1;
            if best.is_some_and(|best| best < self.bound + usize::from(!several)) {
                return Ok(());
            }
            self.report();
            let wanted = (&self.task.done, self.task.loops, self.task.count);
            let mut rest = Rest::new(&self.graph, slots, wanted, &mut ticker);
            let (ended, found) = rest.up_to(self.bound);
            self.nodes = nodes + ticker.total();
            if let Some(program) = found.first() {
                self.take(program);
                self.all = found;
                return ended;
            }
            ended?;
            self.bound += 1;
        }
        Ok(())
    }

    fn by_chance(&mut self, budget: &Budget) -> Result<(), Stop> {
        let graph = self.graph.clone();
        let (slots, written) = (&self.task.puzzle.slots, &self.task.done);
        let mut annealer = Annealer::new(&graph, slots, written, self.task.loops, SEED);
        let mut best = self.best.clone();
        loop {
            let ended = annealer.turn(&mut best, TRIES, budget);
            if let Some(program) = &best {
                self.take(program);
            }
            ended?;
        }
    }

    /// Keeps a program if it is better and wins by the rules.
    fn take(&mut self, program: &Program) {
        let better = self
            .best
            .as_ref()
            .is_none_or(|best| program.cost() < best.cost());
        if better && self.task.is_won_by(program) {
            self.best = Some(program.clone());
            self.progress
                .improved(&self.task.known(program, self.bound));
        }
    }
}

/// The shortest programs of at most `most` commands that start like the task's.
#[cfg(test)]
pub(in crate::solvers) fn shortest(task: &Task, most: usize) -> Vec<Program> {
    let graph = Graph::<u64>::new(&task.puzzle);
    let slots = task.puzzle.slots.as_slice();
    let budget = Budget::default();
    let mut ticker = budget.ticker(256);
    let wanted = (&task.done, task.loops, task.count);
    let mut rest = Rest::new(&graph, slots, wanted, &mut ticker);
    let found = (task.done.cost()..=most).map(|limit| rest.up_to(limit).1);
    found
        .into_iter()
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}
