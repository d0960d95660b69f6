//! Drawing of a board as blocks, from back to front.

use egui::{Align2, Color32, FontId, Pos2, Shape, Stroke, vec2};

use crate::game::{Cell, CellStyle, Heading, Size, Tone};
use crate::kit::sprites::Layer;
use crate::kit::theme;

use super::actor;
use super::isometric::{HALF_TOP, Projection, Solid, contains};
use super::marks::MarkKind;
use super::motion::Motion;
use super::overlay::Overlays;
use super::paint::{Paint, labelled};
use super::source::BoardSource;
use super::view::CanvasView;

/// Opacity of a block that would hide something.
const CLEAR_OPACITY: f32 = 0.22;

pub struct BlockScene<'a> {
    solid: &'a Solid,
    projection: Projection,
    paint: &'a Paint<'a>,
    motion: &'a Motion,
}

impl<'a> BlockScene<'a> {
    pub fn new(
        solid: &'a Solid,
        view: &CanvasView,
        paint: &'a Paint<'a>,
        motion: &'a Motion,
    ) -> Self {
        Self {
            solid,
            projection: solid.projection(view, paint.canvas),
            paint,
            motion,
        }
    }

    pub fn paint(
        &self,
        source: &dyn BoardSource,
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
            Some((from, ..)) if self.solid.depth(from) > self.solid.depth(to) => from,
            _ => to,
        });
        let points = self.must_stay_visible(&styles);
        for (cell, style) in &styles {
            self.block(*cell, style, self.hides(*cell, &points));
            if self.solid.display.heights {
                self.height(*cell, style);
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

    fn hides(&self, cell: Cell, points: &[(Cell, Pos2)]) -> bool {
        let outline = self.projection.outline(cell, self.solid.height(cell));
        let depth = self.solid.depth(cell);
        let mut points = points.iter();
        points.any(|(other, at)| self.solid.depth(*other) < depth && contains(&outline, *at))
    }

    fn height(&self, cell: Cell, style: &CellStyle) {
        let height = self.solid.height(cell);
        let side = self.projection.side;
        if style.tone == Tone::Hole || side < 14.0 {
            return;
        }
        let [.., front, _] = self.projection.top(cell, height);
        let at = front.lerp(self.projection.middle(cell, height), 0.6);
        let size = (0.24 * side).clamp(8.0, 20.0);
        self.text(at, height, size, self.tone(style).ink);
    }

    fn text(&self, at: Pos2, text: impl ToString, size: f32, color: Color32) {
        let font = FontId::proportional(size);
        let painter = self.paint.painter;
        painter.text(at, Align2::CENTER_CENTER, text, font, color);
    }

    fn tone(&self, style: &CellStyle) -> theme::ToneColors {
        let art = style.picture(self.paint.letters);
        theme::tone(
            art.map_or(style.tone, |art| art.background),
            self.paint.dark,
        )
    }

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
        for (from, to, light) in [(left, front, 0.78), (front, right, 0.6)] {
            let side = vec![from, to, to + down, from + down];
            painter.add(Shape::convex_polygon(side, shade(tone.fill, light), edge));
        }
        // Lines at the edges show the steps of the height.
        for step in 1..style.height.unwrap_or(0).min(12) {
            let rise = self.projection.side * self.projection.rise;
            let by = vec2(0.0, rise * f32::from(step));
            let line = Stroke::new(0.7, shade(tone.fill, 0.45).gamma_multiply(0.6));
            painter.line(vec![left + by, front + by, right + by], line);
        }
        painter.add(Shape::convex_polygon(top.to_vec(), tone.fill, edge));
        if let Some(sprite) = art.and_then(|art| art.fixed) {
            let mut layer = Layer::new(painter.ctx(), self.paint.dark, self.projection.side);
            layer.add(sprite, style.tone, [back, right, front, left], 0, 1.0);
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
            self.text(middle, glyph, size, tone.ink);
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
        if overlays
            .selection
            .is_some_and(|span| span.contains(cell.into()))
        {
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
            let side = self.projection.side;
            let size = (0.26 * side).clamp(8.0, 18.0);
            self.text(back + vec2(0.0, 0.2 * side), sign, size, color);
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

    fn actor(&self, to: Cell, actor: Heading) {
        let end = self.projection.middle(to, self.solid.height(to));
        let mut ahead = self.projection.ahead(actor);
        let foot = match self.motion.walk() {
            Some((from, heading, part)) => {
                let before = self.projection.ahead(heading);
                ahead = before + (ahead - before) * part;
                let (low, high) = (self.solid.height(from), self.solid.height(to));
                let start = self.projection.middle(from, low);
                // Between different heights the actor jumps.
                let hop = if low == high { 0.0 } else { 0.4 };
                let up = hop * self.projection.side * (std::f32::consts::PI * part).sin();
                start.lerp(end, part) - vec2(0.0, up)
            }
            None => end,
        };
        let (painter, side) = (self.paint.painter, self.projection.side);
        actor::draw_on_block(painter, foot, side, ahead, self.paint.colors);
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
            self.text(
                at + foot + outward,
                index + 1,
                theme::text::SMALL - 1.0,
                color,
            );
        };
        let every = if self.projection.side < 14.0 { 5 } else { 1 };
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
