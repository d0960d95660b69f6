//! Prefix form: `(<= (head ?x) (goal ?x))`.
//!
//! Parentheses are read first, with an explicit stack instead of recursion, then their meaning.

use crate::game::{FormError, clip};

use super::lexer::{Cursor, Pending};
use super::{
    Clause, Goal, GoalKind, MAX_DEPTH, Notation, Place, Program, Reading, Sym, Symbols, Term,
    TermKind, canonical,
};

struct Node {
    place: Place,
    kind: NodeKind,
    /// Comments right before it; for a list also those before its closing parenthesis, last.
    comments: Vec<String>,
}

enum NodeKind {
    Word(String),
    List(Vec<Node>),
}

impl Node {
    fn is_list(&self) -> bool {
        matches!(self.kind, NodeKind::List(_))
    }

    /// The word that opens a list, and the rest of the list.
    fn opened(&self) -> Option<(&str, &[Node])> {
        let NodeKind::List(nodes) = &self.kind else {
            return None;
        };
        let (first, rest) = nodes.split_first()?;
        match &first.kind {
            NodeKind::Word(word) => Some((word, rest)),
            NodeKind::List(_) => None,
        }
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    pending: Pending,
    /// The last error was an unmatched closing parenthesis.
    stray: bool,
}

/// A statement of the file with the comments around it.
struct Statement {
    node: Node,
    before: Vec<String>,
    spaced: bool,
    after: Option<String>,
}

impl Reader<'_> {
    /// Skips to the next word or parenthesis and collects comments. A comment on the line on which the last token
    /// ended goes to `behind`, if given.
    fn skip(&mut self, mut behind: Option<&mut Option<String>>) {
        loop {
            match self.cursor.peek() {
                Some(';') => {
                    let same = self.cursor.place.line == self.pending.last_line;
                    let text = self.cursor.line_comment(';');
                    match behind.as_deref_mut() {
                        Some(slot @ None) if same => *slot = Some(text),
                        _ => self.pending.comments.push(text),
                    }
                }
                Some(c) if c.is_whitespace() => {
                    let blanks = self.cursor.take_while(char::is_whitespace);
                    if self.pending.comments.is_empty()
                        && blanks.bytes().filter(|byte| *byte == b'\n').count() > 1
                    {
                        self.pending.blank = true;
                    }
                }
                _ => return,
            }
        }
    }

    fn comments(&mut self) -> Vec<String> {
        std::mem::take(&mut self.pending.comments)
    }

    /// Reads one word or list, from its first character on.
    fn node(&mut self) -> Result<Node, FormError> {
        let mut open: Vec<Node> = Vec::new();
        loop {
            let place = self.cursor.place;
            let done = match self.cursor.peek() {
                None => {
                    // The outermost list that is a statement is the likely culprit.
                    let statement = open.iter().find(|node| node.opened().is_some());
                    let place = statement.or(open.first()).map_or(place, |node| node.place);
                    return Err(place.error(format!(
                        "this parenthesis is not closed; {} ‘)’ missing at the end of the file",
                        open.len()
                    )));
                }
                Some('(') => {
                    if open.len() >= MAX_DEPTH {
                        return Err(place.error(format!(
                            "nested more than {MAX_DEPTH} deep; is a ‘)’ missing further up?"
                        )));
                    }
                    self.cursor.bump();
                    let comments = self.comments();
                    open.push(Node {
                        place,
                        kind: NodeKind::List(Vec::new()),
                        comments,
                    });
                    None
                }
                Some(')') => {
                    self.cursor.bump();
                    let Some(mut list) = open.pop() else {
                        self.stray = true;
                        return Err(place.error("this ‘)’ has no matching ‘(’"));
                    };
                    list.comments.append(&mut self.pending.comments);
                    Some(list)
                }
                Some(_) => {
                    let word = self
                        .cursor
                        .take_while(|c| !c.is_whitespace() && !matches!(c, '(' | ')' | ';'));
                    Some(Node {
                        place,
                        kind: NodeKind::Word(word.to_owned()),
                        comments: self.comments(),
                    })
                }
            };
            self.pending.last_line = self.cursor.place.line;
            if let Some(node) = done {
                match open.last_mut() {
                    None => return Ok(node),
                    Some(parent) => {
                        if let NodeKind::List(children) = &mut parent.kind {
                            children.push(node);
                        }
                    }
                }
            }
            self.skip(None);
        }
    }

    /// Adds a statement, or the statements of a list around several: some files have all in one.
    fn unwrap(&mut self, statement: Statement, statements: &mut Vec<Statement>) {
        let Statement {
            node,
            mut before,
            spaced,
            after,
        } = statement;
        match node.kind {
            NodeKind::List(nodes) if nodes.first().is_some_and(Node::is_list) => {
                self.pending.comments.splice(0..0, node.comments);
                for (at, node) in nodes.into_iter().enumerate() {
                    let inner = Statement {
                        node,
                        before: std::mem::take(&mut before),
                        spaced: spaced && at == 0,
                        after: None,
                    };
                    self.unwrap(inner, statements);
                }
            }
            kind => statements.push(Statement {
                node: Node { kind, ..node },
                before,
                spaced,
                after,
            }),
        }
    }

    /// Reads all statements; errors in parentheses go to `wrong`.
    fn statements(&mut self, wrong: &mut Vec<FormError>) -> Vec<Statement> {
        let mut statements: Vec<Statement> = Vec::new();
        loop {
            self.skip(statements.last_mut().map(|last| &mut last.after));
            if self.cursor.peek().is_none() {
                return statements;
            }
            let spaced = std::mem::take(&mut self.pending.blank);
            let before = self.comments();
            let node = match self.node() {
                Ok(node) => node,
                Err(error) => {
                    wrong.push(error);
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
                spaced,
                after: None,
            };
            self.unwrap(statement, &mut statements);
        }
    }
}

struct Meaning<'a> {
    symbols: &'a mut Symbols,
    reading: Reading,
}

impl Meaning<'_> {
    fn name(&mut self, word: &str) -> Sym {
        self.symbols.intern(&canonical(word, self.reading))
    }

    fn term(&mut self, node: &Node) -> Result<Term, FormError> {
        let place = node.place;
        let kind = match &node.kind {
            NodeKind::Word(word) if word == "<=" => {
                return Err(place.error("‘<=’ can only open a rule"));
            }
            NodeKind::Word(word) => match word.strip_prefix('?') {
                Some("") => return Err(place.error("a variable needs a name after its ‘?’")),
                Some(name) => {
                    let folded = self.reading.fold_case.then(|| name.to_lowercase());
                    TermKind::Var(self.symbols.intern(folded.as_deref().unwrap_or(name)))
                }
                None => TermKind::Compound(self.name(word), Vec::new()),
            },
            NodeKind::List(nodes) => {
                let (name, args) = self.list(place, nodes)?;
                TermKind::Compound(
                    name,
                    args.iter()
                        .map(|arg| self.term(arg))
                        .collect::<Result<_, _>>()?,
                )
            }
        };
        Ok(Term { place, kind })
    }

    fn list<'n>(
        &mut self,
        place: Place,
        nodes: &'n [Node],
    ) -> Result<(Sym, &'n [Node]), FormError> {
        let Some((first, args)) = nodes.split_first() else {
            return Err(place.error("there is nothing between these parentheses"));
        };
        match &first.kind {
            NodeKind::Word(word) if word == "<=" => Err(first
                .place
                .error("a rule inside another statement; is a ‘)’ missing before it?")),
            NodeKind::Word(word) if word.starts_with('?') => Err(first.place.error(format!(
                "the variable ‘{}’ cannot stand where a name is needed",
                clip(word)
            ))),
            NodeKind::Word(word) => Ok((self.name(word), args)),
            NodeKind::List(_) => Err(first.place.error("expected a name, found a parenthesis")),
        }
    }

    fn goal(&mut self, node: &Node) -> Result<Goal, FormError> {
        let place = node.place;
        let (word, args) = node.opened().unwrap_or_default();
        let word = word.to_ascii_lowercase();
        let mut comments = Vec::new();
        let takes = |what| place.error(format!("‘{word}’ takes {what}, found {}", args.len()));
        let kind = match word.as_str() {
            "not" => match args {
                [inner] => GoalKind::Not(Box::new(self.goal(inner)?)),
                _ => return Err(takes("one part")),
            },
            "or" | "and" => {
                let parts = args.iter().map(|arg| self.goal(arg));
                let parts: Vec<Goal> = parts.collect::<Result<_, _>>()?;
                if word == "or" {
                    GoalKind::Or(parts)
                } else {
                    GoalKind::And(parts)
                }
            }
            "distinct" => match args {
                [left, right] => {
                    collect(left, &mut comments);
                    collect(right, &mut comments);
                    GoalKind::Distinct(self.term(left)?, self.term(right)?)
                }
                _ => return Err(takes("two terms")),
            },
            _ => {
                let term = self.term(node)?;
                if let TermKind::Var(name) = term.kind {
                    return Err(place.error(format!(
                        "the variable ‘?{}’ cannot stand where a condition is needed",
                        clip(self.symbols.name(name))
                    )));
                }
                for arg in args {
                    collect(arg, &mut comments);
                }
                GoalKind::Atom(term)
            }
        };
        comments.splice(0..0, node.comments.iter().cloned());
        Ok(Goal {
            place,
            kind,
            comments,
        })
    }

    fn clause(&mut self, statement: &Statement) -> Result<Clause, FormError> {
        let node = &statement.node;
        let place = node.place;
        let mut before = statement.before.clone();
        let (head, body) = match node.opened() {
            Some(("<=", [head, body @ ..])) => {
                collect(head, &mut before);
                let body = body
                    .iter()
                    .map(|goal| self.goal(goal))
                    .collect::<Result<_, _>>()?;
                before.extend(node.comments.iter().cloned());
                (self.term(head)?, body)
            }
            Some(("<=", [])) => return Err(place.error("a rule needs a head after its ‘<=’")),
            _ => {
                collect(node, &mut before);
                (self.term(node)?, Vec::new())
            }
        };
        if let TermKind::Var(name) = head.kind {
            return Err(head.place.error(format!(
                "the variable ‘?{}’ is not a statement",
                clip(self.symbols.name(name))
            )));
        }
        Ok(Clause {
            place,
            head,
            body,
            before,
            spaced: statement.spaced,
            after: statement.after.clone(),
        })
    }
}

fn collect(node: &Node, into: &mut Vec<String>) {
    into.extend(node.comments.iter().cloned());
    if let NodeKind::List(nodes) = &node.kind {
        nodes.iter().for_each(|child| collect(child, into));
    }
}

impl<'a> Reader<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            cursor: Cursor::new(source),
            pending: Pending::default(),
            stray: false,
        }
    }
}

pub(super) fn parse(source: &str, reading: Reading) -> Result<Program, Vec<FormError>> {
    let mut reader = Reader::new(source);
    let mut wrong = Vec::new();
    let statements = reader.statements(&mut wrong);
    let mut symbols = Symbols::default();
    let mut meaning = Meaning {
        symbols: &mut symbols,
        reading,
    };
    let mut clauses = Vec::new();
    for statement in &statements {
        match meaning.clause(statement) {
            Ok(clause) => clauses.push(clause),
            Err(error) => wrong.push(error),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    Ok(Program {
        notation: Notation::Kif,
        symbols,
        clauses,
        end: reader.comments(),
    })
}

pub(super) fn parse_term(
    source: &str,
    symbols: &mut Symbols,
    reading: Reading,
) -> Result<Term, FormError> {
    let mut reader = Reader::new(source);
    reader.skip(None);
    if reader.cursor.peek().is_none() {
        let message = "there is nothing here; expected a term";
        return Err(reader.cursor.place.error(message));
    }
    let node = reader.node()?;
    reader.skip(None);
    if reader.cursor.peek().is_some() {
        let message = "expected nothing after the term";
        return Err(reader.cursor.place.error(message));
    }
    Meaning { symbols, reading }.term(&node)
}
