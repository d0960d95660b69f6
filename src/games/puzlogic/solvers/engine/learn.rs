//! Conflict analysis: facts are resolved back to the first unique implication point of the last level, and the
//! search returns to where the learnt clause leaves one literal open.

use super::Engine;
use super::trail::{Lit, Reason};

#[derive(Default)]
pub(super) struct Learn {
    seen: Vec<bool>,
    /// Literals that hold, which the clause says cannot all hold.
    kept: Vec<Lit>,
    marked: Vec<u32>,
}

impl Engine<'_> {
    /// Adds the facts from which `lit` followed to [`Engine::facts`].
    pub(super) fn explain(&mut self, lit: Lit, reason: Reason, at: u32) {
        let (cell, number) = self.trail.place(lit >> 1);
        match reason {
            Reason::Choice => {}
            Reason::Fact(fact) => self.facts.push(fact),
            Reason::Cell => {
                for other in super::bits(self.trail.roots[cell] & !(1 << number)) {
                    self.facts.push(self.trail.lit(cell, other) | 1);
                }
            }
            Reason::Clause(clause) => {
                let lits = self.clauses.lits(clause).iter();
                self.facts
                    .extend(lits.filter(|other| **other != lit).map(|other| other ^ 1));
            }
            Reason::UsedUp => self.placed_then(number, at),
            Reason::Room => self.no_room_then(number, Some((cell, lit & 1 == 1)), at),
            Reason::Line(line) => self.too_few_then(line as usize, Some((cell, number)), at),
            Reason::Total(total) => self.no_total_then(total as usize, Some((cell, number)), at),
        }
    }

    fn mark(&mut self) -> usize {
        let facts = std::mem::take(&mut self.facts);
        let level = self.trail.levels() as u32;
        let mut count = 0;
        for lit in &facts {
            let variable = lit >> 1;
            debug_assert!(self.trail.holds(*lit) && self.trail.at(variable) != u32::MAX);
            let of = self.trail.level(variable);
            if of == 0 || std::mem::replace(&mut self.learn.seen[variable as usize], true) {
                continue;
            }
            self.learn.marked.push(variable);
            self.order.bump(variable);
            if of == level {
                count += 1;
            } else {
                self.learn.kept.push(*lit);
            }
        }
        self.facts = facts;
        self.facts.clear();
        count
    }

    /// Learns from the conflict in [`Engine::facts`]; returns `false` if the search is complete.
    pub(super) fn learn(&mut self) -> bool {
        let levels = self.facts.iter().map(|lit| self.trail.level(lit >> 1));
        let level = levels.max().unwrap_or(0) as usize;
        if level == 0 {
            return false;
        }
        self.back_to(level);
        if self.order.is_empty() {
            self.start_order();
        }
        let mut open = self.mark();
        let mut at = self.trail.len() as usize;
        let last = loop {
            at -= 1;
            let lit = self.trail.fact(at);
            if !self.learn.seen[(lit >> 1) as usize] {
                continue;
            }
            if open == 1 {
                break lit;
            }
            open -= 1;
            let variable = lit >> 1;
            self.explain(lit, self.trail.reason(variable), self.trail.at(variable));
            debug_assert!(!self.facts.is_empty());
            debug_assert!(
                self.facts
                    .iter()
                    .all(|f| (self.trail.at(f >> 1) as usize) < at)
            );
            open += self.mark();
        };
        self.shorten();
        for variable in self.learn.marked.drain(..) {
            self.learn.seen[variable as usize] = false;
        }
        self.order.decay();
        let mut clause: Vec<Lit> = vec![last ^ 1];
        clause.extend(self.learn.kept.drain(..).map(|lit| lit ^ 1));
        self.add(clause, false);
        true
    }

    /// Removes facts that follow from the others.
    fn shorten(&mut self) {
        let mut kept = std::mem::take(&mut self.learn.kept);
        kept.retain(|lit| {
            let variable = lit >> 1;
            let reason = self.trail.reason(variable);
            if reason == Reason::Choice {
                return true;
            }
            self.facts.clear();
            self.explain(*lit, reason, self.trail.at(variable));
            let known = |fact: &Lit| {
                self.learn.seen[(fact >> 1) as usize] || self.trail.level(fact >> 1) == 0
            };
            !self.facts.iter().all(known)
        });
        self.facts.clear();
        self.learn.kept = kept;
    }

    /// Adds a clause whose first literal is of the last level, returns to where it leaves one literal open, and
    /// asserts that.
    fn add(&mut self, mut clause: Vec<Lit>, keep: bool) {
        let level = |lit: &Lit| self.trail.level(lit >> 1);
        let second = (1..clause.len()).max_by_key(|index| level(&clause[*index]));
        let Some(second) = second else {
            self.back_to(0);
            self.assign(clause[0], Reason::Choice);
            return;
        };
        clause.swap(1, second);
        let back = level(&clause[1]);
        let mut levels: Vec<u32> = clause.iter().map(level).collect();
        levels.sort_unstable();
        levels.dedup();
        self.back_to(back as usize);
        let count = levels.len() as u32;
        let clause_index = self
            .clauses
            .add(&clause, count, keep, self.trail.variables());
        self.assign(clause[0], Reason::Clause(clause_index));
    }

    /// Excludes the solution just found; returns `false` if there can be no other.
    pub(super) fn exclude(&mut self) -> bool {
        let mut clause: Vec<Lit> = self.trail.choices().map(|lit| lit ^ 1).collect();
        if clause.is_empty() {
            return false;
        }
        if self.order.is_empty() {
            self.start_order();
        }
        clause.reverse();
        self.add(clause, true);
        true
    }

    fn start_order(&mut self) {
        let trail = &self.trail;
        let activity = (0..trail.variables() as u32).map(|variable| {
            let (cell, number) = trail.place(variable);
            let root = trail.roots[cell];
            match root >> number & 1 {
                1 => 1e-3 / f64::from(root.count_ones()),
                _ => -1.0,
            }
        });
        let activity = activity.collect();
        self.order.start(activity);
        self.learn.seen = vec![false; trail.variables()];
    }
}
