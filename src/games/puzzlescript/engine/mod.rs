//! Plays games: a [`GamePlan`] is a compiled game, a machine ([`AnyMachine`]) plays its turns, a [`Session`] its levels.

mod any_machine;
mod board;
mod cell_matching;
mod changes;
mod field;
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
mod trace;
mod tracker;

pub use any_machine::{AnyMachine, machine};
pub use board::{Bits, cells};
pub use machine::{AppliedRule, CellWords, Endless, Input};
pub use plan::GamePlan;
pub use queue::{AGAIN, CANCEL, CHECKPOINT, MESSAGE, RESTART, WIN};
pub use rng::Rng;
pub use session::Session;
