//! A typed path, and the question before a file is replaced.

use std::path::{Path, PathBuf};

use egui::{RichText, TextEdit, Ui};

use crate::page::Answer;
use crate::page::messages::Weight;
use crate::session::web::{self, FetchError, Fetched};
use crate::session::{SaveError, Task};

use crate::kit::answer;
use crate::kit::fields::named_field;
use crate::kit::fields::{buttons, list, primary, problem};
use crate::kit::theme::space;
use crate::page::dialog::{DialogAnswer, window};
use crate::shell::app::Workbench;
use crate::shell::files::Purpose;

/// A path in the making.
pub struct PathDialog {
    purpose: Purpose,
    text: String,
    /// Why the dialog is shown, if nobody asked for it.
    pub note: Option<&'static str>,
    error: Option<String>,
    /// The level at this address is being fetched.
    fetching: Option<Task<Result<Fetched, FetchError>>>,
    /// The folder last listed and what is in it.
    listed: Option<(PathBuf, Vec<Listed>)>,
    focused: bool,
}

#[derive(Clone, Debug)]
struct Listed {
    name: String,
    folder: bool,
}

/// Entries shown below the field at most.
const MAX_LISTED: usize = 200;

impl PathDialog {
    /// A dialog that begins with this path.
    pub fn new(purpose: Purpose, start: &Path) -> Self {
        Self {
            purpose,
            text: start.to_string_lossy().into_owned(),
            note: None,
            error: None,
            fetching: None,
            listed: None,
            focused: false,
        }
    }

    /// A dialog that waits for the level at an address.
    pub fn fetching(url: &str, fetched: Task<Result<Fetched, FetchError>>) -> Self {
        Self {
            fetching: Some(fetched),
            ..Self::new(Purpose::Open, Path::new(url))
        }
    }

    /// Whether a level is being fetched.
    pub fn is_fetching(&self) -> bool {
        self.fetching.is_some()
    }

    /// What was fetched, once it is there.
    fn fetched(&mut self) -> Option<Result<Fetched, String>> {
        Some(match Task::end_of(&mut self.fetching)? {
            Ok(fetched) => fetched.map_err(|error| format!("{error}.")),
            Err(broken) => Err(answer::sentence(&broken.to_string())),
        })
    }

    /// Shows what is wrong; the path is what is to be mended.
    fn mend(&mut self, error: String) {
        self.focused = false;
        self.error = Some(error);
    }

    fn path(&self) -> PathBuf {
        expand_home(self.text.trim())
    }

    /// Entries of the folder in the field that go on as the field does.
    fn matches(&mut self) -> Vec<Listed> {
        let text = self.text.trim().to_owned();
        let (folder, start) = match text.rfind(['/', std::path::MAIN_SEPARATOR]) {
            Some(at) => (expand_home(&text[..=at]), text[at + 1..].to_owned()),
            None => (PathBuf::from("."), text.clone()),
        };
        if self
            .listed
            .as_ref()
            .is_none_or(|(listed, _)| *listed != folder)
        {
            self.listed = Some((folder.clone(), entries(&folder)));
        }
        let start = start.to_lowercase();
        let hidden = start.starts_with('.');
        self.listed
            .iter()
            .flat_map(|(_, entries)| entries)
            .filter(|entry| entry.name.to_lowercase().starts_with(&start))
            .filter(|entry| hidden || !entry.name.starts_with('.'))
            .take(MAX_LISTED)
            .cloned()
            .collect()
    }

    /// Puts an entry in the place of the field's last part.
    fn choose(&mut self, entry: &Listed) {
        let keep = self
            .text
            .rfind(['/', std::path::MAIN_SEPARATOR])
            .map_or(0, |at| at + 1);
        self.text.truncate(keep);
        self.text.push_str(&entry.name);
        if entry.folder {
            self.text.push(std::path::MAIN_SEPARATOR);
        }
        self.error = None;
        self.focused = false;
    }
}

fn expand_home(text: &str) -> PathBuf {
    match text.strip_prefix("~/") {
        Some(rest) => match std::env::home_dir() {
            Some(home) => home.join(rest),
            None => PathBuf::from(text),
        },
        None => PathBuf::from(text),
    }
}

fn entries(folder: &Path) -> Vec<Listed> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut all: Vec<Listed> = entries
        .flatten()
        .map(|entry| Listed {
            name: entry.file_name().to_string_lossy().into_owned(),
            // Through links, as opening does.
            folder: entry.path().is_dir(),
        })
        .collect();
    all.sort_by(|a, b| b.folder.cmp(&a.folder).then_with(|| a.name.cmp(&b.name)));
    all
}

/// Whether a file may be replaced.
#[derive(Clone, Debug)]
pub struct ReplaceDialog {
    /// What is to be written there.
    pub purpose: Purpose,
    /// Which file.
    pub path: PathBuf,
    /// What is the matter with it.
    pub reason: String,
}

impl Workbench {
    pub(crate) fn show_path_dialog(&mut self, ui: &Ui, dialog: &mut PathDialog) -> DialogAnswer {
        let (title, action) = match dialog.purpose {
            Purpose::Open => ("Open path or URL", "Open"),
            Purpose::Picture => ("Open path", "Open"),
            Purpose::Save => ("Save as", "Save"),
            Purpose::Export => ("Export to", "Export"),
            Purpose::Graph(_) => ("Export to", "Export"),
            Purpose::Page => self
                .files
                .question
                .as_ref()
                .map_or(("", ""), |question| (question.ask.title, question.action)),
        };
        if let Some(fetched) = dialog.fetched() {
            match fetched.and_then(|fetched| self.open_fetched(dialog.text.trim(), fetched)) {
                Ok(()) => return DialogAnswer::Close,
                Err(error) => dialog.mend(error),
            }
        }
        let fetching = dialog.is_fetching();
        let hint = match dialog.purpose {
            Purpose::Open => "/path/to/level.txt or https://…",
            _ => "/path/to/level.txt",
        };
        window(ui, title, 560.0, |ui| {
            if let Some(note) = dialog.note {
                ui.label(RichText::new(note).weak());
                ui.add_space(space::TIGHT);
            }
            let field = ui.add_enabled(
                !fetching,
                TextEdit::singleline(&mut dialog.text)
                    .hint_text(hint)
                    .desired_width(f32::INFINITY)
                    .cursor_at_end(true),
            );
            let value = dialog.text.clone();
            field.widget_info(|| named_field("Path", &value));
            if !dialog.focused && !fetching {
                field.request_focus();
                dialog.focused = true;
            }
            if field.changed() {
                dialog.error = None;
            }
            if let Some(error) = &dialog.error {
                problem(ui, error);
            }
            ui.add_space(space::TIGHT);
            let url = web::url_of(Path::new(&dialog.text)).is_some();
            let matches = if url { Vec::new() } else { dialog.matches() };
            list(ui, 220.0, |ui| {
                // The buttons stay where they are however many names there are.
                ui.set_min_height(220.0);
                for entry in &matches {
                    let sign = if entry.folder { "/" } else { "" };
                    let text = format!("{}{sign}", entry.name);
                    if ui.selectable_label(false, text).clicked() {
                        dialog.choose(entry);
                    }
                }
                if fetching {
                    ui.horizontal(|ui| {
                        ui.spinner();
                        ui.label("Fetching the level…");
                    });
                } else if url {
                    ui.weak("The level is fetched from there; saving it asks for a place here.");
                } else if matches.is_empty() {
                    ui.weak("Nothing in this folder begins like that.");
                }
            });
            if dialog.purpose == Purpose::Save {
                ui.weak("A name ending in .ron is saved as RON, any other as plain text.");
            }
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                let path = dialog.path();
                let usable = !dialog.text.trim().is_empty() && !path.is_dir() && !fetching;
                if primary(ui, action, usable) {
                    answer = self.use_path(ui, dialog, &path);
                }
                if ui.button("Cancel").clicked() {
                    self.files.quit_after_save = false;
                    self.exports.asked = None;
                    if dialog.purpose == Purpose::Page {
                        let _ = self.pass_on(ui.ctx(), self.asker(), Answer::None);
                    }
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }

    fn use_path(&mut self, ui: &Ui, dialog: &mut PathDialog, path: &Path) -> DialogAnswer {
        let result = match dialog.purpose {
            Purpose::Open | Purpose::Picture => self.try_open(path),
            Purpose::Export if matches!(self.cx.world.disk.modified(path), Ok(None)) => {
                self.export_to(path);
                Ok(())
            }
            Purpose::Export => {
                let reason = format!("{} exists already. Replace it?", path.display());
                self.dialog = Some(super::Dialog::Replace(ReplaceDialog {
                    purpose: Purpose::Export,
                    path: path.to_owned(),
                    reason,
                }));
                Ok(())
            }
            Purpose::Page
                if self
                    .files
                    .question
                    .as_ref()
                    .is_some_and(|question| question.save)
                    && !matches!(self.cx.world.disk.modified(path), Ok(None)) =>
            {
                let reason = format!("{} exists already. Replace it?", path.display());
                self.dialog = Some(super::Dialog::Replace(ReplaceDialog {
                    purpose: Purpose::Page,
                    path: path.to_owned(),
                    reason,
                }));
                Ok(())
            }
            Purpose::Page => self.pass_on(ui.ctx(), self.asker(), Answer::File(path.to_owned())),
            Purpose::Graph(_) if path.exists() => Err(format!(
                "{} exists already; choose another name.",
                path.display()
            )),
            Purpose::Graph(form) => {
                self.export_graph(form, path);
                Ok(())
            }
            Purpose::Save => match self.try_save_to(ui.ctx(), path, false) {
                Err(SaveError::Exists(path)) => {
                    let reason = format!("{} exists already. Replace it?", path.display());
                    self.dialog = Some(super::Dialog::Replace(ReplaceDialog {
                        purpose: Purpose::Save,
                        path,
                        reason,
                    }));
                    Ok(())
                }
                other => other.map_err(|error| format!("{error}.")),
            },
        };
        match result {
            Ok(()) => DialogAnswer::Close,
            Err(error) => {
                dialog.mend(error);
                DialogAnswer::Stay
            }
        }
    }

    pub(crate) fn replace_dialog(&mut self, ui: &Ui, dialog: &ReplaceDialog) -> DialogAnswer {
        window(ui, "Replace file", 460.0, |ui| {
            ui.label(&dialog.reason);
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                // Not the button that Enter presses: something would be lost.
                if ui.button("Replace").clicked() {
                    match dialog.purpose {
                        Purpose::Export => self.export_to(&dialog.path),
                        Purpose::Page => {
                            let path = dialog.path.clone();
                            let answered = self.pass_on(ui.ctx(), self.asker(), Answer::File(path));
                            if let Err(error) = answered {
                                self.cx.messages.toast(Weight::Bad, error);
                            }
                        }
                        _ => self.save_to(ui.ctx(), &dialog.path, true),
                    }
                    answer = DialogAnswer::Close;
                }
                if ui.button("Save elsewhere").clicked() {
                    let path = PathDialog::new(dialog.purpose, &dialog.path);
                    self.dialog = Some(super::Dialog::Path(path));
                    answer = DialogAnswer::Close;
                }
                if ui.button("Cancel").clicked() {
                    self.files.quit_after_save = false;
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }
}
