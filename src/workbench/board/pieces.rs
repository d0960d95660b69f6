//! Pieces drawn between cells: animated, or dragged by the user.

use egui::{Align2, FontId, Pos2, Rect, StrokeKind, Vec2};

use crate::game::{CellStyle, Tone};
use crate::kit::sprites::{self, Layer};
use crate::kit::theme;

use super::motion::Motion;
use super::paint::Paint;

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
            let letters = style.glyph.chars().count().max(1) as f32;
            let size = (0.54 * side).min(1.4 * side / letters);
            let font = FontId::proportional(size.round().max(5.0));
            self.painter
                .text(middle, Align2::CENTER_CENTER, &style.glyph, font, tone.ink);
        }
    }
}
