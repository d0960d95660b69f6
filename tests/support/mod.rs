//! A desktop of its own for every end-to-end test: display, window manager, windows, programs.
#![allow(dead_code)] // Each test file uses its own part.

pub mod desktop;
pub mod fuse;
pub mod play;
pub mod practice;
pub mod target;
pub mod windows;
