//! Shortens a plan piece by piece: a *window* are successive pushes that move few boxes. A* searches for the fewest pushes
//! from the state before to the one after, moving only those boxes. What follows stays possible, as the state is the
//! same: boxes are interchangeable, and the pusher ends in the same area.

use crate::game::Cost;
use crate::game::search::{BestFirst, Budget, NoProgress, Progress};

use super::space::{BoxSpace, Push};
use super::warehouse::{State, Warehouse};

/// Limits of each round: moved boxes in a window, and states explored for it. Multiplied by the scale.
const ROUNDS: [(usize, u64); 5] = [(1, 1_000), (2, 2_000), (3, 5_000), (4, 10_000), (6, 20_000)];
/// Limit of pushes in a window.
const MAX_WINDOW: usize = 120;
/// Limit of states for all windows. Multiplied by the scale.
const MAX_STATES: u64 = 400_000;

/// Returns a plan with at most as many pushes, and the number of states explored. Ends early with the budget.
pub(super) fn shorten(
    house: &Warehouse,
    start: &State,
    mut pushes: Vec<Push>,
    scale: usize,
    budget: &Budget,
    progress: &Progress<'_>,
) -> (Vec<Push>, u64) {
    // The bounds of windows say nothing about the plan.
    let silent = Progress::new(&NoProgress);
    let mut explored = 0;
    let limit = MAX_STATES * scale as u64;
    let mut states = vec![start.clone()];
    follow(house, &mut states, &pushes);
    loop {
        let before = pushes.len();
        for (boxes, max_states) in ROUNDS {
            let mut at = 0;
            while at < pushes.len() && explored < limit && budget.check().is_ok() {
                let end = window_end(&states, at, boxes * scale);
                let search = BestFirst {
                    max_states: max_states * scale as u64,
                    // Only fewer pushes are accepted.
                    cost_limit: (end - at) as Cost,
                    ..BestFirst::default()
                };
                let (space, start) = BoxSpace::between(house, &states[at], &states[end]);
                let result = search.search(&space, start.into(), budget, &silent);
                explored += result.explored;
                if let Some((better, _)) = result.path {
                    pushes.splice(at..end, better);
                    states.truncate(at + 1);
                    follow(house, &mut states, &pushes[at..]);
                }
                let cost = Some(pushes.len() as Cost);
                progress.report("shortening the plan", explored, cost, None);
                // The next window begins after a third of this one.
                at += ((end - at) / 3).max(1);
            }
        }
        if pushes.len() == before || explored >= limit || budget.check().is_err() {
            return (pushes, explored);
        }
    }
}

/// Appends the state after each push. Boxes keep their order.
fn follow(house: &Warehouse, states: &mut Vec<State>, pushes: &[Push]) {
    for (from, heading) in pushes {
        let mut state = states[states.len() - 1].clone();
        state[0] = *from;
        for square in &mut state[1..] {
            if *square == *from {
                *square = house.floor.neighbour(*from, *heading);
            }
        }
        states.push(state);
    }
}

/// End of the longest window that moves at most some number of boxes.
fn window_end(states: &[State], at: usize, boxes: usize) -> usize {
    let is_short = |end: &usize| {
        let pairs = states[at][1..].iter().zip(&states[*end][1..]);
        pairs.filter(|(one, other)| one != other).count() <= boxes
    };
    let last = (at + MAX_WINDOW).min(states.len() - 1);
    (at + 1..=last)
        .take_while(is_short)
        .last()
        .unwrap_or(at + 1)
}
