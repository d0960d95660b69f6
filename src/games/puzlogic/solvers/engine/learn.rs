//! Conflict analysis: facts are resolved back to the first unique implication point of the last level, and the
//! search returns to where the learnt clause leaves one literal open.

use super::Engine;
use super::trail::{Antecedent, Lit};

#[derive(Default)]
pub(super) struct ConflictAnalysis {
    seen: Vec<bool>,
    /// Literals that hold, which the clause says cannot all hold.
    lits: Vec<Lit>,
    marked: Vec<u32>,
}

impl Engine<'_> {
    /// Adds the facts from which `lit` followed to [`Engine::facts`].
    pub(super) fn explain(&mut self, lit: Lit, reason: Antecedent, at: u32) {
        let (cell, number) = self.trail.pair(lit >> 1);
        match reason {
            Antecedent::Decision => {}
            Antecedent::Fact(fact) => self.facts.push(fact),
            Antecedent::Cell => {
                for other in super::bits(self.trail.roots[cell] & !(1 << number)) {
                    self.facts.push(self.trail.lit(cell, other) | 1);
                }
            }
            Antecedent::Clause(clause) => {
                let lits = self.clauses.lits(clause).iter();
                let others = lits.filter(|other| **other != lit);
                self.facts.extend(others.map(|other| other ^ 1));
            }
            Antecedent::UsedUp => self.explain_used_up(number, at),
            Antecedent::Count => self.explain_count(number, Some((cell, lit & 1 == 1)), at),
            Antecedent::Line(line) => self.explain_line(line as usize, Some((cell, number)), at),
            Antecedent::Total(total) => {
                self.explain_total(total as usize, Some((cell, number)), at)
            }
        }
    }

    fn mark(&mut self) -> usize {
        let facts = std::mem::take(&mut self.facts);
        let level = self.trail.levels() as u32;
        let mut count = 0;
        for lit in &facts {
            let variable = lit >> 1;
            debug_assert!(self.trail.holds(*lit) && self.trail.position(variable) != u32::MAX);
            let lit_level = self.trail.level(variable);
            if lit_level == 0 || std::mem::replace(&mut self.analysis.seen[variable as usize], true)
            {
                continue;
            }
            self.analysis.marked.push(variable);
            self.order.bump(variable);
            if lit_level == level {
                count += 1;
            } else {
                self.analysis.lits.push(*lit);
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
        self.backtrack(level);
        self.init_order();
        let mut open = self.mark();
        let mut at = self.trail.len() as usize;
        let last = loop {
            at -= 1;
            let lit = self.trail.fact(at);
            if !self.analysis.seen[(lit >> 1) as usize] {
                continue;
            }
            if open == 1 {
                break lit;
            }
            open -= 1;
            let variable = lit >> 1;
            let position = self.trail.position(variable);
            self.explain(lit, self.trail.reason(variable), position);
            debug_assert!(!self.facts.is_empty());
            let is_earlier = |fact: &Lit| (self.trail.position(fact >> 1) as usize) < at;
            debug_assert!(self.facts.iter().all(is_earlier));
            open += self.mark();
        };
        self.minimise();
        for variable in self.analysis.marked.drain(..) {
            self.analysis.seen[variable as usize] = false;
        }
        self.order.decay();
        let mut clause: Vec<Lit> = vec![last ^ 1];
        clause.extend(self.analysis.lits.drain(..).map(|lit| lit ^ 1));
        self.add_clause(clause, false);
        true
    }

    /// Removes facts that follow from the others.
    fn minimise(&mut self) {
        let mut lits = std::mem::take(&mut self.analysis.lits);
        lits.retain(|lit| {
            let variable = lit >> 1;
            let reason = self.trail.reason(variable);
            if reason == Antecedent::Decision {
                return true;
            }
            self.facts.clear();
            self.explain(*lit, reason, self.trail.position(variable));
            let implied = |fact: &Lit| {
                self.analysis.seen[(fact >> 1) as usize] || self.trail.level(fact >> 1) == 0
            };
            !self.facts.iter().all(implied)
        });
        self.facts.clear();
        self.analysis.lits = lits;
    }

    /// Adds a clause whose first literal is of the last level, and asserts it where only that literal is open.
    fn add_clause(&mut self, mut clause: Vec<Lit>, permanent: bool) {
        let level = |lit: &Lit| self.trail.level(lit >> 1);
        let second = (1..clause.len()).max_by_key(|index| level(&clause[*index]));
        let Some(second) = second else {
            self.backtrack(0);
            self.assign(clause[0], Antecedent::Decision);
            return;
        };
        clause.swap(1, second);
        let back = level(&clause[1]);
        let mut levels: Vec<u32> = clause.iter().map(level).collect();
        levels.sort_unstable();
        levels.dedup();
        self.backtrack(back as usize);
        let count = levels.len() as u32;
        let variables = self.trail.variables();
        let index = self.clauses.add(&clause, count, permanent, variables);
        self.assign(clause[0], Antecedent::Clause(index));
    }

    /// Excludes the solution just found; returns `false` if there can be no other.
    pub(super) fn exclude_solution(&mut self) -> bool {
        let mut clause: Vec<Lit> = self.trail.decisions().map(|lit| lit ^ 1).collect();
        if clause.is_empty() {
            return false;
        }
        self.init_order();
        clause.reverse();
        self.add_clause(clause, true);
        true
    }

    fn init_order(&mut self) {
        if !self.order.is_empty() {
            return;
        }
        let trail = &self.trail;
        let activity = (0..trail.variables() as u32).map(|variable| {
            let (cell, number) = trail.pair(variable);
            let root = trail.roots[cell];
            match root >> number & 1 {
                1 => 1e-3 / f64::from(root.count_ones()),
                _ => -1.0,
            }
        });
        self.order.init(activity.collect());
        self.analysis.seen = vec![false; trail.variables()];
    }
}
