//! Practice window: a board of lights.
//!
//! A click presses a cell, the space bar the one with the cursor. Each cell shows a small map of what it switches,
//! as in *Flip* of Simon Tatham's collection, so that boards of any wiring can be read from the image.

mod levels;
#[cfg(test)]
mod tests;

use std::time::Duration;

use planwright_stage::content_of;
use planwright_stage::drawing::{Area, Colour, Tiling};
use planwright_stage::squares::{Mark, Squares};

use crate::game::{Game, LevelRef, PracticeError};

use super::puzzle::{Goal, Puzzle};
use super::{LIGHTS_OUT, LightsOut};

const OFF: Colour = [0x3C, 0x42, 0x4A];
const ON: Colour = [0xF2, 0xC1, 0x4E];
const MAP: Colour = [0x8A, 0x8F, 0x94];

pub(super) struct LightsScreen;

impl Squares for LightsScreen {
    const GAME: &'static dyn Game = &LIGHTS_OUT;
    const COLOURS: &'static [(&'static str, Colour)] = &[(".", OFF), ("#", ON)];
    const PITCH: (i32, i32) = (14, 76);
    const GAP: i32 = 9;
    const FADE: Duration = Duration::from_millis(120);
    const CURSOR: Option<Colour> = Some([0x4F, 0xC3, 0xF7]);

    fn levels(seed: u64) -> Result<Vec<LevelRef>, PracticeError> {
        Ok(levels::levels(seed))
    }

    /// The maps: a frame for each light that a cell switches, around the filled square of the cell itself.
    fn marks(level: &LevelRef, tiling: &Tiling) -> Result<Vec<Mark>, String> {
        let puzzle = content_of::<LightsOut>(level)?;
        if puzzle.states != 2 {
            let reason =
                "its lights have more than two states; the practice window shows only on and off";
            return Err(reason.to_owned());
        }
        if puzzle.goal != Goal::Off {
            let reason = "its goal is not ‘off’; in the practice window all lights must go out";
            return Err(reason.to_owned());
        }
        let size = puzzle.size();
        let cells = (0..size.area()).filter(|cell| puzzle.is_cell(*cell));
        let maps: Vec<_> = cells.map(|cell| (cell, switch_map(puzzle, cell))).collect();
        if let Some((cell, _)) = maps.iter().find(|(_, map)| !map.contains(&(0, 0))) {
            return Err(format!(
                "the cell at {} does not switch itself; the practice window cannot show that",
                size.cell(*cell)
            ));
        }
        let offsets = maps.iter().flat_map(|(_, map)| map);
        let reach = offsets.map(|(down, right)| down.abs().max(right.abs()));
        // A map stays five pixels inside its cell: half a square more than its reach in each direction.
        let inside = (tiling.pitch / 2 - 5).max(0);
        let step = (2 * inside / (2 * reach.max().unwrap_or(0) + 1)).min(tiling.pitch / 8);
        if step < 2 {
            let reason = "a cell switches lights too far away to be drawn; use a smaller board";
            return Err(reason.to_owned());
        }
        let marks = maps.iter().flat_map(|(cell, map)| {
            let Area { x, y, width, .. } = tiling.area(size.cell(*cell));
            let middle = (width - step) / 2;
            let (x, y) = (x + middle, y + middle);
            map.iter().map(move |(down, right)| Mark {
                area: Area::square(x + right * step, y + down * step, step + 1),
                filled: (*down, *right) == (0, 0),
                colour: MAP,
            })
        });
        Ok(marks.collect())
    }
}

/// Offsets (down, right) of the lights that a press of a cell switches, without those it switches twice.
fn switch_map(puzzle: &Puzzle, cell: usize) -> Vec<(i32, i32)> {
    let size = puzzle.size();
    let mut switched: Vec<usize> = Vec::new();
    puzzle.wiring.each_light(size, cell, |light| {
        if puzzle.is_cell(light) {
            match switched.iter().position(|known| *known == light) {
                Some(known) => drop(switched.swap_remove(known)),
                None => switched.push(light),
            }
        }
    });
    let from = size.cell(cell);
    let offset = |at: usize, from: usize| at as i32 - from as i32;
    let cells = switched.into_iter().map(|light| size.cell(light));
    let offsets = cells.map(|to| (offset(to.row, from.row), offset(to.col, from.col)));
    offsets.collect()
}
