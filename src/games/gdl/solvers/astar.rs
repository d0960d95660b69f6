//! A* on packed states: in each round up to `LANES` states of the least estimated total are expanded.
//!
//! The estimate never exceeds the distance and falls by at most one a step, so the first goal state taken from the
//! front ends a shortest plan. It is the largest of the pattern databases' and tokens' bounds and the unmet goal
//! conditions divided by the most that one move can satisfy.

use crate::game::words;
use std::rc::Rc;

use crate::search::{Budget, Stop, Why};

use super::breadth::{Found, Stopped};
use super::expand::{Expander, LANES};
use super::patterns::{Patterns, Told};
use super::table::{NONE, Table};
use super::tokens::Tokens;
use super::watch::Watch;
use crate::analysis::View;
use crate::analysis::Window;

#[derive(Default)]
pub(super) struct Estimate {
    pub patterns: Rc<Patterns>,
    pub tokens: Tokens,
    /// Most goal conditions that one move can satisfy; 0 if unknown.
    pub most: usize,
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
            most: 0,
        }
    }

    /// Estimates the distance to the goal; `None` if the goal is out of reach.
    pub fn tell(&self, state: &[u64]) -> Option<Told> {
        let (patterns, tokens) = (self.patterns.tell(state)?, self.tokens.tell(state)?);
        Some(Told {
            least: patterns.least.max(tokens.least),
            sum: patterns.sum.max(tokens.sum),
            // Tokens may count a step twice, patterns may leave out a lot.
            about: match 2 * patterns.about >= tokens.about {
                true => patterns.about,
                false => tokens.about,
            },
        })
    }

    /// Lower bound on the remaining steps, given the unmet conditions; `None` if the goal is out of reach.
    pub fn least(&self, state: &[u64], missing: u32) -> Option<u32> {
        let told = self.tell(state)?.least;
        Some(match self.most {
            0 => told,
            most => told.max(missing.div_ceil(most as u32)),
        })
    }
}

/// Finds a shortest plan from the view's start, or proves that there is none.
pub(super) fn search(
    view: &View,
    estimate: &Estimate,
    anywhere: bool,
    budget: &Budget,
    watch: &Watch<'_>,
) -> Result<Found, Stopped> {
    let words = view.code.words();
    let longest = view.longest();
    let mut table = Table::new(words, budget);
    let mut expander = Expander::new(view, budget);
    if view.window == Window::EMPTY {
        return Ok(Found::None { passed: false });
    }
    let mut bound = view.window.first;
    let fail = |bound: usize| move |stop: Stop| Stopped { stop, bound };
    table.add(&view.start, NONE, 0).map_err(fail(bound))?;
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
            budget.check().map_err(fail(bound))?;
            let states = table.states(chunk);
            expander.look(&states);
            let missing = expander.missing(chunk.len());
            for ((number, state), missing) in chunk.iter().zip(states.chunks(words)).zip(missing) {
                let own = steps[*number as usize];
                let Some(left) = estimate.least(state, missing) else {
                    watch.leave_out(*number, Why::Hopeless);
                    continue;
                };
                let total = (own + left) as usize;
                if total > longest {
                    watch.leave_out(*number, Why::TooFar);
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
            return Ok(Found::None { passed });
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
        let from = open[total].len() - LANES.min(open[total].len());
        let chosen: Vec<u32> = open[total]
            .drain(from..)
            .filter(|(number, own)| steps[*number as usize] == *own && !closed[*number as usize])
            .map(|(number, _)| number)
            .collect();
        let mut going: Vec<u32> = Vec::new();
        let states = table.states(&chosen);
        for (number, seen) in chosen.iter().zip(expander.look(&states)) {
            if std::mem::replace(&mut closed[*number as usize], true) {
                continue;
            }
            let depth = steps[*number as usize] as usize;
            let last = view.limit.is_some_and(|limit| depth >= limit);
            if seen.won && (seen.over || last || anywhere) {
                watch.look(*number);
                return Ok(Found::Plan(table.path(*number)));
            }
            passed |= seen.won;
            if !seen.over && !seen.hope {
                watch.leave_out(*number, Why::Hopeless);
            } else if !seen.over && depth >= longest {
                watch.leave_out(*number, Why::TooFar);
            } else {
                watch.look(*number);
            }
            if !seen.over && depth < longest && seen.hope {
                going.push(*number);
            }
        }
        let states = table.states(&going);
        expander.look(&states);
        let mut made = |parent: u32, mv: u32, next: &[u64]| -> Result<(), Stop> {
            let own = steps[parent as usize] + 1;
            if let Some(number) = table.add(next, parent, mv)? {
                steps.push(own);
                closed.push(false);
                fresh.push(number);
                watch.wait(number, parent, mv);
            } else if let Some(number) = table.find(next)
                && own < steps[number as usize]
                && !closed[number as usize]
            {
                steps[number as usize] = own;
                table.lead(number, parent, mv);
                fresh.push(number);
                watch.wait(number, parent, mv);
            }
            Ok(())
        };
        for (lane, number) in going.iter().enumerate() {
            let pushed = expander.push_all(*number, &states, lane, &mut made);
            pushed.map_err(fail(bound))?;
        }
        expander.flush(&mut made).map_err(fail(bound))?;
    }
}
