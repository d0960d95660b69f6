//! Drawing of the board and the robot in the practice window.

use planwright_stage::drawing::{Align, Area, Colour, LetterStyle, LetterWeight, StageSheet};
use planwright_stage::program::ProgramRun;

use super::{BOARD, LIGHT};
use crate::game::{Cell, Tone};

/// Side of a cell in pixels.
const CELL: i32 = 44;

const FLOOR: Colour = [210, 206, 198];
const FLOOR_LINE: Colour = [190, 186, 178];
const WALL: Colour = [74, 70, 92];
const WALL_LIGHT: Colour = [100, 96, 122];
const PIT: Colour = [16, 14, 22];
const PIT_RIM: Colour = [50, 44, 60];
const BLOCK: Colour = [156, 100, 44];
const BLOCK_LINE: Colour = [100, 60, 24];
const COIN_BACKGROUND: Colour = [236, 204, 116];
const COIN: Colour = [252, 226, 84];
const COIN_LINE: Colour = [160, 116, 20];
const START: Colour = [130, 160, 214];
const EXIT: Colour = [70, 200, 84];
const EXIT_LINE: Colour = [20, 90, 40];
// Tones of squares, as `VALUES` of the board has them.
const EXIT_TONE: Tone = Tone::Palette(1);
const COIN_TONE: Tone = Tone::Palette(2);
const START_TONE: Tone = Tone::Palette(3);
const BLOCK_TONE: Tone = Tone::Palette(4);
const SHOT: Colour = [255, 90, 60];

const BODY: Colour = [228, 60, 90];
const BODY_LINE: Colour = [110, 14, 40];
const EYE: Colour = [250, 250, 250];

fn cell_area(cell: Cell) -> Area {
    let (row, col) = (cell.row as i32, cell.col as i32);
    Area::square(BOARD.x + 4 + CELL * col, BOARD.y + 4 + CELL * row, CELL)
}

fn middle(area: Area) -> (f32, f32) {
    let half = CELL as f32 / 2.0;
    (area.x as f32 + half, area.y as f32 + half)
}

/// Draws the board as it is in the run; the start, which is floor by then, remains visible.
pub(super) fn draw(start: Cell, run: &ProgramRun, sheet: &mut StageSheet<'_>) {
    for cell in run.execution().size().cells() {
        let tone = match cell == start {
            true => START_TONE,
            false => run.look(cell).tone,
        };
        draw_square(sheet, cell_area(cell), tone);
    }
    if let Some(to) = run.shot() {
        let from = middle(cell_area(run.motion().path.0));
        let to = middle(cell_area(to));
        sheet.pen.stroke(from, to, 4.0, SHOT, 1.0);
    }
    draw_robot(sheet, run);
}

fn draw_square(sheet: &mut StageSheet<'_>, area: Area, tone: Tone) {
    let Area { x, y, .. } = area;
    let (fill, line, rim) = match tone {
        Tone::Wall => (WALL, 0, WALL),
        Tone::Hole => (PIT, 2, PIT_RIM),
        BLOCK_TONE => (BLOCK, 2, BLOCK_LINE),
        COIN_TONE => (COIN_BACKGROUND, 1, FLOOR_LINE),
        START_TONE => (START, 2, LIGHT),
        EXIT_TONE => (EXIT, 2, EXIT_LINE),
        _ => (FLOOR, 1, FLOOR_LINE),
    };
    sheet.plate(area, fill, (line, rim));
    match tone {
        Tone::Wall => {
            for (row, shift) in [(10, 14), (22, 30), (34, 14)] {
                sheet.pen.fill(x, y + row, CELL, 2, WALL_LIGHT);
                sheet.pen.fill(x + shift, y + row - 10, 2, 10, WALL_LIGHT);
            }
        }
        BLOCK_TONE => {
            let at = |right: i32, down: i32| ((x + right) as f32, (y + down) as f32);
            for (from, to) in [(at(9, 9), at(35, 35)), (at(35, 9), at(9, 35))] {
                sheet.pen.stroke(from, to, 4.0, BLOCK_LINE, 1.0);
            }
        }
        COIN_TONE => {
            let rings = [
                (12.0, COIN_LINE),
                (10.0, COIN),
                (6.0, COIN_LINE),
                (4.5, COIN),
            ];
            for (radius, colour) in rings {
                sheet.disc(middle(area), radius, colour);
            }
        }
        EXIT_TONE => {
            let tiny = LetterStyle::new(12, LetterWeight::Bold, Align::Centre);
            sheet.write("EXIT", (x + CELL / 2, y + CELL / 2 + 5), tiny, EXIT_LINE);
        }
        _ => {}
    }
}

fn draw_robot(sheet: &mut StageSheet<'_>, run: &ProgramRun) {
    let figure = run.motion();
    let (x, y) = middle(cell_area(Cell::default()));
    let (row, col) = figure.at;
    let (x, y) = (x + col * CELL as f32, y + row * CELL as f32);
    let angle = figure.turn * std::f32::consts::FRAC_PI_2;
    let (ahead, aside) = ((angle.sin(), -angle.cos()), (angle.cos(), angle.sin()));
    let at = |along: f32, across: f32| {
        let x = x + ahead.0 * along + aside.0 * across;
        (x, y + ahead.1 * along + aside.1 * across)
    };
    let nose = [at(20.0, 0.0), at(11.0, 8.0), at(11.0, -8.0)];
    sheet.pen.polygon(&nose, BODY_LINE, 1.0);
    sheet.disc((x, y), 15.5, BODY_LINE);
    sheet.disc((x, y), 13.5, BODY);
    for side in [-6.0, 6.0] {
        sheet.disc(at(8.5, side), 3.6, EYE);
        sheet.disc(at(9.6, side), 1.7, BODY_LINE);
    }
}
