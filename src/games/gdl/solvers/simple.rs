//! Different plans that visit no state twice, shortest first: k shortest loopless paths (Yen 1971, with Lawler's
//! partition of what is left, 1972) through the graph of states, which is explored a layer at a time, no further than
//! the plans reach.
//!
//! A branch stands for all plans with a common beginning that do not go on by some moves. The shortest plan of all
//! branches is taken out, and its branch is split at each later state of that plan. A branch that has no plan in the
//! explored graph waits for the next layer.

use crate::game::words;
use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::{Budget, Progress, Stop};

use super::expand::{Expander, LANES};
use super::table::{NONE, Table};
use crate::analysis::View;
use crate::analysis::Window;

pub(super) type Plans = Vec<Vec<u32>>;

/// Distance of states without a known path to an end.
const FAR: u32 = u32::MAX;

/// Finds up to `count` plans. An error has the plans found before the search was stopped.
pub(super) fn search(
    view: &View,
    anywhere: bool,
    count: usize,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Plans, (Plans, Stop)> {
    let mut plans = Plans::new();
    match Search::new(view, anywhere, budget, progress)
        .and_then(|mut search| search.run(count, &mut plans))
    {
        Ok(()) => Ok(plans),
        Err(stop) => Err((plans, stop)),
    }
}

/// All plans with a common beginning that do not go on from there by some moves.
struct Branch {
    states: Vec<u32>,
    moves: Vec<u32>,
    /// Moves that are not made next.
    but: Vec<u32>,
}

struct Found {
    states: Vec<u32>,
    moves: Vec<u32>,
    /// Number of steps that all plans of the branch have in common.
    fork: usize,
    but: Vec<u32>,
}

struct Waiting {
    state: u32,
    steps: usize,
    /// The previous state, and the move from there.
    way: (u32, u32),
}

struct Search<'v> {
    view: &'v View,
    anywhere: bool,
    budget: &'v Budget,
    progress: &'v Progress<'v>,
    expander: Expander<'v>,
    table: Table,
    /// For each state its moves and successors; none where the game ends.
    next: Vec<Vec<(u32, u32)>>,
    /// For each state whether a plan ends there; then whether it is to be expanded.
    ends: Vec<bool>,
    open: Vec<bool>,
    /// For each state the least steps to an end within the explored graph.
    left: Vec<u32>,
    /// States before this one have their moves in `next`.
    expanded: u32,
    /// All plans of this length or less lie in the explored graph.
    reach: usize,
    /// Approximate bytes for moves and branches.
    bytes: u64,
}

impl<'v> Search<'v> {
    fn new(
        view: &'v View,
        anywhere: bool,
        budget: &'v Budget,
        progress: &'v Progress<'v>,
    ) -> Result<Self, Stop> {
        let mut search = Self {
            view,
            anywhere,
            budget,
            progress,
            expander: Expander::new(view, budget),
            table: Table::new(view.code.words(), budget),
            next: Vec::new(),
            ends: Vec::new(),
            open: Vec::new(),
            left: Vec::new(),
            expanded: 0,
            reach: 0,
            bytes: 0,
        };
        search.table.add(&view.start, NONE, 0)?;
        search.look()?;
        search.measure();
        Ok(search)
    }

    fn run(&mut self, count: usize, plans: &mut Plans) -> Result<(), Stop> {
        if self.view.window == Window::EMPTY {
            return Ok(());
        }
        // Branches without a plan in the explored graph, and the shortest plans of the others.
        let mut waiting = vec![Branch {
            states: vec![0],
            moves: Vec::new(),
            but: Vec::new(),
        }];
        let mut ready: BTreeMap<usize, VecDeque<Found>> = BTreeMap::new();
        loop {
            for branch in std::mem::take(&mut waiting) {
                self.sort(branch, &mut ready, &mut waiting)?;
            }
            while let Some(found) = shortest(&mut ready) {
                plans.push(found.moves.clone());
                if plans.len() >= count {
                    return Ok(());
                }
                for fork in found.fork..found.moves.len() {
                    // Moves that the branch excludes at its fork stay excluded there.
                    let before = if fork == found.fork {
                        &found.but[..]
                    } else {
                        &[]
                    };
                    let branch = Branch {
                        states: found.states[..=fork].to_vec(),
                        moves: found.moves[..fork].to_vec(),
                        but: [before, &[found.moves[fork]]].concat(),
                    };
                    self.bytes += 8 * fork as u64 + 96;
                    self.sort(branch, &mut ready, &mut waiting)?;
                }
            }
            if self.reach >= self.view.longest() {
                return Ok(());
            }
            self.grow()?;
        }
    }

    /// Finds the shortest plan of a branch, or lets it wait for the next layer.
    fn sort(
        &mut self,
        branch: Branch,
        ready: &mut BTreeMap<usize, VecDeque<Found>>,
        waiting: &mut Vec<Branch>,
    ) -> Result<(), Stop> {
        match self.complete(&branch)? {
            Some(found) => ready.entry(found.moves.len()).or_default().push_back(found),
            None if self.reach < self.view.longest() => waiting.push(branch),
            None => {}
        }
        Ok(())
    }

    /// Shortest plan of a branch: A* by the steps left, which are exact unless the branch's own states are in the
    /// way.
    fn complete(&self, branch: &Branch) -> Result<Option<Found>, Stop> {
        self.budget.check()?;
        self.budget.check_memory(self.bytes)?;
        let fork = branch.moves.len();
        let most = self.reach.min(self.view.longest());
        let mut closed: FxHashSet<u32> = branch.states[..fork].iter().copied().collect();
        let mut from: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        // States by estimated total.
        let mut open: BTreeMap<usize, Vec<Waiting>> = BTreeMap::new();
        let wait = |open: &mut BTreeMap<_, Vec<_>>, state: u32, steps: usize, way| {
            let left = self.left[state as usize];
            let total = steps.saturating_add(left as usize);
            if left != FAR && total <= most {
                open.entry(total)
                    .or_default()
                    .push(Waiting { state, steps, way });
            }
        };
        wait(&mut open, branch.states[fork], fork, (NONE, 0));
        let mut ticker = self.budget.ticker(4096);
        while let Some(mut first) = open.first_entry() {
            let Some(Waiting { state, steps, way }) = first.get_mut().pop() else {
                first.remove();
                continue;
            };
            ticker.tick()?;
            if !closed.insert(state) {
                continue;
            }
            from.insert(state, way);
            if self.ends[state as usize] {
                return Ok(Some(found(branch, &from, state)));
            }
            for &(mv, next) in &self.next[state as usize] {
                let barred = steps == fork && branch.but.contains(&mv);
                if !barred && !closed.contains(&next) {
                    wait(&mut open, next, steps + 1, (state, mv));
                }
            }
        }
        Ok(None)
    }

    fn grow(&mut self) -> Result<(), Stop> {
        let from = self.expanded;
        let to = self.table.len() as u32;
        let open: Vec<u32> = (from..to).filter(|n| self.open[*n as usize]).collect();
        for chunk in open.chunks(LANES) {
            self.budget.check()?;
            let states = self.table.states(chunk);
            self.expander.look(&states);
            let (table, next) = (&mut self.table, &mut self.next);
            let mut made = |parent: u32, mv: u32, state: &[u64]| -> Result<(), Stop> {
                let number = match table.add(state, parent, mv)? {
                    Some(number) => number,
                    None => table.find(state).unwrap_or(parent),
                };
                next[parent as usize].push((mv, number));
                Ok(())
            };
            for (lane, number) in chunk.iter().enumerate() {
                self.bytes += 8 * self.expander.legal(lane).count() as u64;
                self.expander.push_all(*number, &states, lane, &mut made)?;
            }
            self.expander.flush(&mut made)?;
        }
        self.expanded = to;
        self.look()?;
        self.reach = match self.table.len() as u32 == to {
            true => usize::MAX,
            false => self.reach + 1,
        };
        self.measure();
        let longest = self.reach.min(self.view.longest());
        let phase = format!("plans of up to {}", words::count(longest, "steps"));
        let explored = self.table.len() as u64;
        self.progress.report(phase, explored, None, None);
        Ok(())
    }

    fn look(&mut self) -> Result<(), Stop> {
        let fresh: Vec<u32> = (self.ends.len() as u32..self.table.len() as u32).collect();
        self.bytes += 64 * fresh.len() as u64;
        for chunk in fresh.chunks(LANES) {
            self.budget.check()?;
            let states = self.table.states(chunk);
            for seen in self.expander.look(&states) {
                let end = seen.won && (seen.over || self.anywhere);
                self.ends.push(end);
                self.open.push(!end && !seen.over && seen.hope);
                self.next.push(Vec::new());
            }
        }
        Ok(())
    }

    /// Computes the steps left from each state, backwards from the ends.
    fn measure(&mut self) {
        let count = self.ends.len();
        if !self.ends.contains(&true) {
            self.left.resize(count, FAR);
            return;
        }
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (state, moves) in (0..).zip(&self.next) {
            for (_, next) in moves {
                before[*next as usize].push(state);
            }
        }
        self.left = vec![FAR; count];
        let ends = (0..count as u32).filter(|state| self.ends[*state as usize]);
        let mut open: VecDeque<u32> = ends.collect();
        for state in &open {
            self.left[*state as usize] = 0;
        }
        while let Some(state) = open.pop_front() {
            for other in &before[state as usize] {
                if self.left[*other as usize] == FAR {
                    self.left[*other as usize] = self.left[state as usize] + 1;
                    open.push_back(*other);
                }
            }
        }
    }
}

fn found(branch: &Branch, from: &FxHashMap<u32, (u32, u32)>, end: u32) -> Found {
    let (mut states, mut moves) = (vec![end], Vec::new());
    let mut at = end;
    while let Some((before, mv)) = from.get(&at).filter(|way| way.0 != NONE) {
        moves.push(*mv);
        states.push(*before);
        at = *before;
    }
    let fork = branch.moves.len();
    states.extend(branch.states[..fork].iter().rev());
    moves.extend(branch.moves.iter().rev());
    states.reverse();
    moves.reverse();
    Found {
        states,
        moves,
        fork,
        but: branch.but.clone(),
    }
}

fn shortest(ready: &mut BTreeMap<usize, VecDeque<Found>>) -> Option<Found> {
    loop {
        let mut first = ready.first_entry()?;
        match first.get_mut().pop_front() {
            Some(found) => return Some(found),
            None => drop(first.remove()),
        }
    }
}
