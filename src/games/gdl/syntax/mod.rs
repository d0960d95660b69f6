//! Reading and writing rules, in prefix form (KIF) and infix form (`head :- body.`).
//!
//! Both readers produce the same `GdlProgram`: clauses in the order of the file, with the position of every name for
//! messages, and with all comments, so that they survive a conversion. [`super::rules`] gives clauses their meaning.

mod infix;
mod kif;
mod lexer;
pub mod print;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use infix::has_dots;
pub(crate) use kif::parse_term;

use rustc_hash::FxHashMap;

use crate::game::{MoveError, TextError};

/// Number of a name in [`Symbols`].
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

    /// Number of a name; `None` if it does not occur.
    pub fn get(&self, name: &str) -> Option<Sym> {
        self.numbers.get(name).copied()
    }

    pub fn name(&self, number: Sym) -> &str {
        self.names.get(number as usize).map_or("?", |name| name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Sym, &str)> {
        (0..).zip(self.names.iter().map(|name| &**name))
    }
}

/// Position in a text, counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextPos {
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

impl TextPos {
    pub fn error(self, message: impl Into<String>) -> TextError {
        TextError::at(self.line as usize, self.column as usize, message)
    }
}

#[derive(Clone, Debug)]
pub struct Term {
    pub pos: TextPos,
    pub kind: TermKind,
}

#[derive(Clone, Debug)]
pub enum TermKind {
    /// A variable, by its name without the leading sign.
    Var(Sym),
    /// A name, with arguments or without. `(a)` and `a` are the same.
    Compound(Sym, Vec<Term>),
}

/// A condition of a rule, as written.
#[derive(Clone, Debug)]
pub struct BodyGoal {
    pub pos: TextPos,
    pub kind: GoalKind,
    /// Comments inside it or right before it.
    pub comments: Vec<String>,
}

#[derive(Clone, Debug)]
pub enum GoalKind {
    Atom(Term),
    Not(Box<BodyGoal>),
    And(Vec<BodyGoal>),
    Or(Vec<BodyGoal>),
    Distinct(Term, Term),
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub pos: TextPos,
    pub head: Term,
    /// Conditions; empty for a fact.
    pub body: Vec<BodyGoal>,
    /// Comments above it.
    pub before: Vec<String>,
    /// True if there is a blank line above it or above its comments.
    pub has_blank_above: bool,
    /// Comment after it on its last line.
    pub after: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Prefix: `(<= head goal …)`.
    Kif,
    /// Infix: `head :- goal, goal.`
    Infix,
}

#[derive(Clone, Debug)]
pub struct GdlProgram {
    pub notation: Notation,
    pub symbols: Symbols,
    pub clauses: Vec<Clause>,
    pub end: Vec<String>,
}

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

/// The first error, where only one is reported.
pub(super) fn first_error(errors: Vec<TextError>) -> TextError {
    let first = errors.into_iter().next();
    first.unwrap_or_else(|| TextError::at(1, 1, "the text cannot be read"))
}

pub fn parse_all(source: &str, options: ReadOptions) -> Result<GdlProgram, Vec<TextError>> {
    match notation(source) {
        Notation::Kif => kif::parse(source, options),
        Notation::Infix => infix::parse(source, options),
    }
}

/// Canonical text of a move, without blanks and needless parentheses.
pub(crate) fn canonical_move(text: &str, fold_case: bool) -> Result<String, MoveError> {
    let mut symbols = Symbols::default();
    let term = parse_term(text, &mut symbols, ReadOptions { fold_case }).ok();
    let mut has_variables = false;
    let mut visit = |_, _| has_variables = true;
    term.iter().for_each(|term| term.variables(&mut visit));
    match term {
        Some(term) if !has_variables => Ok(print::kif_term(&term, &symbols)),
        _ => Err(MoveError::Syntax {
            text: text.to_owned(),
            expected: "a move is a term such as ‘(push a)’ or ‘wait’",
        }),
    }
}

/// Stored form of a name: keywords in lower case, others as written or folded.
fn canonical(name: &str, options: ReadOptions) -> std::borrow::Cow<'_, str> {
    let keyword = || KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(name));
    let upper = name.bytes().any(|byte| byte.is_ascii_uppercase())
        || (options.fold_case && !name.is_ascii());
    match upper && (options.fold_case || keyword()) {
        true => name.to_lowercase().into(),
        false => name.into(),
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

    pub fn variables(&self, visit: &mut dyn FnMut(Sym, TextPos)) {
        self.terms(&mut |term| {
            if let TermKind::Var(name) = term.kind {
                visit(name, term.pos);
            }
        });
    }
}
