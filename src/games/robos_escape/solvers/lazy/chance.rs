//! Simulated annealing over program texts, followed by a local search over all small edits of the best.
//!
//! Proves nothing; its programs let the proving search prune more, and are the result where programs are too long for
//! it.

mod changes;

use std::cell::Cell;

use fastrand::Rng;

use crate::board::{Board, Calls};
use crate::machine::{COIN_POINTS, score, score_of};
use crate::program::{Command, Program};
use crate::search::{Budget, Stop};

use super::chain::Changer;
use super::fast::{Fast, FastRun, Limits};
use super::tails::Tails;
use changes::{change, changes};

/// Number of programs tried in the first round; doubled in later rounds, up to eight times as many.
const TRIES: u32 = 250_000;
/// Initial temperature in points from scratch and from the best program, and final temperature.
const HOT: f64 = 7.0;
const WARM: f64 = 3.0;
const COLD: f64 = 0.6;
/// Maximum length of a text with a single return, not counting the return.
const LONGEST_CHAIN: usize = 32;

/// Required form of programs.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    /// Commands that they begin with.
    pub(super) written: &'a [Command],
    /// True if the written commands end in an incomplete label, whose digit comes first.
    pub(super) half_label: bool,
}

/// Anneals until the budget is spent or a program reaches the bound. `found` receives every program better than all
/// before and returns the points to beat.
pub(super) fn anneal(
    board: &Board,
    form: Form<'_>,
    seed: u64,
    budget: &Budget,
    bound: i64,
    found: &dyn Fn(i64, Program) -> i64,
) -> Result<(), Stop> {
    let mut annealer = Annealer::new(board, form, seed, budget, found);
    annealer.bound = bound;
    for round in 0_u32.. {
        if annealer.goal >= bound {
            break;
        }
        // Nearly all good programs have a single return.
        let others = (u64::from(round / 2) + seed) % 4 == 3;
        annealer.chained = form.written.is_empty() && !form.half_label && !others;
        // Programs without unlabelled calls score the same under both rules but are far outnumbered, so half of the
        // rounds from scratch use strict rules.
        let strict = round % 2 == 0 && (u64::from(round / 2) + seed).is_multiple_of(2);
        annealer.changer.calls = if strict { Calls::Strict } else { board.calls };
        // Every other round continues from the best program.
        let begin = annealer.best.clone().filter(|_| round % 2 == 1);
        let top = annealer.round(begin, TRIES << (round / 2).min(3))?;
        // Two edits do not close a larger gap.
        if let Some((points, top)) = top.filter(|(points, _)| points + 4 >= annealer.own) {
            annealer.polish(top, points)?;
        }
    }
    Ok(())
}

/// Best program of one round with `tries` programs, deterministic by seed; stops early at `enough` points.
pub(crate) fn anneal_once(
    board: &Board,
    seed: u64,
    tries: u32,
    enough: i64,
    budget: &Budget,
) -> Result<Option<(i64, Program)>, Stop> {
    let best = Cell::new(None);
    let found = |points, program| {
        best.set(Some((points, program)));
        points
    };
    let form = Form {
        written: &[],
        half_label: false,
    };
    let mut annealer = Annealer::new(board, form, seed, budget, &found);
    annealer.bound = enough;
    annealer.chained = true;
    annealer.round(None, tries)?;
    Ok(best.take())
}

struct Annealer<'a> {
    board: &'a Board,
    form: Form<'a>,
    machine: Fast,
    tails: Tails,
    coins: usize,
    changer: Changer,
    chance: Rng,
    budget: &'a Budget,
    found: &'a dyn Fn(i64, Program) -> i64,
    /// Points of this annealer's best program, and of the best of all.
    own: i64,
    goal: i64,
    /// Points that suffice.
    bound: i64,
    best: Option<Vec<Command>>,
    /// True if programs are texts with a single return, not written out, and forward calls only.
    chained: bool,
}

impl<'a> Annealer<'a> {
    fn new(
        board: &'a Board,
        form: Form<'a>,
        seed: u64,
        budget: &'a Budget,
        found: &'a dyn Fn(i64, Program) -> i64,
    ) -> Self {
        let tails = Tails::new(board);
        Self {
            board,
            form,
            coins: tails.coins(),
            machine: Fast::new(board, Limits::BRIEF),
            tails,
            changer: Changer {
                calls: board.calls,
                longest: LONGEST_CHAIN,
            },
            chance: Rng::with_seed(seed),
            budget,
            found,
            own: i64::MIN,
            goal: i64::MIN,
            bound: i64::MAX,
            best: None,
            chained: false,
        }
    }

    /// Runs one cooling and returns its best program.
    fn round(
        &mut self,
        begin: Option<Vec<Command>>,
        tries: u32,
    ) -> Result<Option<(i64, Vec<Command>)>, Stop> {
        let hot = if begin.is_some() { WARM } else { HOT };
        let cooling = (COLD / hot).powf(1.0 / f64::from(tries));
        let mut now = begin.unwrap_or_else(|| {
            let mut commands = self.form.written.to_vec();
            commands.push(if self.form.half_label {
                Command::Label(1)
            } else {
                Command::Forward
            });
            commands
        });
        if self.chained {
            self.changer.make_whole(&mut now);
        }
        let mut value = f64::NEG_INFINITY;
        let mut top: Option<(i64, Vec<Command>)> = None;
        let mut next = Vec::new();
        let mut heat = hot;
        for tried in 0..tries {
            if tried % 256 == 0 {
                self.budget.check()?;
            }
            heat *= cooling;
            next.clone_from(&now);
            for _ in 0..=self.chance.u8(..3) / 2 {
                self.change(&mut next);
            }
            if next == now {
                continue;
            }
            // Metropolis criterion with the random number drawn first.
            let least = value + heat * self.chance.f64().ln();
            let judged = self.judge(&next, least);
            let Some((worth, points)) = judged.filter(|(worth, _)| *worth >= least) else {
                continue;
            };
            value = worth;
            std::mem::swap(&mut now, &mut next);
            if let Some(points) = points
                && top.as_ref().is_none_or(|(other, _)| *other < points)
            {
                self.take(points, &now);
                top = Some((points, now.clone()));
                if self.goal >= self.bound {
                    break;
                }
            }
        }
        Ok(top)
    }

    /// Reports a program if it is better than all of this annealer's and valid by the rules.
    fn take(&mut self, points: i64, commands: &[Command]) {
        if points <= self.own {
            return;
        }
        let mut program = Program::new(commands.to_vec());
        if self.chained {
            program.commands.push(Command::Return);
        }
        if let Some(points) = score_of(self.board, &program) {
            self.own = points;
            self.best = Some(program.commands.clone());
            self.goal = (self.found)(points, program);
        }
    }

    /// Local search: tries all programs one or two edits away, and continues from each better one.
    fn polish(&mut self, mut now: Vec<Command>, mut points: i64) -> Result<(), Stop> {
        let least = self.first();
        'better: loop {
            for first in changes(&now, least) {
                self.budget.check()?;
                let near = first.on(&now);
                // The second edit comes after the first, or at the same position.
                let rest = changes(&near, first.at.max(least));
                for second in std::iter::once(None).chain(rest.map(Some)) {
                    let other = second.map_or_else(|| near.clone(), |change| change.on(&near));
                    if let Some((_, Some(more))) = self.judge(&other, (points + 1) as f64)
                        && more > points
                    {
                        (now, points) = (other, more);
                        self.take(points, &now);
                        continue 'better;
                    }
                }
            }
            return Ok(());
        }
    }

    fn first(&self) -> usize {
        self.form.written.len()
    }

    /// Value of a program for the annealing, and its points if it escapes. `None` if it is not allowed or certainly
    /// below `least`.
    fn judge(&mut self, commands: &[Command], least: f64) -> Option<(f64, Option<i64>)> {
        if !self.chained {
            return self.judge_any(commands);
        }
        let cost = commands.len() + 1;
        if (score(cost, self.coins) as f64) < least {
            return None;
        }
        let coins_needed = (least - score(cost, 0) as f64) / COIN_POINTS as f64;
        let run = self.tails.run(commands, coins_needed.ceil() as u16)?;
        Some(worth(cost, run))
    }

    fn judge_any(&mut self, commands: &[Command]) -> Option<(f64, Option<i64>)> {
        if self.form.half_label && !matches!(commands.get(self.first()), Some(Command::Label(_))) {
            return None;
        }
        let strict = self.board.calls == Calls::Strict;
        let mut labelled = [false; 6];
        for command in commands {
            if let Command::Label(digit) = command
                && std::mem::replace(&mut labelled[usize::from(*digit)], true)
                && strict
            {
                return None;
            }
        }
        let dangling = |command: &Command| match command {
            Command::Call(digit) => !labelled[usize::from(*digit)],
            _ => false,
        };
        if strict && commands.iter().any(dangling) {
            return None;
        }
        Some(worth(commands.len(), self.machine.run(commands)))
    }

    fn change(&mut self, commands: &mut Vec<Command>) {
        if self.chained {
            self.changer.change(commands, &mut self.chance);
        } else {
            let first = self.first();
            change(commands, &mut self.chance, first);
        }
    }
}

/// Value of a program of this cost for the annealing, and its points.
fn worth(cost: usize, run: FastRun) -> (f64, Option<i64>) {
    if run.escaped {
        let points = score(cost, usize::from(run.coins));
        return (points as f64, Some(points));
    }
    let coins = COIN_POINTS as f64 * f64::from(run.coins);
    let away = f64::from(run.nearest.min(1000));
    (coins - cost as f64 + 24.0 - 0.8 * away, None)
}
