//! A roamer: a token that goes from place to place while all else stays as it is, such as somebody who walks about
//! between crates. Most steps of such a game change nothing but where it is. Here they are not steps: a state
//! stands for all that differ only in where the roamer is and can be reached by roaming alone, so it holds all
//! places where the roamer can be, and a move is made from any of them. What is left is a game of those steps that
//! matter, with fewer states and shorter plans (A. Junghanns and J. Schaeffer, “Sokoban: Enhancing General
//! Single-Agent Search Methods Using Domain Knowledge”, 2001, do so for a keeper by hand).
//!
//! That game is a network, too: the old one with the roamer in one place after the other, which settles what each
//! move there looks at and changes. Where the roamer gets to is a loop of gates.

mod gates;
mod packing;
mod pairs;
mod plan;
mod relaxed;
mod store;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use super::astar::Estimate;
use super::replay;
use super::tokens;
use crate::analysis::View;
use crate::search::{Budget, Progress, Stop};
use crate::terms::Terms;
use store::Store;

/// A game with a roamer, as the game of all other steps.
pub(super) struct Roamer {
    /// The facts are those of the whole game, the roamer's being true wherever it can be.
    pub view: View,
    /// What is known of how far states of that view are from the goal.
    pub estimate: Estimate,
    /// For each move of that view the roamer's place, as a bit of the state, and the move of the whole game.
    moves: Vec<(u32, u32)>,
    /// The roamer's places.
    places: Vec<u32>,
}

/// Families that are tried as the tokens, the largest first.
const MOST_FAMILIES: usize = 4;

/// A plan that brings tokens to their ends one after the other. Which facts these are, and who roams, is taken from games by
/// chance; the rules have the last word on the plan.
pub(super) fn pack(
    view: &View,
    terms: &Terms,
    anywhere: bool,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let states = tokens::states(view, budget)?;
    let mut families = tokens::candidates(view, terms, &states, budget)?;
    let Some(roamer) = tokens::roamer(view, &states, families.iter()) else {
        return Ok(None);
    };
    families.retain(|places| {
        let mut starts = places.iter().filter(|bit| view.net.start[**bit as usize]);
        starts.next().is_some() && !places.iter().any(|bit| roamer.binary_search(bit).is_ok())
    });
    families.sort_by_key(|places| Reverse(places.len()));
    for tokens in families.iter().take(MOST_FAMILIES) {
        let Some(store) = Store::new(view, tokens, &roamer, budget)? else {
            continue;
        };
        if let Some(steps) = store.pack(budget, progress)? {
            let steps = steps
                .into_iter()
                .map(|(stand, mv)| (store.stands[stand], mv));
            let plan = plan::spell(view, &roamer, steps, anywhere, budget)?;
            if let Some(plan) = plan.and_then(|plan| replay::won(view, plan, anywhere)) {
                return Ok(Some(plan));
            }
        }
    }
    Ok(None)
}
