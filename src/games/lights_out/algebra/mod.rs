//! Linear algebra over Z/k for systems whose equations follow a board.
//!
//! | file | what it holds |
//! |---|---|
//! | `ring` | Z/p^e, and the prime powers of a modulus |
//! | `vector` | vectors over it: bit-packed for two states, bytes otherwise |
//! | `sweep` | elimination along the board, the generalised light chasing |
//! | `system` | the equations of a board |
//! | `coset` | all solutions: one of them and generators of the quiet patterns |

mod coset;
mod ring;
mod sweep;
mod system;
mod vector;

pub(super) use coset::{Answer, Coset, Generator, solve};
