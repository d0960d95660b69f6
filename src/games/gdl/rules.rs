//! What a program says: rules whose bodies are plain lists of literals.
//!
//! `or`, `and` and nested `not` are multiplied out, `(not (distinct a b))` is worked into the rule
//! by unification. Relations are told apart by name and number of arguments.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::FormError;

use super::syntax::{Clause, Goal, GoalKind, Place, Program, Sym, Symbols, Term, TermKind};

/// A relation, by number.
pub type RelId = u32;

/// The relations that the language itself knows; their numbers are their places here.
pub const KNOWN: [(&str, usize); 10] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("does", 2),
    ("next", 1),
    ("legal", 2),
    ("goal", 2),
    ("terminal", 0),
    ("base", 1),
    ("input", 2),
];

/// `(role ?r)`.
pub const ROLE: RelId = 0;
/// `(init ?f)`.
pub const INIT: RelId = 1;
/// `(true ?f)`.
pub const TRUE: RelId = 2;
/// `(does ?r ?m)`.
pub const DOES: RelId = 3;
/// `(next ?f)`.
pub const NEXT: RelId = 4;
/// `(legal ?r ?m)`.
pub const LEGAL: RelId = 5;
/// `(goal ?r ?v)`.
pub const GOAL: RelId = 6;
/// `terminal`.
pub const TERMINAL: RelId = 7;
/// `(base ?f)`.
pub const BASE: RelId = 8;
/// `(input ?r ?m)`.
pub const INPUT: RelId = 9;

/// Words of the language that say what could be derived anyway. Files use them with other numbers of
/// arguments, too, after other conventions; such a relation is just a relation.
pub const UNUSED: [&str; 2] = ["base", "input"];

/// Most rules that one rule may be multiplied out to.
const MOST_ALTERNATIVES: usize = 20_000;

/// Most conditions that all rules may be multiplied out to.
const MOST_CONDITIONS_IN_ALL: usize = 500_000;

/// Most relations that are split to untangle negation.
const MOST_SPLITS: usize = 40;

/// Most conditions in one rule; what works on rules goes as deep as their bodies are long.
const MOST_CONDITIONS: usize = 1000;

/// A relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    /// Its name.
    pub name: Sym,
    /// Its number of arguments.
    pub arity: usize,
}

/// A term with variables, numbered within their rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pat {
    /// A variable.
    Var(u32),
    /// A name with arguments or without.
    Compound(Sym, Vec<Pat>),
}

/// A relation with arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    /// Which relation.
    pub rel: RelId,
    /// Its arguments.
    pub args: Vec<Pat>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lit {
    /// It holds.
    Is(Atom),
    /// It does not hold.
    Not(Atom),
    /// Two terms differ.
    Differ(Pat, Pat),
}

/// A rule, or a fact if it has no body.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it derives.
    pub head: Atom,
    /// When.
    pub body: Vec<Lit>,
    /// Names of its variables.
    pub vars: Vec<Sym>,
    /// Where it stands.
    pub place: Place,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Names.
    pub symbols: Symbols,
    /// Relations, those of [`KNOWN`] first.
    pub relations: Vec<Relation>,
    /// Rules.
    pub rules: Vec<Rule>,
}

/// A condition before equalities are worked in.
#[derive(Clone)]
enum Raw {
    Is(Atom),
    Not(Atom),
    Differ(Pat, Pat),
    Same(Pat, Pat),
}

struct Builder {
    relations: Vec<Relation>,
    numbers: FxHashMap<Relation, RelId>,
    /// Variables of the clause at hand.
    vars: Vec<Sym>,
    /// Conditions of all rules so far.
    conditions: usize,
}

impl Builder {
    fn relation(&mut self, name: Sym, arity: usize) -> RelId {
        let relation = Relation { name, arity };
        let next = RelId::try_from(self.relations.len()).unwrap_or(RelId::MAX);
        let number = *self.numbers.entry(relation).or_insert(next);
        if number == next {
            self.relations.push(relation);
        }
        number
    }

    fn pat(&mut self, term: &Term) -> Pat {
        match &term.kind {
            TermKind::Var(name) => {
                let known = self.vars.iter().position(|var| var == name);
                let number = known.unwrap_or_else(|| {
                    self.vars.push(*name);
                    self.vars.len() - 1
                });
                Pat::Var(number as u32)
            }
            TermKind::Compound(name, args) => {
                Pat::Compound(*name, args.iter().map(|arg| self.pat(arg)).collect())
            }
        }
    }

    fn atom(&mut self, term: &Term, symbols: &Symbols) -> Result<Atom, FormError> {
        let Some((name, args)) = term.compound() else {
            return Err(term.place.error("a variable cannot stand for a condition"));
        };
        let word = symbols.name(name);
        if let Some((_, arity)) = KNOWN.iter().find(|(known, _)| *known == word)
            && *arity != args.len()
            && !UNUSED.contains(&word)
        {
            return Err(term.place.error(format!(
                "‘{word}’ has {arity} argument{}, here are {}",
                if *arity == 1 { "" } else { "s" },
                args.len()
            )));
        }
        Ok(Atom {
            rel: self.relation(name, args.len()),
            args: args.iter().map(|arg| self.pat(arg)).collect(),
        })
    }

    /// Alternatives of conjunctions.
    fn alternatives(
        &mut self,
        goal: &Goal,
        positive: bool,
        symbols: &Symbols,
    ) -> Result<Vec<Vec<Raw>>, FormError> {
        Ok(match &goal.kind {
            GoalKind::Not(inner) => self.alternatives(inner, !positive, symbols)?,
            GoalKind::Atom(term) => {
                let atom = self.atom(term, symbols)?;
                vec![vec![if positive {
                    Raw::Is(atom)
                } else {
                    Raw::Not(atom)
                }]]
            }
            GoalKind::Distinct(left, right) => {
                let (left, right) = (self.pat(left), self.pat(right));
                vec![vec![if positive {
                    Raw::Differ(left, right)
                } else {
                    Raw::Same(left, right)
                }]]
            }
            GoalKind::And(parts) | GoalKind::Or(parts) => {
                if matches!(goal.kind, GoalKind::Or(_)) == positive {
                    let mut all = Vec::new();
                    for part in parts {
                        all.append(&mut self.alternatives(part, positive, symbols)?);
                    }
                    all
                } else {
                    self.product(parts, positive, symbols, goal.place)?
                }
            }
        })
    }

    fn product(
        &mut self,
        parts: &[Goal],
        positive: bool,
        symbols: &Symbols,
        place: Place,
    ) -> Result<Vec<Vec<Raw>>, FormError> {
        let mut all = vec![Vec::new()];
        for part in parts {
            let more = self.alternatives(part, positive, symbols)?;
            if all.len().saturating_mul(more.len()) > MOST_ALTERNATIVES {
                return Err(place.error(format!(
                    "multiplied out, the alternatives here come to more than {MOST_ALTERNATIVES} rules"
                )));
            }
            let size = |all: &[Vec<Raw>]| all.iter().map(Vec::len).sum::<usize>();
            if size(&all) * more.len() + size(&more) * all.len() > MOST_CONDITIONS_IN_ALL {
                return Err(place.error(format!(
                    "multiplied out, the alternatives here come to more than {MOST_CONDITIONS_IN_ALL} conditions"
                )));
            }
            if let [only] = more.as_slice() {
                all.iter_mut()
                    .for_each(|left| left.extend(only.iter().cloned()));
                continue;
            }
            all = all
                .iter()
                .flat_map(|left| {
                    more.iter().map(move |right| {
                        let mut both: Vec<Raw> = left.clone();
                        both.extend(right.iter().cloned());
                        both
                    })
                })
                .collect();
        }
        Ok(all)
    }

    fn clause(
        &mut self,
        clause: &Clause,
        symbols: &Symbols,
        rules: &mut Vec<Rule>,
    ) -> Result<(), FormError> {
        self.vars.clear();
        let head = self.atom(&clause.head, symbols)?;
        for alternative in self.product(&clause.body, true, symbols, clause.place)? {
            if alternative.len() > MOST_CONDITIONS {
                return Err(clause.place.error(format!(
                    "this rule has {} conditions; up to {MOST_CONDITIONS} are taken",
                    alternative.len()
                )));
            }
            self.conditions += alternative.len();
            if self.conditions > MOST_CONDITIONS_IN_ALL {
                return Err(clause.place.error(format!(
                    "multiplied out, the rules up to here come to more than {MOST_CONDITIONS_IN_ALL} conditions"
                )));
            }
            rules.extend(rule(head.clone(), alternative, &self.vars, clause.place));
        }
        Ok(())
    }
}

/// Works equalities into the rule and numbers its variables; `None` if they cannot hold.
fn rule(head: Atom, raw: Vec<Raw>, vars: &[Sym], place: Place) -> Option<Rule> {
    let mut bound: Vec<Option<Pat>> = vec![None; vars.len()];
    for lit in &raw {
        if let Raw::Same(left, right) = lit
            && !unify(left, right, &mut bound)
        {
            return None;
        }
    }
    let mut numbers: Vec<Option<u32>> = vec![None; vars.len()];
    let mut kept = Vec::new();
    let mut put = |pat: &Pat| substitute(pat, &bound, &mut numbers, &mut kept, vars);
    let mut atom = |atom: &Atom| Atom {
        rel: atom.rel,
        args: atom.args.iter().map(&mut put).collect(),
    };
    let head = atom(&head);
    let mut body = Vec::with_capacity(raw.len());
    let mut known: FxHashSet<Lit> = FxHashSet::default();
    for lit in &raw {
        let lit = match lit {
            Raw::Is(inner) => Lit::Is(atom(inner)),
            Raw::Not(inner) => Lit::Not(atom(inner)),
            Raw::Differ(left, right) => {
                let pair = atom(&Atom {
                    rel: 0,
                    args: vec![left.clone(), right.clone()],
                });
                let mut args = pair.args.into_iter();
                match (args.next(), args.next()) {
                    (Some(left), Some(right)) => Lit::Differ(left, right),
                    _ => continue,
                }
            }
            Raw::Same(..) => continue,
        };
        if known.insert(lit.clone()) {
            body.push(lit);
        }
    }
    Some(Rule {
        head,
        body,
        vars: kept,
        place,
    })
}

fn resolved<'a>(mut pat: &'a Pat, bound: &'a [Option<Pat>]) -> &'a Pat {
    while let Pat::Var(var) = pat {
        match &bound[*var as usize] {
            Some(to) => pat = to,
            None => break,
        }
    }
    pat
}

fn occurs(var: u32, pat: &Pat, bound: &[Option<Pat>]) -> bool {
    match resolved(pat, bound) {
        Pat::Var(other) => *other == var,
        Pat::Compound(_, args) => args.iter().any(|arg| occurs(var, arg, bound)),
    }
}

fn unify(left: &Pat, right: &Pat, bound: &mut Vec<Option<Pat>>) -> bool {
    let (left, right) = (
        resolved(left, bound).clone(),
        resolved(right, bound).clone(),
    );
    match (left, right) {
        (Pat::Var(a), Pat::Var(b)) if a == b => true,
        (Pat::Var(var), other) | (other, Pat::Var(var)) => {
            let fits = !occurs(var, &other, bound);
            bound[var as usize] = Some(other);
            fits
        }
        (Pat::Compound(f, a), Pat::Compound(g, b)) => {
            f == g && a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| unify(a, b, bound))
        }
    }
}

fn substitute(
    pat: &Pat,
    bound: &[Option<Pat>],
    numbers: &mut [Option<u32>],
    kept: &mut Vec<Sym>,
    vars: &[Sym],
) -> Pat {
    match resolved(pat, bound) {
        Pat::Var(var) => {
            let at = *var as usize;
            let number = *numbers[at].get_or_insert_with(|| {
                kept.push(vars[at]);
                (kept.len() - 1) as u32
            });
            Pat::Var(number)
        }
        Pat::Compound(name, args) => Pat::Compound(
            *name,
            args.iter()
                .map(|arg| substitute(arg, bound, numbers, kept, vars))
                .collect(),
        ),
    }
}

impl Rules {
    /// The rules of a program. They are not checked yet, see [`super::check`].
    ///
    /// # Errors
    /// Where a word of the language has the wrong number of arguments, or alternatives multiply
    /// out to too many rules.
    pub fn new(program: &Program) -> Result<Self, Vec<FormError>> {
        let mut symbols = program.symbols.clone();
        let mut builder = Builder {
            relations: Vec::new(),
            numbers: FxHashMap::default(),
            vars: Vec::new(),
            conditions: 0,
        };
        for (name, arity) in KNOWN {
            let name = symbols.intern(name);
            builder.relation(name, arity);
        }
        let mut rules = Vec::new();
        let mut wrong = Vec::new();
        for clause in &program.clauses {
            if let Err(error) = builder.clause(clause, &symbols, &mut rules) {
                wrong.push(error);
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let mut rules = Self {
            symbols,
            relations: builder.relations,
            rules,
        };
        super::calls::bind(&mut rules);
        rules.untangle();
        Ok(rules)
    }

    /// Rules such as `(<= (goal ?r 100) (not (goal ?r 0)))` make a relation depend on its own absence,
    /// though the atoms meant do not. Such a relation gets a copy for each name that stands at one of
    /// its arguments, and conditions with that name there look at the copy.
    fn untangle(&mut self) {
        for _ in 0..MOST_SPLITS {
            let Some((rel, at)) = self.tangled() else {
                return;
            };
            self.split(rel, at);
        }
    }

    /// A relation negated inside its own cycle, and an argument by which it can be split.
    fn tangled(&self) -> Option<(RelId, usize)> {
        let mut member = vec![0; self.relations.len()];
        for (number, component) in super::graph::components(&self.dependencies())
            .iter()
            .enumerate()
        {
            component
                .iter()
                .for_each(|rel| member[*rel as usize] = number);
        }
        for rule in &self.rules {
            for lit in &rule.body {
                let Lit::Not(atom) = lit else {
                    continue;
                };
                let rel = atom.rel;
                if member[rel as usize] != member[rule.head.rel as usize] {
                    continue;
                }
                let heads = || {
                    self.rules
                        .iter()
                        .map(|rule| &rule.head)
                        .filter(|head| head.rel == rel)
                };
                let at = (0..atom.args.len()).find(|at| {
                    rigid(&atom.args[*at]).is_some()
                        && heads().all(|head| rigid(&head.args[*at]).is_some())
                        && heads().any(|head| rigid(&head.args[*at]) != rigid(&atom.args[*at]))
                });
                if let Some(at) = at {
                    return Some((rel, at));
                }
            }
        }
        None
    }

    fn split(&mut self, rel: RelId, at: usize) {
        let Relation { name, arity } = self.relations[rel as usize];
        let mut copies: FxHashMap<(Sym, usize), RelId> = FxHashMap::default();
        let mut fresh = Vec::new();
        let mut copy_of = |rules: &mut Self, key: (Sym, usize)| {
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
        let mut all = std::mem::take(&mut self.rules);
        for rule in &mut all {
            for lit in &mut rule.body {
                if let Lit::Is(atom) | Lit::Not(atom) = lit
                    && atom.rel == rel
                    && let Some(key) = rigid(&atom.args[at])
                {
                    atom.rel = copy_of(self, key);
                }
            }
        }
        for rule in &all {
            if rule.head.rel == rel
                && let Some(key) = rigid(&rule.head.args[at])
            {
                let mut copy = rule.clone();
                copy.head.rel = copy_of(self, key);
                fresh.push(copy);
            }
        }
        all.append(&mut fresh);
        self.rules = all;
    }

    /// A relation as people write it: `cell/3`.
    pub fn relation_name(&self, rel: RelId) -> String {
        let relation = self.relations[rel as usize];
        format!("{}/{}", self.symbols.name(relation.name), relation.arity)
    }

    /// For each relation those that its rules look at.
    pub fn dependencies(&self) -> Vec<Vec<u32>> {
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); self.relations.len()];
        for rule in &self.rules {
            for lit in &rule.body {
                if let Lit::Is(atom) | Lit::Not(atom) = lit {
                    edges[rule.head.rel as usize].push(atom.rel);
                }
            }
        }
        for targets in &mut edges {
            targets.sort_unstable();
            targets.dedup();
        }
        edges
    }

    /// Relations that depend on the state or the move.
    pub fn dynamic(&self) -> Vec<bool> {
        let mut dynamic = vec![false; self.relations.len()];
        for rel in [TRUE, DOES] {
            dynamic[rel as usize] = true;
        }
        // Components come after what they look at, so one pass settles all.
        let edges = self.dependencies();
        for component in super::graph::components(&edges) {
            let any = component
                .iter()
                .any(|rel| edges[*rel as usize].iter().any(|to| dynamic[*to as usize]));
            for rel in component {
                dynamic[rel as usize] |= any;
            }
        }
        dynamic
    }
}

/// Name and number of arguments at the top of a term, unless it is a variable.
fn rigid(pat: &Pat) -> Option<(Sym, usize)> {
    match pat {
        Pat::Var(_) => None,
        Pat::Compound(name, args) => Some((*name, args.len())),
    }
}

impl Pat {
    /// Calls `see` for every variable in it.
    pub fn variables(&self, see: &mut dyn FnMut(u32)) {
        match self {
            Self::Var(var) => see(*var),
            Self::Compound(_, args) => args.iter().for_each(|arg| arg.variables(see)),
        }
    }
}

impl Lit {
    /// Calls `see` for every variable in it.
    pub fn variables(&self, see: &mut dyn FnMut(u32)) {
        match self {
            Self::Is(atom) | Self::Not(atom) => {
                atom.args.iter().for_each(|arg| arg.variables(see));
            }
            Self::Differ(left, right) => {
                left.variables(see);
                right.variables(see);
            }
        }
    }
}
