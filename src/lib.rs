//! Planwright: a workbench for single-player puzzles.
//!
//! The map of the crate, in the order of its arrows (each folder uses only those above it):
//!
//! | folder | what it holds |
//! |---|---|
//! | [`game`] | what a game is: traits, level, move, plan, outcome, errors; knows no game |
//! | [`search`] | budget, cancellation, progress; graph search shared by games |
//! | `art` | pictures that several games use |
//! | [`games`] | one folder a game, and the registry |
//! | [`graph`] | the states of a level as a graph: explored, analysed, laid out |
//! | [`export`] | plans and graphs as pictures, animations and text; [`drawing`]: colours, sprites and boards as pixels |
//! | [`session`] | one open level: history, plan, playback, save, autosave; knows no game, no egui |
//! | [`vision`] | from pixels to boards, driven by screen profiles |
//! | [`autoplay`] | window, capture, input, the closed loop, fail-safe |
//! | [`practice`] | stand-in game windows to play against; their screens, without windows, are in `practice/stage` |
//! | [`workbench`] | the egui app |
//! | [`cli`] | the command line |
//!
//! A new game is one folder in `games/`, one row in [`games::all`], its levels, and a screen
//! profile if it is to be played live. `docs/adding-a-game.md` walks through it.

pub use planwright_autoplay as autoplay;
pub mod cli;

pub use planwright_export as export;
pub use planwright_export::drawing;
pub use planwright_game as game;
pub use planwright_game::search;
pub use planwright_games as games;
pub use planwright_graph as graph;
pub use planwright_practice as practice;
pub use planwright_session as session;
pub use planwright_vision as vision;
pub use planwright_workbench as workbench;
