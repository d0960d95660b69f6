//! One step of a game from an arbitrary state, as a formula. What it implies holds for all states that satisfy what
//! was proved of them before.

use batsat::{Lit as SatLit, SolverInterface as _, lbool};

use super::families::Places;
use crate::analysis::{SOLVABLE, SearchNet, WON};
use crate::solvers::sat::EngineStop;
use crate::solvers::sat::encode::{Unrolled, value_of};
use planwright_game::search::{Budget, Stop};

/// Most gates for counting the facts of one family.
const MAX_COUNTING: usize = 20_000;

/// A state, a move and the next state.
pub struct Formula<'v> {
    formula: Unrolled<'v>,
    budget: &'v Budget,
    /// A move is made that may lead to the goal.
    step: SatLit,
    /// The goal value is reached before the step.
    won: SatLit,
    /// For each fact: it holds before the step.
    now: Vec<SatLit>,
    /// For each fact: it holds after the step.
    next: Vec<SatLit>,
}

/// Literals about a token family: facts (its places) whose number should never change.
pub struct EncodedFamily {
    /// Assumption that at least one of its facts holds, and no more than at first.
    pub holds: SatLit,
    /// In the step two facts come or go, or one does and none does the opposite, so that their number may change.
    pub broken: SatLit,
    /// For each place: its fact holds before the step.
    pub now: Vec<SatLit>,
    /// For each place: its fact holds before, but not after the step.
    pub goes: Vec<SatLit>,
    /// For each place: its fact holds after, but not before the step.
    pub comes: Vec<SatLit>,
}

impl EncodedFamily {
    /// Removes places; `never` is sorted.
    pub fn remove(&mut self, places: &mut Places, never: &[u32]) {
        let stays = |bit: &u32| never.binary_search(bit).is_err();
        let stays: Vec<bool> = places.iter().map(stays).collect();
        let mut places_stay = stays.iter();
        places.retain(|_| places_stay.next() == Some(&true));
        for lits in [&mut self.now, &mut self.goes, &mut self.comes] {
            let mut stay = stays.iter();
            lits.retain(|_| stay.next() == Some(&true));
        }
    }
}

impl<'v> Formula<'v> {
    /// `None` if the rules are too large, or the budget ends.
    pub fn new(view: &'v SearchNet, budget: &'v Budget) -> Option<Self> {
        let watch = EngineStop::within(budget.time_left(), budget);
        let mut formula = Unrolled::new(view, watch, budget);
        let net = &view.net;
        let now: Vec<SatLit> = net.facts.iter().map(|_| formula.fresh()).collect();
        let mut values = formula.initial_values();
        values[1..=now.len()].copy_from_slice(&now);
        let extra = [net.extra[WON], net.extra[SOLVABLE], net.terminal];
        let cone = net.cone(net.legal.iter().copied().chain(extra));
        formula.evaluate(&mut values, &cone).ok()?;
        let [won, may_win, over] = extra.map(|lit| value_of(&values, lit));
        let step = formula.fresh();
        formula.clause(&[!step, may_win]);
        formula.clause(&[!step, !over]);
        let mut moves = Vec::new();
        for (mv, legal) in net.legal.iter().enumerate() {
            let (does, legal) = (formula.fresh(), value_of(&values, *legal));
            formula.clause(&[!does, legal]);
            values[(net.does(mv) >> 1) as usize] = does;
            moves.push(does);
        }
        // At most one move is made, and one if there is a step.
        formula.at_most_one(&moves);
        moves.push(!step);
        formula.clause(&moves);
        let after = net.cone(net.next.iter().copied());
        formula.evaluate(&mut values, &after).ok()?;
        let next = net.next.iter().map(|lit| value_of(&values, *lit)).collect();
        Some(Self {
            formula,
            budget,
            step,
            won,
            now,
            next,
        })
    }

    /// Encodes a family of which `count` facts hold at first.
    pub fn encode(&mut self, places: &Places, count: usize) -> EncodedFamily {
        let formula = &mut self.formula;
        let holds = formula.fresh();
        let now: Vec<SatLit> = places.iter().map(|bit| self.now[*bit as usize]).collect();
        let next = places.iter().map(|bit| self.next[*bit as usize]);
        let pairs: Vec<(SatLit, SatLit)> = now.iter().copied().zip(next).collect();
        let mut change = |one: &SatLit, other: &SatLit| formula.and(vec![*one, !*other]);
        let goes: Vec<_> = pairs.iter().map(|(now, next)| change(now, next)).collect();
        let comes: Vec<_> = pairs.iter().map(|(now, next)| change(next, now)).collect();
        let (any_goes, two_go) = self.count_bounds(&goes, 1);
        let (any_comes, two_come) = self.count_bounds(&comes, 1);
        let formula = &mut self.formula;
        let lost = formula.and(vec![any_goes, !any_comes]);
        let gained = formula.and(vec![any_comes, !any_goes]);
        let broken = formula.or(vec![two_go, two_come, lost, gained]);
        // Without these clauses the assumption is empty: fewer families are proved, but none wrongly.
        if places.len() * count <= MAX_COUNTING {
            let (any, more) = self.count_bounds(&now, count);
            self.formula.clause(&[!holds, any]);
            self.formula.clause(&[!holds, !more]);
        }
        EncodedFamily {
            holds,
            broken,
            now,
            goes,
            comes,
        }
    }

    /// Literals that none of these facts holds before the step.
    pub fn without(&self, facts: &[u32]) -> impl Iterator<Item = SatLit> {
        facts.iter().map(|bit| !self.now[*bit as usize])
    }

    /// Removes facts until none comes to hold in a step before which all of `holds` and none of the facts left hold.
    pub fn remove_refuted(&mut self, facts: &mut Places, holds: &[SatLit]) -> Result<(), Stop> {
        loop {
            let any = self.formula.fresh();
            let comes = facts.iter().map(|bit| self.next[*bit as usize]);
            let clause: Vec<SatLit> = comes.chain([!any]).collect();
            self.formula.clause(&clause);
            let without: Vec<SatLit> = self.without(facts).collect();
            if !self.can_move(&[holds, &without, &[any]].concat())? {
                return Ok(());
            }
            facts.retain(|bit| !self.is_true(self.next[*bit as usize]));
        }
    }

    /// Asserts that none of these facts holds before the step.
    pub fn forbid(&mut self, facts: &[u32]) {
        for bit in facts {
            self.formula.clause(&[!self.now[*bit as usize]]);
        }
    }

    /// Literals that any of these holds, and that more than `most` do (C. Sinz, “Towards an Optimal CNF Encoding of
    /// Boolean Cardinality Constraints”, CP 2005).
    fn count_bounds(&mut self, lits: &[SatLit], most: usize) -> (SatLit, SatLit) {
        let formula = &mut self.formula;
        // `least[i]`: at least `i + 1` of the literals so far hold.
        let mut least: Vec<SatLit> = Vec::new();
        // For each literal that can exceed `most`: it holds after `most` others.
        let mut more = Vec::new();
        for lit in lits {
            if least.len() == most
                && let Some(all) = least.last()
            {
                more.push(formula.and(vec![*lit, *all]));
            }
            let before = least.clone();
            for (at, least) in least.iter_mut().enumerate() {
                let another = match at.checked_sub(1) {
                    None => *lit,
                    Some(below) => formula.and(vec![*lit, before[below]]),
                };
                *least = formula.or(vec![*least, another]);
            }
            if before.len() < most {
                least.push(match before.last() {
                    None => *lit,
                    Some(all) => formula.and(vec![*lit, *all]),
                });
            }
        }
        let any = least.first().copied();
        (
            any.unwrap_or_else(|| formula.or(Vec::new())),
            formula.or(more),
        )
    }

    /// Indices of the places where a token may be when the goal is reached and all of `holds` hold.
    pub fn ends(&mut self, family: &EncodedFamily, holds: &[SatLit]) -> Result<Vec<usize>, Stop> {
        let mut ends = Vec::new();
        for (at, place) in family.now.iter().enumerate() {
            if self.can(&[holds, &[*place, self.won]].concat())? {
                ends.push(at);
            }
        }
        Ok(ends)
    }

    /// Returns whether all of these can hold in one state.
    pub fn can(&mut self, all: &[SatLit]) -> Result<bool, Stop> {
        self.budget.check()?;
        match self.formula.solve(all) {
            answer if answer == lbool::TRUE => Ok(true),
            answer if answer == lbool::FALSE => Ok(false),
            // Undecided: the engine was stopped, or the time left is too short to begin.
            _ => Err(self.budget.check().err().unwrap_or(Stop::Deadline)),
        }
    }

    /// Returns whether all of these can hold while a move is made.
    pub fn can_move(&mut self, all: &[SatLit]) -> Result<bool, Stop> {
        self.can(&[all, &[self.step]].concat())
    }

    pub fn is_true(&self, lit: SatLit) -> bool {
        self.formula.engine.value_lit(lit) == lbool::TRUE
    }
}
