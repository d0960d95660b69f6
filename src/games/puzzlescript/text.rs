//! Editing of a level in its text: only the level's rows change.

use serde::{Deserialize, Serialize};

use crate::game::Meta;

use super::syntax::SourceRow;

/// The RON form after its header.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ron {
    /// Number of the entry in LEVELS, including messages, from 1.
    pub level: usize,
    pub text: String,
}

/// Replaces the rows `rows` of the text by `new`, which may be more or fewer.
pub fn with_rows(text: &str, rows: &[SourceRow], new: &[String]) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for (row, new) in rows.iter().zip(new) {
        if let Some(line) = lines.get_mut(row.line - 1) {
            let chars: Vec<char> = line.chars().collect();
            let (before, rest) = chars.split_at((row.column - 1).min(chars.len()));
            let (old, after) = rest.split_at(row.text.len().min(rest.len()));
            // Unchanged signs keep their spelling, such as capitals.
            let old_case = |(index, sign): (usize, char)| match old.get(index) {
                Some(old) if old.to_lowercase().eq(sign.to_lowercase()) => *old,
                _ => sign,
            };
            let new = new.chars().enumerate().map(old_case);
            let before = before.iter().copied();
            *line = before.chain(new).chain(after.iter().copied()).collect();
        }
    }
    if let Some(last) = rows.last() {
        let more = new.get(rows.len()..).unwrap_or_default().iter().cloned();
        let at = last.line.min(lines.len());
        lines.splice(at..at, more);
    }
    // From the last row, so that the lines of the others stay the same.
    for row in rows.iter().skip(new.len()).rev() {
        lines.remove(row.line - 1);
    }
    lines.join("\n")
}

/// Start of the comment at the top that holds the notes.
const NOTES: &str = "(notes: ";

/// Notes in a text. Brackets, which nest comments, and `%` are encoded as in URLs.
pub fn notes(text: &str) -> String {
    let rest = text.strip_prefix(NOTES).unwrap_or_default();
    let encoded = &rest[..rest.find(')').unwrap_or(rest.len())];
    let brackets = encoded.replace("%28", "(").replace("%29", ")");
    brackets.replace("%25", "%")
}

/// The text with this title, author and notes.
pub fn with_meta(text: &str, old: &Meta, new: &Meta) -> String {
    let mut text = text.to_owned();
    if new.notes != old.notes {
        if text.starts_with(NOTES) {
            let end = text.find(')').map_or(text.len(), |end| end + 1);
            text = text[end..].trim_start_matches('\n').to_owned();
        }
        if !new.notes.is_empty() {
            let percents = new.notes.replace('%', "%25");
            let encoded = percents.replace('(', "%28").replace(')', "%29");
            text = format!("{NOTES}{encoded})\n{text}");
        }
    }
    for (key, old, new) in [
        ("author", &old.author, &new.author),
        ("title", &old.title, &new.title),
    ] {
        if old != new {
            text = with_option(&text, key, new);
        }
    }
    text
}

/// The text with another value of a prelude option, or without the option.
fn with_option(text: &str, key: &str, value: &str) -> String {
    let is_option = |line: &&str| {
        let first = line.split_whitespace().next();
        first.is_some_and(|word| word.eq_ignore_ascii_case(key))
    };
    let mut lines: Vec<&str> = text.split('\n').collect();
    let is_objects = |line: &&str| line.trim().eq_ignore_ascii_case("objects");
    let head = lines.iter().position(is_objects).unwrap_or(lines.len());
    let at = lines[..head].iter().position(is_option);
    let option = format!("{key} {value}");
    let line = (!value.is_empty()).then_some(option.as_str());
    match at {
        Some(at) => drop(lines.splice(at..=at, line)),
        None => {
            let notes = lines.iter().position(|line| line.ends_with(')'));
            let notes = notes.filter(|_| text.starts_with(NOTES));
            let at = notes.map_or(0, |at| at + 1);
            lines.splice(at..at, line);
        }
    }
    lines.join("\n")
}

/// Makes a title or author fit a text: one line, without brackets, which would start a comment.
pub fn in_one_line(value: &str) -> String {
    let value = value.replace(['(', ')'], "");
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}
