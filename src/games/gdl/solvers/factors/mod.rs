//! Games that decompose: the facts fall into groups that do not read each other, and each goal condition reads one
//! group. Each part is solved alone.
//!
//! Two kinds are recognized. **In turn**: every move affects one part; plans of the parts are played one after the
//! other, and a shortest plan is as long as theirs together. **At once**: a move is a choice for every part, and any
//! choices can be combined; the parts are explored step by step until all can reach their goal at the same time.
//!
//! The end of the game need not decompose, so the combined plan is replayed, and dropped if it does not hold. Lower
//! bounds of the parts hold for the whole all the same: a part's game ends for fewer reasons than the whole, so it allows
//! at least as many plans. The bound is returned with a plan only.

mod finder;
mod layers;

use finder::{Factor, FactorFinder};
use layers::in_parallel;
use rustc_hash::FxHashMap;

use crate::analysis::SearchNet;
use crate::net::{FALSE, TRUE};
use crate::solvers::search::strategies::breadth_first;
use crate::solvers::search::watch::SearchWatch;
use crate::solvers::search::{PlanOutcome, replay};
use planwright_game::search::{Budget, NoProgress, Progress, Stop};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FactoredPlan {
    pub moves: Vec<u32>,
    /// No plan is shorter.
    pub bound: usize,
}

/// Finds a plan; `None` if the game does not decompose or the combined plan does not hold.
pub(crate) fn search(view: &SearchNet, budget: &Budget) -> Result<Option<FactoredPlan>, Stop> {
    let Some(mut finder) = FactorFinder::new(&view.net, budget)? else {
        return Ok(None);
    };
    let unjoined = finder.groups.clone();
    finder.join_by_moves();
    let plan = if let Some(factors) = finder.factors() {
        one_by_one(view, &factors, budget)?
    } else {
        finder.groups = unjoined;
        finder.join_by_choices();
        match finder.factors() {
            Some(factors) => in_parallel(view, &factors, budget)?,
            None => None,
        }
    };
    Ok(plan.filter(|plan| is_plan(view, &plan.moves)))
}

/// A part as a game of its own, with only the moves for which `includes` holds.
fn factor_view(
    view: &SearchNet,
    factor: &Factor,
    includes: &dyn Fn(usize) -> bool,
    budget: &Budget,
) -> Result<SearchNet, Stop> {
    let mut net = view.net.clone();
    let won = net.gates.extend(|builder| {
        let won = builder.and(factor.conditions.clone());
        net.terminal = builder.or(factor.ends.clone());
        for (mv, legal) in net.legal.iter_mut().enumerate() {
            *legal = match includes(mv) {
                true => builder.and(factor.guards[mv].clone()),
                false => FALSE,
            };
        }
        won
    });
    net.extra = vec![won, TRUE];
    net.goals.clear();
    Ok(SearchNet {
        // The whole plan is checked at the end.
        anywhere: true,
        ..SearchNet::new(net.keep(&factor.bits, budget)?)
    })
}

/// Numbers that the part's moves have in the whole game.
fn whole_moves(view: &SearchNet, factor: &SearchNet) -> Vec<u32> {
    let numbers: FxHashMap<_, u32> = view.net.moves.iter().copied().zip(0..).collect();
    factor.net.moves.iter().map(|mv| numbers[mv]).collect()
}

fn one_by_one(
    view: &SearchNet,
    factors: &[Factor],
    budget: &Budget,
) -> Result<Option<FactoredPlan>, Stop> {
    let mut moves = Vec::new();
    for factor in factors.iter().filter(|part| !part.conditions.is_empty()) {
        let own = |mv: usize| Some(factor.class[mv]) != factor.idle;
        let small = factor_view(view, factor, &own, budget)?;
        let progress = Progress::new(&NoProgress);
        let watch = SearchWatch::unobserved(&progress);
        match breadth_first(&small, budget, &watch) {
            Ok(PlanOutcome::Plan(plan)) => {
                let numbers = whole_moves(view, &small);
                moves.extend(plan.iter().map(|mv| numbers[*mv as usize]));
            }
            Ok(PlanOutcome::None { .. }) => return Ok(None),
            Err(stopped) => return Err(stopped.stop),
        }
    }
    Ok(Some(FactoredPlan {
        bound: moves.len(),
        moves,
    }))
}

/// Returns whether moves, all of them, are a plan of the whole game.
fn is_plan(view: &SearchNet, moves: &[u32]) -> bool {
    let states = replay::states(view, moves);
    states.is_some_and(|states| states.len() == moves.len() + 1)
}
