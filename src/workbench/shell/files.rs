//! File dialogs and saving. Where the system has no file dialog, the path is typed.

use std::path::{Path, PathBuf};
use std::time::Instant;

use egui::{Align2, Context, FontId, Id, LayerId, Order, Ui};

use super::state::{PendingDialog, Workbench};
use crate::dialogs::{PathDialog, ReplaceDialog};
use crate::game::{Game, Notation};
use crate::games;
use crate::kit::theme;
use crate::page::messages::Severity;
use crate::page::{Notice, Question, Reply, Request, known};
use crate::session::{SaveError, Task, split_number};
use crate::world::{DialogSpec, MIN_DIALOG_TIME};

impl Workbench {
    /// Default folder of file dialogs: that of the last chosen file, otherwise the home folder.
    fn default_folder(&self) -> Option<PathBuf> {
        let last = self.cx.settings.saving.last_folder.clone();
        last.filter(|folder| folder.is_dir())
            .or_else(std::env::home_dir)
    }

    pub(super) fn choose_file(&mut self, mut question: Question) {
        if question.dialog.folder.is_none() {
            question.dialog.folder = self.default_folder();
        }
        if let Some(open) = &self.files.dialog {
            // A page that asks twice still waits for its first answer.
            if open.question.asker != question.asker {
                self.cx.send(Request::Reply(question.asker, Reply::None));
            }
            return self.cx.messages.status(known::DIALOG_IS_OPEN);
        }
        let (dialogs, spec) = (self.cx.world.dialogs.clone(), question.dialog.clone());
        let work = move |_: &_| dialogs.choose(&spec);
        self.files.dialog = Some(PendingDialog {
            level: self.levels.front_id(),
            question,
            opened_at: Instant::now(),
            task: Task::start("file dialog", &self.cx.wake, work),
        });
    }

    pub(super) fn poll_file_dialog(&mut self, ctx: &Context) {
        let dialog = self.files.dialog.as_ref();
        let Some(result) = dialog.and_then(|dialog| dialog.task.result()) else {
            return;
        };
        let Some(dialog) = self.files.dialog.take() else {
            return;
        };
        let question = dialog.question;
        // The answer concerns the level that was in front when the dialog was opened.
        if !self.show_level_by_id(dialog.level) {
            let text = "The level was closed in the meantime.";
            self.cx.send(Request::Reply(question.asker, Reply::None));
            return self.cx.messages.status(text);
        }
        let path = result.unwrap_or_else(|error| {
            log::error!("{error}");
            None
        });
        let answer = match path {
            // The dialog has already confirmed replacing.
            Some(path) => Reply::File(path),
            None if dialog.opened_at.elapsed() < MIN_DIALOG_TIME => {
                let explanation = "This system has no file dialog. Type the path instead.";
                let dialog = PathDialog::new(question).with_explanation(explanation);
                self.waiting_dialogs.extend(self.dialog.take());
                return self.open_dialog(dialog);
            }
            None => Reply::None,
        };
        if let Err(error) = self.deliver(ctx, question.asker, answer) {
            let messages = &mut self.cx.messages;
            messages.toast_with(Severity::Bad, error, question.asker);
        }
    }

    pub(super) fn open_question(&self) -> Question {
        let current = self.cx.document.file().own_path();
        let current = current.and_then(|path| path.parent().map(Path::to_owned));
        let kind = ("Levels", level_extensions());
        let mut question = Question::to_open(known::OPEN, "Open a level", kind);
        question.dialog.folder = current.or_else(|| self.default_folder());
        question
    }

    fn save_question(&self) -> Question {
        let folder = match self.cx.document.file().own_path() {
            Some(path) => path.parent().map(Path::to_owned),
            None => {
                let folder = self.cx.levels_folder();
                folder.filter(|folder| std::fs::create_dir_all(folder).is_ok())
            }
        };
        let common = [("Plain text", vec!["txt"]), ("RON", vec!["ron"])];
        let own = self.notation().map(|own| (own.name, vec![own.extension]));
        Question {
            asker: known::SAVE_AS,
            dialog: DialogSpec {
                save: true,
                title: "Save the level",
                kinds: own.into_iter().chain(common).collect(),
                folder,
                name: Some(self.file_name()),
            },
        }
    }

    /// File name for the level: its current one, or one made from its title.
    fn file_name(&self) -> String {
        if let Some(name) = self.own_file().and_then(Path::file_name) {
            return name.to_string_lossy().into_owned();
        }
        let extension = match self.notation() {
            Some(own) if self.cx.settings.saving.form != "ron" => own.extension,
            _ => &self.cx.settings.saving.form,
        };
        format!("{}.{extension}", self.cx.file_stem())
    }

    /// Notation of the level's text, if its game has a language.
    fn notation(&self) -> Option<Notation> {
        let language = self.cx.language()?;
        let text = self.cx.document.text()?;
        language.notations().get(language.notation(&text)).copied()
    }

    /// File of the open level, without the level's number in it; `None` if there is none to save to.
    fn own_file(&self) -> Option<&Path> {
        let path = self.cx.document.file().own_path()?;
        Some(split_number(self.cx.world.disk.as_ref(), path).0)
    }

    pub(super) fn save(&mut self, ctx: &Context) {
        let disk = self.cx.world.disk.clone();
        match self.cx.document.save(disk.as_ref()) {
            Ok(()) => self.finish_save(ctx),
            Err(SaveError::NoPath) => self.save_as(),
            Err(error @ SaveError::ChangedOnDisk(_)) => {
                if let Some(path) = self.own_file().map(Path::to_owned) {
                    self.open_dialog(ReplaceDialog {
                        question: self.save_question(),
                        path,
                        reason: format!("{error}. Replace it?"),
                    });
                }
            }
            Err(error) => {
                self.files.after_save = None;
                let (messages, text) = (&mut self.cx.messages, format!("{error}."));
                messages.toast_with(Severity::Bad, text, known::SAVE_AS);
            }
        }
    }

    pub(super) fn save_as(&mut self) {
        self.choose_file(self.save_question());
    }

    /// Saves the level to a file, replacing it if it exists.
    pub(super) fn save_to(&mut self, ctx: &Context, path: &Path) -> Result<(), String> {
        let disk = self.cx.world.disk.clone();
        if let Err(error) = self.cx.document.save_as(disk.as_ref(), path, true) {
            self.files.after_save = None;
            return Err(format!("{error}."));
        }
        self.finish_save(ctx);
        Ok(())
    }

    fn finish_save(&mut self, ctx: &Context) {
        if let Some(path) = self.cx.document.file().path.clone() {
            if let Some(extension) = path.extension() {
                let is_ron = extension.eq_ignore_ascii_case("ron");
                let form = if is_ron { "ron" } else { "txt" };
                self.cx.settings.saving.form = form.to_owned();
            }
            self.cx.settings.add_recent(&path);
            let text = format!("Saved {}.", path.display());
            self.cx.messages.status(text);
        }
        // Sent now, because the next step may show another level.
        self.notify(&Notice::FilesChanged);
        self.after_save(ctx);
    }

    pub(super) fn show_drop_target(&self, ui: &Ui) {
        let ctx = ui.ctx();
        if ctx.input(|input| input.raw.hovered_files.is_empty()) {
            return;
        }
        let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::unique("drop target")));
        let rect = ctx.content_rect();
        let colors = theme::colors(ui);
        painter.rect_filled(rect, 0.0, colors.canvas.gamma_multiply(0.85));
        let text = "Drop to open a level or plan, or to import a picture";
        let font = FontId::proportional(theme::text::HEADING);
        let (center, align) = (rect.center(), Align2::CENTER_CENTER);
        painter.text(center, align, text, font, colors.text);
    }
}

fn level_extensions() -> Vec<&'static str> {
    let extensions = |game: &dyn Game| -> Vec<&'static str> {
        let forms = game.info().forms.iter().map(|(extension, _)| *extension);
        let notations = game.language().map_or(&[][..], |own| own.notations());
        let own = notations.iter().map(|notation| notation.extension);
        forms.chain(own).collect()
    };
    let mut all: Vec<_> = games::all().iter().copied().flat_map(extensions).collect();
    all.sort_unstable();
    all.dedup();
    all
}
