//! Plays games: a [`GamePlan`] is a compiled game, a machine ([`AnyMachine`]) plays its turns, a [`Session`] its levels.

mod board;
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
mod tracker;

pub use machine::{AnyMachine, AppliedRule, CellWords, Input, Unfinished, machine};
pub use plan::GamePlan;
pub use queue::{AGAIN, CANCEL, CHECKPOINT, MESSAGE, RESTART, WIN};
pub use rng::Rng;
pub use session::{MAX_AGAIN, Session};
