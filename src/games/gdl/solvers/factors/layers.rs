//! Parts that are played at once.

use rustc_hash::{FxHashMap, FxHashSet};

use super::finder::Factor;
use super::{FactoredPlan, factor_view, is_plan, whole_moves};
use crate::analysis::SearchNet;
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::{NONE, Table};
use planwright_game::search::{Budget, Stop};

/// Most states of all parts, counted once for each layer they are in.
const MAX_STATES: usize = 3_000_000;
/// Most steps for which the layers are kept.
const MAX_STEPS: usize = 400;

/// A part with its reachable states by number of steps.
struct FactorLayers<'v> {
    view: &'v SearchNet,
    expander: Expander<'v>,
    layers: Vec<Table>,
    numbers: Vec<u32>,
}

impl FactorLayers<'_> {
    /// A state of the last layer in which the part's goal holds.
    fn goal(&mut self) -> Option<u32> {
        let layer = self.layers.last()?;
        let all: Vec<u32> = (0..layer.len() as u32).collect();
        for chunk in all.chunks(LANES) {
            let states = layer.states(chunk);
            let statuses = self.expander.evaluate(&states);
            if let Some(at) = statuses.iter().position(|status| status.won) {
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
        let mut emit =
            |parent: u32, mv: u32, state: &[u64]| next.add(state, parent, mv).map(|_| ());
        for chunk in all.chunks(LANES) {
            budget.check()?;
            let states = layer.states(chunk);
            let statuses = self.expander.evaluate(&states);
            for (lane, number) in chunk.iter().enumerate() {
                if !statuses[lane].over {
                    self.expander.push_all(*number, &states, lane, &mut emit)?;
                }
            }
        }
        self.expander.flush(&mut emit)?;
        let size = next.len();
        self.layers.push(next);
        Ok(size)
    }

    /// Moves of the whole game that lead to a state of the last layer.
    fn path(&self, mut number: u32) -> Vec<u32> {
        let mut moves = Vec::new();
        for layer in self.layers.iter().skip(1).rev() {
            let (parent, mv) = layer.origin(number);
            moves.push(self.numbers[mv as usize]);
            number = parent;
        }
        moves.reverse();
        moves
    }
}

/// Explores all parts step by step, until each can be at its goal.
pub(super) fn in_parallel(
    view: &SearchNet,
    factors: &[Factor],
    budget: &Budget,
) -> Result<Option<FactoredPlan>, Stop> {
    let combined: FxHashMap<Vec<u32>, u32> = (0..view.net.moves.len())
        .map(|mv| {
            (
                factors.iter().map(|factor| factor.class[mv]).collect(),
                mv as u32,
            )
        })
        .collect();
    let class_count = |factor: &Factor| factor.class.iter().collect::<FxHashSet<_>>().len();
    let choices = factors
        .iter()
        .map(class_count)
        .fold(1, usize::saturating_mul);
    if choices != combined.len() {
        return Ok(None);
    }
    // One move of each class suffices.
    let mut games: Vec<SearchNet> = Vec::new();
    for factor in factors {
        let mut first: FxHashMap<u32, usize> = FxHashMap::default();
        for (mv, class) in factor.class.iter().enumerate() {
            first.entry(*class).or_insert(mv);
        }
        let is_first = |mv: usize| first[&factor.class[mv]] == mv;
        games.push(factor_view(view, factor, &is_first, budget)?);
    }
    let mut layers: Vec<FactorLayers<'_>> = Vec::new();
    for game in &games {
        let mut table = Table::new(game.code.words(), budget);
        table.add(&game.start, NONE, 0)?;
        layers.push(FactorLayers {
            view: game,
            expander: Expander::new(game, budget),
            layers: vec![table],
            numbers: whole_moves(view, game),
        });
    }
    let mut states = factors.len();
    let mut bound = None;
    for steps in 0..=MAX_STEPS.min(view.max_length()) {
        budget.check()?;
        let goals: Option<Vec<u32>> = layers.iter_mut().map(FactorLayers::goal).collect();
        if let Some(goals) = goals {
            let bound = *bound.get_or_insert(steps);
            let paths = layers.iter().zip(goals);
            let paths: Vec<Vec<u32>> = paths.map(|(layers, goal)| layers.path(goal)).collect();
            let step = |step: usize| -> Option<u32> {
                let pairs = factors.iter().zip(&paths);
                let classes = pairs.map(|(factor, path)| factor.class[path[step] as usize]);
                combined.get(&classes.collect::<Vec<u32>>()).copied()
            };
            let moves: Option<Vec<u32>> = (0..steps).map(step).collect();
            if let Some(moves) = moves
                && is_plan(view, &moves)
            {
                return Ok(Some(FactoredPlan { moves, bound }));
            }
        }
        for layers in &mut layers {
            let more = layers.step(budget)?;
            states += more;
            if more == 0 || states > MAX_STATES {
                return Ok(None);
            }
        }
    }
    Ok(None)
}
