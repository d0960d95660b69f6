//! Reads data in Python syntax, the form in which Puzlogic and Robo's Escape levels were published: lists and tuples of
//! whole numbers and strings, one or more, with `name =` before them and `#` comments. They are rewritten as RON.

use serde::Deserialize;

use super::{TextError, from_ron_text};

/// Value of a list, with its position.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Literal {
    /// Line and column of its first character, counted from 1; for a number, those of its list.
    #[serde(skip)]
    at: (usize, usize),
    pub value: LiteralValue,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a number, a text or a list")]
pub enum LiteralValue {
    Number(i64),
    Text(String),
    /// A list or tuple.
    List(Vec<Literal>),
}

impl Literal {
    /// Builds an error at this position.
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.at.0, self.at.1, message)
    }

    /// The elements, if it is a list or tuple.
    pub fn list(&self) -> Option<&[Literal]> {
        match &self.value {
            LiteralValue::List(parts) => Some(parts),
            _ => None,
        }
    }

    /// Sets positions from those of all lists and texts, in their order; a number keeps that of its list, `at`.
    fn locate(&mut self, at: (usize, usize), starts: &mut dyn Iterator<Item = (usize, usize)>) {
        self.at = match self.value {
            LiteralValue::Number(_) => at,
            _ => starts.next().unwrap_or(at),
        };
        if let LiteralValue::List(parts) = &mut self.value {
            parts.iter_mut().for_each(|it| it.locate(self.at, starts));
        }
    }
}

fn is_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Returns whether a text, comments aside, starts with Python data: a list, or a name and `=`.
pub fn is_literal(source: &str) -> bool {
    let mut lines = source.lines().map(str::trim_start);
    let is_data = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let first = lines.find(is_data).unwrap_or_default();
    let after_name = first.trim_start_matches(is_name);
    let is_named = after_name != first && after_name.trim_start().starts_with('=');
    first.starts_with('[') || is_named
}

/// Parses all lists of a text, optionally separated by commas or semicolons. Strings with brackets, quotes or `#`, which
/// no game has, are not supported.
pub fn literals(source: &str) -> Result<Vec<Literal>, TextError> {
    let mut ron = String::from("[\n");
    let (mut starts, mut depth, mut is_in_string) = (Vec::new(), 0, false);
    for (line, text) in (1..).zip(source.lines()) {
        let data = text.split('#').next().unwrap_or_default();
        let data = data.replace('(', "[").replace(')', "]").replace('\'', "\"");
        for (column, sign) in (1..).zip(data.chars()) {
            is_in_string ^= sign == '"';
            depth += i32::from(sign == '[') - i32::from(sign == ']');
            if sign == '[' || sign == '"' && is_in_string {
                starts.push((line, column));
            }
            match sign {
                ']' if depth == 0 => ron.push_str("],"),
                // A name or a separator between lists.
                _ if depth == 0 && (is_name(sign) || "=,;".contains(sign)) => ron.push(' '),
                _ if !is_in_string && is_name(sign) && !sign.is_ascii_digit() => {
                    return Err(TextError::at(line, column, format!("unexpected ‘{sign}’")));
                }
                _ => ron.push(sign),
            }
        }
        ron.push('\n');
    }
    let mut all: Vec<Literal> = from_ron_text(&(ron + "]")).map_err(|error| TextError {
        line: error.line.max(2) - 1, // The RON text has one line before the first.
        ..error
    })?;
    let starts = &mut starts.into_iter();
    all.iter_mut().for_each(|it| it.locate((1, 1), starts));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_their_lines() {
        for (source, line) in [
            ("[1, 2", 2),
            ("[1,\n2 3]", 2),
            ("[1]\nx y: [2]", 2),
            ("[\n99999999999999999999]", 2),
            ("[a]", 1),
        ] {
            let error = literals(source).expect_err(source);
            assert_eq!(error.line, line, "{source}: {error}");
        }
        assert!(!is_literal("(version: 1)") && !is_literal("logo\n"));
    }
}
