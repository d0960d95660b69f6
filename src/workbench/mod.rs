//! The egui app.

pub mod theme;
