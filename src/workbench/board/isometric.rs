//! A board as blocks of the heights of its cells, seen from above one corner: the first row goes
//! up to the right, the first column down to the right.

use egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use crate::game::{Cell, CellLook, Heading, Size, Tone};
use crate::kit::theme;

use super::actor;
use super::motion::Motion;
use super::overlay::{MarkKind, Overlays};
use super::paint::Paint;
use super::place::Place;
use super::source::BoardSource;
use super::view::View;

/// Larger boards are shown flat.
const MOST_CELLS: usize = 2_500;

/// Half the width and half the height of a block's top, in sides of a flat cell.
const HALF: Vec2 = vec2(0.62, 0.31);

/// How much a step of height goes up, in sides of a flat cell; less on very high boards.
const RISE: f32 = 0.34;

/// What is seen of a block of height 0, in steps of height.
const BASE: f32 = 0.7;

/// The heights of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    size: Size,
    heights: Vec<u8>,
    highest: u8,
    rise: f32,
}

impl Solid {
    /// The board's heights; `None` if it is too large to be shown so.
    pub fn of(source: &dyn BoardSource) -> Option<Self> {
        let size = source.info().size;
        if size.area() > MOST_CELLS || size.area() == 0 {
            return None;
        }
        let heights = size
            .cells()
            .map(|cell| source.look(cell).height.unwrap_or(0));
        let heights: Vec<u8> = heights.collect();
        let highest = heights.iter().copied().max().unwrap_or(0);
        // The highest block is not higher than the board is wide.
        let wide = HALF.x * (size.rows + size.cols) as f32;
        let rise = RISE.min(0.8 * wide / f32::from(highest.max(1)));
        Some(Self {
            size,
            heights,
            highest,
            rise,
        })
    }

    /// The flat board that takes as much room.
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

    fn height(&self, cell: Cell) -> f32 {
        let index = cell.row * self.size.cols + cell.col;
        f32::from(self.heights.get(index).copied().unwrap_or(0))
    }

    fn frame(&self, view: &View, canvas: Rect) -> Projection {
        let room = self.room();
        let spare = vec2(room.cols as f32, room.rows as f32) - self.extent();
        let side = view.cell();
        let up = self.rise * f32::from(self.highest) + 0.5;
        let corner = vec2(HALF.x * self.size.rows as f32, up) + spare / 2.0;
        Projection {
            corner: view.corner(canvas) + side * corner,
            side,
            rise: self.rise,
        }
    }

    /// The place at a point on screen: the block that is seen there.
    pub fn place_at(&self, view: &View, canvas: Rect, point: Pos2) -> Place {
        let projection = self.frame(view, canvas);
        // The nearest blocks hide what lies behind.
        let mut cells: Vec<Cell> = self.size.cells().collect();
        cells.sort_by_key(|cell| std::cmp::Reverse(cell.row + cell.col));
        let hit = cells.into_iter().find(|cell| {
            let outline = projection.outline(*cell, self.height(*cell));
            holds(&outline, point)
        });
        hit.map_or_else(|| projection.beyond(point, self.size), Place::from)
    }

    /// Where the top of a cell is on screen.
    pub fn bounds(&self, view: &View, canvas: Rect, cell: Cell) -> Rect {
        let top = self.frame(view, canvas).top(cell, self.height(cell));
        Rect::from_points(&top)
    }

    /// Ready to be drawn.
    pub fn scene<'a>(&'a self, view: &View, paint: &'a Paint<'a>, motion: &'a Motion) -> Scene<'a> {
        Scene {
            solid: self,
            projection: self.frame(view, paint.canvas),
            paint,
            motion,
        }
    }
}

/// From rows, columns and heights to the screen.
#[derive(Clone, Copy, Debug)]
struct Projection {
    /// Where the board's first corner is, at height 0.
    corner: Pos2,
    side: f32,
    rise: f32,
}

impl Projection {
    fn at(&self, row: f32, col: f32, height: f32) -> Pos2 {
        let x = HALF.x * (col - row);
        let y = HALF.y * (col + row) - self.rise * height;
        self.corner + self.side * vec2(x, y)
    }

    /// The corners of a block's top: back, right, front, left.
    fn top(&self, cell: Cell, height: f32) -> [Pos2; 4] {
        let (row, col) = (cell.row as f32, cell.col as f32);
        [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]
            .map(|(down, along)| self.at(row + down, col + along, height))
    }

    fn middle(&self, cell: Cell, height: f32) -> Pos2 {
        self.at(cell.row as f32 + 0.5, cell.col as f32 + 0.5, height)
    }

    /// How much lower the foot of a block is than its top.
    fn down(&self, height: f32) -> Vec2 {
        vec2(0.0, self.side * self.rise * (height + BASE))
    }

    /// Top and both sides of a block that are seen, as one outline.
    fn outline(&self, cell: Cell, height: f32) -> [Pos2; 6] {
        let [back, right, front, left] = self.top(cell, height);
        let down = self.down(height);
        [back, right, right + down, front + down, left + down, left]
    }

    /// A place that is not on the board, for a point beside all blocks.
    fn beyond(&self, point: Pos2, size: Size) -> Place {
        let at = (point - self.corner) / self.side;
        let (difference, sum) = (at.x / HALF.x, at.y / HALF.y);
        let (row, col) = ((sum - difference) / 2.0, (sum + difference) / 2.0);
        let place = Place::new(row.floor() as isize, col.floor() as isize);
        match place.on(size) {
            // Behind the foot of a block there is nothing to be meant.
            Some(_) => Place::new(-1, place.col),
            None => place,
        }
    }

    /// From the middle of a block's top to that of the next one ahead.
    fn ahead(&self, actor: Heading) -> Vec2 {
        let (row, col) = [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)][actor.index()];
        self.at(row, col, 0.0) - self.corner
    }
}

/// Whether a convex outline, clockwise on screen, holds a point.
fn holds(outline: &[Pos2], point: Pos2) -> bool {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).all(|(from, to)| {
        let (along, there) = (*to - *from, point - *from);
        along.x * there.y - along.y * there.x >= 0.0
    })
}

/// A board of blocks about to be drawn.
pub struct Scene<'a> {
    solid: &'a Solid,
    projection: Projection,
    paint: &'a Paint<'a>,
    motion: &'a Motion,
}

impl Scene<'_> {
    /// Draws all, from the back to the front.
    pub fn paint(
        &self,
        source: &dyn BoardSource,
        overlays: &Overlays<'_>,
        hovered: Option<Cell>,
        cursor: Option<Cell>,
    ) {
        let mut cells: Vec<Cell> = self.solid.size.cells().collect();
        cells.sort_by_key(|cell| (cell.row + cell.col, cell.row));
        let looks: Vec<(Cell, CellLook)> = cells
            .into_iter()
            .map(|cell| (cell, source.look(cell)))
            .collect();
        let walker = looks
            .iter()
            .find_map(|(cell, look)| Some((*cell, look.actor?)));
        // Who walks is drawn with the nearer of both blocks.
        let near = walker.map(|(to, _)| match self.motion.walk() {
            Some((from, _)) if from.row + from.col > to.row + to.col => from,
            _ => to,
        });
        for (cell, look) in &looks {
            self.block(*cell, look);
            self.over(*cell, overlays, hovered, cursor);
            if let Some((to, actor)) = walker.filter(|_| near == Some(*cell)) {
                self.actor(to, actor);
            }
        }
        self.numbers(hovered);
        if overlays.finished {
            self.rim();
        }
    }

    fn block(&self, cell: Cell, look: &CellLook) {
        let painter = self.paint.painter;
        let height = self.solid.height(cell);
        let top = self.projection.top(cell, height);
        let colors = self.paint.colors;
        if look.tone == Tone::Hole {
            let edge = Stroke::new(1.0, colors.line.gamma_multiply(0.7));
            painter.add(Shape::closed_line(top.to_vec(), edge));
            return;
        }
        let ground = theme::tone(look.tone, self.paint.dark);
        let [_, right, front, left] = top;
        let down = self.projection.down(height);
        let edge = Stroke::new(1.0, shade(ground.fill, 0.45));
        for (from, to, light) in [(left, front, 0.78), (front, right, 0.6)] {
            let side = vec![from, to, to + down, from + down];
            painter.add(Shape::convex_polygon(side, shade(ground.fill, light), edge));
        }
        // Steps can be counted at the edges.
        for step in 1..look.height.unwrap_or(0).min(12) {
            let by = vec2(
                0.0,
                self.projection.side * self.projection.rise * f32::from(step),
            );
            let line = Stroke::new(0.7, shade(ground.fill, 0.45).gamma_multiply(0.6));
            painter.line(vec![left + by, front + by, right + by], line);
        }
        painter.add(Shape::convex_polygon(top.to_vec(), ground.fill, edge));
        let middle = self.projection.middle(cell, height);
        if look.marks.right && look.actor.is_none() {
            let radius = self.projection.side * HALF * 0.62;
            painter.add(Shape::ellipse_stroke(
                middle,
                radius,
                Stroke::new(2.0, ground.ink),
            ));
        }
        // The height itself is seen.
        let number = look
            .height
            .map_or(String::new(), |height| height.to_string());
        let glyph = look
            .glyph
            .strip_prefix(number.as_str())
            .unwrap_or(&look.glyph);
        if !glyph.is_empty() && look.actor.is_none() && self.projection.side >= 16.0 {
            let size = (0.5 * self.projection.side).clamp(8.0, 40.0).round();
            let font = FontId::proportional(size);
            painter.text(middle, Align2::CENTER_CENTER, glyph, font, ground.ink);
        }
    }

    /// Marks, selection, pointer and cursor of a cell, before nearer blocks hide them.
    fn over(
        &self,
        cell: Cell,
        overlays: &Overlays<'_>,
        hovered: Option<Cell>,
        cursor: Option<Cell>,
    ) {
        let colors = self.paint.colors;
        let selected = overlays.selection.is_some_and(|span| {
            let at = Place::from(cell);
            let corner = span.corner;
            Place::new(at.row - corner.row, at.col - corner.col)
                .on(span.size)
                .is_some()
        });
        if selected {
            self.ring(cell, Stroke::new(2.0, colors.selection), 0.16);
        }
        for mark in overlays.marks.iter().filter(|mark| mark.cell == cell) {
            let (color, sign) = match mark.kind {
                MarkKind::Hint => (colors.accent, ">"),
                MarkKind::Problem => (colors.bad, "!"),
                MarkKind::Doubt => (colors.doubt, "?"),
                MarkKind::Right => (colors.good, "+"),
                MarkKind::Wrong => (colors.bad, "×"),
                MarkKind::Reason | MarkKind::Pattern(_) => (colors.path, "i"),
            };
            self.ring(cell, Stroke::new(2.5, color), 0.1);
            let [back, ..] = self.projection.top(cell, self.solid.height(cell));
            let at = back + vec2(0.0, 0.2 * self.projection.side);
            let font = FontId::proportional((0.26 * self.projection.side).clamp(8.0, 18.0));
            let painter = self.paint.painter;
            painter.text(at, Align2::CENTER_CENTER, sign, font, color);
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
        self.paint
            .painter
            .add(Shape::convex_polygon(top, fill, stroke));
    }

    fn actor(&self, to: Cell, actor: Heading) {
        let end = self.projection.middle(to, self.solid.height(to));
        let foot = match self.motion.walk() {
            Some((from, part)) => {
                let (low, high) = (self.solid.height(from), self.solid.height(to));
                let start = self.projection.middle(from, low);
                // Between heights it jumps.
                let hop = if low == high {
                    0.0
                } else {
                    0.4 * self.projection.side
                };
                let up = hop * (std::f32::consts::PI * part).sin();
                start.lerp(end, part) - vec2(0.0, up)
            }
            None => end,
        };
        let ahead = self.projection.ahead(actor);
        let (painter, side) = (self.paint.painter, self.projection.side);
        actor::solid(painter, foot, side, ahead, self.paint.colors);
    }

    /// Row and column numbers along the edges in front.
    fn numbers(&self, hovered: Option<Cell>) {
        let Size { rows, cols } = self.solid.size;
        let font = FontId::proportional(theme::text::SMALL - 1.0);
        let foot = self.projection.down(0.0) + vec2(0.0, 7.0);
        let colors = self.paint.colors;
        let color = |strong: bool| if strong { colors.text } else { colors.weak };
        let every = if self.projection.side < 14.0 { 5 } else { 1 };
        let shown = |index: usize| every == 1 || (index + 1).is_multiple_of(every);
        for row in (0..rows).filter(|row| shown(*row)) {
            let at = self.projection.at(row as f32 + 0.5, cols as f32, 0.0) + foot + vec2(6.0, 0.0);
            let strong = hovered.is_some_and(|cell| cell.row == row);
            let (text, font) = ((row + 1).to_string(), font.clone());
            let painter = self.paint.painter;
            painter.text(at, Align2::CENTER_CENTER, text, font, color(strong));
        }
        for col in (0..cols).filter(|col| shown(*col)) {
            let at = self.projection.at(rows as f32, col as f32 + 0.5, 0.0) + foot - vec2(6.0, 0.0);
            let strong = hovered.is_some_and(|cell| cell.col == col);
            let (text, font) = ((col + 1).to_string(), font.clone());
            let painter = self.paint.painter;
            painter.text(at, Align2::CENTER_CENTER, text, font, color(strong));
        }
    }

    /// All is as it should be.
    fn rim(&self) {
        let Size { rows, cols } = self.solid.size;
        let (rows, cols) = (rows as f32, cols as f32);
        let corner =
            |row: f32, col: f32| self.projection.at(row, col, 0.0) + self.projection.down(0.0);
        let points = vec![
            pos2(0.0, 0.0) + corner(rows, 0.0).to_vec2(),
            corner(rows, cols),
            corner(0.0, cols),
        ];
        let stroke = Stroke::new(3.0, self.paint.colors.good);
        self.paint.painter.line(points, stroke);
    }
}

/// A colour in less light.
fn shade(color: Color32, light: f32) -> Color32 {
    let [red, green, blue, alpha] = color.to_array();
    let part = |value: u8| (f32::from(value) * light) as u8;
    Color32::from_rgba_premultiplied(part(red), part(green), part(blue), alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FnBoard;
    use crate::game::BoardInfo;

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
        for size in [Size::new(8, 8), Size::new(1, 5), Size::new(6, 2)] {
            let solid = Solid::of(&Hills(size)).expect("is small");
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
                    other.row + other.col > cell.row + cell.col
                        && holds(&projection.outline(other, solid.height(other)), middle)
                });
                let place = solid.place_at(&view, CANVAS, middle);
                assert_eq!(place == cell.into(), !hidden, "{cell}");
                let front = projection.top(cell, solid.height(cell))[2];
                let below = solid.place_at(&view, CANVAS, front + vec2(0.0, 1.0));
                let seen = below.on(size).expect("the foot of some block");
                assert!(seen.row + seen.col >= cell.row + cell.col);
            }
            let outside = solid.place_at(&view, CANVAS, CANVAS.min);
            assert_eq!(outside.on(size), None);
        }
    }

    #[test]
    fn large_boards_stay_flat() {
        assert!(Solid::of(&Hills(Size::new(60, 60))).is_none());
        let flat = FnBoard {
            board: Hills(Size::new(2, 2)).info(),
            look: |_| CellLook::new("", Tone::Empty, "empty"),
        };
        assert!(!flat.has_heights());
    }
}
