//! What games of programmed robots share.
//!
//! | file | what it holds |
//! |---|---|
//! | [`calls`] | the call stack, and detection of endless runs |
//! | [`loops`] | repeats that are open in a run |
//! | [`slots`] | a program in the slots of a live game |
//! | [`chance`] | random levels that need certain programs |

pub mod calls;
pub mod chance;
pub mod loops;
pub mod slots;

/// The lines of a program's text, numbered from 1, without comments.
pub fn lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(source.lines());
    lines.filter(|(_, line)| !line.trim_start().starts_with(';'))
}
