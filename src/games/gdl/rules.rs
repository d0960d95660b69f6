//! Meaning of a program: rules whose bodies are plain lists of literals.
//!
//! Relations are identified by name and arity. [`super::clauses`] makes a [`RuleSet`] of a program's clauses,
//! [`super::check`] decides whether it is a game. Facts of a state are terms in `true`, the move made is a term in
//! `does`; `next` gives the facts of the next state.

use super::syntax::{Sym, Symbols, TextPos};

/// Number of a relation: its index in [`RuleSet::relations`].
pub type RelId = u32;

/// Relations that the language itself knows; their numbers are their indices here.
pub const BUILTINS: [(&str, usize); 10] = [
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

pub const ROLE: RelId = 0;
pub const INIT: RelId = 1;
pub const TRUE: RelId = 2;
pub const DOES: RelId = 3;
pub const NEXT: RelId = 4;
pub const LEGAL: RelId = 5;
pub const GOAL: RelId = 6;
pub const TERMINAL: RelId = 7;
pub const BASE: RelId = 8;
pub const INPUT: RelId = 9;
/// Words of the language that state what could be derived anyway. Some files use them with other arities by other
/// conventions; such a relation is an ordinary relation.
pub const REDUNDANT: [&str; 2] = ["base", "input"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    pub name: Sym,
    pub arity: usize,
}

/// Term with variables, which are numbered within their rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pat {
    Var(u32),
    /// A name with arguments or without.
    Compound(Sym, Vec<Pat>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    pub rel: RelId,
    pub args: Vec<Pat>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BodyLit {
    Is(Atom),
    Not(Atom),
    /// The terms are not the same (`distinct`).
    Differ(Pat, Pat),
}

/// A rule, or a fact if it has no body.
#[derive(Clone, Debug)]
pub struct Rule {
    pub head: Atom,
    pub body: Vec<BodyLit>,
    /// Names of the variables, by number.
    pub vars: Vec<Sym>,
    pub pos: TextPos,
}

#[derive(Clone, Debug)]
pub struct RuleSet {
    pub symbols: Symbols,
    /// Relations, those of [`BUILTINS`] first.
    pub relations: Vec<Relation>,
    pub rules: Vec<Rule>,
}

impl RuleSet {
    /// Name of a relation with its arity: `cell/3`.
    pub fn relation_name(&self, rel: RelId) -> String {
        let relation = self.relations[rel as usize];
        format!("{}/{}", self.symbols.name(relation.name), relation.arity)
    }

    /// For each relation those that its rules read, in order, each once.
    pub fn dependencies(&self) -> Vec<Vec<u32>> {
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); self.relations.len()];
        for rule in &self.rules {
            let atoms = rule.body.iter().filter_map(BodyLit::atom);
            edges[rule.head.rel as usize].extend(atoms.map(|atom| atom.rel));
        }
        for targets in &mut edges {
            targets.sort_unstable();
            targets.dedup();
        }
        edges
    }

    /// For each relation whether playing the game reads it.
    pub fn used(&self) -> Vec<bool> {
        let edges = self.dependencies();
        let mut used = vec![false; self.relations.len()];
        let mut open = vec![ROLE, INIT, NEXT, LEGAL, GOAL, TERMINAL];
        while let Some(rel) = open.pop() {
            if !std::mem::replace(&mut used[rel as usize], true) {
                open.extend(&edges[rel as usize]);
            }
        }
        used
    }

    /// For each relation whether it depends on the state or the move.
    pub fn dynamic(&self) -> Vec<bool> {
        self.dependents(&[TRUE, DOES])
    }

    /// For each relation whether it is one of `roots` or depends on one.
    pub fn dependents(&self, roots: &[RelId]) -> Vec<bool> {
        let mut depends = vec![false; self.relations.len()];
        for rel in roots {
            depends[*rel as usize] = true;
        }
        // Components come after those they read, so one pass suffices.
        let edges = self.dependencies();
        for component in super::graph::components(&edges) {
            let read = component.iter().flat_map(|rel| &edges[*rel as usize]);
            let mut rels = component.iter().chain(read);
            let any = rels.any(|rel| depends[*rel as usize]);
            for rel in component {
                depends[rel as usize] = any;
            }
        }
        depends
    }
}

impl Rule {
    /// For each variable whether a positive condition contains it.
    pub fn bound_vars(&self) -> Vec<bool> {
        let mut bound = vec![false; self.vars.len()];
        for lit in self.body.iter().filter(|lit| matches!(lit, BodyLit::Is(_))) {
            lit.variables(&mut |var| bound[var as usize] = true);
        }
        bound
    }
}

impl Pat {
    /// Calls `visit` for every occurrence of a variable.
    pub fn variables(&self, visit: &mut dyn FnMut(u32)) {
        match self {
            Self::Var(var) => visit(*var),
            Self::Compound(_, args) => args.iter().for_each(|arg| arg.variables(visit)),
        }
    }

    /// Name and arity, unless it is a variable.
    pub fn functor(&self) -> Option<(Sym, usize)> {
        match self {
            Self::Var(_) => None,
            Self::Compound(name, args) => Some((*name, args.len())),
        }
    }

    /// The name, if it is one without arguments.
    pub fn name(&self) -> Option<Sym> {
        self.functor()
            .filter(|(_, arity)| *arity == 0)
            .map(|(name, _)| name)
    }

    pub fn is_grounded(&self) -> bool {
        match self {
            Self::Var(_) => false,
            Self::Compound(_, args) => args.iter().all(Self::is_grounded),
        }
    }

    /// Replaces each variable by a term.
    #[must_use]
    pub fn subst(&self, term_of: &mut dyn FnMut(u32) -> Self) -> Self {
        match self {
            Self::Var(var) => term_of(*var),
            Self::Compound(name, args) => {
                Self::Compound(*name, args.iter().map(|arg| arg.subst(term_of)).collect())
            }
        }
    }
}

impl Atom {
    #[must_use]
    pub fn subst(&self, term_of: &mut dyn FnMut(u32) -> Pat) -> Self {
        Self {
            rel: self.rel,
            args: self.args.iter().map(|arg| arg.subst(term_of)).collect(),
        }
    }
}

impl BodyLit {
    pub fn variables(&self, visit: &mut dyn FnMut(u32)) {
        self.terms().for_each(|term| term.variables(visit));
    }

    /// Atom of the condition, unless it is a difference.
    pub fn atom(&self) -> Option<&Atom> {
        match self {
            Self::Is(atom) | Self::Not(atom) => Some(atom),
            Self::Differ(..) => None,
        }
    }

    /// The arguments, or the terms that differ.
    pub fn terms(&self) -> impl Iterator<Item = &Pat> {
        let (args, pair) = match self {
            Self::Is(atom) | Self::Not(atom) => (atom.args.as_slice(), None),
            Self::Differ(left, right) => ([].as_slice(), Some([left, right])),
        };
        args.iter().chain(pair.into_iter().flatten())
    }

    #[must_use]
    pub fn subst(&self, term_of: &mut dyn FnMut(u32) -> Pat) -> Self {
        match self {
            Self::Is(atom) => Self::Is(atom.subst(term_of)),
            Self::Not(atom) => Self::Not(atom.subst(term_of)),
            Self::Differ(left, right) => Self::Differ(left.subst(term_of), right.subst(term_of)),
        }
    }
}
