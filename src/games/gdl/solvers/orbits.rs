//! Symmetry reduction: of the states that are equivalent by a symmetry of the game one represents all.
//!
//! It is the least image under some permutations of the symmetry group, then the least image of that one, and so on.
//! If the group has more than `MOST` elements, equivalent states may have several representatives; then
//! fewer states are merged, but none wrongly.

use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::Budget;

use super::super::model::{Model, ones};
use super::super::net::machine::Machine;
use super::super::symmetry::Symmetry;
use super::answers::slice;
use crate::analysis::View;
use crate::analysis::untouched;

const LOOK: Duration = Duration::from_millis(500);
const MOST: usize = 64;

/// Most rounds of images, each starting from the least so far.
const MOST_ROUNDS: usize = 8;
const MOST_BYTES: usize = 1 << 20;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Permutation {
    bits: Vec<u32>,
    moves: Vec<u32>,
}

impl Permutation {
    /// This permutation after another.
    fn after(&self, first: &Self) -> Self {
        let chain = |own: &[u32], first: &[u32]| -> Vec<u32> {
            first.iter().map(|to| own[*to as usize]).collect()
        };
        Self {
            bits: chain(&self.bits, &first.bits),
            moves: chain(&self.moves, &first.moves),
        }
    }

    fn inverse(&self) -> Self {
        let turned = |own: &[u32]| {
            let mut back = vec![0; own.len()];
            for (from, to) in (0..).zip(own) {
                back[*to as usize] = from;
            }
            back
        };
        Self {
            bits: turned(&self.bits),
            moves: turned(&self.moves),
        }
    }

    fn put(&self, state: &[u64], into: &mut [u64]) {
        into.fill(0);
        for bit in ones(state) {
            let to = self.bits[bit] as usize;
            into[to / 64] |= 1 << (to % 64);
        }
    }

    /// Lookup table: for each position and value of a byte, the words of its image.
    fn table(&self, words: usize) -> Vec<u64> {
        let mut table = vec![0; 8 * words * 256 * words];
        let mut state = vec![0u64; words];
        for (entry, into) in table.chunks_mut(words).enumerate() {
            let (place, value) = (entry / 256, entry % 256);
            state.fill(0);
            state[place / 8] = (value as u64) << (8 * (place % 8));
            // The last byte may have bits beyond the facts.
            let bits = self.bits.len().saturating_sub(64 * (place / 8));
            if bits < 64 {
                state[place / 8] &= (1 << bits) - 1;
            }
            self.put(&state, into);
        }
        table
    }
}

/// Permutes a state's bits by a lookup table.
fn look_up(table: &[u64], state: &[u64], into: &mut [u64]) {
    let words = state.len();
    into.fill(0);
    let bytes = state.iter().flat_map(|word| word.to_le_bytes());
    for (place, value) in bytes.enumerate().filter(|(_, value)| *value != 0) {
        let entry = (place * 256 + usize::from(value)) * words;
        for (into, part) in into.iter_mut().zip(&table[entry..entry + words]) {
            *into |= part;
        }
    }
}

pub(super) struct Orbits {
    /// Elements of the group but the identity, not always all.
    permutations: Vec<Permutation>,
    /// Lookup tables for them; none if these were too large.
    tables: Vec<Vec<u64>>,
    from: Vec<u64>,
    best: Vec<u64>,
    other: Vec<u64>,
}

impl Orbits {
    /// Symmetries of the game that are symmetries of a view on it; `None` if there are none.
    pub fn of(model: &Model, view: &View, budget: &Budget) -> Option<Self> {
        let generators = fitting(model, view, budget);
        let bits = view.net.facts.len() as u32;
        let moves = view.net.moves.len() as u32;
        let identity = Permutation {
            bits: (0..bits).collect(),
            moves: (0..moves).collect(),
        };
        // The group, or the elements of it that are reached first.
        let mut known = FxHashSet::from_iter([identity.clone()]);
        let mut permutations = vec![identity];
        let mut next = 0;
        while next < permutations.len() && permutations.len() <= MOST {
            for generator in &generators {
                let more = generator.after(&permutations[next]);
                if permutations.len() <= MOST && known.insert(more.clone()) {
                    permutations.push(more);
                }
            }
            next += 1;
        }
        permutations.swap_remove(0);
        let words = view.code.words();
        let size = permutations.len() * 8 * words * 256 * words * size_of::<u64>();
        let tabled = if size <= MOST_BYTES {
            &permutations[..]
        } else {
            &[]
        };
        let tables = tabled.iter().map(|one| one.table(words)).collect();
        (!permutations.is_empty()).then(|| Self {
            tables,
            permutations,
            from: vec![0; words],
            best: vec![0; words],
            other: vec![0; words],
        })
    }

    /// Representative of a state.
    pub fn canonical(&mut self, state: &[u64]) -> &[u64] {
        self.settle(state, |_| {});
        &self.best
    }

    /// Computes the representative as `self.best`; `by` receives the permutations that lead there.
    fn settle(&mut self, state: &[u64], mut by: impl FnMut(&Permutation)) {
        self.best.copy_from_slice(state);
        for _ in 0..MOST_ROUNDS {
            self.from.copy_from_slice(&self.best);
            let mut least = None;
            for (number, permutation) in self.permutations.iter().enumerate() {
                match self.tables.get(number) {
                    Some(table) => look_up(table, &self.from, &mut self.other),
                    None => permutation.put(&self.from, &mut self.other),
                }
                if self.other < self.best {
                    std::mem::swap(&mut self.other, &mut self.best);
                    least = Some(permutation);
                }
            }
            match least {
                Some(permutation) => by(permutation),
                None => return,
            }
        }
    }

    /// Translates moves between representatives to moves of the game, from the step `since` on.
    pub fn unfold(&mut self, view: &View, moves: &[u32], since: usize) -> Vec<u32> {
        let mut machine = Machine::<1>::new(&view.code);
        let mut state = view.start.clone();
        // From the representative to the state of the game.
        let mut back: Option<Permutation> = None;
        let mut unfolded = Vec::with_capacity(moves.len());
        for (step, mv) in moves.iter().enumerate() {
            let to = |back: &Permutation| back.moves[*mv as usize];
            unfolded.push(back.as_ref().map_or(*mv, to));
            let next = machine.after(&state, *mv as usize);
            if step < since {
                state = next;
                continue;
            }
            let mut all = back.take();
            self.settle(&next, |permutation| {
                let turned = permutation.inverse();
                all = Some(match &all {
                    Some(all) => all.after(&turned),
                    None => turned,
                });
            });
            back = all;
            state.copy_from_slice(&self.best);
        }
        unfolded
    }
}

/// Generators of the game's symmetries as permutations of a view. A view has part of the facts; a symmetry fits if it
/// preserves that part. Where a step counter was removed, it must also fix all facts that change by themselves: only
/// then the rest of what ends the game is symmetric, too.
fn fitting(model: &Model, view: &View, budget: &Budget) -> Vec<Permutation> {
    let symmetries = model.symmetries(&slice(budget, LOOK, 1));
    if symmetries.is_empty() {
        return Vec::new();
    }
    let clocks = match view.limit {
        Some(_) => match untouched(&model.net, budget) {
            Ok(clocks) => clocks,
            Err(_) => return Vec::new(),
        },
        None => vec![false; model.net.facts.len()],
    };
    let turn = |all: &[u32], shown: &[u32]| -> Option<Vec<u32>> {
        // From the view's numbers to the game's, and back.
        let mut numbers = vec![None; all.len()];
        for (number, whole) in (0u32..).zip(shown) {
            numbers[*whole as usize] = Some(number);
        }
        shown
            .iter()
            .map(|whole| numbers[all[*whole as usize] as usize])
            .collect()
    };
    let places = |all: &[u32], own: &[u32]| -> Option<Vec<u32>> {
        let places: FxHashMap<u32, u32> = all.iter().copied().zip(0..).collect();
        own.iter().map(|term| places.get(term).copied()).collect()
    };
    let Some(bits) = places(&model.net.facts, &view.net.facts) else {
        return Vec::new();
    };
    let Some(moves) = places(&model.net.moves, &view.net.moves) else {
        return Vec::new();
    };
    let fit = |symmetry: &Symmetry| {
        let ticks = (0u32..).zip(&symmetry.facts).zip(&clocks);
        if ticks
            .into_iter()
            .any(|((bit, to), clock)| *clock && bit != *to)
        {
            return None;
        }
        let permutation = Permutation {
            bits: turn(&symmetry.facts, &bits)?,
            moves: turn(&symmetry.moves, &moves)?,
        };
        let moved = (0..).zip(&permutation.bits).any(|(from, to)| from != *to);
        moved.then_some(permutation)
    };
    symmetries.iter().filter_map(fit).collect()
}
