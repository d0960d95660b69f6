//! Games that decompose: the facts fall into groups that do not read each other, and each goal condition reads one
//! group. Each part is solved alone.
//!
//! Two kinds are recognized. **In turn**: every move affects one part; plans of the parts are played one after the
//! other, and a shortest plan is as long as theirs together. **At once**: a move is a choice for every part, and any
//! choices can be combined; the parts are explored step by step until all can reach their goal at the same time.
//!
//! The end of the game need not decompose, so the combined plan is replayed, and dropped if it does not hold. Lower
//! bounds of the parts hold for the whole all the same: without some reasons to stop, only more is possible.

mod finder;
mod layers;

use rustc_hash::FxHashMap;

use crate::search::{Budget, Stop};

use super::super::net::{Builder, FALSE, TRUE};
use super::breadth::{self, Found};
use super::replay;
use super::watch::Watch;
use crate::analysis::View;
use finder::{Finder, Part};
use layers::all_at_once;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    pub moves: Vec<u32>,
    /// No plan is shorter.
    pub bound: usize,
}

/// Finds a plan; `None` if the game does not decompose or the combined plan does not hold.
pub(super) fn search(view: &View, anywhere: bool, budget: &Budget) -> Result<Option<Whole>, Stop> {
    let Some(mut found) = Finder::new(&view.net, budget)? else {
        return Ok(None);
    };
    let apart = found.groups.clone();
    found.join_by_moves();
    let whole = match found.parts() {
        Some(parts) => one_by_one(view, &parts, budget)?,
        None => {
            found.groups = apart;
            found.join_by_choices();
            match found.parts() {
                Some(parts) => all_at_once(view, &parts, anywhere, budget)?,
                None => None,
            }
        }
    };
    Ok(whole.filter(|whole| holds(view, &whole.moves, anywhere)))
}

/// A part as a game of its own, with only the moves for which `with` holds.
fn alone(
    view: &View,
    part: &Part,
    with: &dyn Fn(usize) -> bool,
    budget: &Budget,
) -> Result<View, Stop> {
    let mut net = view.net.clone();
    let mut builder = Builder::over(std::mem::take(&mut net.gates));
    let won = builder.and(part.conditions.clone());
    net.terminal = builder.or(part.ends.clone());
    net.legal = (0..net.moves.len())
        .map(|mv| match with(mv) {
            true => builder.and(part.asks[mv].clone()),
            false => FALSE,
        })
        .collect();
    net.gates = builder.gates;
    net.extra = vec![won, TRUE];
    net.goals.clear();
    Ok(View::of(net.keep(&part.bits, budget)?))
}

/// Numbers that the part's moves have in the whole game.
fn in_whole(view: &View, part: &View) -> Vec<u32> {
    let numbers: FxHashMap<_, u32> = view.net.moves.iter().copied().zip(0..).collect();
    part.net.moves.iter().map(|mv| numbers[mv]).collect()
}

fn one_by_one(view: &View, parts: &[Part], budget: &Budget) -> Result<Option<Whole>, Stop> {
    let mut moves = Vec::new();
    let sink = crate::search::NoProgress;
    for part in parts.iter().filter(|part| !part.conditions.is_empty()) {
        let own = |mv: usize| Some(part.class[mv]) != part.idle;
        let small = alone(view, part, &own, budget)?;
        let progress = crate::search::Progress::new(&sink);
        let watch = Watch::new(&progress, Vec::new);
        // The value counts anywhere: the whole plan is checked at the end.
        match breadth::search(&small, None, true, budget, &watch) {
            Ok(Found::Plan(plan)) => {
                let numbers = in_whole(view, &small);
                moves.extend(plan.iter().map(|mv| numbers[*mv as usize]));
            }
            Ok(Found::None { .. }) => return Ok(None),
            Err(stopped) => return Err(stopped.stop),
        }
    }
    Ok(Some(Whole {
        bound: moves.len(),
        moves,
    }))
}

/// Returns whether moves, all of them, are a plan of the whole game.
fn holds(view: &View, moves: &[u32], anywhere: bool) -> bool {
    let states = replay::states(view, moves, anywhere);
    states.is_some_and(|states| states.len() == moves.len() + 1)
}
