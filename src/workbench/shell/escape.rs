//! The Escape key closes what lies in front: the start page, or the front one of the windows beside the
//! board.

use egui::{Context, Key, LayerId, Modifiers, Order, Popup};

use crate::page::window;

use super::state::Workbench;

impl Workbench {
    /// Takes the Escape key if there is something that it closes. A dialog, the palette or a list takes
    /// the key before, and so does whatever is being dragged.
    pub(super) fn take_escape(&mut self, ctx: &Context) {
        let dragging = ctx.input(|input| input.pointer.any_down());
        let covered = self.dialog.is_some() || self.palette.is_some() || Popup::is_any_open(ctx);
        let open = self.cx.start_page || self.pages.iter().any(|page| page.window().is_some());
        if covered || dragging || !open {
            return;
        }
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            if self.cx.start_page {
                self.cx.start_page = false;
            } else {
                self.close_front_window(ctx);
            }
        }
    }

    fn close_front_window(&mut self, ctx: &Context) {
        // From the back to the front.
        let layers: Vec<LayerId> = ctx.memory(|memory| memory.layer_ids().collect());
        let height = |title: &str| {
            let layer = LayerId::new(Order::Middle, window::id(title));
            layers.iter().position(|other| *other == layer)
        };
        let open = self.pages.iter_mut().filter(|page| page.window().is_some());
        if let Some(front) = open.max_by_key(|page| page.window().and_then(height)) {
            front.close_window();
        }
    }
}
