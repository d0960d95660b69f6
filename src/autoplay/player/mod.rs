//! The player: plays levels in the target.
//!
//! | part | what it does and owns |
//! |---|---|
//! | [`run`] | the state machine over the level in hand; owns all the others |
//! | [`hand`] | turns intents into keys and clicks; owns pace, held keys and counts |
//! | [`eye`] | captures, reads, waits until a picture settles; owns the memory of what it saw |
//! | [`site`] | the place of the run: desktop, target, person, report; holds the guard |
//! | [`preflight`] | checks before a start, by eye and hand, without a run |
//!
//! Whatever comes between – the person, the focus, a closed window, a divergence – ends a step with
//! a [`Break`](interrupt::Break). The run then waits for the person and goes on from what the screen
//! shows, so every resume goes through the same look and comparison as a start.

pub mod eye;
pub mod hand;
pub mod interrupt;
pub mod preflight;
pub mod run;
pub mod site;
mod timing;

pub use self::run::{Deps, play};
