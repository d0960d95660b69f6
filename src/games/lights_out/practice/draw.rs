//! The picture: a line of text, and the board below it, as large as fits.

use super::{Board, FADE, LightsPractice, Page};
use crate::game::canvas::{Canvas, Colour};
use crate::game::{Cell, Size};
use crate::puzzle::{HOLE, Puzzle};

/// Width and height of the picture.
pub(super) const SIZE: (u32, u32) = (480, 532);
/// Height of the line of text.
const HEAD: u32 = 40;
/// Around the board.
const MARGIN: u32 = 12;
/// From cell to cell, at most and at least.
const PITCH: (u32, u32) = (76, 14);

const GROUND: Colour = [0x20, 0x24, 0x28];
const OFF: Colour = [0x3C, 0x42, 0x4A];
const ON: Colour = [0xF2, 0xC1, 0x4E];
const MAP: Colour = [0x8A, 0x8F, 0x94];
const CURSOR: Colour = [0x4F, 0xC3, 0xF7];
const TEXT: Colour = [0xE0, 0xE4, 0xE8];
const GOOD: Colour = [0x81, 0xC7, 0x84];

/// Where the cells are, and their little maps.
pub(super) struct Layout {
    pub(super) size: Size,
    left: u32,
    top: u32,
    pitch: u32,
    /// From square to square of the maps.
    step: u32,
    /// What each cell switches, as offsets down and right.
    maps: Vec<Vec<(i32, i32)>>,
}

impl Layout {
    /// The layout of a board.
    ///
    /// # Errors
    /// Why it does not fit on the screen.
    pub(super) fn new(puzzle: &Puzzle) -> Result<Self, String> {
        let size = puzzle.size();
        let (rows, cols) = (size.rows.max(1) as u32, size.cols.max(1) as u32);
        let room = (SIZE.0 - 2 * MARGIN, SIZE.1 - HEAD - MARGIN);
        let pitch = (room.0 / cols).min(room.1 / rows).min(PITCH.0);
        if pitch < PITCH.1 {
            let most = (room.1 / PITCH.1, room.0 / PITCH.1);
            return Err(format!(
                "the board is {size}; the practice window has room for {}×{} cells",
                most.0, most.1
            ));
        }
        let maps: Vec<Vec<(i32, i32)>> = (0..size.area()).map(|cell| map(puzzle, cell)).collect();
        let unmarked =
            |(cell, map): (usize, &Vec<(i32, i32)>)| puzzle.is_cell(cell) && !map.contains(&(0, 0));
        if let Some(cell) = maps.iter().enumerate().position(unmarked) {
            let (row, col) = (cell / size.cols + 1, cell % size.cols + 1);
            return Err(format!(
                "the cell at row {row}, column {col} does not switch itself; the practice screen \
                 cannot show that"
            ));
        }
        let reach = maps
            .iter()
            .flatten()
            .map(|(d, r)| d.abs().max(r.abs()))
            .max();
        // A map stays inside its cell: half a square more than its reach each way.
        let inside = (pitch / 2).saturating_sub(5);
        let step = (2 * inside / (2 * reach.unwrap_or(0) as u32 + 1)).min(pitch / 8);
        if step < 2 {
            return Err(
                "a cell switches lights too far away to be drawn in it; take a smaller board"
                    .to_owned(),
            );
        }
        Ok(Self {
            size,
            left: (SIZE.0 - pitch * cols) / 2,
            top: HEAD + (room.1 - pitch * rows) / 2,
            pitch,
            step,
            maps,
        })
    }

    /// Space between cells.
    fn gap(&self) -> u32 {
        (self.pitch / 9).max(2)
    }

    /// Left and upper edge of a cell's patch, and its side.
    pub(super) fn patch(&self, cell: Cell) -> (u32, u32, u32) {
        let gap = self.gap();
        (
            self.left + cell.col as u32 * self.pitch + gap / 2,
            self.top + cell.row as u32 * self.pitch + gap / 2,
            self.pitch - gap,
        )
    }

    /// The cell whose patch has a pixel.
    pub(super) fn cell_at(&self, x: i32, y: i32) -> Option<Cell> {
        let index = |at: i32, from: u32, count: usize| {
            let offset = u32::try_from(at).ok()?.checked_sub(from)?;
            let index = (offset / self.pitch) as usize;
            (index < count).then_some(index)
        };
        let cell = Cell {
            row: index(y, self.top, self.size.rows)?,
            col: index(x, self.left, self.size.cols)?,
        };
        let (left, top, side) = self.patch(cell);
        let within = |at: i32, from: u32| (from as i32..(from + side) as i32).contains(&at);
        (within(x, left) && within(y, top)).then_some(cell)
    }
}

/// What a press of a cell switches, as offsets; lights that it switches twice stay as they are.
fn map(puzzle: &Puzzle, cell: usize) -> Vec<(i32, i32)> {
    if !puzzle.is_cell(cell) {
        return Vec::new();
    }
    let size = puzzle.size();
    let mut switched: Vec<usize> = Vec::new();
    puzzle.wiring.switched(size, cell, |light| {
        if puzzle.is_cell(light) {
            match switched.iter().position(|known| *known == light) {
                Some(known) => drop(switched.swap_remove(known)),
                None => switched.push(light),
            }
        }
    });
    let offset = |at: usize, from: usize| at as i32 - from as i32;
    let offsets = switched.into_iter().map(|light| {
        (
            offset(light / size.cols, cell / size.cols),
            offset(light % size.cols, cell % size.cols),
        )
    });
    offsets.collect()
}

/// Draws what the player sees.
pub(super) fn draw(game: &LightsPractice, rgb: &mut [u8]) {
    let mut canvas = Canvas::new(rgb, SIZE);
    canvas.fill(0, 0, SIZE.0, SIZE.1, GROUND);
    if game.page == Page::End {
        canvas.middle(220, 3, GOOD, "ALL SOLVED");
        let count = format!("{} LEVELS", game.levels.len());
        canvas.middle(260, 2, TEXT, &count);
        return;
    }
    let (colour, text) = match game.page {
        Page::Solved(_) => (GOOD, "COMPLETED".to_owned()),
        _ => {
            let (level, levels) = (game.current + 1, game.levels.len());
            let presses = game.presses.len();
            (
                TEXT,
                format!("LEVEL {level} OF {levels}   PRESSES {presses}"),
            )
        }
    };
    canvas.text(MARGIN, 12, 2, colour, &text);
    for cell in game.board.layout.size.cells() {
        draw_cell(&game.board, cell, game.cursor == Some(cell), &mut canvas);
    }
}

fn draw_cell(board: &Board, cell: Cell, cursor: bool, canvas: &mut Canvas<'_>) {
    let layout = &board.layout;
    let now = match board.lights.get(cell) {
        None | Some(&HOLE) => return,
        Some(light) => colour(*light),
    };
    let ground = match &board.before {
        Some((before, time)) => {
            let before = before.get(cell).map_or(now, |light| colour(*light));
            mixed(before, now, time.as_secs_f32() / FADE.as_secs_f32())
        }
        None => now,
    };
    let (x, y, side) = layout.patch(cell);
    canvas.fill(x, y, side, side, ground);
    if cursor {
        let line = (side / 20).max(1);
        let inset = line + 1;
        canvas.fill(
            x + inset,
            y + inset,
            side - 2 * inset,
            side - 2 * inset,
            CURSOR,
        );
        let inset = inset + line;
        canvas.fill(
            x + inset,
            y + inset,
            side - 2 * inset,
            side - 2 * inset,
            ground,
        );
    }
    let index = cell.row * layout.size.cols + cell.col;
    let step = layout.step;
    // Odd, so that a middle is a pixel.
    let corner = (x + (side - step) / 2, y + (side - step) / 2);
    for (down, right) in layout.maps.get(index).into_iter().flatten() {
        let at = |base: u32, by: i32| base.saturating_add_signed(by * step as i32);
        let (left, top) = (at(corner.0, *right), at(corner.1, *down));
        for (x, y, width, height) in [
            (left, top, step + 1, 1),
            (left, top + step, step + 1, 1),
            (left, top, 1, step + 1),
            (left + step, top, 1, step + 1),
        ] {
            canvas.fill(x, y, width, height, MAP);
        }
    }
    canvas.fill(corner.0, corner.1, step + 1, step + 1, MAP);
}

fn colour(light: u8) -> Colour {
    if light == 0 { OFF } else { ON }
}

fn mixed(from: Colour, to: Colour, share: f32) -> Colour {
    let share = share.clamp(0.0, 1.0);
    std::array::from_fn(|channel| {
        let (from, to) = (f32::from(from[channel]), f32::from(to[channel]));
        (from + (to - from) * share).round() as u8
    })
}
