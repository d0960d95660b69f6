//! Dialogs for typing a path (without a system's file dialog) or web address, replacing a file, and pasting text.

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers, RichText, TextEdit, Ui};

use crate::kit::answer;
use crate::kit::fields::{error_label, list, named_field, primary, primary_button, select_all};
use crate::kit::theme::space;
use crate::page::dialog::{answer_buttons, window};
use crate::page::{Cx, Dialog, DialogAnswer, LevelSource, Question, Reply, Request, known};
use crate::session::Task;
use crate::session::web::{self, FetchError, Fetched};

pub struct PathDialog {
    question: Question,
    text: String,
    /// Explains why the dialog is open, if the user did not ask for it.
    explanation: Option<&'static str>,
    error: Option<String>,
    download: Option<Task<Result<Fetched, FetchError>>>,
    /// Last listed folder and its entries; `None` if it cannot be read.
    listing: Option<(PathBuf, Option<Vec<String>>)>,
    /// False if the field is to be given the focus in the next frame.
    has_focused: bool,
}

/// Most files listed below the path.
const MAX_LISTED: usize = 200;
const SEPARATORS: [char; 2] = ['/', std::path::MAIN_SEPARATOR];

impl PathDialog {
    pub fn new(question: Question) -> Self {
        Self {
            text: question.initial.to_string_lossy().into_owned(),
            question,
            explanation: None,
            error: None,
            download: None,
            listing: None,
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

    fn accepts_urls(&self) -> bool {
        self.question.asker == Some(known::OPEN)
    }

    fn is_url(&self) -> bool {
        self.accepts_urls() && web::url_of(Path::new(self.text.trim())).is_some()
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

    fn path(&self) -> PathBuf {
        expand_home(self.text.trim())
    }

    /// Entries of the typed folder whose names begin with the typed name.
    fn matches(&mut self) -> Vec<String> {
        let text = self.text.trim();
        let (folder, prefix) = match text.rfind(SEPARATORS) {
            Some(index) => (expand_home(&text[..=index]), &text[index + 1..]),
            None => (PathBuf::from("."), text),
        };
        self.listing.take_if(|(listed, _)| *listed != folder);
        let (_, entries) = self.listing.get_or_insert_with(|| {
            let entries = entries(&folder);
            (folder, entries)
        });
        let prefix = prefix.to_lowercase();
        let shows_hidden = prefix.starts_with('.');
        let matching = entries.iter().flatten().filter(|entry| {
            let is_displayed = shows_hidden || !entry.starts_with('.');
            is_displayed && entry.to_lowercase().starts_with(&prefix)
        });
        matching.take(MAX_LISTED).cloned().collect()
    }

    /// Explains why no entry matches; `None` if that is fine.
    fn no_match_text(&self) -> Option<String> {
        let (folder, entries) = self.listing.as_ref()?;
        let path = self.path();
        let name = path.strip_prefix(folder).unwrap_or(&path);
        match entries {
            None => Some(format!("Folder {} not found.", folder.display())),
            Some(entries) if entries.is_empty() => Some("This folder is empty.".to_owned()),
            // The path is for a new file.
            Some(_) if self.question.dialog.save => None,
            Some(_) if name.as_os_str().is_empty() => {
                Some("There are only hidden files in this folder.".to_owned())
            }
            Some(_) => Some(format!("No file here begins with “{}”.", name.display())),
        }
    }

    /// Replaces the last component of the path by an entry.
    fn choose(&mut self, entry: &str) {
        let last = self.text.rfind(SEPARATORS);
        self.text.truncate(last.map_or(0, |index| index + 1));
        self.text.push_str(entry);
        self.error = None;
        self.has_focused = false;
    }
}

fn expand_home(text: &str) -> PathBuf {
    let home = text.strip_prefix("~/").zip(std::env::home_dir());
    home.map_or_else(|| text.into(), |(rest, home)| home.join(rest))
}

/// Names of a folder's entries, first the folders, which end in a separator; `None` if it cannot be read.
fn entries(folder: &Path) -> Option<Vec<String>> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let entries = entries.map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        // Follows links, as opening does.
        (!entry.path().is_dir(), name)
    });
    let mut all: Vec<(bool, String)> = entries.collect();
    all.sort_unstable();
    let names = all.into_iter().map(|(is_file, name)| match is_file {
        true => name,
        false => name + std::path::MAIN_SEPARATOR_STR,
    });
    Some(names.collect())
}

impl Dialog for PathDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        if let Some(answer) = self.poll_download() {
            return answer;
        }
        let is_downloading = self.is_busy();
        let hint = match self.accepts_urls() {
            true => "/path/to/level.txt or https://…",
            false => "/path/to/level.txt",
        };
        let title = self.question.typed_title;
        let answer = window(ui, title, 560.0, |ui| {
            if let Some(explanation) = self.explanation {
                ui.label(RichText::new(explanation).weak());
                ui.add_space(space::TIGHT);
            }
            let field = TextEdit::singleline(&mut self.text)
                .hint_text(hint)
                .desired_width(f32::INFINITY)
                .cursor_at_end(true);
            let field = ui.add_enabled(!is_downloading, field);
            field.widget_info(|| named_field("Path", &self.text));
            if !self.has_focused && !is_downloading {
                field.request_focus();
                self.has_focused = true;
                // In the first frame, so that typing or pasting replaces the initial text.
                if self.listing.is_none() {
                    select_all(ui, field.id, &self.text);
                }
            }
            if field.changed() {
                self.error = None;
            }
            if let Some(error) = &self.error {
                error_label(ui, error);
            }
            ui.add_space(space::TIGHT);
            self.entries(ui);
            if let Some(note) = self.question.note {
                ui.weak(note);
            }
            answer_buttons(ui, |ui| {
                let is_empty = self.text.trim().is_empty();
                let is_usable = !is_empty && !self.path().is_dir() && !is_downloading;
                let is_confirmed = primary(ui, self.question.action, is_usable);
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

impl PathDialog {
    fn entries(&mut self, ui: &mut Ui) {
        let url = self.is_url();
        let matches = if url { Vec::new() } else { self.matches() };
        let mut chosen = None;
        list(ui, 220.0, |ui| {
            // Constant height, so that the buttons do not move.
            ui.set_min_height(220.0);
            for entry in &matches {
                if ui.selectable_label(false, entry).clicked() {
                    chosen = Some(entry.clone());
                }
            }
            if self.is_busy() {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label("Downloading the level…");
                });
            } else if url {
                ui.weak("Downloads the level. You can save it to a file afterwards.");
            } else if matches.is_empty()
                && let Some(reason) = self.no_match_text()
            {
                ui.weak(reason);
            }
        });
        if let Some(entry) = chosen {
            self.choose(&entry);
        }
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
                let save_as = ui.button("Save as…").clicked().then(|| {
                    let question = Question {
                        initial: self.path.clone(),
                        ..self.question.clone()
                    };
                    Request::OpenDialog(Box::new(PathDialog::new(question)))
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

#[derive(Clone, Copy, Debug)]
pub struct PasteTexts {
    pub title: &'static str,
    /// Description of the text to paste.
    pub prompt: &'static str,
    /// Accessible name of the field.
    pub field: &'static str,
}

pub struct PasteDialog {
    texts: PasteTexts,
    request: fn(String) -> Request,
    text: String,
    error: Option<String>,
    has_focused: bool,
}

impl PasteDialog {
    /// `request` builds the dialog's request from the text.
    pub fn new(texts: PasteTexts, request: fn(String) -> Request) -> Self {
        Self {
            texts,
            request,
            text: String::new(),
            error: None,
            has_focused: false,
        }
    }

    fn field(&mut self, ui: &mut Ui) {
        let field = TextEdit::multiline(&mut self.text).code_editor();
        let field = ui.add(field.desired_rows(12).desired_width(f32::INFINITY));
        field.widget_info(|| named_field(self.texts.field, &self.text));
        if !std::mem::replace(&mut self.has_focused, true) {
            field.request_focus();
        }
        if field.changed() {
            self.error = None;
        }
        if let Some(error) = &self.error {
            error_label(ui, error);
        }
    }
}

impl Dialog for PasteDialog {
    fn show(&mut self, ui: &Ui, _cx: &mut Cx) -> DialogAnswer {
        window(ui, self.texts.title, 480.0, |ui| {
            ui.label(self.texts.prompt);
            self.field(ui);
            answer_buttons(ui, |ui| {
                let keys = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
                let has_text = !self.text.trim().is_empty();
                let opens = primary_button(ui, "Open", has_text).clicked() || (keys && has_text);
                opens.then(|| (self.request)(self.text.clone()))
            })
        })
    }

    fn failed(&mut self, error: String) {
        self.error = Some(error);
    }
}
