//! `brute-force`: the published enumeration, as the reference.
//!
//! Runs all programs in order of cost. Of the published shortcuts only sound ones are used: turns that cancel,
//! repeated grabs, unreachable commands, commands that cannot come last, and renamed labels are skipped.

use crate::RobosEscape;
use crate::board::Calls;
use crate::game::typed::{self, TypedSolver};
use crate::game::{Answer, Outcome, SolverInfo};
use crate::machine::{score, score_of};
use crate::program::{Command, DIGITS, Program};
use crate::search::{Budget, Progress, Stop, Ticker};

use super::lazy::fast::{Fast, Limits};
use super::problem::{Problem, wasteful};

pub(super) struct BruteForce;

struct Enumeration<'a> {
    problem: &'a Problem,
    machine: Fast,
    commands: Vec<Command>,
    /// Number of written commands, which stay.
    written: usize,
    /// Cost of the programs being enumerated.
    length: usize,
    /// Best programs so far, best first.
    found: Vec<(i64, Vec<Command>)>,
    wanted: usize,
    /// Stops once enough programs are found.
    any: bool,
    ticker: Ticker<'a>,
}

impl<'a> Enumeration<'a> {
    /// Enumeration of programs that continue the written one, shortest first.
    fn new(problem: &'a Problem, ticker: Ticker<'a>) -> Self {
        let written = &problem.written;
        Self {
            machine: Fast::new(&problem.board, Limits::FULL),
            written: written.commands.len(),
            length: written.commands.len() + usize::from(written.half_label),
            commands: written.commands.clone(),
            found: Vec::new(),
            wanted: 1,
            any: false,
            problem,
            ticker,
        }
    }

    fn enough(&self) -> bool {
        self.any && self.found.len() >= self.wanted
    }

    fn extend(&mut self) -> Result<(), Stop> {
        if self.commands.len() == self.length {
            self.ticker.tick()?;
            self.test();
            return Ok(());
        }
        for command in self.candidates() {
            self.commands.push(command);
            let ended = self.extend();
            self.commands.pop();
            ended?;
            if self.enough() {
                break;
            }
        }
        Ok(())
    }

    fn candidates(&self) -> Vec<Command> {
        let (mut called, mut labelled) = ([false; 6], [false; 6]);
        for command in &self.commands {
            match command {
                Command::Call(digit) => called[usize::from(*digit)] = true,
                Command::Label(digit) => labelled[usize::from(*digit)] = true,
                _ => {}
            }
        }
        let left = self.length - self.commands.len();
        let strict = self.problem.board.calls == Calls::Strict;
        let missing = DIGITS
            .into_iter()
            .filter(|d| called[usize::from(*d)] && !labelled[usize::from(*d)]);
        let missing = missing.count();
        let fresh = DIGITS
            .into_iter()
            .find(|d| !called[usize::from(*d)] && !labelled[usize::from(*d)]);
        let named = |digit: &u8| {
            // The labels of a written program cannot be renamed.
            self.written > 0
                || called[usize::from(*digit)]
                || labelled[usize::from(*digit)]
                || Some(*digit) == fresh
        };
        let labels = DIGITS
            .into_iter()
            .filter(|d| named(d) && !labelled[usize::from(*d)]);
        let labels = labels.map(Command::Label);
        let own = self.commands.len() == self.written;
        let last = self.commands.last().copied();
        // After a return only a label is reachable.
        let only_labels =
            (own && self.problem.written.half_label) || (!own && last == Some(Command::Return));
        let others = Command::SIMPLE
            .into_iter()
            .chain(DIGITS.into_iter().filter(named).map(Command::Call))
            .filter(|_| !only_labels);
        let ends = |command: &Command| match command {
            Command::Forward | Command::Return => true,
            Command::Call(digit) => labelled[usize::from(*digit)],
            // The written commands alone may escape, with only a label missing.
            Command::Label(_) => self.written > 0 || self.problem.written.half_label,
            _ => false,
        };
        let fits = |command: &Command| match command {
            _ if left == 1 && !ends(command) => false,
            Command::Label(digit) => {
                !strict || missing <= left - 1 + usize::from(called[usize::from(*digit)])
            }
            Command::Call(digit) if strict && !labelled[usize::from(*digit)] => {
                missing + usize::from(!called[usize::from(*digit)]) < left
            }
            _ => !strict || missing < left,
        };
        // Written commands stay, so undoing them may be useful.
        let wasted = |command: &Command| !own && last.is_some_and(|last| wasteful(last, *command));
        others
            .chain(labels)
            .filter(|command| fits(command) && !wasted(command))
            .collect()
    }

    fn test(&mut self) {
        // The rules decide: they count steps exactly, and even a written call that never runs needs its label.
        let escaped = self.machine.run(&self.commands).escaped;
        let program = || Program::new(self.commands.clone());
        let Some(points) = escaped
            .then(|| score_of(&self.problem.board, &program()))
            .flatten()
        else {
            return;
        };
        let at = self.found.partition_point(|(other, _)| *other >= points);
        if at < self.wanted {
            self.found.insert(at, (points, self.commands.clone()));
            self.found.truncate(self.wanted);
        }
    }
}

impl TypedSolver for BruteForce {
    type Game = RobosEscape;

    const INFO: &'static SolverInfo = &SolverInfo {
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

    fn run(
        &self,
        asked: &typed::Task<'_, RobosEscape>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer {
        let problem = Problem::of(asked);
        if let Some(proof) = problem.hopeless {
            return Ok(Outcome::Unsolvable(proof));
        }
        let mut search = Enumeration::new(&problem, budget.ticker(16));
        search.wanted = asked.count.max(1);
        search.any = !asked.optimal;
        let ended = loop {
            let bound = score(search.length, problem.coins);
            let best = search.found.first().map(|(points, _)| *points);
            let full = search.found.len() >= search.wanted;
            if full && best.is_some_and(|best| bound <= best) || search.enough() {
                break Ok(());
            }
            let phase = format!("programs of cost {}", search.length);
            // If several programs are requested, the search continues below the best.
            let bound = best.map_or(bound, |best| bound.max(best));
            progress.report(phase, search.ticker.total(), best, Some(bound));
            if let Err(stop) = search.extend() {
                break Err(stop);
            }
            if !search.enough() {
                search.length += 1;
            }
        };
        let bound = score(search.length, problem.coins);
        let best = search.found.first().map(|(points, _)| *points);
        let bound = best.map_or(bound, |best| bound.max(best));
        progress.report("done", search.ticker.total(), best, Some(bound));
        let programs = search.found.iter();
        let programs = programs.map(|(points, commands)| (*points, Program::new(commands.clone())));
        let solution = problem.solution(programs, bound, asked.count);
        Ok(match (solution, ended) {
            (best, Err(stop)) => stop.outcome(best, Some(bound)),
            (Some(solution), Ok(())) => Outcome::Solved(solution),
            (None, Ok(())) => Stop::Deadline.outcome(None, Some(bound)),
        })
    }
}

/// Best program of at most `most` commands that continues the written one.
#[cfg(test)]
pub(super) fn best_up_to(problem: &Problem, most: usize) -> Option<(i64, Vec<Command>)> {
    let budget = Budget::default();
    let mut search = Enumeration::new(problem, budget.ticker(1 << 20));
    search.length = search.length.max(1);
    while search.length <= most {
        search.extend().ok()?;
        search.length += 1;
    }
    search.found.pop()
}
