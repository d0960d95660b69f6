//! Infix form: `head(X) :- goal(X), ~other(X).`
//!
//! Conjunction is `,` or `&`, disjunction `|` or `;`, negation `~`, `\+` or `not`. Variables start with a capital
//! letter, `_` or `?`. If no statement of a file ends with `.`, none needs to. If there are lines `%% rules` and `%%
//! end of rules`, only what is between them is read: so an exported Prolog program is read back without its driver,
//! and `%% renamed a = b` restores names of relations.

mod tokens;

use rustc_hash::FxHashMap;
use tokens::{InfixToken, Lexeme, SIGNS, tokens};

use super::{
    BodyGoal, Clause, GdlProgram, GoalKind, MAX_DEPTH, Notation, ReadOptions, Sym, Symbols, Term,
    TermKind, TextPos, canonical,
};
use crate::game::{TextError, clip};

/// Marks around the rules of an exported program.
pub(super) const BEGIN: &str = "%% rules";
pub(super) const END: &str = "%% end of rules";
/// Prefix of a line that gives a relation's original name: `%% renamed succ_ = succ`.
pub(super) const RENAMED: &str = "%% renamed ";

struct Parser<'a> {
    tokens: Vec<InfixToken>,
    /// Index of the next token.
    at: usize,
    /// Position of errors behind the last token.
    end: TextPos,
    symbols: Symbols,
    options: ReadOptions,
    /// Original names of renamed relations (see [`RENAMED`]).
    renamed: FxHashMap<&'a str, &'a str>,
    /// Statements end with dots.
    dots: bool,
    /// Number of `_` so far, each of which is a variable of its own.
    nameless: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Lexeme> {
        self.tokens.get(self.at).map(|token| &token.lexeme)
    }

    fn pos(&self) -> TextPos {
        self.tokens.get(self.at).map_or(self.end, |token| token.pos)
    }

    /// Takes the next token if it is this one.
    fn eat(&mut self, token: &Lexeme) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn expected(&self, what: &str) -> TextError {
        let found = match self.peek() {
            None => "the end of the file".to_owned(),
            Some(Lexeme::Name(name) | Lexeme::Variable(name)) => format!("‘{}’", clip(name)),
            Some(Lexeme::Quoted(name)) => format!("‘'{}'’", clip(name)),
            Some(token) => {
                let mut signs = SIGNS.iter().filter(|(_, own)| own == token);
                format!("‘{}’", signs.next().map_or("", |(sign, _)| sign))
            }
        };
        self.pos().error(format!("expected {what}, found {found}"))
    }

    /// The next depth of nesting, with an error beyond [`MAX_DEPTH`].
    fn deeper(&self, depth: usize) -> Result<usize, TextError> {
        if depth < MAX_DEPTH {
            return Ok(depth + 1);
        }
        let message = format!("nested more than {MAX_DEPTH} deep");
        Err(self.pos().error(message))
    }

    /// Stored form of a name. A quoted constant is kept as it is written.
    fn name(&mut self, name: &str, quoted: bool, calls: bool) -> Sym {
        let stored = self.renamed.get(name).copied().unwrap_or(name);
        if quoted && !calls && !self.options.fold_case {
            return self.symbols.intern(stored);
        }
        self.symbols.intern(&canonical(stored, self.options))
    }

    fn term(&mut self, depth: usize) -> Result<Term, TextError> {
        let depth = self.deeper(depth)?;
        let pos = self.pos();
        let Some(token) = self.tokens.get(self.at) else {
            return Err(self.expected("a term"));
        };
        let calls = token.calls;
        let (name, quoted) = match &token.lexeme {
            Lexeme::Variable(name) => {
                let name = match name.as_str() {
                    "_" => {
                        self.nameless += 1;
                        format!("_{}", self.nameless)
                    }
                    name if self.options.fold_case => name.to_lowercase(),
                    name => name.to_owned(),
                };
                self.at += 1;
                let kind = TermKind::Var(self.symbols.intern(&name));
                return Ok(Term { pos, kind });
            }
            Lexeme::Name(name) => (name.clone(), false),
            Lexeme::Quoted(name) => (name.clone(), true),
            _ => return Err(self.expected("a term")),
        };
        self.at += 1;
        let name = self.name(&name, quoted, calls);
        let args = match calls {
            true => self.list(|parser| parser.term(depth))?,
            false => Vec::new(),
        };
        let kind = TermKind::Compound(name, args);
        Ok(Term { pos, kind })
    }

    /// Reads parts in parentheses, separated by commas; the opening parenthesis is next.
    fn list<T>(
        &mut self,
        mut part: impl FnMut(&mut Self) -> Result<T, TextError>,
    ) -> Result<Vec<T>, TextError> {
        self.eat(&Lexeme::Open);
        let mut parts = Vec::new();
        while !self.eat(&Lexeme::Close) {
            if !parts.is_empty() && !self.eat(&Lexeme::And) {
                return Err(self.expected("‘,’ or ‘)’"));
            }
            parts.push(part(self)?);
        }
        Ok(parts)
    }

    /// Alternatives, the outermost level of a body.
    fn disjunction(&mut self, depth: usize) -> Result<BodyGoal, TextError> {
        let depth = self.deeper(depth)?;
        let conjunction = |parser: &mut Self| {
            parser.joined(&Lexeme::And, GoalKind::And, |parser| parser.goal(depth))
        };
        self.joined(&Lexeme::Or, GoalKind::Or, conjunction)
    }

    /// Reads parts with a sign between them, and joins them if there are several.
    fn joined(
        &mut self,
        sign: &Lexeme,
        kind_of: fn(Vec<BodyGoal>) -> GoalKind,
        mut part: impl FnMut(&mut Self) -> Result<BodyGoal, TextError>,
    ) -> Result<BodyGoal, TextError> {
        let pos = self.pos();
        let first = part(self)?;
        if self.peek() != Some(sign) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(sign) {
            parts.push(part(self)?);
        }
        Ok(BodyGoal {
            pos,
            kind: kind_of(parts),
            comments: Vec::new(),
        })
    }

    fn goal(&mut self, depth: usize) -> Result<BodyGoal, TextError> {
        let depth = self.deeper(depth)?;
        let pos = self.pos();
        let start = self.at;
        let calls = self.tokens.get(start).is_some_and(|token| token.calls);
        let word = match self.peek() {
            Some(Lexeme::Name(name)) => name.to_ascii_lowercase(),
            _ => String::new(),
        };
        let kind = if self.eat(&Lexeme::Not) {
            GoalKind::Not(Box::new(self.goal(depth)?))
        } else if word == "not" {
            self.at += 1;
            GoalKind::Not(Box::new(self.goal(depth)?))
        } else if matches!(word.as_str(), "or" | "and") && calls {
            self.at += 1;
            let parts = self.list(|parser| parser.goal(depth))?;
            match word == "or" {
                true => GoalKind::Or(parts),
                false => GoalKind::And(parts),
            }
        } else if self.eat(&Lexeme::Open) {
            let inner = self.disjunction(depth)?;
            if !self.eat(&Lexeme::Close) {
                return Err(self.expected("‘)’"));
            }
            inner.kind
        } else {
            let term = self.term(depth)?;
            if self.eat(&Lexeme::Differs) {
                GoalKind::Distinct(term, self.term(depth)?)
            } else {
                match term.kind {
                    TermKind::Var(_) => {
                        self.at = start;
                        return Err(self.expected("a condition"));
                    }
                    TermKind::Compound(_, mut args) if word == "distinct" => {
                        match (args.pop(), args.pop(), args.is_empty()) {
                            (Some(right), Some(left), true) => GoalKind::Distinct(left, right),
                            _ => return Err(pos.error("‘distinct’ takes two terms")),
                        }
                    }
                    kind => GoalKind::Atom(Term { pos, kind }),
                }
            }
        };
        // Commas and dots carry the comments after a condition.
        let joins = matches!(self.peek(), Some(Lexeme::And | Lexeme::Or));
        let reach = self.at + usize::from(joins);
        let comments = self.comments(start, reach);
        Ok(BodyGoal {
            pos,
            kind,
            comments,
        })
    }

    /// Takes the comments of a range of tokens.
    fn comments(&mut self, from: usize, to: usize) -> Vec<String> {
        let mut comments = Vec::new();
        for token in &mut self.tokens[from..to] {
            comments.append(&mut token.comments);
            comments.extend(token.after.take());
        }
        comments
    }

    fn clause(&mut self) -> Result<Clause, TextError> {
        let start = self.at;
        let pos = self.pos();
        let has_blank_above = self.tokens[start].blank;
        let mut before = std::mem::take(&mut self.tokens[start].comments);
        let head = self.term(0)?;
        if matches!(head.kind, TermKind::Var(_)) {
            self.at = start;
            return Err(self.expected("the head of a statement"));
        }
        let head_end = self.at;
        let mut body = Vec::new();
        if self.eat(&Lexeme::Arrow) {
            before.extend(self.comments(start, self.at));
            if self.peek() != Some(&Lexeme::End) {
                let goal = self.disjunction(0)?;
                body = match goal.kind {
                    GoalKind::And(goals) if goal.comments.is_empty() => goals,
                    _ => vec![goal],
                };
            }
        } else {
            before.extend(self.comments(start, head_end - 1));
        }
        if self.dots && !self.eat(&Lexeme::End) {
            let what = match body.is_empty() {
                true => "‘:-’ or ‘.’",
                false => "‘,’, ‘|’ or ‘.’",
            };
            return Err(self.expected(what));
        }
        let last = &mut self.tokens[self.at - 1];
        let after = last.after.take();
        let rest = self.comments(start, self.at);
        before.extend(rest);
        Ok(Clause {
            pos,
            head,
            body,
            before,
            has_blank_above,
            after,
        })
    }
}

/// Returns whether statements of a text end with dots.
pub(crate) fn has_dots(source: &str) -> bool {
    let (from, to) = bounds(source);
    tokens(source, from, to).is_ok_and(|(tokens, _)| end_with_dots(&tokens))
}

fn end_with_dots(tokens: &[InfixToken]) -> bool {
    tokens.iter().any(|token| token.lexeme == Lexeme::End)
}

/// First and last line of the part that is read, counted from 1: what is between the marks, or all.
fn bounds(source: &str) -> (u32, u32) {
    let line_of = |mark: &str| source.lines().position(|line| line.trim() == mark);
    let Some(begin) = line_of(BEGIN) else {
        return (0, u32::MAX);
    };
    let end = line_of(END).map_or(u32::MAX, |end| end as u32);
    (begin as u32 + 2, end)
}

pub(super) fn parse(source: &str, options: ReadOptions) -> Result<GdlProgram, Vec<TextError>> {
    let (from, to) = bounds(source);
    let (tokens, end) = tokens(source, from, to).map_err(|error| vec![error])?;
    let renamed = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix(RENAMED)?.split_once(" = "))
        .collect();
    let lines = u32::try_from(source.lines().count()).unwrap_or(u32::MAX);
    let mut parser = Parser {
        dots: end_with_dots(&tokens),
        tokens,
        at: 0,
        end: TextPos {
            line: lines.saturating_add(1),
            column: 1,
        },
        symbols: Symbols::default(),
        options,
        renamed,
        nameless: 0,
    };
    let (mut clauses, mut errors) = (Vec::new(), Vec::new());
    while parser.peek().is_some() {
        match parser.clause() {
            Ok(clause) => clauses.push(clause),
            Err(error) => {
                errors.push(error);
                // Continues after the next dot; without dots the next statement cannot be found.
                while parser.peek().is_some() && !parser.eat(&Lexeme::End) {
                    parser.at += 1;
                }
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(GdlProgram {
        notation: Notation::Infix,
        symbols: parser.symbols,
        clauses,
        end,
    })
}
