//! Unsaved work: questions before closing, autosave, and levels left from an earlier run.

use std::io;
use std::path::PathBuf;

use egui::{Context, ViewportCommand};

use super::state::{AfterSave, Workbench};
use crate::dialogs::{DISCARD, RESTORE, RESTORE_ALL, RecoveredDialog, UnsavedDialog};
use crate::kit::answer;
use crate::page::messages::Severity;
use crate::page::settings::OnQuit;
use crate::page::{Notice, known};
use crate::session::recovery::{Autosave, Leftovers, Recovered, TabPlace, leftovers};
use crate::session::{Document, PlanSource, Task};

impl Workbench {
    /// Creates an autosave for each open level, and searches for levels left by a crash.
    pub(super) fn start_recovery(&mut self) {
        let folders = self.cx.world.folders.as_ref();
        let Some(folder) = folders.map(|folders| folders.recovery()) else {
            return;
        };
        self.recovery.folder = Some(folder.clone());
        for index in 0..self.levels.open.len() {
            self.levels.open[index].autosave = self.new_autosave();
        }
        let disk = self.cx.world.disk.clone();
        let work = move |_: &_| leftovers(disk.as_ref(), &folder);
        let search = Task::start("search for unsaved levels", &self.cx.wake, work);
        self.recovery.search = Some(search);
    }

    /// Creates an autosave. Returns `None` without a recovery folder or on failure, which is reported.
    pub(super) fn new_autosave(&mut self) -> Option<Autosave> {
        let folder = self.recovery.folder.as_ref()?;
        match Autosave::begin(folder) {
            Ok(autosave) => Some(autosave),
            Err(error) => {
                let (folder, reason) = (folder.display(), answer::io_error(&error));
                let text =
                    format!("Autosave is off: {folder} cannot be used ({reason}). Save often.");
                self.cx.messages.toast(Severity::Warn, text);
                None
            }
        }
    }

    /// Writes due recovery files, and takes over the levels found at the start.
    pub(super) fn poll_recovery(&mut self, ctx: &Context) {
        if let Some(result) = Task::result_of(&mut self.recovery.search) {
            self.handle_leftovers(result.unwrap_or_else(|error| Err(io::Error::other(error))));
        }
        let disk = self.cx.world.disk.clone();
        let mut failed = None;
        for index in 0..self.levels.open.len() {
            let polled = self.with_autosave(index, |autosave, document| {
                autosave.poll(disk.as_ref(), document)
            });
            match polled {
                Some(Ok(Some(delay))) => ctx.request_repaint_after(delay),
                Some(Err(error)) => failed = Some(error),
                _ => {}
            }
        }
        let Some(error) = failed else {
            self.recovery.reported = false;
            return;
        };
        if !std::mem::replace(&mut self.recovery.reported, true) {
            let reason = answer::io_error(&error);
            let text =
                format!("The recovery file could not be written: {reason}. Save to be safe.");
            let messages = &mut self.cx.messages;
            messages.toast_with(Severity::Warn, text, known::SAVE);
        }
        // For the next attempt.
        ctx.request_repaint_after(std::time::Duration::from_secs(5));
    }

    /// Applies `work` to a tab's autosave and level; `None` without an autosave.
    fn with_autosave<T>(
        &mut self,
        index: usize,
        work: impl FnOnce(&mut Autosave, &Document) -> T,
    ) -> Option<T> {
        let level = &mut self.levels.open[index];
        let document = match &level.parked {
            Some(parked) => &parked.document,
            None => &self.cx.document,
        };
        Some(work(level.autosave.as_mut()?, document))
    }

    /// Writes the recovery file of a tab's level now. Returns whether that succeeded.
    pub(super) fn write_autosave(&mut self, index: usize) -> bool {
        let disk = self.cx.world.disk.clone();
        let written = self.with_autosave(index, |autosave, document| {
            autosave.write(disk.as_ref(), document)
        });
        matches!(written, Some(Ok(())))
    }

    fn handle_leftovers(&mut self, result: io::Result<Leftovers>) {
        match result {
            Ok(Leftovers { found, broken }) => {
                for (file, reason) in broken {
                    let file = file.display();
                    let text = format!(
                        "Recovery file {file} is damaged ({reason}). It was left in place."
                    );
                    self.cx.messages.toast(Severity::Warn, text);
                }
                let (closed, crashed) = found.into_iter().partition(|level| level.clean_exit);
                self.restore_closed(closed);
                self.recovery.recovered = crashed;
                if self.recovery.recovered.is_empty() {
                    return;
                }
                if self.dialog.is_none() {
                    return self.offer_recovered();
                }
                let text = "Unsaved levels of an earlier session were found.".to_owned();
                let messages = &mut self.cx.messages;
                messages.toast_with(Severity::Warn, text, known::RESTORE_RECOVERED);
            }
            Err(error) => {
                let reason = answer::io_error(&error);
                let text = format!("The recovery folder cannot be read: {reason}.");
                self.cx.messages.toast(Severity::Warn, text);
            }
        }
    }

    pub(super) fn offer_recovered(&mut self) {
        self.open_dialog(RecoveredDialog::new(&self.recovery.recovered));
    }

    /// Restores the tabs open when the program last ended. A level opened since stays in front.
    fn restore_closed(&mut self, closed: Vec<Recovered>) {
        let was_opened = !self.cx.document.is_untouched();
        let mut front = was_opened.then(|| self.levels.front_id());
        let count = closed.len();
        for level in closed {
            let is_front = level.place.as_ref().is_some_and(|place| place.is_front);
            self.restore_level(level);
            if is_front {
                front.get_or_insert(self.levels.front_id());
            }
        }
        if let Some(front) = front {
            self.show_level_by_id(front);
        }
        if count > 1 {
            let text = format!("Restored {}.", answer::count(count, "levels"));
            self.cx.messages.status(text);
        }
    }

    /// Carries out what the user has decided about the level of a row.
    pub(super) fn decide_recovered(&mut self, button: &str, index: usize) {
        let all = &mut self.recovery.recovered;
        match button {
            RESTORE_ALL => {
                for recovered in std::mem::take(all) {
                    self.restore_level(recovered);
                }
            }
            RESTORE if index < all.len() => {
                let recovered = all.remove(index);
                self.restore_level(recovered);
                if !self.recovery.recovered.is_empty() {
                    self.offer_recovered();
                }
            }
            DISCARD if index < all.len() => {
                let recovered = all.remove(index);
                self.remove_leftover(recovered.file);
            }
            _ => {}
        }
    }

    /// Opens a level in a tab of its own, in front.
    fn restore_level(&mut self, recovered: Recovered) {
        let Recovered {
            file,
            clean_exit: _,
            level_file: own,
            unsaved,
            level,
            draft,
            moves,
            plan,
            place,
        } = recovered;
        let mut move_error = None;
        let disk = self.cx.world.disk.clone();
        // Anything opened since stays open.
        self.levels.in_new_tab = !self.cx.document.is_untouched();
        self.place_level(|document| {
            let path = own.own_path().filter(|_| !unsaved);
            if path.is_none_or(|path| document.open(disk.as_ref(), path).is_err()) {
                // A file that is gone no longer holds the level.
                let unsaved = unsaved || path.is_some();
                document.restore(level, own.clone(), unsaved, draft.as_deref());
            }
            move_error = document.set_moves("Restore moves", moves).err();
            if !plan.is_empty() {
                let source = PlanSource::Text("last time".to_owned());
                // A plan that a changed file refuses is of no use.
                document.store_attempt("Restore plan", plan, source).ok();
            }
        });
        self.levels.in_new_tab = false;
        if let Some(error) = move_error {
            let text = format!("The moves of the restored level do not fit it: {error}.");
            self.cx.messages.toast(Severity::Warn, text);
        }
        let text = format!("Restored “{}”.", self.cx.document.name());
        self.cx.level_replaced(text);
        let page = place.and_then(|place| self.cx.commands.by_text(&place.page));
        self.cx.tab = page.unwrap_or(self.cx.tab);
        self.leave_empty_plan();
        let document = &self.cx.document;
        let is_in_file = !document.is_dirty() && document.moves().is_empty();
        // The old file is removed only after the new one is written.
        if is_in_file || self.write_autosave(self.levels.front) {
            self.remove_leftover(file);
        }
    }

    fn remove_leftover(&mut self, file: PathBuf) {
        let disk = &self.cx.world.disk;
        let removed = disk.remove(&file);
        let removed = removed.and_then(|()| disk.remove(&file.with_extension("lock")));
        if let Err(error) = removed {
            let text = answer::file_error(&file, "could not be removed", &error);
            self.cx.messages.toast(Severity::Warn, text);
        }
    }

    /// Leaves all tabs for the next start. Where the user decided to close, unsaved changes are discarded.
    pub(super) fn finish_recovery(&mut self) {
        let discard = self.recovery.closing;
        for index in 0..self.levels.open.len() {
            let Some(autosave) = self.levels.open[index].autosave.take() else {
                continue;
            };
            let parked = self.levels.open[index].parked.as_ref();
            let place = TabPlace {
                index,
                is_front: parked.is_none(),
                page: parked
                    .map_or(self.cx.tab, |level| level.tab)
                    .text()
                    .to_owned(),
            };
            let document = self.level_document(index);
            if document.is_untouched() || document.is_dirty() && discard {
                self.end_autosave(autosave);
            } else if let Err(error) = autosave.leave(self.cx.world.disk.as_ref(), document, place)
            {
                log::warn!("a tab could not be left for the next start: {error}");
            }
        }
    }

    pub(super) fn end_autosave(&self, autosave: Autosave) {
        if let Err(error) = autosave.finish(self.cx.world.disk.as_ref()) {
            log::warn!("the recovery file could not be removed: {error}");
        }
    }

    pub(super) fn request_close(&mut self, index: usize) {
        if index == self.levels.front {
            self.finish_edits();
        }
        if !self.level_document(index).is_dirty() {
            return self.close_level(index);
        }
        self.show_level(index);
        self.ask_about_unsaved(&[self.levels.front], false);
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
        self.ask_about_unsaved(&unsaved, true);
    }

    fn ask_about_unsaved(&mut self, levels: &[usize], is_quit: bool) {
        let levels = levels.iter().map(|index| self.level_document(*index));
        let dialog = UnsavedDialog::new(levels, is_quit);
        self.open_dialog(dialog);
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

    /// Indices of tabs whose changes would be lost if the window closed now. Writes the recovery files of the others.
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
