//! Prefix form: `(<= (head ?x) (goal ?x))`.
//!
//! [`KifReader`] reads parentheses first, with an explicit stack instead of recursion; [`KifTranslator`] then gives
//! statements their meaning. A text may have errors in both.

use super::lexer::TextCursor;
use super::{
    BodyGoal, Clause, GdlProgram, GoalKind, MAX_DEPTH, Notation, ReadOptions, Sym, Symbols, Term,
    TermKind, TextPos, canonical,
};
use crate::game::{TextError, clip};

/// A word or list, as written.
struct SExpr {
    pos: TextPos,
    kind: SExprKind,
    /// Comments right before it; for a list also those before its closing parenthesis, last.
    comments: Vec<String>,
}

enum SExprKind {
    Word(String),
    List(Vec<SExpr>),
}

impl SExpr {
    fn is_list(&self) -> bool {
        matches!(self.kind, SExprKind::List(_))
    }

    /// The word that opens a list, and the rest of the list.
    fn split_head(&self) -> Option<(&str, &[SExpr])> {
        let SExprKind::List(nodes) = &self.kind else {
            return None;
        };
        let (first, rest) = nodes.split_first()?;
        match &first.kind {
            SExprKind::Word(word) => Some((word, rest)),
            SExprKind::List(_) => None,
        }
    }
}

/// Comments before a token, not yet attached to anything.
#[derive(Default)]
struct PendingComments {
    comments: Vec<String>,
    /// A blank line was skipped.
    blank: bool,
    /// Line on which the last token ended, to recognize comments after it.
    last_line: u32,
}

struct KifReader<'a> {
    cursor: TextCursor<'a>,
    pending: PendingComments,
    /// The last error was an unmatched closing parenthesis.
    stray: bool,
}

struct Statement {
    node: SExpr,
    before: Vec<String>,
    has_blank_above: bool,
    after: Option<String>,
}

impl<'a> KifReader<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            cursor: TextCursor::new(source),
            pending: PendingComments::default(),
            stray: false,
        }
    }

    /// Skips to the next word or parenthesis and collects comments; one on the last token's line goes to `trailing`.
    fn skip(&mut self, mut trailing: Option<&mut Option<String>>) {
        loop {
            match self.cursor.peek() {
                Some(';') => {
                    let same = self.cursor.pos.line == self.pending.last_line;
                    let text = self.cursor.line_comment(';');
                    match trailing.as_deref_mut() {
                        Some(slot @ None) if same => *slot = Some(text),
                        _ => self.pending.comments.push(text),
                    }
                }
                Some(c) if c.is_whitespace() => {
                    let blanks = self.cursor.take_while(char::is_whitespace);
                    let is_blank = blanks.matches('\n').count() > 1;
                    self.pending.blank |= self.pending.comments.is_empty() && is_blank;
                }
                _ => return,
            }
        }
    }

    /// Takes the comments skipped since the last call.
    fn comments(&mut self) -> Vec<String> {
        std::mem::take(&mut self.pending.comments)
    }

    /// Reads one word or list, from its first character on.
    fn node(&mut self) -> Result<SExpr, TextError> {
        let mut open: Vec<SExpr> = Vec::new();
        loop {
            let pos = self.cursor.pos;
            let done = match self.cursor.peek() {
                None => {
                    // The outermost list that is a statement is the likely culprit.
                    let statement = open.iter().find(|node| node.split_head().is_some());
                    let pos = statement.or(open.first()).map_or(pos, |node| node.pos);
                    let count = open.len();
                    let message = format!(
                        "this parenthesis is not closed; {count} ‘)’ missing at the end of the file"
                    );
                    return Err(pos.error(message));
                }
                Some('(') => {
                    if open.len() >= MAX_DEPTH {
                        let message = format!(
                            "nested more than {MAX_DEPTH} deep; is a ‘)’ missing further up?"
                        );
                        return Err(pos.error(message));
                    }
                    self.cursor.bump();
                    open.push(SExpr {
                        pos,
                        kind: SExprKind::List(Vec::new()),
                        comments: self.comments(),
                    });
                    None
                }
                Some(')') => {
                    self.cursor.bump();
                    let Some(mut list) = open.pop() else {
                        self.stray = true;
                        return Err(pos.error("this ‘)’ has no matching ‘(’"));
                    };
                    list.comments.append(&mut self.pending.comments);
                    Some(list)
                }
                Some(_) => {
                    let is_part = |c: char| !c.is_whitespace() && !"();".contains(c);
                    let word = self.cursor.take_while(is_part);
                    Some(SExpr {
                        pos,
                        kind: SExprKind::Word(word.to_owned()),
                        comments: self.comments(),
                    })
                }
            };
            self.pending.last_line = self.cursor.pos.line;
            if let Some(node) = done {
                match open.last_mut().map(|parent| &mut parent.kind) {
                    Some(SExprKind::List(children)) => children.push(node),
                    _ => return Ok(node),
                }
            }
            self.skip(None);
        }
    }

    /// Adds a statement, or the statements of a list around several: some files have all in one.
    fn flatten(&mut self, statement: Statement, statements: &mut Vec<Statement>) {
        let mut before = statement.before;
        let node = statement.node;
        match node.kind {
            SExprKind::List(nodes) if nodes.first().is_some_and(SExpr::is_list) => {
                self.pending.comments.splice(0..0, node.comments);
                for (at, node) in nodes.into_iter().enumerate() {
                    let inner = Statement {
                        node,
                        before: std::mem::take(&mut before),
                        has_blank_above: statement.has_blank_above && at == 0,
                        after: None,
                    };
                    self.flatten(inner, statements);
                }
            }
            kind => statements.push(Statement {
                node: SExpr { kind, ..node },
                before,
                ..statement
            }),
        }
    }

    /// Reads all statements; errors in parentheses go to `errors`.
    fn statements(&mut self, errors: &mut Vec<TextError>) -> Vec<Statement> {
        let mut statements: Vec<Statement> = Vec::new();
        loop {
            self.skip(statements.last_mut().map(|last| &mut last.after));
            if self.cursor.peek().is_none() {
                return statements;
            }
            let has_blank_above = std::mem::take(&mut self.pending.blank);
            let before = self.comments();
            let node = match self.node() {
                Ok(node) => node,
                Err(error) => {
                    errors.push(error);
                    // After an unmatched parenthesis reading continues; after other errors nothing is left.
                    if self.stray {
                        self.stray = false;
                        continue;
                    }
                    return statements;
                }
            };
            self.pending.blank = false;
            let statement = Statement {
                node,
                before,
                has_blank_above,
                after: None,
            };
            self.flatten(statement, &mut statements);
        }
    }
}

struct KifTranslator<'a> {
    symbols: &'a mut Symbols,
    options: ReadOptions,
}

impl KifTranslator<'_> {
    fn name(&mut self, word: &str) -> Sym {
        self.symbols.intern(&canonical(word, self.options))
    }

    fn term(&mut self, node: &SExpr) -> Result<Term, TextError> {
        let pos = node.pos;
        let kind = match &node.kind {
            SExprKind::Word(word) if word == "<=" => {
                return Err(pos.error("‘<=’ can only open a rule"));
            }
            SExprKind::Word(word) => match word.strip_prefix('?') {
                Some("") => return Err(pos.error("a variable needs a name after its ‘?’")),
                Some(name) => {
                    let folded = self.options.fold_case.then(|| name.to_lowercase());
                    TermKind::Var(self.symbols.intern(folded.as_deref().unwrap_or(name)))
                }
                None => TermKind::Compound(self.name(word), Vec::new()),
            },
            SExprKind::List(nodes) => {
                let (name, args) = self.list(pos, nodes)?;
                let args = args.iter().map(|arg| self.term(arg));
                TermKind::Compound(name, args.collect::<Result<_, _>>()?)
            }
        };
        Ok(Term { pos, kind })
    }

    fn list<'n>(
        &mut self,
        pos: TextPos,
        nodes: &'n [SExpr],
    ) -> Result<(Sym, &'n [SExpr]), TextError> {
        let Some((first, args)) = nodes.split_first() else {
            return Err(pos.error("there is nothing between these parentheses"));
        };
        match &first.kind {
            SExprKind::Word(word) if word == "<=" => {
                let message = "a rule inside another statement; is a ‘)’ missing before it?";
                Err(first.pos.error(message))
            }
            SExprKind::Word(word) if word.starts_with('?') => Err(first.pos.error(format!(
                "the variable ‘{}’ cannot stand where a name is needed",
                clip(word)
            ))),
            SExprKind::Word(word) => Ok((self.name(word), args)),
            SExprKind::List(_) => Err(first.pos.error("expected a name, found a parenthesis")),
        }
    }

    fn goal(&mut self, node: &SExpr) -> Result<BodyGoal, TextError> {
        let pos = node.pos;
        let (word, args) = node.split_head().unwrap_or_default();
        let word = word.to_ascii_lowercase();
        let mut comments = Vec::new();
        let arity_error = |what| pos.error(format!("‘{word}’ takes {what}, found {}", args.len()));
        let kind = match word.as_str() {
            "not" => match args {
                [inner] => GoalKind::Not(Box::new(self.goal(inner)?)),
                _ => return Err(arity_error("one part")),
            },
            "or" | "and" => {
                let parts = args.iter().map(|arg| self.goal(arg));
                let parts: Vec<BodyGoal> = parts.collect::<Result<_, _>>()?;
                match word == "or" {
                    true => GoalKind::Or(parts),
                    false => GoalKind::And(parts),
                }
            }
            "distinct" => match args {
                [left, right] => {
                    collect_comments(left, &mut comments);
                    collect_comments(right, &mut comments);
                    GoalKind::Distinct(self.term(left)?, self.term(right)?)
                }
                _ => return Err(arity_error("two terms")),
            },
            _ => {
                let term = self.term(node)?;
                if let TermKind::Var(name) = term.kind {
                    return Err(pos.error(format!(
                        "the variable ‘?{}’ cannot stand where a condition is needed",
                        clip(self.symbols.name(name))
                    )));
                }
                for arg in args {
                    collect_comments(arg, &mut comments);
                }
                GoalKind::Atom(term)
            }
        };
        comments.splice(0..0, node.comments.iter().cloned());
        Ok(BodyGoal {
            pos,
            kind,
            comments,
        })
    }

    fn clause(&mut self, statement: &Statement) -> Result<Clause, TextError> {
        let node = &statement.node;
        let pos = node.pos;
        let mut before = statement.before.clone();
        let (head, body) = match node.split_head() {
            Some(("<=", [head, body @ ..])) => {
                collect_comments(head, &mut before);
                let body = body.iter().map(|goal| self.goal(goal));
                let body = body.collect::<Result<_, _>>()?;
                before.extend(node.comments.iter().cloned());
                (self.term(head)?, body)
            }
            Some(("<=", [])) => return Err(pos.error("a rule needs a head after its ‘<=’")),
            _ => {
                collect_comments(node, &mut before);
                (self.term(node)?, Vec::new())
            }
        };
        if let TermKind::Var(name) = head.kind {
            return Err(head.pos.error(format!(
                "the variable ‘?{}’ is not a statement",
                clip(self.symbols.name(name))
            )));
        }
        Ok(Clause {
            pos,
            head,
            body,
            before,
            has_blank_above: statement.has_blank_above,
            after: statement.after.clone(),
        })
    }
}

fn collect_comments(node: &SExpr, into: &mut Vec<String>) {
    into.extend(node.comments.iter().cloned());
    if let SExprKind::List(nodes) = &node.kind {
        nodes.iter().for_each(|child| collect_comments(child, into));
    }
}

pub(super) fn parse(source: &str, options: ReadOptions) -> Result<GdlProgram, Vec<TextError>> {
    let mut reader = KifReader::new(source);
    let mut errors = Vec::new();
    let statements = reader.statements(&mut errors);
    let mut symbols = Symbols::default();
    let mut translator = KifTranslator {
        symbols: &mut symbols,
        options,
    };
    let mut clauses = Vec::new();
    for statement in &statements {
        let clause = translator.clause(statement);
        clauses.extend(clause.map_err(|error| errors.push(error)));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(GdlProgram {
        notation: Notation::Kif,
        symbols,
        clauses,
        end: reader.comments(),
    })
}

/// Reads a ground term in KIF, such as a move: `(push a)`, but not `push(a)`.
pub(crate) fn parse_term(
    source: &str,
    symbols: &mut Symbols,
    options: ReadOptions,
) -> Result<Term, TextError> {
    let mut reader = KifReader::new(source);
    reader.skip(None);
    if reader.cursor.peek().is_none() {
        let message = "there is nothing here; expected a term";
        return Err(reader.cursor.pos.error(message));
    }
    let node = reader.node()?;
    reader.skip(None);
    if reader.cursor.peek().is_some() {
        let message = "expected nothing after the term";
        return Err(reader.cursor.pos.error(message));
    }
    KifTranslator { symbols, options }.term(&node)
}
