//! Drawing of cells: backgrounds in one mesh, sprites in layers, glyphs from shared galleys, with less detail at small
//! sizes. Changes turn over, drop in or fade. Pieces between cells: animated, or dragged by the user.

use egui::{Align2, FontId, Mesh, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2};

use crate::game::{Art, Cell, CellStyle, Heading, Sprite, Tone};

use super::actor;
use super::glyphs::{Glyphs, Pose};
use super::motion::{CellTransition, Motion};
use super::paint::{MIN_LINE_CELL, Paint, Visible, frame};
use super::source::BoardSource;
use crate::kit::sprites::{self, Layer};
use crate::kit::theme;

/// Height of a jump between two heights, in cells.
const HOP_HEIGHT: f32 = 0.3;

impl Paint<'_> {
    /// Draws the visible cells. `below` draws between their backgrounds and their pieces.
    pub fn cells(
        &self,
        source: &dyn BoardSource,
        visible: &Visible,
        motion: &Motion,
        below: impl FnOnce(),
    ) {
        let (rows, cols) = visible;
        let lines = &self.lines;
        let gap = if lines.cell() >= MIN_LINE_CELL {
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
        let mut batch = CellBatch::new(self);
        batch
            .backgrounds
            .reserve_vertices(4 * rows.len() * cols.len() + 4);
        batch
            .backgrounds
            .reserve_triangles(2 * rows.len() * cols.len() + 2);
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
                let seamless =
                    art.is_some_and(|art| matches!(art.background, Tone::Wall | Tone::Hole));
                let gap = if seamless { 0.0 } else { gap };
                let square = Rect::from_min_max(pos2(x[0], y[0]), pos2(x[1] - gap, y[1] - gap));
                let pose = self.actor_pose(source, motion, square, &style);
                match motion.change(cell) {
                    None => {
                        batch.fixed(square, &style, Pose::REST);
                        batch.piece(square, &style, Pose::REST, pose);
                    }
                    Some(change) => batch.transition(square, &style, &change, pose),
                }
            }
        }
        batch.paint(below);
        self.moving_pieces(motion);
    }

    fn actor_pose(
        &self,
        source: &dyn BoardSource,
        motion: &Motion,
        square: Rect,
        style: &CellStyle,
    ) -> Option<ActorPose> {
        let heading = style.actor?;
        let Some((from, before, part)) = motion.walk() else {
            return Some(ActorPose::at_rest(heading));
        };
        let mut offset = (self.lines.rect(from).min - square.min) * (1.0 - part);
        if source.style(from).height != style.height {
            offset.y -= HOP_HEIGHT * self.lines.cell() * (std::f32::consts::PI * part).sin();
        }
        let angle = actor::angle(before, heading, part);
        Some(ActorPose { offset, angle })
    }

    fn background(&self, mesh: &mut Mesh, square: Rect, style: &CellStyle, opacity: f32) {
        let art = style.picture(self.letters);
        let tone = art.map_or(style.tone, |art| art.background);
        let fill = theme::tone(tone, self.dark).fill;
        // Holes hide their lines, too.
        let rect = if tone == Tone::Hole {
            square.expand(self.lines.pixel())
        } else {
            square
        };
        mesh.add_colored_rect(rect, fill.gamma_multiply(opacity));
        if style.marks.wrong && square.height() >= MIN_LINE_CELL * 2.0 {
            let width = (square.height() / 12.0).clamp(self.lines.pixel(), 3.0);
            frame(mesh, square, width, self.colors.bad.gamma_multiply(opacity));
        }
    }
}

#[derive(Clone, Copy)]
struct ActorPose {
    offset: Vec2,
    /// Angle clockwise from up, in radians.
    angle: f32,
}

impl ActorPose {
    fn at_rest(heading: Heading) -> Self {
        Self {
            offset: Vec2::ZERO,
            angle: actor::angle(heading, heading, 1.0),
        }
    }
}

struct CellBatch<'a> {
    paint: &'a Paint<'a>,
    backgrounds: Mesh,
    fixed: Layer<'a>,
    pieces: Layer<'a>,
    glyphs: Glyphs<'a>,
    /// Actors without a sprite.
    actors: Vec<(Pos2, ActorPose)>,
}

impl<'a> CellBatch<'a> {
    fn new(paint: &'a Paint<'a>) -> Self {
        let layer = || Layer::new(paint.painter.ctx(), paint.dark, paint.lines.cell());
        Self {
            paint,
            backgrounds: Mesh::default(),
            fixed: layer(),
            pieces: layer(),
            glyphs: Glyphs::new(paint),
            actors: Vec::new(),
        }
    }

    fn art(&self, style: &CellStyle) -> Option<Art> {
        style.picture(self.paint.letters)
    }

    fn fixed(&mut self, square: Rect, style: &CellStyle, pose: Pose) {
        let square = pose.apply(square);
        self.paint
            .background(&mut self.backgrounds, square, style, pose.opacity);
        self.picture(square, style, pose.opacity);
    }

    fn picture(&mut self, square: Rect, style: &CellStyle, opacity: f32) {
        if let Some(sprite) = self.art(style).and_then(|art| art.fixed) {
            let corners = sprites::corners(square);
            self.fixed.add(sprite, style.tone, corners, 0, opacity);
        }
    }

    fn piece(&mut self, square: Rect, style: &CellStyle, pose: Pose, actor: Option<ActorPose>) {
        match (self.art(style).and_then(|art| art.piece), actor) {
            (Some(sprite), actor) => {
                let corners = corners(pose.apply(square), actor);
                self.pieces
                    .add(sprite, style.tone, corners, 0, pose.opacity);
            }
            (None, Some(actor)) => self.actors.push((square.center(), actor)),
            (None, None) => {}
        }
        self.glyphs.add(square, style, pose);
    }

    fn transition(
        &mut self,
        square: Rect,
        after: &CellStyle,
        CellTransition { before, progress }: &CellTransition<'_>,
        actor: Option<ActorPose>,
    ) {
        let progress = *progress;
        let half = Pose {
            width: (2.0 * progress - 1.0).abs().max(0.05),
            opacity: (2.0 * progress - 1.0).abs(),
            ..Pose::REST
        };
        let style = if progress < 0.5 { before } else { after };
        if before.actor.is_some() || after.actor.is_some() {
            // The actor is drawn once; the cell below it turns over.
            let opaque = Pose {
                opacity: 1.0,
                ..half
            };
            let remains = before.actor.is_some() && after.actor.is_some();
            match remains && self.fixed_sprite(before) != self.fixed_sprite(after) {
                true => self.fixed(square, style, opaque),
                false => self.fixed(square, after, Pose::REST),
            }
            self.piece(square, after, Pose::REST, actor);
        } else if self.flips(before, after) {
            let opaque = Pose {
                opacity: 1.0,
                ..half
            };
            self.fixed(square, style, opaque);
            if self.art(style).is_some_and(|art| art.piece.is_some()) {
                self.piece(square, style, opaque, None);
            } else {
                self.glyphs.add(square, style, half);
            }
        } else {
            self.crossfade(square, before, after, progress);
        }
    }

    /// Adds a cell whose content appears or disappears.
    fn crossfade(&mut self, square: Rect, before: &CellStyle, after: &CellStyle, progress: f32) {
        self.paint
            .background(&mut self.backgrounds, square, after, 1.0);
        self.paint
            .background(&mut self.backgrounds, square, before, 1.0 - progress);
        if self.fixed_sprite(before) != self.fixed_sprite(after) {
            self.picture(square, before, 1.0 - progress);
            self.picture(square, after, progress);
        } else {
            self.picture(square, after, 1.0);
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
            ..Pose::REST
        };
        if self.content(before) == self.content(after) {
            return self.piece(square, after, Pose::REST, None);
        }
        self.piece(square, before, old, None);
        self.piece(square, after, new, None);
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

    /// Returns whether a change turns the cell over, instead of fading its content.
    fn flips(&self, before: &CellStyle, after: &CellStyle) -> bool {
        let [before, after] = [before, after].map(|style| match self.art(style) {
            Some(art) => (art.fixed.or(art.piece).is_some(), art.piece.is_some()),
            None => (!matches!(style.tone, Tone::Empty | Tone::Hole), false),
        });
        before == after && before.0
    }

    fn paint(self, below: impl FnOnce()) {
        let painter = self.paint.painter;
        painter.add(Shape::mesh(self.backgrounds));
        painter.extend(self.fixed.into_shapes());
        below();
        painter.extend(self.pieces.into_shapes());
        painter.extend(self.glyphs.shapes);
        for (sign, center, side, ink) in self.glyphs.signs {
            let square = Rect::from_center_size(center, Vec2::splat(side));
            sign.paint(painter, square, ink);
        }
        for (middle, ActorPose { offset, angle }) in self.actors {
            let side = self.paint.lines.cell();
            actor::draw_flat(painter, middle + offset, side, angle, self.paint.colors);
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
    /// Draws the animated pieces.
    pub fn moving_pieces(&self, motion: &Motion) {
        for (style, from, to, progress) in motion.moving_pieces() {
            let [from, to] = [from, to].map(|cell| self.lines.rect(cell).center());
            self.piece(from.lerp(to, progress), style);
        }
    }

    /// Draws the piece of a cell, without the cell, centred at `middle`.
    pub fn piece(&self, middle: Pos2, style: &CellStyle) {
        let side = self.lines.cell();
        let square = Rect::from_center_size(middle, Vec2::splat(side));
        let tone = theme::tone(style.tone, self.dark);
        let art = style.picture(self.letters);
        let sprite = art.and_then(|art| art.piece.or(art.fixed));
        if let Some(sprite) = sprite {
            let mut layer = Layer::new(self.painter.ctx(), self.dark, side);
            let quarters = sprites::quarters(style);
            layer.add(sprite, style.tone, sprites::corners(square), quarters, 1.0);
            self.painter.extend(layer.into_shapes());
        } else if !matches!(style.tone, Tone::Empty | Tone::Hole) {
            let edge = Stroke::new(1.0, self.colors.line);
            let (square, round) = (square.shrink(0.04 * side), 0.12 * side);
            self.painter
                .rect(square, round, tone.fill, edge, StrokeKind::Inside);
        }
        if sprite.is_none() || art.is_some_and(|art| art.glyph) {
            let letters = style.glyph.chars().count().max(1) as f32;
            let size = (0.54 * side).min(1.4 * side / letters);
            let font = FontId::proportional(size.round().max(5.0));
            self.painter
                .text(middle, Align2::CENTER_CENTER, &style.glyph, font, tone.ink);
        }
    }
}
