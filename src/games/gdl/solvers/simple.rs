//! Different plans that visit no state twice, shorter ones first: k shortest loopless paths (Yen 1971, with
//! Lawler's partition of what is left, 1972) through the graph of states. The graph is explored a layer at a
//! time, no further than the plans reach.

use crate::game::words;
use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::{Budget, Progress, Stop};

use super::expand::{Expander, LANES};
use super::table::{NONE, Table};
use crate::analysis::View;
use crate::analysis::Window;

/// Plans as numbers of moves.
pub(super) type Plans = Vec<Vec<u32>>;

/// No way to an end is known.
const FAR: u32 = u32::MAX;

/// Up to `count` plans; fewer if there are no more, or with the reason if it was stopped.
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

/// All plans that begin in one way and do not go on from there by some moves.
struct Branch {
    /// States on the way, the start first.
    states: Vec<u32>,
    /// Moves between them.
    moves: Vec<u32>,
    /// Moves that are not made next.
    but: Vec<u32>,
}

/// A branch's shortest plan.
struct Found {
    states: Vec<u32>,
    moves: Vec<u32>,
    /// Steps that all plans of the branch have in common.
    fork: usize,
    but: Vec<u32>,
}

/// A state on the front of the search for a branch's shortest plan.
struct Waiting {
    state: u32,
    steps: usize,
    /// The state before, and the move that leads from there.
    way: (u32, u32),
}

struct Search<'v> {
    view: &'v View,
    anywhere: bool,
    budget: &'v Budget,
    progress: &'v Progress<'v>,
    expander: Expander<'v>,
    table: Table,
    /// For each state the moves on; none where the game ends.
    next: Vec<Vec<(u32, u32)>>,
    /// For each state whether a plan ends there, and whether it is gone on from.
    ends: Vec<bool>,
    open: Vec<bool>,
    /// For each state the least steps to an end, as far as is known.
    left: Vec<u32>,
    /// States before this one have their moves in `next`.
    expanded: u32,
    /// All plans of so many steps lie in what was explored.
    reach: usize,
    /// Bytes for moves and branches, about.
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
        // Branches without a plan in what was explored so far, and the shortest plans of the others.
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
                    // What the plan before left out at its fork stays left out there.
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

    /// Puts a branch where it belongs.
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

    /// The shortest plan of a branch: A* by the steps that are left at least, which is all there is to it where
    /// the branch's own states do not bar the way.
    fn complete(&self, branch: &Branch) -> Result<Option<Found>, Stop> {
        self.budget.check()?;
        self.budget.check_memory(self.bytes)?;
        let fork = branch.moves.len();
        let most = self.reach.min(self.view.longest());
        let mut closed: FxHashSet<u32> = branch.states[..fork].iter().copied().collect();
        let mut from: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        // States that wait, by the steps that they come to at least.
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

    /// Explores one more layer.
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

    /// Looks at the states that are new.
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

    /// Works out how many steps are left from each state, backwards from the ends.
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

/// The plan of a branch that ends in a state.
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

/// Takes the shortest plan out.
fn shortest(ready: &mut BTreeMap<usize, VecDeque<Found>>) -> Option<Found> {
    loop {
        let mut first = ready.first_entry()?;
        match first.get_mut().pop_front() {
            Some(found) => return Some(found),
            None => drop(first.remove()),
        }
    }
}
