//! Walks by Warnsdorff's rule: the move that leaves the fewest moves comes first (H. C. von Warnsdorff, “Des
//! Rösselsprunges einfachste und allgemeinste Lösung”, 1823). They suit games in which no state recurs: visiting
//! every place, laying pieces for good. A walk is a depth-first search with ties in random order; it restarts after
//! some time without success, later each time.

use super::best_first::{BestFirst, OpenList, RatedState, Strategy};
use super::watch::SearchWatch;
use crate::analysis::SearchNet;
use planwright_game::search::{Budget, Progress, PruneReason, Stop};

/// Batches of a walk's first attempt; each later one gets as many more.
const FIRST_BATCHES: usize = 256;
/// Most states of a batch: of the deepest those with the fewest moves.
const BATCH_STATES: usize = 16;
/// Most steps by which states are ranked.
const MAX_RANKED_DEPTH: usize = 10_000;
/// Ranks by the number of moves; more moves count as the last.
const MOVE_RANKS: usize = 16;
/// Random ranks of states that are otherwise equal.
const TIE_RANKS: usize = 4;
/// Batches from one report to the next.
const REPORT_BATCHES: usize = 256;

/// Order of a walk.
struct Walk {
    random: fastrand::Rng,
    /// Most steps of a plan, at most [`MAX_RANKED_DEPTH`].
    longest: usize,
    /// Batches left until the restart.
    batches: usize,
    /// A state was reached again in another number of steps.
    recurs: bool,
}

impl Strategy for Walk {
    fn rank(&mut self, state: &RatedState<'_>) -> Result<usize, PruneReason> {
        let height = self.longest - state.depth.min(self.longest);
        let moves = (state.legal_moves as usize).min(MOVE_RANKS - 1);
        Ok((height * MOVE_RANKS + moves) * TIE_RANKS + self.random.usize(..TIE_RANKS))
    }

    fn choose(&mut self, open: &mut OpenList<'_>) -> Vec<u32> {
        if self.recurs || self.batches == 0 {
            return Vec::new();
        }
        if self.batches.is_multiple_of(REPORT_BATCHES) {
            open.watch.report("walks", open.reached(), None);
        }
        self.batches -= 1;
        let rank = open.least_rank();
        rank.map_or_else(Vec::new, |rank| open.take_newest(rank, BATCH_STATES))
    }

    fn reopens(&mut self, known_depth: usize, depth: usize) -> bool {
        self.recurs |= known_depth != depth;
        false
    }
}

/// Finds a plan by walks. `None` if the game does not suit, as a state was reached in different numbers of steps, or if
/// a walk has explored all states. Otherwise it goes on until the budget ends.
pub(crate) fn search(
    view: &SearchNet,
    seed: u64,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let watch = SearchWatch::unobserved(progress);
    let mut walk = Walk {
        random: fastrand::Rng::with_seed(seed),
        longest: view.max_length().min(MAX_RANKED_DEPTH),
        batches: 0,
        recurs: false,
    };
    for attempt in 1.. {
        walk.batches = FIRST_BATCHES * attempt;
        let mut search = BestFirst::new(view, budget, &watch)?;
        let found = search.search(&mut walk)?;
        if found.is_some() || walk.recurs || walk.batches > 0 {
            return Ok(found);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::solvers::task::GoalTask;
    use crate::solvers::tests::{level, problem, run};
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
    }

    /// Each place needs a move of its own, so a walk is a shortest plan.
    #[test]
    fn a_tour_is_proved_to_be_shortest() {
        let report = run(&visits(72, leaps(8, 9, (1, 2))), "auto", true, 1, 600);
        let solution = report.outcome.solution().expect("is solved");
        assert_eq!((solution.cost, solution.optimal), (71, true));
    }
}
