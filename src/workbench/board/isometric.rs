//! Isometric geometry of a board: blocks with the heights of its cells, seen from above a corner. Without rotation,
//! rows run down to the right and columns down to the left.

use egui::{Color32, Context, Id, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::cells;
use super::motion::Motion;
use super::overlay::Overlays;
use super::paint::{Paint, labelled};
use super::source::BoardSource;
use super::view::{CanvasView, GridPos};
use crate::game::{Cell, CellStyle, Heading, Size, Tone};
use crate::kit::sprites::{self, Layer};
use crate::kit::theme;

/// Limit of cells above which a board is shown flat.
const MAX_CELLS: usize = 2_500;
/// Half of the width and height of a block's top, in sides of a flat cell.
pub(super) const HALF_TOP: Vec2 = vec2(0.62, 0.31);
/// Rise per step of height, in sides of a flat cell; less on very high boards.
const RISE: f32 = 0.34;
/// Height of a jump between blocks of different heights, in sides of a flat cell.
const HOP_HEIGHT: f32 = 0.4;
/// Space for an actor above a block, in sides of a flat cell.
const HEADROOM: f32 = 0.5;
/// Side of a flat cell from which heights are written, and every coordinate instead of each fifth, in points.
const MIN_NUMBER_CELL: f32 = 14.0;
/// Visible height of a block of height 0, in steps.
pub(super) const BASE_STEPS: f32 = 0.7;

/// Heights of a board and their display; converts between cells and points with the view's zoom and pan.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    pub(super) size: Size,
    /// Heights of the cells, row by row, in steps.
    heights: Vec<u8>,
    /// Rise per step, in sides of a flat cell.
    rise: f32,
    /// Space that blocks with an actor need above the farthest corner of the board, in sides of a flat cell.
    space_behind: f32,
    pub(super) display: BlockDisplay,
}

impl Solid {
    /// Reads the heights; `None` if the board has no cells or too many.
    pub fn new(source: &BoardSource<'_>, display: BlockDisplay) -> Option<Self> {
        let size = source.info.size;
        if size.area() > MAX_CELLS || size.area() == 0 {
            return None;
        }
        let height = |cell| source.style(cell).height.unwrap_or(0);
        let heights: Vec<u8> = size.cells().map(height).collect();
        let highest = heights.iter().copied().max().unwrap_or(0);
        // The highest block is limited to 80 % of the board's width.
        let width = HALF_TOP.x * (size.rows + size.cols) as f32;
        let rise = RISE.min(0.8 * width / f32::from(highest.max(1)));
        let mut solid = Self {
            size,
            heights,
            rise,
            space_behind: HEADROOM,
            display,
        };
        solid.turn_to(display.turn);
        Some(solid)
    }

    pub(super) fn turn_to(&mut self, turn: Turn) {
        self.display.turn = turn;
        let above = self.size.cells().map(|cell| {
            let behind = HALF_TOP.y * (self.depth(cell) - 1) as f32;
            self.rise * self.height(cell) + HEADROOM - behind
        });
        self.space_behind = above.fold(HEADROOM, f32::max);
    }

    /// Size of the flat board that needs the same space.
    pub fn flat_size(&self) -> Size {
        let Vec2 { x, y } = self.extent();
        Size::new(y.ceil().max(1.0) as usize, x.ceil().max(1.0) as usize)
    }

    fn extent(&self) -> Vec2 {
        let sides = (self.size.rows + self.size.cols) as f32;
        let up = self.space_behind + self.rise * BASE_STEPS;
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
        let Self { size, display, .. } = self;
        let left = HALF_TOP.x * display.turn.size(*size).rows as f32;
        let up = self.space_behind;
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
        Rect::from_points(&self.projection(view, canvas).top(cell, self.height(cell)))
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Projection {
    /// Farthest corner of the board at height 0.
    corner: Pos2,
    /// Side of a flat cell, in points.
    pub(super) side: f32,
    /// Rise per step of height, in sides of a flat cell.
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
    pub(super) fn ahead(&self, heading: Heading) -> Vec2 {
        let (row, col) = [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)][heading.index()];
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

/// Clockwise rotation of a displayed board, in quarter turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn(u8);

impl Turn {
    #[must_use]
    pub const fn rotated(self, clockwise: bool) -> Self {
        Self((self.0 + if clockwise { 1 } else { 3 }) % 4)
    }

    pub(super) const fn quarters(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn size(self, size: Size) -> Size {
        match self.0 % 2 {
            0 => size,
            _ => Size::new(size.cols, size.rows),
        }
    }

    /// Rotates a point of a board of this size.
    pub(super) fn rotate(self, (row, col): (f32, f32), size: Size) -> (f32, f32) {
        let (rows, cols) = (size.rows as f32, size.cols as f32);
        match self.0 {
            0 => (row, col),
            1 => (col, rows - row),
            2 => (rows - row, cols - col),
            _ => (cols - col, row),
        }
    }

    /// Point of a board of this size that is at this position once rotated.
    pub(super) fn unrotate(self, point: (f32, f32), size: Size) -> (f32, f32) {
        let inverse = Self((4 - self.0) % 4);
        inverse.rotate(point, self.size(size))
    }

    /// Heading on the board that is displayed as this one.
    pub(super) fn heading(self, displayed: Heading) -> Heading {
        (0..self.0).fold(displayed, |heading, _| heading.left())
    }
}

/// Display of blocks, common to all boards while the program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockDisplay {
    pub turn: Turn,
    /// True if heights are written on the blocks.
    pub heights: bool,
}

impl BlockDisplay {
    pub fn load(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(Id::NULL)).unwrap_or_default()
    }

    pub fn save(self, ctx: &Context) {
        if self != Self::load(ctx) {
            ctx.data_mut(|data| data.insert_temp(Id::NULL, self));
            ctx.request_repaint();
        }
    }
}

/// Opacity of a block that would hide something.
const CLEAR_OPACITY: f32 = 0.22;

pub struct BlockScene<'a> {
    pub(super) solid: &'a Solid,
    pub(super) projection: Projection,
    pub(super) paint: &'a Paint<'a>,
    pub(super) motion: &'a Motion,
}

impl BlockScene<'_> {
    pub fn paint(
        &self,
        source: &BoardSource<'_>,
        overlays: &Overlays<'_>,
        hovered: Option<Cell>,
        cursor: Option<Cell>,
    ) {
        let cells = self.solid.size.cells();
        let mut styles: Vec<_> = cells.map(|cell| (cell, source.style(cell))).collect();
        styles.sort_by_key(|(cell, _)| self.solid.depth(*cell));
        let mut all = styles.iter();
        let actor = all.find_map(|(cell, style)| Some((*cell, style.actor?)));
        // A walking actor is drawn with the nearer of both blocks.
        let drawn_at = actor.map(|(to, _)| match self.motion.walk() {
            Some(walk) if self.solid.depth(walk.from) > self.solid.depth(to) => walk.from,
            _ => to,
        });
        let points = self.must_stay_visible(&styles);
        for (cell, style) in &styles {
            self.block(*cell, style, self.hides(*cell, &points));
            if self.solid.display.heights {
                self.height_number(*cell, style);
            }
            self.overlay(*cell, overlays, hovered, cursor);
            if let Some((to, heading)) = actor.filter(|_| drawn_at == Some(*cell)) {
                self.actor(to, heading);
            }
        }
        self.coordinates(hovered);
        if overlays.finished {
            self.solved_rim();
        }
    }

    /// Occlusion-sensitive points, with their cells: actors, and cells with sprites.
    fn must_stay_visible(&self, styles: &[(Cell, CellStyle)]) -> Vec<(Cell, Pos2)> {
        let items = styles.iter().filter(|(_, style)| {
            let sprite = style.art.and_then(|art| art.fixed.or(art.piece));
            style.actor.is_some() || sprite.is_some()
        });
        // The feet and the head of an actor.
        let points = |(cell, style): &(Cell, CellStyle)| {
            let middle = self.projection.middle(*cell, self.solid.height(*cell));
            let head = middle - vec2(0.0, 0.5 * self.projection.side);
            let head = style.actor.map(|_| (*cell, head));
            [Some((*cell, middle)), head].into_iter().flatten()
        };
        items.flat_map(points).collect()
    }

    /// Returns whether a block would hide one of these points, which belong to cells.
    fn hides(&self, cell: Cell, points: &[(Cell, Pos2)]) -> bool {
        let outline = self.projection.outline(cell, self.solid.height(cell));
        let depth = self.solid.depth(cell);
        let mut points = points.iter();
        points.any(|(other, at)| self.solid.depth(*other) < depth && contains(&outline, *at))
    }

    fn height_number(&self, cell: Cell, style: &CellStyle) {
        let height = self.solid.height(cell);
        let side = self.projection.side;
        if style.tone == Tone::Hole || side < MIN_NUMBER_CELL {
            return;
        }
        let [.., front, _] = self.projection.top(cell, height);
        let at = front.lerp(self.projection.middle(cell, height), 0.6);
        let size = (0.24 * side).clamp(8.0, 20.0);
        let ink = self.tone(style).ink;
        sprites::text(self.paint.painter, at, size, height, ink);
    }

    fn tone(&self, style: &CellStyle) -> theme::ToneColors {
        let art = style.picture(self.paint.letters);
        theme::tone(
            art.map_or(style.tone, |art| art.background),
            self.paint.dark,
        )
    }

    /// Draws a block with its picture or glyph; `clear` makes it translucent, as it would hide something.
    fn block(&self, cell: Cell, style: &CellStyle, clear: bool) {
        let painter = self.paint.painter;
        let height = self.solid.height(cell);
        let top = self.projection.top(cell, height);
        let colors = self.paint.colors;
        if style.tone == Tone::Hole {
            let edge = Stroke::new(1.0, colors.line.gamma_multiply(0.7));
            painter.add(Shape::closed_line(top.to_vec(), edge));
            return;
        }
        let art = style.picture(self.paint.letters);
        let mut tone = self.tone(style);
        let mut line = shade(tone.fill, 0.45);
        if clear {
            tone.fill = tone.fill.gamma_multiply(CLEAR_OPACITY);
            line = colors.line;
        }
        let [back, right, front, left] = top;
        let down = self.projection.down(height);
        let edge = Stroke::new(1.0, line);
        // Lit from the left.
        for (from, to, light) in [(left, front, 0.78), (front, right, 0.6)] {
            let side = vec![from, to, to + down, from + down];
            painter.add(Shape::convex_polygon(side, shade(tone.fill, light), edge));
        }
        // Lines at the edges show the steps of the height, at most eleven.
        for step in 1..style.height.unwrap_or(0).min(12) {
            let rise = self.projection.side * self.projection.rise;
            let by = vec2(0.0, rise * f32::from(step));
            let line = Stroke::new(0.7, shade(tone.fill, 0.45).gamma_multiply(0.6));
            painter.line(vec![left + by, front + by, right + by], line);
        }
        painter.add(Shape::convex_polygon(top.to_vec(), tone.fill, edge));
        if let Some(sprite) = art.and_then(|art| art.fixed) {
            let mut layer = Layer::new(painter.ctx(), self.paint.dark, self.projection.side);
            layer.add(sprite, style.tone, [back, right, front, left], 1.0);
            painter.extend(layer.into_shapes());
            return;
        }
        let middle = self.projection.middle(cell, height);
        if style.marks.right && style.actor.is_none() {
            let radius = self.projection.side * HALF_TOP * 0.62;
            let stroke = Stroke::new(2.0, tone.ink);
            painter.add(Shape::ellipse_stroke(middle, radius, stroke));
        }
        // The height is visible already, so it is left out of the text.
        let number = style.height.map(|height| height.to_string());
        let glyph = style.glyph.strip_prefix(&*number.unwrap_or_default());
        let glyph = glyph.unwrap_or(&style.glyph);
        if !glyph.is_empty() && style.actor.is_none() && self.projection.side >= 16.0 {
            let size = (0.5 * self.projection.side).clamp(8.0, 40.0).round();
            sprites::text(painter, middle, size, glyph, tone.ink);
        }
    }

    /// Draws marks, selection, pointer and cursor of a cell, before nearer blocks hide them.
    fn overlay(
        &self,
        cell: Cell,
        overlays: &Overlays<'_>,
        hovered: Option<Cell>,
        cursor: Option<Cell>,
    ) {
        let colors = self.paint.colors;
        let selection = overlays.selection;
        if selection.is_some_and(|span| span.contains(cell.into())) {
            self.ring(cell, Stroke::new(2.0, colors.selection), 0.16);
        }
        for mark in overlays.marks.iter().filter(|mark| mark.cell == cell) {
            let (color, sign) = mark.kind.flag(colors);
            self.ring(cell, Stroke::new(2.5, color), 0.1);
            let [back, ..] = self.projection.top(cell, self.solid.height(cell));
            let side = self.projection.side;
            let size = (0.26 * side).clamp(8.0, 18.0);
            let middle = back + vec2(0.0, 0.2 * side);
            sign.paint(self.paint.painter, middle, size, color);
        }
        if hovered == Some(cell) {
            self.ring(cell, Stroke::new(1.5, colors.text), 0.1);
        }
        if cursor == Some(cell) {
            self.ring(cell, Stroke::new(4.0, colors.raised), 0.0);
            self.ring(cell, Stroke::new(2.0, colors.cursor), 0.0);
        }
    }

    fn ring(&self, cell: Cell, stroke: Stroke, tint: f32) {
        let top = self.projection.top(cell, self.solid.height(cell)).to_vec();
        let fill = stroke.color.gamma_multiply(tint);
        let shape = Shape::convex_polygon(top, fill, stroke);
        self.paint.painter.add(shape);
    }

    /// Draws the actor on the way to its cell `to`, or there, turning to `heading`.
    fn actor(&self, to: Cell, heading: Heading) {
        let end = self.projection.middle(to, self.solid.height(to));
        let mut ahead = self.projection.ahead(heading);
        let foot = match self.motion.walk() {
            Some(walk) => {
                let before = self.projection.ahead(walk.heading);
                ahead = before + (ahead - before) * walk.progress;
                let (low, high) = (self.solid.height(walk.from), self.solid.height(to));
                let start = self.projection.middle(walk.from, low);
                // Between different heights the actor jumps.
                let hop = if low == high { 0.0 } else { HOP_HEIGHT };
                let up = hop * self.projection.side * (std::f32::consts::PI * walk.progress).sin();
                start.lerp(end, walk.progress) - vec2(0.0, up)
            }
            None => end,
        };
        let (painter, side) = (self.paint.painter, self.projection.side);
        cells::draw_on_block(painter, foot, side, ahead, self.paint.colors);
    }

    fn coordinates(&self, hovered: Option<Cell>) {
        let Size { rows, cols } = self.solid.size;
        let [_, _, corner, _] = self.projection.board_corners();
        // Numbers are at the front one of two opposite edges.
        let in_front = |one: Pos2, other: Pos2| if one.y > other.y { one } else { other };
        let foot = self.projection.down(0.0) + vec2(0.0, 7.0);
        let colors = self.paint.colors;
        let number = |index: usize, at: Pos2, strong: bool| {
            let outward = vec2(6.0 * (at.x - corner.x).signum(), 0.0);
            let color = if strong { colors.text } else { colors.weak };
            let size = theme::text::SMALL - 1.0;
            let at = at + foot + outward;
            sprites::text(self.paint.painter, at, size, index + 1, color);
        };
        let is_small = self.projection.side < MIN_NUMBER_CELL;
        let every = if is_small { 5 } else { 1 };
        for row in (0..rows).filter(|row| labelled(*row, every)) {
            let edge = |col: f32| self.projection.at(row as f32 + 0.5, col, 0.0);
            let at = in_front(edge(0.0), edge(cols as f32));
            number(row, at, hovered.is_some_and(|cell| cell.row == row));
        }
        for col in (0..cols).filter(|col| labelled(*col, every)) {
            let edge = |row: f32| self.projection.at(row, col as f32 + 0.5, 0.0);
            let at = in_front(edge(0.0), edge(rows as f32));
            number(col, at, hovered.is_some_and(|cell| cell.col == col));
        }
    }

    fn solved_rim(&self) {
        let [_, right, front, left] = self.projection.board_corners();
        let down = self.projection.down(0.0);
        let points = vec![left + down, front + down, right + down];
        let stroke = Stroke::new(3.0, self.paint.colors.good);
        self.paint.painter.line(points, stroke);
    }
}

fn shade(color: Color32, light: f32) -> Color32 {
    let [red, green, blue, alpha] = color.to_array();
    let channel = |value: u8| (f32::from(value) * light) as u8;
    Color32::from_rgba_premultiplied(channel(red), channel(green), channel(blue), alpha)
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;
    use crate::board::GridRect;
    use crate::game::{BoardInfo, CellStyle, Tone};

    fn hills(size: Size) -> BoardSource<'static> {
        let info = BoardInfo {
            id: "board",
            title: "Hills",
            size,
        };
        BoardSource::new(info, |cell| {
            let height = (3 * cell.row + 5 * cell.col) % 4;
            CellStyle::new("0", Tone::Empty, "tile").at_height(height as u8)
        })
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
            let solid = Solid::new(&hills(size), display).expect("is small");
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
            assert_eq!(solid.pos_at(&view, CANVAS, CANVAS.min).to_cell(size), None);
        }
    }

    #[test]
    fn large_boards_stay_flat() {
        assert!(Solid::new(&hills(Size::new(60, 60)), BlockDisplay::default()).is_none());
    }
}
