//! The text of a program, and counts in words.

use crate::game::words;

/// The lines of a program's text, numbered from 1, without comments.
pub fn lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(source.lines());
    lines.filter(|(_, line)| !line.trim_start().starts_with(';'))
}

/// A count with its noun: `1 step`, `2 steps`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", words::number(count))
}
