//! Opening levels by path, from library, text or web, or by drag and drop. A file is open in one window only.

use std::path::{Path, PathBuf};

use egui::{Context, UserAttentionType, ViewportCommand};

use super::pages;
use super::state::Workbench;
use crate::dialogs::PathDialog;
use crate::game::words::sentence;
use crate::game::{Complaint, Game, count_complaints, words};
use crate::games;
use crate::games::load::{LoadError, load_one};
use crate::import::{ImportDialog, PICTURE_EXTENSIONS};
use crate::page::messages::Severity;
use crate::page::{PageInput, known};
use crate::session::claim::Claims;
use crate::session::library::{self, LevelOrigin};
use crate::session::web::{self, Fetched};
use crate::session::{FileForm, FileKind, OpenError, split_number};

impl Workbench {
    pub(super) fn open_path(&mut self, path: &Path) {
        if let Err(error) = self.try_open(path) {
            let messages = &mut self.cx.messages;
            messages.toast_with(Severity::Bad, error, known::OPEN);
        }
    }

    /// Opens level files: the first as usual, the others in new tabs behind it.
    pub(super) fn open_paths(&mut self, paths: &[PathBuf]) {
        let Some((first, rest)) = paths.split_first() else {
            return;
        };
        self.open_path(first);
        let front = self.levels.front_id();
        self.levels.in_new_tab = true;
        rest.iter().for_each(|path| self.open_path(path));
        self.levels.in_new_tab = false;
        self.show_level_by_id(front);
    }

    /// Opens a level file, or starts downloading one from the web. An error is for the user.
    pub(super) fn try_open(&mut self, path: &Path) -> Result<(), String> {
        if let Some(url) = web::url_of(path) {
            self.download(url);
            return Ok(());
        }
        let is_picture = path.extension().is_some_and(|extension| {
            let extension = extension.to_string_lossy().to_lowercase();
            PICTURE_EXTENSIONS.contains(&extension.as_str())
        });
        if is_picture {
            self.import_picture(path);
            return Ok(());
        }
        let path = &std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if self.show_level_from(&LevelOrigin::File(path.clone())) {
            self.cx.settings.add_recent(path);
            return Ok(());
        }
        if self.show_elsewhere(path) {
            return Ok(());
        }
        let disk = self.cx.world.disk.clone();
        let complaints = self.try_place_level(|document| document.open(disk.as_ref(), path));
        if let Err(error) = &complaints {
            // It may be another file that a page takes, such as a plan or a screen profile.
            if self.pass_to_pages(|| PageInput::File(path)) {
                return Ok(());
            }
            let game = text_game(path, error).ok_or_else(|| error.to_string())?;
            let (file, _) = split_number(disk.as_ref(), path);
            self.try_place_level(|document| document.open_text(disk.as_ref(), file, game))
                .map_err(|error| error.to_string())?;
            self.show_load_error(error);
        }
        self.finish_open(path, &complaints.unwrap_or_default());
        Ok(())
    }

    /// Imports a picture in the import dialog that is open, otherwise in a new one, which waits until the open dialog
    /// closes.
    pub fn import_picture(&mut self, path: &Path) {
        let mut dialogs = self.dialog.iter_mut().chain(&mut self.waiting_dialogs);
        if dialogs.any(|dialog| dialog.set_picture(path)) {
            return;
        }
        let dialog = ImportDialog::from_file(path, &self.cx);
        match self.dialog {
            Some(_) => self.waiting_dialogs.push(Box::new(dialog)),
            None => self.open_dialog(dialog),
        }
    }

    /// Starts downloading a level, and opens the dialog that waits for it.
    fn download(&mut self, url: &str) {
        let dialog = PathDialog::new(self.open_question());
        self.open_dialog(dialog.with_download(url, &self.cx));
    }

    /// Opens a downloaded level, or its text, if that has errors and its game has a language. An error is for the user.
    pub(super) fn open_fetched(&mut self, url: &str, fetched: Fetched) -> Result<(), String> {
        let path = Path::new(url);
        let mut complaints = Vec::new();
        match fetched.level {
            Ok(level) => {
                complaints = level.complaints();
                self.place_level(|document| document.open_copy(path, FileKind::Web, level));
            }
            Err(error) => {
                let error = OpenError::Load {
                    path: path.to_owned(),
                    error,
                };
                let game = text_game(&web::file_name(url), &error);
                let game = game.ok_or_else(|| error.to_string())?;
                let text = String::from_utf8_lossy(&fetched.bytes);
                self.place_level(|document| {
                    document.open_text_copy(path, FileKind::Web, &text, game);
                });
                self.show_load_error(&error);
            }
        }
        self.finish_open(path, &complaints);
        Ok(())
    }

    fn show_load_error(&mut self, error: &OpenError) {
        self.cx.tab = self.cx.text_tab().unwrap_or(known::EDIT);
        self.cx.messages.toast(Severity::Warn, error.to_string());
    }

    /// Updates settings, library and status after opening a file, and reports its reader's complaints.
    fn finish_open(&mut self, path: &Path, complaints: &[Complaint]) {
        let (file, _) = split_number(self.cx.world.disk.as_ref(), path);
        self.cx.settings.add_recent(path);
        self.cx.reload_catalogue();
        // Without a number, the level is the first that is no message.
        let number = self.cx.document.level().number();
        let text = match number.filter(|number| *number > 1 && file == path) {
            Some(number) => format!(
                "Opened {} at its first level; {} before it.",
                path.display(),
                words::count(number - 1, "messages")
            ),
            None => format!("Opened {}.", path.display()),
        };
        self.show_opened(text, complaints);
    }

    /// Goes to a page that shows the opened level, if the one in front does not. Reports complaints of its reader; the
    /// editor itself displays warnings about its text.
    fn show_opened(&mut self, status: String, complaints: &[Complaint]) {
        let owner = self.cx.commands.owner(self.cx.tab);
        if !owner.is_some_and(pages::is_level_page) {
            self.cx.tab = known::PLAY;
        }
        self.leave_empty_plan();
        self.cx.level_replaced(status);
        let in_editor = self.cx.language().is_some();
        let is_reported = |complaint: &&Complaint| complaint.severe || !in_editor;
        let Some(first) = complaints.iter().find(is_reported) else {
            return;
        };
        let mut text = sentence(&first.error.message);
        if let Some(counts) = count_complaints(complaints).filter(|_| complaints.len() > 1) {
            text.push_str(&format!(" In all, {counts}."));
        }
        let is_severe = complaints.iter().any(|complaint| complaint.severe);
        let severity = match is_severe {
            true => Severity::Bad,
            false => Severity::Warn,
        };
        let text = format!("Line {}: {text}", first.error.line);
        self.cx.messages.toast(severity, text);
    }

    /// Goes from the plan's page to the one for playing if the open level has no plan.
    pub(super) fn leave_empty_plan(&mut self) {
        if self.cx.tab == known::PLAN && self.cx.document.current_plan().is_none() {
            self.cx.tab = known::PLAY;
        }
    }

    pub(super) fn open_origin(&mut self, origin: &LevelOrigin) {
        if self.show_level_from(origin) {
            return;
        }
        match origin {
            LevelOrigin::File(path) => self.open_path(path),
            LevelOrigin::Shipped(path) => match library::shipped_level(path) {
                Some(Ok(level)) => {
                    self.place_level(|document| {
                        document.open_copy(Path::new(path), FileKind::Shipped, level);
                    });
                    self.cx.settings.add_recent(Path::new(path));
                    let text = format!("Opened “{}”.", self.cx.document.name());
                    self.show_opened(text, &[]);
                }
                failed => {
                    let reason = failed.and_then(Result::err);
                    let reason = reason.map_or_else(String::new, |error| format!(": {error}"));
                    let text = format!("The shipped level {path} cannot be opened{reason}.");
                    self.cx.messages.toast(Severity::Bad, text);
                }
            },
        }
    }

    /// Opens a level from its text, or starts a download if the text is an address. An error is for the user.
    pub(super) fn open_text(&mut self, text: &str, number: Option<usize>) -> Result<(), String> {
        if let Some(url) = web::url_of(Path::new(text)).filter(|url| url.lines().count() == 1) {
            self.download(url);
            return Ok(());
        }
        let loaded = load_one(text.as_bytes(), None, number, None);
        let level = loaded.map_err(|error| error.to_string())?.level;
        let complaints = level.complaints();
        self.place_level(|document| document.import_level(level));
        let text = format!("Opened “{}”.", self.cx.document.name());
        self.show_opened(text, &complaints);
        Ok(())
    }

    pub(super) fn open_dropped_files(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let paths: Vec<_> = dropped.iter().map(|file| file.path().to_owned()).collect();
        self.open_paths(&paths);
    }
}

/// Game of a file that failed to load, if it is text in a game's language, which can be corrected in the editor.
fn text_game(path: &Path, error: &OpenError) -> Option<&'static dyn Game> {
    let OpenError::Load {
        error: LoadError::Broken { game, .. },
        ..
    } = error
    else {
        return None;
    };
    let game = games::by_id(game).filter(|game| game.language().is_some());
    game.filter(|_| FileForm::for_path(path) == FileForm::Text)
}

impl Workbench {
    pub(super) fn start_claims(&mut self) {
        let Some(folders) = &self.cx.world.folders else {
            return;
        };
        match Claims::begin(&folders.claims(), &self.cx.wake) {
            Ok(claims) => self.files.claims = Some(claims),
            // Without claims, saving still detects changes by another window.
            Err(error) => log::warn!("other windows cannot be told which files are open: {error}"),
        }
    }

    /// Returns whether another window has this file open; that window then shows it.
    pub(super) fn show_elsewhere(&mut self, path: &Path) -> bool {
        let claims = self.files.claims.as_mut();
        let claimed = claims.map(|claims| claims.claim(path));
        // If claiming fails, the file is opened normally.
        let is_open_elsewhere = claimed.is_some_and(|claimed| claimed.unwrap_or(false));
        if is_open_elsewhere {
            let name = path.file_name().unwrap_or(path.as_os_str()).display();
            let text = format!("{name} is already open in another window, which now shows it.");
            self.cx.messages.toast(Severity::Info, text);
        }
        is_open_elsewhere
    }

    /// Shows files that other windows ask for, and claims the open ones.
    pub(super) fn poll_claims(&mut self, ctx: &Context) {
        let Some(claims) = &self.files.claims else {
            return;
        };
        let requested = claims.take_requests();
        if !requested.is_empty() {
            ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
            ctx.send_viewport_cmd(ViewportCommand::Focus);
            // If the system refuses the focus, the desktop highlights the window.
            let attention = UserAttentionType::Informational;
            ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(attention));
            requested.iter().for_each(|path| self.open_path(path));
        }
        let files = (0..self.levels.open.len()).map(|index| self.level_document(index).file());
        let own_files = files.filter(|file| matches!(file.kind, FileKind::Own | FileKind::Part));
        let open = own_files.filter_map(|file| file.path.clone()).collect();
        if let Some(claims) = &mut self.files.claims {
            claims.set_open(open);
        }
    }
}
