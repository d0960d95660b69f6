//! Solver for levels with repeats: annealing for good programs, and proofs by number of commands.
//!
//! A program is a sequence of commands and repeats. `library` holds the repeatable bodies, one per effect; `layers`
//! is a breadth-first search over board states whose edges are commands (cost 1) and repeats of those bodies (cost 1
//! plus the body's). After the layer of `n` commands without a win, every program has more than `n`. Short proofs run
//! first, then annealing; its best program limits the longer proof. `docs/solvers/program-search.md` gives
//! measurements.

mod ground;
mod layers;
mod library;

use std::rc::Rc;

use crate::game::{Outcome, Plan, SolveRequest, words};
use crate::program::{Command, Line, Program};
use crate::search::{Budget, Progress, Stop, Ticker};

use super::annealing::{Annealer, TRIES};
use super::brute_force;
use super::kinds::Loops;
use super::lazy::graph::{Graph, Mask, Wide};
use super::task::Task;
use ground::{Ground, Here};
use layers::Layers;
use library::Library;

/// Part of a program.
#[derive(Clone, Debug)]
enum Item {
    Act(Command),
    Repeat(u8, Rc<[Item]>),
}

fn written(items: &[Item], into: &mut Vec<Command>) {
    for item in items {
        match item {
            Item::Act(command) => into.push(*command),
            Item::Repeat(times, body) => {
                into.push(Command::Repeat(*times));
                written(body, into);
                into.push(Command::End);
            }
        }
    }
}

pub(super) fn solve(
    task: &Task,
    request: &SolveRequest<'_>,
    threads: usize,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    let slots = &task.puzzle.slots;
    let (Some(room), Some(most)) = (slots.as_slice().first().copied(), slots.repeats()) else {
        return Outcome::Unsolvable(task.too_few_slots());
    };
    if task.loops == Loops::With {
        return Outcome::Unsolvable(task.too_few_slots());
    }
    let done = task.done.body(0);
    // An open repeat has part of its commands only, and counting needs all programs: both take the enumeration.
    if task.count > 1 || brute_force::open_repeats(done) > 0 {
        return brute_force::all(task, budget, progress);
    }
    let ground = Ground::new(&task.puzzle);
    let start = ground.after(&task.puzzle, &task.done);
    let search = Search {
        task,
        ground: &ground,
        start,
        room,
        most,
        budget,
        progress,
        any: request.first && !request.optimal,
        best: None,
        bound: task.done.cost() + 1,
    };
    if task.puzzle.lights().count() <= <u64 as Mask>::ROOM {
        search.run::<u64>(request, threads)
    } else {
        search.run::<Wide>(request, threads)
    }
}

struct Search<'a> {
    task: &'a Task,
    ground: &'a Ground,
    start: Here,
    room: usize,
    most: u8,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    /// True if any program suffices.
    any: bool,
    best: Option<Program>,
    /// Minimum number of commands of any other program.
    bound: usize,
}

/// Step limits of the initial proof, and of the proof with a good program.
const FIRST_PROOF_STEPS: u64 = 3_000_000;
const PROOF_STEPS: u64 = 60_000_000;
/// Minimum annealing turns before and after that proof.
const FIRST_TURNS: u32 = 1;
const MIN_TURNS: u32 = 15;

impl Search<'_> {
    fn run<M: Mask>(mut self, request: &SolveRequest<'_>, threads: usize) -> Outcome<Plan> {
        let mut ticker = self.budget.ticker(64);
        let ended = self.search::<M>(request, threads, &mut ticker);
        let best = self.best.as_ref();
        let best = best.map(|best| self.task.known(best, self.bound));
        let bound = Some(self.bound as i64);
        match (best, ended) {
            (Some(best), _) if best.optimal => Outcome::Solved(best),
            (best, Err(stop)) => stop.outcome(best, bound),
            (Some(best), Ok(())) => Outcome::Solved(best),
            (None, Ok(())) if self.bound > self.room => match self.task.done.cost() {
                0 => Outcome::Unsolvable(self.task.too_few_slots()),
                _ => Outcome::Unsolvable(self.task.dead_end()),
            },
            (None, Ok(())) => Outcome::given_up(None, bound),
        }
    }

    fn search<M: Mask>(
        &mut self,
        request: &SolveRequest<'_>,
        threads: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<(), Stop> {
        let graph = Graph::<M>::new(&self.task.puzzle);
        let (slots, written) = (&self.task.puzzle.slots, &self.task.done);
        let annealer = |seed| Annealer::new(&graph, slots, written, Loops::Any, seed);
        let mut annealers: Vec<_> = (0..threads.max(1) as u64).map(annealer).collect();
        let mut library = Library::new(self.ground, self.most);
        // Easy proofs come at once. A first annealing turn limits the longer proof; most of the time goes to further
        // turns.
        self.prove(&mut library, FIRST_PROOF_STEPS, ticker)?;
        self.anneal(&mut annealers, FIRST_TURNS, ticker)?;
        self.prove(&mut library, PROOF_STEPS, ticker)?;
        self.anneal(&mut annealers, MIN_TURNS, ticker)?;
        if request.optimal {
            self.prove(&mut library, u64::MAX, ticker)?;
        }
        Ok(())
    }

    /// Runs all annealers in parallel: at least `turns`, and half as many turns again as the best program took.
    fn anneal<M: Mask>(
        &mut self,
        annealers: &mut [Annealer<'_, M>],
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
                let running: Vec<_> = annealers
                    .iter_mut()
                    .map(|annealer| {
                        scope.spawn(move || {
                            let mut best = best.clone();
                            let ended = annealer.turn(&mut best, tries, budget);
                            (best, ended)
                        })
                    })
                    .collect();
                let ends = running.into_iter().map(|thread| {
                    thread
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                });
                ends.collect()
            });
            let mut all_ended = Ok(());
            for (program, ended) in found {
                if program.is_some_and(|program| self.offer(program)) {
                    improved = turn;
                }
                all_ended = all_ended.and(ended);
            }
            all_ended?;
            self.tell(self.bound, ticker);
        }
        Ok(())
    }

    /// Returns whether a better program is possible and requested.
    fn is_open(&self) -> bool {
        self.bound <= self.most_commands() && !(self.any && self.best.is_some())
    }

    /// Maximum number of commands of an improvement.
    fn most_commands(&self) -> usize {
        let best = self.best.as_ref().map(Program::cost);
        best.map_or(self.room, |cost| cost - 1)
    }

    /// Deepens the proof by one command at a time.
    fn prove(
        &mut self,
        library: &mut Library<'_>,
        steps: u64,
        ticker: &mut Ticker<'_>,
    ) -> Result<(), Stop> {
        let done = self.task.done.cost();
        let mut layers = Layers::new(self.ground, self.start, self.most);
        let mut cost = 0;
        while self.is_open() && self.ground.steps() < steps {
            cost += 1;
            library.grow(cost - 1, ticker)?;
            self.budget.check_memory(library.bytes() + layers.bytes())?;
            let found = layers.deepen(library, cost, ticker)?;
            self.tell(cost + done, ticker);
            if let Some(items) = found {
                // If it does not fit the slots, it is no solution, but its layer keeps the cheapest programs only, so
                // nothing more can be proved.
                self.offer(self.program(&items));
                self.bound = self.bound.max(done + cost);
                return Ok(());
            }
            self.bound = self.bound.max(done + cost + 1);
        }
        Ok(())
    }

    fn tell(&self, commands: usize, ticker: &Ticker<'_>) {
        let best = self.best.as_ref().map(|best| best.cost() as i64);
        let phase = format!("programs of {}", words::count(commands, "commands"));
        let bound = Some(self.bound as i64);
        self.progress.report(phase, ticker.total(), best, bound);
    }

    fn program(&self, items: &[Item]) -> Program {
        let mut body = self.task.done.body(0).to_vec();
        written(items, &mut body);
        let mut program = Program::empty(&self.task.puzzle.slots);
        program.set(Line { procedure: 0, body });
        program
    }

    /// Keeps a program if it fits the slots and is better; returns whether it is.
    fn offer(&mut self, program: Program) -> bool {
        let best = self.best.as_ref();
        let better = program.body(0).len() <= self.room
            && best.is_none_or(|best| program.cost() < best.cost())
            && self.task.is_won_by(&program);
        if better {
            self.progress
                .improved(&self.task.known(&program, self.bound));
            self.best = Some(program);
        }
        better
    }
}
