//! Overlays: the open dialog and the palette. The Escape key.

use egui::{Context, Key, Modifiers, Popup, Ui};

use super::palette::PaletteResult;
use super::state::Workbench;
use crate::page::{DialogAnswer, Request, known};

impl Workbench {
    /// Returns whether a dialog is open, which has the keyboard to itself.
    pub(super) fn is_modal(&self) -> bool {
        self.dialog.is_some() || self.pages.iter().any(|page| page.is_modal())
    }

    pub(super) fn show_dialog(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.dialog.take() else {
            return;
        };
        let stays_open = match dialog.show(ui, &mut self.cx) {
            DialogAnswer::Stay => true,
            DialogAnswer::Close => false,
            DialogAnswer::Try(request) => match self.run_dialog_request(ui.ctx(), request) {
                Ok(()) => false,
                Err(error) => {
                    dialog.failed(error);
                    true
                }
            },
        };
        // The request may have opened another dialog.
        if stays_open && self.dialog.is_none() {
            self.dialog = Some(dialog);
        }
    }

    /// Carries out a dialog's request first. Requests it queued before, such as another tab, apply to the level that
    /// results.
    fn run_dialog_request(&mut self, ctx: &Context, request: Request) -> Result<(), String> {
        let queued = self.cx.take_requests();
        let result = self.run_request(ctx, request);
        queued.into_iter().for_each(|request| self.cx.send(request));
        result
    }

    pub(super) fn show_palette(&mut self, ui: &Ui) {
        let Some(mut palette) = self.palette.take() else {
            return;
        };
        match palette.show(ui, &self.cx) {
            PaletteResult::Open => self.palette = Some(palette),
            PaletteResult::Closed => {}
            PaletteResult::Run(command) => self.run(ui.ctx(), command),
            PaletteResult::Level(origin, new_tab) => self.cx.send(Request::open(origin, new_tab)),
        }
    }

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
