//! Parallel plans by SAT (J. Rintanen, K. Heljanko and I. Niemelä, “Planning as Satisfiability: Parallel Plans and
//! Algorithms for Plan Search”, 2006).
//!
//! A plan consists of layers. The moves of a layer, made in the order of their numbers, do not destroy what later
//! ones need, so a few layers hold many moves. Growing numbers of layers are tried, each for a limited time that
//! doubles with every pass.

use std::sync::Arc;
use std::time::Duration;

use batsat::{Lit as SatLit, SolverInterface as _, lbool};

use super::{MoveEffect, completed};
use crate::analysis::SearchNet;
use crate::solvers::sat::{EngineClock, EngineStop, encode::Unrolled};
use crate::solvers::search::replay;
use planwright_game::search::Budget;

/// Most layers of a plan.
const MAX_LAYERS: usize = 300;
/// Numbers of layers left undecided after which larger ones are not tried in a pass: they are unlikely to be decided.
const MAX_UNDECIDED: usize = 6;
/// Most pairs of facts for which it is encoded that they never hold together.
const MAX_PAIRS: usize = 20_000;
/// Time for a number of layers in the first pass.
const FIRST_SLICE: Duration = Duration::from_millis(300);

/// Finds a plan; `None` if moves are no operators or none is found in time.
pub(crate) fn search(view: &SearchNet, budget: &Budget) -> Option<Vec<u32>> {
    let (effects, mutexes) = completed(&view.net, budget)?;
    let clock = Arc::new(EngineClock::default());
    let watch = EngineStop::new(&clock, budget);
    let mut layers = ParallelLayers::new(view, &effects, watch, budget);
    let pairs = (0..mutexes.len())
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .filter(|(one, other)| mutexes[*one][*other]);
    let pairs: Vec<(usize, usize)> = pairs.take(MAX_PAIRS).collect();
    let mut time = FIRST_SLICE;
    // Fewer layers than this are proved not to suffice.
    let mut refuted = 0;
    loop {
        let (mut count, mut undecided) = (refuted, 0);
        while count < MAX_LAYERS && undecided < MAX_UNDECIDED {
            layers.extend(count, &pairs, budget)?;
            clock.start(Some(budget.time_left().map_or(time, |left| left.min(time))));
            match layers.formula.solve(&[layers.solved[count]]) {
                answer if answer == lbool::TRUE => {
                    return replay::until_won(view, layers.moves(count));
                }
                answer if answer == lbool::FALSE && undecided == 0 => refuted = count + 1,
                answer if answer == lbool::FALSE => {}
                _ => undecided += 1,
            }
            budget.check().ok()?;
            count += 1 + count / 8;
        }
        if undecided == 0 {
            return None;
        }
        time = time.saturating_mul(2);
    }
}

struct ParallelLayers<'v> {
    view: &'v SearchNet,
    effects: &'v [MoveEffect],
    formula: Unrolled<'v>,
    /// Facts before each layer, and after the last.
    facts: Vec<Vec<SatLit>>,
    /// For each layer, which effects are in it.
    chosen: Vec<Vec<SatLit>>,
    /// For each layer, whether the goal holds before it.
    solved: Vec<SatLit>,
}

impl<'v> ParallelLayers<'v> {
    fn new(
        view: &'v SearchNet,
        effects: &'v [MoveEffect],
        watch: EngineStop,
        budget: &Budget,
    ) -> Self {
        let formula = Unrolled::new(view, watch, budget);
        let start = formula.start();
        Self {
            view,
            effects,
            formula,
            facts: vec![start],
            chosen: Vec::new(),
            solved: Vec::new(),
        }
    }

    /// Extends the formula by layers until it can be asked for the goal after `count` of them.
    fn extend(&mut self, count: usize, pairs: &[(usize, usize)], budget: &Budget) -> Option<()> {
        while self.solved.len() <= count {
            budget.check().ok()?;
            if self.solved.len() == self.facts.len() {
                self.layer(pairs)?;
            }
            if self.formula.is_too_large() {
                return None;
            }
            let facts = self.facts.last()?.clone();
            let ends = self.view.end_lits().into_iter();
            let ends = ends.map(|lit| self.formula.value(&facts, lit).ok());
            let ends: Option<Vec<SatLit>> = ends.collect();
            let solved = self.formula.and(ends?);
            self.solved.push(solved);
        }
        Some(())
    }

    /// Appends a layer; its moves are made only where the game is not over.
    fn layer(&mut self, pairs: &[(usize, usize)]) -> Option<()> {
        let formula = &mut self.formula;
        let before = self.facts.last()?;
        let over = formula.value(before, self.view.net.terminal).ok()?;
        formula.clause(&[!over]);
        let chosen: Vec<SatLit> = self.effects.iter().map(|_| formula.fresh()).collect();
        let mut after = before.clone();
        for (bit, after) in after.iter_mut().enumerate() {
            if self.effects.iter().any(|effect| effect.sets[bit].is_some()) {
                *after = formula.fresh();
            }
        }
        let is = |lit: SatLit, value: bool| if value { lit } else { !lit };
        for (effect, own) in self.effects.iter().zip(&chosen) {
            for (bit, known) in effect.known.iter().enumerate() {
                if let Some(known) = *known {
                    formula.clause(&[!*own, is(before[bit], known)]);
                }
                if let Some(set) = effect.sets[bit] {
                    formula.clause(&[!*own, is(after[bit], set)]);
                }
            }
        }
        for bit in 0..before.len() {
            if before[bit] == after[bit] {
                continue;
            }
            for value in [true, false] {
                // A bit changes only by an effect.
                let by = self.effects.iter().zip(&chosen);
                let by = by.filter(|(effect, _)| effect.sets[bit] == Some(value));
                let mut clause = vec![is(before[bit], value), !is(after[bit], value)];
                clause.extend(by.map(|(_, own)| *own));
                formula.clause(&clause);
                // What an effect destroys, a later one of the layer cannot need.
                let mut destroyed: Option<SatLit> = None;
                let needs = |effect: &MoveEffect| effect.known[bit] == Some(value);
                let Some(last) = self.effects.iter().rposition(needs) else {
                    continue;
                };
                for (effect, own) in self.effects[..=last].iter().zip(&chosen) {
                    if needs(effect)
                        && let Some(destroyed) = destroyed
                    {
                        formula.clause(&[!*own, !destroyed]);
                    }
                    if effect.sets[bit] == Some(!value) && effect.known[bit] != Some(!value) {
                        let now = formula.fresh();
                        formula.clause(&[!*own, now]);
                        if let Some(destroyed) = destroyed {
                            formula.clause(&[!destroyed, now]);
                        }
                        destroyed = Some(now);
                    }
                }
            }
        }
        for (one, other) in pairs {
            formula.clause(&[!after[*one], !after[*other]]);
        }
        self.facts.push(after);
        self.chosen.push(chosen);
        Some(())
    }

    /// Moves of the model last found, up to a layer.
    fn moves(&self, count: usize) -> Vec<u32> {
        let is_chosen = |lit: &SatLit| self.formula.engine.value_lit(*lit) == lbool::TRUE;
        let chosen = self.chosen[..count].iter().flat_map(|layer| {
            let pairs = self.effects.iter().zip(layer);
            pairs.filter(move |(_, lit)| is_chosen(lit))
        });
        chosen.map(|(effect, _)| effect.mv).collect()
    }
}
