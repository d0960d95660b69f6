//! Linear algebra over Z/k for systems whose equations follow a board.

mod coset;
mod ring;
mod sweep;
mod system;
mod vector;

pub(super) use coset::{Coset, QuietPattern, Solvability, solve};
