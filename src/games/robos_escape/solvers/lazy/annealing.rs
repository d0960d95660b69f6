//! Simulated annealing over program texts.
//!
//! Proves nothing; its programs let the proving search prune more, and serve where that takes too
//! long. The value of a program is its points if it escapes; otherwise it rises with the coins, and
//! falls with the cost and the distance to an exit.

mod edits;

use std::cell::Cell;

use fastrand::Rng;

use super::chain::ChainMutator;
use super::fast::{FastLimits, FastRun, FastSimulator};
use crate::board::{CallRules, RobosBoard};
use crate::machine::{COIN_POINTS, score, score_of};
use crate::program::{RoboCommand, RoboProgram, dangling_call, duplicate_label};
use crate::search::{Budget, Stop};
use edits::random_edit;

/// Number of programs tried in the first round; doubled in later rounds, up to eight times as many.
const FIRST_TRIES: u32 = 250_000;
/// Number of programs tried between two checks of the budget.
const TRIES_PER_CHECK: u32 = 256;
/// Initial temperature from scratch, in points.
const START_HEAT: f64 = 7.0;
/// Initial temperature from the best program, in points.
const RESTART_HEAT: f64 = 3.0;
/// Final temperature, in points.
const END_HEAT: f64 = 0.6;
/// Maximum length of a text with a single return, not counting the return; good programs are shorter.
const MAX_CHAIN: usize = 32;
/// Value of coming as far as an exit; less than the 40 points of escaping.
const OPEN_VALUE: f64 = 24.0;
/// Value of a step less to the exit, in points.
const STEP_VALUE: f64 = 0.8;
/// Maximum distance to the exit that counts, in steps.
const MAX_VALUED_DISTANCE: u16 = 1000;

/// Anneals programs that begin with `prefix` until the budget is spent or a program reaches `bound`
/// points. `on_found` receives every program better than all before and returns the points to beat.
pub(super) fn anneal(
    board: &RobosBoard,
    prefix: &RoboProgram,
    seed: u64,
    budget: &Budget,
    bound: i64,
    on_found: &dyn Fn(i64, RoboProgram) -> i64,
) -> Result<(), Stop> {
    let mut annealer = Annealer::new(board, prefix, seed, budget, on_found);
    annealer.bound = bound;
    for round in 0_u32.. {
        if annealer.target >= bound {
            break;
        }
        // Nearly all good programs have a single return, so only every fourth pair of rounds tries others: which one
        // depends on the seed.
        let unchained = (u64::from(round / 2) + seed) % 4 == 3;
        annealer.chained = prefix.commands.is_empty() && !prefix.half_label && !unchained;
        // Programs without unlabelled calls score the same under both rules but are far
        // outnumbered, so half of the rounds from scratch use strict rules.
        let strict = round % 2 == 0 && (u64::from(round / 2) + seed).is_multiple_of(2);
        annealer.mutator.calls = match strict {
            true => CallRules::Strict,
            false => board.calls,
        };
        // Every other round continues from the best program.
        let start = annealer.best.clone().filter(|_| round % 2 == 1);
        annealer.round(start, FIRST_TRIES << (round / 2).min(3))?;
    }
    Ok(())
}

/// Best program of one round with `tries` programs, deterministic by seed; stops early at `enough` points.
pub(crate) fn anneal_once(
    board: &RobosBoard,
    seed: u64,
    tries: u32,
    enough: i64,
    budget: &Budget,
) -> Result<Option<(i64, RoboProgram)>, Stop> {
    let best = Cell::new(None);
    let on_found = |points, program| {
        best.set(Some((points, program)));
        points
    };
    let prefix = RoboProgram::default();
    let mut annealer = Annealer::new(board, &prefix, seed, budget, &on_found);
    annealer.bound = enough;
    annealer.chained = true;
    annealer.round(None, tries)?;
    Ok(best.take())
}

struct Annealer<'a> {
    board: &'a RobosBoard,
    /// Commands with which programs begin.
    prefix: &'a RoboProgram,
    simulator: FastSimulator,
    /// Number of reachable coins.
    coins: usize,
    mutator: ChainMutator,
    rng: Rng,
    budget: &'a Budget,
    on_found: &'a dyn Fn(i64, RoboProgram) -> i64,
    /// Points of this annealer's best program.
    own_best: i64,
    /// Points of the best program of all threads, as `on_found` last returned them.
    target: i64,
    /// Points at which the search ends.
    bound: i64,
    /// This annealer's best program, with its return.
    best: Option<Vec<RoboCommand>>,
    /// True if programs are texts with a single return, not written out, and forward calls only.
    chained: bool,
}

impl<'a> Annealer<'a> {
    fn new(
        board: &'a RobosBoard,
        prefix: &'a RoboProgram,
        seed: u64,
        budget: &'a Budget,
        on_found: &'a dyn Fn(i64, RoboProgram) -> i64,
    ) -> Self {
        let simulator = FastSimulator::new(board, FastLimits::BRIEF);
        Self {
            board,
            prefix,
            coins: simulator.coins(),
            simulator,
            mutator: ChainMutator {
                calls: board.calls,
                max_length: MAX_CHAIN,
            },
            rng: Rng::with_seed(seed),
            budget,
            on_found,
            own_best: i64::MIN,
            target: i64::MIN,
            bound: i64::MAX,
            best: None,
            chained: false,
        }
    }

    /// Runs one cooling from a program, or from the prefix.
    fn round(&mut self, start: Option<Vec<RoboCommand>>, tries: u32) -> Result<(), Stop> {
        let hot = start.as_ref().map_or(START_HEAT, |_| RESTART_HEAT);
        let cooling = (END_HEAT / hot).powf(1.0 / f64::from(tries));
        let mut current = start.unwrap_or_else(|| {
            let mut commands = self.prefix.commands.to_vec();
            commands.push(match self.prefix.half_label {
                true => RoboCommand::Label(1),
                false => RoboCommand::Forward,
            });
            commands
        });
        if self.chained {
            self.mutator.repair(&mut current);
        }
        let mut value = f64::NEG_INFINITY;
        let mut top = None;
        let mut next = Vec::new();
        let mut heat = hot;
        for tried in 0..tries {
            if tried % TRIES_PER_CHECK == 0 {
                self.budget.check()?;
            }
            heat *= cooling;
            next.clone_from(&current);
            // One change, or for a third of the programs two.
            for _ in 0..=self.rng.u8(..3) / 2 {
                self.mutate(&mut next);
            }
            if next == current {
                continue;
            }
            // Metropolis criterion with the random number drawn first.
            let min_score = value + heat * self.rng.f64().ln();
            let scored = self.evaluate(&next, min_score);
            let Some((score, points)) = scored.filter(|(score, _)| *score >= min_score) else {
                continue;
            };
            value = score;
            std::mem::swap(&mut current, &mut next);
            if let Some(points) = points
                && top.is_none_or(|top| top < points)
            {
                self.report(points, &current);
                top = Some(points);
                if self.target >= self.bound {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Reports a program if it is better than all of this annealer's and valid by the rules.
    fn report(&mut self, points: i64, commands: &[RoboCommand]) {
        if points <= self.own_best {
            return;
        }
        let mut program = RoboProgram::new(commands.to_vec());
        if self.chained {
            program.commands.push(RoboCommand::Return);
        }
        if let Some(points) = score_of(self.board, &program) {
            self.own_best = points;
            self.best = Some(program.commands.clone());
            self.target = (self.on_found)(points, program);
        }
    }

    /// Number of commands that stay.
    fn start(&self) -> usize {
        self.prefix.commands.len()
    }

    /// Value of a program and, if it escapes, its points; `None` if it is not allowed or certainly below `least`.
    fn evaluate(&mut self, commands: &[RoboCommand], least: f64) -> Option<(f64, Option<i64>)> {
        if !self.chained {
            return self.evaluate_free(commands);
        }
        let cost = commands.len() + 1;
        if (score(cost, self.coins) as f64) < least {
            return None;
        }
        let text = [commands, &[RoboCommand::Return]].concat();
        Some(value(cost, self.simulator.run(&text)))
    }

    /// Evaluates a program of any form, as [`Self::evaluate`] does.
    fn evaluate_free(&mut self, commands: &[RoboCommand]) -> Option<(f64, Option<i64>)> {
        if self.prefix.half_label
            && !matches!(commands.get(self.start()), Some(RoboCommand::Label(_)))
        {
            return None;
        }
        let strict = self.board.calls == CallRules::Strict;
        if strict
            && duplicate_label(commands)
                .or(dangling_call(commands))
                .is_some()
        {
            return None;
        }
        Some(value(commands.len(), self.simulator.run(commands)))
    }

    /// Changes a program at random, within the form of the round.
    fn mutate(&mut self, commands: &mut Vec<RoboCommand>) {
        if self.chained {
            self.mutator.mutate(commands, &mut self.rng);
        } else {
            let start = self.start();
            random_edit(commands, &mut self.rng, start);
        }
    }
}

/// Value of a program of this cost for the annealing, and its points.
fn value(cost: usize, run: FastRun) -> (f64, Option<i64>) {
    if run.escaped {
        let points = score(cost, usize::from(run.coins));
        return (points as f64, Some(points));
    }
    let coins = COIN_POINTS as f64 * f64::from(run.coins);
    let distance = f64::from(run.nearest.min(MAX_VALUED_DISTANCE));
    (
        coins - cost as f64 + OPEN_VALUE - STEP_VALUE * distance,
        None,
    )
}
