//! Player: plays levels in the target.
//!
//! | module | task |
//! |---|---|
//! | [`run`] | state machine over the current level; owns all others |
//! | [`hand`] | turns intents into keys and clicks; owns pace, pressed keys and counts |
//! | [`eye`] | captures, reads, waits for a stable picture; remembers what it observed |
//! | [`site`] | run context: desktop, target, user, reports, guard of each input |
//! | [`preflight`] | checks before a start, without a run |
//!
//! Every interruption – by the user, the focus, a closed window, a divergence – ends a step with a
//! [`Break`](interrupt::Break). The run then waits for the user and continues from what the screen shows, with the same
//! capture and comparison as at the start.

pub mod eye;
pub mod hand;
pub mod interrupt;
pub mod preflight;
pub mod run;
pub mod site;
mod timing;

pub use self::run::{Deps, play};
