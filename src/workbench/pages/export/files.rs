//! Exports to files: asks for the file, writes in the background, and shows progress and Cancel in the status bar.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{ColorImage, Context, ProgressBar, Ui};

use crate::drawing::raster;
use crate::export::{BoardStyle, Ticket, board};
use crate::games::line;
use crate::kit::answer;
use crate::page::messages::Severity;
use crate::page::{Cx, Export, Question, Request, known};
use crate::session::Task;
use crate::session::disk::Disk;
use crate::world::DialogSpec;

/// Interval at which progress is displayed; the background thread does not request repaints.
const REPAINT_INTERVAL: Duration = Duration::from_millis(100);
/// Length of a game ID, in bytes, above which it is unwieldy in a message.
const LONG_ID: usize = 500;

#[derive(Default)]
pub(super) struct FileExports {
    /// Export that waits for its file name.
    pub(super) pending: Option<Export>,
    pub(super) running: Vec<RunningExport>,
}

pub(super) struct RunningExport {
    name: String,
    path: PathBuf,
    /// Progress and cancellation of the work.
    ticket: Ticket,
    task: Task<Result<(), String>>,
}

impl FileExports {
    pub(super) fn ask(&mut self, export: Export, cx: &mut Cx) {
        if self.pending.is_some() {
            // The name chosen in the open dialog is that of the export that waits.
            return cx.messages.status(known::DIALOG_IS_OPEN);
        }
        let (kind, extension) = export.kind;
        let folder = cx.export_folder();
        cx.send(Request::ChooseFile(Question {
            asker: known::EXPORT,
            dialog: DialogSpec {
                save: true,
                title: "Export",
                kinds: vec![(kind, vec![extension])],
                folder,
                name: Some(export.file_name.clone()),
            },
        }));
        self.pending = Some(export);
    }

    /// Starts writing the pending export to this file, replacing an existing one.
    pub(super) fn write(&mut self, path: &Path, cx: &mut Cx) {
        let Some(export) = self.pending.take() else {
            return;
        };
        let Export {
            name, kind, work, ..
        } = export;
        let path = with_extension(path, kind.1, cx.world.disk.as_ref());
        cx.facts.export_folder = path.parent().map(Path::to_owned);
        let ticket = Ticket::default();
        let (job_ticket, disk, file) = (ticket.clone(), cx.world.disk.clone(), path.clone());
        let work = move |_: &_| -> Result<(), String> {
            let bytes = work(&job_ticket).map_err(|error| error.to_string())?;
            // An export cancelled at the last moment is not written either.
            job_ticket.check().map_err(|error| error.to_string())?;
            let written = disk.write_atomic(&file, &bytes);
            written.map_err(|error| answer::file_error(&file, "cannot be written", &error))
        };
        cx.messages.status(format!("Exporting {name}…"));
        self.running.push(RunningExport {
            name,
            path,
            task: Task::with_messages("export", &cx.wake, ticket.cancel_flag().clone(), work),
            ticket,
        });
    }

    /// Reports exports that have ended.
    pub(super) fn poll(&mut self, cx: &mut Cx) {
        self.running.retain(|export| {
            match export.task.outcome() {
                None => return true,
                Some(Ok(())) => {
                    let text = format!("Exported {} to {}.", export.name, export.path.display());
                    let show = super::SHOW_EXPORT;
                    cx.messages.toast_with(Severity::Good, text, show);
                }
                Some(Err(_)) if export.ticket.check().is_err() => {
                    cx.messages.status("The export was cancelled.");
                }
                Some(Err(error)) => cx.messages.fail(error),
            }
            false
        });
    }

    /// Shows the progress of exports, for the status bar.
    pub(super) fn progress(&self, ui: &mut Ui) {
        for running in &self.running {
            ui.separator();
            let stop = ui.small_button("Stop");
            if stop
                .on_hover_text("Cancel the export. No file is written")
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
            ui.ctx().request_repaint_after(REPAINT_INTERVAL);
        }
    }
}

/// Adds the extension to a path without one, unless that names an existing file, for which the user was not asked.
fn with_extension(path: &Path, extension: &str, disk: &dyn Disk) -> PathBuf {
    let extended = path.with_extension(extension);
    let is_free = matches!(disk.modified(&extended), Ok(None));
    match path.extension() {
        None if is_free => extended,
        _ => path.to_owned(),
    }
}

/// Draws the open level in the background.
pub(super) fn copy_picture(cx: &Cx, style: BoardStyle) -> Task<Result<ColorImage, String>> {
    let level = cx.document.level().clone();
    Task::start("drawing of the picture", &cx.wake, move |_| {
        let drawing = board::draw_level(level.as_ref(), style);
        let picture = raster::pixels(&drawing, 1.0).map_err(|error| error.to_string())?;
        let size = [picture.width() as usize, picture.height() as usize];
        Ok(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()))
    })
}

/// Copies the level as a game ID.
pub(super) fn level_line(ctx: &Context, cx: &mut Cx) {
    let text = line::to_line(cx.document.level());
    let is_long = text.len() > LONG_ID;
    ctx.copy_text(text);
    cx.messages.status(match is_long {
        true => "Copied the level's game ID. It is long; a file may be easier to share.",
        false => "Copied the level's game ID. Paste it in Planwright to open the level.",
    });
}
