//! Static analysis of a level's rules: cells that objects can reach, and distances to a win.

mod field;
mod graph;
mod relaxed;
mod targets;

pub use relaxed::{Relaxed, rules};
pub use targets::Targets;
