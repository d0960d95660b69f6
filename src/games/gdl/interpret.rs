//! Plain interpreter: derives what holds in a state from the rules themselves.
//!
//! Bottom-up, semi-naive, by strata. As the reference for the grounder, it shares nothing with it but terms and rules.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::check::CheckResult;
use super::hash_index::{HashIndex, hash};
use super::rules::{BodyLit, DOES, GOAL, INIT, LEGAL, NEXT, Pat, RelId, RuleSet, TERMINAL, TRUE};
use super::terms::{TermId, Terms};
use crate::search::{Budget, Stop, Ticker};

/// Facts of one relation, in the order of derivation.
#[derive(Clone, Debug, Default)]
struct FactTable {
    arity: usize,
    /// Arguments of all facts, one fact after the other.
    args: Vec<TermId>,
    index: HashIndex,
    /// Facts by the index of an argument and its value, in order.
    by_arg: FxHashMap<(u32, TermId), Vec<u32>>,
}

impl FactTable {
    /// Adds a fact; `false` if it is known.
    fn add(&mut self, row: &[TermId]) -> bool {
        if self.has(row) {
            return false;
        }
        let number = self.index.add(hash(row.iter().copied()));
        for (at, value) in (0..).zip(row) {
            self.by_arg.entry((at, *value)).or_default().push(number);
        }
        self.args.extend_from_slice(row);
        true
    }

    fn has(&self, row: &[TermId]) -> bool {
        let hash = hash(row.iter().copied());
        let is_row = |number: u32| self.row(number as usize) == row;
        self.index.find(hash, is_row).is_some()
    }

    fn len(&self) -> usize {
        self.index.len()
    }

    fn row(&self, number: usize) -> &[TermId] {
        &self.args[number * self.arity..(number + 1) * self.arity]
    }

    fn rows(&self) -> impl Iterator<Item = &[TermId]> {
        (0..self.len()).map(|number| self.row(number))
    }
}

/// Facts that hold, by relation. Static ones are shared.
#[derive(Clone, Debug)]
pub struct FactBase {
    facts: Vec<Arc<FactTable>>,
}

impl FactBase {
    fn empty(rules: &RuleSet) -> Self {
        let table = |arity| {
            Arc::new(FactTable {
                arity,
                ..FactTable::default()
            })
        };
        let facts = rules.relations.iter().map(|relation| table(relation.arity));
        Self {
            facts: facts.collect(),
        }
    }

    fn add(&mut self, rel: RelId, row: &[TermId]) -> bool {
        Arc::make_mut(&mut self.facts[rel as usize]).add(row)
    }

    fn facts_of(&self, rel: RelId) -> Vec<TermId> {
        let rows = self.facts[rel as usize].rows();
        sorted(rows.filter_map(|row| row.first().copied()))
    }

    fn bytes(&self) -> u64 {
        let bytes = |own: &Arc<FactTable>| own.len() * (FACT_BYTES + own.arity * ARGUMENT_BYTES);
        self.facts.iter().map(bytes).sum::<usize>() as u64
    }
}

#[derive(Clone, Debug)]
pub struct Interpreter {
    rules: RuleSet,
    pub checked: CheckResult,
    pub terms: Terms,
    /// For each relation whether it depends on the state or the move.
    dynamic: Vec<bool>,
    /// Rule numbers by stratum: a group of relations that may read each other and those of earlier groups.
    strata: Vec<Vec<usize>>,
    /// Body of each rule, in the order of matching.
    bodies: Vec<Vec<BodyLit>>,
    /// Facts that hold in every state; none before [`Self::prepare`].
    rigid: FactBase,
    role: TermId,
}

/// Matches of a rule's body with the facts of `base`.
struct RuleMatch<'a> {
    body: &'a [BodyLit],
    /// Index of the literal that is matched with facts of the last round only; `None` if all take all facts.
    newest: Option<usize>,
    /// Number of facts of each relation before the last round.
    old: &'a [usize],
    /// Number of facts of each relation now.
    new: &'a [usize],
    base: &'a FactBase,
    terms: &'a mut Terms,
    /// Values of the variables so far.
    bound: Vec<Option<TermId>>,
    /// Values of the variables in each complete match.
    bindings: Vec<Vec<Option<TermId>>>,
    ticker: Ticker<'a>,
    budget: &'a Budget,
}

/// Approximate bytes of a fact with its index entries.
const FACT_BYTES: usize = 96;
const ARGUMENT_BYTES: usize = 24;
const TICKS_PER_CHECK: u32 = 4096;
/// Matches between two checks of memory.
const MATCHES_PER_CHECK: usize = 4096;
/// Assumed number of arguments of derived facts.
const ASSUMED_ARITY: usize = 8;

impl Interpreter {
    pub fn new(rules: RuleSet, checked: CheckResult) -> Self {
        let mut terms = Terms::default();
        let role = terms.make(checked.role, &[]);
        let mut by_head: Vec<Vec<usize>> = vec![Vec::new(); rules.relations.len()];
        for (number, rule) in rules.rules.iter().enumerate() {
            by_head[rule.head.rel as usize].push(number);
        }
        let mut strata = Vec::new();
        for group in &checked.strata {
            let numbers = group.iter().flat_map(|rel| &by_head[*rel as usize]);
            let mut numbers: Vec<usize> = numbers.copied().collect();
            numbers.sort_unstable();
            if !numbers.is_empty() {
                strata.push(numbers);
            }
        }
        // Negation and difference wait until their variables are bound.
        let bodies = rules.rules.iter().map(|rule| rule.body.clone());
        let mut bodies: Vec<Vec<BodyLit>> = bodies.collect();
        for body in &mut bodies {
            body.sort_by_key(|lit| !matches!(lit, BodyLit::Is(_)));
        }
        Self {
            dynamic: rules.dynamic(),
            checked,
            terms,
            strata,
            bodies,
            rigid: FactBase::empty(&rules),
            role,
            rules,
        }
    }

    /// Derives what holds in every state; must be called once before anything else.
    pub fn prepare(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut base = FactBase::empty(&self.rules);
        self.derive_strata(&mut base, false, budget)?;
        self.rigid = base;
        Ok(())
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Arguments of a relation's static facts, where they are plain names.
    pub fn rigid_rows(&self, rel: RelId) -> Vec<Vec<String>> {
        let rows = self.rigid.facts[rel as usize].rows();
        let names = rows.filter_map(|row| self.terms.names(row, &self.rules.symbols));
        names.collect()
    }

    pub fn start(&self) -> Vec<TermId> {
        self.rigid.facts_of(INIT)
    }

    /// Facts that hold in a state, given a move or none.
    pub fn derive(
        &mut self,
        state: &[TermId],
        mv: Option<TermId>,
        budget: &Budget,
    ) -> Result<FactBase, Stop> {
        let mut base = self.rigid.clone();
        for fact in state {
            base.add(TRUE, &[*fact]);
        }
        if let Some(mv) = mv {
            base.add(DOES, &[self.role, mv]);
        }
        self.derive_strata(&mut base, true, budget)?;
        Ok(base)
    }

    pub fn legal(&self, base: &FactBase) -> Vec<TermId> {
        sorted(self.for_role(base, LEGAL))
    }

    /// Facts of the next state, in order, if `base` was derived with a move.
    pub fn next(&self, base: &FactBase) -> Vec<TermId> {
        base.facts_of(NEXT)
    }

    pub fn terminal(&self, base: &FactBase) -> bool {
        base.facts[TERMINAL as usize].len() > 0
    }

    pub fn goal(&self, base: &FactBase) -> Option<i64> {
        let name = |term: TermId| self.rules.symbols.name(self.terms.get(term).0);
        self.for_role(base, GOAL)
            .filter_map(|value| name(value).parse().ok())
            .max()
    }

    fn for_role<'a>(&'a self, base: &'a FactBase, rel: RelId) -> impl Iterator<Item = TermId> + 'a {
        let rows = base.facts[rel as usize].rows();
        let of_role = rows.filter(|row| row.first() == Some(&self.role));
        of_role.filter_map(|row| row.get(1).copied())
    }

    /// Adds what follows from `base` by the strata that depend on the state or, if not `dynamic`, by the others.
    fn derive_strata(
        &mut self,
        base: &mut FactBase,
        dynamic: bool,
        budget: &Budget,
    ) -> Result<(), Stop> {
        for stratum in &self.strata {
            let head = |number: usize| self.rules.rules[number].head.rel;
            let is_dynamic = |number: &usize| self.dynamic[head(*number) as usize];
            if stratum.iter().any(|number| is_dynamic(number) != dynamic) {
                continue;
            }
            let mut old = vec![0usize; base.facts.len()];
            let mut is_first = true;
            loop {
                budget.check()?;
                let new: Vec<usize> = base.facts.iter().map(|facts| facts.len()).collect();
                let mut derived: Vec<(RelId, Vec<TermId>)> = Vec::new();
                for &number in stratum {
                    let body = &self.bodies[number];
                    let is_recent = |lit: &BodyLit| matches!(lit, BodyLit::Is(atom) if stratum.iter().any(|n| head(*n) == atom.rel));
                    // In the first round everything is new, so one pass over all facts suffices.
                    let recent = (0..body.len()).filter(|at| is_recent(&body[*at]));
                    let passes: Vec<Option<usize>> = match is_first {
                        true => vec![None],
                        false => recent.map(Some).collect(),
                    };
                    for newest in passes {
                        let rule = &self.rules.rules[number];
                        let mut matching = RuleMatch {
                            body,
                            newest,
                            old: &old,
                            new: &new,
                            base,
                            terms: &mut self.terms,
                            bound: vec![None; rule.vars.len()],
                            bindings: Vec::new(),
                            ticker: budget.ticker(TICKS_PER_CHECK),
                            budget,
                        };
                        matching.match_from(0)?;
                        for bound in matching.bindings {
                            // Always a row: the check has made sure that the body binds the head.
                            let row = build_all(&rule.head.args, &bound, &mut self.terms);
                            derived.extend(row.map(|row| (rule.head.rel, row)));
                        }
                        let facts = derived.len() * (FACT_BYTES + ASSUMED_ARITY * ARGUMENT_BYTES);
                        budget.check_memory(self.terms.bytes() + facts as u64)?;
                    }
                }
                budget.check_memory(self.terms.bytes() + base.bytes())?;
                let mut changed = false;
                let mut ticker = budget.ticker(TICKS_PER_CHECK);
                for (rel, row) in derived {
                    ticker.tick()?;
                    changed |= base.add(rel, &row);
                }
                if !changed {
                    break;
                }
                is_first = false;
                old = new;
            }
        }
        Ok(())
    }
}

impl RuleMatch<'_> {
    /// Matches the literals from `at` on in all ways, given `bound`; adds each complete match to `bindings`.
    fn match_from(&mut self, at: usize) -> Result<(), Stop> {
        self.ticker.tick()?;
        let body = self.body;
        match body.get(at) {
            None => {
                self.bindings.push(self.bound.clone());
                if self.bindings.len().is_multiple_of(MATCHES_PER_CHECK) {
                    let bytes = (self.bindings.len() * (self.bound.len() * 8 + 32)) as u64;
                    self.budget.check_memory(self.terms.bytes() + bytes)?;
                }
            }
            Some(BodyLit::Is(atom)) => {
                let rel = atom.rel as usize;
                // Literals before the newest take older facts only, so that no match is found twice.
                let (from, to) = match self.newest {
                    Some(newest) if newest == at => (self.old[rel], self.new[rel]),
                    Some(newest) if at < newest => (0, self.old[rel]),
                    _ => (0, self.new[rel]),
                };
                let base = self.base;
                let facts = &base.facts[rel];
                // The first argument whose value is known selects facts.
                let key = (0u32..).zip(&atom.args).find_map(|(index, arg)| {
                    build(arg, &self.bound, self.terms).map(|value| (index, value))
                });
                let bound = self.bound.clone();
                let mut try_row = |number: usize| {
                    self.ticker.tick()?;
                    let row = facts.row(number);
                    let result = match match_all(&atom.args, row, &mut self.bound, self.terms) {
                        true => self.match_from(at + 1),
                        false => Ok(()),
                    };
                    self.bound.clone_from(&bound);
                    result
                };
                match key {
                    Some(key) => {
                        let rows = facts.by_arg.get(&key).into_iter().flatten();
                        let mut rows = rows.map(|number| *number as usize);
                        rows.try_for_each(|number| match (from..to).contains(&number) {
                            true => try_row(number),
                            false => Ok(()),
                        })?;
                    }
                    None => (from..to).try_for_each(try_row)?,
                }
            }
            Some(BodyLit::Not(atom)) => {
                let row = build_all(&atom.args, &self.bound, self.terms);
                let facts = &self.base.facts[atom.rel as usize];
                if row.is_some_and(|row| !facts.has(&row)) {
                    self.match_from(at + 1)?;
                }
            }
            Some(BodyLit::Differ(left, right)) => {
                let left = build(left, &self.bound, self.terms);
                if left != build(right, &self.bound, self.terms) {
                    self.match_from(at + 1)?;
                }
            }
        }
        Ok(())
    }
}

/// Term of a pattern, if all its variables are bound.
fn build(pat: &Pat, bound: &[Option<TermId>], terms: &mut Terms) -> Option<TermId> {
    match pat {
        Pat::Var(var) => bound[*var as usize],
        Pat::Compound(name, args) => {
            let args = build_all(args, bound, terms)?;
            Some(terms.make(*name, &args))
        }
    }
}

fn build_all(args: &[Pat], bound: &[Option<TermId>], terms: &mut Terms) -> Option<Vec<TermId>> {
    args.iter().map(|arg| build(arg, bound, terms)).collect()
}

/// Matches a term and binds variables, also where the match fails.
fn matches(pat: &Pat, term: TermId, bound: &mut [Option<TermId>], terms: &Terms) -> bool {
    match pat {
        Pat::Var(var) => *bound[*var as usize].get_or_insert(term) == term,
        Pat::Compound(name, args) => {
            let (own, values) = terms.get(term);
            own == *name && values.len() == args.len() && match_all(args, values, bound, terms)
        }
    }
}

fn match_all(args: &[Pat], values: &[TermId], bound: &mut [Option<TermId>], terms: &Terms) -> bool {
    let mut pairs = args.iter().zip(values);
    pairs.all(|(arg, value)| matches(arg, *value, bound, terms))
}

fn sorted(terms: impl Iterator<Item = TermId>) -> Vec<TermId> {
    let mut all: Vec<TermId> = terms.collect();
    all.sort_unstable();
    all.dedup();
    all
}
