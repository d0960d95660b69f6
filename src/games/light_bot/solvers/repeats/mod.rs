//! Solver for levels with repeats: annealing for good programs, and proofs by number of commands.
//!
//! A program is a sequence of commands and repeats. `library` holds the repeatable bodies, one per effect; `layers`
//! is a breadth-first search over board states whose edges are commands (cost 1) and repeats of those bodies (cost 1
//! plus the body's). After the layer of `n` commands without a win, every program has more than `n`. Short proofs run
//! first, then annealing; its best program limits the longer proof. Measurements: `docs/solvers/program-search.md`.

mod layers;
mod library;
mod light_graph;

use std::panic::resume_unwind;
use std::rc::Rc;
use std::thread::ScopedJoinHandle;

use crate::game::{Outcome, Plan, SolveRequest, words};
use crate::program::{BotCommand, BotProgram};
use crate::search::{Budget, Progress, Stop, Ticker};

use super::annealing::{Annealer, TRIES};
use super::brute_force;
use super::kinds::LoopFilter;
use super::lazy::graph::Graph;
use super::task::BotTask;
use layers::ProgramLayers;
use library::BodyLibrary;
use light_graph::{LightGraph, TracedState};

/// Part of a program: a command that acts, or a repeat.
#[derive(Clone, Debug)]
enum Stmt {
    Act(BotCommand),
    /// Count, at least 2, and body.
    Repeat(u8, Rc<[Stmt]>),
}

/// Appends the commands of a program's parts.
fn flatten(items: &[Stmt], into: &mut Vec<BotCommand>) {
    for item in items {
        match item {
            Stmt::Act(command) => into.push(*command),
            Stmt::Repeat(times, body) => {
                into.push(BotCommand::Repeat(*times));
                flatten(body, into);
                into.push(BotCommand::End);
            }
        }
    }
}

/// Answer for a level with repeats. Levels with open repeats, and counts of programs, are left to the enumeration.
pub(super) fn solve(
    task: &BotTask,
    request: &SolveRequest<'_>,
    threads: usize,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    let slots = &task.puzzle.slots;
    let capacity = slots.capacity(0);
    // Levels with repeats have no procedures, so none of their programs loops.
    let Some(max_count) = slots.repeats().filter(|_| task.loops != LoopFilter::With) else {
        return Outcome::Unsolvable(task.too_few_slots());
    };
    let done = task.done.body(0);
    // An open repeat has part of its commands only, and counting needs all programs: both take the enumeration.
    if task.count > 1 || brute_force::open_repeats(done) > 0 {
        return brute_force::enumerate(task, budget, progress);
    }
    let search = RepeatSearch {
        task,
        capacity,
        max_count,
        budget,
        progress,
        first_only: request.first && !request.optimal,
        best: None,
        // The written commands alone do not win: `lazy` has answered that at once.
        bound: task.done.cost() + 1,
    };
    search.run(request, threads)
}

struct RepeatSearch<'a> {
    task: &'a BotTask,
    /// Number of slots: maximum number of commands and ends of repeats.
    capacity: usize,
    /// Maximum count of a repeat.
    max_count: u8,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    /// True if the search ends with the first program.
    first_only: bool,
    best: Option<BotProgram>,
    /// Lower bound: minimum number of commands of all programs that the proof has not covered.
    bound: usize,
}

/// Maximum number of commands executed in the initial proof.
const FIRST_PROOF_STEPS: u64 = 3_000_000;
/// Maximum number of commands executed in the proof with a good program.
const PROOF_STEPS: u64 = 60_000_000;
/// Minimum number of annealing turns before the proof with a good program.
const FIRST_TURNS: u32 = 1;
/// Minimum number of annealing turns after that proof.
const MIN_TURNS: u32 = 15;

impl RepeatSearch<'_> {
    fn run(mut self, request: &SolveRequest<'_>, threads: usize) -> Outcome<Plan> {
        let mut ticker = self.budget.ticker(64);
        let result = self.search(request, threads, &mut ticker);
        let best = self.best.as_ref();
        let best = best.map(|best| self.task.known(best, self.bound));
        let bound = Some(self.bound as i64);
        match (best, result) {
            (Some(best), _) if best.optimal => Outcome::Solved(best),
            (best, Err(stop)) => stop.outcome(best, bound),
            // A good program was requested: the annealers have had their turns.
            (Some(best), Ok(())) => Outcome::Solved(best),
            (None, Ok(())) if self.bound > self.capacity => {
                Outcome::Unsolvable(self.task.exhausted())
            }
            (None, Ok(())) => Stop::Method.outcome(None, bound),
        }
    }

    fn search(
        &mut self,
        request: &SolveRequest<'_>,
        threads: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<(), Stop> {
        let graph = Graph::new(&self.task.puzzle);
        let light_graph = LightGraph::new(&self.task.puzzle);
        let start = light_graph.after(self.task);
        let (slots, written) = (&self.task.puzzle.slots, &self.task.done);
        let annealer = |seed| Annealer::new(&graph, slots, written, LoopFilter::Any, seed);
        let mut annealers: Vec<_> = (0..threads.max(1) as u64).map(annealer).collect();
        let mut library = BodyLibrary::new(&light_graph, self.max_count);
        // Easy proofs come at once. A first annealing turn limits the longer proof; most time goes to further turns.
        self.prove(&mut library, start, FIRST_PROOF_STEPS, ticker)?;
        self.anneal(&mut annealers, FIRST_TURNS, ticker)?;
        self.prove(&mut library, start, PROOF_STEPS, ticker)?;
        self.anneal(&mut annealers, MIN_TURNS, ticker)?;
        if request.optimal {
            self.prove(&mut library, start, u64::MAX, ticker)?;
        }
        Ok(())
    }

    /// Runs all annealers in parallel: at least `turns`, and half as many turns again as the best program took.
    fn anneal(
        &mut self,
        annealers: &mut [Annealer<'_>],
        turns: u32,
        ticker: &Ticker<'_>,
    ) -> Result<(), Stop> {
        let (mut turn, mut improved) = (0, 0);
        while self.is_open() && turn < turns.max(improved * 3 / 2) {
            // Round lengths vary, since neither short nor long ones find the best program on every level.
            let tries = TRIES << (turn % 3);
            turn += 1;
            let (best, budget) = (&self.best, self.budget);
            let found: Vec<_> = std::thread::scope(|scope| {
                let running = annealers.iter_mut().map(|annealer| {
                    scope.spawn(move || {
                        let mut best = best.clone();
                        let result = annealer.run_rounds(&mut best, tries, budget);
                        (best, result)
                    })
                });
                let running: Vec<_> = running.collect();
                let ends = running.into_iter().map(ScopedJoinHandle::join);
                let ends = ends.map(|end| end.unwrap_or_else(|panic| resume_unwind(panic)));
                ends.collect()
            });
            let mut all_ended = Ok(());
            for (program, result) in found {
                if program.is_some_and(|program| self.offer(program)) {
                    improved = turn;
                }
                all_ended = all_ended.and(result);
            }
            all_ended?;
            self.report(self.bound, ticker);
        }
        Ok(())
    }

    /// Returns whether a better program is possible and requested.
    fn is_open(&self) -> bool {
        self.bound <= self.max_commands() && !(self.first_only && self.best.is_some())
    }

    /// Maximum number of commands of an improvement.
    fn max_commands(&self) -> usize {
        let best = self.best.as_ref().map(BotProgram::cost);
        best.map_or(self.capacity, |cost| cost - 1)
    }

    /// Deepens the proof by one command at a time, until `steps` commands were executed in all proofs. Each call begins
    /// its layers again, with the bodies that the library already has.
    fn prove(
        &mut self,
        library: &mut BodyLibrary<'_>,
        start: TracedState,
        steps: u64,
        ticker: &mut Ticker<'_>,
    ) -> Result<(), Stop> {
        let done = self.task.done.cost();
        let mut layers = ProgramLayers::new(library.graph, start, self.max_count);
        let mut cost = 0;
        while self.is_open() && library.graph.steps() < steps {
            cost += 1;
            library.grow(cost - 1, ticker)?;
            self.budget.check_memory(library.bytes() + layers.bytes())?;
            let found = layers.deepen(library, cost, ticker)?;
            self.report(cost + done, ticker);
            if let Some(items) = found {
                // If it does not fit the slots, it is no solution, but its layer keeps the cheapest
                // programs only, so nothing more can be proved.
                self.offer(self.whole_program(&items));
                self.bound = self.bound.max(done + cost);
                return Ok(());
            }
            self.bound = self.bound.max(done + cost + 1);
        }
        Ok(())
    }

    fn report(&self, commands: usize, ticker: &Ticker<'_>) {
        let best = self.best.as_ref().map(|best| best.cost() as i64);
        let phase = format!("programs of {}", words::count(commands, "commands"));
        let bound = Some(self.bound as i64);
        self.progress.report(phase, ticker.total(), best, bound);
    }

    /// Program of the written commands and these parts after them.
    fn whole_program(&self, items: &[Stmt]) -> BotProgram {
        let mut body = self.task.done.body(0).to_vec();
        flatten(items, &mut body);
        BotProgram::new(vec![body])
    }

    /// Keeps a program if it fits the slots and is better; returns whether it is.
    fn offer(&mut self, program: BotProgram) -> bool {
        let best = self.best.as_ref();
        let better = program.body(0).len() <= self.capacity
            && best.is_none_or(|best| program.cost() < best.cost())
            && self.task.is_won_by(&program);
        if better {
            let solution = self.task.known(&program, self.bound);
            self.progress.improved(&solution);
            self.best = Some(program);
        }
        better
    }
}
