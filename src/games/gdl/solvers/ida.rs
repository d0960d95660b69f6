//! Iterative deepening A*: depth-first search under a limit on the steps made plus the lower bound on those left.
//! Each round raises the limit to the least total that was cut off.
//!
//! A table with one state per slot, sized by the memory, prunes states met in the same round with no more steps.

use crate::game::words;
use crate::search::{Budget, Stop, Why};

use super::astar::Estimate;
use super::breadth::{Found, Stopped};
use super::expand::Expander;
use super::table::hash;
use super::watch::Watch;
use crate::analysis::View;
use crate::analysis::Window;

const MOST_REMEMBERED: u64 = 1 << 24;

/// A state on the current path, with its successors that are still to be visited.
struct Level {
    next: Vec<(u32, Box<[u64]>)>,
    mv: u32,
}

/// Visited states, one per slot, with their steps and the round.
struct Memory {
    words: usize,
    states: Vec<u64>,
    met: Vec<(u32, u32)>,
}

impl Memory {
    fn new(words: usize, budget: &Budget) -> Self {
        let fits = budget.memory() / 2 / (words as u64 * 8 + 8);
        let places = fits.clamp(1, MOST_REMEMBERED).next_power_of_two() / 2;
        let places = usize::try_from(places.max(1)).unwrap_or(1);
        Self {
            words,
            states: vec![0; places * words],
            met: vec![(u32::MAX, u32::MAX); places],
        }
    }

    /// Records a state. Returns `false` if it was met in this round with no more steps.
    fn meet(&mut self, state: &[u64], steps: u32, round: u32) -> bool {
        let place = hash(state) as usize & (self.met.len() - 1);
        let kept = &mut self.states[place * self.words..(place + 1) * self.words];
        let (before, when) = self.met[place];
        if when == round && before <= steps && *kept == *state {
            return false;
        }
        kept.copy_from_slice(state);
        self.met[place] = (steps, round);
        true
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
    if view.window == Window::EMPTY {
        return Ok(Found::None { passed: false });
    }
    let mut run = Run {
        view,
        estimate,
        anywhere,
        budget,
        watch,
        longest: view.longest(),
        expander: Expander::new(view, budget),
        memory: Memory::new(view.code.words(), budget),
        explored: 0,
        passed: false,
    };
    let mut limit = view.window.first;
    for round in 0.. {
        let fail = |stop: Stop| Stopped { stop, bound: limit };
        match run.round(limit, round).map_err(fail)? {
            Round::Plan(moves) => return Ok(Found::Plan(moves)),
            Round::Cut(least) => limit = least,
            Round::Done => break,
        }
        watch.report(
            format!("at least {}", words::count(limit, "steps")),
            run.explored,
            Some(limit as i64),
        );
    }
    Ok(Found::None { passed: run.passed })
}

enum Round {
    Plan(Vec<u32>),
    /// Least total that was cut off.
    Cut(usize),
    Done,
}

struct Run<'v> {
    view: &'v View,
    estimate: &'v Estimate,
    anywhere: bool,
    budget: &'v Budget,
    watch: &'v Watch<'v>,
    longest: usize,
    expander: Expander<'v>,
    memory: Memory,
    explored: u64,
    passed: bool,
}

impl Run<'_> {
    /// Identifier of a state for the visit log. It includes the depth, by which a step counter may distinguish
    /// states.
    fn number(&self, state: &[u64], steps: usize) -> u64 {
        match self.watch.is_watched() {
            true => hash(state).wrapping_add(steps as u64),
            false => 0,
        }
    }

    fn round(&mut self, limit: usize, round: u32) -> Result<Round, Stop> {
        let mut cut = usize::MAX;
        let mut stack: Vec<Level> = Vec::new();
        // The start is entered as if by a move.
        let start = self.view.start.clone();
        self.watch.begin(self.number(&start, 0));
        stack.push(Level {
            next: vec![(0, start)],
            mv: 0,
        });
        while let Some(level) = stack.last_mut() {
            let Some((mv, state)) = level.next.pop() else {
                stack.pop();
                continue;
            };
            self.budget.check()?;
            self.explored += 1;
            let depth = stack.len() - 1;
            let number = self.number(&state, depth);
            let leave_out = |why| self.watch.leave_out(number, why);
            let seen = self.expander.look(&state)[0];
            let missing = self.expander.missing(1)[0];
            let last = self.view.limit.is_some_and(|limit| depth >= limit);
            if seen.won && (seen.over || last || self.anywhere) && depth <= limit {
                self.watch.look(number);
                // The lowest level holds the start, the next one its successors.
                let mut moves: Vec<u32> = stack.iter().skip(2).map(|level| level.mv).collect();
                if depth > 0 {
                    moves.push(mv);
                }
                return Ok(Round::Plan(moves));
            }
            self.passed |= seen.won;
            let Some(left) = self.estimate.least(&state, missing) else {
                leave_out(Why::Hopeless);
                continue;
            };
            let total = depth + (left as usize).max(usize::from(!seen.won || !seen.over));
            if seen.over {
                self.watch.look(number);
                continue;
            }
            if !seen.hope {
                leave_out(Why::Hopeless);
                continue;
            }
            if depth >= self.longest || total > self.longest {
                leave_out(Why::TooFar);
                continue;
            }
            if total > limit {
                leave_out(Why::TooFar);
                cut = cut.min(total);
                continue;
            }
            if !self.memory.meet(&state, depth as u32, round) {
                leave_out(Why::Known);
                continue;
            }
            self.watch.look(number);
            let mut next = Vec::new();
            let watch = self.watch;
            let mut made = |_: u32, mv: u32, after: &[u64]| -> Result<(), Stop> {
                if watch.is_watched() {
                    watch.wait(hash(after).wrapping_add(depth as u64 + 1), number, mv);
                }
                next.push((mv, after.into()));
                Ok(())
            };
            let moves: Vec<usize> = self.expander.legal(0).collect();
            for mv in moves {
                self.expander.push(0, &state, mv, &mut made)?;
            }
            self.expander.flush(&mut made)?;
            stack.push(Level { next, mv });
        }
        Ok(if cut == usize::MAX {
            Round::Done
        } else {
            Round::Cut(cut)
        })
    }
}
