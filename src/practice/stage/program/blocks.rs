//! Draws a board as blocks in an oblique view: row 1 is at the back on the right, column 1 at the back on the left.

use super::Run;
use crate::drawing::{Area, Colour, Pen};
use crate::game::{Cell, CellLook, Execution, Meaning};

/// Offset of a tile to its neighbour in the next column.
const ACROSS: f32 = 38.0;
const DOWN: f32 = 25.0;
/// Height of one level, and thickness of tiles with height 0.
const STEP: f32 = 11.0;
const BASE: f32 = 9.0;
const LINE: f32 = 2.0;
const SCALES: (f32, f32) = (0.45, 1.25);

const LEFT: Colour = [150, 162, 182];
const RIGHT: Colour = [98, 110, 132];
const EDGE: Colour = [16, 18, 26];
const SEAM: f32 = 0.3;

type Point = (f32, f32);

/// Scale and position of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blocks {
    scale: f32,
    /// Ground level at the middle of row 1, column 1.
    origin: Point,
}

/// Position of the robot on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    pub feet: Point,
    /// Pixels per unit.
    pub scale: f32,
    /// Offset of a step ahead.
    pub ahead: Point,
    /// Offset of a step to the right.
    pub aside: Point,
}

impl Stand {
    /// Pixel at an offset from the feet, in units.
    pub fn point(&self, (x, y): Point) -> Point {
        (self.feet.0 + x * self.scale, self.feet.1 + y * self.scale)
    }
}

impl Blocks {
    /// Fits the board and a robot of height `tall` into an area, as large as possible. Fails if they are too large.
    pub fn fit(start: &dyn Execution, tall: f32, area: Area) -> Result<Self, String> {
        let size = start.size();
        let (rows, cols) = (size.rows as f32, size.cols as f32);
        let heights = size
            .cells()
            .filter_map(|cell| Some((cell, start.look(cell).height?)));
        let heights: Vec<(Cell, u8)> = heights.collect();
        // The robot may stand on any tile.
        let tops = heights.iter().map(|(cell, height)| {
            let (_, y) = unit(cell.row as f32, cell.col as f32, (*height).into());
            y - tall
        });
        let top = tops.fold(-tall, f32::min);
        let width = (rows + cols) * ACROSS;
        let height = (rows + cols - 1.0) * DOWN + BASE - top;
        let room = (area.width as f32 - 8.0, area.height as f32 - 8.0);
        let scale = (room.0 / width).min(room.1 / height).min(SCALES.1);
        if scale < SCALES.0 {
            let highest = heights.iter().map(|(_, height)| *height).max();
            let highest = highest.unwrap_or(0);
            return Err(format!(
                "the screen has no room for {size} tiles, {highest} high"
            ));
        }
        let spare = |room: i32, size: f32| (room as f32 - size * scale) / 2.0;
        let origin = (
            area.x as f32 + spare(area.width, width) + rows * ACROSS * scale,
            area.y as f32 + spare(area.height, height) - top * scale,
        );
        Ok(Self { scale, origin })
    }

    fn point(&self, row: f32, col: f32, height: f32) -> Point {
        let (x, y) = unit(row, col, height);
        (
            self.origin.0 + x * self.scale,
            self.origin.1 + y * self.scale,
        )
    }

    /// Draws the board from back to front, with the robot in between. `top` returns a tile's colour, `robot` draws the
    /// robot.
    pub fn draw(
        &self,
        pen: &mut Pen<'_>,
        run: &Run,
        top: impl Fn(&CellLook) -> Colour,
        robot: impl Fn(&mut Pen<'_>, &Stand),
    ) {
        let size = run.execution().size();
        let (row, col) = run.figure().at;
        // The robot is in front of all tiles up to this distance from the back.
        let depth = (row + col).ceil() as usize;
        for distance in 0..(size.rows + size.cols).saturating_sub(1) {
            let first = distance.saturating_sub(size.cols - 1);
            for row in first..=distance.min(size.rows - 1) {
                let cell = Cell::new(row, distance - row);
                let look = run.look(cell);
                if let Some(height) = look.height {
                    self.block(pen, cell, height, top(&look));
                }
            }
            if depth == distance {
                robot(pen, &self.stand(run));
            }
        }
    }

    fn block(&self, pen: &mut Pen<'_>, cell: Cell, height: u8, top: Colour) {
        let (x, y) = self.point(cell.row as f32, cell.col as f32, height.into());
        let s = self.scale;
        let at = |across: f32, down: f32, deep: f32| {
            (x + across * ACROSS * s, y + down * DOWN * s + deep * s)
        };
        let deep = f32::from(height) * STEP + BASE;
        let back = at(0.0, -1.0, 0.0);
        let corners = |deep: f32| [at(-1.0, 0.0, deep), at(0.0, 1.0, deep), at(1.0, 0.0, deep)];
        let ([left, front, right], [low_left, low_front, low_right]) =
            (corners(0.0), corners(deep));
        pen.polygon(&[left, front, low_front, low_left], LEFT, 1.0);
        pen.polygon(&[front, right, low_right, low_front], RIGHT, 1.0);
        pen.polygon(&[back, right, front, left], top, 1.0);
        for level in 0..height {
            let seam = corners(f32::from(height - level) * STEP);
            for (from, to) in seam.iter().zip(&seam[1..]) {
                pen.stroke(*from, *to, LINE * 0.7 * s, EDGE, SEAM);
            }
        }
        let edges = [
            (back, right),
            (right, front),
            (front, left),
            (left, back),
            (left, low_left),
            (front, low_front),
            (right, low_right),
            (low_left, low_front),
            (low_front, low_right),
        ];
        for (from, to) in edges {
            pen.stroke(from, to, LINE * s, EDGE, 1.0);
        }
    }

    fn stand(&self, run: &Run) -> Stand {
        let figure = run.figure();
        let ((from, to), part) = (figure.way, figure.part);
        let height = |cell| f32::from(run.look(cell).height.unwrap_or(0));
        let hop = match figure.doing {
            Some(Meaning::Jump) => 2.2,
            Some(Meaning::Forward) if from == to => 0.5,
            _ => 0.0,
        };
        let height = height(from) + (height(to) - height(from)) * part;
        let (row, col) = figure.at;
        let angle = figure.turn * std::f32::consts::FRAC_PI_2;
        // Rows run south, columns run east.
        let flat = |south: f32, east: f32| unit(south, east, 0.0);
        Stand {
            feet: self.point(row, col, height + hop * 4.0 * part * (1.0 - part)),
            scale: self.scale,
            ahead: flat(-angle.cos(), angle.sin()),
            aside: flat(angle.sin(), angle.cos()),
        }
    }
}

/// Point at scale 1, relative to the ground at the middle of row 1, column 1.
fn unit(row: f32, col: f32, height: f32) -> Point {
    ((col - row) * ACROSS, (col + row) * DOWN - height * STEP)
}
