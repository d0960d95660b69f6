//! How cells are drawn: grounds in one mesh, glyphs from shared galleys, less detail when small.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use egui::epaint::TextShape;
use egui::{Align2, Color32, FontId, Galley, Mesh, Painter, Pos2, Rect, Shape, Vec2, pos2, vec2};
use rustc_hash::FxHashMap;

use crate::game::{Cell, CellLook, LineNote, Marks, Tone};

use super::actor;
use super::icons::Icon;
use super::motion::{GLYPH_CELL, Motion};
use super::place::Place;
use super::source::BoardSource;
use super::view::{Lines, MARGIN};
use crate::kit::sprites::{self, Layer};
use crate::kit::theme::{self, Colors};

/// Cells smaller than this show no signs in their corners.
const SIGN_CELL: f32 = 20.0;

/// Cells smaller than this have no lines between them.
const LINE_CELL: f32 = 5.0;

/// More cells than this are drawn as one picture, a pixel a cell.
const MESH_CELLS: usize = 16_384;

/// What all painting on a canvas needs.
pub struct Paint<'a> {
    /// Clipped to the canvas.
    pub painter: &'a Painter,
    /// Cell edges.
    pub lines: Lines,
    /// The canvas.
    pub canvas: Rect,
    /// Colours by what they are for.
    pub colors: &'static Colors,
    /// Whether the dark theme is on.
    pub dark: bool,
    /// Letters instead of pictures.
    pub letters: bool,
}

/// Rows and columns in sight.
pub type Visible = (Range<usize>, Range<usize>);

/// Whether a board with so much in sight is drawn as a picture.
pub fn as_picture(cell: f32, visible: &Visible) -> bool {
    cell < LINE_CELL || visible.0.len() * visible.1.len() > MESH_CELLS
}

impl Paint<'_> {
    /// Draws the cells in sight, glyphs and signs included; what `below` draws lies between their
    /// grounds and their glyphs.
    pub fn cells(
        &self,
        source: &dyn BoardSource,
        visible: &Visible,
        motion: &Motion,
        below: impl FnOnce(),
    ) {
        let (rows, cols) = visible;
        let lines = &self.lines;
        let gap = if lines.cell() >= LINE_CELL {
            lines.pixel()
        } else {
            0.0
        };
        let xs: Vec<f32> = (cols.start..=cols.end)
            .map(|col| lines.x(col as isize))
            .collect();
        let ys: Vec<f32> = (rows.start..=rows.end)
            .map(|row| lines.y(row as isize))
            .collect();
        let mut grounds = Mesh::default();
        grounds.reserve_vertices(4 * rows.len() * cols.len() + 4);
        grounds.reserve_triangles(2 * rows.len() * cols.len() + 2);
        if let (Some(left), Some(right), Some(top), Some(bottom)) =
            (xs.first(), xs.last(), ys.first(), ys.last())
        {
            // The lines are what of this ground the cells leave free, one pixel wide.
            let board = Rect::from_min_max(pos2(left - gap, top - gap), pos2(*right, *bottom));
            grounds.add_colored_rect(board, self.colors.line);
        }
        let mut glyphs = Glyphs::new(self);
        let ctx = self.painter.ctx();
        let [mut fixed, mut pieces] = [(); 2].map(|()| Layer::new(ctx, self.dark, lines.cell()));
        let mut actors = Vec::new();
        for (y, row) in ys.windows(2).zip(rows.clone()) {
            for (x, col) in xs.windows(2).zip(cols.clone()) {
                let cell = Cell { row, col };
                let look = source.look(cell);
                let square = Rect::from_min_max(pos2(x[0], y[0]), pos2(x[1] - gap, y[1] - gap));
                self.ground(&mut grounds, square, &look, 1.0);
                if look
                    .art
                    .is_none_or(|art| self.letters || art.piece.is_none())
                {
                    actors.extend(look.actor.map(|actor| (square, actor)));
                }
                let mut draw = |look: &CellLook, opacity: f32| {
                    let Some(art) = look.art.filter(|_| !self.letters) else {
                        return;
                    };
                    if let Some(sprite) = art.fixed {
                        fixed.add(sprite, look.tone, sprites::corners(square), 0, opacity);
                    }
                    if let Some(sprite) = art.piece {
                        let walk = motion.walk().filter(|_| look.actor.is_some());
                        let away = walk.map_or(Vec2::ZERO, |(from, part)| {
                            (lines.rect(from).min - square.min) * (1.0 - part)
                        });
                        let corners = sprites::corners(square.translate(away));
                        let turned = sprites::quarters(look);
                        pieces.add(sprite, look.tone, corners, turned, opacity);
                    }
                };
                match motion.fade(cell) {
                    None => {
                        draw(&look, 1.0);
                        glyphs.add(square, &look, 0.0, 1.0);
                    }
                    Some((from, progress)) => {
                        self.ground(&mut grounds, square, from, 1.0 - progress);
                        if from.art == look.art && from.tone == look.tone {
                            draw(&look, 1.0);
                        } else if from.actor.is_some() || look.actor.is_some() {
                            // Whoever walks is not seen twice.
                            draw(&look, 1.0);
                        } else {
                            draw(from, 1.0 - progress);
                            draw(&look, progress);
                        }
                        if from.glyph == look.glyph {
                            glyphs.add(square, &look, 0.0, 1.0);
                        } else {
                            let away = 0.4 * square.height();
                            glyphs.add(square, from, -away * progress, 1.0 - progress);
                            glyphs.add(square, &look, away * (1.0 - progress), progress);
                        }
                    }
                }
            }
        }
        let (shapes, signs) = (glyphs.shapes, glyphs.signs);
        self.painter.add(Shape::mesh(grounds));
        self.painter.extend(fixed.into_shapes());
        below();
        self.painter.extend(pieces.into_shapes());
        self.painter.extend(shapes);
        for (sign, center, side, ink) in signs {
            let square = Rect::from_center_size(center, Vec2::splat(side));
            sign.paint(self.painter, square, ink);
        }
        for (square, who) in actors {
            let walk = motion.walk().map(|(from, part)| (lines.rect(from), part));
            let middle = walk.map_or(square.center(), |(from, part)| {
                from.center().lerp(square.center(), part)
            });
            actor::flat(self.painter, middle, lines.cell(), who, self.colors);
        }
    }

    fn ground(&self, mesh: &mut Mesh, square: Rect, look: &CellLook, opacity: f32) {
        let art = look.art.filter(|_| !self.letters);
        let tone = art.map_or(look.tone, |art| art.ground);
        let fill = theme::tone(tone, self.dark).fill;
        // A hole is no cell: not even its lines are drawn.
        let rect = if tone == Tone::Hole {
            square.expand(self.lines.pixel())
        } else {
            square
        };
        mesh.add_colored_rect(rect, fill.gamma_multiply(opacity));
        if look.marks.wrong && square.height() >= LINE_CELL * 2.0 {
            let width = (square.height() / 12.0).clamp(self.lines.pixel(), 3.0);
            frame(mesh, square, width, self.colors.bad.gamma_multiply(opacity));
        }
    }

    /// Draws row and column numbers beside the board, or at the canvas's edge where the board
    /// goes beyond it.
    pub fn coordinates(
        &self,
        visible: &Visible,
        hovered: Option<Place>,
        cursor: Option<Cell>,
        size: crate::game::Size,
    ) {
        let (rows, cols) = visible;
        if rows.is_empty() || cols.is_empty() {
            return;
        }
        let lines = &self.lines;
        let left = lines.x(0).max(self.canvas.left() + MARGIN.x);
        let top = lines.y(0).max(self.canvas.top() + MARGIN.y);
        let covers = |edge: f32, room: f32| edge < room;
        let ground = self.colors.canvas.gamma_multiply(0.92);
        if covers(lines.y(0), self.canvas.top() + MARGIN.y) {
            let strip = Rect::from_min_max(self.canvas.min, pos2(self.canvas.right(), top));
            self.painter.rect_filled(strip, 0.0, ground);
        }
        if covers(lines.x(0), self.canvas.left() + MARGIN.x) {
            let strip = Rect::from_min_max(self.canvas.min, pos2(left, self.canvas.bottom()));
            self.painter.rect_filled(strip, 0.0, ground);
        }
        let font = FontId::proportional(theme::text::SMALL - 1.0);
        let marked = |at: usize, hovered: Option<isize>, cursor: Option<usize>| {
            hovered == Some(at as isize) || cursor == Some(at)
        };
        let number = |at: usize, strong: bool, pos: Pos2, anchor: Align2| {
            let color = if strong {
                self.colors.text
            } else {
                self.colors.weak
            };
            self.painter
                .text(pos, anchor, (at + 1).to_string(), font.clone(), color);
        };
        let digits = |count: usize| count.to_string().len() as f32;
        let every_col = stride(lines.cell(), 8.0 + 7.0 * digits(size.cols));
        let every_row = stride(lines.cell(), 15.0);
        for col in cols.clone() {
            let x = (lines.x(col as isize) + lines.x(col as isize + 1)) / 2.0;
            let strong = marked(col, hovered.map(|at| at.col), cursor.map(|at| at.col));
            if x >= left && labelled(col, every_col) {
                number(col, strong, pos2(x, top - 5.0), Align2::CENTER_BOTTOM);
            }
        }
        for row in rows.clone() {
            let y = (lines.y(row as isize) + lines.y(row as isize + 1)) / 2.0;
            let strong = marked(row, hovered.map(|at| at.row), cursor.map(|at| at.row));
            if y >= top && labelled(row, every_row) {
                number(row, strong, pos2(left - 6.0, y), Align2::RIGHT_CENTER);
            }
        }
    }
}

impl Paint<'_> {
    /// Draws what stands beside rows and columns: right of the board and below it.
    pub fn notes(&self, notes: &[LineNote], size: crate::game::Size) {
        let lines = &self.lines;
        if lines.cell() < 11.0 {
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
                (
                    pos2(lines.x(size.cols as isize) + 6.0, y),
                    Align2::LEFT_CENTER,
                )
            };
            let text = format!("{}{sign}", note.text);
            self.painter.text(pos, anchor, text, font.clone(), color);
        }
    }
}

/// Every how many rows or columns a number is drawn, so that `room` points suffice for each.
fn stride(cell: f32, room: f32) -> usize {
    let mut step = 1;
    for factor in [2, 5, 10, 20, 50, 100, 200, 500, 1000] {
        if step as f32 * cell >= room {
            break;
        }
        step = factor;
    }
    step
}

/// The first is numbered always, then every full multiple.
fn labelled(index: usize, stride: usize) -> bool {
    stride == 1 || (index + 1).is_multiple_of(stride)
}

/// A frame just inside `rect`, as part of a mesh.
pub fn frame(mesh: &mut Mesh, rect: Rect, width: f32, color: Color32) {
    let Rect { min, max } = rect;
    let (inner_top, inner_bottom) = (min.y + width, max.y - width);
    let mut add = |a: Pos2, b: Pos2| mesh.add_colored_rect(Rect::from_min_max(a, b), color);
    add(min, pos2(max.x, inner_top));
    add(pos2(min.x, inner_bottom), max);
    add(pos2(min.x, inner_top), pos2(min.x + width, inner_bottom));
    add(pos2(max.x - width, inner_top), pos2(max.x, inner_bottom));
}

/// The sign of a cell beyond its glyph, drawn in its lower right corner.
fn sign(marks: Marks) -> Option<Icon> {
    match marks {
        Marks { wrong: true, .. } => Some(Icon::Cross),
        Marks { right: true, .. } => Some(Icon::Check),
        Marks { .. } => None,
    }
}

/// Collects glyphs; each text is laid out once a frame.
struct Glyphs<'a> {
    paint: &'a Paint<'a>,
    shapes: Vec<Shape>,
    galleys: FxHashMap<(Cow<'static, str>, u32), Arc<Galley>>,
    signs: Vec<(Icon, Pos2, f32, Color32)>,
    size: f32,
}

impl<'a> Glyphs<'a> {
    fn new(paint: &'a Paint<'a>) -> Self {
        Self {
            paint,
            shapes: Vec::new(),
            galleys: FxHashMap::default(),
            signs: Vec::new(),
            size: paint.lines.cell(),
        }
    }

    fn add(&mut self, square: Rect, look: &CellLook, down: f32, opacity: f32) {
        if self.size < GLYPH_CELL {
            return;
        }
        let ink = theme::tone(look.tone, self.paint.dark).ink;
        let art = look.art.filter(|_| !self.paint.letters);
        if let (Some(height), Some(_)) = (look.height, art) {
            let center = square.min + Vec2::splat(0.17 * self.size);
            let size = 0.26 * self.size;
            self.text(height.to_string().into(), size, center, ink, opacity);
        }
        if !look.glyph.is_empty() && art.is_none_or(|art| art.glyph) {
            let letters = look.glyph.chars().count() as f32;
            let size = (0.54 * self.size).min(1.4 * self.size / letters.max(1.0));
            // Beside who stands there.
            let (size, center) = match look.actor.filter(|_| art.is_none()) {
                Some(_) => (0.55 * size, square.min + Vec2::splat(0.2 * self.size)),
                None => (size, square.center()),
            };
            let center = center + vec2(0.0, down);
            self.text(look.glyph.clone(), size, center, ink, opacity);
        }
        if self.size >= SIGN_CELL {
            let ink = ink.gamma_multiply(0.7 * opacity);
            let side = (0.17 * self.size).clamp(5.0, 10.0);
            let corner = square.max - Vec2::splat(0.9 * side);
            if let Some(sign) = sign(look.marks) {
                self.signs.push((sign, corner, side, ink));
            }
            if look.marks.given {
                // Given cells have a bar along their foot.
                let bar = Rect::from_min_max(
                    pos2(square.left(), square.bottom() - 0.08 * self.size),
                    square.max,
                );
                self.shapes.push(Shape::rect_filled(bar, 0.0, ink));
            }
        }
    }

    fn text(&mut self, text: Cow<'static, str>, size: f32, center: Pos2, ink: Color32, alpha: f32) {
        // Whole points below 32 and even ones above: zooming fills the font's atlas with few
        // sizes.
        let size = if size < 32.0 {
            size.round().max(5.0)
        } else {
            2.0 * (size / 2.0).round()
        };
        let painter = self.paint.painter;
        let galley = self
            .galleys
            .entry((text, size as u32))
            .or_insert_with_key(|(text, _)| {
                let font = FontId::proportional(size);
                painter.layout_no_wrap(text.to_string(), font, Color32::PLACEHOLDER)
            })
            .clone();
        // Centred by what is inked, not by the line's height.
        let pos = center - galley.mesh_bounds.center().to_vec2();
        let mut shape = TextShape::new(pos, galley, ink);
        shape.opacity_factor = alpha;
        self.shapes.push(Shape::Text(shape));
    }
}

/// Smallest side of a frame that is to catch the eye, in points.
const LEAST_RING: f32 = 10.0;

/// Around a cell that is too small to be seen as one: large enough for the eye to find.
pub(super) fn in_view(rect: Rect) -> Rect {
    rect.expand(0.5 * (LEAST_RING - rect.width()).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_the_margin_keep_their_distance() {
        assert_eq!(stride(32.0, 22.0), 1);
        assert_eq!(stride(9.0, 22.0), 5);
        assert_eq!(stride(4.0, 22.0), 10);
        assert_eq!(stride(1.0, 22.0), 50);
        assert!(labelled(0, 1) && labelled(9, 5) && !labelled(0, 5));
    }
}
