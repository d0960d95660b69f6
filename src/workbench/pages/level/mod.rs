//! The level.

pub mod insights;
pub mod inspector;
pub mod standing;
