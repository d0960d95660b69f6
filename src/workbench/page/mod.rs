//! The contract between the shell and its pages.

pub mod commands;
pub mod messages;
pub mod settings;
