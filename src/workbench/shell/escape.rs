//! The Escape key: leaves the start page, or stops a solver.

use egui::{Context, Key, Modifiers, Popup};

use super::state::Workbench;
use crate::page::known;

impl Workbench {
    /// Handles the Escape key, unless a dialog, the palette, an open list or a drag takes it.
    pub(super) fn handle_escape(&mut self, ctx: &Context) {
        let dragging = ctx.input(|input| input.pointer.any_down());
        let is_covered = self.is_modal() || self.palette.is_some() || Popup::is_any_open(ctx);
        let can_stop = self.pages.iter().any(|page| page.can_stop());
        if is_covered || dragging || !(self.cx.start_page || can_stop) {
            return;
        }
        if !ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            return;
        }
        if self.cx.start_page {
            self.cx.start_page = false;
        } else {
            self.run(ctx, known::STOP);
        }
    }
}
