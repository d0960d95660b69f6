//! Completes a partly written program by alternating enumeration and annealing.

use std::time::Duration;

use super::completion::PrefixSearch;
use super::graph::Graph;
use crate::game::{Outcome, Plan, words};
use crate::program::BotProgram;
use crate::search::{Budget, Progress, Stop};
use crate::solvers::annealing::{Annealer, TRIES};
use crate::solvers::task::BotTask;

/// Time for enumeration. It doubles, with [`ANNEALING_TIME`], while neither finds a program; afterwards enumeration
/// continues without limit if the best program is requested.
const ENUMERATION_TIME: Duration = Duration::from_millis(2500);
/// Time for annealing after each enumeration.
const ANNEALING_TIME: Duration = Duration::from_millis(1500);

pub(in crate::solvers) fn complete(
    task: &BotTask,
    optimal: bool,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    PartialSolver::new(task, budget, progress).run(optimal)
}

/// Seed of the annealing, always the same, so that answers repeat.
const SEED: u64 = 0x11b0;

struct PartialSolver<'a> {
    task: &'a BotTask,
    graph: Graph,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    best: Option<BotProgram>,
    /// Shortest programs found, if several are requested.
    all: Vec<BotProgram>,
    /// Lower bound: no other program with this start has fewer commands.
    bound: usize,
    nodes: u64,
}

impl<'a> PartialSolver<'a> {
    fn new(task: &'a BotTask, budget: &'a Budget, progress: &'a Progress<'a>) -> Self {
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

    fn run(mut self, optimal: bool) -> Outcome<Plan> {
        let to_the_end = optimal || self.task.count > 1;
        let (mut enumeration, mut annealing) = (ENUMERATION_TIME, ANNEALING_TIME);
        let result = loop {
            let result = self.enumerate(&self.budget.at_most(enumeration));
            if result.is_ok() || self.budget.check().is_err() {
                break result;
            }
            // It always stops, at the end of its time or of the budget.
            let _ = self.anneal(&self.budget.at_most(annealing));
            match self.best {
                // Without a time of its own; it continues from the bound that is reached.
                Some(_) if to_the_end => break self.enumerate(self.budget),
                // Any program suffices.
                Some(_) => break result,
                // A slower machine finds in a longer period what a faster one finds in a shorter one.
                None => (enumeration, annealing) = (enumeration * 2, annealing * 2),
            }
        };
        let bound = self.bound;
        self.report();
        let (task, all) = (self.task, self.all);
        let solution = self.best.map(|best| task.known(&best, bound));
        let solution = solution.map(|solution| task.with_others(solution, all));
        // If the budget is not at its end, the time of the last period was.
        let stop = self.budget.check().err().unwrap_or(Stop::Deadline);
        match (result, solution) {
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
        let bound = Some(self.bound as i64);
        self.progress.report(phase, self.nodes, best, bound);
    }

    /// Enumerates longer and longer programs, until the best is proved shortest or none fits the slots.
    fn enumerate(&mut self, budget: &Budget) -> Result<(), Stop> {
        let slots = self.task.puzzle.slots.as_slice();
        let max: usize = slots.iter().sum();
        let mut ticker = budget.ticker(64);
        let nodes = self.nodes;
        while self.bound <= max {
            let best = self.best.as_ref().map(BotProgram::cost);
            let several = self.task.count > 1;
            // A program of `bound` commands is proved shortest; if several are requested, the others are still missing.
            if best.is_some_and(|best| best < self.bound + usize::from(!several)) {
                return Ok(());
            }
            self.report();
            let request = (&self.task.done, self.task.loops, self.task.count);
            let mut search = PrefixSearch::new(&self.graph, slots, request, &mut ticker);
            let (result, found) = search.up_to(self.bound);
            self.nodes = nodes + ticker.total();
            if let Some(program) = found.first() {
                self.offer(program);
                self.all = found;
                return result;
            }
            result?;
            self.bound += 1;
        }
        Ok(())
    }

    /// Anneals until the budget ends, always from the same seed: more time repeats and continues what less time did.
    fn anneal(&mut self, budget: &Budget) -> Result<(), Stop> {
        let graph = self.graph.clone();
        let (slots, written) = (&self.task.puzzle.slots, &self.task.done);
        let mut annealer = Annealer::new(&graph, slots, written, self.task.loops, SEED);
        let mut best = self.best.clone();
        loop {
            let result = annealer.run_rounds(&mut best, TRIES, budget);
            if let Some(program) = &best {
                self.offer(program);
            }
            result?;
        }
    }

    /// Keeps a program if it is better and wins by the rules.
    fn offer(&mut self, program: &BotProgram) {
        let best = self.best.as_ref();
        let better = best.is_none_or(|best| program.cost() < best.cost());
        if better && self.task.is_won_by(program) {
            self.best = Some(program.clone());
            let solution = self.task.known(program, self.bound);
            self.progress.improved(&solution);
        }
    }
}

/// The shortest programs of at most `max` commands that start like the task's.
#[cfg(test)]
pub(in crate::solvers) fn shortest(task: &BotTask, max: usize) -> Vec<BotProgram> {
    let graph = Graph::new(&task.puzzle);
    let slots = task.puzzle.slots.as_slice();
    let budget = Budget::default();
    let mut ticker = budget.ticker(256);
    let request = (&task.done, task.loops, task.count);
    let mut search = PrefixSearch::new(&graph, slots, request, &mut ticker);
    let mut found = (task.done.cost()..=max).map(|limit| search.up_to(limit).1);
    found.find(|found| !found.is_empty()).unwrap_or_default()
}
