//! Drawing context of a canvas; coordinates and notes next to rows and columns.

use std::ops::Range;

use egui::{
    Align2, Color32, ColorImage, Context, FontId, Mesh, Painter, Pos2, Rect, Stroke, TextureHandle,
    TextureOptions, Ui, pos2,
};

use super::source::BoardSource;
use super::view::{GridPos, GridRect, Lines, MARGIN};
use crate::drawing::BoardRenderer;
use crate::game::{Cell, LineNote, Position, Size};
use crate::kit::picture;
use crate::kit::sprites::BoardDisplay;
use crate::kit::theme::{self, Colors};

/// Smallest cells with lines between them, in points.
pub(super) const MIN_LINE_CELL: f32 = 5.0;
/// Limit of visible cells above which a board is drawn as one picture, a pixel per cell.
const MAX_MESH_CELLS: usize = 16_384;
/// Estimated width of a digit of the coordinates, in points.
const DIGIT_WIDTH: f32 = 7.0;
/// Space between two coordinates above the columns, in points.
const NUMBER_SPACE: f32 = 8.0;
/// Height of a coordinate with the space to the next one, in points.
const NUMBER_HEIGHT: f32 = 15.0;
/// Smallest cells with notes next to their rows and columns, in points.
const MIN_NOTE_CELL: f32 = 11.0;

/// Drawing context of one canvas in one frame.
pub struct Paint<'a> {
    /// Painter, clipped to the displayed part of the board.
    pub painter: &'a Painter,
    /// Places of the board's rows and columns on screen.
    pub lines: Lines,
    /// Area of the canvas. The board may be smaller, or extend beyond it.
    pub canvas: Rect,
    pub colors: &'static Colors,
    pub dark: bool,
    /// True if letters are drawn instead of pictures.
    pub letters: bool,
}

/// Rows and columns that are at least partly visible.
pub type Visible = (Range<usize>, Range<usize>);

/// Returns whether a board with these visible cells is drawn as one picture.
pub fn needs_pixels(cell: f32, visible: &Visible) -> bool {
    cell < MIN_LINE_CELL || visible.0.len() * visible.1.len() > MAX_MESH_CELLS
}

impl<'a> Paint<'a> {
    pub fn new(ui: &Ui, painter: &'a Painter, lines: Lines, canvas: Rect) -> Self {
        Self {
            painter,
            lines,
            canvas,
            colors: theme::colors(ui),
            dark: ui.visuals().dark_mode,
            letters: BoardDisplay::load(ui.ctx()).letters,
        }
    }

    /// Draws row and column numbers next to the `displayed` part of the board, inside the canvas in any case.
    pub fn coordinates(
        &self,
        visible: &Visible,
        hovered: Option<Cell>,
        cursor: Option<Cell>,
        displayed: GridRect,
    ) {
        let GridRect { corner, size } = displayed;
        let (rows, cols) = visible;
        if rows.is_empty() || cols.is_empty() {
            return;
        }
        let lines = &self.lines;
        let (first_x, first_y) = (lines.x(corner.col), lines.y(corner.row));
        let left = first_x.max(self.canvas.left() + MARGIN.x);
        let top = first_y.max(self.canvas.top() + MARGIN.y);
        let fill = self.colors.canvas.gamma_multiply(0.92);
        if first_y < top {
            let strip = self.canvas.with_max_y(top);
            self.painter.rect_filled(strip, 0.0, fill);
        }
        if first_x < left {
            let strip = self.canvas.with_max_x(left);
            self.painter.rect_filled(strip, 0.0, fill);
        }
        let font = FontId::proportional(theme::text::SMALL - 1.0);
        let is_marked =
            |is_in: &dyn Fn(Cell) -> bool| [hovered, cursor].into_iter().flatten().any(is_in);
        let number = |at: usize, strong: bool, pos: Pos2, anchor: Align2| {
            let Colors { text, weak, .. } = self.colors;
            let color = if strong { *text } else { *weak };
            self.painter.text(pos, anchor, at + 1, font.clone(), color);
        };
        let digits = |count: usize| count.to_string().len() as f32;
        let last = corner.col.unsigned_abs() + size.cols;
        let every_col = stride(lines.cell(), NUMBER_SPACE + DIGIT_WIDTH * digits(last));
        let every_row = stride(lines.cell(), NUMBER_HEIGHT);
        for col in cols.clone() {
            let x = (lines.x(col as isize) + lines.x(col as isize + 1)) / 2.0;
            let strong = is_marked(&|cell| cell.col == col);
            if x >= left && labelled(col, every_col) {
                number(col, strong, pos2(x, top - 5.0), Align2::CENTER_BOTTOM);
            }
        }
        for row in rows.clone() {
            let y = (lines.y(row as isize) + lines.y(row as isize + 1)) / 2.0;
            let strong = is_marked(&|cell| cell.row == row);
            if y >= top && labelled(row, every_row) {
                number(row, strong, pos2(left - 6.0, y), Align2::RIGHT_CENTER);
            }
        }
    }

    /// Draws the notes at the right of rows and below columns.
    pub fn notes(&self, notes: &[LineNote], size: crate::game::Size) {
        let lines = &self.lines;
        if lines.cell() < MIN_NOTE_CELL {
            return;
        }
        let font = FontId::proportional(theme::text::SMALL + 1.0);
        for note in notes {
            let at = note.index as isize;
            let (color, sign) = match note.holds {
                None => (self.colors.text, ""),
                Some(true) => (self.colors.good, ""),
                Some(false) => (self.colors.bad, "!"),
            };
            let (pos, anchor) = if note.column {
                let x = (lines.x(at) + lines.x(at + 1)) / 2.0;
                let bottom = lines.y(size.rows as isize) + 4.0;
                (pos2(x, bottom), Align2::CENTER_TOP)
            } else {
                let y = (lines.y(at) + lines.y(at + 1)) / 2.0;
                let right = lines.x(size.cols as isize) + 6.0;
                (pos2(right, y), Align2::LEFT_CENTER)
            };
            let text = format!("{}{sign}", note.text);
            self.painter.text(pos, anchor, text, font.clone(), color);
        }
    }
}

/// Interval of numbered rows or columns, so that a number of `width` points fits between two, if cells have `cell`.
fn stride(cell: f32, width: f32) -> usize {
    let mut strides = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter();
    strides
        .find(|stride| *stride as f32 * cell >= width)
        .unwrap_or(1000)
}

/// Returns whether an index is numbered: every full multiple of the stride.
pub(super) fn labelled(index: usize, stride: usize) -> bool {
    stride == 1 || (index + 1).is_multiple_of(stride)
}

/// Adds sides of a frame inside a rectangle to a mesh: those above, below, left and right that are `drawn`.
pub fn frame(mesh: &mut Mesh, rect: Rect, width: f32, color: Color32, drawn: [bool; 4]) {
    let [above, below, left, right] = drawn.map(|drawn| if drawn { width } else { 0.0 });
    let (top, bottom) = (rect.top() + above, rect.bottom() - below);
    let sides = rect.with_min_y(top).with_max_y(bottom);
    for strip in [
        rect.with_max_y(top),
        rect.with_min_y(bottom),
        sides.with_max_x(rect.left() + left),
        sides.with_min_x(rect.right() - right),
    ] {
        mesh.add_colored_rect(strip, color);
    }
}

/// Smallest side of a noticeable frame, in points.
const MIN_FRAME_SIDE: f32 = 10.0;

/// Expands the rectangle of a small cell so that a frame around it is noticeable.
pub(super) fn frame_rect(rect: Rect) -> Rect {
    rect.expand(0.5 * (MIN_FRAME_SIDE - rect.width()).max(0.0))
}

/// Visible part of a position's board; `None` for the whole board.
pub(super) fn part_of(ctx: &Context, position: &dyn Position, board: &str) -> Option<GridRect> {
    let whole = BoardDisplay::load(ctx).whole;
    let part = position.viewport(board).filter(|_| !whole);
    part.map(GridRect::from)
}

impl Paint<'_> {
    /// Draws lines between the parts of a board that a game displays one at a time.
    pub(super) fn part_lines(&self, part: Size, board: Size) {
        let all = self.lines.span(GridPos::new(0, 0), board);
        let line = |from, to| {
            let stroke = Stroke::new(2.0, self.colors.weak);
            self.painter.line_segment([from, to], stroke);
        };
        let Rect { min, max } = all;
        for col in (part.cols..board.cols).step_by(part.cols.max(1)) {
            let x = self.lines.x(col as isize);
            line(pos2(x, min.y), pos2(x, max.y));
        }
        for row in (part.rows..board.rows).step_by(part.rows.max(1)) {
            let y = self.lines.y(row as isize);
            line(pos2(min.x, y), pos2(max.x, y));
        }
    }
}

/// A board as one picture, a pixel per cell.
#[derive(Default)]
pub struct PixelBoard {
    texture: Option<TextureHandle>,
    pixels: Vec<Color32>,
    /// Sprites, with the theme and letters setting they belong to.
    renderer: Option<((bool, bool), BoardRenderer)>,
}

impl PixelBoard {
    /// Draws the whole board; the painter's clip rectangle limits it.
    pub fn show(&mut self, paint: &Paint<'_>, source: &BoardSource<'_>) {
        let (painter, size) = (paint.painter, source.info.size);
        let key = (paint.dark, paint.letters);
        self.renderer.take_if(|(saved, _)| *saved != key);
        let new = || (key, BoardRenderer::new(paint.dark, paint.letters));
        let (_, renderer) = self.renderer.get_or_insert_with(new);
        let pixel = |cell| match source.style(cell) {
            style if style.marks.wrong => paint.colors.bad,
            style => renderer.pixel(&style),
        };
        let pixels: Vec<Color32> = size.cells().map(pixel).collect();
        let same_size = |texture: &TextureHandle| texture.size() == [size.cols, size.rows];
        if pixels != self.pixels || !self.texture.as_ref().is_some_and(same_size) {
            let image = ColorImage::new([size.cols, size.rows], pixels.clone());
            self.pixels = pixels;
            let options = TextureOptions::NEAREST;
            match &mut self.texture {
                Some(texture) => texture.set(image, options),
                None => self.texture = Some(painter.ctx().load_texture("board", image, options)),
            }
        }
        if let Some(texture) = &self.texture {
            let rect = paint.lines.span(GridPos::new(0, 0), size);
            picture::paint(painter, texture, rect);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_in_the_margin_do_not_overlap() {
        for (cell, expected) in [(32.0, 1), (9.0, 5), (4.0, 10), (1.0, 50)] {
            assert_eq!(stride(cell, 22.0), expected, "{cell}");
        }
        assert!(labelled(0, 1) && labelled(9, 5) && !labelled(0, 5));
    }
}
