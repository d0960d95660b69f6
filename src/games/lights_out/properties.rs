//! Settings of a level beyond its board.

use std::sync::Arc;

use crate::game::Field;

use super::puzzle::{Goal, MAX_STATES, Puzzle};
use super::wiring::{Wiring, Wrap};

/// Value of `goal` that takes the current lights as the goal.
const TARGET: &str = "target";

pub(super) static FORM: &[Field] = &[
    Field::property(
        "states",
        "States per light",
        "a press adds 1; off follows the last",
    )
    .integer(2, MAX_STATES as i64),
    Field::property(
        "pattern",
        "Press pattern",
        "plus, x, box, or rows of 0 and 1 joined by ‘/’: 010/111/010",
    ),
    Field::property("wrap", "Wrap around", "borders that presses reach across")
        .one_of(&Wrap::NAMES),
    Field::property(
        "goal",
        "Goal",
        "off, on, same, or target: the lights as they are now",
    )
    .one_of(&[Goal::NAMES[0], Goal::NAMES[1], Goal::NAMES[2], TARGET]),
];

/// Value of a setting, if the level has it.
pub(super) fn get(puzzle: &Puzzle, key: &str) -> Option<String> {
    Some(match (key, &puzzle.wiring) {
        ("states", _) => puzzle.states.to_string(),
        ("goal", _) => puzzle.goal.name().unwrap_or(TARGET).to_owned(),
        ("pattern", Wiring::Pattern { pattern, .. }) => pattern.to_string(),
        (_, Wiring::Pattern { wrap, .. }) => wrap.name().to_owned(),
        _ => return None,
    })
}

/// Changes a setting that the level has; the error says what is expected instead.
pub(super) fn set(puzzle: &mut Puzzle, key: &str, value: &str) -> Result<(), String> {
    match (key, &mut puzzle.wiring) {
        ("pattern", Wiring::Pattern { pattern, .. }) => *pattern = value.parse()?,
        ("wrap", Wiring::Pattern { wrap, .. }) => *wrap = value.parse()?,
        ("goal", _) if value == TARGET => {
            puzzle.goal = Goal::Lights(Arc::new(puzzle.lights.clone()));
        }
        ("goal", _) => puzzle.goal = value.parse()?,
        _ => puzzle.states = value.parse().map_err(|_| FORM[0].expected())?,
    }
    Ok(())
}
