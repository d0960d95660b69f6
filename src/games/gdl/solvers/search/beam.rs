//! Beam search (B. Lowerre, “The Harpy Speech Recognition System”, 1976): breadth-first search that expands at most
//! `width` states of a layer, half of them the best ranked, half random ones.
//!
//! It suits games in which no state recurs, such as peg solitaire, and gives up when a move leads back to the layer
//! before. After each search that left states out comes one with a wider beam.

use planwright_game::search::{Budget, Stop};

use crate::analysis::SearchNet;
use crate::solvers::search::astar::Estimate;
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::{NONE, Table};

const WIDTH: usize = 500;
const GROWTH: usize = 3;
/// Round from which the first beam no longer grows.
const MAX_GROWTH_ROUND: u32 = 8;

/// Finds a plan with beams of growing width; later rounds start with a wider one. `None` if states recur, or if there
/// is no plan though no state was left out.
pub(crate) fn search(
    view: &SearchNet,
    estimate: &Estimate,
    anywhere: bool,
    round: u32,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut width = WIDTH * GROWTH.pow(round.min(MAX_GROWTH_ROUND));
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
            BeamEnd::Plan(moves) => return Ok(Some(moves)),
            BeamEnd::None => return Ok(None),
            BeamEnd::Truncated => width *= GROWTH,
        }
    }
}

enum BeamEnd {
    Plan(Vec<u32>),
    /// No state was left out, or states recur.
    None,
    /// States were left out.
    Truncated,
}

struct Beam<'v> {
    view: &'v SearchNet,
    estimate: &'v Estimate,
    anywhere: bool,
    budget: &'v Budget,
    /// Expanded states by layer: index of the predecessor in the layer before, and the move.
    layers: Vec<Vec<(u32, u32)>>,
}

impl Beam<'_> {
    fn run(&mut self, width: usize, random: &mut fastrand::Rng) -> Result<BeamEnd, Stop> {
        let words = self.view.code.words();
        let mut expander = Expander::new(self.view, self.budget);
        let mut layer = Table::new(words, self.budget);
        layer.add(&self.view.start, NONE, 0)?;
        let mut before = Table::new(words, self.budget);
        let mut truncated = false;
        for depth in 0..=self.view.max_length() {
            // Ranked states, ties in random order.
            let mut waiting: Vec<((u32, u32, u32, u32), u32)> = Vec::new();
            for from in (0..layer.len() as u32).step_by(LANES) {
                self.budget.check()?;
                let to = (layer.len() as u32).min(from + LANES as u32);
                let states = layer.states(from..to);
                let statuses = expander.evaluate(&states);
                let missing = expander.missing(statuses.len());
                let last = self.view.limit.is_some_and(|limit| depth >= limit);
                for (lane, (number, status)) in (from..to).zip(&statuses).enumerate() {
                    if status.won && (status.over || last || self.anywhere) {
                        let (parent, mv) = layer.origin(number);
                        return Ok(BeamEnd::Plan(self.path(parent, mv)));
                    }
                    if status.over || !status.hope {
                        continue;
                    }
                    let Some(distance) = self.estimate.distance(&states[lane * words..][..words])
                    else {
                        continue;
                    };
                    let moves = expander.legal(lane).count() as u32;
                    let rank = (
                        distance.sum,
                        missing[lane],
                        u32::MAX - moves,
                        random.u32(..),
                    );
                    waiting.push((rank, number));
                }
            }
            if waiting.len() > width {
                truncated = true;
                waiting.sort_unstable();
                random.shuffle(&mut waiting[width / 2..]);
                waiting.truncate(width);
            }
            let mut next = Table::new(words, self.budget);
            let mut recurs = false;
            for (first, chunk) in (0..).step_by(LANES).zip(waiting.chunks(LANES)) {
                self.budget.check()?;
                let states = layer.states(chunk.iter().map(|(_, number)| *number));
                expander.evaluate(&states);
                let mut emit = |parent: u32, mv: u32, state: &[u64]| -> Result<(), Stop> {
                    recurs |= before.find(state).is_some();
                    next.add(state, parent, mv).map(|_| ())
                };
                for lane in 0..chunk.len() {
                    expander.push_all(first + lane as u32, &states, lane, &mut emit)?;
                }
                expander.flush(&mut emit)?;
            }
            if recurs || next.len() == 0 {
                return Ok(if truncated && !recurs {
                    BeamEnd::Truncated
                } else {
                    BeamEnd::None
                });
            }
            let expanded = waiting.iter().map(|(_, number)| layer.origin(*number));
            self.layers.push(expanded.collect());
            before = std::mem::replace(&mut layer, next);
        }
        Ok(if truncated {
            BeamEnd::Truncated
        } else {
            BeamEnd::None
        })
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
