//! Plays games: a [`Plan`] is a compiled game, a machine ([`Play`]) plays its turns, a [`Session`] its levels.

mod any;
mod board;
mod changing;
mod field;
mod fitting;
mod layout;
mod machine;
mod matching;
mod moving;
mod plan;
mod planner;
mod queue;
mod rng;
mod rules;
mod session;
mod states;
mod telling;
mod watch;

pub use any::{Play, machine};
pub use board::{Bits, cells};
pub use machine::{Applied, Cells, Endless, Input};
pub use plan::Plan;
pub use queue::{AGAIN, CANCEL, CHECKPOINT, MESSAGE, RESTART, WIN};
pub use rng::Rng;
pub use session::Session;
