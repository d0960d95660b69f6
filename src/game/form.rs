//! Common parts of level files: plain-text header and RON conventions.

use std::collections::HashSet;
use std::path::Path;

use erased_serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Meta, TextError};

/// Returns whether a file has one of these extensions, given without dots.
pub fn has_extension(path: Option<&Path>, extensions: &[&str]) -> bool {
    let extension = path.and_then(Path::extension);
    extension.is_some_and(|extension| extensions.iter().any(|known| extension == *known))
}

/// Parsed plain-text level.
///
/// Form: a first line with the game id, `key value` lines, a blank line, the board. Lines above the board that start
/// with `;` are comments. CRLF is accepted; positions in errors count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainText<'a> {
    /// Header lines except title, author and notes.
    pub headers: Vec<Header<'a>>,
    pub meta: Meta,
    /// Lines of the board with their line numbers, without empty lines at the end.
    pub board: Vec<(usize, &'a str)>,
    /// Number of the line after the last, for errors about missing parts.
    pub end_line: usize,
}

/// Header line `key value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// From 1.
    pub line: usize,
    /// Column of the value in characters, from 1.
    pub column: usize,
    pub key: &'a str,
    /// Trimmed.
    pub value: &'a str,
}

impl Header<'_> {
    /// Builds an error at the value.
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }
}

impl<'a> PlainText<'a> {
    /// Parses a level of the game `id`. The line with the id, or the whole header, may be missing. Fails if the text is
    /// empty, a header line has no value, or a key other than `notes` appears twice.
    pub fn parse(id: &str, source: &'a str) -> Result<Self, TextError> {
        let source = source.strip_prefix('\u{feff}').unwrap_or(source);
        let unended = |line: &'a str| line.strip_suffix('\r').unwrap_or(line);
        let numbered = || (1..).zip(source.split('\n').map(unended));
        let mut lines = numbered().filter(|(_, it)| !it.starts_with(';')).peekable();
        let end_line = source.lines().count() + 1;
        while lines.peek().is_some_and(|(_, line)| line.trim().is_empty()) {
            lines.next();
        }
        let has_header = match lines.peek() {
            Some((_, line)) if line.trim() == id => lines.next().is_some(),
            Some(_) => is_header(lines.clone().map(|(_, line)| line)),
            None => {
                let message = format!("the file is empty; expected ‘{id}’");
                return Err(TextError::at(1, 1, message));
            }
        };
        let mut headers = Vec::new();
        let mut keys = HashSet::new();
        let mut meta = Meta::default();
        while has_header && let Some((line, text)) = lines.next() {
            if text.trim().is_empty() {
                break;
            }
            let start = text.len() - text.trim_start().len();
            let (key, rest) = text.trim().split_once([' ', '\t']).ok_or_else(|| {
                let found = clip(text.trim());
                let expected = "expected ‘key value’ or the blank line before the board";
                TextError::at(line, start + 1, format!("{expected}, found ‘{found}’"))
            })?;
            let value = rest.trim();
            // Always found: `rest` is a part of the line.
            let offset = text.find(rest).unwrap_or(0) + rest.len() - rest.trim_start().len();
            let column = text[..offset].chars().count() + 1;
            if key != "notes" && !keys.insert(key) {
                let message = format!("‘{}’ appears twice", clip(key));
                return Err(TextError::at(line, start + 1, message));
            }
            match key {
                "title" => meta.title = value.to_owned(),
                "author" => meta.author = value.to_owned(),
                "notes" => {
                    if !meta.notes.is_empty() {
                        meta.notes.push('\n');
                    }
                    meta.notes.push_str(value);
                }
                _ => headers.push(Header {
                    line,
                    column,
                    key,
                    value,
                }),
            }
        }
        // Below the blank line, `;` is part of the board.
        let first = lines.peek().map_or(usize::MAX, |(number, _)| *number);
        let mut board: Vec<_> = numbered().filter(|(line, _)| *line >= first).collect();
        while board.last().is_some_and(|(_, line)| line.is_empty()) {
            board.pop();
        }
        Ok(Self {
            headers,
            meta,
            board,
            end_line,
        })
    }

    /// Returns whether a text begins with the game id, ignoring comments.
    pub fn has_id(id: &str, source: &str) -> bool {
        let mut lines = source.lines().map(str::trim);
        lines.find(|line| !line.is_empty() && !line.starts_with(';')) == Some(id)
    }

    /// Splits a text into levels, each with the number of lines before it. A level starts at a line with the game id,
    /// or at the comments directly above it.
    pub fn levels(id: &str, source: &'a str) -> Vec<(usize, &'a str)> {
        // Line and byte at which each level starts.
        let mut cuts = vec![(0, 0)];
        let (mut started, mut comments, mut at) = (false, None, 0);
        for (number, line) in source.split_inclusive('\n').enumerate() {
            if line.trim() == id {
                if started {
                    cuts.push(comments.unwrap_or((number, at)));
                }
                started = true;
            }
            let here = comments.or(Some((number, at)));
            comments = here.filter(|_| line.starts_with(';'));
            at += line.len();
        }
        let ends = cuts.iter().skip(1).map(|(_, at)| *at).chain([at]);
        let levels = cuts.iter().zip(ends);
        let levels = levels.map(|((lines, start), end)| (*lines, &source[*start..end]));
        levels.collect()
    }

    /// Board without blank lines at both ends, for games that ignore them.
    pub fn trimmed_board(&self) -> &[(usize, &'a str)] {
        without_blank_ends(&self.board)
    }

    /// Checks that all header keys are in `known`.
    pub fn check_keys(&self, known: &[&str]) -> Result<(), TextError> {
        let mut headers = self.headers.iter();
        let Some(header) = headers.find(|header| !known.contains(&header.key)) else {
            return Ok(());
        };
        let all = [known, &["title", "author", "notes"]].concat().join(", ");
        let message = format!("unknown key ‘{}’; the keys are {all}", clip(header.key));
        Err(TextError::at(header.line, 1, message))
    }

    /// Writes game id, metadata, the game's own lines and the blank line.
    pub fn write_header(id: &str, meta: &Meta, keys: &[(&str, String)]) -> String {
        let mut out = format!("{id}\n");
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (key, value) in [("title", &meta.title), ("author", &meta.author)] {
            if !value.trim().is_empty() {
                out.push_str(&format!("{key} {}\n", one_line(value)));
            }
        }
        for line in meta.notes.lines().filter(|line| !line.trim().is_empty()) {
            out.push_str(&format!("notes {}\n", line.trim()));
        }
        for (key, value) in keys {
            out.push_str(&format!("{key} {value}\n"));
        }
        out.push('\n');
        out
    }
}

/// The lines without blank ones at both ends.
pub(crate) fn without_blank_ends<'a, 'b>(lines: &'b [(usize, &'a str)]) -> &'b [(usize, &'a str)] {
    let has_text = |(_, line): &(usize, &str)| !line.trim().is_empty();
    let Some(first) = lines.iter().position(has_text) else {
        return &[];
    };
    let last = lines.iter().rposition(has_text);
    &lines[first..=last.unwrap_or(first)]
}

/// Returns whether lines begin with `key value` lines and a blank line; a key has only lower-case letters and hyphens.
fn is_header<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let mut lines = lines.map(str::trim);
    let is_key = |key: &str| key.bytes().all(|it| it.is_ascii_lowercase() || it == b'-');
    let is_pair = |line: &str| line.split_once([' ', '\t']).is_some_and(|it| is_key(it.0));
    let first_other = lines.find(|line| !is_pair(line));
    first_other.is_some_and(str::is_empty)
}

/// Characters of a quoted text in a message.
const MAX_QUOTED: usize = 40;

/// Shortens a text for a message.
pub fn clip(text: &str) -> String {
    let mut clipped: String = text.chars().take(MAX_QUOTED).collect();
    if clipped.len() < text.len() {
        clipped.push('…');
    }
    clipped
}

/// RON conventions of levels and profiles: `Some` may be omitted.
pub fn ron_options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// Parses RON; errors have a position.
pub fn from_ron_text<T: DeserializeOwned>(source: &str) -> Result<T, TextError> {
    ron_options().from_str(source).map_err(|error| {
        let start = error.span.start;
        let message = match error.code {
            ron::Error::ExceededRecursionLimit => "lists are nested too deeply".to_owned(),
            ron::Error::MissingStructField { field, .. } => format!("‘{field}’ is missing"),
            ron::Error::DuplicateStructField { field, .. } => format!("‘{field}’ appears twice"),
            ron::Error::NoSuchStructField {
                expected, found, ..
            } => format!("‘{found}’ is unknown; expected {}", expected.join(", ")),
            other => other.to_string(),
        };
        TextError::at(start.line, start.col, message)
    })
}

/// Writes readable RON, ending in a newline. Type-erased, because RON's large writer would be compiled for every type.
pub fn to_ron_text(value: &dyn Serialize) -> Result<String, ron::Error> {
    let config = ron::ser::PrettyConfig::new()
        // Values in deeper lists, such as the cells of a row, are on one line.
        .depth_limit(3)
        // The same on every system; CRLF would also break texts within the file.
        .new_line("\n")
        .struct_names(false)
        .extensions(ron::extensions::Extensions::IMPLICIT_SOME);
    let mut text = ron_options().to_string_pretty(value, config)?;
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_header_and_board_apart() {
        let text = "; c\r\nlogo\r\ntitle  A cross \r\n; x\r\nstates 3\r\n\r\n..\r\n12\r\n\r\n";
        let parsed = PlainText::parse("logo", text).expect("is well formed");
        assert_eq!(parsed.meta.title, "A cross");
        assert_eq!(parsed.headers.len(), 1);
        assert_eq!((parsed.headers[0].line, parsed.headers[0].column), (5, 8));
        assert_eq!(parsed.board, [(7, ".."), (8, "12")]);
    }

    #[test]
    fn levels_begin_with_the_id_or_the_comments_above_it() {
        let text = "; first\nlogo\n\n1\n; second\n; of two\nlogo\n\n2\n";
        let levels = PlainText::levels("logo", text);
        let second = "; second\n; of two\nlogo\n\n2\n";
        assert_eq!(levels, [(0, "; first\nlogo\n\n1\n"), (4, second)]);
        assert_eq!(PlainText::levels("logo", "1 1\n.\n"), [(0, "1 1\n.\n")]);
    }

    #[test]
    fn the_id_and_the_header_may_be_missing() {
        let bare = PlainText::parse("logo", "01\n10\n").expect("is a board");
        assert_eq!(bare.board, [(1, "01"), (2, "10")]);
        let keys = PlainText::parse("logo", "; c\n\nstates 3\n\n02\n").expect("has a header");
        assert_eq!((keys.headers.len(), &keys.board[..]), (1, &[(5, "02")][..]));
        let blanks = PlainText::parse("logo", ". 1\n\n_ _\n").expect("is a board");
        assert_eq!(blanks.board.len(), 3);
    }

    #[test]
    fn a_header_without_value_names_its_place() {
        let error = PlainText::parse("logo", "logo\n  states\n").expect_err("has no value");
        assert_eq!((error.line, error.column), (2, 3));
    }
}
