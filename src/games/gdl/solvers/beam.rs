//! Beam search (B. Lowerre, “The Harpy Speech Recognition System”, 1976): breadth-first search that expands at most
//! `width` states of a layer, half of them the best ranked, half random ones.
//!
//! It suits games in which no state recurs, such as peg solitaire, and gives up when a move leads back to the layer
//! before. After each search that left states out comes one with a wider beam.

use crate::search::{Budget, Stop};

use super::astar::Estimate;
use super::expand::{Expander, LANES};
use super::table::{NONE, Table};
use crate::analysis::View;

const WIDTH: usize = 500;
const WIDER: usize = 3;
/// Round from which the first beam no longer grows.
const MOST_WIDER: u32 = 8;

/// Finds a plan with beams of growing width; later rounds start with a wider one. `None` if states recur, or if there
/// is no plan though no state was left out.
pub(super) fn search(
    view: &View,
    estimate: &Estimate,
    anywhere: bool,
    round: u32,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut width = WIDTH * WIDER.pow(round.min(MOST_WIDER));
    let mut random = fastrand::Rng::with_seed(round.into());
    loop {
        let mut beam = Beam {
            view,
            estimate,
            anywhere,
            budget,
            layers: Vec::new(),
        };
        match beam.run(width, &mut random)? {
            End::Plan(moves) => return Ok(Some(moves)),
            End::None => return Ok(None),
            End::Narrow => width *= WIDER,
        }
    }
}

enum End {
    Plan(Vec<u32>),
    /// No state was left out, or states recur.
    None,
    /// States were left out.
    Narrow,
}

struct Beam<'v> {
    view: &'v View,
    estimate: &'v Estimate,
    anywhere: bool,
    budget: &'v Budget,
    /// Expanded states by layer: index of the predecessor in the layer before, and the move.
    layers: Vec<Vec<(u32, u32)>>,
}

impl Beam<'_> {
    fn run(&mut self, width: usize, random: &mut fastrand::Rng) -> Result<End, Stop> {
        let words = self.view.code.words();
        let mut expander = Expander::new(self.view, self.budget);
        let mut layer = Table::new(words, self.budget);
        layer.add(&self.view.start, NONE, 0)?;
        let mut before = Table::new(words, self.budget);
        let mut is_narrow = false;
        for depth in 0..=self.view.longest() {
            // Ranked states, ties in random order.
            let mut waiting: Vec<((u32, u32, u32, u32), u32)> = Vec::new();
            for from in (0..layer.len() as u32).step_by(LANES) {
                self.budget.check()?;
                let to = (layer.len() as u32).min(from + LANES as u32);
                let states = layer.states(from..to);
                let seen = expander.look(&states);
                let missing = expander.missing(seen.len());
                let last = self.view.limit.is_some_and(|limit| depth >= limit);
                for (lane, (number, seen)) in (from..to).zip(&seen).enumerate() {
                    if seen.won && (seen.over || last || self.anywhere) {
                        let (parent, mv) = layer.from(number);
                        return Ok(End::Plan(self.path(parent, mv)));
                    }
                    if seen.over || !seen.hope {
                        continue;
                    }
                    let Some(told) = self.estimate.tell(&states[lane * words..][..words]) else {
                        continue;
                    };
                    let moves = expander.legal(lane).count() as u32;
                    let rank = (told.sum, missing[lane], u32::MAX - moves, random.u32(..));
                    waiting.push((rank, number));
                }
            }
            if waiting.len() > width {
                is_narrow = true;
                waiting.sort_unstable();
                random.shuffle(&mut waiting[width / 2..]);
                waiting.truncate(width);
            }
            let mut next = Table::new(words, self.budget);
            let mut circle = false;
            for (first, chunk) in (0..).step_by(LANES).zip(waiting.chunks(LANES)) {
                self.budget.check()?;
                let states = layer.states(chunk.iter().map(|(_, number)| *number));
                expander.look(&states);
                let mut made = |parent: u32, mv: u32, state: &[u64]| -> Result<(), Stop> {
                    circle |= before.find(state).is_some();
                    next.add(state, parent, mv).map(|_| ())
                };
                for lane in 0..chunk.len() {
                    expander.push_all(first + lane as u32, &states, lane, &mut made)?;
                }
                expander.flush(&mut made)?;
            }
            if circle || next.len() == 0 {
                return Ok(if is_narrow && !circle {
                    End::Narrow
                } else {
                    End::None
                });
            }
            let kept = waiting.iter().map(|(_, number)| layer.from(*number));
            self.layers.push(kept.collect());
            before = std::mem::replace(&mut layer, next);
        }
        Ok(if is_narrow { End::Narrow } else { End::None })
    }

    /// Moves to a state reached from the `parent`-th expanded state of the last layer.
    fn path(&self, mut parent: u32, mut mv: u32) -> Vec<u32> {
        let mut moves = Vec::new();
        for layer in self.layers.iter().rev() {
            moves.push(mv);
            (parent, mv) = layer[parent as usize];
        }
        moves.reverse();
        moves
    }
}
