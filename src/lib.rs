//! Planwright: a workbench for single-player puzzles.
//!
//! The map of the crate, in the order of its arrows (each folder uses only those above it):
//!
//! | folder | what it holds |
//! |---|---|
//! | [`game`] | what a game is: traits, level, move, plan, outcome, errors; knows no game |
//! | [`search`] | budget, cancellation, progress; graph search shared by games |
//! | [`games`] | one folder a game, and the registry |
//! | [`session`] | one open level: history, plan, playback, save, autosave; knows no game, no egui |
//! | [`vision`] | from pixels to boards, driven by screen profiles |
//! | [`autoplay`] | window, capture, input, the closed loop, fail-safe |
//! | [`practice`] | stand-in game windows to play against |
//! | [`workbench`] | the egui app |
//! | [`cli`] | the command line |
//!
//! A new game is one folder in `games/`, one row in [`games::all`], its levels, and a screen
//! profile if it is to be played live. `docs/adding-a-game.md` walks through it.

pub mod autoplay;
pub mod cli;
pub mod game;
pub mod games;
pub mod practice;
pub mod search;
pub mod session;
pub mod vision;
pub mod workbench;
