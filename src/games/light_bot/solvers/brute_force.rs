//! `brute-force`: enumerates all programs by length, as the reference.
//!
//! Only programs that cannot matter are skipped: a left turn next to a right turn, new calls of empty procedures, and
//! unused procedures. (The published search also skipped programs with an empty f2, so it missed some.)

use std::collections::BTreeMap;

use crate::LightBot;
use crate::game::{Answer, Outcome, Plan, SolveRequest, Solver, SolverInfo, typed, words};
use crate::program::{BotCommand, BotProgram, ProgramLine};
use crate::search::{Budget, Progress, Stop, Ticker};
use crate::slots::REPEATS;

use super::kinds::{LOOPS, UP_TO, call_order, canonical};
use super::task::BotTask;

/// Enumeration of all programs, shortest first.
pub(super) struct AllPrograms;

struct Enumerator<'a> {
    task: &'a BotTask,
    ticker: Ticker<'a>,
    /// Found programs by their bodies without procedure names.
    found: BTreeMap<Vec<Vec<BotCommand>>, BotProgram>,
}

impl<'a> Enumerator<'a> {
    fn new(task: &'a BotTask, budget: &'a Budget) -> Self {
        Self {
            task,
            ticker: budget.ticker(256),
            found: BTreeMap::new(),
        }
    }

    fn written(&self, procedure: usize) -> Vec<BotCommand> {
        self.task.done.body(procedure).to_vec()
    }

    /// Distributes `left` commands over the procedures from `lengths.len()` on, and tries all
    /// programs with these numbers of commands.
    fn split(&mut self, left: usize, lengths: &mut Vec<usize>) -> Result<(), Stop> {
        let slots = self.task.puzzle.slots.as_slice();
        let Some(size) = slots.get(lengths.len()) else {
            if left > 0 {
                return Ok(());
            }
            let mut program = BotProgram::empty(&self.task.puzzle.slots);
            return self.fill(lengths, &mut program, 0, &mut self.written(0));
        };
        let written = BotCommand::cost(self.task.done.body(lengths.len()));
        // A run begins in main: without commands there, it does nothing.
        let is_main = lengths.is_empty();
        for length in written.max(is_main.into())..=left.min(*size) {
            lengths.push(length);
            let result = self.split(left - length, lengths);
            lengths.pop();
            result?;
        }
        Ok(())
    }

    /// Tries all programs with these numbers of commands and the procedures before `procedure` as in
    /// `program`; `body` is the beginning of that one.
    fn fill(
        &mut self,
        lengths: &[usize],
        program: &mut BotProgram,
        procedure: usize,
        body: &mut Vec<BotCommand>,
    ) -> Result<(), Stop> {
        self.ticker.tick()?;
        let Some(length) = lengths.get(procedure) else {
            if all_called(program, &self.task.done) && self.task.is_won_by(program) {
                let bodies = canonical(program);
                self.found.entry(bodies).or_insert_with(|| program.clone());
            }
            return Ok(());
        };
        let capacity = self.task.puzzle.slots.capacity(procedure);
        let (cost, open) = (BotCommand::cost(&*body), open_repeats(body));
        // Repeats are closed, which costs nothing, if there are slots left; the end of the procedure ends them, too.
        if cost == *length && (open == 0 || body.len() == capacity) {
            let body = body.clone();
            program.set(ProgramLine { procedure, body });
            let next = procedure + 1;
            return self.fill(lengths, program, next, &mut self.written(next));
        }
        // Calls of procedures that stay empty are useless.
        let callees = (1..).zip(&lengths[1..]);
        let calls = callees.filter(|(_, length)| **length > 0);
        let calls = calls.map(|(callee, _)| BotCommand::Call(callee));
        let max = self.task.puzzle.slots.repeats();
        let repeats = (*REPEATS.start()..=max.unwrap_or(0)).map(BotCommand::Repeat);
        let more = BotCommand::ACTIONS.into_iter().chain(calls).chain(repeats);
        let more = more.filter(|_| cost < *length && body.len() < capacity);
        let empty = matches!(body.last(), Some(BotCommand::Repeat(_)));
        let end = (open > 0 && !empty).then_some(BotCommand::End);
        let commands: Vec<BotCommand> = more.chain(end).collect();
        for command in commands {
            let undone = match command {
                BotCommand::Left => Some(&BotCommand::Right),
                BotCommand::Right => Some(&BotCommand::Left),
                _ => None,
            };
            // After a written turn the opposite one is allowed, since the written one must stay.
            let is_new = body.len() > self.task.done.body(procedure).len();
            if is_new && undone.is_some() && body.last() == undone {
                continue;
            }
            body.push(command);
            let result = self.fill(lengths, program, procedure, body);
            body.pop();
            result?;
            if self.found.len() >= self.task.count {
                break;
            }
        }
        Ok(())
    }
}

/// Number of repeats without an end.
pub(super) fn open_repeats(body: &[BotCommand]) -> usize {
    body.iter().fold(0, |open: usize, command| match command {
        BotCommand::Repeat(_) => open + 1,
        BotCommand::End => open.saturating_sub(1),
        _ => open,
    })
}

/// Returns whether all procedures with new commands are reachable by calls from main.
fn all_called(program: &BotProgram, written: &BotProgram) -> bool {
    let called = call_order(program);
    let mut all = program.bodies().iter().zip(written.bodies()).enumerate();
    all.all(|(index, (body, written))| called.contains(&index) || body.len() == written.len())
}

/// The shortest programs, if they have at most `max` commands.
#[cfg(test)]
pub(super) fn shortest(task: &BotTask, max: usize) -> Vec<BotProgram> {
    let budget = Budget::default();
    let mut search = Enumerator::new(task, &budget);
    for length in 1..=max {
        let _ = search.split(length, &mut Vec::new());
        if !search.found.is_empty() {
            break;
        }
    }
    search.found.into_values().collect()
}

/// Answer by enumeration: the shortest programs that continue the written one, up to the requested number.
pub(super) fn enumerate(task: &BotTask, budget: &Budget, progress: &Progress<'_>) -> Outcome<Plan> {
    let max: usize = task.puzzle.slots.as_slice().iter().sum();
    let mut search = Enumerator::new(task, budget);
    for length in task.done.cost().max(1)..=max {
        let bound = Some(length as i64);
        let phase = format!("programs of {}", words::count(length, "commands"));
        progress.report(phase, search.ticker.total(), None, bound);
        let result = search.split(length, &mut Vec::new());
        progress.report("done", search.ticker.total(), None, bound);
        let found: Vec<BotProgram> = std::mem::take(&mut search.found).into_values().collect();
        let first = found.first().map(|first| task.best(first));
        let solution = first.map(|solution| task.with_others(solution, found));
        match (solution, result) {
            // Everything found has the shortest length.
            (best, Err(stop)) => return stop.outcome(best, bound),
            (Some(solution), Ok(())) => return Outcome::Solved(solution),
            (None, Ok(())) => {}
        }
    }
    Outcome::Unsolvable(task.exhausted())
}

const INFO: SolverInfo = SolverInfo {
    id: "brute-force",
    title: "All programs",
    good_for: "The published method, for comparison: short programs only.",
    method: "Writes and runs every program with one command, with two, and so on.",
    guarantee: "A shortest program, or proof that none fits the slots; too slow beyond 8 commands.",
    cost_unit: "commands",
    reference: true,
    options: &[LOOPS],
    up_to: UP_TO,
    ..SolverInfo::EXACT
};

impl Solver for AllPrograms {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let input = &typed::SolveTask::<LightBot>::new(request, self.info().id)?;
        let task = BotTask::new(input);
        let answer = task.answer_at_once();
        Ok(answer.unwrap_or_else(|| enumerate(&task, budget, progress)))
    }
}
