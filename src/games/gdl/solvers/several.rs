//! Different plans, shorter ones first: breadth-first layers in which a state keeps every way into it.

use rustc_hash::FxHashMap;

use crate::search::{Budget, Stop};

use super::expand::{Expander, LANES};
use crate::analysis::View;

/// A state of a layer: every parent in the layer before, with the move.
struct Entry {
    state: Box<[u64]>,
    from: Vec<(u32, u32)>,
}

/// Plans as numbers of moves.
pub(super) type Plans = Vec<Vec<u32>>;

/// Up to `count` plans; fewer if there are no more, or with the reason if it was stopped.
pub(super) fn search(
    view: &View,
    anywhere: bool,
    count: usize,
    budget: &Budget,
) -> Result<Plans, (Plans, Stop)> {
    let words = view.code.words();
    let mut expander = Expander::new(view, budget);
    let first = Entry {
        state: view.start.clone(),
        from: Vec::new(),
    };
    let mut layers: Vec<Vec<Entry>> = vec![vec![first]];
    let mut plans = Plans::new();
    let bytes = std::cell::Cell::new(0u64);
    loop {
        let depth = layers.len() - 1;
        let last = view.limit.is_some_and(|limit| depth >= limit);
        let layer = &layers[depth];
        let mut next: Vec<Entry> = Vec::new();
        let mut known: FxHashMap<Box<[u64]>, u32> = FxHashMap::default();
        let mut made = |parent: u32, mv: u32, state: &[u64]| -> Result<(), Stop> {
            let fresh = next.len() as u32;
            bytes.set(bytes.get() + 8);
            match known.get(state) {
                Some(number) => next[*number as usize].from.push((parent, mv)),
                None => {
                    bytes.set(bytes.get() + 16 * words as u64 + 96);
                    known.insert(state.into(), fresh);
                    next.push(Entry {
                        state: state.into(),
                        from: vec![(parent, mv)],
                    });
                }
            }
            Ok(())
        };
        for (chunk_number, chunk) in layer.chunks(LANES).enumerate() {
            let checked = budget.check();
            if let Err(stop) = checked.and_then(|()| budget.check_memory(bytes.get())) {
                return Err((plans, stop));
            }
            let states = chunk.iter().flat_map(|entry| entry.state.to_vec());
            let states: Vec<u64> = states.collect();
            let seen = expander.look(&states);
            for (lane, seen) in seen.iter().enumerate() {
                let number = (chunk_number * LANES + lane) as u32;
                if seen.won && (seen.over || last || anywhere) {
                    paths(&layers, depth, number, count, &mut plans);
                    if plans.len() >= count {
                        return Ok(plans);
                    }
                }
                // Going on behind a goal would count plans with idle moves at their end.
                let stop = seen.over || last || !seen.hope || (seen.won && anywhere);
                if !stop && let Err(stop) = expander.push_all(number, &states, lane, &mut made) {
                    return Err((plans, stop));
                }
            }
        }
        if let Err(stop) = expander.flush(&mut made) {
            return Err((plans, stop));
        }
        if next.is_empty() {
            return Ok(plans);
        }
        layers.push(next);
    }
}

/// Adds the ways to a state, up to `count` plans altogether.
fn paths(layers: &[Vec<Entry>], depth: usize, number: u32, count: usize, plans: &mut Plans) {
    // Place in each layer on the way back, with the number of the next parent to try.
    let mut way: Vec<(u32, usize)> = vec![(number, 0)];
    let mut moves: Vec<u32> = Vec::new();
    while let Some((number, next)) = way.last_mut() {
        let level = depth + 1 - moves.len() - 1;
        let entry = &layers[level][*number as usize];
        if level == 0 {
            plans.push(moves.iter().rev().copied().collect());
            if plans.len() >= count {
                return;
            }
            way.pop();
            moves.pop();
            continue;
        }
        match entry.from.get(*next) {
            Some((parent, mv)) => {
                *next += 1;
                moves.push(*mv);
                way.push((*parent, 0));
            }
            None => {
                way.pop();
                moves.pop();
            }
        }
    }
}
