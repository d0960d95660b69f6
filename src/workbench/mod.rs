//! The egui app.

pub mod commands;
pub mod theme;
