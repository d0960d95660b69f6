//! Pictures, animations and texts for others: made in the background, one way for all of them.
//!
//! Whoever has something to export says what in an [`Export`] and hands it to
//! [`Workbench::export`]; the question for a file, the thread, the progress in the status bar, the
//! button that calls it off and the word when it is done are the same for all.

mod copy;
mod panel;
mod what;

use std::path::{Path, PathBuf};

use egui::{ProgressBar, Ui};

use crate::export::Ticket;
use crate::session::Task;

use crate::kit::answer;
use crate::page::messages::Weight;
use crate::shell::app::Workbench;
use crate::shell::files::Purpose;

pub use panel::ExportPanel;

pub use crate::page::Export;

/// An export that goes on.
struct Running {
    name: String,
    path: PathBuf,
    ticket: Ticket,
    task: Task<Result<(), String>>,
}

/// All exports.
#[derive(Default)]
pub struct Exports {
    /// Waits for the name of its file.
    pub(crate) asked: Option<Export>,
    /// The folder that the last one was written to.
    pub(crate) folder: Option<PathBuf>,
    running: Vec<Running>,
    /// A picture on its way to the clipboard.
    copying: Option<copy::Copying>,
    /// A picture from the clipboard on its way to the disk.
    pasting: Option<copy::Pasting>,
    pub(crate) panel: ExportPanel,
}

impl Exports {
    /// Whether something is being made.
    pub fn is_busy(&self) -> bool {
        !self.running.is_empty() || self.copying.is_some() || self.pasting.is_some()
    }
}

impl Workbench {
    /// Asks where to write it, and writes it there in the background.
    pub(crate) fn export(&mut self, export: Export) {
        self.exports.asked = Some(export);
        self.ask_for_file(Purpose::Export);
    }

    /// Writes what was asked about to this file, which is replaced if it is there.
    pub(crate) fn export_to(&mut self, path: &Path) {
        let Some(Export { name, work, .. }) = self.exports.asked.take() else {
            return;
        };
        self.exports.folder = path.parent().map(Path::to_owned);
        let ticket = Ticket::default();
        let (told, disk, file) = (ticket.clone(), self.cx.world.disk.clone(), path.to_owned());
        let work = move |_: &_| -> Result<(), String> {
            let bytes = work(&told).map_err(|error| answer::sentence(&error.to_string()))?;
            // What was called off at the last moment is not written, either.
            told.go_on()
                .map_err(|error| answer::sentence(&error.to_string()))?;
            let written = disk.write_atomic(&file, &bytes);
            written.map_err(|error| format!("{} cannot be written: {error}.", file.display()))
        };
        self.cx.messages.status(format!("Exporting {name}…"));
        self.exports.running.push(Running {
            name,
            path: path.to_owned(),
            task: Task::telling("export", &self.cx.wake, ticket.cancel_flag().clone(), work),
            ticket,
        });
    }

    /// Takes over what has come to its end.
    pub(crate) fn poll_exports(&mut self, ctx: &egui::Context) {
        let mut index = 0;
        while index < self.exports.running.len() {
            let Some(result) = self.exports.running[index].task.outcome() else {
                index += 1;
                continue;
            };
            let Running {
                name, path, ticket, ..
            } = self.exports.running.remove(index);
            match result {
                Ok(()) => {
                    let text = format!("Exported {name} to {}.", path.display());
                    self.cx.messages.toast(Weight::Good, text);
                }
                Err(_) if ticket.go_on().is_err() => {
                    self.cx.messages.status("The export was called off.");
                }
                Err(error) => self
                    .cx
                    .messages
                    .toast(Weight::Bad, answer::sentence(&error)),
            }
        }
        self.poll_copying(ctx);
        self.poll_pasting();
    }

    /// How far the exports are, for the status bar.
    pub(crate) fn export_progress(&mut self, ui: &mut Ui) {
        for running in &self.exports.running {
            ui.separator();
            if ui
                .small_button("Stop")
                .on_hover_text("Call the export off; nothing is written")
                .clicked()
            {
                running.ticket.stop();
            }
            let bar = match running.ticket.fraction() {
                Some(fraction) => ProgressBar::new(fraction).show_percentage(),
                None => ProgressBar::new(0.0).animate(true),
            };
            ui.add(bar.desired_width(90.0));
            ui.label(format!("Exporting {}", running.name));
            // The thread counts, but wakes nobody.
            let soon = std::time::Duration::from_millis(100);
            ui.ctx().request_repaint_after(soon);
        }
    }
}
