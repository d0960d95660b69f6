//! Pieces drawn between cells: animated, or dragged by the user.

use egui::{Align2, FontId, Pos2, Rect, StrokeKind, Vec2};

use crate::game::{CellLook, Tone};
use crate::kit::sprites::{self, Layer};
use crate::kit::theme;

use super::motion::Motion;
use super::paint::Paint;

impl Paint<'_> {
    /// Draws the animated pieces.
    pub fn gliding(&self, motion: &Motion) {
        for (look, from, to, part) in motion.gliding() {
            let [from, to] = [from, to].map(|cell| self.lines.rect(cell).center());
            self.piece(from.lerp(to, part), look);
        }
    }

    /// Draws the piece of a cell, without the cell, centred at `middle`.
    pub fn piece(&self, middle: Pos2, look: &CellLook) {
        let side = self.lines.cell();
        let square = Rect::from_center_size(middle, Vec2::splat(side));
        let tone = theme::tone(look.tone, self.dark);
        let art = look.picture(self.letters);
        let sprite = art.and_then(|art| art.piece.or(art.fixed));
        if let Some(sprite) = sprite {
            let mut layer = Layer::new(self.painter.ctx(), self.dark, side);
            let turned = sprites::quarters(look);
            layer.add(sprite, look.tone, sprites::corners(square), turned, 1.0);
            self.painter.extend(layer.into_shapes());
        } else if !matches!(look.tone, Tone::Empty | Tone::Hole) {
            let edge = egui::Stroke::new(1.0, self.colors.line);
            let round = 0.12 * side;
            self.painter.rect(
                square.shrink(0.04 * side),
                round,
                tone.fill,
                edge,
                StrokeKind::Inside,
            );
        }
        if sprite.is_none() || art.is_some_and(|art| art.glyph) {
            let letters = look.glyph.chars().count().max(1) as f32;
            let size = (0.54 * side).min(1.4 * side / letters);
            let font = FontId::proportional(size.round().max(5.0));
            self.painter
                .text(middle, Align2::CENTER_CENTER, &look.glyph, font, tone.ink);
        }
    }
}
