//! Positions on and off the board. Zoom and pan of a board on screen, and conversion between points and cells.

use std::ops::{Add, Range, Sub};

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::game::{Cell, Region, Size};

/// Side of a cell at 100 %, in points.
pub const FULL_CELL: f32 = 32.0;
/// Smallest and largest side of a cell, in points.
const CELL_RANGE: (f32, f32) = (1.0, 400.0);
/// Margin for the coordinates at the left and top of the board, in points.
pub const MARGIN: Vec2 = vec2(30.0, 22.0);
/// Margin at the right and bottom, for the zoom controls, in points.
pub const FAR_MARGIN: Vec2 = vec2(12.0, 38.0);
/// Margin around a companion board, without coordinates and zoom, in points.
pub const COMPANION_MARGIN: f32 = 4.0;
/// Part of the board that remains visible at any pan, in points.
const MIN_VISIBLE: f32 = 48.0;

/// Rounds a cell's side down to whole points, unless that wastes much space.
pub fn whole_points(cell: f32) -> f32 {
    if cell > 12.0 { cell.floor() } else { cell }
}

/// Zoom and pan of a canvas. Positions are relative to the canvas's upper left corner, so they survive a moving panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CanvasView {
    /// Side of a cell, in points.
    cell: f32,
    /// Upper left corner of the board.
    origin: Vec2,
    /// True if the area to show fills the canvas, until the user zooms or pans.
    pub(super) fitted: bool,
    /// True if it is a companion board, without coordinates and zoom.
    pub(super) companion: bool,
}

impl Default for CanvasView {
    fn default() -> Self {
        Self {
            cell: FULL_CELL,
            origin: MARGIN,
            fitted: true,
            companion: false,
        }
    }
}

impl CanvasView {
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// Zoom factor relative to [`FULL_CELL`].
    pub fn zoom(&self) -> f32 {
        self.cell / FULL_CELL
    }

    fn margins(&self) -> (Vec2, Vec2) {
        match self.companion {
            true => (Vec2::splat(COMPANION_MARGIN), Vec2::splat(COMPANION_MARGIN)),
            false => (MARGIN, FAR_MARGIN),
        }
    }

    /// Adapts the view to the canvas's size and the area to show, usually the board. Must be called once a frame.
    pub fn adapt(&mut self, canvas: Vec2, area: GridRect) {
        let GridRect { corner, size } = area;
        let corner = vec2(corner.col as f32, corner.row as f32);
        let (before, after) = self.margins();
        if self.fitted {
            let space = canvas - before - after;
            let along = |space: f32, cells: usize| space.max(1.0) / cells.max(1) as f32;
            let cell = along(space.x, size.cols).min(along(space.y, size.rows));
            self.cell = whole_points(cell.clamp(CELL_RANGE.0, CELL_RANGE.1));
            let board = self.board_size(size);
            self.origin = before + (space - board) / 2.0;
            // A board that needs space of the margins takes it from the far ones first.
            self.origin = self.origin.max(before.min(canvas - board));
            self.origin -= corner * self.cell;
        } else {
            let board = self.board_size(size);
            let min_visible = board.min(Vec2::splat(MIN_VISIBLE));
            let shift = corner * self.cell;
            let corner = self.origin + shift;
            self.origin = corner.max(min_visible - board).min(canvas - min_visible) - shift;
        }
    }

    fn board_size(&self, size: Size) -> Vec2 {
        vec2(size.cols as f32, size.rows as f32) * self.cell
    }

    /// Zooms by `factor`, keeping the point `anchor` (relative to the canvas) in place.
    pub fn zoom_about(&mut self, factor: f32, anchor: Vec2) {
        let cell = (self.cell * factor).clamp(CELL_RANGE.0, CELL_RANGE.1);
        self.origin = anchor - (anchor - self.origin) * (cell / self.cell);
        self.cell = cell;
        self.fitted = false;
    }

    pub fn zoom_to(&mut self, zoom: f32, anchor: Vec2) {
        self.zoom_about(zoom * FULL_CELL / self.cell, anchor);
    }

    pub fn pan(&mut self, by: Vec2) {
        if by != Vec2::ZERO {
            self.origin += by;
            self.fitted = false;
        }
    }

    /// Pans by the least distance that makes a cell visible, unless the board is fitted.
    pub fn reveal(&mut self, cell: Cell, canvas: Vec2) {
        if self.fitted {
            return;
        }
        let min = self.origin + vec2(cell.col as f32, cell.row as f32) * self.cell;
        let max = min + Vec2::splat(self.cell);
        let (first, last) = (MARGIN, canvas - FAR_MARGIN);
        let by = (first - min).max(Vec2::ZERO) + (last - max).min(Vec2::ZERO);
        self.pan(by);
    }

    /// Number of completely visible rows, at least 1.
    pub fn page(&self, canvas: Vec2) -> usize {
        (((canvas.y - MARGIN.y) / self.cell).floor() as usize).max(1)
    }

    /// Position at a point on screen; `canvas` is the area of the canvas.
    pub fn pos_at(&self, canvas: Rect, point: Pos2) -> GridPos {
        let at = (point - canvas.min - self.origin) / self.cell;
        GridPos::new(at.y.floor() as isize, at.x.floor() as isize)
    }

    /// Upper left corner of the board on screen, unrounded.
    pub fn corner(&self, canvas: Rect) -> Pos2 {
        canvas.min + self.origin
    }

    /// Grid lines of the view, on whole pixels.
    pub fn lines(&self, canvas: Rect, pixels_per_point: f32) -> Lines {
        Lines {
            corner: canvas.min + self.origin,
            cell: self.cell,
            pixels_per_point,
        }
    }
}

/// Grid lines on whole pixels. Neighbouring cells share their edge exactly, so lines are crisp.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    corner: Pos2,
    /// Side of a cell, in points.
    cell: f32,
    pixels_per_point: f32,
}

impl Lines {
    fn snap(&self, at: f32) -> f32 {
        (at * self.pixels_per_point).round() / self.pixels_per_point
    }

    /// Side of a cell before rounding, in points.
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// One physical pixel, in points.
    pub fn pixel(&self) -> f32 {
        1.0 / self.pixels_per_point
    }

    /// Left edge of a column.
    pub fn x(&self, col: isize) -> f32 {
        self.snap(self.corner.x + col as f32 * self.cell)
    }

    /// Top edge of a row.
    pub fn y(&self, row: isize) -> f32 {
        self.snap(self.corner.y + row as f32 * self.cell)
    }

    pub fn rect(&self, pos: impl Into<GridPos>) -> Rect {
        self.span(pos.into(), Size::new(1, 1))
    }

    pub fn span(&self, corner: GridPos, size: Size) -> Rect {
        let (rows, cols) = (size.rows as isize, size.cols as isize);
        Rect::from_min_max(
            pos2(self.x(corner.col), self.y(corner.row)),
            pos2(self.x(corner.col + cols), self.y(corner.row + rows)),
        )
    }

    /// Rows and columns of the board that are at least partly inside `clip`.
    pub fn visible(&self, size: Size, clip: Rect) -> (Range<usize>, Range<usize>) {
        let range = |low: f32, high: f32, corner: f32, len: usize| {
            let first = ((low - corner) / self.cell).floor().max(0.0) as usize;
            let last = ((high - corner) / self.cell).ceil().max(0.0) as usize;
            first.min(len)..last.min(len).max(first.min(len))
        };
        (
            range(clip.top(), clip.bottom(), self.corner.y, size.rows),
            range(clip.left(), clip.right(), self.corner.x, size.cols),
        )
    }
}

/// A position in the board's grid, also beyond its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GridPos {
    /// Row from the top edge, negative above it.
    pub row: isize,
    /// Column from the left edge, negative left of it.
    pub col: isize,
}

impl GridPos {
    pub const fn new(row: isize, col: isize) -> Self {
        Self { row, col }
    }

    /// Converts it to a cell, if it is on a board of this size.
    pub fn to_cell(self, size: Size) -> Option<Cell> {
        let row = usize::try_from(self.row).ok()?;
        let col = usize::try_from(self.col).ok()?;
        let cell = Cell { row, col };
        size.contains(cell).then_some(cell)
    }

    pub fn clamped(self, size: Size) -> Cell {
        let clamp = |at: isize, len: usize| at.max(0).unsigned_abs().min(len.saturating_sub(1));
        Cell::new(clamp(self.row, size.rows), clamp(self.col, size.cols))
    }
}

impl From<Cell> for GridPos {
    fn from(cell: Cell) -> Self {
        // Boards are never so large that this overflows.
        Self::new(cell.row as isize, cell.col as isize)
    }
}

impl Add for GridPos {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.row + other.row, self.col + other.col)
    }
}

impl Sub for GridPos {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.row - other.row, self.col - other.col)
    }
}

/// A rectangle of positions, possibly partly off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRect {
    pub corner: GridPos,
    pub size: Size,
}

impl From<Region> for GridRect {
    fn from(Region { corner, size }: Region) -> Self {
        let corner = corner.into();
        Self { corner, size }
    }
}

impl GridRect {
    pub const fn full(size: Size) -> Self {
        let corner = GridPos::new(0, 0);
        Self { corner, size }
    }

    pub fn contains(self, pos: GridPos) -> bool {
        (pos - self.corner).to_cell(self.size).is_some()
    }

    pub fn union(self, other: Self) -> Self {
        let end = |Self { corner, size }| corner + Cell::new(size.rows, size.cols).into();
        let (a, b) = (self.corner, other.corner);
        let corner = GridPos::new(a.row.min(b.row), a.col.min(b.col));
        let (a, b) = (end(self), end(other));
        let size = GridPos::new(a.row.max(b.row), a.col.max(b.col)) - corner;
        Self {
            corner,
            size: Size::new(size.row.unsigned_abs(), size.col.unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CANVAS: Rect = Rect::from_min_max(pos2(100.0, 50.0), pos2(900.0, 650.0));

    #[test]
    fn areas_beyond_the_board_can_be_fitted() {
        let mut view = CanvasView::default();
        let area = GridRect {
            corner: GridPos::new(-3, -8),
            size: Size::new(9, 30),
        };
        view.adapt(CANVAS.size(), area);
        let lines = view.lines(CANVAS, 1.0);
        assert!(CANVAS.contains_rect(lines.span(area.corner, area.size)));
    }

    #[test]
    fn a_fitted_board_is_completely_visible() {
        for size in [Size::new(6, 10), Size::new(1, 300), Size::new(200, 200)] {
            let mut view = CanvasView::default();
            view.adapt(CANVAS.size(), GridRect::full(size));
            let lines = view.lines(CANVAS, 1.0);
            let board = lines.span(GridPos::new(0, 0), size);
            assert!(CANVAS.contains_rect(board), "{size}: {board}");
            let (rows, cols) = lines.visible(size, CANVAS);
            assert_eq!((rows, cols), (0..size.rows, 0..size.cols));
        }
    }

    #[test]
    fn a_board_cannot_be_panned_away() {
        let size = Size::new(100, 100);
        let mut view = CanvasView::default();
        for by in [vec2(1e6, 0.0), vec2(-1e6, 1e6), vec2(0.0, -1e6)] {
            view.pan(by);
            view.adapt(CANVAS.size(), GridRect::full(size));
            let (rows, cols) = view.lines(CANVAS, 1.0).visible(size, CANVAS);
            assert!(!rows.is_empty() && !cols.is_empty(), "after {by}");
        }
    }

    #[test]
    fn positions_beyond_the_edges_are_no_cells() {
        let size = Size::new(2, 3);
        assert_eq!(GridPos::new(1, 2).to_cell(size), Some(Cell::new(1, 2)));
        assert_eq!(GridPos::new(-1, 0).to_cell(size), None);
        assert_eq!(GridPos::new(0, 3).to_cell(size), None);
        assert_eq!(GridPos::new(-4, 9).clamped(size), Cell::new(0, 2));
    }

    proptest! {
        #[test]
        fn points_convert_back_to_their_cell(
            row in 0usize..40, col in 0usize..40, zoom in 0.3f32..3.0, pixels in 1u8..=3,
        ) {
            let mut view = CanvasView::default();
            view.zoom_to(zoom, vec2(10.0, 20.0));
            view.adapt(CANVAS.size(), GridRect::full(Size::new(40, 40)));
            let cell = Cell::new(row, col);
            let rect = view.lines(CANVAS, f32::from(pixels)).rect(cell);
            prop_assert_eq!(view.pos_at(CANVAS, rect.center()), GridPos::from(cell));
        }
    }
}
