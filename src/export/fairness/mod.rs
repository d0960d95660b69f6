//! What a level's author is told about it: as text, as JSON, and as a page with pictures.

mod page;
mod picture;
mod text;
mod values;

pub use page::page;
pub use picture::{after, effects, key_steps};
pub use text::{DEAD_ENDS, in_words, summary};
pub use values::values;

use crate::game::{Effect, Fairness, GameInfo, Idle, LevelRef};

/// A level and what was found out about it.
pub struct Told {
    /// How it is called.
    pub name: String,
    pub game: &'static GameInfo,
    pub level: LevelRef,
    pub fairness: Fairness,
}

/// The rules that no plan of any level needs, as far as plans are known.
pub fn idle_everywhere(all: &[Told]) -> Vec<Idle> {
    let mut known = all.iter().filter_map(|told| told.fairness.idle.as_ref());
    let mut idle = known.next().cloned().unwrap_or_default();
    for other in known {
        idle.retain(|idle| other.iter().any(|other| other.line == idle.line));
    }
    idle
}

/// How a cell with an effect is marked, in a letter or number.
fn sign(effect: Effect) -> String {
    match effect {
        Effect::Same => String::new(),
        Effect::Shorter(moves) | Effect::Longer(moves) | Effect::Opened(moves) => moves.to_string(),
        Effect::Lost => "×".to_owned(),
        Effect::Unknown => "?".to_owned(),
    }
}
