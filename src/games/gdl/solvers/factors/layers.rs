//! Parts that are played at once.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::{Budget, Stop};

use super::super::expand::{Expander, LANES};
use super::super::table::{NONE, Table};
use super::finder::Part;
use super::{Whole, alone, holds, in_whole};
use crate::analysis::View;

/// Most states of all parts, counted once for each layer they are in.
const MOST_STATES: usize = 3_000_000;
const MOST_STEPS: usize = 400;

/// A part with its reachable states by number of steps.
struct Layers<'v> {
    view: &'v View,
    expander: Expander<'v>,
    layers: Vec<Table>,
    numbers: Vec<u32>,
}

impl Layers<'_> {
    /// A state of the last layer in which the part's goal holds.
    fn goal(&mut self) -> Option<u32> {
        let layer = self.layers.last()?;
        let all: Vec<u32> = (0..layer.len() as u32).collect();
        for chunk in all.chunks(LANES) {
            let states = layer.states(chunk);
            let seen = self.expander.look(&states);
            if let Some(at) = seen.iter().position(|seen| seen.won) {
                return Some(chunk[at]);
            }
        }
        None
    }

    fn step(&mut self, budget: &Budget) -> Result<usize, Stop> {
        let mut next = Table::new(self.view.code.words(), budget);
        let Some(layer) = self.layers.last() else {
            return Ok(0);
        };
        let all: Vec<u32> = (0..layer.len() as u32).collect();
        let mut made =
            |parent: u32, mv: u32, state: &[u64]| next.add(state, parent, mv).map(|_| ());
        for chunk in all.chunks(LANES) {
            budget.check()?;
            let states = layer.states(chunk);
            let seen = self.expander.look(&states);
            for (lane, number) in chunk.iter().enumerate() {
                if !seen[lane].over {
                    self.expander.push_all(*number, &states, lane, &mut made)?;
                }
            }
        }
        self.expander.flush(&mut made)?;
        let size = next.len();
        self.layers.push(next);
        Ok(size)
    }

    /// Moves of the whole game that lead to a state of the last layer.
    fn way(&self, mut number: u32) -> Vec<u32> {
        let mut moves = Vec::new();
        for layer in self.layers.iter().skip(1).rev() {
            let (parent, mv) = layer.from(number);
            moves.push(self.numbers[mv as usize]);
            number = parent;
        }
        moves.reverse();
        moves
    }
}

/// Explores all parts step by step, until each can be at its goal.
pub(super) fn all_at_once(
    view: &View,
    parts: &[Part],
    anywhere: bool,
    budget: &Budget,
) -> Result<Option<Whole>, Stop> {
    let together: FxHashMap<Vec<u32>, u32> = (0..view.net.moves.len())
        .map(|mv| (parts.iter().map(|part| part.class[mv]).collect(), mv as u32))
        .collect();
    let doings = |part: &Part| part.class.iter().collect::<FxHashSet<_>>().len();
    let choices = parts.iter().map(doings).fold(1, usize::saturating_mul);
    if choices != together.len() {
        return Ok(None);
    }
    // One move of each class suffices.
    let mut games: Vec<View> = Vec::new();
    for part in parts {
        let mut first: FxHashMap<u32, usize> = FxHashMap::default();
        for (mv, class) in part.class.iter().enumerate() {
            first.entry(*class).or_insert(mv);
        }
        let with = |mv: usize| first[&part.class[mv]] == mv;
        games.push(alone(view, part, &with, budget)?);
    }
    let mut layers: Vec<Layers<'_>> = Vec::new();
    for game in &games {
        let mut table = Table::new(game.code.words(), budget);
        table.add(&game.start, NONE, 0)?;
        layers.push(Layers {
            view: game,
            expander: Expander::new(game, budget),
            layers: vec![table],
            numbers: in_whole(view, game),
        });
    }
    let mut states = parts.len();
    let mut bound = None;
    for steps in 0..=MOST_STEPS.min(view.longest()) {
        budget.check()?;
        let goals: Option<Vec<u32>> = layers.iter_mut().map(Layers::goal).collect();
        if let Some(goals) = goals {
            let bound = *bound.get_or_insert(steps);
            let ways = layers.iter().zip(goals);
            let ways: Vec<Vec<u32>> = ways.map(|(layers, goal)| layers.way(goal)).collect();
            let step = |step: usize| -> Option<u32> {
                let doings = parts.iter().zip(&ways);
                let classes = doings.map(|(part, way)| part.class[way[step] as usize]);
                together.get(&classes.collect::<Vec<u32>>()).copied()
            };
            let moves: Option<Vec<u32>> = (0..steps).map(step).collect();
            if let Some(moves) = moves
                && holds(view, &moves, anywhere)
            {
                return Ok(Some(Whole { moves, bound }));
            }
        }
        for layers in &mut layers {
            let more = layers.step(budget)?;
            states += more;
            if more == 0 || states > MOST_STATES {
                return Ok(None);
            }
        }
    }
    Ok(None)
}
