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
    /// The whole game.
    pub text: String,
}

/// Replaces the rows `rows` of the text by `new`, which may be more or fewer.
pub fn with_rows(text: &str, rows: &[SourceRow], new: &[String]) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for (row, new) in rows.iter().zip(new) {
        if let Some(line) = lines.get_mut(row.line - 1) {
            let chars: Vec<char> = line.chars().collect();
            let start = (row.column - 1).min(chars.len());
            let end = (start + row.text.len()).min(chars.len());
            // Unchanged signs keep their spelling, such as capitals.
            let old_case = |(index, sign): (usize, char)| {
                let old = chars[start..end].get(index).copied();
                old.filter(|old| old.to_lowercase().eq(sign.to_lowercase()))
                    .unwrap_or(sign)
            };
            let before = chars[..start].iter().copied();
            let after = chars[end..].iter().copied();
            *line = before
                .chain(new.chars().enumerate().map(old_case))
                .chain(after)
                .collect();
        }
    }
    if let Some(last) = rows.last() {
        let more = new.get(rows.len()..).unwrap_or_default().iter().cloned();
        let at = last.line.min(lines.len());
        lines.splice(at..at, more);
    }
    for row in rows.iter().skip(new.len()).rev() {
        lines.remove(row.line - 1);
    }
    lines.join("\n")
}

/// Start of the comment at the top that holds the notes.
const NOTES: &str = "(notes: ";

pub fn notes(text: &str) -> String {
    let Some(rest) = text.strip_prefix(NOTES) else {
        return String::new();
    };
    let encoded = &rest[..rest.find(')').unwrap_or(rest.len())];
    encoded
        .replace("%28", "(")
        .replace("%29", ")")
        .replace("%25", "%")
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
            let encoded = new
                .notes
                .replace('%', "%25")
                .replace('(', "%28")
                .replace(')', "%29");
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
        let word = line.split_whitespace().next().unwrap_or_default();
        word.eq_ignore_ascii_case(key)
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let head = lines
        .iter()
        .position(|line| line.trim().eq_ignore_ascii_case("objects"))
        .unwrap_or(lines.len());
    let at = lines[..head].iter().position(is_option);
    let line = (!value.is_empty()).then(|| format!("{key} {value}"));
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    match (at, line) {
        (Some(at), Some(line)) => lines[at] = line,
        (Some(at), None) => {
            lines.remove(at);
        }
        (None, Some(line)) => {
            let at = lines
                .iter()
                .position(|line| line.ends_with(')'))
                .filter(|_| text.starts_with(NOTES));
            lines.insert(at.map_or(0, |at| at + 1), line);
        }
        (None, None) => {}
    }
    lines.join("\n")
}

/// Makes a title or author fit a text: one line, without brackets, which would start a comment.
pub fn in_one_line(value: &str) -> String {
    let value = value.replace(['(', ')'], "");
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}
