//! Warehouses: games in which an agent (such as Sokoban's player) moves tokens (such as crates) one at a time.
//!
//! Agent and tokens are families of facts that random playouts show ([`tokens`](crate::solvers::heuristics::tokens)):
//! the agent's position often is all that a move changes. [`TokenWarehouse`] is a model of such a game, in which a few
//! tokens are enough to find what moves do; [`packing`] finds plans in it, [`windows`] shortens plans.

mod packing;
mod plan;
#[cfg(test)]
mod tests;
mod warehouse;
mod windows;

use std::cmp::Reverse;

use crate::analysis::SearchNet;
use crate::solvers::heuristics::tokens::{self, Places};
use crate::terms::Terms;
use planwright_game::search::{Budget, Stop};
pub(crate) use warehouse::TokenWarehouse;

/// Most families that are tried as the tokens, the largest first.
const MAX_FAMILIES: usize = 4;

/// Warehouses that a game may be; empty if no agent is found.
pub(crate) fn warehouses(
    view: &SearchNet,
    terms: &Terms,
    budget: &Budget,
) -> Result<Vec<TokenWarehouse>, Stop> {
    let (agent, families) = detect(view, terms, budget)?;
    let warehouses = families
        .iter()
        .map(|tokens| TokenWarehouse::new(view, tokens, &agent, budget));
    warehouses.filter_map(Result::transpose).collect()
}

/// Detects the agent and families of facts that it may move, by random playouts; empty if there is no agent.
fn detect(view: &SearchNet, terms: &Terms, budget: &Budget) -> Result<(Places, Vec<Places>), Stop> {
    let states = tokens::states(view, budget)?;
    let mut families = tokens::candidates(view, terms, &states, budget)?;
    let Some(agent) = tokens::find_agent(view, &states, families.iter()) else {
        return Ok((Vec::new(), Vec::new()));
    };
    families.retain(|places| {
        let mut all = places.iter();
        all.clone().any(|bit| view.net.start[*bit as usize])
            && all.all(|bit| agent.binary_search(bit).is_err())
    });
    families.sort_by_key(|places| Reverse(places.len()));
    families.truncate(MAX_FAMILIES);
    Ok((agent, families))
}
