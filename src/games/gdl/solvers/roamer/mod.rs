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

use super::astar::Estimate;
use super::replay;
use super::tokens::Tokens;
use crate::analysis::View;
use crate::search::{Budget, Progress, Stop};
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

/// A plan that brings tokens to their ends one after the other, the roamer's places being given in order.
pub(super) fn pack(
    view: &View,
    tokens: &Tokens,
    places: &[u32],
    anywhere: bool,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let Some(store) = Store::new(view, tokens, places, budget)? else {
        return Ok(None);
    };
    let Some(steps) = store.pack(budget, progress)? else {
        return Ok(None);
    };
    let steps = steps.into_iter().map(|(stand, mv)| (places[stand], mv));
    let plan = plan::spell(view, places, steps, anywhere, budget)?;
    Ok(plan.and_then(|plan| replay::won(view, plan, anywhere)))
}
