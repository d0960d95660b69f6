//! The egui app.
