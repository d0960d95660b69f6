//! Parses data in Python syntax, the form in which Puzlogic and Robo's Escape levels were published: whole numbers,
//! strings, lists and tuples, as one or more values, with `name =` before them and `#` comments.

use std::str::Chars;

use super::TextError;

/// Limit of lists in lists, as the reader recurses.
const MAX_DEPTH: usize = 8;

/// Value with its position, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    pub line: usize,
    /// In characters.
    pub column: usize,
    value: LiteralValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum LiteralValue {
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

    /// The elements, if it is a list or tuple.
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
    reader.peek() == Some('[') || reader.skip_name() && reader.peek() == Some('=')
}

/// Parses all values of a text, optionally separated by commas or semicolons.
pub fn literals(source: &str) -> Result<Vec<Literal>, TextError> {
    let mut reader = LiteralReader::new(source);
    let mut all = Vec::new();
    loop {
        reader.skip_blanks();
        if reader.skip_name() {
            if !reader.skip('=') {
                return Err(reader.error("expected ‘=’ after the name"));
            }
        } else if reader.peek().is_none() {
            return Ok(all);
        } else if !reader.skip(',') && !reader.skip(';') {
            all.push(reader.value(0)?);
        }
    }
}

fn is_name_start(sign: char) -> bool {
    sign.is_alphabetic() || sign == '_'
}

struct LiteralReader<'a> {
    rest: Chars<'a>,
    /// Position of the next character.
    line: usize,
    column: usize,
}

impl<'a> LiteralReader<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            rest: source.chars(),
            line: 1,
            column: 1,
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }

    /// Takes the next characters as long as they fit.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest.as_str();
        let end = rest.find(|sign| !fits(sign)).unwrap_or(rest.len());
        let (taken, rest) = rest.split_at(end);
        self.rest = rest.chars();
        for sign in taken.chars() {
            (self.line, self.column) = match sign {
                '\n' => (self.line + 1, 1),
                _ => (self.line, self.column + 1),
            };
        }
        taken
    }

    /// Skips this character, no line end, if it comes next.
    fn skip(&mut self, sign: char) -> bool {
        let comes_next = self.peek() == Some(sign);
        if comes_next {
            self.rest.next();
            self.column += 1;
        }
        comes_next
    }

    /// Skips blanks and comments.
    fn skip_blanks(&mut self) {
        self.take(char::is_whitespace);
        while self.peek() == Some('#') {
            self.take(|sign| sign != '\n');
            self.take(char::is_whitespace);
        }
    }

    /// Skips a name and the blanks after it, if one comes next.
    fn skip_name(&mut self) -> bool {
        let has_name = self.peek().is_some_and(is_name_start);
        if has_name {
            self.take(|sign| is_name_start(sign) || sign.is_ascii_digit());
            self.skip_blanks();
        }
        has_name
    }

    /// Reads the value that begins here, inside `depth` lists.
    fn value(&mut self, depth: usize) -> Result<Literal, TextError> {
        let (line, column) = (self.line, self.column);
        let value = match self.peek() {
            Some('[') => LiteralValue::List(self.list(['[', ']'], depth)?),
            Some('(') => LiteralValue::List(self.list(['(', ')'], depth)?),
            Some(quote @ ('"' | '\'')) => LiteralValue::Text(self.quoted(quote)?),
            Some(sign) if sign == '-' || sign.is_ascii_digit() => {
                let from_here = self.rest.as_str();
                self.skip('-');
                self.take(|sign| is_name_start(sign) || sign.is_ascii_digit());
                let word = &from_here[..from_here.len() - self.rest.as_str().len()];
                let message = || format!("‘{word}’ is not a whole number");
                let number = word
                    .parse()
                    .map_err(|_| TextError::at(line, column, message()));
                LiteralValue::Number(number?)
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

    fn list(&mut self, [start, end]: [char; 2], depth: usize) -> Result<Vec<Literal>, TextError> {
        if depth == MAX_DEPTH {
            return Err(self.error(format!("lists are nested more than {MAX_DEPTH} deep")));
        }
        self.skip(start);
        let mut parts = Vec::new();
        loop {
            self.skip_blanks();
            if self.skip(end) {
                return Ok(parts);
            }
            parts.push(self.value(depth + 1)?);
            self.skip_blanks();
            if !self.skip(',') && self.peek() != Some(end) {
                return Err(self.error(format!("expected ‘,’ or ‘{end}’")));
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Result<String, TextError> {
        self.skip(quote);
        let text = self.take(|sign| sign != quote && sign != '\\' && sign != '\n');
        if self.peek() == Some('\\') {
            return Err(self.error("escapes with ‘\\’ are not supported"));
        }
        match self.skip(quote) {
            true => Ok(text.to_owned()),
            false => Err(self.error(format!("expected {quote}"))),
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
