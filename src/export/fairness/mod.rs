//! Reports on levels for their authors: as text, as JSON, and as a page with pictures.

mod page;
mod picture;
mod text;
mod values;

pub use page::page;
pub use picture::{effects, key_steps, snapshot};
pub use text::{DEFAULT_DEAD_ENDS, describe, summary};
pub use values::values;

use crate::game::{EditEffect, Fairness, GameInfo, IdleRule, LevelRef};

pub struct LevelReport {
    pub name: String,
    pub game: &'static GameInfo,
    pub level: LevelRef,
    pub fairness: Fairness,
}

/// Rules that none of the known plans needs.
pub fn idle_everywhere(all: &[LevelReport]) -> Vec<IdleRule> {
    let all = all.iter();
    let mut known = all.filter_map(|entry| entry.fairness.idle_rules.as_ref());
    let mut idle = known.next().cloned().unwrap_or_default();
    for other in known {
        idle.retain(|idle| other.iter().any(|other| other.line == idle.line));
    }
    idle
}

/// Mark of a cell with an effect: a symbol or a number of moves.
fn effect_mark(effect: EditEffect) -> String {
    match effect {
        EditEffect::Same => String::new(),
        EditEffect::Shorter(moves) | EditEffect::Longer(moves) | EditEffect::Opened(moves) => {
            moves.to_string()
        }
        EditEffect::Lost => "×".to_owned(),
        EditEffect::Unknown => "?".to_owned(),
    }
}
