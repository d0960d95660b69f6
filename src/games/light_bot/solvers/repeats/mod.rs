//! Levels with repeats: programs by their number of commands.
//!
//! How it works is told in `docs/solvers/program-search.md`.

mod ground;
mod layers;
mod library;
mod widths;

use std::rc::Rc;

use crate::game::{Outcome, Plan, SolveRequest};
use crate::program::{Command, Line, Program};
use crate::search::{Budget, Progress, Stop, Ticker};

use super::brute_force;
use super::kinds::Loops;
use super::task::Task;
use ground::{Ground, Here};
use layers::{Layers, Limits};
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
        best: None,
        bound: task.done.cost() + 1,
    };
    search.run(request)
}

struct Search<'a> {
    task: &'a Task,
    ground: &'a Ground,
    start: Here,
    room: usize,
    most: u8,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    best: Option<Program>,
    /// No program has fewer commands.
    bound: usize,
}

/// Steps of the robot for which the proof goes on where a good program is enough.
const ENOUGH: u64 = 60_000_000;

impl Search<'_> {
    fn run(mut self, request: &SolveRequest<'_>) -> Outcome<Plan> {
        let mut ticker = self.budget.ticker(64);
        let ended = self.search(request, &mut ticker);
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

    fn search(&mut self, request: &SolveRequest<'_>, ticker: &mut Ticker<'_>) -> Result<(), Stop> {
        let mut library = Library::new(self.ground, self.most);
        // What takes no time is proved at once; then good programs are looked for, the better ones
        // the longer, and the rest of the time goes to the proof.
        self.prove(&mut library, widths::AT_ONCE, ticker)?;
        if request.first && !request.optimal && self.best.is_some() {
            return Ok(());
        }
        for limits in widths::WIDER {
            if !self.is_open() {
                return Ok(());
            }
            library.grow(limits.body.min(self.most_commands()), ticker)?;
            self.look(&library, *limits, ticker)?;
        }
        let steps = if request.optimal { u64::MAX } else { ENOUGH };
        self.prove(&mut library, steps, ticker)
    }

    /// Whether something better than the best is still possible.
    fn is_open(&self) -> bool {
        self.bound <= self.most_commands()
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
        let mut layers = Layers::new(self.ground, self.start, self.most, Limits::ALL);
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
                self.offer(&items);
                self.bound = self.bound.max(done + cost);
                return Ok(());
            }
            self.bound = self.bound.max(done + cost + 1);
        }
        Ok(())
    }

    /// Programs with short bodies, those first that light most.
    fn look(
        &mut self,
        library: &Library<'_>,
        limits: Limits,
        ticker: &mut Ticker<'_>,
    ) -> Result<(), Stop> {
        let done = self.task.done.cost();
        let mut layers = Layers::new(self.ground, self.start, self.most, limits);
        let mut cost = 0;
        while cost + done < self.most_commands() {
            cost += 1;
            let most = self.most_commands() - done;
            if let Some(items) = layers.large_bodies(library, cost, most, ticker)? {
                self.offer(&items);
            }
            if let Some(items) = layers.deepen(library, cost, ticker)? {
                self.offer(&items);
                return Ok(());
            }
            self.tell(self.bound, ticker);
        }
        Ok(())
    }

    fn tell(&self, commands: usize, ticker: &Ticker<'_>) {
        let best = self.best.as_ref().map(|best| best.cost() as i64);
        let phase = format!("programs of {commands}");
        let bound = Some(self.bound as i64);
        self.progress.report(phase, ticker.total(), best, bound);
    }

    /// Takes a program if it fits the slots and is the best.
    fn offer(&mut self, items: &[Item]) {
        let mut body = self.task.done.body(0).to_vec();
        written(items, &mut body);
        if body.len() > self.room {
            return;
        }
        let mut program = Program::empty(&self.task.puzzle.slots);
        program.set(Line { procedure: 0, body });
        let better = self
            .best
            .as_ref()
            .is_none_or(|best| program.cost() < best.cost());
        if better && self.task.is_won_by(&program) {
            self.progress
                .improved(&self.task.known(&program, self.bound));
            self.best = Some(program);
        }
    }
}
