//! Reading and writing rules, in prefix form (KIF) and infix form (`head :- body.`).
//!
//! Both readers produce the same `GdlProgram`: clauses in the order of the file, with the position of every name for
//! messages, and with all comments, so that they survive a conversion. [`super::rules`] gives clauses their meaning.

mod infix;
mod kif;
mod lexer;
mod moves;
pub mod print;

#[cfg(test)]
mod tests;

pub(crate) use moves::canonical_move;

use rustc_hash::FxHashMap;

use crate::game::TextError;

/// Number of a name.
pub type Sym = u32;

/// Deepest nesting of parentheses that is read. Real files stay below ten; the limit protects everything after the
/// reader from stack overflows.
pub const MAX_DEPTH: usize = 200;

/// Words of the language, in any case.
pub const KEYWORDS: [&str; 14] = [
    "role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input",
    "distinct", "not", "or", "and",
];

/// Names, each stored once.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    names: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, Sym>,
}

impl Symbols {
    /// Number of a name, added if it is new.
    pub fn intern(&mut self, name: &str) -> Sym {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = Sym::try_from(self.names.len()).unwrap_or(Sym::MAX);
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    /// Number of a name that is known already.
    pub fn get(&self, name: &str) -> Option<Sym> {
        self.numbers.get(name).copied()
    }

    /// Name of a number.
    pub fn name(&self, number: Sym) -> &str {
        self.names.get(number as usize).map_or("?", |name| name)
    }

    /// All names in the order of their first occurrence.
    pub fn iter(&self) -> impl Iterator<Item = (Sym, &str)> {
        (0..).zip(self.names.iter().map(|name| &**name))
    }
}

/// Position in a text, counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextPos {
    /// Line.
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

impl TextPos {
    /// Error at this position.
    pub fn error(self, message: impl Into<String>) -> TextError {
        TextError::at(self.line as usize, self.column as usize, message)
    }
}

/// Term with its position.
#[derive(Clone, Debug)]
pub struct Term {
    pub pos: TextPos,
    pub kind: TermKind,
}

/// A variable or a compound term.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// A variable, by its name without the leading sign.
    Var(Sym),
    /// A name, with arguments or without. `(a)` and `a` are the same.
    Compound(Sym, Vec<Term>),
}

/// Part of a rule's body.
#[derive(Clone, Debug)]
pub struct BodyGoal {
    pub pos: TextPos,
    pub kind: GoalKind,
    /// Comments inside it or right before it.
    pub comments: Vec<String>,
}

/// Kind of a part of a body.
#[derive(Clone, Debug)]
pub enum GoalKind {
    /// A relation holds.
    Atom(Term),
    /// A goal does not hold.
    Not(Box<BodyGoal>),
    /// All hold.
    And(Vec<BodyGoal>),
    /// At least one holds.
    Or(Vec<BodyGoal>),
    /// Two terms differ.
    Distinct(Term, Term),
}

/// A fact or rule.
#[derive(Clone, Debug)]
pub struct Clause {
    pub pos: TextPos,
    /// Derived term.
    pub head: Term,
    /// Conditions; empty for a fact.
    pub body: Vec<BodyGoal>,
    /// Comments above it.
    pub before: Vec<String>,
    /// There is a blank line above it or above its comments.
    pub spaced: bool,
    /// Comment after it on its last line.
    pub after: Option<String>,
}

/// Notation of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Prefix: `(<= head goal …)`.
    Kif,
    /// Infix: `head :- goal, goal.`
    Infix,
}

/// Contents of a file.
#[derive(Clone, Debug)]
pub struct GdlProgram {
    /// Notation of the file.
    pub notation: Notation,
    /// Names in the file.
    pub symbols: Symbols,
    /// Clauses in order.
    pub clauses: Vec<Clause>,
    /// Comments below the last clause.
    pub end: Vec<String>,
}

/// Options of reading.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Names that differ in case only are the same.
    pub fold_case: bool,
}

/// Notation of a text, judged by its first character that is neither blank nor comment.
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
            // `terminal` alone can open a KIF file, too; a rule arrow or parenthesis decides.
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
/// The first error.
pub fn parse(source: &str, options: ReadOptions) -> Result<GdlProgram, TextError> {
    parse_all(source, options).map_err(first_error)
}

/// The first error, where only one is reported.
pub(super) fn first_error(errors: Vec<TextError>) -> TextError {
    let first = errors.into_iter().next();
    first.unwrap_or_else(|| TextError::at(1, 1, "the text cannot be read"))
}

/// Reads a text in either notation.
///
/// # Errors
/// All statements that are not well formed.
pub fn parse_all(source: &str, options: ReadOptions) -> Result<GdlProgram, Vec<TextError>> {
    match notation(source) {
        Notation::Kif => kif::parse(source, options),
        Notation::Infix => infix::parse(source, options),
    }
}

/// Reads a ground term in KIF, such as a move: `(push a)`, but not `push(a)`.
///
/// # Errors
/// When the text is not exactly one term.
pub fn parse_term(
    source: &str,
    symbols: &mut Symbols,
    options: ReadOptions,
) -> Result<Term, TextError> {
    kif::parse_term(source, symbols, options)
}

/// Stored form of a name: keywords in lower case, others as written or folded.
fn canonical(name: &str, options: ReadOptions) -> std::borrow::Cow<'_, str> {
    let keyword = || KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(name));
    let upper = name.bytes().any(|byte| byte.is_ascii_uppercase())
        || (options.fold_case && !name.is_ascii());
    if upper && (options.fold_case || keyword()) {
        name.to_lowercase().into()
    } else {
        name.into()
    }
}

impl GdlProgram {
    /// Calls `visit` for every term and the terms inside it, in order.
    pub fn terms(&self, visit: &mut dyn FnMut(&Term)) {
        for clause in &self.clauses {
            clause.head.terms(visit);
            clause.body.iter().for_each(|goal| goal.terms(visit));
        }
    }
}

impl Term {
    /// Calls `visit` for the term and every term inside it, in order.
    pub fn terms(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        if let TermKind::Compound(_, args) = &self.kind {
            args.iter().for_each(|arg| arg.terms(visit));
        }
    }

    /// Calls `visit` for every variable, left to right.
    pub fn variables(&self, visit: &mut dyn FnMut(Sym, TextPos)) {
        self.terms(&mut |term| {
            if let TermKind::Var(name) = term.kind {
                visit(name, term.pos);
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

impl BodyGoal {
    /// Calls `visit` for every term and the terms inside it, in order.
    fn terms(&self, visit: &mut dyn FnMut(&Term)) {
        match &self.kind {
            GoalKind::Atom(atom) => atom.terms(visit),
            GoalKind::Not(goal) => goal.terms(visit),
            GoalKind::And(goals) | GoalKind::Or(goals) => {
                goals.iter().for_each(|goal| goal.terms(visit));
            }
            GoalKind::Distinct(left, right) => {
                left.terms(visit);
                right.terms(visit);
            }
        }
    }

    /// Calls `visit` for every variable, left to right.
    pub fn variables(&self, visit: &mut dyn FnMut(Sym, TextPos)) {
        self.terms(&mut |term| {
            if let TermKind::Var(name) = term.kind {
                visit(name, term.pos);
            }
        });
    }
}
