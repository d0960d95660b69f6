//! The Escape key leaves the start page.

use egui::{Context, Key, Modifiers, Popup};

use super::state::Workbench;

impl Workbench {
    /// Takes the Escape key if there is something that it leaves. A dialog, the palette or a list takes
    /// the key before, and so does whatever is being dragged.
    pub(super) fn take_escape(&mut self, ctx: &Context) {
        let dragging = ctx.input(|input| input.pointer.any_down());
        let covered = self.is_modal() || self.palette.is_some() || Popup::is_any_open(ctx);
        if covered || dragging || !self.cx.start_page {
            return;
        }
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.cx.start_page = false;
        }
    }
}
