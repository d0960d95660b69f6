//! Planwright: a workbench for single-player puzzles.
//!
//! Each folder only uses those above it:
//!
//! | folder | contents |
//! |---|---|
//! | [`game`] | contract of a game: traits, level, move, plan, outcome, errors; names no game |
//! | [`search`] | budget, cancellation, progress; graph search shared by games |
//! | `art` | pictures that several games use |
//! | [`games`] | one folder for each game, and the registry |
//! | [`graph`] | states of a level as a graph: explored, analysed, laid out |
//! | [`export`] | plans and graphs as pictures, animations and text; [`drawing`]: colours, sprites, rasterization |
//! | [`session`] | one open level: history, plan, playback, saving, recovery; independent of games and of egui |
//! | [`vision`] | from pixels to boards, driven by screen profiles |
//! | [`autoplay`] | window, capture, input, the closed loop, fail-safe |
//! | [`practice`] | practice windows; their screens are in `practice/stage` |
//! | [`workbench`] | the egui app |
//! | [`cli`] | the command line |
//!
//! A new game is a folder in `games/`, a row in [`games::all`], its levels, and a screen profile if it is to be played
//! live. See `docs/adding-a-game.md`.

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
