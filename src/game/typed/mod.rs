//! Contract for game authors: levels, positions, moves and solvers keep their types.
//!
//! Session, workbench and command line hold games as objects ([`Game`](crate::Game), [`Level`](crate::Level),
//! [`Position`](crate::Position), [`Solver`](crate::Solver), [`Generator`](crate::Generator)). This module builds these
//! objects from typed code; only here are objects downcast to their types.
//!
//! | an author writes | and gets |
//! |---|---|
//! | [`Play`]: a state of play with its own type of moves | a `Position`; errors for texts that are not moves |
//! | [`Content`]: contents and text forms of a level; [`ValueBoard`](crate::cells::ValueBoard) is ready-made | a `Level` with both file forms and editing |
//! | [`Puzzle`]: combination of content and play | the type parameter of everything else |
//! | [`TypedGenerator`] | a `Generator` for levels of this game only |
//! | [`GameRow`]: registry row with all abilities of the game | a `Game` |

mod level;
mod play;
mod puzzle;
mod ron;
mod solver;

pub use level::{Content, ParsedLevel, TypedLevel};
pub use play::Play;
pub use puzzle::{FromScreen, GameRow, OtherText, Puzzle, ReadLevel};
pub use ron::{read_ron, write_ron};
pub use solver::{SolveTask, TypedGenerator, downcast_level};
