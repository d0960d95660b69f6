//! Different plans that visit no displayed state twice, shortest first. A displayed state is one without its step
//! counters ([`GdlProblem::displayed`]); below it is just called a state. The plans are the k shortest loopless paths
//! (Yen 1971, with Lawler's partition of what is left, 1972) through the graph of states, which is explored a layer at
//! a time, no further than the plans reach.
//!
//! A branch stands for all plans with a common beginning that do not go on by some moves. The shortest plan of all
//! branches is taken out, and its branch is split at each later state of that plan. A branch that has no plan in the
//! explored graph waits for the next layer.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::{PlanLengths, SearchNet};
use crate::solvers::answers::several;
use crate::solvers::problem::GdlProblem;
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::{NONE, Table};
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::{Outcome, Plan, words};

type Plans = Vec<Vec<u32>>;

/// Distance of states without a known path to an end.
const UNREACHED: u32 = u32::MAX;
/// Estimated bytes of a state besides those in the table.
const STATE_BYTES: u64 = 64;
/// Estimated bytes of a move and its successor.
const MOVE_BYTES: u64 = 8;
/// Estimated bytes of a branch besides its moves.
const BRANCH_BYTES: u64 = 96;

/// Finds up to `count` plans of a level that can be solved; returns `shortest` if the search finds none.
pub(crate) fn different_plans(
    problem: &GdlProblem,
    shortest: Plan,
    count: usize,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    let mut plans = Vec::new();
    let stop = match problem.displayed(budget) {
        Ok(view) => {
            let mut found = Plans::new();
            let searched = search(&view, count, &mut found, budget, progress);
            plans.extend(found.iter().map(|moves| problem.plan(&view, moves)));
            searched.err()
        }
        Err(stop) => Some(stop),
    };
    if plans.is_empty() {
        plans.push(shortest);
    }
    // The search finds a shortest plan first, and `shortest` is one as well.
    let optimal = true;
    let best = several(plans, optimal);
    match (stop, best) {
        (None, Some(best)) => Outcome::Solved(best),
        // There is always a plan, so there is a stop as well.
        (stop, best) => {
            let bound = best.as_ref().and_then(|best| best.lower_bound);
            stop.unwrap_or(Stop::Deadline).outcome(best, bound)
        }
    }
}

/// Appends up to `count` plans, also if the search is stopped.
fn search(
    view: &SearchNet,
    count: usize,
    plans: &mut Plans,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<(), Stop> {
    SimpleSearch::new(view, budget, progress)?.run(count, plans)
}

/// All plans with a common beginning that do not go on from there by some moves.
struct Branch {
    /// States of the beginning, one more than moves.
    states: Vec<u32>,
    moves: Vec<u32>,
    /// Moves that are not made next.
    excluded: Vec<u32>,
}

/// The shortest plan of a branch.
struct BranchPlan {
    states: Vec<u32>,
    moves: Vec<u32>,
    /// Number of steps that all plans of the branch have in common.
    fork: usize,
    /// Moves that no plan of the branch makes next.
    excluded: Vec<u32>,
}

/// A state reached in the search for a branch's plan, not yet expanded.
struct OpenState {
    state: u32,
    steps: usize,
    /// The previous state, and the move from there.
    parent: (u32, u32),
}

/// The part of the graph of states that is explored.
struct SimpleSearch<'v> {
    view: &'v SearchNet,
    budget: &'v Budget,
    progress: &'v Progress<'v>,
    expander: Expander<'v>,
    table: Table,
    /// For each state its moves and successors; none where the game ends.
    next: Vec<Vec<(u32, u32)>>,
    /// For each state whether a plan ends there.
    ends: Vec<bool>,
    /// For each state whether it is to be expanded: no plan ends there, the game goes on, and may still be won.
    open: Vec<bool>,
    /// For each state the least steps to an end within the explored graph.
    distances: Vec<u32>,
    /// States before this one have their moves in `next`.
    expanded: u32,
    /// All plans of this length or less lie in the explored graph.
    reach: usize,
    /// Approximate bytes for moves and branches.
    bytes: u64,
}

impl<'v> SimpleSearch<'v> {
    fn new(
        view: &'v SearchNet,
        budget: &'v Budget,
        progress: &'v Progress<'v>,
    ) -> Result<Self, Stop> {
        let mut search = Self {
            view,
            budget,
            progress,
            expander: Expander::new(view, budget),
            table: Table::new(view.code.words(), budget),
            next: Vec::new(),
            ends: Vec::new(),
            open: Vec::new(),
            distances: Vec::new(),
            expanded: 0,
            reach: 0,
            bytes: 0,
        };
        search.table.add(&view.start, NONE, 0)?;
        search.evaluate()?;
        search.update_distances();
        Ok(search)
    }

    fn run(&mut self, count: usize, plans: &mut Plans) -> Result<(), Stop> {
        if self.view.lengths == PlanLengths::EMPTY {
            return Ok(());
        }
        // Branches without a plan in the explored graph, and the shortest plans of the others.
        let mut waiting = vec![Branch {
            states: vec![0],
            moves: Vec::new(),
            excluded: Vec::new(),
        }];
        let mut ready: BTreeMap<usize, VecDeque<BranchPlan>> = BTreeMap::new();
        loop {
            for branch in std::mem::take(&mut waiting) {
                self.enqueue(branch, &mut ready, &mut waiting)?;
            }
            while let Some(found) = shortest(&mut ready) {
                plans.push(found.moves.clone());
                if plans.len() >= count {
                    return Ok(());
                }
                for fork in found.fork..found.moves.len() {
                    // Moves that the branch excludes at its fork stay excluded there.
                    let before = match fork == found.fork {
                        true => &found.excluded[..],
                        false => &[],
                    };
                    let branch = Branch {
                        states: found.states[..=fork].to_vec(),
                        moves: found.moves[..fork].to_vec(),
                        excluded: [before, &[found.moves[fork]]].concat(),
                    };
                    self.bytes += MOVE_BYTES * fork as u64 + BRANCH_BYTES;
                    self.enqueue(branch, &mut ready, &mut waiting)?;
                }
            }
            if self.reach >= self.view.max_length() {
                return Ok(());
            }
            self.grow()?;
        }
    }

    /// Finds the shortest plan of a branch, or lets it wait for the next layer.
    fn enqueue(
        &mut self,
        branch: Branch,
        ready: &mut BTreeMap<usize, VecDeque<BranchPlan>>,
        waiting: &mut Vec<Branch>,
    ) -> Result<(), Stop> {
        match self.complete(&branch)? {
            Some(found) => ready.entry(found.moves.len()).or_default().push_back(found),
            None if self.reach < self.view.max_length() => waiting.push(branch),
            None => {}
        }
        Ok(())
    }

    /// Shortest plan of a branch: A* by the steps left, which are exact unless the branch's own states are in the way.
    fn complete(&self, branch: &Branch) -> Result<Option<BranchPlan>, Stop> {
        self.budget.check()?;
        self.budget.check_memory(self.bytes)?;
        let fork = branch.moves.len();
        let max_steps = self.reach.min(self.view.max_length());
        let mut closed: FxHashSet<u32> = branch.states[..fork].iter().copied().collect();
        let mut from: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        // States by the estimated length of a plan through them.
        let mut open: BTreeMap<usize, Vec<OpenState>> = BTreeMap::new();
        let push = |open: &mut BTreeMap<_, Vec<_>>, state: u32, steps: usize, parent| {
            let left = self.distances[state as usize];
            let total = steps.saturating_add(left as usize);
            if left != UNREACHED && total <= max_steps {
                open.entry(total).or_default().push(OpenState {
                    state,
                    steps,
                    parent,
                });
            }
        };
        push(&mut open, branch.states[fork], fork, (NONE, 0));
        let mut ticker = self.budget.ticker(4096);
        while let Some(mut first) = open.first_entry() {
            let Some(OpenState {
                state,
                steps,
                parent,
            }) = first.get_mut().pop()
            else {
                first.remove();
                continue;
            };
            ticker.tick()?;
            if !closed.insert(state) {
                continue;
            }
            from.insert(state, parent);
            if self.ends[state as usize] {
                return Ok(Some(branch_plan(branch, &from, state)));
            }
            for &(mv, next) in &self.next[state as usize] {
                let is_excluded = steps == fork && branch.excluded.contains(&mv);
                if !is_excluded && !closed.contains(&next) {
                    push(&mut open, next, steps + 1, (state, mv));
                }
            }
        }
        Ok(None)
    }

    /// Explores one more layer: expands all states not expanded yet.
    fn grow(&mut self) -> Result<(), Stop> {
        let from = self.expanded;
        let to = self.table.len() as u32;
        let open: Vec<u32> = (from..to).filter(|n| self.open[*n as usize]).collect();
        for chunk in open.chunks(LANES) {
            self.budget.check()?;
            let states = self.table.states(chunk);
            // For the legal moves below; the status of these states is known already.
            self.expander.evaluate(&states);
            let (table, next) = (&mut self.table, &mut self.next);
            let mut emit = |parent: u32, mv: u32, state: &[u64]| -> Result<(), Stop> {
                let (number, _) = table.intern(state, (parent, mv))?;
                next[parent as usize].push((mv, number));
                Ok(())
            };
            for (lane, number) in chunk.iter().enumerate() {
                self.bytes += MOVE_BYTES * self.expander.legal(lane).count() as u64;
                self.expander.push_all(*number, &states, lane, &mut emit)?;
            }
            self.expander.flush(&mut emit)?;
        }
        self.expanded = to;
        self.evaluate()?;
        // Without a new state the graph is complete.
        self.reach = match self.table.len() as u32 == to {
            true => usize::MAX,
            false => self.reach + 1,
        };
        self.update_distances();
        let longest = self.reach.min(self.view.max_length());
        let phase = format!("plans of up to {}", words::count(longest, "steps"));
        let explored = self.table.len() as u64;
        self.progress.report(phase, explored, None, None);
        Ok(())
    }

    fn evaluate(&mut self) -> Result<(), Stop> {
        let fresh: Vec<u32> = (self.ends.len() as u32..self.table.len() as u32).collect();
        self.bytes += STATE_BYTES * fresh.len() as u64;
        for chunk in fresh.chunks(LANES) {
            self.budget.check()?;
            let states = self.table.states(chunk);
            for status in self.expander.evaluate(&states) {
                // With `anywhere`, the goal value counts in every state, not only where the game is over.
                let end = status.won && (status.over || self.view.anywhere);
                self.ends.push(end);
                self.open.push(!end && !status.over && status.may_win);
                self.next.push(Vec::new());
            }
        }
        Ok(())
    }

    /// Computes the steps left from each state, backwards from the ends.
    fn update_distances(&mut self) {
        let count = self.ends.len();
        if !self.ends.contains(&true) {
            self.distances.resize(count, UNREACHED);
            return;
        }
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (state, moves) in (0..).zip(&self.next) {
            for (_, next) in moves {
                before[*next as usize].push(state);
            }
        }
        self.distances = vec![UNREACHED; count];
        let ends = (0..count as u32).filter(|state| self.ends[*state as usize]);
        let mut open: VecDeque<u32> = ends.collect();
        for state in &open {
            self.distances[*state as usize] = 0;
        }
        while let Some(state) = open.pop_front() {
            for other in &before[state as usize] {
                if self.distances[*other as usize] == UNREACHED {
                    self.distances[*other as usize] = self.distances[state as usize] + 1;
                    open.push_back(*other);
                }
            }
        }
    }
}

/// Plan of a branch up to the state `end`; `from` holds the previous state and move of each state after the fork.
fn branch_plan(branch: &Branch, from: &FxHashMap<u32, (u32, u32)>, end: u32) -> BranchPlan {
    let (mut states, mut moves) = (vec![end], Vec::new());
    let mut at = end;
    while let Some((before, mv)) = from.get(&at).filter(|entry| entry.0 != NONE) {
        moves.push(*mv);
        states.push(*before);
        at = *before;
    }
    let fork = branch.moves.len();
    states.extend(branch.states[..fork].iter().rev());
    moves.extend(branch.moves.iter().rev());
    states.reverse();
    moves.reverse();
    BranchPlan {
        states,
        moves,
        fork,
        excluded: branch.excluded.clone(),
    }
}

/// Takes a shortest of the plans, which are sorted by their lengths; `None` if none are left.
fn shortest(ready: &mut BTreeMap<usize, VecDeque<BranchPlan>>) -> Option<BranchPlan> {
    loop {
        let mut first = ready.first_entry()?;
        match first.get_mut().pop_front() {
            Some(found) => return Some(found),
            None => drop(first.remove()),
        }
    }
}
