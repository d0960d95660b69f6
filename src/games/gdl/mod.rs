//! Any single-player game written in the Game Description Language.

pub mod check;
mod graph;
pub mod ground;
pub mod interpret;
pub mod model;
pub mod net;
pub mod rules;
pub mod syntax;
pub mod terms;

#[cfg(test)]
mod tests;
