//! Names that each argument of a relation can have, computed without instantiating rules.
//!
//! Each argument has a set of names (with their arities), each of which has sets for its own arguments. A rule adds to
//! the sets of its head, for each variable, the names that all positive conditions with that variable allow. Arguments
//! are treated independently, so a name missing in a set cannot occur, while not every combination of names can.

use rustc_hash::FxHashMap;

use super::rules::{Atom, BodyLit, DOES, INIT, LEGAL, NEXT, Pat, RelId, Rule, RuleSet, TRUE};
use super::syntax::Sym;

/// Nesting beyond which any term is allowed.
const MAX_NESTING: u8 = 3;
/// Most insertions and look-ups before the analysis gives up; it only serves warnings.
const MAX_WORK: usize = 2_000_000;

/// Index in [`Domains::sets`].
type SetId = usize;

/// Names that an argument can have.
#[derive(Clone, Default)]
struct NameSet {
    /// Names with their arities, and the set of the first argument; those of the others follow it.
    names: FxHashMap<(Sym, usize), SetId>,
    /// Any term is allowed, whatever `names` says.
    any: bool,
    /// Nesting of the argument, 0 for those of a relation.
    nesting: u8,
}

/// Part of a condition that cannot occur there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct DomainMiss {
    /// Indices of arguments, from the condition's own to the one that has the name.
    pub path: Vec<usize>,
    pub name: Sym,
    pub arity: usize,
}

/// Names by argument for all relations of a game.
#[derive(Clone)]
pub(super) struct Domains {
    sets: Vec<NameSet>,
    /// Set of each relation's first argument.
    first: Vec<SetId>,
    /// For each relation whether it may hold of something.
    holds: Vec<bool>,
    /// The present round added something.
    changed: bool,
    work: usize,
}

/// The relation whose sets a relation uses: facts of `init` and `next` become true, legal moves are made.
fn shared(rel: RelId) -> RelId {
    match rel {
        INIT | NEXT => TRUE,
        LEGAL => DOES,
        rel => rel,
    }
}

impl Domains {
    /// Domains of rules; `None` if that takes too long.
    pub(super) fn new(rules: &RuleSet) -> Option<Self> {
        let mut domains = Self {
            sets: Vec::new(),
            first: Vec::new(),
            holds: vec![false; rules.relations.len()],
            changed: false,
            work: 0,
        };
        for relation in &rules.relations {
            let first = domains.add_sets(relation.arity, 0);
            domains.first.push(first);
        }
        for rel in [INIT, NEXT, LEGAL] {
            domains.first[rel as usize] = domains.first[shared(rel) as usize];
        }
        domains.fill(rules, false).then_some(domains)
    }

    /// Adds what rules would derive without the conditions that cannot hold, so that what follows from such a
    /// condition is no miss. Returns `false` if that takes too long.
    pub(super) fn forgive(&mut self, rules: &RuleSet) -> bool {
        self.fill(rules, true)
    }

    /// Applies all rules until nothing changes; `false` if that takes too long.
    fn fill(&mut self, rules: &RuleSet, forgiving: bool) -> bool {
        let is_fact = |rule: &&Rule| rule.body.is_empty();
        let (facts, others): (Vec<&Rule>, Vec<&Rule>) = rules.rules.iter().partition(is_fact);
        facts.iter().for_each(|rule| self.apply(rule, forgiving));
        self.changed = true;
        while self.changed && self.work <= MAX_WORK {
            self.changed = false;
            others.iter().for_each(|rule| self.apply(rule, forgiving));
        }
        self.work <= MAX_WORK
    }

    /// Adds the sets of this many arguments, empty or for any term; returns the first.
    fn add_sets(&mut self, number: usize, nesting: u8) -> SetId {
        let first = self.sets.len();
        self.sets.extend((0..number).map(|_| NameSet {
            any: nesting > MAX_NESTING,
            nesting,
            ..NameSet::default()
        }));
        first
    }

    pub(super) fn holds(&self, rel: RelId) -> bool {
        self.holds[shared(rel) as usize]
    }

    fn may_hold(&self, lit: &BodyLit) -> bool {
        match lit {
            BodyLit::Is(atom) => self.holds(atom.rel) && self.miss(atom).is_none(),
            _ => true,
        }
    }

    /// First name in a condition that cannot occur where it is.
    pub(super) fn miss(&self, atom: &Atom) -> Option<DomainMiss> {
        let first = self.first[atom.rel as usize];
        let mut path = Vec::new();
        let (name, arity) = self.miss_in(first, &atom.args, &mut path)?;
        Some(DomainMiss { path, name, arity })
    }

    /// [`Self::miss`] among arguments whose sets begin at `first`; adds their indices to `path`.
    fn miss_in(&self, first: SetId, args: &[Pat], path: &mut Vec<usize>) -> Option<(Sym, usize)> {
        for (at, arg) in args.iter().enumerate() {
            let set = &self.sets[first + at];
            if let Pat::Compound(name, inner) = arg
                && !set.any
            {
                path.push(at);
                let miss = match set.names.get(&(*name, inner.len())) {
                    None => Some((*name, inner.len())),
                    Some(first) => self.miss_in(*first, inner, path),
                };
                if miss.is_some() {
                    return miss;
                }
                path.pop();
            }
        }
        None
    }

    /// Names that can occur in place of a miss, with their arities.
    pub(super) fn known(&self, rel: RelId, miss: &DomainMiss, args: &[Pat]) -> Vec<(Sym, usize)> {
        let mut first = self.first[rel as usize];
        let mut args = args;
        for (depth, at) in miss.path.iter().enumerate() {
            let set = &self.sets[first + at];
            if depth + 1 == miss.path.len() {
                return set.names.keys().copied().collect();
            }
            let Some(Pat::Compound(name, inner)) = args.get(*at) else {
                break;
            };
            let Some(next) = set.names.get(&(*name, inner.len())) else {
                break;
            };
            (first, args) = (*next, inner);
        }
        Vec::new()
    }

    /// For each variable the sets of the arguments at which positive conditions have it.
    fn uses(&self, rule: &Rule) -> Vec<Vec<SetId>> {
        let mut uses = vec![Vec::new(); rule.vars.len()];
        for lit in &rule.body {
            if let BodyLit::Is(atom) = lit {
                self.uses_in(self.first[atom.rel as usize], &atom.args, &mut uses);
            }
        }
        uses
    }

    fn uses_in(&self, first: SetId, args: &[Pat], uses: &mut [Vec<SetId>]) {
        for (at, arg) in args.iter().enumerate() {
            let set = &self.sets[first + at];
            match arg {
                _ if set.any => {}
                Pat::Var(var) => uses[*var as usize].push(first + at),
                Pat::Compound(name, inner) => {
                    if let Some(first) = set.names.get(&(*name, inner.len())) {
                        self.uses_in(*first, inner, uses);
                    }
                }
            }
        }
    }

    /// Names that are in all of these sets, with the set of their first argument in the smallest.
    fn common(&self, sets: &[SetId]) -> Vec<((Sym, usize), SetId)> {
        let smallest = sets.iter().min_by_key(|set| self.sets[**set].names.len());
        let names = smallest.into_iter().flat_map(|set| &self.sets[*set].names);
        let everywhere = |name: &(Sym, usize)| {
            let mut sets = sets.iter().map(|set| &self.sets[*set]);
            sets.all(|set| set.any || set.names.contains_key(name))
        };
        let names = names.filter(|(name, _)| everywhere(name));
        names.map(|(name, first)| (*name, *first)).collect()
    }

    /// Variable of a rule without a possible value, though each condition may hold; with the names that these allow.
    pub(super) fn empty_variable(&self, rule: &Rule) -> Option<(Sym, Vec<Sym>)> {
        if !rule.body.iter().all(|lit| self.may_hold(lit)) {
            return None;
        }
        let uses = self.uses(rule);
        let is_empty = |sets: &Vec<SetId>| sets.len() > 1 && self.common(sets).is_empty();
        let empty = uses.iter().position(is_empty)?;
        let sets = uses[empty].iter().map(|set| &self.sets[*set].names);
        let names = sets.flat_map(|names| names.keys().map(|(name, _)| *name));
        Some((rule.vars[empty], names.collect()))
    }

    /// Adds what a rule can derive; if `forgiving`, conditions that cannot hold are ignored.
    fn apply(&mut self, rule: &Rule, forgiving: bool) {
        if self.work > MAX_WORK {
            return;
        }
        if !forgiving && !rule.body.iter().all(|lit| self.may_hold(lit)) {
            return;
        }
        let mut uses = self.uses(rule);
        self.work += 1 + rule.body.len();
        for sets in uses.iter_mut().filter(|sets| !sets.is_empty()) {
            let smallest = sets.iter().map(|set| self.sets[*set].names.len()).min();
            self.work += smallest.unwrap_or(0) * sets.len();
            if self.common(sets).is_empty() {
                if !forgiving {
                    return;
                }
                sets.clear();
            }
        }
        let rel = shared(rule.head.rel) as usize;
        self.changed |= !std::mem::replace(&mut self.holds[rel], true);
        self.add(self.first[rel], &rule.head.args, &uses);
    }

    /// Adds what arguments can be to the sets from `first` on, given the uses of their variables.
    fn add(&mut self, first: SetId, args: &[Pat], uses: &[Vec<SetId>]) {
        for (at, arg) in args.iter().enumerate() {
            let set = first + at;
            match arg {
                _ if self.sets[set].any => {}
                Pat::Compound(name, inner) => {
                    let first = self.insert(set, (*name, inner.len()));
                    self.add(first, inner, uses);
                }
                Pat::Var(var) => match uses[*var as usize].as_slice() {
                    [] => {
                        self.changed = true;
                        self.sets[set].any = true;
                    }
                    // The set itself adds nothing.
                    sets if sets.contains(&set) => {}
                    sets => {
                        let names = self.common(sets);
                        self.work += names.len();
                        for (name, from) in names {
                            let to = self.insert(set, name);
                            (0..name.1).for_each(|at| self.copy(from + at, to + at));
                        }
                    }
                },
            }
        }
    }

    /// Adds the names of one set to another, with those of their arguments.
    fn copy(&mut self, from: SetId, to: SetId) {
        if from == to || self.sets[to].any || self.work > MAX_WORK {
            return;
        }
        if self.sets[from].any {
            self.changed = true;
            self.sets[to].any = true;
            return;
        }
        let names = self.sets[from].names.iter();
        let names: Vec<_> = names.map(|(name, first)| (*name, *first)).collect();
        self.work += 1 + names.len();
        for (name, from) in names {
            let first = self.insert(to, name);
            (0..name.1).for_each(|at| self.copy(from + at, first + at));
        }
    }

    /// Adds a name to a set; returns the set of its first argument.
    fn insert(&mut self, set: SetId, name: (Sym, usize)) -> SetId {
        if let Some(first) = self.sets[set].names.get(&name) {
            return *first;
        }
        self.changed = true;
        self.work += 1 + name.1;
        let first = self.add_sets(name.1, self.sets[set].nesting + 1);
        self.sets[set].names.insert(name, first);
        first
    }
}
