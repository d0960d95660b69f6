//! Good programs by chance: simulated annealing over their texts, and all small changes of the best
//! that it finds.
//!
//! It proves nothing. What it finds makes the search that does prove things leave out more, and
//! is what there is where programs are too long for that.

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

/// Programs tried in the first round; there are twice as many in each further round of its kind,
/// up to eight times as many.
const TRIES: u32 = 250_000;
/// First temperature, in points, from nothing and from the best program, and the last one.
const HOT: f64 = 7.0;
const WARM: f64 = 3.0;
const COLD: f64 = 0.6;
/// Longest text of one return that is tried, without the return.
const LONGEST_CHAIN: usize = 32;

/// What programs have to look like.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    /// Commands that they begin with.
    pub(super) written: &'a [Command],
    /// Stands at the end of what is written: half a label, whose digit comes first.
    pub(super) half_label: bool,
}

/// Anneals until the budget is spent or a program meets the bound; `found` is told of programs better
/// than all before, and gives back the points to beat.
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
        // Nearly all good programs are of this form.
        let others = (u64::from(round / 2) + seed) % 4 == 3;
        annealer.chained = form.written.is_empty() && !form.half_label && !others;
        // Programs with a label for every call are worth the same under both rules, and there are so
        // many more without that those hide them: half of the rounds from nothing leave them out.
        let strict = round % 2 == 0 && (u64::from(round / 2) + seed).is_multiple_of(2);
        annealer.changer.calls = if strict { Calls::Strict } else { board.calls };
        // Every other round goes on from the best program.
        let begin = annealer.best.clone().filter(|_| round % 2 == 1);
        let top = annealer.round(begin, TRIES << (round / 2).min(3))?;
        // What is far behind does not become the best by two changes.
        if let Some((points, top)) = top.filter(|(points, _)| points + 4 >= annealer.own) {
            annealer.polish(top, points)?;
        }
    }
    Ok(())
}

/// The best program of one round of annealing over so many programs, the same for the same seed; it
/// ends early with one of `enough` points.
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
    /// Points of the best of its own, and of the best of all.
    own: i64,
    goal: i64,
    /// Points that are enough.
    bound: i64,
    best: Option<Vec<Command>>,
    /// Programs are to have one return, at their end, which is not written; calls lead ahead.
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

    /// One cooling, from a program or from nothing; gives back the best program of it.
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
            // What it has to be worth at least to be taken.
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

    /// Takes a program if it is better than all of its own, and the rules agree.
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

    /// All programs of the form now looked at that are one or two changes away, and so on from each
    /// better one.
    fn polish(&mut self, mut now: Vec<Command>, mut points: i64) -> Result<(), Stop> {
        let least = self.first();
        'better: loop {
            for first in changes(&now, least) {
                self.budget.check()?;
                let near = first.on(&now);
                // The second change is made behind the first, or at the same place.
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

    /// Where what may be changed begins.
    fn first(&self) -> usize {
        self.form.written.len()
    }

    /// What a program is worth to go on from, and its points if it escapes. `None` if it is not
    /// allowed, or worth less than `least` for sure.
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

/// What a program of this cost is worth to go on from, and its points.
fn worth(cost: usize, run: FastRun) -> (f64, Option<i64>) {
    if run.escaped {
        let points = score(cost, usize::from(run.coins));
        return (points as f64, Some(points));
    }
    let coins = COIN_POINTS as f64 * f64::from(run.coins);
    let away = f64::from(run.nearest.min(1000));
    (coins - cost as f64 + 24.0 - 0.8 * away, None)
}
