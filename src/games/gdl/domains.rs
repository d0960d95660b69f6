//! Names that each argument of a relation can have, by the heads of rules alone.
//!
//! A name in a head is added to the set of its argument, where it has sets for its own arguments. A variable in a head
//! allows any term, unless a condition of the same rule has it at the same argument of the same relation: then it only
//! carries over what is there. So a name missing in a set cannot occur.

use rustc_hash::FxHashMap;

use super::rules::{Atom, BodyLit, DOES, INIT, LEGAL, NEXT, Pat, RelId, RuleSet, TRUE};
use super::syntax::Sym;

/// Names that an argument can have.
#[derive(Clone, Default)]
struct NameSet {
    /// Names with their arities, each with the sets of its arguments.
    names: FxHashMap<(Sym, usize), Vec<NameSet>>,
    /// Any term is allowed, whatever `names` says.
    any: bool,
}

/// Part of a condition that cannot occur there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct DomainMiss {
    /// Indices of arguments, from the condition's own to the one that has the name.
    pub path: Vec<usize>,
    pub name: Sym,
    pub arity: usize,
}

/// Sets of each relation's arguments.
pub(super) struct Domains(Vec<Vec<NameSet>>);

/// The relation whose sets a relation uses: facts of `init` and `next` become true, legal moves are made.
fn shared(rel: RelId) -> RelId {
    match rel {
        INIT | NEXT => TRUE,
        LEGAL => DOES,
        rel => rel,
    }
}

impl Domains {
    pub(super) fn new(rules: &RuleSet) -> Self {
        let relations = rules.relations.iter();
        let sets = relations.map(|relation| vec![NameSet::default(); relation.arity]);
        let mut domains = Self(sets.collect());
        for rule in &rules.rules {
            let rel = shared(rule.head.rel);
            let is_same =
                |lit: &&BodyLit| matches!(lit, BodyLit::Is(atom) if shared(atom.rel) == rel);
            let same: Vec<&Atom> = (rule.body.iter().filter(is_same))
                .filter_map(BodyLit::atom)
                .collect();
            for (at, arg) in rule.head.args.iter().enumerate() {
                let carried: Vec<&Pat> = same.iter().map(|atom| &atom.args[at]).collect();
                domains.0[rel as usize][at].add(arg, &carried);
            }
        }
        domains
    }

    /// First name in a condition that cannot occur where it is, and the names that can.
    pub(super) fn miss(&self, atom: &Atom) -> Option<(DomainMiss, Vec<(Sym, usize)>)> {
        let sets = &self.0[shared(atom.rel) as usize];
        miss_in(sets, &atom.args, &mut Vec::new())
    }
}

impl NameSet {
    /// Adds an argument of a head; `carried` are the arguments at the same place in conditions.
    fn add(&mut self, arg: &Pat, carried: &[&Pat]) {
        let Pat::Compound(name, args) = arg else {
            self.any |= !carried.contains(&arg);
            return;
        };
        let key = (*name, args.len());
        let sets = self.names.entry(key);
        let sets = sets.or_insert_with(|| vec![Self::default(); args.len()]);
        for (at, (set, arg)) in sets.iter_mut().zip(args).enumerate() {
            let inner = carried.iter().filter_map(|pat| match pat {
                Pat::Compound(name, args) if (*name, args.len()) == key => Some(&args[at]),
                _ => None,
            });
            set.add(arg, &inner.collect::<Vec<_>>());
        }
    }
}

/// [`Domains::miss`] among arguments with these sets, at `path`.
fn miss_in(
    sets: &[NameSet],
    args: &[Pat],
    path: &mut Vec<usize>,
) -> Option<(DomainMiss, Vec<(Sym, usize)>)> {
    for (at, (set, arg)) in sets.iter().zip(args).enumerate() {
        let Pat::Compound(name, inner) = arg else {
            continue;
        };
        if set.any {
            continue;
        }
        path.push(at);
        let arity = inner.len();
        let miss = match set.names.get(&(*name, arity)) {
            Some(sets) => miss_in(sets, inner, path),
            None => {
                let miss = DomainMiss {
                    path: path.clone(),
                    name: *name,
                    arity,
                };
                Some((miss, set.names.keys().copied().collect()))
            }
        };
        if miss.is_some() {
            return miss;
        }
        path.pop();
    }
    None
}
