//! Dialogs for typing a path (without a system's file dialog) or web address, and replacing a file.

use std::path::{Path, PathBuf};

use egui::{RichText, TextEdit, Ui};

use crate::kit::answer;
use crate::kit::fields::{error_label, named_field, primary, select_all};
use crate::kit::theme::space;
use crate::page::dialog::{answer_buttons, window};
use crate::page::{Cx, Dialog, DialogAnswer, LevelSource, Question, Reply, Request, known};
use crate::session::Task;
use crate::session::web::{self, FetchError, Fetched};
use crate::world::DialogSpec;

pub struct PathDialog {
    question: Question,
    text: String,
    /// Explains why the dialog is open, if the user did not ask for it.
    explanation: Option<&'static str>,
    error: Option<String>,
    download: Option<Task<Result<Fetched, FetchError>>>,
    /// False if the field is to be given the focus in the next frame.
    has_focused: bool,
}

impl PathDialog {
    pub fn new(question: Question) -> Self {
        Self {
            text: question.proposed_path().to_string_lossy().into_owned(),
            question,
            explanation: None,
            error: None,
            download: None,
            has_focused: false,
        }
    }

    pub fn with_explanation(mut self, explanation: &'static str) -> Self {
        self.explanation = Some(explanation);
        self
    }

    pub fn with_download(mut self, url: &str, cx: &Cx) -> Self {
        self.text = url.to_owned();
        self.start_download(cx);
        self
    }

    fn start_download(&mut self, cx: &Cx) {
        let url = self.text.trim().to_owned();
        // Without a game, which is found out from the file.
        let work = move |_: &_| web::fetch_level(&url, &web::FetchLimits::default(), None);
        self.download = Some(Task::start("fetching", &cx.wake, work));
    }

    fn is_url(&self) -> bool {
        let accepts_urls = self.question.asker == known::OPEN;
        accepts_urls && web::url_of(Path::new(self.text.trim())).is_some()
    }

    /// Takes a finished download and opens its level.
    fn poll_download(&mut self) -> Option<DialogAnswer> {
        let error = match Task::result_of(&mut self.download)? {
            Ok(Ok(fetched)) => {
                let url = self.text.trim().to_owned();
                let source = LevelSource::Fetched(url, Box::new(fetched));
                return Some(DialogAnswer::Try(Request::Open(source)));
            }
            Ok(Err(error)) => format!("{error}."),
            Err(crash) => answer::sentence(&crash.to_string()),
        };
        self.failed(error);
        None
    }

    fn confirm(&mut self, cx: &mut Cx) -> Option<Request> {
        if self.is_url() {
            self.start_download(cx);
            return None;
        }
        let path = self.path();
        let exists = !matches!(cx.world.disk.modified(&path), Ok(None));
        if self.question.dialog.save && exists {
            let reason = format!("{} exists already. Replace it?", path.display());
            let question = self.question.clone();
            let replace = ReplaceDialog {
                question,
                path,
                reason,
            };
            return Some(Request::OpenDialog(Box::new(replace)));
        }
        Some(Request::Reply(self.question.asker, Reply::File(path)))
    }

    /// The path, with `~` as the home folder.
    fn path(&self) -> PathBuf {
        let text = self.text.trim();
        let home = text.strip_prefix("~/").zip(std::env::home_dir());
        home.map_or_else(|| text.into(), |(rest, home)| home.join(rest))
    }
}

impl Dialog for PathDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        if let Some(answer) = self.poll_download() {
            return answer;
        }
        let is_downloading = self.is_busy();
        let DialogSpec { title, save, .. } = self.question.dialog;
        let answer = window(ui, title, 560.0, |ui| {
            if let Some(explanation) = self.explanation {
                ui.label(RichText::new(explanation).weak());
                ui.add_space(space::TIGHT);
            }
            let field = TextEdit::singleline(&mut self.text)
                .desired_width(f32::INFINITY)
                .cursor_at_end(true);
            let field = ui.add_enabled(!is_downloading, field);
            field.widget_info(|| named_field("Path", &self.text));
            if !self.has_focused && !is_downloading {
                field.request_focus();
                self.has_focused = true;
                // In the first frame, so that typing or pasting replaces the initial text.
                if self.error.is_none() {
                    select_all(ui, field.id, &self.text);
                }
            }
            if field.changed() {
                self.error = None;
            }
            if let Some(error) = &self.error {
                error_label(ui, error);
            }
            if is_downloading {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label("Downloading the level…");
                });
            }
            let is_folder = self.path().is_dir();
            ui.weak(match self.question.asker {
                _ if is_folder => "This is a folder. Add the name of a file in it.",
                known::OPEN => "The path of a file, or a web address to download a level from.",
                known::SAVE_AS => {
                    "Names ending in .ron are saved as RON, all others as plain text."
                }
                _ => "The path of a file.",
            });
            answer_buttons(ui, |ui| {
                let is_empty = self.text.trim().is_empty();
                let is_usable = !is_empty && !is_folder && !is_downloading;
                let action = if save { "Save" } else { "Open" };
                let is_confirmed = primary(ui, action, is_usable);
                is_confirmed.then(|| self.confirm(cx)).flatten()
            })
        });
        report_close(&answer, &self.question, cx);
        answer
    }

    fn is_busy(&self) -> bool {
        self.download.is_some()
    }

    fn failed(&mut self, error: String) {
        // The user should correct the path.
        self.has_focused = false;
        self.error = Some(error);
    }
}

/// Reports to the asker of a question that its dialog was closed.
fn report_close(answer: &DialogAnswer, question: &Question, cx: &mut Cx) {
    if matches!(answer, DialogAnswer::Close) {
        cx.send(Request::Reply(question.asker, Reply::None));
    }
}

/// Confirms replacing the file at `path`, the answer to `question`.
pub struct ReplaceDialog {
    pub question: Question,
    pub path: PathBuf,
    /// Explanation of what would be lost.
    pub reason: String,
}

impl Dialog for ReplaceDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        let answer = window(ui, "Replace file", 460.0, |ui| {
            ui.label(&self.reason);
            answer_buttons(ui, |ui| {
                // Not the button that Enter presses, because the file would be lost.
                let replace = ui.button("Replace").clicked().then(|| {
                    let file = Reply::File(self.path.clone());
                    Request::Reply(self.question.asker, file)
                });
                let save_as = ui.button("Save as…").clicked();
                let save_as = save_as.then(|| {
                    let mut question = self.question.clone();
                    let name = self.path.file_name();
                    question.dialog.folder = self.path.parent().map(Path::to_owned);
                    question.dialog.name = name.map(|name| name.to_string_lossy().into_owned());
                    Request::ChooseFile(question)
                });
                replace.or(save_as)
            })
        });
        report_close(&answer, &self.question, cx);
        answer
    }

    fn failed(&mut self, error: String) {
        self.reason = error;
    }
}
