//! Levels with repeats: programs by their number of commands.
//!
//! How it works is told in `docs/solvers/program-search.md`.

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

/// A part of a program.
#[derive(Clone, Debug)]
enum Item {
    Act(Command),
    Repeat(u8, Rc<[Item]>),
}

/// The commands of some parts.
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

/// Finds a shortest program, or a short one and a bound, where commands can be repeated.
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
    // A repeat that is not ended has its commands only in part, and programs that are counted must
    // all be written out: this is work for the search that writes all.
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
    /// Whether any program is good enough.
    any: bool,
    best: Option<Program>,
    /// No program has fewer commands.
    bound: usize,
}

/// Steps of the robot that are made for a proof before anything else, and with a good program.
const FIRST_PROOF_STEPS: u64 = 3_000_000;
const PROOF_STEPS: u64 = 60_000_000;
/// Least turns of annealing before that and after it.
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
        // What takes no time is proved at once. A first turn of annealing limits the longer proof, and
        // most of the time goes to more turns.
        self.prove(&mut library, FIRST_PROOF_STEPS, ticker)?;
        self.anneal(&mut annealers, FIRST_TURNS, ticker)?;
        self.prove(&mut library, PROOF_STEPS, ticker)?;
        self.anneal(&mut annealers, MIN_TURNS, ticker)?;
        if request.optimal {
            self.prove(&mut library, u64::MAX, ticker)?;
        }
        Ok(())
    }

    /// Turns of all annealers at a time: at least `turns`, and half as many again as the best program took.
    fn anneal<M: Mask>(
        &mut self,
        annealers: &mut [Annealer<'_, M>],
        turns: u32,
        ticker: &Ticker<'_>,
    ) -> Result<(), Stop> {
        let (mut turn, mut improved) = (0, 0);
        while self.is_open() && turn < turns.max(improved * 3 / 2) {
            // Some rounds are longer: neither short nor long ones find the best program everywhere.
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

    /// Whether something better than the best is still possible and wanted.
    fn is_open(&self) -> bool {
        self.bound <= self.most_commands() && !(self.any && self.best.is_some())
    }

    /// The most commands that a program can have to be of interest.
    fn most_commands(&self) -> usize {
        let best = self.best.as_ref().map(Program::cost);
        best.map_or(self.room, |cost| cost - 1)
    }

    /// Programs of one more command each time, all of them.
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
                // One that does not fit the slots is no program, but what has been reached is kept
                // for its number of commands alone: nothing more can be proved.
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

    /// The program of some parts behind what is written.
    fn program(&self, items: &[Item]) -> Program {
        let mut body = self.task.done.body(0).to_vec();
        written(items, &mut body);
        let mut program = Program::empty(&self.task.puzzle.slots);
        program.set(Line { procedure: 0, body });
        program
    }

    /// Takes a program if it fits the slots and is the best. Returns whether it is.
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
