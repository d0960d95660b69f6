//! The contract for game authors: levels, positions, moves and solvers keep their types.
//!
//! Session, workbench and command line hold games as objects ([`Game`](crate::Game),
//! [`Level`](crate::Level), [`Position`](crate::Position), [`Solver`](crate::Solver),
//! [`Generator`](crate::Generator)). This folder makes these objects from typed code. Only here are
//! objects downcast to their types.
//!
//! | an author writes | and gets |
//! |---|---|
//! | [`Play`]: a state of play with its own type of moves | a `Position`; errors for texts that are
//! not moves |
//! | [`Content`]: what a level holds and how it is written; [`Board`](crate::cells::Board) is
//! ready-made | a `Level` with title, author, notes, both file forms, editing |
//! | [`Puzzle`]: which content and which play belong together | the type parameter of everything
//! else |
//! | [`TypedSolver`], [`TypedGenerator`] | a `Solver` and a `Generator` that never meet a level of
//! another game |
//! | [`Able`], [`PlayAble`]: optional abilities of levels and positions | properties, figures,
//! insights, … |
//! | [`Row`]: the registry row with all abilities of the game | a `Game` |

mod able;
mod level;
mod play;
mod puzzle;
mod ron;
mod set;
mod solver;

pub use able::{Able, FigureOf, Insights, PlayAble, Properties};
pub use level::{Content, Leveled, Parsed};
pub use play::Play;
pub use puzzle::{FromScreen, OtherText, Puzzle, ReadLevel, Row};
pub use ron::{read_ron, write_ron};
pub use solver::{Task, Typed, TypedGenerator, TypedSolver, concrete};
