//! Parses data in Python syntax, as some levels were published: numbers, strings, lists and tuples.

use std::iter::Peekable;
use std::str::CharIndices;

use super::TextError;

const MAX_DEPTH: usize = 8;

/// Value with its position, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    pub line: usize,
    /// In characters.
    pub column: usize,
    pub value: LiteralValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiteralValue {
    Number(i64),
    Text(String),
    /// A list or tuple.
    List(Vec<Literal>),
}

impl Literal {
    /// Builds an error at this position.
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }

    /// The elements, if it is a list.
    pub fn list(&self) -> Option<&[Literal]> {
        match &self.value {
            LiteralValue::List(parts) => Some(parts),
            _ => None,
        }
    }

    pub fn number(&self) -> Option<i64> {
        match self.value {
            LiteralValue::Number(number) => Some(number),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match &self.value {
            LiteralValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A list of three numbers.
    pub fn triple(&self) -> Option<[i64; 3]> {
        match self.list()? {
            [a, b, c] => Some([a.number()?, b.number()?, c.number()?]),
            _ => None,
        }
    }
}

/// Returns whether a text, comments aside, starts with Python data: a list, or a name and `=`.
pub fn is_literal(source: &str) -> bool {
    let mut reader = LiteralReader::new(source);
    reader.skip_blanks();
    match reader.peek() {
        Some('[') => true,
        Some(sign) if begins_name(sign) => {
            reader.word();
            reader.skip_blanks();
            reader.peek() == Some('=')
        }
        _ => false,
    }
}

/// Parses all values of a text, optionally separated by commas or semicolons, named by `name =`, with `#` comments.
pub fn literals(source: &str) -> Result<Vec<Literal>, TextError> {
    let mut reader = LiteralReader::new(source);
    let mut all = Vec::new();
    loop {
        reader.skip_blanks();
        match reader.peek() {
            None => return Ok(all),
            Some(',' | ';') => {
                reader.next();
            }
            Some(sign) if begins_name(sign) => {
                reader.word();
                reader.skip_blanks();
                if reader.peek() != Some('=') {
                    return Err(reader.error("expected ‘=’ after the name"));
                }
                reader.next();
            }
            Some(_) => all.push(reader.value(0)?),
        }
    }
}

fn begins_name(sign: char) -> bool {
    sign.is_alphabetic() || sign == '_'
}

struct LiteralReader<'a> {
    signs: Peekable<CharIndices<'a>>,
    line: usize,
    column: usize,
}

impl<'a> LiteralReader<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            signs: source.char_indices().peekable(),
            line: 1,
            column: 1,
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.signs.peek().map(|(_, sign)| *sign)
    }

    fn next(&mut self) -> Option<char> {
        let (_, sign) = self.signs.next()?;
        if sign == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(sign)
    }

    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }

    /// Skips blanks and comments.
    fn skip_blanks(&mut self) {
        while let Some(sign) = self.peek() {
            if sign == '#' {
                while self.peek().is_some_and(|sign| sign != '\n') {
                    self.next();
                }
            } else if sign.is_whitespace() {
                self.next();
            } else {
                return;
            }
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(sign) = self.peek() {
            if !(begins_name(sign) || sign.is_ascii_digit() || sign == '-' && word.is_empty()) {
                break;
            }
            word.push(sign);
            self.next();
        }
        word
    }

    fn value(&mut self, depth: usize) -> Result<Literal, TextError> {
        let (line, column) = (self.line, self.column);
        let value = match self.peek() {
            Some('[') => self.list(']', depth)?,
            Some('(') => self.list(')', depth)?,
            Some(quote @ ('"' | '\'')) => self.quoted(quote)?,
            Some(sign) if sign == '-' || sign.is_ascii_digit() => {
                let word = self.word();
                let number = word.parse().map_err(|_| {
                    TextError::at(line, column, format!("‘{word}’ is not a whole number"))
                })?;
                LiteralValue::Number(number)
            }
            Some(sign) => {
                let message = format!("expected a number, a text or a list, found ‘{sign}’");
                return Err(self.error(message));
            }
            None => return Err(self.error("the value is missing")),
        };
        Ok(Literal {
            line,
            column,
            value,
        })
    }

    fn list(&mut self, end: char, depth: usize) -> Result<LiteralValue, TextError> {
        if depth == MAX_DEPTH {
            return Err(self.error(format!("lists are nested more than {MAX_DEPTH} deep")));
        }
        self.next();
        let mut parts = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() == Some(end) {
                self.next();
                return Ok(LiteralValue::List(parts));
            }
            parts.push(self.value(depth + 1)?);
            self.skip_blanks();
            match self.peek() {
                Some(',') => {
                    self.next();
                }
                Some(sign) if sign == end => {}
                _ => return Err(self.error(format!("expected ‘,’ or ‘{end}’"))),
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Result<LiteralValue, TextError> {
        self.next();
        let mut text = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return Err(self.error(format!("expected {quote}"))),
                Some('\\') => return Err(self.error("escapes with ‘\\’ are not supported")),
                Some(sign) => {
                    self.next();
                    if sign == quote {
                        return Ok(LiteralValue::Text(text));
                    }
                    text.push(sign);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_comments_lists_and_tuples_are_read_with_their_places() {
        let source = "# first\nboard = [(0, 1, -2), # here\n  [3],]\npieces = ['a b', \"c\"]\n";
        assert!(is_literal(source));
        let all = literals(source).expect("is read");
        let [board, pieces] = &all[..] else {
            panic!("{all:?}");
        };
        let parts = board.list().expect("is a list");
        assert_eq!(parts[0].triple(), Some([0, 1, -2]));
        assert_eq!((parts[1].line, parts[1].column), (3, 3));
        let texts = pieces.list().expect("is a list").iter();
        assert_eq!(
            texts.map(Literal::text).collect::<Vec<_>>(),
            [Some("a b"), Some("c")]
        );
    }

    #[test]
    fn what_does_not_fit_is_named_with_its_place() {
        for (source, place) in [
            ("[1, 2", (1, 6)),
            ("[1 2]", (1, 4)),
            ("[\n'a\n']", (2, 3)),
            ("x y", (1, 3)),
            ("[99999999999999999999]", (1, 2)),
            ("[[[[[[[[[1]]]]]]]]]", (1, 9)),
            ("[a]", (1, 2)),
        ] {
            let error = literals(source).expect_err(source);
            assert_eq!((error.line, error.column), place, "{source}: {error}");
        }
        assert!(!is_literal("(version: 1)") && !is_literal("logo\n"));
    }
}
