//! Iterative deepening A* (R. Korf, “Depth-First Iterative-Deepening”, 1985): depth-first search under a limit on the
//! steps made plus the lower bound on those left. Each round raises the limit to the least total that was cut off. As
//! bounds never exceed the steps left, no plan is shorter than the limit, and the first one found is a shortest.
//!
//! A table with one state per slot, sized by the memory, prunes states met in the same round with no more steps: what
//! can be reached from them within the limit was, or is just being, searched.

use planwright_game::search::{Budget, PruneReason, Stop};
use planwright_game::words;

use crate::analysis::PlanLengths;
use crate::analysis::SearchNet;
use crate::solvers::heuristics::Estimate;
use crate::solvers::search::expand::Expander;
use crate::solvers::search::table::hash;
use crate::solvers::search::watch::SearchWatch;
use crate::solvers::search::{PlanOutcome, Stopped};

/// Most states in the table, whatever the memory: filling it with empty slots takes time.
const MAX_SLOTS: u64 = 1 << 24;

struct PathNode {
    /// Successors still to be visited, with the moves to them.
    next: Vec<(u32, Box<[u64]>)>,
    /// Move to this state.
    mv: u32,
}

/// Visited states, one per slot; a new state replaces the one in its slot.
struct TranspositionTable {
    /// Words per state.
    words: usize,
    states: Vec<u64>,
    visits: Vec<SlotVisit>,
}

#[derive(Clone, Copy)]
struct SlotVisit {
    /// Steps from the start.
    steps: u32,
    /// An entry of an earlier round is out of date: it was searched under a lower limit.
    round: u32,
}

impl SlotVisit {
    const NONE: Self = Self {
        steps: u32::MAX,
        round: u32::MAX,
    };
}

impl TranspositionTable {
    fn new(words: usize, budget: &Budget) -> Self {
        // Half of the memory, in bytes: 8 for each word and for the visit. The number of slots is a power of two, so
        // that a mask of the hash is a slot.
        let fits = budget.memory() / 2 / (words as u64 * 8 + 8);
        let slots = fits.clamp(1, MAX_SLOTS).next_power_of_two() / 2;
        let slots = usize::try_from(slots.max(1)).unwrap_or(1);
        Self {
            words,
            states: vec![0; slots * words],
            visits: vec![SlotVisit::NONE; slots],
        }
    }

    /// Records a state. Returns `false` if it was met in this round with no more steps.
    fn insert(&mut self, state: &[u64], steps: u32, round: u32) -> bool {
        let slot = hash(state) as usize & (self.visits.len() - 1);
        let stored = &mut self.states[slot * self.words..(slot + 1) * self.words];
        let visit = self.visits[slot];
        if visit.round == round && visit.steps <= steps && *stored == *state {
            return false;
        }
        stored.copy_from_slice(state);
        self.visits[slot] = SlotVisit { steps, round };
        true
    }
}

/// Finds a shortest plan from the view's start, or proves that there is none.
pub(crate) fn search(
    view: &SearchNet,
    estimate: &Estimate,
    budget: &Budget,
    watch: &SearchWatch<'_>,
) -> Result<PlanOutcome, Stopped> {
    if view.lengths == PlanLengths::EMPTY {
        return Ok(PlanOutcome::None {
            won_before_end: false,
        });
    }
    let mut ida = IdaSearch {
        view,
        estimate,
        budget,
        watch,
        longest: view.max_length(),
        expander: Expander::new(view, budget),
        table: TranspositionTable::new(view.code.words(), budget),
        explored: 0,
        won_before_end: false,
    };
    let mut limit = view.lengths.min;
    for round in 0.. {
        let stopped = |stop: Stop| Stopped { stop, bound: limit };
        match ida.round(limit, round).map_err(stopped)? {
            Round::Plan(moves) => return Ok(PlanOutcome::Plan(moves)),
            Round::Cut(least) => limit = least,
            Round::Done => break,
        }
        watch.report(
            format!("at least {}", words::count(limit, "steps")),
            ida.explored,
            Some(limit as i64),
        );
    }
    Ok(PlanOutcome::None {
        won_before_end: ida.won_before_end,
    })
}

/// End of a round under one limit.
enum Round {
    Plan(Vec<u32>),
    /// Least total (steps made plus bound on those left) that was above the limit.
    Cut(usize),
    /// No state was above the limit: there is no plan.
    Done,
}

struct IdaSearch<'v> {
    view: &'v SearchNet,
    estimate: &'v Estimate,
    budget: &'v Budget,
    watch: &'v SearchWatch<'v>,
    /// No plan is longer.
    longest: usize,
    expander: Expander<'v>,
    table: TranspositionTable,
    explored: u64,
    /// The target value was reached in a state that is not the end of a plan ([`PlanOutcome::None`]).
    won_before_end: bool,
}

impl IdaSearch<'_> {
    /// Identifier of a state for the visit log. It includes the depth, by which a step counter may distinguish states.
    fn number(&self, state: &[u64], steps: usize) -> u64 {
        match self.watch.is_watched() {
            true => hash(state).wrapping_add(steps as u64),
            false => 0,
        }
    }

    /// Searches all plans whose steps and lower bounds stay within `limit`; `round` numbers the entries of the table.
    fn round(&mut self, limit: usize, round: u32) -> Result<Round, Stop> {
        let mut least_cut = usize::MAX;
        let mut stack: Vec<PathNode> = Vec::new();
        // The start is entered as if by a move.
        let start = self.view.start.clone();
        self.watch.begin(self.number(&start, 0));
        stack.push(PathNode {
            next: vec![(0, start)],
            mv: 0,
        });
        while let Some(node) = stack.last_mut() {
            let Some((mv, state)) = node.next.pop() else {
                stack.pop();
                continue;
            };
            self.budget.check()?;
            self.explored += 1;
            let depth = stack.len() - 1;
            let number = self.number(&state, depth);
            let prune = |why| self.watch.prune(number, why);
            let status = self.expander.evaluate(&state)[0];
            let missing = self.expander.missing(1)[0];
            if status.ends_plan(self.view, depth) && depth <= limit {
                self.watch.expand(number);
                // The lowest level holds the start, the next one its successors.
                let mut moves: Vec<u32> = stack.iter().skip(2).map(|node| node.mv).collect();
                if depth > 0 {
                    moves.push(mv);
                }
                return Ok(Round::Plan(moves));
            }
            self.won_before_end |= status.won;
            let Some(left) = self.estimate.bound(&state, missing) else {
                prune(PruneReason::DeadEnd);
                continue;
            };
            // At least one more step is needed, unless the game was won at its end. So successors of a state within
            // the limit are at most at the limit.
            let total = depth + (left as usize).max(usize::from(!status.won || !status.over));
            if status.over {
                self.watch.expand(number);
                continue;
            }
            if !status.may_win {
                prune(PruneReason::DeadEnd);
                continue;
            }
            if depth >= self.longest || total > self.longest {
                prune(PruneReason::TooLong);
                continue;
            }
            if total > limit {
                prune(PruneReason::TooLong);
                least_cut = least_cut.min(total);
                continue;
            }
            if !self.table.insert(&state, depth as u32, round) {
                prune(PruneReason::Duplicate);
                continue;
            }
            self.watch.expand(number);
            let mut next = Vec::new();
            let watch = self.watch;
            let mut emit = |_: u32, mv: u32, after: &[u64]| -> Result<(), Stop> {
                if watch.is_watched() {
                    watch.generate(hash(after).wrapping_add(depth as u64 + 1), number, mv);
                }
                next.push((mv, after.into()));
                Ok(())
            };
            let moves: Vec<usize> = self.expander.legal(0).collect();
            for mv in moves {
                self.expander.push(0, &state, mv, &mut emit)?;
            }
            self.expander.flush(&mut emit)?;
            stack.push(PathNode { next, mv });
        }
        Ok(match least_cut {
            usize::MAX => Round::Done,
            total => Round::Cut(total),
        })
    }
}
