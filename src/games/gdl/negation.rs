//! Negation inside a cycle of relations, though not of atoms.

use rustc_hash::FxHashMap;

use super::graph::components;
use super::rules::{BodyLit, RelId, Relation, RuleSet};
use super::syntax::Sym;

/// Most relations split; more are left to the check, which rejects them.
const MAX_SPLITS: usize = 40;

/// Makes negation stratified. Rules such as `(<= (goal ?r 100) (not (goal ?r 0)))` make a relation depend on its own
/// absence, though no atom does. Such a relation gets a copy for each name at one of its arguments, and conditions
/// with that name there use the copy.
pub(super) fn stratify_negation(rules: &mut RuleSet) {
    for _ in 0..MAX_SPLITS {
        let Some((rel, at)) = find_unstratified(rules) else {
            return;
        };
        split(rules, rel, at);
    }
}

/// A relation negated inside its own cycle, and an argument by which it can be split.
fn find_unstratified(rules: &RuleSet) -> Option<(RelId, usize)> {
    let mut component_of = vec![0; rules.relations.len()];
    for (number, component) in components(&rules.dependencies()).iter().enumerate() {
        component
            .iter()
            .for_each(|rel| component_of[*rel as usize] = number);
    }
    for rule in &rules.rules {
        for lit in &rule.body {
            let BodyLit::Not(atom) = lit else {
                continue;
            };
            let rel = atom.rel;
            if component_of[rel as usize] != component_of[rule.head.rel as usize] {
                continue;
            }
            let heads = || {
                let heads = rules.rules.iter().map(|rule| &rule.head);
                heads.filter(|head| head.rel == rel)
            };
            let at = (0..atom.args.len()).find(|at| {
                let functor = atom.args[*at].functor();
                functor.is_some()
                    && heads().all(|head| head.args[*at].functor().is_some())
                    && heads().any(|head| head.args[*at].functor() != functor)
            });
            if let Some(at) = at {
                return Some((rel, at));
            }
        }
    }
    None
}

/// Gives a relation a copy for each name at an argument.
fn split(rules: &mut RuleSet, rel: RelId, at: usize) {
    let Relation { name, arity } = rules.relations[rel as usize];
    let mut copies: FxHashMap<(Sym, usize), RelId> = FxHashMap::default();
    let mut fresh = Vec::new();
    let mut copy_of = |rules: &mut RuleSet, key: (Sym, usize)| {
        *copies.entry(key).or_insert_with(|| {
            let word = format!(
                "{}[{}]",
                rules.symbols.name(name),
                rules.symbols.name(key.0)
            );
            let name = rules.symbols.intern(&word);
            rules.relations.push(Relation { name, arity });
            rules.relations.len() as RelId - 1
        })
    };
    let mut all = std::mem::take(&mut rules.rules);
    // Conditions with a variable there go on reading the relation itself, which retains its rules.
    for rule in &mut all {
        for lit in &mut rule.body {
            if let BodyLit::Is(atom) | BodyLit::Not(atom) = lit
                && atom.rel == rel
                && let Some(key) = atom.args[at].functor()
            {
                atom.rel = copy_of(rules, key);
            }
        }
    }
    for rule in &all {
        if rule.head.rel == rel
            && let Some(key) = rule.head.args[at].functor()
        {
            let mut copy = rule.clone();
            copy.head.rel = copy_of(rules, key);
            fresh.push(copy);
        }
    }
    all.append(&mut fresh);
    rules.rules = all;
}
