//! What keeps unsaved work: autosave, levels left over from an earlier run, the question at the
//! end.

use crate::page::Notice;
use crate::page::known;
use std::io;
use std::path::PathBuf;

use egui::{Context, ViewportCommand};

use crate::session::disk::Disk;
use crate::session::recovery::{Autosave, Leftovers, Recovered, leftovers};
use crate::session::{Document, Task};

use super::state::{Recovery, Workbench};
use crate::dialogs::{QuitDialog, RecoveredDialog};
use crate::page::messages::Weight;
use crate::page::settings::OnQuit;

impl Recovery {
    /// Whether the folder is being looked at.
    pub fn is_looking(&self) -> bool {
        self.looking.is_some()
    }

    /// The level as it is now is safe in its file.
    pub fn forget(&mut self, document: &Document) {
        let saved = document.content_revision();
        self.replaced.retain(|(_, revision)| *revision != saved);
    }

    /// Names of unsaved levels that only Undo can bring back.
    fn only_in_undo(&self, document: &Document) -> Vec<String> {
        let open = document.content_revision();
        self.replaced
            .iter()
            .filter(|(_, revision)| *revision != open)
            .map(|(name, _)| name.clone())
            .collect()
    }
}

impl Workbench {
    /// Takes a place for autosaves and looks for levels left over from a crash.
    pub(super) fn begin_recovery(&mut self) {
        let Some(folder) = self
            .cx
            .world
            .places
            .as_ref()
            .map(|places| places.recovery())
        else {
            return;
        };
        match Autosave::begin(&folder) {
            Ok(autosave) => self.recovery.autosave = Some(autosave),
            Err(error) => {
                let text = format!(
                    "Unsaved work cannot be kept safe: {} cannot be used ({error}). Save often.",
                    folder.display()
                );
                self.cx.messages.toast(Weight::Warn, text);
            }
        }
        let disk = self.cx.world.disk.clone();
        let work = move |_: &_| leftovers(disk.as_ref(), &folder);
        self.recovery.looking = Some(Task::start(
            "search for unsaved levels",
            &self.cx.wake,
            work,
        ));
    }

    /// Remembers that an unsaved level is about to be replaced.
    pub(super) fn note_replaced(&mut self) {
        self.tell(&Notice::Commit);
        if self.cx.document.is_dirty() {
            let this = (self.cx.document.name(), self.cx.document.content_revision());
            let replaced = &mut self.recovery.replaced;
            replaced.retain(|(_, revision)| *revision != this.1);
            replaced.push(this);
        }
    }

    /// Writes the recovery file if it is time, and takes over what was found at the start.
    pub(super) fn poll_recovery(&mut self, ctx: &Context) {
        if let Some(ended) = Task::end_of(&mut self.recovery.looking) {
            self.found_leftovers(ended.unwrap_or_else(|broken| Err(io::Error::other(broken))));
        }
        let recovery = &mut self.recovery;
        let Some(autosave) = &mut recovery.autosave else {
            return;
        };
        match autosave.poll(self.cx.world.disk.as_ref(), &self.cx.document) {
            Ok(Some(later)) => ctx.request_repaint_after(later),
            Ok(None) => recovery.told = false,
            Err(error) => {
                if !std::mem::replace(&mut recovery.told, true) {
                    let text = format!(
                        "The recovery file could not be written: {error}. Save to be safe."
                    );
                    self.cx.messages.toast_with(Weight::Warn, text, known::SAVE);
                }
                ctx.request_repaint_after(std::time::Duration::from_secs(5));
            }
        }
    }

    fn found_leftovers(&mut self, found: io::Result<Leftovers>) {
        match found {
            Ok(Leftovers { found, broken }) => {
                for (file, reason) in broken {
                    let text = format!(
                        "The recovery file {} cannot be understood ({reason}); it is left there.",
                        file.display()
                    );
                    self.cx.messages.toast(Weight::Warn, text);
                }
                self.recovery.found = found;
                if !self.recovery.found.is_empty() && self.dialog.is_none() {
                    self.offer_recovered();
                }
            }
            Err(error) => {
                let text = format!("The recovery folder cannot be read: {error}.");
                self.cx.messages.toast(Weight::Warn, text);
            }
        }
    }

    /// Offers the levels left over from an earlier run.
    pub(super) fn offer_recovered(&mut self) {
        self.dialog = Some(Box::new(RecoveredDialog::of(&self.recovery.found)));
    }

    /// Opens a level left over from an earlier run.
    pub(super) fn restore(&mut self, index: usize) {
        if index >= self.recovery.found.len() {
            return;
        }
        let Recovered {
            file,
            level,
            draft,
            moves,
            ..
        } = self.recovery.found.remove(index);
        self.note_replaced();
        self.cx.document.import_level("Restore", level);
        if let Err(error) = self.cx.document.set_moves("Restore moves", moves) {
            let text = format!("The moves of the restored level do not fit it: {error}.");
            self.cx.messages.toast(Weight::Warn, text);
        }
        if let Some(draft) = draft {
            self.cx.document.set_text("Restore text", &draft, false);
        }
        self.cx
            .level_replaced("Restored the unsaved level.".to_owned());
        // The old file goes only once the new one is there.
        let disk = self.cx.world.disk.clone();
        let kept = self
            .recovery
            .autosave
            .as_mut()
            .is_some_and(|autosave| autosave.write(disk.as_ref(), &self.cx.document).is_ok());
        if kept {
            self.remove_leftover(disk.as_ref(), file);
        }
    }

    /// Forgets a level left over from an earlier run.
    pub(super) fn discard_leftover(&mut self, index: usize) {
        if index < self.recovery.found.len() {
            let recovered = self.recovery.found.remove(index);
            let disk = self.cx.world.disk.clone();
            self.remove_leftover(disk.as_ref(), recovered.file);
        }
    }

    fn remove_leftover(&mut self, disk: &dyn Disk, file: PathBuf) {
        let removed = disk
            .remove(&file)
            .and_then(|()| disk.remove(&file.with_extension("lock")));
        if let Err(error) = removed {
            let text = format!("{} could not be removed: {error}.", file.display());
            self.cx.messages.toast(Weight::Warn, text);
        }
    }

    /// Decides what to do when the window is to be closed.
    pub(super) fn take_close_request(&mut self, ctx: &Context) {
        if !ctx.input(|input| input.viewport().close_requested()) {
            return;
        }
        match self.reason_to_stay() {
            None => self.finish_recovery(),
            Some(question) => {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.dialog = Some(Box::new(question));
            }
        }
    }

    /// What would be lost if the window closed now; `None` if nothing would.
    fn reason_to_stay(&mut self) -> Option<QuitDialog> {
        self.tell(&Notice::Commit);
        if self.recovery.closing {
            return None;
        }
        let only_in_undo = self.recovery.only_in_undo(&self.cx.document);
        let unsaved = self.cx.document.is_dirty() && !self.is_kept();
        (unsaved || !only_in_undo.is_empty()).then_some(QuitDialog {
            unsaved: unsaved.then(|| self.cx.document.name()),
            only_in_undo,
        })
    }

    /// Whether the level is safe in the recovery folder until the next start.
    fn is_kept(&mut self) -> bool {
        let disk = self.cx.world.disk.clone();
        self.cx.settings.saving.on_quit == OnQuit::Keep
            && self
                .recovery
                .autosave
                .as_mut()
                .is_some_and(|autosave| autosave.write(disk.as_ref(), &self.cx.document).is_ok())
    }

    /// Takes the recovery file away if there is nothing to recover.
    fn finish_recovery(&mut self) {
        let discard = self.recovery.closing;
        if (discard || !self.cx.document.is_dirty())
            && let Some(autosave) = self.recovery.autosave.take()
            && let Err(error) = autosave.finish(self.cx.world.disk.as_ref())
        {
            log::warn!("the recovery file could not be removed: {error}");
        }
    }

    /// Closes the window; what is unsaved was decided on.
    pub(super) fn close(&mut self, ctx: &Context) {
        self.recovery.closing = true;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}
