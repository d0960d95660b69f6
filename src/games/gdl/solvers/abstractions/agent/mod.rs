//! Detects a freely moving agent (such as Sokoban's player) and abstracts its walking into macro moves.
//!
//! The agent is a token that moves while all else stays as it is; most steps of such a game change only its position.
//! In the abstract game a state represents all states that differ only by walking: every position that the agent can
//! reach holds, and a move is made from any of them. That game has fewer states and shorter plans (A. Junghanns and
//! J. Schaeffer, “Sokoban: Enhancing General Single-Agent Search Methods Using Domain Knowledge”, 2001, do so by
//! hand).
//!
//! The abstract game is a network, too: the original one with the agent at one position after the other, which fixes
//! what each move there reads and changes. The positions that the agent reaches are a loop of gates.

mod dead_pairs;
mod gates;
mod packing;
mod plan;
mod relaxed;
#[cfg(test)]
mod tests;
mod warehouse;
mod windows;

use std::cmp::Reverse;

use crate::analysis::SearchNet;
use crate::solvers::heuristics::tokens::{self, Places};
use crate::solvers::search::astar::Estimate;
use crate::terms::Terms;
use planwright_game::search::{Budget, Stop};
pub(crate) use warehouse::TokenWarehouse;

/// Game without the agent's walking.
pub(crate) struct AgentAbstraction {
    /// The facts are those of the whole game; the agent's are true at every position it can reach.
    pub view: SearchNet,
    pub estimate: Estimate,
    /// For each move of that view the agent's position, as a bit of the state, and the move of the whole game.
    moves: Vec<(u32, u32)>,
    /// The agent's positions, as bits of the state.
    positions: Vec<u32>,
}

/// Most families that are tried as the tokens, the largest first.
const MAX_FAMILIES: usize = 4;

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
