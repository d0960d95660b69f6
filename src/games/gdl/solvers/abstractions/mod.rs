//! Smaller games from which plans are worked out.

pub(crate) mod agent;
pub(crate) mod factors;
pub(crate) mod operators;
pub(crate) mod orbits;
