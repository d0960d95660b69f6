//! Overlays: the open dialog and the palette.

use egui::{Context, Ui};

use super::palette::PaletteAnswer;
use super::state::Workbench;
use crate::page::{DialogAnswer, Request};

impl Workbench {
    /// Returns whether a dialog is open, which has the keyboard to itself.
    pub(super) fn is_modal(&self) -> bool {
        self.dialog.is_some() || self.pages.iter().any(|page| page.is_modal())
    }

    pub(super) fn show_dialog(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.dialog.take() else {
            return;
        };
        let stays = match dialog.show(ui, &mut self.cx) {
            DialogAnswer::Stay => true,
            DialogAnswer::Close => false,
            DialogAnswer::Try(request) => match self.carry_out_with_dialog(ui.ctx(), request) {
                Ok(()) => false,
                Err(error) => {
                    dialog.failed(error);
                    true
                }
            },
        };
        // The request may have opened another dialog.
        if stays && self.dialog.is_none() {
            self.dialog = Some(dialog);
        }
    }

    /// Carries out a dialog's request first. Requests it queued before, such as another tab, apply to the level that
    /// results.
    fn carry_out_with_dialog(&mut self, ctx: &Context, request: Request) -> Result<(), String> {
        let asked = self.cx.take_requests();
        let done = self.carry_out_one(ctx, request);
        asked.into_iter().for_each(|request| self.cx.ask(request));
        done
    }

    pub(super) fn show_palette(&mut self, ui: &Ui) {
        let Some(mut palette) = self.palette.take() else {
            return;
        };
        match palette.show(ui, &self.cx) {
            PaletteAnswer::Open => self.palette = Some(palette),
            PaletteAnswer::Closed => {}
            PaletteAnswer::Run(command) => self.run(ui.ctx(), command),
            PaletteAnswer::Level(origin, new_tab) => self.cx.ask(Request::open(origin, new_tab)),
        }
    }
}
