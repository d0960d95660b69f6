//! Isometric geometry of a board: blocks with the heights of its cells, seen from above a corner. Without rotation,
//! rows run down to the right and columns down to the left.

use egui::{Pos2, Rect, Vec2, vec2};

use crate::game::{Cell, Heading, Size};

use super::grid_pos::GridPos;
use super::source::BoardSource;
use super::turn::{BlockDisplay, Turn};
use super::view::CanvasView;

/// Limit of cells above which a board is shown flat.
const MAX_CELLS: usize = 2_500;

/// Half of the width and height of a block's top, in sides of a flat cell.
pub(super) const HALF_TOP: Vec2 = vec2(0.62, 0.31);

/// Rise per step of height, in sides of a flat cell; less on very high boards.
const RISE: f32 = 0.34;

/// Visible height of a block of height 0, in steps.
pub(super) const BASE_STEPS: f32 = 0.7;

#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    pub(super) size: Size,
    heights: Vec<u8>,
    highest: u8,
    rise: f32,
    pub(super) display: BlockDisplay,
}

impl Solid {
    pub fn new(source: &dyn BoardSource, display: BlockDisplay) -> Option<Self> {
        let size = source.info().size;
        if size.area() > MAX_CELLS || size.area() == 0 {
            return None;
        }
        let height = |cell| source.style(cell).height.unwrap_or(0);
        let heights: Vec<u8> = size.cells().map(height).collect();
        let highest = heights.iter().copied().max().unwrap_or(0);
        // The highest block is limited to 80 % of the board's width.
        let width = HALF_TOP.x * (size.rows + size.cols) as f32;
        let rise = RISE.min(0.8 * width / f32::from(highest.max(1)));
        Some(Self {
            size,
            heights,
            highest,
            rise,
            display,
        })
    }

    /// Size of the flat board that needs the same space.
    pub fn flat_size(&self) -> Size {
        let Vec2 { x, y } = self.extent();
        Size::new(y.ceil().max(1.0) as usize, x.ceil().max(1.0) as usize)
    }

    fn extent(&self) -> Vec2 {
        let sides = (self.size.rows + self.size.cols) as f32;
        let up = self.rise * (f32::from(self.highest) + BASE_STEPS) + 0.5;
        vec2(HALF_TOP.x * sides, HALF_TOP.y * sides + up)
    }

    pub(super) fn height(&self, cell: Cell) -> f32 {
        let index = cell.row * self.size.cols + cell.col;
        f32::from(self.heights.get(index).copied().unwrap_or(0))
    }

    /// Depth of a cell. Cells with larger values hide those behind them.
    pub(super) fn depth(&self, cell: Cell) -> usize {
        let middle = (cell.row as f32 + 0.5, cell.col as f32 + 0.5);
        let (row, col) = self.display.turn.rotate(middle, self.size);
        (row + col) as usize
    }

    pub(super) fn projection(&self, view: &CanvasView, canvas: Rect) -> Projection {
        let flat = self.flat_size();
        let spare = vec2(flat.cols as f32, flat.rows as f32) - self.extent();
        let side = view.cell();
        let up = self.rise * f32::from(self.highest) + 0.5;
        let Self { size, display, .. } = self;
        let left = HALF_TOP.x * display.turn.size(*size).rows as f32;
        Projection {
            corner: view.corner(canvas) + side * (vec2(left, up) + spare / 2.0),
            side,
            rise: self.rise,
            size: *size,
            turn: display.turn,
        }
    }

    /// Position at a point on screen: that of the block visible there.
    pub fn pos_at(&self, view: &CanvasView, canvas: Rect, point: Pos2) -> GridPos {
        let projection = self.projection(view, canvas);
        // From the front, as the nearest blocks hide those behind.
        let mut cells: Vec<Cell> = self.size.cells().collect();
        cells.sort_by_key(|cell| std::cmp::Reverse(self.depth(*cell)));
        let covers = |cell: &Cell| contains(&projection.outline(*cell, self.height(*cell)), point);
        let hit = cells.into_iter().find(covers);
        hit.map_or_else(|| projection.off_board(point), GridPos::from)
    }

    pub fn bounds(&self, view: &CanvasView, canvas: Rect, cell: Cell) -> Rect {
        let top = self.projection(view, canvas).top(cell, self.height(cell));
        Rect::from_points(&top)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Projection {
    /// Farthest corner of the board at height 0.
    corner: Pos2,
    pub(super) side: f32,
    pub(super) rise: f32,
    size: Size,
    turn: Turn,
}

impl Projection {
    pub(super) fn at(&self, row: f32, col: f32, height: f32) -> Pos2 {
        let (row, col) = self.turn.rotate((row, col), self.size);
        let x = HALF_TOP.x * (col - row);
        let y = HALF_TOP.y * (col + row) - self.rise * height;
        self.corner + self.side * vec2(x, y)
    }

    /// Corners of a block's top: back, right, front, left.
    pub(super) fn top(&self, cell: Cell, height: f32) -> [Pos2; 4] {
        let (row, col) = (cell.row as f32, cell.col as f32);
        self.corners((row, col), (row + 1.0, col + 1.0), height)
    }

    /// Corners of the whole board at height 0: back, right, front, left.
    pub(super) fn board_corners(&self) -> [Pos2; 4] {
        let end = (self.size.rows as f32, self.size.cols as f32);
        self.corners((0.0, 0.0), end, 0.0)
    }

    fn corners(&self, from: (f32, f32), to: (f32, f32), height: f32) -> [Pos2; 4] {
        let corners = [from, (from.0, to.1), to, (to.0, from.1)];
        let mut corners = corners.map(|(row, col)| self.at(row, col, height));
        corners.rotate_right(self.turn.quarters());
        corners
    }

    pub(super) fn middle(&self, cell: Cell, height: f32) -> Pos2 {
        self.at(cell.row as f32 + 0.5, cell.col as f32 + 0.5, height)
    }

    /// Vector from the top of a block to its foot.
    pub(super) fn down(&self, height: f32) -> Vec2 {
        vec2(0.0, self.side * self.rise * (height + BASE_STEPS))
    }

    /// Outline of the visible faces of a block: top and two sides.
    pub(super) fn outline(&self, cell: Cell, height: f32) -> [Pos2; 6] {
        let [back, right, front, left] = self.top(cell, height);
        let down = self.down(height);
        [back, right, right + down, front + down, left + down, left]
    }

    /// Position off the board for a point outside all blocks.
    fn off_board(&self, point: Pos2) -> GridPos {
        let at = (point - self.corner) / self.side;
        let (difference, sum) = (at.x / HALF_TOP.x, at.y / HALF_TOP.y);
        let rotated = ((sum - difference) / 2.0, (sum + difference) / 2.0);
        let (row, col) = self.turn.unrotate(rotated, self.size);
        let pos = GridPos::new(row.floor() as isize, col.floor() as isize);
        match pos.to_cell(self.size) {
            // Points that project to a cell but hit no block are off the board.
            Some(_) => GridPos::new(-1, pos.col),
            None => pos,
        }
    }

    /// Vector from the middle of a block's top to that of the next one ahead.
    pub(super) fn ahead(&self, actor: Heading) -> Vec2 {
        let (row, col) = [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)][actor.index()];
        self.at(row, col, 0.0) - self.at(0.0, 0.0, 0.0)
    }
}

/// Returns whether a convex outline, clockwise on screen, contains a point.
pub(super) fn contains(outline: &[Pos2], point: Pos2) -> bool {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).all(|(from, to)| {
        let (along, offset) = (*to - *from, point - *from);
        along.x * offset.y - along.y * offset.x >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::GridRect;
    use crate::game::{BoardInfo, CellStyle, Tone};
    use egui::pos2;

    struct Hills(Size);

    impl BoardSource for Hills {
        fn info(&self) -> BoardInfo {
            BoardInfo {
                id: "board",
                title: "Hills",
                size: self.0,
            }
        }

        fn style(&self, cell: Cell) -> CellStyle {
            let height = (3 * cell.row + 5 * cell.col) % 4;
            CellStyle::new("0", Tone::Empty, "tile").at_height(height as u8)
        }
    }

    const CANVAS: Rect = Rect::from_min_max(pos2(40.0, 30.0), pos2(840.0, 630.0));

    #[test]
    fn the_middle_of_a_visible_top_is_its_cell() {
        let rotated =
            |size| [false, true].map(|clockwise| (size, Turn::default().rotated(clockwise)));
        let sizes = [Size::new(8, 8), Size::new(1, 5), Size::new(6, 2)];
        let plain = sizes.map(|size| (size, Turn::default()));
        for (size, turn) in plain.into_iter().chain(sizes.into_iter().flat_map(rotated)) {
            let display = BlockDisplay {
                turn,
                heights: false,
            };
            let solid = Solid::new(&Hills(size), display).expect("is small");
            let mut view = CanvasView::default();
            view.adapt(CANVAS.size(), GridRect::full(solid.flat_size()));
            let projection = solid.projection(&view, CANVAS);
            for cell in size.cells() {
                let middle = projection.middle(cell, solid.height(cell));
                assert!(CANVAS.contains(middle), "{cell} is in sight");
                let hidden = size.cells().any(|other| {
                    solid.depth(other) > solid.depth(cell)
                        && contains(&projection.outline(other, solid.height(other)), middle)
                });
                let pos = solid.pos_at(&view, CANVAS, middle);
                assert_eq!(pos == cell.into(), !hidden, "{cell}");
                let front = projection.top(cell, solid.height(cell))[2];
                let below = solid.pos_at(&view, CANVAS, front + vec2(0.0, 1.0));
                let front_cell = below.to_cell(size).expect("the foot of some block");
                assert!(solid.depth(front_cell) >= solid.depth(cell));
            }
            let outside = solid.pos_at(&view, CANVAS, CANVAS.min);
            assert_eq!(outside.to_cell(size), None);
        }
    }

    #[test]
    fn large_boards_stay_flat() {
        assert!(Solid::new(&Hills(Size::new(60, 60)), BlockDisplay::default()).is_none());
    }
}
