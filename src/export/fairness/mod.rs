//! Reports on levels for their authors: as text, as JSON, and as a page with pictures.

mod page;
mod picture;
mod text;
mod values;

pub use page::page;
pub use picture::{after, effects, key_steps};
pub use text::{DEAD_ENDS, in_words, summary};
pub use values::values;

use crate::game::{Effect, Fairness, GameInfo, Idle, LevelRef};

/// Analyzed level.
pub struct Told {
    /// Display name.
    pub name: String,
    pub game: &'static GameInfo,
    pub level: LevelRef,
    pub fairness: Fairness,
}

/// Rules that none of the known plans needs.
pub fn idle_everywhere(all: &[Told]) -> Vec<Idle> {
    let mut known = all.iter().filter_map(|told| told.fairness.idle.as_ref());
    let mut idle = known.next().cloned().unwrap_or_default();
    for other in known {
        idle.retain(|idle| other.iter().any(|other| other.line == idle.line));
    }
    idle
}

/// Mark of a cell with an effect: a symbol or a number of moves.
fn sign(effect: Effect) -> String {
    match effect {
        Effect::Same => String::new(),
        Effect::Shorter(moves) | Effect::Longer(moves) | Effect::Opened(moves) => moves.to_string(),
        Effect::Lost => "×".to_owned(),
        Effect::Unknown => "?".to_owned(),
    }
}
