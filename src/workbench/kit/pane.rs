//! Panels whose size is the person's alone: what is in them is cut rather than that it moves their edge.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use egui::containers::panel::PanelState;
use egui::{Context, Frame, Id, Panel, Rect, Ui, UiBuilder, Vec2};

/// Sizes that were dragged, by the panel's name, in points.
pub type Sizes = BTreeMap<String, f32>;

/// A panel at an edge of a `Ui` that can be dragged to another size.
pub struct Pane {
    name: &'static str,
    panel: Panel,
    horizontal: bool,
    usual: f32,
    range: RangeInclusive<f32>,
}

impl Pane {
    /// At the left, of this width until it is dragged.
    pub fn left(name: &'static str, usual: f32, range: RangeInclusive<f32>) -> Self {
        Self::new(name, Panel::left(name), true, usual, range)
    }

    /// At the right.
    pub fn right(name: &'static str, usual: f32, range: RangeInclusive<f32>) -> Self {
        Self::new(name, Panel::right(name), true, usual, range)
    }

    /// At the bottom, of this height until it is dragged.
    pub fn bottom(name: &'static str, usual: f32, range: RangeInclusive<f32>) -> Self {
        Self::new(name, Panel::bottom(name), false, usual, range)
    }

    fn new(
        name: &'static str,
        panel: Panel,
        horizontal: bool,
        usual: f32,
        range: RangeInclusive<f32>,
    ) -> Self {
        Self {
            name,
            panel: panel.resizable(true),
            horizontal,
            usual,
            range,
        }
    }

    /// Its fill and margins.
    #[must_use]
    pub fn frame(mut self, frame: Frame) -> Self {
        self.panel = self.panel.frame(frame);
        self
    }

    /// Shows it.
    pub fn show(self, ui: &mut Ui, add: impl FnOnce(&mut Ui)) -> Rect {
        let (pane, size) = self.settle(ui);
        let rect = pane.panel.show(ui, |ui| within(ui, add)).response.rect;
        take_drag(ui, pane.name, pane.horizontal, size, rect);
        rect
    }

    /// Shows it if it is open; its edge can close it and open it again.
    pub fn show_collapsible(
        self,
        ui: &mut Ui,
        open: &mut bool,
        add: impl FnOnce(&mut Ui),
    ) -> Option<Rect> {
        let (pane, size) = self.settle(ui);
        let panel = pane.panel;
        let shown = panel.show_collapsible(ui, open, |ui| within(ui, add));
        let rect = shown?.response.rect;
        if *open {
            take_drag(ui, pane.name, pane.horizontal, size, rect);
        }
        Some(rect)
    }

    /// Gives it the size that it is to have; that size.
    fn settle(mut self, ui: &Ui) -> (Self, f32) {
        let room = ui.available_rect_before_wrap().size();
        let room = if self.horizontal { room.x } else { room.y };
        let kept = sizes(ui.ctx()).get(self.name).copied();
        let (least, most) = (*self.range.start(), *self.range.end());
        let size = kept.unwrap_or(self.usual).clamp(least, most.max(least));
        let size = size.min(room);
        self.panel = self.panel.default_size(size).size_range(self.range.clone());
        // What egui remembers may come from a smaller window.
        let id = ui.scope_id().with(self.name);
        let outer_rect = Rect::from_min_size(egui::Pos2::ZERO, Vec2::splat(size));
        ui.data_mut(|data| data.insert_persisted(id, PanelState { outer_rect }));
        (self, size)
    }
}

/// The contents, which have all of the panel and no more.
fn within(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let room = ui.available_rect_before_wrap();
    let mut inside = ui.new_child(UiBuilder::new().max_rect(room));
    inside.shrink_clip_rect(room.expand(4.0));
    add(&mut inside);
    ui.advance_cursor_after_rect(room);
}

/// Keeps the size that the person's hand gave it: nothing else makes it differ.
fn take_drag(ui: &Ui, name: &str, horizontal: bool, before: f32, rect: Rect) {
    let now = if horizontal {
        rect.width()
    } else {
        rect.height()
    };
    if (now - before).abs() > 1.0 {
        let mut sizes = sizes(ui.ctx());
        sizes.insert(name.to_owned(), now.round());
        set_sizes(ui.ctx(), sizes);
    }
}

/// The sizes that panels were given.
pub fn sizes(ctx: &Context) -> Sizes {
    ctx.data(|data| data.get_temp(sizes_id()))
        .unwrap_or_default()
}

/// Gives panels these sizes, and those that are not named the usual ones.
pub fn set_sizes(ctx: &Context, sizes: Sizes) {
    ctx.data_mut(|data| data.insert_temp(sizes_id(), sizes));
}

fn sizes_id() -> Id {
    Id::unique("sizes of panels")
}
