//! Infix form: `head(X) :- goal(X), ~other(X).`
//!
//! Conjunction is `,` or `&`, disjunction `|` or `;`, negation `~`, `\+` or `not`. Variables start with a capital
//! letter, `_` or `?`. If no statement of a file ends with `.`, none needs to. If there are lines `%% rules` and `%%
//! end of rules`, only what is between them is read: so an exported Prolog program is read back without its driver,
//! and `%% renamed a = b` restores names of relations.

mod tokens;

use rustc_hash::FxHashMap;

use crate::game::{FormError, clip};

use super::{
    Clause, Goal, GoalKind, MAX_DEPTH, Notation, Place, Program, Reading, Sym, Symbols, Term,
    TermKind, canonical,
};
use tokens::{Spot, Token, tokens};

/// Marks around the rules of an exported program.
pub(super) const BEGIN: &str = "%% rules";
pub(super) const END: &str = "%% end of rules";
/// Prefix of a line that gives a relation's original name: `%% renamed succ_ = succ`.
pub(super) const RENAMED: &str = "%% renamed ";

struct Parser<'a> {
    spots: Vec<Spot>,
    at: usize,
    end: Place,
    symbols: Symbols,
    reading: Reading,
    renamed: FxHashMap<&'a str, &'a str>,
    dots: bool,
    /// Number of `_` so far, each of which is a variable of its own.
    nameless: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.spots.get(self.at).map(|spot| &spot.token)
    }

    fn place(&self) -> Place {
        self.spots.get(self.at).map_or(self.end, |spot| spot.place)
    }

    fn eat(&mut self, token: &Token) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn wanted(&self, what: &str) -> FormError {
        let found = match self.peek() {
            None => "the end of the file".to_owned(),
            Some(Token::Name(name) | Token::Variable(name)) => format!("‘{}’", clip(name)),
            Some(Token::Quoted(name)) => format!("‘'{}'’", clip(name)),
            Some(token) => format!(
                "‘{}’",
                match token {
                    Token::Open => "(",
                    Token::Close => ")",
                    Token::And => ",",
                    Token::Or => "|",
                    Token::Not => "~",
                    Token::Arrow => ":-",
                    Token::Differs => "\\=",
                    _ => ".",
                }
            ),
        };
        self.place()
            .error(format!("expected {what}, found {found}"))
    }

    fn deeper(&self, depth: usize) -> Result<usize, FormError> {
        if depth >= MAX_DEPTH {
            return Err(self
                .place()
                .error(format!("nested more than {MAX_DEPTH} deep")));
        }
        Ok(depth + 1)
    }

    fn name(&mut self, name: &str, quoted: bool, calls: bool) -> Sym {
        let own = self.renamed.get(name).copied().unwrap_or(name);
        if quoted && !calls && !self.reading.fold_case {
            return self.symbols.intern(own);
        }
        self.symbols.intern(&canonical(own, self.reading))
    }

    fn term(&mut self, depth: usize) -> Result<Term, FormError> {
        let depth = self.deeper(depth)?;
        let place = self.place();
        let Some(spot) = self.spots.get(self.at) else {
            return Err(self.wanted("a term"));
        };
        let calls = spot.calls;
        let (name, quoted) = match &spot.token {
            Token::Variable(name) => {
                let name = if name == "_" {
                    self.nameless += 1;
                    format!("_{}", self.nameless)
                } else {
                    match self.reading.fold_case {
                        true => name.to_lowercase(),
                        false => name.clone(),
                    }
                };
                self.at += 1;
                let kind = TermKind::Var(self.symbols.intern(&name));
                return Ok(Term { place, kind });
            }
            Token::Name(name) => (name.clone(), false),
            Token::Quoted(name) => (name.clone(), true),
            _ => return Err(self.wanted("a term")),
        };
        self.at += 1;
        let name = self.name(&name, quoted, calls);
        let mut args = Vec::new();
        if calls {
            self.eat(&Token::Open);
            if !self.eat(&Token::Close) {
                loop {
                    args.push(self.term(depth)?);
                    if self.eat(&Token::Close) {
                        break;
                    }
                    if !self.eat(&Token::And) {
                        return Err(self.wanted("‘,’ or ‘)’"));
                    }
                }
            }
        }
        let kind = TermKind::Compound(name, args);
        Ok(Term { place, kind })
    }

    /// Alternatives, the outermost level of a body.
    fn any(&mut self, depth: usize) -> Result<Goal, FormError> {
        let depth = self.deeper(depth)?;
        let place = self.place();
        let mut parts = vec![self.all(depth)?];
        while self.eat(&Token::Or) {
            parts.push(self.all(depth)?);
        }
        Ok(joined(place, parts, GoalKind::Or))
    }

    fn all(&mut self, depth: usize) -> Result<Goal, FormError> {
        let place = self.place();
        let mut parts = vec![self.one(depth)?];
        while self.eat(&Token::And) {
            parts.push(self.one(depth)?);
        }
        Ok(joined(place, parts, GoalKind::And))
    }

    fn one(&mut self, depth: usize) -> Result<Goal, FormError> {
        let depth = self.deeper(depth)?;
        let place = self.place();
        let start = self.at;
        let calls = self.spots.get(start).is_some_and(|spot| spot.calls);
        let word = match self.peek() {
            Some(Token::Name(name)) => name.to_ascii_lowercase(),
            _ => String::new(),
        };
        let kind = if self.eat(&Token::Not) {
            GoalKind::Not(Box::new(self.one(depth)?))
        } else if word == "not" {
            self.at += 1;
            GoalKind::Not(Box::new(self.one(depth)?))
        } else if matches!(word.as_str(), "or" | "and") && calls {
            self.at += 2;
            let mut parts = Vec::new();
            while !self.eat(&Token::Close) {
                if !parts.is_empty() && !self.eat(&Token::And) {
                    return Err(self.wanted("‘,’ or ‘)’"));
                }
                parts.push(self.one(depth)?);
            }
            if word == "or" {
                GoalKind::Or(parts)
            } else {
                GoalKind::And(parts)
            }
        } else if self.eat(&Token::Open) {
            let inner = self.any(depth)?;
            if !self.eat(&Token::Close) {
                return Err(self.wanted("‘)’"));
            }
            inner.kind
        } else {
            let term = self.term(depth)?;
            if self.eat(&Token::Differs) {
                GoalKind::Distinct(term, self.term(depth)?)
            } else {
                match term.kind {
                    TermKind::Var(_) => {
                        self.at = start;
                        return Err(self.wanted("a condition"));
                    }
                    TermKind::Compound(_, mut args) if word == "distinct" => {
                        match (args.pop(), args.pop(), args.is_empty()) {
                            (Some(right), Some(left), true) => GoalKind::Distinct(left, right),
                            _ => return Err(place.error("‘distinct’ takes two terms")),
                        }
                    }
                    kind => GoalKind::Atom(Term { place, kind }),
                }
            }
        };
        // Commas and dots carry the comments after a condition.
        let joins = matches!(self.peek(), Some(Token::And | Token::Or));
        let reach = self.at + usize::from(joins);
        let comments = self.comments(start, reach);
        Ok(Goal {
            place,
            kind,
            comments,
        })
    }

    fn comments(&mut self, from: usize, to: usize) -> Vec<String> {
        let mut comments = Vec::new();
        for spot in &mut self.spots[from..to] {
            comments.append(&mut spot.comments);
            comments.extend(spot.after.take());
        }
        comments
    }

    fn clause(&mut self) -> Result<Clause, FormError> {
        let start = self.at;
        let place = self.place();
        let spaced = self.spots[start].blank;
        let mut before = std::mem::take(&mut self.spots[start].comments);
        let head = self.term(0)?;
        if matches!(head.kind, TermKind::Var(_)) {
            self.at = start;
            return Err(self.wanted("the head of a statement"));
        }
        let head_end = self.at;
        let mut body = Vec::new();
        if self.eat(&Token::Arrow) {
            before.extend(self.comments(start, self.at));
            let empty = self.peek() == Some(&Token::End);
            if !empty {
                let goal = self.any(0)?;
                body = match goal.kind {
                    GoalKind::And(goals) if goal.comments.is_empty() => goals,
                    _ => vec![goal],
                };
            }
        } else {
            before.extend(self.comments(start, head_end - 1));
        }
        if self.dots && !self.eat(&Token::End) {
            return Err(self.wanted(if body.is_empty() {
                "‘:-’ or ‘.’"
            } else {
                "‘,’, ‘|’ or ‘.’"
            }));
        }
        let last = &mut self.spots[self.at - 1];
        let after = last.after.take();
        let rest = self.comments(start, self.at);
        before.extend(rest);
        Ok(Clause {
            place,
            head,
            body,
            before,
            spaced,
            after,
        })
    }
}

/// Joins several parts, or returns the only one.
fn joined(place: Place, mut parts: Vec<Goal>, roof: fn(Vec<Goal>) -> GoalKind) -> Goal {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            Goal {
                place,
                kind: roof(parts),
                comments: Vec::new(),
            }
        }
    }
}

pub(super) fn has_dots(source: &str) -> bool {
    let (from, to) = bounds(source);
    tokens(source, from, to).is_ok_and(|(spots, _)| end_with_dots(&spots))
}

fn end_with_dots(spots: &[Spot]) -> bool {
    spots.iter().any(|spot| spot.token == Token::End)
}

/// First and last line of the part that is read.
fn bounds(source: &str) -> (u32, u32) {
    let line_of = |mark: &str| {
        let lines = (1..).zip(source.lines());
        lines
            .map(|(n, line): (u32, &str)| (n, line.trim()))
            .find(|(_, line)| *line == mark)
    };
    match line_of(BEGIN) {
        Some((begin, _)) => (
            begin + 1,
            line_of(END).map_or(u32::MAX, |(end, _)| end.saturating_sub(1)),
        ),
        None => (0, u32::MAX),
    }
}

pub(super) fn parse(source: &str, reading: Reading) -> Result<Program, Vec<FormError>> {
    let (from, to) = bounds(source);
    let (spots, end) = tokens(source, from, to).map_err(|error| vec![error])?;
    let renamed = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix(RENAMED)?.split_once(" = "))
        .collect();
    let lines = u32::try_from(source.lines().count()).unwrap_or(u32::MAX);
    let mut parser = Parser {
        dots: end_with_dots(&spots),
        spots,
        at: 0,
        end: Place {
            line: lines.saturating_add(1),
            column: 1,
        },
        symbols: Symbols::default(),
        reading,
        renamed,
        nameless: 0,
    };
    let (mut clauses, mut wrong) = (Vec::new(), Vec::new());
    while parser.peek().is_some() {
        match parser.clause() {
            Ok(clause) => clauses.push(clause),
            Err(error) => {
                wrong.push(error);
                // Continues after the next dot; without dots the next statement cannot be found.
                while parser.peek().is_some() && !parser.eat(&Token::End) {
                    parser.at += 1;
                }
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    Ok(Program {
        notation: Notation::Infix,
        symbols: parser.symbols,
        clauses,
        end,
    })
}
