//! The settings of a level beyond its board.

use std::sync::Arc;

use crate::game::Property;

use super::puzzle::{Goal, MAX_STATES, Puzzle};
use super::wiring::{Wiring, Wrap};

/// The goal that takes the lights as they are.
const TARGET: &str = "target";

/// Those that a level has, with their values.
pub(super) fn all(puzzle: &Puzzle) -> Vec<Property> {
    let property = |key, name, value: &str, choices: &[&str], help| Property {
        key,
        name,
        value: value.to_owned(),
        choices: choices.iter().map(|word| (*word).to_owned()).collect(),
        help,
    };
    let mut properties = vec![property(
        "states",
        "States of a light",
        &puzzle.states.to_string(),
        &[],
        "2 to 36; a press adds 1, after the last comes off",
    )];
    if let Wiring::Pattern { pattern, wrap } = &puzzle.wiring {
        properties.push(property(
            "pattern",
            "Press pattern",
            &pattern.to_string(),
            &[],
            "plus, x, box, or rows of 0 and 1 joined by ‘/’: 010/111/010",
        ));
        properties.push(property(
            "wrap",
            "Joined borders",
            wrap.name(),
            &Wrap::NAMES,
            "which borders presses reach across",
        ));
    }
    properties.push(property(
        "goal",
        "Goal",
        puzzle.goal.name().unwrap_or(TARGET),
        &[&Goal::NAMES[..], &[TARGET]].concat(),
        "target takes the lights as they are now for what is wanted",
    ));
    properties
}

/// Changes one that the level has.
///
/// # Errors
/// What would be right.
pub(super) fn set(puzzle: &mut Puzzle, key: &str, value: &str) -> Result<(), String> {
    match (key, &mut puzzle.wiring) {
        ("pattern", Wiring::Pattern { pattern, .. }) => *pattern = value.parse()?,
        ("wrap", Wiring::Pattern { wrap, .. }) => *wrap = value.parse()?,
        ("goal", _) if value == TARGET => {
            puzzle.goal = Goal::Lights(Arc::new(puzzle.lights.clone()));
        }
        ("goal", _) => {
            puzzle.goal = value
                .parse()
                .map_err(|_| "expected off, on, same or target")?;
        }
        _ => {
            puzzle.states = value
                .parse()
                .map_err(|_| format!("expected a number from 2 to {MAX_STATES}"))?;
        }
    }
    Ok(())
}
