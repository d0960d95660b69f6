//! Wayland, whose compositors differ in what they let a program like this one do.

pub mod keyboard;
pub mod wlroots;
