//! Orders of [best-first search](super::best_first): breadth-first search and A* for shortest plans and proofs that
//! there are none; greedy search, weighted A* and beam search for any plan. All search a view, the prepared network.

use std::vec::IntoIter;

use super::best_first::{BestFirst, OpenList, RatedState, Strategy};
use super::expand::LANES;
use super::watch::SearchWatch;
use super::{PlanOutcome, Stopped};
use crate::analysis::{PlanLengths, SearchNet};
use crate::solvers::heuristics::Estimate;
use planwright_game::search::{Budget, PruneReason, Stop};
use planwright_game::words;

/// States of a layer that breadth-first and beam search expand before their successors are evaluated: enough to fill
/// the lanes.
const LAYER_BATCH: usize = 16 * LANES;
/// States that weighted A* expands at once: few, so that it goes deep.
const WEIGHTED_BATCH: usize = 64;
/// Width of the first beam before it grows by [`BEAM_GROWTH`] with each round, the first included.
const FIRST_BEAM_WIDTH: usize = 500;
/// Factor of the width from beam to beam and from round to round.
const BEAM_GROWTH: usize = 3;
/// Round from which the first beam no longer grows.
const MAX_BEAM_ROUND: u32 = 8;
/// Batches from one report of A* to the next.
const A_STAR_REPORT_ROUNDS: u32 = 64;
/// Batches from one report of greedy search to the next.
const GREEDY_REPORT_ROUNDS: u32 = 256;

/// Breadth-first search from the view's start.
pub(crate) fn breadth_first(
    view: &SearchNet,
    budget: &Budget,
    watch: &SearchWatch<'_>,
) -> Result<PlanOutcome, Stopped> {
    let mut strategy = Layers {
        layer: Vec::new().into_iter(),
        bound: view.lengths.min,
    };
    search(view, &mut strategy, budget, watch).map_err(|stop| Stopped {
        stop,
        bound: strategy.bound,
    })
}

/// A* from the view's start. The estimate's bound never exceeds the distance and falls by at most one a step, so the
/// first goal chosen ends a shortest plan.
pub(crate) fn a_star(
    view: &SearchNet,
    estimate: &Estimate,
    budget: &Budget,
    watch: &SearchWatch<'_>,
) -> Result<PlanOutcome, Stopped> {
    let mut strategy = AStar {
        estimate,
        longest: view.max_length(),
        bound: view.lengths.min,
        rounds: 0,
    };
    search(view, &mut strategy, budget, watch).map_err(|stop| Stopped {
        stop,
        bound: strategy.bound,
    })
}

fn search(
    view: &SearchNet,
    strategy: &mut impl Strategy,
    budget: &Budget,
    watch: &SearchWatch<'_>,
) -> Result<PlanOutcome, Stop> {
    let mut won_before_end = false;
    if view.lengths != PlanLengths::EMPTY {
        let mut search = BestFirst::new(view, budget, watch)?;
        if let Some(moves) = search.search(strategy)? {
            return Ok(PlanOutcome::Plan(moves));
        }
        won_before_end = search.won_before_end;
    }
    Ok(PlanOutcome::None { won_before_end })
}

/// Order of breadth-first search.
struct Layers {
    /// States of the current layer still to be expanded.
    layer: IntoIter<u32>,
    /// No plan has fewer steps than this.
    bound: usize,
}

impl Strategy for Layers {
    fn rank(&mut self, state: &RatedState<'_>) -> Result<usize, PruneReason> {
        Ok(state.depth)
    }

    fn choose(&mut self, open: &mut OpenList<'_>) -> Vec<u32> {
        if self.layer.len() == 0
            && let Some(depth) = open.least_rank()
        {
            self.layer = open.take_least().into_iter();
            // A goal ends the search as soon as it is reached, so this layer holds none.
            self.bound = self.bound.max(depth + 1);
            open.watch.report(
                format!("step {depth}"),
                open.reached(),
                Some(self.bound as i64),
            );
        }
        self.layer.by_ref().take(LAYER_BATCH).collect()
    }
}

struct AStar<'e> {
    estimate: &'e Estimate,
    /// No plan has more steps than this.
    longest: usize,
    /// No plan has fewer steps than this.
    bound: usize,
    /// Number of batches chosen.
    rounds: u32,
}

impl Strategy for AStar<'_> {
    const GOAL_WHEN_CHOSEN: bool = true;

    fn rank(&mut self, state: &RatedState<'_>) -> Result<usize, PruneReason> {
        let left = self.estimate.bound(state.bits, state.missing);
        let total = state.depth + left.ok_or(PruneReason::DeadEnd)? as usize;
        match total > self.longest {
            true => Err(PruneReason::TooLong),
            false => Ok(total),
        }
    }

    /// The newest first: they are the deepest.
    fn choose(&mut self, open: &mut OpenList<'_>) -> Vec<u32> {
        let Some(total) = open.least_rank() else {
            return Vec::new();
        };
        self.bound = self.bound.max(total);
        self.rounds += 1;
        if self.rounds.is_multiple_of(A_STAR_REPORT_ROUNDS) {
            let phase = format!("at least {}", words::count(total, "steps"));
            open.watch
                .report(phase, open.reached(), Some(self.bound as i64));
        }
        open.take_newest(total, LANES)
    }

    fn reopens(&mut self, known_depth: usize, depth: usize) -> bool {
        depth < known_depth
    }
}

/// Factor of the estimated distance, in halves.
#[derive(Clone, Copy)]
pub(crate) struct HalfWeight(pub usize);

/// Greedy best-first search: the state with the smallest estimated distance comes first, or else the one with the
/// fewest unmet goal conditions, among equals the newest. With a weight it is weighted A* (Pohl 1970): the steps made
/// plus the weighted estimate; smaller weights give shorter plans and take longer.
///
/// `None` proves nothing, as states may have been reached too late for the step limit.
pub(crate) fn greedy(
    view: &SearchNet,
    estimate: &Estimate,
    weight: Option<HalfWeight>,
    budget: &Budget,
    watch: &SearchWatch<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut strategy = Greedy {
        estimate,
        weight,
        longest: view.max_length(),
        rounds: 0,
    };
    BestFirst::new(view, budget, watch)?.search(&mut strategy)
}

/// Order of greedy search, or of weighted A*.
struct Greedy<'e> {
    estimate: &'e Estimate,
    weight: Option<HalfWeight>,
    /// No plan has more steps than this.
    longest: usize,
    /// Number of batches chosen.
    rounds: u32,
}

impl Strategy for Greedy<'_> {
    fn rank(&mut self, state: &RatedState<'_>) -> Result<usize, PruneReason> {
        if self.estimate.is_empty() {
            return Ok(state.missing as usize);
        }
        let distance = self.estimate.distance(state.bits);
        let distance = distance.ok_or(PruneReason::DeadEnd)?;
        if state.depth + distance.bound as usize > self.longest {
            return Err(PruneReason::TooLong);
        }
        Ok(match self.weight {
            // Both in half steps. The sum guides, although it may exceed the distance. Steps made count an eighth, so
            // that plans do not wander.
            None => 2 * distance.sum as usize + state.depth / 4,
            // Weighed against steps made, the estimate must be about the true distance.
            Some(HalfWeight(halves)) => 2 * state.depth + halves * distance.approx as usize,
        })
    }

    fn choose(&mut self, open: &mut OpenList<'_>) -> Vec<u32> {
        self.rounds += 1;
        if self.rounds.is_multiple_of(GREEDY_REPORT_ROUNDS) {
            open.watch.report("best first", open.reached(), None);
        }
        let batch = self.weight.map_or(LANES, |_| WEIGHTED_BATCH);
        let rank = open.least_rank();
        rank.map_or_else(Vec::new, |rank| open.take_newest(rank, batch))
    }

    fn reopens(&mut self, known_depth: usize, depth: usize) -> bool {
        self.weight.is_some() && depth < known_depth
    }
}

/// Beam search (B. Lowerre, “The Harpy Speech Recognition System”, 1976): breadth-first search that expands a limited
/// number of states of a layer, half of them the best ranked, half random ones, in case the ranks mislead.
///
/// It suits games in which no state recurs, such as peg solitaire, and gives up when a move leads back to the layer
/// before. After each beam that left states out comes a wider one; later rounds start with a wider one. `None` if
/// states recur, or if there is no plan though no state was left out.
pub(crate) fn beam(
    view: &SearchNet,
    estimate: &Estimate,
    round: u32,
    budget: &Budget,
    watch: &SearchWatch<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut strategy = Beam {
        estimate,
        width: FIRST_BEAM_WIDTH * BEAM_GROWTH.pow(round.min(MAX_BEAM_ROUND)),
        random: fastrand::Rng::with_seed(round.into()),
        waiting: Vec::new(),
        layer: Vec::new().into_iter(),
        truncated: false,
        recurs: false,
    };
    loop {
        let moves = BestFirst::new(view, budget, watch)?.search(&mut strategy)?;
        if moves.is_some() || strategy.recurs || !strategy.truncated {
            return Ok(moves);
        }
        strategy.truncated = false;
        strategy.width *= BEAM_GROWTH;
    }
}

/// Ranks of a state in a beam, small ones first, each deciding where those before are equal: estimated distance, unmet
/// goal conditions, a number that is smaller the more legal moves there are, a random number.
type BeamRank = (u32, u32, u32, u32);

struct Beam<'e> {
    estimate: &'e Estimate,
    /// Maximum number of states of a layer that are expanded.
    width: usize,
    random: fastrand::Rng,
    /// Ranks and numbers of the states of the next layer.
    waiting: Vec<(BeamRank, u32)>,
    /// States of the current layer still to be expanded.
    layer: IntoIter<u32>,
    /// A layer had more states than `width`, so that some were left out.
    truncated: bool,
    /// A move led back to the layer before.
    recurs: bool,
}

impl Strategy for Beam<'_> {
    fn rank(&mut self, state: &RatedState<'_>) -> Result<usize, PruneReason> {
        let distance = self.estimate.distance(state.bits);
        let rank = (
            distance.ok_or(PruneReason::DeadEnd)?.sum,
            state.missing,
            u32::MAX - state.legal_moves,
            self.random.u32(..),
        );
        self.waiting.push((rank, state.number));
        Ok(state.depth)
    }

    fn choose(&mut self, open: &mut OpenList<'_>) -> Vec<u32> {
        if self.recurs {
            return Vec::new();
        }
        if self.layer.len() == 0 {
            // Takes the layer off the open list; its states are in `waiting`, too, with finer ranks.
            open.take_least();
            let mut waiting = std::mem::take(&mut self.waiting);
            if waiting.len() > self.width {
                self.truncated = true;
                waiting.sort_unstable();
                self.random.shuffle(&mut waiting[self.width / 2..]);
                waiting.truncate(self.width);
            }
            let layer: Vec<u32> = waiting.into_iter().map(|(_, number)| number).collect();
            self.layer = layer.into_iter();
        }
        self.layer.by_ref().take(LAYER_BATCH).collect()
    }

    fn reopens(&mut self, known_depth: usize, depth: usize) -> bool {
        // The move was made in layer `depth - 1`.
        self.recurs |= known_depth + 2 == depth;
        false
    }
}
