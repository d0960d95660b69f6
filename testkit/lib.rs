//! Shared code of the tests. No product crate depends on this crate.
//!
//! | module | content |
//! |---|---|
//! | [`wait`] | waiting for a condition with a long deadline |
//! | [`program`] | the built `planwright` and other programs, each with its own home |
//! | [`cli`] | the command line in a temporary folder |
//! | [`conformance`] | levels and known answers of each game |
//! | [`web`] | a web server on this computer |
//! | [`browser`], [`sprite_page`] | a browser, and a page in it on which games with sprites are played |
//! | [`desktop`] | an X display with a window manager for one test |
//! | [`gnome`] | a GNOME session under Wayland, and a person in front of it |
//! | [`kde`] | a KDE Plasma session under Wayland, and a person's hands at it |
//! | [`portal`] | a portal that remembers what it was allowed |
//! | [`wayland`], [`sway`] | a window that records its input under Wayland, and sway without a screen |
//! | [`conformance`] | the rules for every desktop, as a suite (crate `scripted`, with a desktop for tests) |
//! | [`pair`] | the two windows of each desktop's conformance test |
//! | [`windows`] | windows that record their input, and actions on windows |
//! | [`target`], [`fuse`], [`practice`] | games to play live: in this process, in the emulator, in
//! the practice window |
//! | [`play`] | an auto-play run and its events |
//! | [`draw`] | pictures of the Logo screen, with noise and scaling |
//! | [`distort`] | pictures scaled and packed, and the table of how they are read |
//! | [`workbench`], [`board`] | the workbench, or one of its boards, without a display |
//! | [`renderer`], [`keep`] | pictures of what a test shows |
//!
//! `docs/testing.md` says where each kind of test belongs.

pub mod board;
pub mod browser;
pub mod cli;
pub mod conformance;
pub mod desktop;
pub mod distort;
pub mod draw;
pub mod fuse;
pub mod gnome;
pub mod kde;
pub mod keep;
pub mod pair;
pub mod play;
pub mod portal;
pub mod practice;
pub mod program;
pub mod renderer;
pub mod sprite_page;
pub mod sway;
pub mod target;
pub mod wait;
pub mod wayland;
pub mod web;
pub mod windows;
pub mod workbench;

pub use scripted::conformance as desktop_conformance;

use std::path::{Path, PathBuf};

/// The path of a file or folder of the project.
pub fn project(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.expect("the crate lies in the project").join(path)
}
