//! What the tests share. No product crate depends on this one.
//!
//! | module | what it holds |
//! |---|---|
//! | [`wait`] | waiting for a condition with a long deadline |
//! | [`program`] | the built `planwright`, and programs of others, each with a home of its own |
//! | [`cli`] | the command line in a folder of its own |
//! | [`web`] | a server on this computer |
//! | [`desktop`] | an X display with a window manager for one test |
//! | [`windows`] | windows that record what reaches them, and what people do to windows |
//! | [`target`], [`fuse`], [`practice`] | games to play live: in this process, in the emulator, in the practice window |
//! | [`play`] | an auto-play run and what it reports |
//! | [`draw`] | pictures of the Logo screen, with noise and scaling |
//! | [`workbench`], [`board`] | the workbench, or one of its boards, without a display |
//! | [`renderer`], [`keep`] | pictures of what a test sees |
//!
//! `docs/testing.md` says which kind of test goes where.

pub mod board;
pub mod cli;
pub mod desktop;
pub mod draw;
pub mod fuse;
pub mod keep;
pub mod play;
pub mod practice;
pub mod program;
pub mod renderer;
pub mod target;
pub mod wait;
pub mod web;
pub mod windows;
pub mod workbench;

use std::path::{Path, PathBuf};

/// A file or folder of the project.
pub fn project(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.expect("the crate lies in the project").join(path)
}
