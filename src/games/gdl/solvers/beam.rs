//! Beam search: breadth first, but of each layer only so many states are gone on from – those that look best and
//! some by chance (B. Lowerre, “The Harpy Speech Recognition System”, 1976). For games in which no state comes twice and
//! the last moves decide: pegs that are taken away. Each beam is wider than the one before.

use crate::search::{Budget, Stop};

use super::astar::Estimate;
use super::expand::{Expander, LANES};
use super::table::{NONE, Table};
use crate::analysis::View;

/// States of a layer in the first beam.
const WIDTH: usize = 500;
/// So many times wider is each than the one before.
const WIDER: usize = 3;
/// Rounds in each of which the first beam is wider than in the one before.
const MOST_WIDER: u32 = 8;

/// A plan, where the first beam is the wider the later the round; nothing if states come twice, or there is none however wide the beam is.
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
    /// There is no plan, or this is no game for it.
    None,
    /// States were left out.
    Narrow,
}

struct Beam<'v> {
    view: &'v View,
    estimate: &'v Estimate,
    anywhere: bool,
    budget: &'v Budget,
    /// For each layer the states gone on from: the place of the one before, and the move.
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
            // What waits, best first, then those in an order by chance.
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

    /// The moves to a state that is reached from the `parent`-th of the last layer gone on from.
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
