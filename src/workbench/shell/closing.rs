//! Closing a tab or the window, with a question about unsaved changes.

use egui::{Context, ViewportCommand};

use super::state::{AfterSave, Workbench};
use crate::dialogs::UnsavedDialog;
use crate::page::Notice;
use crate::page::settings::OnQuit;

impl Workbench {
    pub(super) fn request_close(&mut self, index: usize) {
        if index == self.levels.front {
            self.finish_edits();
        }
        if !self.level_document(index).is_dirty() {
            return self.close_level(index);
        }
        self.show_level(index);
        self.dialog = Some(Box::new(UnsavedDialog {
            names: vec![self.cx.document.name()],
            is_quit: false,
        }));
    }

    pub(super) fn save_and_close_tab(&mut self, ctx: &Context) {
        self.files.after_save = Some(AfterSave::CloseTab);
        self.save(ctx);
    }

    /// Handles a request of the window system to close the window.
    pub(super) fn handle_close_request(&mut self, ctx: &Context) {
        if !ctx.input(|input| input.viewport().close_requested()) {
            return;
        }
        self.finish_edits();
        let unsaved = match self.recovery.closing {
            true => Vec::new(),
            false => self.unsaved(),
        };
        if unsaved.is_empty() {
            self.finish_recovery();
            return;
        }
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        let names = unsaved.into_iter();
        let names = names.map(|index| self.level_document(index).name());
        self.dialog = Some(Box::new(UnsavedDialog {
            names: names.collect(),
            is_quit: true,
        }));
    }

    /// Saves all unsaved levels, one after the other, and closes the window.
    pub(super) fn save_and_quit(&mut self, ctx: &Context) {
        let Some(next) = self.unsaved().first().copied() else {
            return self.close(ctx);
        };
        self.show_level(next);
        self.finish_edits();
        self.files.after_save = Some(AfterSave::Quit);
        self.save(ctx);
    }

    /// Continues a pending close once the level in front is saved.
    pub(super) fn after_save(&mut self, ctx: &Context) {
        match self.files.after_save.take() {
            None => {}
            Some(AfterSave::CloseTab) => self.close_level(self.levels.front),
            Some(AfterSave::Quit) => self.save_and_quit(ctx),
        }
    }

    /// Indices of tabs whose changes would be lost if the window closed now.
    fn unsaved(&mut self) -> Vec<usize> {
        let mut unsaved: Vec<_> = (0..self.levels.open.len()).collect();
        let keeps_changes = self.cx.settings.saving.on_quit == OnQuit::Keep;
        unsaved.retain(|index| {
            let is_dirty = self.level_document(*index).is_dirty();
            is_dirty && !(keeps_changes && self.write_autosave(*index))
        });
        unsaved
    }

    /// Lets pages apply pending text input and floating content.
    fn finish_edits(&mut self) {
        self.notify(&Notice::Commit);
        self.notify(&Notice::BeforeUse);
    }

    pub(super) fn close(&mut self, ctx: &Context) {
        self.recovery.closing = true;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}
