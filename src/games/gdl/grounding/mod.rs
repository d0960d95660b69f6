//! Grounding: from rules with variables to rules without.
//!
//! First the facts that always hold are derived exactly. Then everything that can ever hold is derived from the first
//! state on, ignoring negation; each match of a rule on the way is one ground rule. `base` and `input` are not used.
//! Facts from a queue are joined with those taken before (semi-naive evaluation), so each ground rule is found once.

mod join;
mod limits;
mod store;

use rustc_hash::FxHashMap;

use join::{Join, JoinStep, KeyPart, build, build_all, compile, fit_all};
use store::AtomStore;

use super::check::CheckResult;
use super::hash_index::hash;
use super::rules::{
    BUILTINS, BodyLit, DOES, GOAL, INIT, LEGAL, NEXT, RelId, RuleSet, TERMINAL, TRUE,
};
use super::terms::{TermId, Terms};
use crate::search::{Budget, Stop, discard};

pub use limits::{GroundingError, GroundingLimits};
pub use store::AtomId;

/// Condition of a ground rule: `atom << 1 | negated`, with the atom's index in [`GroundedRules::atoms`].
pub type GroundedLit = u32;

/// Rules without variables, in flat arrays.
#[derive(Clone, Debug)]
pub struct GroundedRules {
    pub terms: Terms,
    /// All atoms that occur: relation, and the term in question – the fact of `true` and `next`, the move of `does`
    /// and `legal`, the value of `goal`.
    pub atoms: Vec<GroundedAtom>,
    pub heads: Vec<AtomId>,
    /// Index in `body` where each rule's body begins, and the end.
    pub starts: Vec<u32>,
    pub body: Vec<GroundedLit>,
    /// Facts of the first state.
    pub start: Vec<TermId>,
    /// Facts that hold in every state, of relations with two or three arguments, which may be about places.
    pub rigid: RigidFacts,
}

/// Arguments of static facts, by relation.
pub type RigidFacts = FxHashMap<RelId, Vec<Box<[TermId]>>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundedAtom {
    pub rel: RelId,
    /// The term in question, see `GroundedRules::atoms`; `None` for other players' moves and goals.
    pub term: Option<TermId>,
    /// It can hold in some state.
    pub possible: bool,
}

impl GroundedRules {
    pub fn rule(&self, number: usize) -> (AtomId, &[GroundedLit]) {
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        (self.heads[number], &self.body[range])
    }
}

const CHECK_INTERVAL: u64 = 4096;

struct Grounder<'a> {
    rules: &'a RuleSet,
    /// For each relation whether its atoms can change, so that its rules become ground rules.
    dynamic: Vec<bool>,
    terms: Terms,
    store: AtomStore,
    /// Joins by the relation of the current atom.
    joins: Vec<Vec<Join>>,
    /// The ground rules so far, as in [`GroundedRules`].
    heads: Vec<AtomId>,
    starts: Vec<u32>,
    body: Vec<GroundedLit>,
    limits: GroundingLimits,
    budget: &'a Budget,
    /// Matches tried, and arguments of derived atoms.
    ticks: u64,
    next_check: u64,
    /// Matches tried for each relation's rules.
    work: Vec<u64>,
    role: TermId,
    /// Atoms matched so far in the present body that become part of the ground rule.
    matched: Vec<AtomId>,
}

/// Grounds rules that passed the checks. Facts, moves and goals of other players than the first are no part of the
/// result's terms. The error names the relation that took most of the work.
pub fn instantiate(
    rules: &RuleSet,
    checked: &CheckResult,
    limits: GroundingLimits,
    budget: &Budget,
) -> Result<GroundedRules, GroundingError> {
    let mut terms = Terms::default();
    let role = terms.make(checked.role, &[]);
    let mut grounder = Grounder {
        rules,
        // Relations of the game's rules are kept even if they never change.
        dynamic: rules.dependents(&[TRUE, DOES, LEGAL, NEXT, GOAL, TERMINAL]),
        terms,
        store: AtomStore::new(rules.relations.iter().map(|own| own.arity).collect()),
        joins: vec![Vec::new(); rules.relations.len()],
        heads: Vec::new(),
        starts: vec![0],
        body: Vec::new(),
        limits,
        budget,
        ticks: 0,
        next_check: CHECK_INTERVAL,
        work: vec![0; rules.relations.len()],
        role,
        matched: Vec::new(),
    };
    let result = grounder.derive_all(checked);
    let grounded = result.and_then(|()| Ok(grounder.finish()?));
    let grounded = grounded.map_err(|error| match error {
        GroundingError::Stopped { stop, .. } => GroundingError::Stopped {
            stop,
            relation: grounder.busiest(),
        },
        error => error,
    });
    // Freeing the indexes of many facts takes longer than a solver may be late.
    if budget.check().is_err() {
        discard(grounder.store);
    }
    grounded
}

impl Grounder<'_> {
    /// Name of the relation whose rules took most of the work; `None` before any work.
    fn busiest(&self) -> Option<String> {
        let (rel, work) = (0..).zip(&self.work).max_by_key(|(_, work)| **work)?;
        (*work > 0).then(|| self.rules.relation_name(rel))
    }

    /// Derives all facts that always hold, then everything that can ever hold, with the ground rules.
    fn derive_all(&mut self, checked: &CheckResult) -> Result<(), GroundingError> {
        let used = self.rules.used();
        let mut by_head: Vec<Vec<usize>> = vec![Vec::new(); self.rules.relations.len()];
        for (number, rule) in self.rules.rules.iter().enumerate() {
            by_head[rule.head.rel as usize].push(number);
        }
        let rules_of = |group: &[RelId]| -> Vec<usize> {
            let rels = group.iter().filter(|rel| used[**rel as usize]);
            rels.flat_map(|rel| by_head[*rel as usize].iter().copied())
                .collect()
        };
        for group in &checked.strata {
            if group.iter().all(|rel| !self.dynamic[*rel as usize]) {
                self.derive_stratum(&rules_of(group), group)?;
            }
        }
        let first: Vec<TermId> = self.facts(INIT);
        for fact in first {
            let atom = self.store.atom(TRUE, &[fact]);
            self.store.derive(atom);
        }
        let all = 0..self.rules.relations.len() as RelId;
        let group: Vec<RelId> = all.filter(|rel| self.dynamic[*rel as usize]).collect();
        self.derive_stratum(&rules_of(&group), &group)
    }

    /// First arguments of what holds of a relation.
    fn facts(&self, rel: RelId) -> Vec<TermId> {
        let atoms = self.store.atoms();
        let rows = atoms.filter(|(atom, own, _)| *own == rel && self.store.derived[*atom as usize]);
        let facts = rows.filter_map(|(_, _, args)| args.first().copied());
        facts.collect()
    }

    /// Applies these rules until nothing new follows; `group` are their heads' relations, which may read each other.
    fn derive_stratum(&mut self, rules: &[usize], group: &[RelId]) -> Result<(), GroundingError> {
        let mut inside = vec![false; self.rules.relations.len()];
        group.iter().for_each(|rel| inside[*rel as usize] = true);
        let mut once = Vec::new();
        for &number in rules {
            let rule = &self.rules.rules[number];
            // One join for each condition of the group, which begins there with an atom from the queue.
            let mut join = |at| compile(rule, at, &self.dynamic, &mut self.store, &mut self.terms);
            let mut any = false;
            for (at, lit) in rule.body.iter().enumerate() {
                if let BodyLit::Is(atom) = lit
                    && inside[atom.rel as usize]
                {
                    any = true;
                    self.joins[atom.rel as usize].push(join(Some(at)));
                }
            }
            if !any {
                once.push(join(None));
            }
        }
        for join in &once {
            let mut bound = vec![TermId::MAX; join.var_count];
            self.run(join, 0, AtomId::MAX, &mut bound)?;
        }
        while let Some(atom) = self.store.queue.pop_front() {
            self.store.publish(atom, &self.terms);
            let rel = self.store.rel(atom) as usize;
            let joins = std::mem::take(&mut self.joins[rel]);
            for join in &joins {
                self.start_join(join, atom)?;
            }
            self.joins[rel] = joins;
        }
        for rel in group {
            self.joins[*rel as usize].clear();
        }
        Ok(())
    }

    /// Matches the rest of a body whose first literal is matched with an atom taken from the queue.
    fn start_join(&mut self, join: &Join, atom: AtomId) -> Result<(), GroundingError> {
        let Some((_, patterns)) = &join.first else {
            return Ok(());
        };
        let mut bound = vec![TermId::MAX; join.var_count];
        let args = self.store.args(atom);
        if !fit_all(patterns, args, &mut bound, &self.terms) {
            return Ok(());
        }
        let keep = self.dynamic[self.store.rel(atom) as usize];
        if keep {
            self.matched.push(atom);
        }
        let result = self.run(join, 0, atom, &mut bound);
        if keep {
            self.matched.pop();
        }
        result
    }

    /// Matches the body from a step on, recursively, at most one level for each condition. `fresh` is the atom taken
    /// from the queue, `AtomId::MAX` if there is none; `bound` has the terms of variables bound so far.
    fn run(
        &mut self,
        join: &Join,
        at: usize,
        fresh: AtomId,
        bound: &mut [TermId],
    ) -> Result<(), GroundingError> {
        self.ticks += 1;
        self.work[join.head.rel as usize] += 1;
        if self.ticks >= self.next_check {
            self.next_check = self.ticks + CHECK_INTERVAL;
            // The limit of work replaces one of time, so its excess is reported as such.
            if self.ticks > self.limits.work {
                return Err(Stop::Deadline.into());
            }
            self.budget.check()?;
            self.budget.check_memory(self.bytes())?;
        }
        match join.steps.get(at) {
            None => self.fire(join, bound),
            Some(JoinStep::Differ(left, right)) => {
                if build(left, bound, &mut self.terms) == build(right, bound, &mut self.terms) {
                    return Ok(());
                }
                self.run(join, at + 1, fresh, bound)
            }
            Some(JoinStep::Absent(template)) => {
                let args = build_all(&template.args, bound, &mut self.terms);
                if self.store.holds(template.rel, &args) {
                    return Ok(());
                }
                self.run(join, at + 1, fresh, bound)
            }
            Some(JoinStep::Find {
                rel,
                index,
                key,
                patterns,
                literal: lit,
                keep,
            }) => {
                let key = hash(key.iter().map(|part| match part {
                    KeyPart::Var(var) => bound[*var as usize],
                    KeyPart::Const(term) => *term,
                }));
                // The current atom is matched at the first literal it fits; earlier literals take older atoms.
                let older = join.first.as_ref().is_some_and(|(first, _)| lit < first);
                // No row is added meanwhile.
                let mut next = self.store.first(*rel, *index, key);
                while let Some(row) = next {
                    let atom;
                    (atom, next) = self.store.row(*rel, *index, row);
                    if older && atom == fresh {
                        continue;
                    }
                    let args = self.store.args(atom);
                    if !fit_all(patterns, args, bound, &self.terms) {
                        continue;
                    }
                    if *keep {
                        self.matched.push(atom);
                    }
                    let result = self.run(join, at + 1, fresh, bound);
                    if *keep {
                        self.matched.pop();
                    }
                    result?;
                }
                Ok(())
            }
        }
    }

    fn bytes(&self) -> u64 {
        let rules = self.body.len() as u64 * 8 + self.heads.len() as u64 * 16;
        self.store.bytes() + self.terms.bytes() + rules
    }

    /// Derives the head of a matched rule, and adds a ground rule if the head can change.
    fn fire(&mut self, join: &Join, bound: &[TermId]) -> Result<(), GroundingError> {
        let rel = join.head.rel;
        let args = build_all(&join.head.args, bound, &mut self.terms);
        let depth = self.limits.depth;
        if args.iter().any(|arg| self.terms.depth(*arg) > depth) {
            let relation = self.rules.relation_name(rel);
            return Err(GroundingError::Depth { relation, depth });
        }
        self.ticks += args.len() as u64;
        let head = self.store.atom(rel, &args);
        self.store.derive(head);
        if self.dynamic[rel as usize] {
            if rel == NEXT {
                let atom = self.store.atom(TRUE, &args);
                self.store.derive(atom);
            } else if rel == LEGAL && args.first() == Some(&self.role) {
                let atom = self.store.atom(DOES, &args);
                self.store.derive(atom);
            }
            self.heads.push(head);
            self.body.extend(self.matched.iter().map(|atom| atom << 1));
            for template in &join.negated {
                let args = build_all(&template.args, bound, &mut self.terms);
                let atom = self.store.atom(template.rel, &args);
                self.body.push(atom << 1 | 1);
            }
            self.starts.push(self.body.len() as u32);
        }
        let size = self.heads.len() + self.store.len();
        if size > self.limits.size || self.body.len() > u32::MAX as usize / 2 {
            return Err(GroundingError::Size {
                limit: self.limits.size,
                relation: self.busiest().unwrap_or_default(),
            });
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<GroundedRules, Stop> {
        let mut ticker = self.budget.ticker(1 << 14);
        let start = self.facts(INIT);
        let mut rigid = RigidFacts::default();
        for (atom, rel, args) in self.store.atoms() {
            ticker.tick()?;
            let holds = self.store.derived[atom as usize] && !self.dynamic[rel as usize];
            if holds && rel as usize >= BUILTINS.len() && (2..=3).contains(&args.len()) {
                rigid.entry(rel).or_default().push(args.into());
            }
        }
        let atoms = self.store.atoms().map(|(atom, rel, args)| {
            let term = match (rel, args) {
                (TRUE | NEXT, [fact]) => Some(*fact),
                (DOES | LEGAL | GOAL, [role, what]) if *role == self.role => Some(*what),
                _ => None,
            };
            GroundedAtom {
                rel,
                term,
                possible: self.store.derived[atom as usize],
            }
        });
        Ok(GroundedRules {
            atoms: atoms.collect(),
            terms: std::mem::take(&mut self.terms),
            heads: std::mem::take(&mut self.heads),
            starts: std::mem::take(&mut self.starts),
            body: std::mem::take(&mut self.body),
            start,
            rigid,
        })
    }
}
