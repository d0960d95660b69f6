//! The window.

pub mod actions;
pub mod app;
pub mod bridge;
pub mod center;
pub mod dialogs;
pub mod files;
pub mod focus;
pub mod icon;
pub mod menu;
pub mod opening;
pub mod pages;
pub mod palette;
pub mod recovery;
pub mod requests;
pub mod status;
