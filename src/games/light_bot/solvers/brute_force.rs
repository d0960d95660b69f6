//! `brute-force`: enumerates all programs by length, as the reference.
//!
//! Only programs that cannot matter are skipped: a left turn next to a right turn, new calls of empty procedures, and
//! unused procedures. (The published search of this kind also skipped programs with an empty f2 and so could miss the
//! shortest.)

use std::collections::BTreeMap;

use crate::LightBot;
use crate::game::typed::{self, TypedSolver};
use crate::game::{Answer, Outcome, Plan, SolverInfo, words};
use crate::program::{Command, Line, Program};
use crate::puzzle::REPEATS;
use crate::search::{Budget, Progress, Stop, Ticker};

use super::kinds::{LOOPS, UP_TO, nameless};
use super::task::Task;

/// Enumeration of all programs, shortest first.
pub(super) struct BruteForce;

struct Search<'a> {
    task: &'a Task,
    ticker: Ticker<'a>,
    /// Found programs by their bodies without procedure names.
    found: BTreeMap<Vec<Vec<Command>>, Program>,
    wanted: usize,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task, budget: &'a Budget) -> Self {
        Self {
            task,
            ticker: budget.ticker(256),
            found: BTreeMap::new(),
            wanted: task.count,
        }
    }

    fn written(&self, procedure: usize) -> Vec<Command> {
        self.task.done.body(procedure).to_vec()
    }

    fn room(&self, procedure: usize) -> usize {
        let slots = self.task.puzzle.slots.as_slice();
        slots.get(procedure).copied().unwrap_or(0)
    }

    /// Distributes `left` commands over the procedures from `lengths.len()` on.
    fn split(&mut self, left: usize, lengths: &mut Vec<usize>) -> Result<(), Stop> {
        let slots = self.task.puzzle.slots.as_slice();
        let Some(room) = slots.get(lengths.len()) else {
            if left > 0 {
                return Ok(());
            }
            let mut program = Program::empty(&self.task.puzzle.slots);
            return self.fill(lengths, &mut program, 0, &mut self.written(0));
        };
        let written = self.task.done.body(lengths.len()).iter();
        let written = written.filter(|command| command.counts()).count();
        let needed = lengths.is_empty();
        let least = written.max(usize::from(needed));
        for length in least..=left.min(*room) {
            lengths.push(length);
            let ended = self.split(left - length, lengths);
            lengths.pop();
            ended?;
        }
        Ok(())
    }

    /// Fills the procedures from `procedure` on; `body` is the beginning of that one.
    fn fill(
        &mut self,
        lengths: &[usize],
        program: &mut Program,
        procedure: usize,
        body: &mut Vec<Command>,
    ) -> Result<(), Stop> {
        self.ticker.tick()?;
        let Some(length) = lengths.get(procedure) else {
            if all_called(program, &self.task.done) && self.task.is_won_by(program) {
                let bodies = nameless(program);
                self.found.entry(bodies).or_insert_with(|| program.clone());
            }
            return Ok(());
        };
        let room = self.room(procedure);
        let cost = body.iter().filter(|command| command.counts()).count();
        let open = open_repeats(body);
        // Repeats are closed, if there are slots left.
        if cost == *length && (open == 0 || body.len() == room) {
            program.set(Line {
                procedure,
                body: body.clone(),
            });
            return self.fill(
                lengths,
                program,
                procedure + 1,
                &mut self.written(procedure + 1),
            );
        }
        let callees = lengths.iter().enumerate().skip(1);
        // Calls of procedures that stay empty are useless.
        let calls = callees
            .filter(|(_, length)| **length > 0)
            .filter_map(|(callee, _)| u8::try_from(callee).ok())
            .map(Command::Call);
        let most = self.task.puzzle.slots.repeats();
        let repeats = most.map(|most| *REPEATS.start()..=most);
        let repeats = repeats.into_iter().flatten().map(Command::Repeat);
        let more = Command::ACTIONS.into_iter().chain(calls).chain(repeats);
        let more = more.filter(|_| cost < *length && body.len() < room);
        let empty = matches!(body.last(), Some(Command::Repeat(_)));
        let end = (open > 0 && !empty).then_some(Command::End);
        let commands: Vec<Command> = more.chain(end).collect();
        for command in commands {
            let undone = match command {
                Command::Left => Some(&Command::Right),
                Command::Right => Some(&Command::Left),
                _ => None,
            };
            let own = body.len() > self.task.done.body(procedure).len();
            if own && undone.is_some() && body.last() == undone {
                continue;
            }
            body.push(command);
            let ended = self.fill(lengths, program, procedure, body);
            body.pop();
            ended?;
            if self.found.len() >= self.wanted {
                break;
            }
        }
        Ok(())
    }
}

pub(super) fn open_repeats(body: &[Command]) -> usize {
    body.iter().fold(0, |open: usize, command| match command {
        Command::Repeat(_) => open + 1,
        Command::End => open.saturating_sub(1),
        _ => open,
    })
}

/// Returns whether all procedures with new commands are reachable by calls from main.
fn all_called(program: &Program, written: &Program) -> bool {
    let bodies = program.bodies();
    let mut called = vec![false; bodies.len()];
    let mut open = vec![0];
    while let Some(procedure) = open.pop() {
        if std::mem::replace(&mut called[procedure], true) {
            continue;
        }
        open.extend(program.body(procedure).iter().filter_map(|c| match c {
            Command::Call(callee) => Some(usize::from(*callee)),
            _ => None,
        }));
    }
    bodies
        .iter()
        .zip(called)
        .zip(written.bodies())
        .all(|((body, called), written)| called || body.len() == written.len())
}

/// The shortest programs, if they have at most `most` commands.
#[cfg(test)]
pub(super) fn shortest(task: &Task, most: usize) -> Vec<Program> {
    let budget = Budget::default();
    let mut search = Search::new(task, &budget);
    for length in 1..=most {
        let _ = search.split(length, &mut Vec::new());
        if !search.found.is_empty() {
            break;
        }
    }
    search.found.into_values().collect()
}

pub(super) fn all(task: &Task, budget: &Budget, progress: &Progress<'_>) -> Outcome<Plan> {
    let most: usize = task.puzzle.slots.as_slice().iter().sum();
    let mut search = Search::new(task, budget);
    for length in task.done.cost().max(1)..=most {
        let bound = Some(length as i64);
        let phase = format!("programs of {}", words::count(length, "commands"));
        progress.report(phase, search.ticker.total(), None, bound);
        let ended = search.split(length, &mut Vec::new());
        progress.report("done", search.ticker.total(), None, bound);
        let found: Vec<Program> = std::mem::take(&mut search.found).into_values().collect();
        let first = found.first().map(|first| task.best(first));
        let solution = first.map(|solution| task.with_others(solution, found));
        match (solution, ended) {
            // Everything found has the shortest length.
            (best, Err(stop)) => return stop.outcome(best, bound),
            (Some(solution), Ok(())) => return Outcome::Solved(solution),
            (None, Ok(())) => {}
        }
    }
    Outcome::Unsolvable(if task.done.cost() > 0 {
        task.dead_end()
    } else {
        task.too_few_slots()
    })
}

impl TypedSolver for BruteForce {
    type Game = LightBot;

    const INFO: &'static SolverInfo = &SolverInfo {
        id: "brute-force",
        title: "All programs",
        good_for: "The published method, for comparison: short programs only.",
        method: "Writes and runs every program with one command, with two, and so on.",
        guarantee: "A shortest program, or proof that none fits the slots; too slow beyond 8 commands.",
        cost_unit: "commands",
        reference: true,
        options: &[LOOPS],
        ..SolverInfo::EXACT
    };

    fn up_to(&self) -> &'static str {
        UP_TO
    }

    fn run(
        &self,
        asked: &typed::Task<'_, LightBot>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer {
        let task = Task::of(asked);
        if task.is_won_by(&task.done) {
            return Ok(Outcome::Solved(task.best(&task.done)));
        }
        if let Some(proof) = task.out_of_reach() {
            return Ok(Outcome::Unsolvable(proof));
        }
        Ok(all(&task, budget, progress))
    }
}
