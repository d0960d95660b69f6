//! Descriptions of inputs, for dry runs.

use crate::game::{Cell, Intent, Size};
use crate::player::{Flow, Observer};
use crate::vision::GameInput;

use super::Actuator;
use super::cursor_paths::next_step;

/// Describes a step of an input; `None` for a pointer input without a cell or a named control.
fn describe_step(step: &GameInput, cell: Option<Cell>, intent: &Intent) -> Option<String> {
    Some(match (step, cell, intent) {
        (GameInput::Press(key), ..) => key.to_string(),
        (GameInput::ClickAt((x, y)), Some(_), _) => format!("click at {x}, {y}"),
        (GameInput::Point, Some(cell), _) => format!("pointer to {cell}"),
        (GameInput::DragFrom(_), Some(cell), _) => format!("drag to {cell}"),
        (_, Some(cell), _) => format!("click at {cell}"),
        (_, None, Intent::Control(name)) => format!("click on ‘{name}’"),
        (_, None, _) => return None,
    })
}

impl Actuator {
    /// Describes the keys and clicks for an intent, one text for each. Updates `cursor`, the simulated cell of the
    /// game's cursor, `None` if that is unknown; then the keys that move it are left out.
    pub fn describe_inputs(
        &self,
        observer: &Observer,
        intent: &Intent,
        cursor: &mut Option<Cell>,
    ) -> Flow<Vec<String>> {
        let Some((input, target)) = self.input_for(intent)? else {
            return Ok(match intent {
                Intent::Drag { from, to, .. } => vec![format!("drag from {from} to {to}")],
                _ => Vec::new(),
            });
        };
        Ok(match (input, target) {
            (GameInput::Press(key), Some((board, cell))) => {
                let screen = observer.playing();
                let board = screen.and_then(|screen| screen.reading.board(board));
                let mut keys = self.cursor_keys(board.map(|board| board.size()), cursor, cell);
                keys.push(key.to_string());
                keys
            }
            (input, target) => {
                let cell = target.map(|(_, cell)| cell);
                let steps = input.steps().iter();
                steps
                    .filter_map(|step| describe_step(step, cell, intent))
                    .collect()
            }
        })
    }

    /// Describes the keys that move the game's cursor to a cell.
    fn cursor_keys(&self, size: Option<Size>, cursor: &mut Option<Cell>, to: Cell) -> Vec<String> {
        let mut pressed = Vec::new();
        if let (Some(keys), Some(at), Some(size)) = (&self.controls.cursor, cursor.as_mut(), size) {
            while size.contains(*at)
                && size.contains(to)
                && let Some((key, next)) = next_step(keys, size, *at, to)
            {
                pressed.push(key.to_string());
                *at = next;
            }
        }
        pressed
    }
}
