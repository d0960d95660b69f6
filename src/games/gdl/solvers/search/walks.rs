//! Walks by Warnsdorff's rule: the move that leaves the fewest moves comes first (H. C. von Warnsdorff, “Des
//! Rösselsprunges einfachste und allgemeinste Lösung”, 1823). They suit games in which no state recurs: visiting
//! every place, laying pieces for good. Several walks run in parallel, each depth first with ties in random order,
//! and restart after numbers of dead ends from the Luby sequence (M. Luby, A. Sinclair and D. Zuckerman, “Optimal
//! Speedup of Las Vegas Algorithms”, 1993).

use rustc_hash::FxHashSet;

use crate::analysis::SearchNet;
use crate::net::machine::Packed;
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::hash;
use planwright_game::search::{Budget, Progress, Stop};

/// Number of walks, advanced together: few, so that mostly all their moves fit in the lanes at once.
const WALK_COUNT: usize = 16;
/// Dead ends before a walk's first restart.
const LUBY_UNIT: u32 = 16;
/// Most steps of a walk, as a game may have no end.
const MAX_LENGTH: usize = 100_000;
/// Rounds from one report to the next.
const REPORT_ROUNDS: u32 = 256;

/// Order in which a walk tries the moves of a state.
#[derive(Clone, Copy)]
enum MoveRule {
    /// Fewest moves left first.
    Narrow,
    /// Fewest unmet goal conditions first, then fewest moves left.
    Guided,
    /// Random order.
    Any,
}

use MoveRule::{Any, Guided, Narrow};

/// A move of a walk, and the state after it.
struct RankedMove {
    /// Small ranks come first.
    rank: (u32, u32, u32),
    mv: u32,
    state: Packed,
}

/// A walk, with the moves left to try on it.
struct RandomWalk {
    rule: MoveRule,
    /// For each state on the walk the moves not yet tried, the best last.
    open: Vec<Vec<RankedMove>>,
    /// Moves from the start to `state`.
    moves: Vec<u32>,
    /// Hashes of the states after each of the moves.
    hashes: Vec<u64>,
    /// The same hashes with that of the start. Two states of one hash count as one, which ends the search.
    visited: FxHashSet<u64>,
    state: Packed,
    /// Dead ends since the last restart.
    dead_ends: u32,
    /// Number of the attempt, from 1 on.
    attempt: u32,
}

impl RandomWalk {
    fn new(rule: MoveRule, start: &Packed) -> Self {
        let mut walk = Self {
            rule,
            open: Vec::new(),
            moves: Vec::new(),
            hashes: Vec::new(),
            visited: FxHashSet::default(),
            state: start.clone(),
            dead_ends: 0,
            attempt: 0,
        };
        walk.restart(start);
        walk
    }

    fn restart(&mut self, start: &Packed) {
        self.open.clear();
        self.moves.clear();
        self.hashes.clear();
        self.visited.clear();
        self.visited.insert(hash(start));
        self.state = start.clone();
        self.dead_ends = 0;
        self.attempt += 1;
    }

    /// Makes the best of the moves from the walk's state, or goes back to a choice; restarts after many dead ends.
    fn advance(&mut self, mut moves: Vec<RankedMove>, start: &Packed) {
        if moves.is_empty() {
            self.dead_ends += 1;
        }
        moves.sort_unstable_by_key(|choice| std::cmp::Reverse(choice.rank));
        self.open.push(moves);
        if self.dead_ends > LUBY_UNIT * luby(self.attempt) {
            return self.restart(start);
        }
        while let Some(untried) = self.open.last_mut() {
            if let Some(RankedMove { mv, state, .. }) = untried.pop() {
                let key = hash(&state);
                self.visited.insert(key);
                self.hashes.push(key);
                self.moves.push(mv);
                self.state = state;
                return;
            }
            self.open.pop();
            self.moves.pop();
            if let Some(key) = self.hashes.pop() {
                self.visited.remove(&key);
            }
        }
        self.restart(start);
    }
}

/// The `n`-th element of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, from 1 on.
fn luby(mut n: u32) -> u32 {
    loop {
        let length = u32::MAX >> n.leading_zeros();
        if n == length {
            return length / 2 + 1;
        }
        n -= length / 2;
    }
}

/// Finds a plan by walks; `None` if a state recurs on a walk, as the game does not suit. Otherwise it goes on until the
/// budget ends: walks prove nothing.
pub(crate) fn search(
    view: &SearchNet,
    seed: u64,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let rules = [Narrow, Guided, Narrow, Any].into_iter().cycle();
    let walks = rules.map(|rule| RandomWalk::new(rule, &view.start));
    let mut search = WalkSearch {
        view,
        walks: walks.take(WALK_COUNT).collect(),
        expander: Expander::new(view, budget),
        random: fastrand::Rng::with_seed(seed),
    };
    let mut explored = 0;
    for round in 0u32.. {
        budget.check()?;
        let successors = search.expand()?;
        explored += successors.len() as u64;
        match search.advance(&successors) {
            Some(WalkEnd::Plan(moves)) => return Ok(Some(moves)),
            Some(WalkEnd::Recurs) => return Ok(None),
            None => {}
        }
        if round.is_multiple_of(REPORT_ROUNDS) {
            progress.report("walks", explored, None, None);
        }
    }
    Ok(None)
}

enum WalkEnd {
    Plan(Vec<u32>),
    Recurs,
}

struct WalkSearch<'v> {
    view: &'v SearchNet,
    walks: Vec<RandomWalk>,
    expander: Expander<'v>,
    random: fastrand::Rng,
}

impl WalkSearch<'_> {
    /// All moves from the walks' states: the index of the walk, the move and the state after it.
    fn expand(&mut self) -> Result<Vec<(u32, u32, Packed)>, Stop> {
        let states = self
            .walks
            .iter()
            .flat_map(|walk| walk.state.iter().copied());
        let states: Vec<u64> = states.collect();
        // Loads the states whose moves are queued below.
        self.expander.evaluate(&states);
        let mut successors = Vec::new();
        let mut emit = |walk: u32, mv: u32, state: &[u64]| {
            successors.push((walk, mv, state.into()));
            Ok(())
        };
        let expander = &mut self.expander;
        for walk in 0..self.walks.len() {
            expander.push_all(walk as u32, &states, walk, &mut emit)?;
        }
        expander.flush(&mut emit)?;
        Ok(successors)
    }

    /// Ranks the moves and advances all walks; returns how the search ended, if it did.
    fn advance(&mut self, successors: &[(u32, u32, Packed)]) -> Option<WalkEnd> {
        let mut ranked: Vec<Vec<RankedMove>> = self.walks.iter().map(|_| Vec::new()).collect();
        for chunk in successors.chunks(LANES) {
            let states = chunk.iter().flat_map(|(.., state)| state.iter().copied());
            let states: Vec<u64> = states.collect();
            let statuses = self.expander.evaluate(&states);
            let missing = self.expander.missing(chunk.len());
            for (lane, (walk, mv, state)) in chunk.iter().enumerate() {
                let index = *walk as usize;
                let walk = &self.walks[index];
                let (status, depth) = (statuses[lane], walk.moves.len() + 1);
                if status.ends_plan(self.view, depth) {
                    let mut moves = walk.moves.clone();
                    moves.push(*mv);
                    return Some(WalkEnd::Plan(moves));
                }
                if walk.visited.contains(&hash(state)) {
                    return Some(WalkEnd::Recurs);
                }
                let exits = self.expander.legal(lane).count() as u32;
                let longest = self.view.max_length().min(MAX_LENGTH);
                if status.over || !status.may_win || exits == 0 || depth >= longest {
                    continue;
                }
                let tie_break = self.random.u32(..);
                let rank = match walk.rule {
                    Narrow => (exits, 0, tie_break),
                    Guided => (missing[lane], exits, tie_break),
                    Any => (0, 0, tie_break),
                };
                ranked[index].push(RankedMove {
                    rank,
                    mv: *mv,
                    state: state.clone(),
                });
            }
        }
        for (walk, moves) in self.walks.iter_mut().zip(ranked) {
            walk.advance(moves, &self.view.start);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::solvers::task::GoalTask;
    use crate::solvers::tests::{level, problem, run, shifting};
    use planwright_game::replay;
    use planwright_game::search::NoProgress;

    /// A walk from the first place that visits all places once.
    fn visits(places: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> String {
        let mut text = String::from(
            "(role walker)\n(init (at 0)) (init (been 0))\n\
             (<= (open ?y) (true (at ?x)) (way ?x ?y) (not (true (been ?y))))\n\
             (<= (legal walker (go ?y)) (open ?y))\n(<= (next (at ?x)) (does walker (go ?x)))\n\
             (<= (next (been ?x)) (does walker (go ?x)))\n(<= (next (been ?x)) (true (been ?x)))\n\
             (<= left (place ?x) (not (true (been ?x))))\n(<= moves (open ?x))\n\
             (<= terminal (not moves))\n(<= (goal walker 100) (not left))\n(<= (goal walker 0) left)\n",
        );
        (0..places).for_each(|place| text += &format!("(place {place})\n"));
        for (from, to) in edges {
            text += &format!("(way {from} {to})\n(way {to} {from})\n");
        }
        text
    }

    /// Pairs of cells that are a leap apart, either way round.
    fn leaps(rows: i32, columns: i32, leap: (i32, i32)) -> Vec<(usize, usize)> {
        let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let number = |(row, column): (i32, i32)| (row * columns + column) as usize;
        let leapt = |a: (i32, i32), b: (i32, i32)| {
            let (down, along) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
            (down, along) == leap || (along, down) == leap
        };
        let pairs = places().flat_map(|a| places().map(move |b| (a, b)));
        let leaps = pairs.filter(|(a, b)| a < b && leapt(*a, *b));
        leaps.map(|(a, b)| (number(a), number(b))).collect()
    }

    /// The length of the plan that a walk finds, after replaying it.
    fn plan_length(text: &str) -> Option<usize> {
        let budget = Budget::default().with_time(Duration::from_secs(60));
        let problem = problem(text);
        let view = GoalTask::new(&problem, 100)
            .view(&budget)
            .expect("has time");
        let found = search(&view, 1, &budget, &Progress::new(&NoProgress));
        let plan = problem.plan(&view, &found.expect("has time")?);
        let plan = replay(level(text).as_ref(), &[], plan).expect("is a plan");
        Some(plan.moves().len())
    }

    #[test]
    fn every_place_is_visited() {
        let mut random = fastrand::Rng::with_seed(5);
        for places in 4..12 {
            // A path through all of them, and some distractors.
            let mut path: Vec<usize> = (1..places).collect();
            random.shuffle(&mut path);
            path.insert(0, 0);
            let mut edges: Vec<(usize, usize)> =
                path.windows(2).map(|pair| (pair[0], pair[1])).collect();
            edges.extend((0..places).map(|_| (random.usize(..places), random.usize(..places))));
            assert_eq!(plan_length(&visits(places, edges)), Some(places - 1));
        }
        // The zebra leaps two by three.
        assert_eq!(plan_length(&visits(100, leaps(10, 10, (2, 3)))), Some(99));
        assert_eq!(plan_length(&shifting(6)), None, "states recur");
    }

    /// Each place needs a move of its own, so a walk is a shortest plan.
    #[test]
    fn a_tour_is_proved_to_be_shortest() {
        let report = run(&visits(72, leaps(8, 9, (1, 2))), "auto", true, 1, 600);
        let solution = report.outcome.solution().expect("is solved");
        assert_eq!((solution.cost, solution.optimal), (71, true));
    }

    #[test]
    fn restarts_follow_the_luby_sequence() {
        let first: Vec<u32> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
