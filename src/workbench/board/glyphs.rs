//! Glyphs and signs of cells.

use std::borrow::Cow;
use std::sync::Arc;

use egui::epaint::TextShape;
use egui::{Color32, FontId, Galley, Pos2, Rect, Shape, Vec2, vec2};
use rustc_hash::FxHashMap;

use crate::game::{CellStyle, Marks};
use crate::kit::theme;

use super::icons::Icon;
use super::motion::GLYPH_CELL;
use super::paint::Paint;

/// Smallest cells with signs in their corners, in points.
const MIN_SIGN_CELL: f32 = 20.0;

#[derive(Clone, Copy)]
pub(super) struct Pose {
    /// Distance below its final place, in points.
    pub(super) down: f32,
    /// Size, 1 at rest.
    pub(super) size: f32,
    /// Width, 1 at rest.
    pub(super) width: f32,
    pub(super) opacity: f32,
}

impl Pose {
    pub(super) const REST: Self = Self {
        down: 0.0,
        size: 1.0,
        width: 1.0,
        opacity: 1.0,
    };

    pub(super) fn apply(self, square: Rect) -> Rect {
        let size = self.size * vec2(self.width * square.width(), square.height());
        Rect::from_center_size(square.center() + vec2(0.0, self.down), size)
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

/// Glyphs to draw. Each text is laid out once a frame.
pub(super) struct Glyphs<'a> {
    paint: &'a Paint<'a>,
    pub(super) shapes: Vec<Shape>,
    galleys: FxHashMap<(Cow<'static, str>, u32), Arc<Galley>>,
    pub(super) signs: Vec<(Icon, Pos2, f32, Color32)>,
    size: f32,
}

impl<'a> Glyphs<'a> {
    pub(super) fn new(paint: &'a Paint<'a>) -> Self {
        Self {
            paint,
            shapes: Vec::new(),
            galleys: FxHashMap::default(),
            signs: Vec::new(),
            size: paint.lines.cell(),
        }
    }

    pub(super) fn add(&mut self, square: Rect, style: &CellStyle, pose: Pose) {
        let opacity = pose.opacity;
        if self.size < GLYPH_CELL {
            return;
        }
        let ink = theme::tone(style.tone, self.paint.dark).ink;
        let art = style.picture(self.paint.letters);
        if let (Some(height), Some(_)) = (style.height, art) {
            let center = square.min + Vec2::splat(0.17 * self.size);
            let size = 0.26 * self.size;
            self.text(height.to_string().into(), size, center, ink, opacity);
        }
        if !style.glyph.is_empty() && art.is_none_or(|art| art.glyph) {
            let letters = style.glyph.chars().count() as f32;
            let size = pose.size * (0.54 * self.size).min(1.4 * self.size / letters.max(1.0));
            // Smaller, next to the actor.
            let (size, center) = match style.actor.filter(|_| art.is_none()) {
                Some(_) => (0.55 * size, square.min + Vec2::splat(0.2 * self.size)),
                None => (size, square.center()),
            };
            let center = center + vec2(0.0, pose.down);
            self.text(style.glyph.clone(), size, center, ink, opacity);
        }
        if self.size >= MIN_SIGN_CELL {
            let ink = ink.gamma_multiply(0.7 * opacity);
            let side = (0.17 * self.size).clamp(5.0, 10.0);
            let corner = square.max - Vec2::splat(0.9 * side);
            if let Some(sign) = mark_icon(style.marks) {
                self.signs.push((sign, corner, side, ink));
            }
            if style.marks.given {
                // Given cells have a bar at the bottom.
                let bar = square.with_min_y(square.bottom() - 0.08 * self.size);
                self.shapes.push(Shape::rect_filled(bar, 0.0, ink));
            }
        }
    }

    fn text(&mut self, text: Cow<'static, str>, size: f32, center: Pos2, ink: Color32, alpha: f32) {
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
        self.shapes.push(Shape::Text(shape));
    }
}
