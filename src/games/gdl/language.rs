//! Editor support for the rules: errors with positions, and syntax colours.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::gdl_level::GdlLevel;
use super::grounding::GroundingError;
use super::syntax::{self, GdlProgram, KEYWORDS};
use super::text;
use crate::game::{
    Complaint, Language, Level as _, Notation, ParsedText, TextError, Token, TokenKind,
};
use crate::search::Budget;

/// Time for building the network while the text is edited; solvers take the time they are given.
const NETWORK_TIME: Duration = Duration::from_secs(3);

pub(super) struct GdlLanguage;

static NOTATIONS: [Notation; 2] = [
    Notation {
        name: "prefix (KIF)",
        extension: "kif",
    },
    Notation {
        name: "infix",
        extension: "gdl",
    },
];

impl Language for GdlLanguage {
    fn parse(&self, source: &str, budget: &Budget) -> ParsedText {
        let level = match text::read(source) {
            Ok(level) => level,
            Err(errors) => {
                let mut complaints: Vec<Complaint> = errors.into_iter().map(Into::into).collect();
                complaints.sort_by_key(|it| (it.error.line, it.error.column));
                return ParsedText {
                    complaints,
                    ..ParsedText::default()
                };
            }
        };
        let mut complaints = level.complaints();
        let mut warn = |message| complaints.push(Complaint::warning(TextError::at(1, 1, message)));
        let names = names(&level.source().program);
        // The level is displayed later, with the network built here.
        let build_budget = budget.clone().with_time(NETWORK_TIME);
        match level.network(level.settings().limits, &build_budget) {
            Ok(_) => {}
            Err(GroundingError::Players(reason)) => {
                warn(reason);
                // Without a network, the first state is computed for display.
                let _ = level.interpreted_start(&build_budget);
            }
            // Cancelled: the result is not needed any more.
            Err(GroundingError::Stopped { .. }) if budget.check().is_err() => {
                return ParsedText::default();
            }
            Err(error) => warn(format!("no network could be built yet: {error}")),
        }
        // The level caches what its display needs for this.
        let _ = level.start();
        ParsedText {
            level: Some(Arc::new(level)),
            complaints,
            names,
        }
    }

    fn notations(&self) -> &'static [Notation] {
        &NOTATIONS
    }

    fn notation(&self, source: &str) -> usize {
        usize::from(syntax::notation(source) == syntax::Notation::Infix)
    }

    fn in_notation(&self, source: &str, notation: usize) -> Result<String, TextError> {
        let level: GdlLevel = text::read(source).map_err(syntax::first_error)?;
        Ok(level.in_notation(match notation {
            0 => syntax::Notation::Kif,
            _ => syntax::Notation::Infix,
        }))
    }

    fn tokens(&self, source: &str) -> Vec<Token> {
        match syntax::notation(source) {
            syntax::Notation::Kif => kif(source),
            syntax::Notation::Infix => infix(source),
        }
    }

    fn is_word(&self, character: char) -> bool {
        !character.is_whitespace() && !"()?;,.%|&~:\\'\"".contains(character)
    }
}

/// Names of relations, functions and constants.
fn names(program: &GdlProgram) -> Vec<Arc<str>> {
    let mut names: BTreeSet<&str> = KEYWORDS.into();
    program.terms(&mut |term| {
        names.extend(term.compound().map(|(name, _)| program.symbols.name(name)));
    });
    names.into_iter().map(Arc::from).collect()
}

/// Kind of a name; `calls` if arguments follow, or, in prefix form, if it is after a parenthesis.
fn kind(name: &str, calls: bool) -> TokenKind {
    let digits = name.strip_prefix(['-', '+']).unwrap_or(name);
    if KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(name)) || name == "<=" {
        TokenKind::Keyword
    } else if calls {
        TokenKind::Relation
    } else if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        TokenKind::Number
    } else {
        TokenKind::Name
    }
}

/// Length in bytes of the leading characters that `keep` accepts.
fn length(rest: &str, keep: impl Fn(char) -> bool) -> usize {
    rest.find(|c| !keep(c)).unwrap_or(rest.len())
}

/// Tokens of a text. `part` returns length and kind of the token at the beginning of `rest`, or `None` to skip a
/// character; it receives the kind of the token that ends right before.
fn tokenize(
    source: &str,
    part: impl Fn(char, &str, Option<TokenKind>) -> Option<(usize, TokenKind)>,
) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let adjacent = tokens.last().filter(|last| last.range.end == at);
        match part(c, &source[at..], adjacent.map(|last| last.kind)) {
            Some((length, kind)) => {
                let range = at..at + length;
                at = range.end;
                tokens.push(Token { range, kind });
            }
            None => at += c.len_utf8(),
        }
    }
    tokens
}

fn kif(source: &str) -> Vec<Token> {
    tokenize(source, |c, rest, adjacent| {
        Some(match c {
            ';' => (length(rest, |c| c != '\n'), TokenKind::Comment),
            '(' => (1, TokenKind::Open),
            ')' => (1, TokenKind::Close),
            c if c.is_whitespace() => return None,
            c => {
                let length = length(rest, |c| !c.is_whitespace() && !"();".contains(c));
                let first = adjacent == Some(TokenKind::Open);
                match c {
                    '?' => (length, TokenKind::Variable),
                    _ => (length, kind(&rest[..length], first)),
                }
            }
        })
    })
}

fn infix(source: &str) -> Vec<Token> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    tokenize(source, |c, rest, _| {
        Some(match c {
            '%' => (length(rest, |c| c != '\n'), TokenKind::Comment),
            '/' if rest.starts_with("/*") => {
                let end = rest[2..].find("*/");
                (
                    end.map_or(rest.len(), |end| 2 + end + 2),
                    TokenKind::Comment,
                )
            }
            '(' => (1, TokenKind::Open),
            ')' => (1, TokenKind::Close),
            ':' if rest.starts_with(":-") => (2, TokenKind::Keyword),
            '<' if rest.starts_with("<=") => (2, TokenKind::Keyword),
            '~' | '¬' | '|' | '&' => (c.len_utf8(), TokenKind::Keyword),
            '\\' | '!' if rest[1..].starts_with(['=', '+']) => (2, TokenKind::Keyword),
            '\'' => {
                let inner = length(&rest[1..], |c| c != '\'' && c != '\n');
                let closed = usize::from(rest[1 + inner..].starts_with('\''));
                (1 + inner + closed, TokenKind::Name)
            }
            '?' => (1 + length(&rest[1..], word), TokenKind::Variable),
            c if c.is_uppercase() || c == '_' => (length(rest, word), TokenKind::Variable),
            c if c.is_alphanumeric() => {
                let length = length(rest, word);
                let calls = rest[length..].starts_with('(');
                (length, kind(&rest[..length], calls))
            }
            _ => return None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_both_notations_have_their_kinds() {
        use TokenKind::{Close, Comment, Keyword, Name, Number, Open, Relation, Variable};
        let kif = "(<= (next (cell ?x 2)) b) ; so";
        let infix = "next(cell(X, 2)) :- ~'a b'. % so\n/* é */ p";
        for (source, kind, texts) in [
            (kif, Open, "( ( ("),
            (kif, Close, ") ) )"),
            (kif, Keyword, "<= next"),
            (kif, Relation, "cell"),
            (kif, Variable, "?x"),
            (kif, Number, "2"),
            (kif, Name, "b"),
            (kif, Comment, "; so"),
            (infix, Keyword, "next :- ~"),
            (infix, Relation, "cell"),
            (infix, Variable, "X"),
            (infix, Name, "'a b' p"),
            (infix, Comment, "% so /* é */"),
        ] {
            let tokens = GdlLanguage.tokens(source).into_iter();
            let tokens = tokens.filter(|token| token.kind == kind);
            let found: Vec<&str> = tokens.map(|token| &source[token.range]).collect();
            assert_eq!(found.join(" "), texts, "{source} {kind:?}");
        }
    }

    #[test]
    fn errors_are_reported_at_their_position() {
        let kif = "(role r)\n(init a)\n(<= (next ?x) (true a))\n(legal r ())\n)\n(<= (q (p))\n";
        let meaning = "(role r)\n(<= (next ?x) (true a))\n(<= (legal r ?y) (not (q ?y)))\n";
        let infix = "role(r).\np(.\nq(a) :- b(.\nlegal(r, a).\n";
        for (text, positions) in [
            (kif, "4:10 5:1 6:1"),
            (meaning, "1:1 2:1 3:1"),
            (infix, "2:3 3:11"),
        ] {
            let read = GdlLanguage.parse(text, &Budget::default());
            assert!(read.level.is_none());
            let errors = read.complaints.iter().map(|it| &it.error);
            let found = errors.map(|error| format!("{}:{}", error.line, error.column));
            let found = found.collect::<Vec<_>>().join(" ");
            assert_eq!(found, positions, "{:?}", read.complaints);
        }
    }

    #[test]
    fn valid_text_is_preserved() {
        let text = "; a word\n; title: T\n\n\n(role r)   ; who\n(init a)\n(legal r b)\n(<= (next a) \
            (true a))\n(<= terminal (true a))\n(goal r 100)\n";
        let read = GdlLanguage.parse(text, &Budget::default());
        let level = read.level.expect("is a level");
        assert_eq!(level.to_text(), text);
        assert_eq!(level.meta().title, "T");
        let infix = GdlLanguage.in_notation(text, 1).expect("can be read");
        assert_eq!(GdlLanguage.notation(&infix), 1);
        let again = GdlLanguage.parse(&infix, &Budget::default());
        assert!(again.level.is_some());
        assert!(read.names.iter().any(|name| &**name == "b"));
    }

    #[test]
    fn hostile_texts_come_to_an_end() {
        for (part, times) in [("(", 1_000_000), ("p(", 500_000), (")", 20_000)] {
            let text = part.repeat(times);
            let read = GdlLanguage.parse(&text, &Budget::default());
            assert!(read.level.is_none() && !read.complaints.is_empty());
            assert!(!GdlLanguage.tokens(&text).is_empty());
        }
    }
}
