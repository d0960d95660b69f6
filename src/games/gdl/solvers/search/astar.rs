//! A* on packed states: in each round up to `LANES` states of the least estimated total are expanded.
//!
//! The estimate never exceeds the distance and falls by at most one a step, so the first goal state taken from the
//! front ends a shortest plan. It is the largest of the pattern databases' and tokens' bounds and the unmet goal
//! conditions divided by the most that one move can satisfy.

use std::rc::Rc;

use crate::analysis::{PlanLengths, SearchNet};
use crate::solvers::heuristics::patterns::{Distance, PatternDatabases};
use crate::solvers::heuristics::tokens::Tokens;
use crate::solvers::search::breadth::{PlanOutcome, Stopped};
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::{NONE, Table};
use crate::solvers::search::watch::SearchWatch;
use planwright_game::search::{Budget, PruneReason, Stop};
use planwright_game::words;

#[derive(Default)]
pub(crate) struct Estimate {
    pub patterns: Rc<PatternDatabases>,
    pub tokens: Tokens,
    /// Most goal conditions that one move can satisfy; 0 if unknown.
    pub max_gain: usize,
}

impl Estimate {
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty() && self.tokens.is_empty()
    }

    /// Estimate without patterns and tokens that read these bits, which are sorted. Where some steps do not count it
    /// is no bound.
    pub fn without(&self, bits: &[u32]) -> Self {
        Self {
            patterns: Rc::new(self.patterns.without(bits)),
            tokens: self.tokens.without(bits),
            max_gain: 0,
        }
    }

    /// Estimates the distance to the goal; `None` if the goal is out of reach.
    pub fn distance(&self, state: &[u64]) -> Option<Distance> {
        let (patterns, tokens) = (self.patterns.distance(state)?, self.tokens.distance(state)?);
        Some(Distance {
            bound: patterns.bound.max(tokens.bound),
            sum: patterns.sum.max(tokens.sum),
            // Tokens may count a step twice, patterns may leave out a lot.
            approx: match 2 * patterns.approx >= tokens.approx {
                true => patterns.approx,
                false => tokens.approx,
            },
        })
    }

    /// Lower bound on the remaining steps, given the unmet conditions; `None` if the goal is out of reach.
    pub fn bound(&self, state: &[u64], missing: u32) -> Option<u32> {
        let bound = self.distance(state)?.bound;
        Some(match self.max_gain {
            0 => bound,
            max_gain => bound.max(missing.div_ceil(max_gain as u32)),
        })
    }
}

/// Finds a shortest plan from the view's start, or proves that there is none.
pub(crate) fn search(
    view: &SearchNet,
    estimate: &Estimate,
    anywhere: bool,
    budget: &Budget,
    watch: &SearchWatch<'_>,
) -> Result<PlanOutcome, Stopped> {
    let words = view.code.words();
    let longest = view.max_length();
    let mut table = Table::new(words, budget);
    let mut expander = Expander::new(view, budget);
    if view.lengths == PlanLengths::EMPTY {
        return Ok(PlanOutcome::None { passed: false });
    }
    let mut bound = view.lengths.min;
    let stopped = |bound: usize| move |stop: Stop| Stopped { stop, bound };
    table.add(&view.start, NONE, 0).map_err(stopped(bound))?;
    watch.begin(0u32);
    // Steps from the start, by state; then waiting states by estimated total.
    let mut steps: Vec<u32> = vec![0];
    let mut closed: Vec<bool> = vec![false];
    let mut open: Vec<Vec<(u32, u32)>> = Vec::new();
    let mut passed = false;
    let mut fresh: Vec<u32> = vec![0];
    let mut rounds = 0u32;
    loop {
        // Rate new states, and known ones reached in fewer steps.
        for chunk in fresh.chunks(LANES) {
            budget.check().map_err(stopped(bound))?;
            let states = table.states(chunk);
            expander.evaluate(&states);
            let missing = expander.missing(chunk.len());
            for ((number, state), missing) in chunk.iter().zip(states.chunks(words)).zip(missing) {
                let own = steps[*number as usize];
                let Some(left) = estimate.bound(state, missing) else {
                    watch.prune(*number, PruneReason::DeadEnd);
                    continue;
                };
                let total = (own + left) as usize;
                if total > longest {
                    watch.prune(*number, PruneReason::TooLong);
                    continue;
                }
                if open.len() <= total {
                    open.resize(total + 1, Vec::new());
                }
                open[total].push((*number, own));
            }
        }
        fresh.clear();
        rounds += 1;
        let Some(total) = open.iter().position(|waiting| !waiting.is_empty()) else {
            return Ok(PlanOutcome::None { passed });
        };
        bound = bound.max(total);
        if rounds.is_multiple_of(64) {
            watch.report(
                format!("at least {}", words::count(total, "steps")),
                table.len() as u64,
                Some(bound as i64),
            );
        }
        // The newest first: they are the deepest.
        let first = open[total].len() - LANES.min(open[total].len());
        let chosen: Vec<u32> = open[total]
            .drain(first..)
            .filter(|(number, own)| steps[*number as usize] == *own && !closed[*number as usize])
            .map(|(number, _)| number)
            .collect();
        let mut going: Vec<u32> = Vec::new();
        let states = table.states(&chosen);
        for (number, status) in chosen.iter().zip(expander.evaluate(&states)) {
            if std::mem::replace(&mut closed[*number as usize], true) {
                continue;
            }
            let depth = steps[*number as usize] as usize;
            let last = view.limit.is_some_and(|limit| depth >= limit);
            if status.won && (status.over || last || anywhere) {
                watch.expand(*number);
                return Ok(PlanOutcome::Plan(table.path(*number)));
            }
            passed |= status.won;
            if !status.over && !status.hope {
                watch.prune(*number, PruneReason::DeadEnd);
            } else if !status.over && depth >= longest {
                watch.prune(*number, PruneReason::TooLong);
            } else {
                watch.expand(*number);
            }
            if !status.over && depth < longest && status.hope {
                going.push(*number);
            }
        }
        let states = table.states(&going);
        expander.evaluate(&states);
        let mut emit = |parent: u32, mv: u32, next: &[u64]| -> Result<(), Stop> {
            let own = steps[parent as usize] + 1;
            if let Some(number) = table.add(next, parent, mv)? {
                steps.push(own);
                closed.push(false);
                fresh.push(number);
                watch.generate(number, parent, mv);
            } else if let Some(number) = table.find(next)
                && own < steps[number as usize]
                && !closed[number as usize]
            {
                steps[number as usize] = own;
                table.set_origin(number, parent, mv);
                fresh.push(number);
                watch.generate(number, parent, mv);
            }
            Ok(())
        };
        for (lane, number) in going.iter().enumerate() {
            let pushed = expander.push_all(*number, &states, lane, &mut emit);
            pushed.map_err(stopped(bound))?;
        }
        expander.flush(&mut emit).map_err(stopped(bound))?;
    }
}
