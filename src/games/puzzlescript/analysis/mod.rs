//! What can be told of a level from its rules, without playing: what may be where, and which ways lead to a win.

mod field;
mod marks;
mod relaxed;
mod targets;
mod ways;

pub use relaxed::{Relaxed, rules};
pub use targets::{Estimate, Targets};
