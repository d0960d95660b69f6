//! Isometric geometry of a board: blocks with the heights of its cells, seen from above a corner. Without rotation,
//! rows run down to the right and columns down to the left.

use egui::{Pos2, Rect, Vec2, vec2};

use crate::game::{Cell, Heading, Size};

use super::place::Place;
use super::source::BoardSource;
use super::turn::{BlockSight, Turn};
use super::view::View;

/// Limit of cells above which a board is shown flat.
const MOST_CELLS: usize = 2_500;

/// Half of the width and height of a block's top, in sides of a flat cell.
pub(super) const HALF: Vec2 = vec2(0.62, 0.31);

/// Rise per step of height, in sides of a flat cell; less on very high boards.
const RISE: f32 = 0.34;

/// Visible height of a block of height 0, in steps.
pub(super) const BASE: f32 = 0.7;

/// Block geometry of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    pub(super) size: Size,
    heights: Vec<u8>,
    highest: u8,
    rise: f32,
    pub(super) sight: BlockSight,
}

impl Solid {
    /// Creates the geometry of a board; `None` if it is too large or empty.
    pub fn of(source: &dyn BoardSource, sight: BlockSight) -> Option<Self> {
        let size = source.info().size;
        if size.area() > MOST_CELLS || size.area() == 0 {
            return None;
        }
        let heights = size
            .cells()
            .map(|cell| source.look(cell).height.unwrap_or(0));
        let heights: Vec<u8> = heights.collect();
        let highest = heights.iter().copied().max().unwrap_or(0);
        // The highest block is limited to 80 % of the board's width.
        let wide = HALF.x * (size.rows + size.cols) as f32;
        let rise = RISE.min(0.8 * wide / f32::from(highest.max(1)));
        Some(Self {
            size,
            heights,
            highest,
            rise,
            sight,
        })
    }

    /// Size of the flat board that needs the same space.
    pub fn room(&self) -> Size {
        let Vec2 { x, y } = self.extent();
        Size::new(y.ceil().max(1.0) as usize, x.ceil().max(1.0) as usize)
    }

    /// Width and height, in sides of a flat cell.
    fn extent(&self) -> Vec2 {
        let sides = (self.size.rows + self.size.cols) as f32;
        let up = self.rise * (f32::from(self.highest) + BASE) + 0.5;
        vec2(HALF.x * sides, HALF.y * sides + up)
    }

    pub(super) fn height(&self, cell: Cell) -> f32 {
        let index = cell.row * self.size.cols + cell.col;
        f32::from(self.heights.get(index).copied().unwrap_or(0))
    }

    /// Depth of a cell. Cells with larger values hide those behind them.
    pub(super) fn nearness(&self, cell: Cell) -> usize {
        let middle = (cell.row as f32 + 0.5, cell.col as f32 + 0.5);
        let (row, col) = self.sight.turn.seen(middle, self.size);
        (row + col) as usize
    }

    pub(super) fn frame(&self, view: &View, canvas: Rect) -> Projection {
        let room = self.room();
        let spare = vec2(room.cols as f32, room.rows as f32) - self.extent();
        let side = view.cell();
        let up = self.rise * f32::from(self.highest) + 0.5;
        let Self { size, sight, .. } = self;
        let left = HALF.x * sight.turn.size(*size).rows as f32;
        Projection {
            corner: view.corner(canvas) + side * (vec2(left, up) + spare / 2.0),
            side,
            rise: self.rise,
            size: *size,
            turn: sight.turn,
        }
    }

    /// Position at a point on screen: that of the block visible there.
    pub fn place_at(&self, view: &View, canvas: Rect, point: Pos2) -> Place {
        let projection = self.frame(view, canvas);
        // From the front, as the nearest blocks hide those behind.
        let mut cells: Vec<Cell> = self.size.cells().collect();
        cells.sort_by_key(|cell| std::cmp::Reverse(self.nearness(*cell)));
        let hit = cells.into_iter().find(|cell| {
            let outline = projection.outline(*cell, self.height(*cell));
            holds(&outline, point)
        });
        hit.map_or_else(|| projection.beyond(point), Place::from)
    }

    /// Bounds of a cell's top on screen.
    pub fn bounds(&self, view: &View, canvas: Rect, cell: Cell) -> Rect {
        let top = self.frame(view, canvas).top(cell, self.height(cell));
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
        let (row, col) = self.turn.seen((row, col), self.size);
        let x = HALF.x * (col - row);
        let y = HALF.y * (col + row) - self.rise * height;
        self.corner + self.side * vec2(x, y)
    }

    /// Corners of a block's top: back, right, front, left.
    pub(super) fn top(&self, cell: Cell, height: f32) -> [Pos2; 4] {
        let (row, col) = (cell.row as f32, cell.col as f32);
        self.corners((row, col), (row + 1.0, col + 1.0), height)
    }

    /// Corners of the whole board at height 0: back, right, front, left.
    pub(super) fn around(&self) -> [Pos2; 4] {
        let far = (self.size.rows as f32, self.size.cols as f32);
        self.corners((0.0, 0.0), far, 0.0)
    }

    fn corners(
        &self,
        (row, col): (f32, f32),
        (below, right): (f32, f32),
        height: f32,
    ) -> [Pos2; 4] {
        let mut corners = [(row, col), (row, right), (below, right), (below, col)]
            .map(|(row, col)| self.at(row, col, height));
        corners.rotate_right(self.turn.quarters());
        corners
    }

    pub(super) fn middle(&self, cell: Cell, height: f32) -> Pos2 {
        self.at(cell.row as f32 + 0.5, cell.col as f32 + 0.5, height)
    }

    /// Vector from the top of a block to its foot.
    pub(super) fn down(&self, height: f32) -> Vec2 {
        vec2(0.0, self.side * self.rise * (height + BASE))
    }

    /// Outline of the visible faces of a block: top and two sides.
    pub(super) fn outline(&self, cell: Cell, height: f32) -> [Pos2; 6] {
        let [back, right, front, left] = self.top(cell, height);
        let down = self.down(height);
        [back, right, right + down, front + down, left + down, left]
    }

    /// Position off the board for a point outside all blocks.
    fn beyond(&self, point: Pos2) -> Place {
        let at = (point - self.corner) / self.side;
        let (difference, sum) = (at.x / HALF.x, at.y / HALF.y);
        let seen = ((sum - difference) / 2.0, (sum + difference) / 2.0);
        let (row, col) = self.turn.unseen(seen, self.size);
        let place = Place::new(row.floor() as isize, col.floor() as isize);
        match place.on(self.size) {
            // Points that project to a cell but hit no block are off the board.
            Some(_) => Place::new(-1, place.col),
            None => place,
        }
    }

    /// Vector from the middle of a block's top to that of the next one ahead.
    pub(super) fn ahead(&self, actor: Heading) -> Vec2 {
        let (row, col) = [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)][actor.index()];
        self.at(row, col, 0.0) - self.at(0.0, 0.0, 0.0)
    }
}

/// Returns whether a convex outline, clockwise on screen, contains a point.
pub(super) fn holds(outline: &[Pos2], point: Pos2) -> bool {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).all(|(from, to)| {
        let (along, there) = (*to - *from, point - *from);
        along.x * there.y - along.y * there.x >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FnBoard;
    use crate::game::{BoardInfo, CellLook, Tone};
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

        fn look(&self, cell: Cell) -> CellLook {
            let height = (3 * cell.row + 5 * cell.col) % 4;
            CellLook::new("0", Tone::Empty, "tile").at_height(height as u8)
        }

        fn has_heights(&self) -> bool {
            true
        }
    }

    const CANVAS: Rect = Rect::from_min_max(pos2(40.0, 30.0), pos2(840.0, 630.0));

    #[test]
    fn the_middle_of_every_top_that_is_seen_is_its_cell() {
        let turns = |size| [false, true].map(|clockwise| (size, Turn::default().on(clockwise)));
        let sizes = [Size::new(8, 8), Size::new(1, 5), Size::new(6, 2)];
        let plain = sizes.map(|size| (size, Turn::default()));
        for (size, turn) in plain.into_iter().chain(sizes.into_iter().flat_map(turns)) {
            let sight = BlockSight {
                turn,
                heights: false,
            };
            let solid = Solid::of(&Hills(size), sight).expect("is small");
            let mut view = View::default();
            let sight = super::super::place::Span {
                corner: Place::new(0, 0),
                size: solid.room(),
            };
            view.settle(CANVAS.size(), sight);
            let projection = solid.frame(&view, CANVAS);
            for cell in size.cells() {
                let middle = projection.middle(cell, solid.height(cell));
                assert!(CANVAS.contains(middle), "{cell} is in sight");
                let hidden = size.cells().any(|other| {
                    solid.nearness(other) > solid.nearness(cell)
                        && holds(&projection.outline(other, solid.height(other)), middle)
                });
                let place = solid.place_at(&view, CANVAS, middle);
                assert_eq!(place == cell.into(), !hidden, "{cell}");
                let front = projection.top(cell, solid.height(cell))[2];
                let below = solid.place_at(&view, CANVAS, front + vec2(0.0, 1.0));
                let seen = below.on(size).expect("the foot of some block");
                assert!(solid.nearness(seen) >= solid.nearness(cell));
            }
            let outside = solid.place_at(&view, CANVAS, CANVAS.min);
            assert_eq!(outside.on(size), None);
        }
    }

    #[test]
    fn large_boards_stay_flat() {
        assert!(Solid::of(&Hills(Size::new(60, 60)), BlockSight::default()).is_none());
        let flat = FnBoard {
            board: Hills(Size::new(2, 2)).info(),
            look: |_| CellLook::new("", Tone::Empty, "empty"),
        };
        assert!(!flat.has_heights());
    }
}
