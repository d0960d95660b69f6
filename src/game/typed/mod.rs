//! The contract as game authors write it: levels, positions, moves and solvers keep their types.
//!
//! Session, workbench and command line hold games as objects ([`Game`](crate::Game), [`Level`](crate::Level),
//! [`Position`](crate::Position), [`Solver`](crate::Solver), [`Generator`](crate::Generator)). This folder makes these
//! objects of typed code, and is the only place that looks for a type behind an object:
//!
//! | an author writes | and has |
//! |---|---|
//! | [`Play`]: a state of play with moves of a type of its own | a `Position`; errors for texts that are no move |
//! | [`Content`]: what is in a level and how it is written; [`Board`](crate::cells::Board) is one that is ready | a `Level` with title, author, notes, both file forms, editing |
//! | [`Puzzle`]: which content and which play belong together | what stands in all signatures |
//! | [`TypedSolver`], [`TypedGenerator`] | a `Solver` and a `Generator` that never meet a level of another game |
//! | [`Able`], [`PlayAble`]: what levels and positions can do that others cannot | properties, figures, insights, … |
//! | [`Row`]: the registry row, with all that the game is able to do | a `Game` |

mod able;
mod level;
mod play;
mod puzzle;
mod ron;
mod solver;

pub use able::{Able, FigureOf, Insights, PlayAble, Properties};
pub use level::{Content, Leveled};
pub use play::Play;
pub use puzzle::{FromScreen, OtherText, Puzzle, ReadLevel, Row};
pub use ron::{read_ron, write_ron};
pub use solver::{Task, Typed, TypedGenerator, TypedSolver, concrete};
