//! Drawing of cells: backgrounds in one mesh, sprites in layers, glyphs from shared galleys, with less detail at small
//! sizes. Changes drop in or fade. Pieces between cells: animated, or dragged by the user.

use std::borrow::Cow;
use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use egui::epaint::TextShape;
use egui::{
    Color32, FontId, Galley, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2,
};
use rustc_hash::FxHashMap;

use super::icons::Icon;
use super::motion::{GLYPH_CELL, Motion};
use super::paint::{MIN_LINE_CELL, Paint, Visible, frame};
use super::source::BoardSource;
use crate::game::{Art, Cell, CellStyle, Heading, Marks, Sprite, Tone};
use crate::kit::sprites::{self, Layer};
use crate::kit::theme::{self, Colors};

impl Paint<'_> {
    /// Draws the visible cells. `below` draws between their backgrounds and their pieces.
    pub fn cells(
        &self,
        source: &BoardSource<'_>,
        visible: &Visible,
        motion: &Motion,
        below: impl FnOnce(),
    ) {
        let (rows, cols) = visible;
        let lines = &self.lines;
        let has_lines = lines.cell() >= MIN_LINE_CELL;
        let gap = if has_lines { lines.pixel() } else { 0.0 };
        let xs: Vec<f32> = (cols.start..=cols.end)
            .map(|col| lines.x(col as isize))
            .collect();
        let ys: Vec<f32> = (rows.start..=rows.end)
            .map(|row| lines.y(row as isize))
            .collect();
        let mut batch = CellBatch::new(self);
        // One rectangle for each cell, and one behind all.
        let rect_count = rows.len() * cols.len() + 1;
        batch.backgrounds.reserve_vertices(4 * rect_count);
        batch.backgrounds.reserve_triangles(2 * rect_count);
        if let (Some(left), Some(right), Some(top), Some(bottom)) =
            (xs.first(), xs.last(), ys.first(), ys.last())
        {
            // The lines are the parts of this background between the cells, one pixel wide.
            let board = Rect::from_min_max(pos2(left - gap, top - gap), pos2(*right, *bottom));
            batch.backgrounds.add_colored_rect(board, self.colors.line);
        }
        for (y, row) in ys.windows(2).zip(rows.clone()) {
            for (x, col) in xs.windows(2).zip(cols.clone()) {
                let cell = Cell { row, col };
                let style = match motion.until_arrival(cell) {
                    Some(under) => under.clone(),
                    None => source.style(cell),
                };
                // There are no lines between walls, or between pictures that belong together.
                let art = style.picture(self.letters);
                let is_seamless = |tone| matches!(tone, Tone::Wall | Tone::Hole | Tone::Level(_));
                let seamless = art.is_some_and(|art| is_seamless(art.background));
                let gap = if seamless { 0.0 } else { gap };
                let square = Rect::from_min_max(pos2(x[0], y[0]), pos2(x[1] - gap, y[1] - gap));
                let actor = self.actor_pose(motion, square, &style);
                match motion.transition(cell) {
                    None => {
                        batch.add_fixed(square, &style, Pose::REST);
                        batch.add_piece(square, &style, Pose::REST, actor);
                    }
                    Some(change) => batch.add_transition(square, &style, change, actor),
                }
            }
        }
        batch.paint(below);
        for piece in motion.moving_pieces() {
            let [from, to] = [piece.from, piece.to].map(|cell| self.lines.rect(cell).center());
            self.piece(from.lerp(to, piece.progress), piece.style);
        }
    }

    /// Pose of a cell's actor: at rest, or on its way here.
    fn actor_pose(&self, motion: &Motion, square: Rect, style: &CellStyle) -> Option<ActorPose> {
        let heading = style.actor?;
        let Some(walk) = motion.walk() else {
            return Some(ActorPose::at_rest(heading));
        };
        let offset = (self.lines.rect(walk.from).min - square.min) * (1.0 - walk.progress);
        let angle = angle(walk.heading, heading, walk.progress);
        Some(ActorPose { offset, angle })
    }

    fn background(&self, mesh: &mut Mesh, square: Rect, style: &CellStyle, opacity: f32) {
        let art = style.picture(self.letters);
        let tone = art.map_or(style.tone, |art| art.background);
        let fill = theme::tone(tone, self.dark).fill;
        // Holes hide their lines, too.
        let rect = match tone {
            Tone::Hole => square.expand(self.lines.pixel()),
            _ => square,
        };
        mesh.add_colored_rect(rect, fill.gamma_multiply(opacity));
        if style.marks.wrong && square.height() >= MIN_LINE_CELL * 2.0 {
            let width = (square.height() / 12.0).clamp(self.lines.pixel(), 3.0);
            let color = self.colors.bad.gamma_multiply(opacity);
            frame(mesh, square, width, color, [true; 4]);
        }
    }
}

#[derive(Clone, Copy)]
struct ActorPose {
    /// Offset from the middle of its cell, in points.
    offset: Vec2,
    /// Angle clockwise from up, in radians.
    angle: f32,
}

impl ActorPose {
    fn at_rest(heading: Heading) -> Self {
        Self {
            offset: Vec2::ZERO,
            angle: angle(heading, heading, 1.0),
        }
    }
}

/// Shapes of all cells, collected by kind and drawn in the order of the fields.
struct CellBatch<'a> {
    paint: &'a Paint<'a>,
    backgrounds: Mesh,
    /// Sprites that belong to the cells.
    fixed: Layer<'a>,
    /// Sprites of pieces, which move and turn.
    pieces: Layer<'a>,
    glyphs: Vec<Shape>,
    /// Signs for marks, with middle, side and colour.
    signs: Vec<(Icon, Pos2, f32, Color32)>,
    /// Laid out texts, by text and font size. Each is laid out once a frame.
    galleys: FxHashMap<(Cow<'static, str>, u32), Arc<Galley>>,
}

impl<'a> CellBatch<'a> {
    fn new(paint: &'a Paint<'a>) -> Self {
        let layer = || Layer::new(paint.painter.ctx(), paint.dark, paint.lines.cell());
        Self {
            paint,
            backgrounds: Mesh::default(),
            fixed: layer(),
            pieces: layer(),
            glyphs: Vec::new(),
            signs: Vec::new(),
            galleys: FxHashMap::default(),
        }
    }

    fn art(&self, style: &CellStyle) -> Option<Art> {
        style.picture(self.paint.letters)
    }

    fn add_fixed(&mut self, square: Rect, style: &CellStyle, pose: Pose) {
        let square = pose.apply(square);
        self.paint
            .background(&mut self.backgrounds, square, style, pose.opacity);
        self.add_fixed_sprite(square, style, pose.opacity);
    }

    fn add_fixed_sprite(&mut self, square: Rect, style: &CellStyle, opacity: f32) {
        if let Some((sprite, _)) = self.fixed_sprite(style) {
            let corners = sprites::corners(square);
            self.fixed.add(sprite, style.tone, corners, opacity);
        }
    }

    fn add_piece(&mut self, square: Rect, style: &CellStyle, pose: Pose, actor: Option<ActorPose>) {
        // An actor is no letter.
        let art = style.picture(self.paint.letters && style.actor.is_none());
        if let Some(sprite) = art.and_then(|art| art.piece) {
            let corners = corners(pose.apply(square), actor);
            self.pieces.add(sprite, style.tone, corners, pose.opacity);
        }
        self.add_glyphs(square, style, pose);
    }

    /// Adds a cell whose content appears or disappears, except for an actor, which moves to its cell.
    fn add_transition(
        &mut self,
        square: Rect,
        after: &CellStyle,
        (before, progress): (&CellStyle, f32),
        actor: Option<ActorPose>,
    ) {
        self.paint
            .background(&mut self.backgrounds, square, after, 1.0);
        self.paint
            .background(&mut self.backgrounds, square, before, 1.0 - progress);
        if self.fixed_sprite(before) != self.fixed_sprite(after) {
            self.add_fixed_sprite(square, before, 1.0 - progress);
            self.add_fixed_sprite(square, after, progress);
        } else {
            self.add_fixed_sprite(square, after, 1.0);
        }
        let old = Pose {
            size: 1.0 - 0.5 * progress,
            opacity: 1.0 - progress,
            ..Pose::REST
        };
        // New content drops in from above.
        let new = Pose {
            down: -0.35 * square.height() * (1.0 - progress),
            size: 1.5 - 0.5 * progress,
            opacity: progress,
        };
        let moves = before.actor.is_some() || after.actor.is_some();
        if moves || self.content(before) == self.content(after) {
            return self.add_piece(square, after, Pose::REST, actor);
        }
        self.add_piece(square, before, old, None);
        self.add_piece(square, after, new, None);
    }

    fn content<'l>(&self, style: &'l CellStyle) -> (Option<Sprite>, Tone, &'l str) {
        let art = self.art(style);
        let tone = art.map_or(Tone::Empty, |_| style.tone);
        (art.and_then(|art| art.piece), tone, &style.glyph)
    }

    fn fixed_sprite(&self, style: &CellStyle) -> Option<(Sprite, Tone)> {
        let sprite = self.art(style)?.fixed?;
        Some((sprite, style.tone))
    }

    fn paint(self, below: impl FnOnce()) {
        let painter = self.paint.painter;
        painter.add(Shape::mesh(self.backgrounds));
        painter.extend(self.fixed.into_shapes());
        below();
        painter.extend(self.pieces.into_shapes());
        painter.extend(self.glyphs);
        for (sign, center, side, ink) in self.signs {
            let square = Rect::from_center_size(center, Vec2::splat(side));
            sign.paint(painter, square, ink);
        }
    }
}

fn corners(square: Rect, actor: Option<ActorPose>) -> [Pos2; 4] {
    let Some(ActorPose { offset, angle }) = actor else {
        return sprites::corners(square);
    };
    let turn = egui::emath::Rot2::from_angle(angle);
    sprites::corners(square)
        .map(|corner| square.center() + offset + turn * (corner - square.center()))
}

impl Paint<'_> {
    /// Draws the piece of a cell, without the cell if it has a picture, centred at `middle`.
    pub fn piece(&self, middle: Pos2, style: &CellStyle) {
        let mut batch = CellBatch::new(self);
        let square = Rect::from_center_size(middle, Vec2::splat(self.lines.cell()));
        match batch.art(style) {
            Some(Art { piece: None, .. }) => batch.add_fixed_sprite(square, style, 1.0),
            None if !matches!(style.tone, Tone::Empty | Tone::Hole) => {
                batch.add_fixed(square, style, Pose::REST);
            }
            _ => {}
        }
        let actor = style.actor.map(ActorPose::at_rest);
        batch.add_piece(square, style, Pose::REST, actor);
        batch.paint(|| {});
    }
}

/// Smallest cells with signs in their corners, in points.
const MIN_SIGN_CELL: f32 = 20.0;

#[derive(Clone, Copy)]
struct Pose {
    /// Distance below its final place, in points.
    down: f32,
    /// Size, 1 at rest.
    size: f32,
    /// From 0 to 1.
    opacity: f32,
}

impl Pose {
    const REST: Self = Self {
        down: 0.0,
        size: 1.0,
        opacity: 1.0,
    };

    fn apply(self, square: Rect) -> Rect {
        let center = square.center() + vec2(0.0, self.down);
        Rect::from_center_size(center, self.size * square.size())
    }
}

/// Sign for the marks of a cell, drawn in its lower right corner.
fn mark_icon(marks: Marks) -> Option<Icon> {
    match marks {
        Marks { wrong: true, .. } => Some(Icon::Cross),
        Marks { right: true, .. } => Some(Icon::Check),
        Marks { .. } => None,
    }
}

impl CellBatch<'_> {
    fn add_glyphs(&mut self, square: Rect, style: &CellStyle, pose: Pose) {
        let (opacity, side) = (pose.opacity, self.paint.lines.cell());
        if side < GLYPH_CELL {
            return;
        }
        let ink = theme::tone(style.tone, self.paint.dark).ink;
        let art = self.art(style);
        if let (Some(height), Some(_)) = (style.height, art) {
            let center = square.min + Vec2::splat(0.17 * side);
            let size = 0.26 * side;
            self.add_text(height.to_string().into(), size, center, ink, opacity);
        }
        if !style.glyph.is_empty() && art.is_none_or(|art| art.glyph) {
            let letters = style.glyph.chars().count() as f32;
            let size = pose.size * (0.54 * side).min(1.4 * side / letters.max(1.0));
            // Smaller, next to the actor.
            let (size, center) = match style.actor.filter(|_| art.is_none()) {
                Some(_) => (0.55 * size, square.min + Vec2::splat(0.2 * side)),
                None => (size, square.center()),
            };
            let center = center + vec2(0.0, pose.down);
            self.add_text(style.glyph.clone(), size, center, ink, opacity);
        }
        if side >= MIN_SIGN_CELL {
            let ink = ink.gamma_multiply(0.7 * opacity);
            let sign_side = (0.17 * side).clamp(7.0, 10.0);
            let corner = square.max - Vec2::splat(0.9 * sign_side);
            if let Some(sign) = mark_icon(style.marks) {
                self.signs.push((sign, corner, sign_side, ink));
            }
            if style.marks.given {
                // Given cells have a short line near the bottom.
                let center = square.center_bottom() - vec2(0.0, 0.14 * side);
                let line = vec2(0.34 * side, (0.03 * side).max(1.5));
                let line = Rect::from_center_size(center, line);
                self.glyphs.push(Shape::rect_filled(line, 1.0, ink));
            }
        }
    }

    /// Adds a text, centred at a point.
    fn add_text(
        &mut self,
        text: Cow<'static, str>,
        size: f32,
        center: Pos2,
        ink: Color32,
        alpha: f32,
    ) {
        // Whole points below 32 and even ones above, so that zooming fills the font atlas with few sizes.
        let size = if size < 32.0 {
            size.round().max(5.0)
        } else {
            2.0 * (size / 2.0).round()
        };
        let painter = self.paint.painter;
        let layout = |(text, _): &(Cow<str>, u32)| {
            let font = FontId::proportional(size);
            painter.layout_no_wrap(text.to_string(), font, Color32::PLACEHOLDER)
        };
        let entry = self.galleys.entry((text, size as u32));
        let galley = entry.or_insert_with_key(layout).clone();
        // Centred by the glyphs' bounds instead of the line's height.
        let pos = center - galley.mesh_bounds.center().to_vec2();
        let mut shape = TextShape::new(pos, galley, ink);
        shape.opacity_factor = alpha;
        self.glyphs.push(Shape::Text(shape));
    }
}

/// Angle of an actor that turns between two headings, clockwise from up in radians. `progress` is 0 to 1.
pub fn angle(from: Heading, to: Heading, progress: f32) -> f32 {
    let quarters = match (to.index() + 4 - from.index()) % 4 {
        3 => -1.0,
        turn => turn as f32,
    };
    (from.index() as f32 + quarters * progress) * FRAC_PI_2
}

/// Draws an actor on a block. `foot` is the middle of the block's top, `ahead` the vector to that of the next.
pub fn draw_on_block(painter: &Painter, foot: Pos2, side: f32, ahead: Vec2, colors: &Colors) {
    let robot = theme::ROBOT;
    let across = vec2(-ahead.y, ahead.x).normalized() * 0.16 * side;
    let shadow = colors.text.gamma_multiply(0.35);
    painter.add(Shape::ellipse_filled(
        foot,
        vec2(0.25, 0.125) * side,
        shadow,
    ));
    // Arrow on the block's top, in the direction of the heading.
    let arrow = vec![
        foot + 0.62 * ahead,
        foot + 0.26 * ahead + across,
        foot + 0.26 * ahead - across,
    ];
    let edge = Stroke::new(1.5, colors.raised);
    painter.add(Shape::convex_polygon(arrow, colors.step, edge));
    let body = Rect::from_min_max(
        foot + vec2(-0.17, -0.46) * side,
        foot + vec2(0.17, 0.02) * side,
    );
    let line = Stroke::new((side / 30.0).clamp(1.0, 2.5), robot.ink);
    let radius = 0.1 * side;
    painter.rect(body, radius, robot.fill, line, StrokeKind::Middle);
    let head = Rect::from_center_size(foot + vec2(0.0, -0.58) * side, vec2(0.4, 0.28) * side);
    painter.rect(head, radius, robot.fill, line, StrokeKind::Middle);
    let antenna = head.center_top() - vec2(0.0, 0.12 * side);
    painter.line_segment([head.center_top(), antenna], line);
    painter.circle_filled(antenna, 0.05 * side, colors.step);
    // Eyes are on the visible side, or none from behind.
    let toward = ahead.x.signum();
    if ahead.y > 0.0 {
        for eye in [-0.07, 0.07] {
            let at = head.center() + vec2((0.07 * toward + eye) * side, 0.0);
            painter.circle_filled(at, 0.04 * side, robot.ink);
        }
    } else {
        let at = head.center() + vec2(0.06 * side * toward, 0.0);
        let plate = Rect::from_center_size(at, vec2(0.16, 0.1) * side);
        painter.rect_filled(plate, 1.0, robot.ink.gamma_multiply(0.6));
    }
}
