//! Static analysis of a level's rules: cells that objects can reach, distances to a win, and the
//! games that are Sokoban.

mod field;
mod graph;
mod relaxed;
mod sokoban;
mod targets;

pub use relaxed::{Relaxed, rules};
pub use sokoban::sokoban_text;
pub use targets::Targets;
