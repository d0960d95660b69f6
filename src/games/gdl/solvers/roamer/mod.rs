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
mod windows;

use std::cmp::Reverse;

use super::astar::Estimate;
use super::tokens::{self, Places};
use crate::analysis::View;
use crate::search::{Budget, Stop};
use crate::terms::Terms;
pub(super) use store::Store;

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

/// The stores that a game may be.
pub(super) fn stores(view: &View, terms: &Terms, budget: &Budget) -> Result<Vec<Store>, Stop> {
    let (roamer, families) = seen(view, terms, budget)?;
    let stores = families
        .iter()
        .map(|tokens| Store::new(view, tokens, &roamer, budget));
    stores.filter_map(Result::transpose).collect()
}

/// Who roams, as games by chance have it, and what may be moved; nothing if nobody does.
fn seen(view: &View, terms: &Terms, budget: &Budget) -> Result<(Places, Vec<Places>), Stop> {
    let states = tokens::states(view, budget)?;
    let mut families = tokens::candidates(view, terms, &states, budget)?;
    let Some(roamer) = tokens::roamer(view, &states, families.iter()) else {
        return Ok((Vec::new(), Vec::new()));
    };
    families.retain(|places| {
        let mut all = places.iter();
        all.clone().any(|bit| view.net.start[*bit as usize])
            && all.all(|bit| roamer.binary_search(bit).is_err())
    });
    families.sort_by_key(|places| Reverse(places.len()));
    families.truncate(MOST_FAMILIES);
    Ok((roamer, families))
}
