//! Drawing of cells: backgrounds in one mesh, sprites in layers, glyphs from shared galleys, with less detail at small
//! sizes. Changes turn over, drop in or fade.

use egui::{Mesh, Pos2, Rect, Shape, Vec2, pos2};

use crate::game::{Art, Cell, CellLook, Heading, Sprite, Tone};

use super::actor;
use super::glyphs::{Glyphs, Pose};
use super::motion::{Change, Motion};
use super::paint::{LINE_CELL, Paint, Visible, frame};
use super::source::BoardSource;
use crate::kit::sprites::{self, Layer};
use crate::kit::theme;

/// Height of a jump between two heights, in cells.
const HOP: f32 = 0.3;

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
        let mut sheet = Sheet::new(self);
        sheet
            .grounds
            .reserve_vertices(4 * rows.len() * cols.len() + 4);
        sheet
            .grounds
            .reserve_triangles(2 * rows.len() * cols.len() + 2);
        if let (Some(left), Some(right), Some(top), Some(bottom)) =
            (xs.first(), xs.last(), ys.first(), ys.last())
        {
            // The lines are the parts of this background between the cells, one pixel wide.
            let board = Rect::from_min_max(pos2(left - gap, top - gap), pos2(*right, *bottom));
            sheet.grounds.add_colored_rect(board, self.colors.line);
        }
        for (y, row) in ys.windows(2).zip(rows.clone()) {
            for (x, col) in xs.windows(2).zip(cols.clone()) {
                let cell = Cell { row, col };
                let look = match motion.under(cell) {
                    Some(under) => under.clone(),
                    None => source.look(cell),
                };
                // There are no lines between walls, or between pictures that belong together.
                let art = look.picture(self.letters);
                let whole = art.is_some_and(|art| matches!(art.ground, Tone::Wall | Tone::Hole));
                let gap = if whole { 0.0 } else { gap };
                let square = Rect::from_min_max(pos2(x[0], y[0]), pos2(x[1] - gap, y[1] - gap));
                let stance = self.stance(source, motion, square, &look);
                match motion.change(cell) {
                    None => {
                        sheet.fixed(square, &look, Pose::STILL);
                        sheet.piece(square, &look, Pose::STILL, stance);
                    }
                    Some(change) => sheet.changing(square, &look, &change, stance),
                }
            }
        }
        sheet.paint(below);
        self.gliding(motion);
    }

    fn stance(
        &self,
        source: &dyn BoardSource,
        motion: &Motion,
        square: Rect,
        look: &CellLook,
    ) -> Option<Stance> {
        let heading = look.actor?;
        let Some((from, before, part)) = motion.walk() else {
            return Some(Stance::still(heading));
        };
        let mut away = (self.lines.rect(from).min - square.min) * (1.0 - part);
        if source.look(from).height != look.height {
            away.y -= HOP * self.lines.cell() * (std::f32::consts::PI * part).sin();
        }
        let angle = actor::angle(before, heading, part);
        Some(Stance { away, angle })
    }

    fn ground(&self, mesh: &mut Mesh, square: Rect, look: &CellLook, opacity: f32) {
        let art = look.picture(self.letters);
        let tone = art.map_or(look.tone, |art| art.ground);
        let fill = theme::tone(tone, self.dark).fill;
        // Holes hide their lines, too.
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
}

#[derive(Clone, Copy)]
struct Stance {
    /// Offset from the middle of the cell.
    away: Vec2,
    /// Angle clockwise from up, in radians.
    angle: f32,
}

impl Stance {
    fn still(heading: Heading) -> Self {
        Self {
            away: Vec2::ZERO,
            angle: actor::angle(heading, heading, 1.0),
        }
    }
}

struct Sheet<'a> {
    paint: &'a Paint<'a>,
    grounds: Mesh,
    fixed: Layer<'a>,
    pieces: Layer<'a>,
    glyphs: Glyphs<'a>,
    /// Actors without a sprite.
    actors: Vec<(Pos2, Stance)>,
}

impl<'a> Sheet<'a> {
    fn new(paint: &'a Paint<'a>) -> Self {
        let layer = || Layer::new(paint.painter.ctx(), paint.dark, paint.lines.cell());
        Self {
            paint,
            grounds: Mesh::default(),
            fixed: layer(),
            pieces: layer(),
            glyphs: Glyphs::new(paint),
            actors: Vec::new(),
        }
    }

    fn art(&self, look: &CellLook) -> Option<Art> {
        look.picture(self.paint.letters)
    }

    /// Adds background and fixed sprite of a cell.
    fn fixed(&mut self, square: Rect, look: &CellLook, pose: Pose) {
        let square = pose.of(square);
        self.paint
            .ground(&mut self.grounds, square, look, pose.opacity);
        self.picture(square, look, pose.opacity);
    }

    fn picture(&mut self, square: Rect, look: &CellLook, opacity: f32) {
        if let Some(sprite) = self.art(look).and_then(|art| art.fixed) {
            let corners = sprites::corners(square);
            self.fixed.add(sprite, look.tone, corners, 0, opacity);
        }
    }

    /// Adds the piece or actor on a cell, and its glyph.
    fn piece(&mut self, square: Rect, look: &CellLook, pose: Pose, stance: Option<Stance>) {
        match (self.art(look).and_then(|art| art.piece), stance) {
            (Some(sprite), stance) => {
                let corners = corners(pose.of(square), stance);
                self.pieces.add(sprite, look.tone, corners, 0, pose.opacity);
            }
            (None, Some(stance)) => self.actors.push((square.center(), stance)),
            (None, None) => {}
        }
        self.glyphs.add(square, look, pose);
    }

    fn changing(
        &mut self,
        square: Rect,
        after: &CellLook,
        Change { before, part }: &Change<'_>,
        stance: Option<Stance>,
    ) {
        let part = *part;
        let half = Pose {
            width: (2.0 * part - 1.0).abs().max(0.05),
            opacity: (2.0 * part - 1.0).abs(),
            ..Pose::STILL
        };
        let shown = if part < 0.5 { before } else { after };
        if before.actor.is_some() || after.actor.is_some() {
            // The actor is drawn once; the cell below it turns over.
            let solid = Pose {
                opacity: 1.0,
                ..half
            };
            let stays = before.actor.is_some() && after.actor.is_some();
            match stays && self.picture_of(before) != self.picture_of(after) {
                true => self.fixed(square, shown, solid),
                false => self.fixed(square, after, Pose::STILL),
            }
            self.piece(square, after, Pose::STILL, stance);
        } else if self.turns(before, after) {
            let solid = Pose {
                opacity: 1.0,
                ..half
            };
            self.fixed(square, shown, solid);
            if self.art(shown).is_some_and(|art| art.piece.is_some()) {
                self.piece(square, shown, solid, None);
            } else {
                self.glyphs.add(square, shown, half);
            }
        } else {
            self.coming(square, before, after, part);
        }
    }

    /// Adds a cell whose content appears or disappears.
    fn coming(&mut self, square: Rect, before: &CellLook, after: &CellLook, part: f32) {
        self.paint.ground(&mut self.grounds, square, after, 1.0);
        self.paint
            .ground(&mut self.grounds, square, before, 1.0 - part);
        if self.picture_of(before) != self.picture_of(after) {
            self.picture(square, before, 1.0 - part);
            self.picture(square, after, part);
        } else {
            self.picture(square, after, 1.0);
        }
        let away = Pose {
            size: 1.0 - 0.5 * part,
            opacity: 1.0 - part,
            ..Pose::STILL
        };
        // New content drops in from above.
        let near = Pose {
            down: -0.35 * square.height() * (1.0 - part),
            size: 1.5 - 0.5 * part,
            opacity: part,
            ..Pose::STILL
        };
        if self.on(before) == self.on(after) {
            return self.piece(square, after, Pose::STILL, None);
        }
        self.piece(square, before, away, None);
        self.piece(square, after, near, None);
    }

    /// Sprite, tone and glyph of the piece on a cell.
    fn on<'l>(&self, look: &'l CellLook) -> (Option<Sprite>, Tone, &'l str) {
        let art = self.art(look);
        let tone = art.map_or(Tone::Empty, |_| look.tone);
        (art.and_then(|art| art.piece), tone, &look.glyph)
    }

    fn picture_of(&self, look: &CellLook) -> Option<(Sprite, Tone)> {
        let sprite = self.art(look)?.fixed?;
        Some((sprite, look.tone))
    }

    /// Returns whether a change turns the cell over, instead of fading its content.
    fn turns(&self, before: &CellLook, after: &CellLook) -> bool {
        let [before, after] = [before, after].map(|look| match self.art(look) {
            Some(art) => (art.fixed.or(art.piece).is_some(), art.piece.is_some()),
            None => (!matches!(look.tone, Tone::Empty | Tone::Hole), false),
        });
        before == after && before.0
    }

    fn paint(self, below: impl FnOnce()) {
        let painter = self.paint.painter;
        painter.add(Shape::mesh(self.grounds));
        painter.extend(self.fixed.into_shapes());
        below();
        painter.extend(self.pieces.into_shapes());
        painter.extend(self.glyphs.shapes);
        for (sign, center, side, ink) in self.glyphs.signs {
            let square = Rect::from_center_size(center, Vec2::splat(side));
            sign.paint(painter, square, ink);
        }
        for (middle, Stance { away, angle }) in self.actors {
            let side = self.paint.lines.cell();
            actor::flat(painter, middle + away, side, angle, self.paint.colors);
        }
    }
}

fn corners(square: Rect, stance: Option<Stance>) -> [Pos2; 4] {
    let Some(Stance { away, angle }) = stance else {
        return sprites::corners(square);
    };
    let turn = egui::emath::Rot2::from_angle(angle);
    sprites::corners(square)
        .map(|corner| square.center() + away + turn * (corner - square.center()))
}
