//! Playing by hand.

pub mod hints;
pub mod program;
