//! Replays recorded play sessions, for the bench and for the comparison with what was recorded.

use planwright_puzzlescript::engine::{Input, Session, Unfinished};
use serde_json::Value;

/// Plays inputs as they are recorded: 0 up, 1 left, 2 down, 3 right, 4 action, `undo`, `restart`, `tick`.
pub fn replay(session: &mut Session, inputs: &[Value]) -> Result<(), Unfinished> {
    const WAYS: [Input; 5] = [
        Input::Up,
        Input::Left,
        Input::Down,
        Input::Right,
        Input::Action,
    ];
    for input in inputs {
        match (input.as_u64(), input.as_str()) {
            (Some(number), _) => session.play(WAYS.get(number as usize).copied())?,
            (_, Some("undo")) => session.undo(),
            (_, Some("restart")) => session.restart()?,
            _ => session.play(None)?,
        }
    }
    Ok(())
}
