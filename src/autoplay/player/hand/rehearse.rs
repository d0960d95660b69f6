//! Descriptions of inputs, for dry runs.

use crate::game::{Cell, Intent, Size};
use crate::vision::Input;

use super::super::eye::Eye;
use super::super::interrupt::Step;
use super::Hand;
use super::cursor_paths::towards;

fn rehearsed(step: &Input, cell: Option<Cell>, intent: &Intent) -> Option<String> {
    Some(match (step, cell, intent) {
        (Input::Press(key), ..) => key.to_string(),
        (Input::ClickAt((x, y)), Some(_), _) => format!("click at {x}, {y}"),
        (Input::Point, Some(cell), _) => format!("pointer to {cell}"),
        (_, Some(cell), _) => format!("click at {cell}"),
        (_, None, Intent::Control(name)) => format!("click on ‘{name}’"),
        (_, None, _) => return None,
    })
}

impl Hand {
    /// Describes the keys and clicks for an intent. `cursor` is the simulated cell of the game's cursor, and is
    /// updated.
    pub fn rehearse(
        &self,
        eye: &Eye,
        intent: &Intent,
        cursor: &mut Option<Cell>,
    ) -> Step<Vec<String>> {
        let Some((input, place)) = self.input_for(intent)? else {
            return Ok(match intent {
                Intent::Drag { from, to, .. } => vec![format!("drag from {from} to {to}")],
                _ => Vec::new(),
            });
        };
        Ok(match (input, place, intent) {
            (Input::Press(key), Some((board, cell)), _) => {
                let seen = eye.playing().and_then(|seen| seen.reading.board(board));
                let mut keys = self.path(seen.map(|board| board.size()), cursor, cell);
                keys.push(key.to_string());
                keys
            }
            (Input::Press(key), None, _) => vec![key.to_string()],
            (Input::DragFrom(_), Some((_, cell)), _) => vec![format!("drag to {cell}")],
            (input, place, _) => {
                let cell = place.map(|(_, cell)| cell);
                let steps = input.steps().iter();
                steps
                    .filter_map(|step| rehearsed(step, cell, intent))
                    .collect()
            }
        })
    }

    /// Describes the keys that move the game's cursor to a cell.
    fn path(&self, size: Option<Size>, cursor: &mut Option<Cell>, to: Cell) -> Vec<String> {
        let mut pressed = Vec::new();
        if let (Some(keys), Some(at), Some(size)) = (&self.controls.cursor, cursor.as_mut(), size) {
            while size.contains(*at)
                && size.contains(to)
                && let Some((key, next)) = towards(keys, size, *at, to)
            {
                pressed.push(key.to_string());
                *at = next;
            }
        }
        pressed
    }
}
