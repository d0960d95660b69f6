//! Keyboard focus across the parts of the window.

use egui::{Context, Id, Key, Popup, Rect, Sense, Stroke, StrokeKind, Ui};

use crate::kit::fields::{note_typing, set_name};
use crate::kit::theme;

/// Window width in points from which library and inspector are both displayed.
pub const MIN_WIDTH_BOTH_SIDES: f32 = 1120.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowPane {
    Library,
    Center,
    Inspector,
    Timeline,
}

impl WindowPane {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Library, "Library pane"),
        (Self::Center, "Board pane"),
        (Self::Inspector, "Inspector pane"),
        (Self::Timeline, "Timeline pane"),
    ];

    fn id(self) -> Id {
        Id::unique(("pane", self as u8))
    }
}

#[derive(Debug, Default)]
pub struct PaneFocus {
    /// Rectangles of the panes, in the order of [`WindowPane::ALL`]; `None` for closed ones.
    pub rects: [Option<Rect>; 4],
    /// Index of the pane last chosen by keys, from which they continue if the focus is outside all panes.
    last_pane: Option<usize>,
    /// Pane that takes the focus when its mark is next shown.
    pending: Option<WindowPane>,
    /// Widget that had the focus before a list or menu opened.
    opener: Option<Id>,
    /// Entry of an open list or menu that is being chosen by key in this frame.
    chosen_entry: Option<Id>,
    /// A list or menu is closed by Escape in this frame.
    closes_list: bool,
    /// The focused widget loses the focus at the end of this frame.
    drops_focus: bool,
}

impl PaneFocus {
    /// Marks the start of a pane in Tab order. F6 focuses this mark, and Tab continues to the pane's first control.
    pub fn mark(&mut self, ui: &mut Ui, pane: WindowPane) {
        let rect = Rect::from_min_size(ui.min_rect().min, egui::vec2(1.0, 1.0));
        let response = ui.interact(rect, pane.id(), Sense::focusable_noninteractive());
        let name = WindowPane::ALL[pane as usize].1;
        set_name(&response, egui::Role::Group, name);
        if self.pending == Some(pane) {
            response.request_focus();
            self.pending = None;
        }
    }

    /// Detects keys that belong to a text field, and keys that choose an entry of an open list or menu, or leave it.
    /// egui closes those only after a click.
    pub fn begin_frame(&mut self, ctx: &Context) {
        note_typing(ctx);
        let focused = ctx.memory(|memory| memory.focused());
        self.chosen_entry = None;
        self.closes_list =
            Popup::is_any_open(ctx) && ctx.input(|input| input.key_pressed(Key::Escape));
        if !Popup::is_any_open(ctx) {
            self.opener = focused;
        } else if focused != self.opener
            && ctx.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Space))
        {
            self.chosen_entry = focused;
        }
    }

    pub fn drop_focus(&mut self) {
        self.drops_focus = true;
    }

    /// Moves the focus to the next open pane, or to the previous one.
    pub fn cycle(&mut self, ctx: &Context, forward: bool) {
        let current = self.current(ctx);
        let count = WindowPane::ALL.len();
        let step = if forward { 1 } else { count - 1 };
        // Without a current pane, forward leads to the first one and back to the last one.
        let mut next = current.unwrap_or(if forward { count - 1 } else { 0 });
        for _ in 0..count {
            next = (next + step) % count;
            if self.rects[next].is_some() {
                self.last_pane = Some(next);
                self.pending = Some(WindowPane::ALL[next].0);
                ctx.request_repaint();
                return;
            }
        }
    }

    fn current(&self, ctx: &Context) -> Option<usize> {
        let focused = ctx.memory(|memory| memory.focused())?;
        let mut panes = WindowPane::ALL.iter();
        if let Some(index) = panes.position(|(pane, _)| pane.id() == focused) {
            return Some(index);
        }
        let at = ctx.read_response(focused)?.rect.center();
        let mut rects = self.rects.iter();
        let index = rects.position(|rect| rect.is_some_and(|rect| rect.contains(at)));
        index.or(self.last_pane)
    }

    /// Ends the frame: closes lists left by key and restores the focus to their opener, and draws a frame around a pane
    /// whose mark has the focus.
    pub fn end_frame(&mut self, ctx: &Context) {
        if let Some(entry) = self.chosen_entry.take() {
            Popup::close_all(ctx);
            // The choice itself may have moved the focus.
            ctx.memory_mut(|memory| {
                if memory.focused() == Some(entry)
                    && let Some(opener) = self.opener
                {
                    memory.request_focus(opener);
                }
            });
        }
        if std::mem::take(&mut self.drops_focus) {
            ctx.memory_mut(|memory| memory.stop_text_input());
        }
        if std::mem::take(&mut self.closes_list)
            && let Some(opener) = self.opener
        {
            ctx.memory_mut(|memory| memory.request_focus(opener));
        }
        let focused = ctx.memory(|memory| memory.focused());
        for (pane, _) in WindowPane::ALL {
            if focused == Some(pane.id())
                && let Some(rect) = self.rects[pane as usize]
            {
                let colors = theme::scheme(ctx.theme() == egui::Theme::Dark);
                let frame = Stroke::new(2.0, colors.accent);
                let layer = egui::LayerId::new(egui::Order::Middle, Id::unique("pane frame"));
                let (painter, rect) = (ctx.layer_painter(layer), rect.shrink(1.0));
                painter.rect_stroke(rect, 2.0, frame, StrokeKind::Inside);
            }
        }
    }
}
