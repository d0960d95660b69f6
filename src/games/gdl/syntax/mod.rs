//! Reading and writing rules, in prefix form (KIF) and infix form (`head :- body.`).
//!
//! Both readers make the same [`Program`]: clauses in the order of the file, with the place of
//! every name for messages, and with all comments, so that a converted file still says what its
//! author said. What the clauses mean is worked out in [`super::rules`].

mod infix;
mod kif;
mod lexer;
mod moves;
pub mod print;

#[cfg(test)]
mod tests;

pub(crate) use moves::canonical_move;

use rustc_hash::FxHashMap;

use crate::game::FormError;

/// A name, by number.
pub type Sym = u32;

/// Deepest nesting of parentheses that is read. Real files stay below ten; a limit keeps everything
/// behind the reader free of stack overflows.
pub const MAX_DEPTH: usize = 200;

/// Words with a meaning of their own. Their case does not matter.
pub const KEYWORDS: [&str; 14] = [
    "role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input",
    "distinct", "not", "or", "and",
];

/// Names, each once.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    names: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, Sym>,
}

impl Symbols {
    pub fn intern(&mut self, name: &str) -> Sym {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = Sym::try_from(self.names.len()).unwrap_or(Sym::MAX);
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    /// The number of a name that is known already.
    pub fn get(&self, name: &str) -> Option<Sym> {
        self.numbers.get(name).copied()
    }

    pub fn name(&self, number: Sym) -> &str {
        self.names.get(number as usize).map_or("?", |name| name)
    }

    /// All names in the order in which they were met.
    pub fn iter(&self) -> impl Iterator<Item = (Sym, &str)> {
        (0..).zip(self.names.iter().map(|name| &**name))
    }
}

/// Where something stands, both counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

impl Place {
    pub fn error(self, message: impl Into<String>) -> FormError {
        FormError::at(self.line as usize, self.column as usize, message)
    }
}

#[derive(Clone, Debug)]
pub struct Term {
    pub place: Place,
    pub kind: TermKind,
}

#[derive(Clone, Debug)]
pub enum TermKind {
    /// A variable, by its name without the sign that makes it one.
    Var(Sym),
    /// A name, with arguments or without. `(a)` and `a` are the same.
    Compound(Sym, Vec<Term>),
}

/// Part of a rule's body.
#[derive(Clone, Debug)]
pub struct Goal {
    pub place: Place,
    /// What it says.
    pub kind: GoalKind,
    /// Comments that stand inside it or right before it.
    pub comments: Vec<String>,
}

/// What a part of a body says.
#[derive(Clone, Debug)]
pub enum GoalKind {
    /// A relation holds.
    Atom(Term),
    /// Something does not hold.
    Not(Box<Goal>),
    /// All hold.
    And(Vec<Goal>),
    /// At least one holds.
    Or(Vec<Goal>),
    /// Two terms differ.
    Distinct(Term, Term),
}

/// A fact or rule.
#[derive(Clone, Debug)]
pub struct Clause {
    pub place: Place,
    /// What it derives.
    pub head: Term,
    /// Under which conditions; empty for a fact.
    pub body: Vec<Goal>,
    /// Comments above it.
    pub before: Vec<String>,
    /// A blank line stood above it or above its comments.
    pub spaced: bool,
    /// A comment behind it on its last line.
    pub after: Option<String>,
}

/// Which notation a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Prefix: `(<= head goal …)`.
    Kif,
    /// Infix: `head :- goal, goal.`
    Infix,
}

/// A file as read.
#[derive(Clone, Debug)]
pub struct Program {
    pub notation: Notation,
    pub symbols: Symbols,
    /// Its clauses in order.
    pub clauses: Vec<Clause>,
    /// Comments below the last clause.
    pub end: Vec<String>,
}

/// How to read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Names that differ in case only are the same.
    pub fold_case: bool,
}

/// Which notation a text is in, judged by its first sign that is neither blank nor comment.
pub fn notation(source: &str) -> Notation {
    let mut rest = source.strip_prefix('\u{feff}').unwrap_or(source);
    loop {
        rest = rest.trim_start();
        let line_end = rest.find('\n').unwrap_or(rest.len());
        if rest.starts_with(';') {
            rest = &rest[line_end..];
        } else if rest.starts_with('%') {
            return Notation::Infix;
        } else if rest.starts_with('(') || rest.is_empty() {
            return Notation::Kif;
        } else {
            // `terminal` alone can open a KIF file, too; a rule arrow or bracket settles it.
            let bare = rest[..line_end].trim();
            let kif =
                !bare.contains(['(', ':', '.', '/', '\'']) && rest[line_end..].contains("(<=");
            return if kif { Notation::Kif } else { Notation::Infix };
        }
    }
}

/// Returns whether statements of a text in infix form end with dots.
pub(super) fn has_dots(source: &str) -> bool {
    infix::has_dots(source)
}

/// Reads a text in either notation.
///
/// # Errors
/// At the first place that is not well formed.
pub fn parse(source: &str, reading: Reading) -> Result<Program, FormError> {
    parse_all(source, reading).map_err(first)
}

/// The error to be told where there is room for one only: the one found first.
pub(super) fn first(errors: Vec<FormError>) -> FormError {
    let first = errors.into_iter().next();
    first.unwrap_or_else(|| FormError::at(1, 1, "the text cannot be read"))
}

/// Reads a text in either notation.
///
/// # Errors
/// Every statement that is not well formed.
pub fn parse_all(source: &str, reading: Reading) -> Result<Program, Vec<FormError>> {
    match notation(source) {
        Notation::Kif => kif::parse(source, reading),
        Notation::Infix => infix::parse(source, reading),
    }
}

/// A ground term in KIF as people type a move: `(push a)`, `push(a)` is not taken.
///
/// # Errors
/// When the text is not exactly one term.
pub fn parse_term(
    source: &str,
    symbols: &mut Symbols,
    reading: Reading,
) -> Result<Term, FormError> {
    kif::parse_term(source, symbols, reading)
}

/// A name as it is kept: keywords in lower case, others as written or folded.
fn canonical(name: &str, reading: Reading) -> std::borrow::Cow<'_, str> {
    let keyword = || KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(name));
    let upper = name.bytes().any(|byte| byte.is_ascii_uppercase())
        || (reading.fold_case && !name.is_ascii());
    if upper && (reading.fold_case || keyword()) {
        name.to_lowercase().into()
    } else {
        name.into()
    }
}

impl Program {
    /// Calls `see` for every term in it and for the terms inside these, in order.
    pub fn terms(&self, see: &mut dyn FnMut(&Term)) {
        for clause in &self.clauses {
            clause.head.terms(see);
            clause.body.iter().for_each(|goal| goal.terms(see));
        }
    }
}

impl Term {
    /// Calls `see` for it and for every term inside it, in order.
    pub fn terms(&self, see: &mut dyn FnMut(&Self)) {
        see(self);
        if let TermKind::Compound(_, args) = &self.kind {
            args.iter().for_each(|arg| arg.terms(see));
        }
    }

    /// Calls `see` for every variable in it, left to right.
    pub fn variables(&self, see: &mut dyn FnMut(Sym, Place)) {
        self.terms(&mut |term| {
            if let TermKind::Var(name) = term.kind {
                see(name, term.place);
            }
        });
    }

    /// Name and arguments, unless it is a variable.
    pub fn compound(&self) -> Option<(Sym, &[Term])> {
        match &self.kind {
            TermKind::Var(_) => None,
            TermKind::Compound(name, args) => Some((*name, args)),
        }
    }
}

impl Goal {
    /// Calls `see` for every term in it and for the terms inside these, in order.
    fn terms(&self, see: &mut dyn FnMut(&Term)) {
        match &self.kind {
            GoalKind::Atom(atom) => atom.terms(see),
            GoalKind::Not(goal) => goal.terms(see),
            GoalKind::And(goals) | GoalKind::Or(goals) => {
                goals.iter().for_each(|goal| goal.terms(see));
            }
            GoalKind::Distinct(left, right) => {
                left.terms(see);
                right.terms(see);
            }
        }
    }

    /// Calls `see` for every variable in it, left to right.
    pub fn variables(&self, see: &mut dyn FnMut(Sym, Place)) {
        self.terms(&mut |term| {
            if let TermKind::Var(name) = term.kind {
                see(name, term.place);
            }
        });
    }
}
