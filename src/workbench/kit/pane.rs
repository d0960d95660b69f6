//! Panels sized only by the user: content is clipped instead of moving their edge.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use egui::containers::panel::PanelState;
use egui::{Context, Frame, Id, Panel, Rect, Ui, UiBuilder, Vec2};

/// Dragged sizes in points, by panel name.
pub type Sizes = BTreeMap<String, f32>;

pub struct Pane {
    name: &'static str,
    panel: Panel,
    /// True if the width can be dragged, false for the height.
    horizontal: bool,
    /// Size in points until it is dragged.
    default: f32,
    /// Sizes in points to which it can be dragged.
    range: RangeInclusive<f32>,
}

impl Pane {
    /// A panel at the left, `default` points wide until dragged.
    pub fn left(name: &'static str, default: f32, range: RangeInclusive<f32>) -> Self {
        Self::new(name, Panel::left(name), true, default, range)
    }

    pub fn right(name: &'static str, default: f32, range: RangeInclusive<f32>) -> Self {
        Self::new(name, Panel::right(name), true, default, range)
    }

    /// A panel at the bottom, `default` points high until dragged.
    pub fn bottom(name: &'static str, default: f32, range: RangeInclusive<f32>) -> Self {
        Self::new(name, Panel::bottom(name), false, default, range)
    }

    fn new(
        name: &'static str,
        panel: Panel,
        horizontal: bool,
        default: f32,
        range: RangeInclusive<f32>,
    ) -> Self {
        Self {
            name,
            panel: panel.resizable(true),
            horizontal,
            default,
            range,
        }
    }

    #[must_use]
    pub fn frame(mut self, frame: Frame) -> Self {
        self.panel = self.panel.frame(frame);
        self
    }

    pub fn show(self, ui: &mut Ui, add: impl FnOnce(&mut Ui)) -> Rect {
        let (pane, size) = self.with_size(ui);
        let panel = pane.panel.show(ui, |ui| show_clipped(ui, add));
        let rect = panel.response.rect;
        store_drag(ui, pane.name, pane.horizontal, size, rect);
        rect
    }

    /// Shows the panel if it is open; its edge can close and reopen it.
    pub fn show_collapsible(
        self,
        ui: &mut Ui,
        open: &mut bool,
        add: impl FnOnce(&mut Ui),
    ) -> Option<Rect> {
        let (pane, size) = self.with_size(ui);
        let panel = pane.panel;
        let shown = panel.show_collapsible(ui, open, |ui| show_clipped(ui, add));
        let rect = shown?.response.rect;
        if *open {
            store_drag(ui, pane.name, pane.horizontal, size, rect);
        }
        Some(rect)
    }

    /// Applies the stored or default size, limited to the available space. Returns that size.
    fn with_size(mut self, ui: &Ui) -> (Self, f32) {
        let available = ui.available_rect_before_wrap().size();
        let available = available[usize::from(!self.horizontal)];
        let stored = sizes(ui.ctx()).get(self.name).copied();
        let (min, max) = (*self.range.start(), *self.range.end());
        let size = stored.unwrap_or(self.default).clamp(min, max.max(min));
        let size = size.min(available);
        self.panel = self.panel.default_size(size).size_range(self.range.clone());
        // The size in egui's memory may come from a smaller window.
        let id = ui.scope_id().with(self.name);
        let outer_rect = Rect::from_min_size(egui::Pos2::ZERO, Vec2::splat(size));
        ui.data_mut(|data| data.insert_persisted(id, PanelState { outer_rect }));
        (self, size)
    }
}

fn show_clipped(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let area = ui.available_rect_before_wrap();
    let mut child = ui.new_child(UiBuilder::new().max_rect(area));
    child.shrink_clip_rect(area.expand(4.0));
    add(&mut child);
    ui.advance_cursor_after_rect(area);
}

/// Stores the size if the user dragged it; nothing else changes it.
fn store_drag(ui: &Ui, name: &str, horizontal: bool, size: f32, rect: Rect) {
    let dragged = rect.size()[usize::from(!horizontal)];
    if (dragged - size).abs() > 1.0 {
        let mut sizes = sizes(ui.ctx());
        sizes.insert(name.to_owned(), dragged.round());
        set_sizes(ui.ctx(), sizes);
    }
}

pub fn sizes(ctx: &Context) -> Sizes {
    ctx.data(|data| data.get_temp(sizes_id()))
        .unwrap_or_default()
}

/// Replaces the stored sizes; panels not in `sizes` return to their default.
pub fn set_sizes(ctx: &Context, sizes: Sizes) {
    ctx.data_mut(|data| data.insert_temp(sizes_id(), sizes));
}

fn sizes_id() -> Id {
    Id::unique("sizes of panels")
}
