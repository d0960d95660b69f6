//! Parallel plans by SAT (J. Rintanen, K. Heljanko and I. Niemelä, “Planning as Satisfiability: Parallel Plans and
//! Algorithms for Plan Search”, 2006).
//!
//! A plan consists of layers. The moves of a layer, made in the order of their numbers, do not destroy what later
//! ones need, so a few layers hold many moves. Growing numbers of layers are tried, each for a limited time that
//! doubles with every pass.

use std::sync::Arc;
use std::time::Duration;

use batsat::{Lit as SatLit, SolverInterface as _, lbool};

use crate::analysis::View;
use crate::search::Budget;
use crate::solvers::replay;
use crate::solvers::sat::{Clock, Watch, encode::Unrolled};

use super::{Effect, completed};

const MOST_LAYERS: usize = 300;
/// Most pairs of facts for which it is encoded that they never hold together.
const MOST_PAIRS: usize = 20_000;
/// Time for a number of layers in the first pass.
const FIRST: Duration = Duration::from_millis(300);

/// Finds a plan; `None` if moves are no operators or none is found in time.
pub(in super::super) fn search(view: &View, anywhere: bool, budget: &Budget) -> Option<Vec<u32>> {
    let (effects, never) = completed(&view.net, budget)?;
    let clock = Arc::new(Clock::default());
    let watch = Watch::by(&clock, budget);
    let mut layers = Layers::new(view, anywhere, &effects, watch, budget);
    let pairs = (0..never.len())
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .filter(|(one, other)| never[*one][*other]);
    let pairs: Vec<(usize, usize)> = pairs.take(MOST_PAIRS).collect();
    let mut time = FIRST;
    // Fewer layers than this are proved not to suffice.
    let mut few = 0;
    loop {
        let (mut count, mut undecided) = (few, 0);
        // Much larger numbers are unlikely to be decided either.
        while count < MOST_LAYERS && undecided < 6 {
            layers.reach(count, &pairs, budget)?;
            clock.start(Some(budget.time_left().map_or(time, |left| left.min(time))));
            match layers.formula.ask(&[layers.solved[count]]) {
                answer if answer == lbool::TRUE => {
                    return replay::won(view, layers.moves(count), anywhere);
                }
                answer if answer == lbool::FALSE && undecided == 0 => few = count + 1,
                answer if answer == lbool::FALSE => {}
                _ => undecided += 1,
            }
            budget.check().ok()?;
            count += 1 + count / 8;
        }
        if undecided == 0 {
            return None;
        }
        time *= 2;
    }
}

struct Layers<'v> {
    view: &'v View,
    anywhere: bool,
    effects: &'v [Effect],
    formula: Unrolled<'v>,
    /// Facts before each layer, and after the last.
    facts: Vec<Vec<SatLit>>,
    /// For each layer, which effects are in it.
    made: Vec<Vec<SatLit>>,
    /// For each layer, whether the goal holds before it.
    solved: Vec<SatLit>,
}

impl<'v> Layers<'v> {
    fn new(
        view: &'v View,
        anywhere: bool,
        effects: &'v [Effect],
        watch: Watch,
        budget: &Budget,
    ) -> Self {
        let formula = Unrolled::new(view, anywhere, watch, budget);
        let start = formula.start();
        Self {
            view,
            anywhere,
            effects,
            formula,
            facts: vec![start],
            made: Vec::new(),
            solved: Vec::new(),
        }
    }

    /// Extends the formula by layers until it can be asked for the goal after `count` of them.
    fn reach(&mut self, count: usize, pairs: &[(usize, usize)], budget: &Budget) -> Option<()> {
        while self.solved.len() <= count {
            budget.check().ok()?;
            if self.solved.len() == self.facts.len() {
                self.layer(pairs)?;
            }
            if self.formula.is_too_large() {
                return None;
            }
            let facts = self.facts.last()?.clone();
            let ends = self.view.ends(self.anywhere).into_iter();
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
        let made: Vec<SatLit> = self.effects.iter().map(|_| formula.fresh()).collect();
        let mut after = before.clone();
        for (bit, after) in after.iter_mut().enumerate() {
            if self.effects.iter().any(|effect| effect.made[bit].is_some()) {
                *after = formula.fresh();
            }
        }
        let is = |lit: SatLit, value: bool| if value { lit } else { !lit };
        for (effect, own) in self.effects.iter().zip(&made) {
            for (bit, known) in effect.known.iter().enumerate() {
                if let Some(known) = *known {
                    formula.clause(&[!*own, is(before[bit], known)]);
                }
                if let Some(made) = effect.made[bit] {
                    formula.clause(&[!*own, is(after[bit], made)]);
                }
            }
        }
        for bit in 0..before.len() {
            if before[bit] == after[bit] {
                continue;
            }
            for value in [true, false] {
                // A bit changes only by an effect.
                let by = self.effects.iter().zip(&made);
                let by = by.filter(|(effect, _)| effect.made[bit] == Some(value));
                let mut clause = vec![is(before[bit], value), !is(after[bit], value)];
                clause.extend(by.map(|(_, own)| *own));
                formula.clause(&clause);
                // What an effect destroys, a later one of the layer cannot need.
                let mut taken: Option<SatLit> = None;
                let needs = |effect: &Effect| effect.known[bit] == Some(value);
                let Some(last) = self.effects.iter().rposition(needs) else {
                    continue;
                };
                for (effect, own) in self.effects[..=last].iter().zip(&made) {
                    if needs(effect)
                        && let Some(taken) = taken
                    {
                        formula.clause(&[!*own, !taken]);
                    }
                    if effect.made[bit] == Some(!value) && effect.known[bit] != Some(!value) {
                        let now = formula.fresh();
                        formula.clause(&[!*own, now]);
                        if let Some(taken) = taken {
                            formula.clause(&[!taken, now]);
                        }
                        taken = Some(now);
                    }
                }
            }
        }
        for (one, other) in pairs {
            formula.clause(&[!after[*one], !after[*other]]);
        }
        self.facts.push(after);
        self.made.push(made);
        Some(())
    }

    /// Moves of the model last found, up to a layer.
    fn moves(&self, count: usize) -> Vec<u32> {
        let is_there = |lit: &SatLit| self.formula.engine.value_lit(*lit) == lbool::TRUE;
        let made = self.made[..count].iter().flat_map(|made| {
            let there = self.effects.iter().zip(made);
            there.filter(move |(_, lit)| is_there(lit))
        });
        made.map(|(effect, _)| effect.mv).collect()
    }
}
