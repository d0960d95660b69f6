//! Common parts of games of programmed robots.

pub mod calls;
pub mod random;
pub mod slots;
pub mod world;

/// Lines of a program's text, numbered from 1, without comments.
pub fn lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(source.lines());
    lines.filter(|(_, line)| !line.trim_start().starts_with(';'))
}
