//! Draws a board as blocks in an oblique view: row 1 is at the back on the right, column 1 at the back on the left.

use super::ProgramRun;
use crate::drawing::{Area, Colour, Pen};
use crate::game::{Cell, CellStyle, CommandKind, Execution};

/// Offset of a tile to its neighbour in the next column, in pixels at scale 1, as are all lengths here.
const ACROSS: f32 = 38.0;
const DOWN: f32 = 25.0;
const LEVEL_HEIGHT: f32 = 11.0;
/// Thickness of tiles with height 0.
const BASE_HEIGHT: f32 = 9.0;
/// Width of the lines at the edges of blocks.
const LINE: f32 = 2.0;
/// Smallest scale at which a board is legible, and the largest.
const SCALE_RANGE: (f32, f32) = (0.45, 1.25);
const LEFT: Colour = [150, 162, 182];
const RIGHT: Colour = [98, 110, 132];
const EDGE: Colour = [16, 18, 26];
/// Opacity of the lines on the sides of a block, one per level.
const SEAM: f32 = 0.3;

type Point = (f32, f32);

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockView {
    scale: f32,
    /// Ground level at the middle of row 1, column 1.
    origin: Point,
}

#[derive(Clone, Copy, Debug)]
pub struct RobotPose {
    pub feet: Point,
    /// Pixels per unit.
    pub scale: f32,
    /// Offset of a step ahead, in units.
    pub ahead: Point,
    /// Offset of a step to the right, in units.
    pub aside: Point,
}

impl RobotPose {
    /// Pixel at an offset from the feet, in units.
    pub fn point(&self, (x, y): Point) -> Point {
        (self.feet.0 + x * self.scale, self.feet.1 + y * self.scale)
    }
}

impl BlockView {
    /// Fits the board and a robot of this height, in units, into an area, with 4 pixels free on each side, as large as
    /// [`SCALE_RANGE`] allows. Fails if they are too large.
    pub fn fit(start: &dyn Execution, robot_height: f32, area: Area) -> Result<Self, String> {
        let size = start.size();
        let (rows, cols) = (size.rows as f32, size.cols as f32);
        let cells = size.cells();
        let heights = cells.filter_map(|cell| Some((cell, start.style(cell).height?)));
        let heights: Vec<(Cell, u8)> = heights.collect();
        // The robot may stand on any tile.
        let tops = heights.iter().map(|(cell, height)| {
            let (_, y) = project(cell.row as f32, cell.col as f32, (*height).into());
            y - robot_height
        });
        let top = tops.fold(-robot_height, f32::min);
        let width = (rows + cols) * ACROSS;
        let height = (rows + cols - 1.0) * DOWN + BASE_HEIGHT - top;
        let available = (area.width as f32 - 8.0, area.height as f32 - 8.0);
        let scale = (available.0 / width)
            .min(available.1 / height)
            .min(SCALE_RANGE.1);
        if scale < SCALE_RANGE.0 {
            let highest = heights.iter().map(|(_, height)| *height).max().unwrap_or(0);
            let need = format!("{size} tiles, {highest} high");
            return Err(format!("the screen has no room for {need}"));
        }
        let margin = |available: i32, size: f32| (available as f32 - size * scale) / 2.0;
        let origin = (
            area.x as f32 + margin(area.width, width) + rows * ACROSS * scale,
            area.y as f32 + margin(area.height, height) - top * scale,
        );
        Ok(Self { scale, origin })
    }

    fn point(&self, row: f32, col: f32, height: f32) -> Point {
        let (x, y) = project(row, col, height);
        let (left, top) = self.origin;
        (left + x * self.scale, top + y * self.scale)
    }

    /// Draws the board from back to front, with the robot in between. `top` returns a tile's colour.
    pub fn draw(
        &self,
        pen: &mut Pen<'_>,
        run: &ProgramRun,
        top: impl Fn(&CellStyle) -> Colour,
        robot: impl Fn(&mut Pen<'_>, &RobotPose),
    ) {
        let size = run.execution().size();
        let (row, col) = run.motion().at;
        // The robot is in front of all tiles up to this distance from the back.
        let depth = (row + col).ceil() as usize;
        for distance in 0..(size.rows + size.cols).saturating_sub(1) {
            let first = distance.saturating_sub(size.cols - 1);
            for row in first..=distance.min(size.rows - 1) {
                let cell = Cell::new(row, distance - row);
                let style = run.look(cell);
                if let Some(height) = style.height {
                    self.block(pen, cell, height, top(&style));
                }
            }
            if depth == distance {
                robot(pen, &self.pose(run));
            }
        }
    }

    fn block(&self, pen: &mut Pen<'_>, cell: Cell, height: u8, top: Colour) {
        let (x, y) = self.point(cell.row as f32, cell.col as f32, height.into());
        let s = self.scale;
        let at = |across: f32, down: f32, deep: f32| {
            (x + across * ACROSS * s, y + down * DOWN * s + deep * s)
        };
        let deep = f32::from(height) * LEVEL_HEIGHT + BASE_HEIGHT;
        let back = at(0.0, -1.0, 0.0);
        let corners = |deep: f32| [at(-1.0, 0.0, deep), at(0.0, 1.0, deep), at(1.0, 0.0, deep)];
        let [left, front, right] = corners(0.0);
        let [low_left, low_front, low_right] = corners(deep);
        pen.polygon(&[left, front, low_front, low_left], LEFT, 1.0);
        pen.polygon(&[front, right, low_right, low_front], RIGHT, 1.0);
        pen.polygon(&[back, right, front, left], top, 1.0);
        for level in 0..height {
            let seam = corners(f32::from(height - level) * LEVEL_HEIGHT);
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

    fn pose(&self, run: &ProgramRun) -> RobotPose {
        let motion = run.motion();
        let ((from, to), progress) = (motion.path, motion.progress);
        let height = |cell| f32::from(run.look(cell).height.unwrap_or(0));
        // Height of the arc, in levels. A step against an obstacle is a small hop on the spot.
        let hop = match motion.meaning {
            Some(CommandKind::Jump) => 2.2,
            Some(CommandKind::Forward) if from == to => 0.5,
            _ => 0.0,
        };
        let height = height(from) + (height(to) - height(from)) * progress;
        let (row, col) = motion.at;
        let angle = motion.turn * std::f32::consts::FRAC_PI_2;
        // Rows run south, columns run east.
        let direction = |south: f32, east: f32| project(south, east, 0.0);
        RobotPose {
            feet: self.point(row, col, height + hop * 4.0 * progress * (1.0 - progress)),
            scale: self.scale,
            ahead: direction(-angle.cos(), angle.sin()),
            aside: direction(angle.sin(), angle.cos()),
        }
    }
}

/// Point at scale 1, relative to the ground at the middle of row 1, column 1.
fn project(row: f32, col: f32, height: f32) -> Point {
    let y = (col + row) * DOWN - height * LEVEL_HEIGHT;
    ((col - row) * ACROSS, y)
}
