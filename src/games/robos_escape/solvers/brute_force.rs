//! `brute-force`: the published enumeration, as the reference.
//!
//! Runs all programs in order of cost. Of the published shortcuts only sound ones are used: turns that cancel,
//! repeated grabs, unreachable commands, commands that cannot come last, and renamed labels are skipped.

use super::RobosTask;
use super::lazy::fast::{FastLimits, FastSimulator};
use super::problem::{ProgramProblem, is_wasteful};
use crate::board::CallRules;
use crate::game::{Answer, Outcome, SolveRequest, Solver, SolverInfo};
use crate::machine::{score, score_of};
use crate::program::{DIGITS, RoboCommand, RoboProgram};
use crate::search::{Budget, Progress, Stop, Ticker};

pub(super) struct BruteForce;

struct Enumeration<'a> {
    problem: &'a ProgramProblem,
    machine: FastSimulator,
    commands: Vec<RoboCommand>,
    /// Number of commands that are written already.
    written: usize,
    /// Number of commands of the programs enumerated.
    length: usize,
    /// Best programs so far, best first.
    programs: Vec<(i64, Vec<RoboCommand>)>,
    max_programs: usize,
    /// True if any programs suffice.
    stop_early: bool,
    ticker: Ticker<'a>,
}

impl<'a> Enumeration<'a> {
    /// Enumeration of programs that continue the written one, shortest first.
    fn new(problem: &'a ProgramProblem, ticker: Ticker<'a>) -> Self {
        let written = &problem.written;
        Self {
            machine: FastSimulator::new(&problem.board, FastLimits::FULL),
            written: written.commands.len(),
            length: written.commands.len() + usize::from(written.half_label),
            commands: written.commands.clone(),
            programs: Vec::new(),
            max_programs: 1,
            stop_early: false,
            problem,
            ticker,
        }
    }

    fn is_done(&self) -> bool {
        self.stop_early && self.programs.len() >= self.max_programs
    }

    /// Points of the best program, and the most that any has. If several are requested, the
    /// enumeration goes on below the best.
    fn best_and_bound(&self) -> (Option<i64>, i64) {
        let best = self.programs.first().map(|(points, _)| *points);
        let bound = score(self.length, self.problem.coins);
        (best, best.map_or(bound, |best| bound.max(best)))
    }

    /// Tries all programs of `length` that begin with `commands`.
    fn extend(&mut self) -> Result<(), Stop> {
        if self.commands.len() == self.length {
            self.ticker.tick()?;
            self.evaluate();
            return Ok(());
        }
        for command in self.candidates() {
            self.commands.push(command);
            let ended = self.extend();
            self.commands.pop();
            ended?;
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    fn candidates(&self) -> Vec<RoboCommand> {
        let [mut called, mut labelled] = [[false; DIGITS.len() + 1]; 2];
        for command in &self.commands {
            match command {
                RoboCommand::Call(digit) => called[usize::from(*digit)] = true,
                RoboCommand::Label(digit) => labelled[usize::from(*digit)] = true,
                _ => {}
            }
        }
        let is_called = |digit: u8| called[usize::from(digit)];
        let is_labelled = |digit: u8| labelled[usize::from(digit)];
        let digits = || DIGITS.into_iter();
        let left = self.length - self.commands.len();
        let strict = self.problem.board.calls == CallRules::Strict;
        // Number of labels that must still be written.
        let missing = digits().filter(|d| is_called(*d) && !is_labelled(*d));
        let missing = missing.count();
        let unused = digits().find(|d| !is_called(*d) && !is_labelled(*d));
        // The labels of a written program cannot be renamed.
        let named =
            |d: &u8| self.written > 0 || is_called(*d) || is_labelled(*d) || Some(*d) == unused;
        let labels = digits().filter(|d| named(d) && !is_labelled(*d));
        let labels = labels.map(RoboCommand::Label);
        let first = self.commands.len() == self.written;
        let last = self.commands.last().copied();
        // After a return only a label is reachable.
        let only_labels = (first && self.problem.written.half_label)
            || (!first && last == Some(RoboCommand::Return));
        let calls = digits().filter(named).map(RoboCommand::Call);
        let others = RoboCommand::SIMPLE.into_iter().chain(calls);
        let others = others.filter(|_| !only_labels);
        let may_end = |command: &RoboCommand| match command {
            RoboCommand::Forward | RoboCommand::Return => true,
            RoboCommand::Call(digit) => is_labelled(*digit),
            // The written commands alone may escape, with only a label missing.
            RoboCommand::Label(_) => self.written > 0 || self.problem.written.half_label,
            _ => false,
        };
        // Under strict rules, the missing labels must fit into the commands that are left.
        let fits = |command: &RoboCommand| match command {
            _ if left == 1 && !may_end(command) => false,
            RoboCommand::Label(digit) => {
                !strict || missing <= left - 1 + usize::from(is_called(*digit))
            }
            RoboCommand::Call(digit) if strict && !is_labelled(*digit) => {
                missing + usize::from(!is_called(*digit)) < left
            }
            _ => !strict || missing < left,
        };
        // Written commands stay, so undoing them may be useful.
        let wasted =
            |command: &RoboCommand| !first && last.is_some_and(|last| is_wasteful(last, *command));
        others
            .chain(labels)
            .filter(|command| fits(command) && !wasted(command))
            .collect()
    }

    /// Keeps the program if it escapes and is among the best.
    fn evaluate(&mut self) {
        // The rules decide: they count steps exactly, and even a written call that never runs needs its label.
        if !self.machine.run(&self.commands).escaped {
            return;
        }
        let program = RoboProgram::new(self.commands.clone());
        let Some(points) = score_of(&self.problem.board, &program) else {
            return;
        };
        let at = self.programs.partition_point(|(other, _)| *other >= points);
        if at < self.max_programs {
            self.programs.insert(at, (points, program.commands));
            self.programs.truncate(self.max_programs);
        }
    }
}

const INFO: SolverInfo = SolverInfo {
    id: "brute-force",
    title: "Enumeration",
    good_for: "A plain method, for comparison: short programs only.",
    method: "Writes and runs all programs by cost, except those with commands that cancel out or \
        are never reached.",
    guarantee: "A plan; given enough time the best one, if it is short.",
    cost_unit: "points",
    reference: true,
    ..SolverInfo::EXACT
};

impl Solver for BruteForce {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &RobosTask::new(request, self.info().id)?;
        let problem = ProgramProblem::new(task);
        if let Some(proof) = problem.unsolvable {
            return Ok(Outcome::Unsolvable(proof));
        }
        let mut search = Enumeration::new(&problem, budget.ticker(16));
        search.max_programs = task.count.max(1);
        search.stop_early = !task.optimal;
        let ended = loop {
            let (best, bound) = search.best_and_bound();
            let full = search.programs.len() >= search.max_programs;
            if full && best == Some(bound) || search.is_done() {
                break Ok(());
            }
            let phase = format!("programs of cost {}", search.length);
            progress.report(phase, search.ticker.total(), best, Some(bound));
            if let Err(stop) = search.extend() {
                break Err(stop);
            }
            if !search.is_done() {
                search.length += 1;
            }
        };
        let (best, bound) = search.best_and_bound();
        progress.report("done", search.ticker.total(), best, Some(bound));
        let programs = search.programs.into_iter();
        let programs = programs.map(|(points, commands)| (points, RoboProgram::new(commands)));
        let solution = problem.solution(programs, bound, task.count);
        Ok(match (solution, ended) {
            (best, Err(stop)) => stop.outcome(best, Some(bound)),
            (Some(solution), Ok(())) => Outcome::Solved(solution),
            // Never: without a program, the enumeration goes on until it is stopped.
            (None, Ok(())) => Stop::Deadline.outcome(None, Some(bound)),
        })
    }
}

/// Best program of at most `cost` commands that continues the written one.
#[cfg(test)]
pub(super) fn best_up_to(problem: &ProgramProblem, cost: usize) -> Option<(i64, Vec<RoboCommand>)> {
    let budget = Budget::default();
    let mut search = Enumeration::new(problem, budget.ticker(1 << 20));
    search.length = search.length.max(1);
    while search.length <= cost {
        search.extend().ok()?;
        search.length += 1;
    }
    search.programs.pop()
}
