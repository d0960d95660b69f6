//! Solving.

pub mod solutions;
pub mod solver_options;
pub mod solver_panel;
