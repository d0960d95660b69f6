//! Player: plays levels in the target.
//!
//! | module | task |
//! |---|---|
//! | [`run`] | state machine over the current level; owns all others |
//! | [`actuator`] | turns intents into keys and clicks; owns pace, pressed keys and counts |
//! | [`observer`] | captures, reads, waits for a stable picture; remembers what it observed |
//! | [`context`] | run context: desktop, target, user, reports, guard of each input |
//! | [`preflight`] | checks before a start, without a run |
//!
//! Every interruption – by the user, the focus, a closed window, a divergence – ends a step with a
//! [`Break`](interrupt::Break). The run then waits for the user and continues from what the screen shows, with the same
//! capture and comparison as at the start.

pub mod actuator;
pub mod context;
pub mod interrupt;
pub mod observer;
pub mod preflight;
pub mod run;
mod timing;

pub use self::run::{Deps, play};
