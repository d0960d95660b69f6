//! Symmetry reduction: of the states that are equivalent by a symmetry of the game one represents all.
//!
//! It is the least image under some permutations of the symmetry group, then the least image of that one, and so on.
//! If the group has more than `MAX_ELEMENTS` elements, equivalent states may have several representatives; then
//! fewer states are merged, but none wrongly.

use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::{SearchNet, untouched};
use crate::model::{Model, ones};
use crate::net::machine::Machine;
use crate::solvers::answers::slice;
use crate::symmetry::Symmetry;
use planwright_game::search::Budget;

/// Time for finding the game's symmetries.
const SYMMETRY_TIME: Duration = Duration::from_millis(500);
/// Most elements of the group by which a state is permuted: each takes time for every new state.
const MAX_ELEMENTS: usize = 64;

/// Most rounds of images, each starting from the least so far.
const MAX_ROUNDS: usize = 8;
/// Most bytes of all lookup tables, so that they stay in the cache.
const MAX_BYTES: usize = 1 << 20;

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
        let inverted = |own: &[u32]| {
            let mut back = vec![0; own.len()];
            for (from, to) in (0..).zip(own) {
                back[*to as usize] = from;
            }
            back
        };
        Self {
            bits: inverted(&self.bits),
            moves: inverted(&self.moves),
        }
    }

    fn permute(&self, state: &[u64], into: &mut [u64]) {
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
            let (position, value) = (entry / 256, entry % 256);
            state.fill(0);
            state[position / 8] = (value as u64) << (8 * (position % 8));
            // The last byte may have bits beyond the facts.
            let bits = self.bits.len().saturating_sub(64 * (position / 8));
            if bits < 64 {
                state[position / 8] &= (1 << bits) - 1;
            }
            self.permute(&state, into);
        }
        table
    }
}

/// Permutes a state's bits by a lookup table.
fn look_up(table: &[u64], state: &[u64], into: &mut [u64]) {
    let words = state.len();
    into.fill(0);
    let bytes = state.iter().flat_map(|word| word.to_le_bytes());
    for (position, value) in bytes.enumerate().filter(|(_, value)| *value != 0) {
        let entry = (position * 256 + usize::from(value)) * words;
        for (into, part) in into.iter_mut().zip(&table[entry..entry + words]) {
            *into |= part;
        }
    }
}

pub(crate) struct Orbits {
    /// Elements of the group but the identity, not always all.
    permutations: Vec<Permutation>,
    /// Lookup tables for them; none if these were too large.
    tables: Vec<Vec<u64>>,
    from: Vec<u64>,
    best: Vec<u64>,
    image: Vec<u64>,
}

impl Orbits {
    /// Symmetries of the game that are symmetries of a view on it; `None` if there are none.
    pub fn new(model: &Model, view: &SearchNet, budget: &Budget) -> Option<Self> {
        let generators = view_symmetries(model, view, budget);
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
        while next < permutations.len() && permutations.len() <= MAX_ELEMENTS {
            for generator in &generators {
                let more = generator.after(&permutations[next]);
                if permutations.len() <= MAX_ELEMENTS && known.insert(more.clone()) {
                    permutations.push(more);
                }
            }
            next += 1;
        }
        permutations.swap_remove(0);
        let words = view.code.words();
        let size = permutations.len() * 8 * words * 256 * words * size_of::<u64>();
        let listed = if size <= MAX_BYTES {
            &permutations[..]
        } else {
            &[]
        };
        let tables = listed.iter().map(|one| one.table(words)).collect();
        (!permutations.is_empty()).then(|| Self {
            tables,
            permutations,
            from: vec![0; words],
            best: vec![0; words],
            image: vec![0; words],
        })
    }

    pub fn canonical(&mut self, state: &[u64]) -> &[u64] {
        self.canonicalize(state, |_| {});
        &self.best
    }

    /// Computes the representative as `self.best`; `visit` receives the permutations that lead there.
    fn canonicalize(&mut self, state: &[u64], mut visit: impl FnMut(&Permutation)) {
        self.best.copy_from_slice(state);
        for _ in 0..MAX_ROUNDS {
            self.from.copy_from_slice(&self.best);
            let mut least = None;
            for (number, permutation) in self.permutations.iter().enumerate() {
                match self.tables.get(number) {
                    Some(table) => look_up(table, &self.from, &mut self.image),
                    None => permutation.permute(&self.from, &mut self.image),
                }
                if self.image < self.best {
                    std::mem::swap(&mut self.image, &mut self.best);
                    least = Some(permutation);
                }
            }
            match least {
                Some(permutation) => visit(permutation),
                None => return,
            }
        }
    }

    /// Translates moves between representatives to moves of the game, from the step `since` on.
    pub fn unfold(&mut self, view: &SearchNet, moves: &[u32], since: usize) -> Vec<u32> {
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
            self.canonicalize(&next, |permutation| {
                let inverse = permutation.inverse();
                all = Some(match &all {
                    Some(all) => all.after(&inverse),
                    None => inverse,
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
fn view_symmetries(model: &Model, view: &SearchNet, budget: &Budget) -> Vec<Permutation> {
    let symmetries = model.symmetries(&slice(budget, SYMMETRY_TIME, 1));
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
    let restrict = |all: &[u32], indices: &[u32]| -> Option<Vec<u32>> {
        // From the view's numbers to the game's, and back.
        let mut numbers = vec![None; all.len()];
        for (number, full) in (0u32..).zip(indices) {
            numbers[*full as usize] = Some(number);
        }
        indices
            .iter()
            .map(|full| numbers[all[*full as usize] as usize])
            .collect()
    };
    let positions = |all: &[u32], own: &[u32]| -> Option<Vec<u32>> {
        let positions: FxHashMap<u32, u32> = all.iter().copied().zip(0..).collect();
        own.iter()
            .map(|term| positions.get(term).copied())
            .collect()
    };
    let Some(bits) = positions(&model.net.facts, &view.net.facts) else {
        return Vec::new();
    };
    let Some(moves) = positions(&model.net.moves, &view.net.moves) else {
        return Vec::new();
    };
    let restricted = |symmetry: &Symmetry| {
        let ticks = (0u32..).zip(&symmetry.facts).zip(&clocks);
        if ticks
            .into_iter()
            .any(|((bit, to), clock)| *clock && bit != *to)
        {
            return None;
        }
        let permutation = Permutation {
            bits: restrict(&symmetry.facts, &bits)?,
            moves: restrict(&symmetry.moves, &moves)?,
        };
        let moved = (0..).zip(&permutation.bits).any(|(from, to)| from != *to);
        moved.then_some(permutation)
    };
    symmetries.iter().filter_map(restricted).collect()
}
