//! The plan.

pub mod effort;
pub mod plans;
pub mod timeline_panel;
