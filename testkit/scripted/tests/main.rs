//! The loop of auto-play, its eye and its hand on the scripted desktop, and the rules for desktops on
//! it and on Windows.

#![deny(unsafe_code)]

mod bench;
mod eye;
mod fixture;
mod hand;
mod runs;
#[cfg(windows)]
mod windows;
