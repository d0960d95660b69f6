//! Opening levels: by path, from the library, from text, from the web, by drag and drop.

use crate::page::{Answer, known};
use std::path::{Path, PathBuf};

use egui::Context;

use crate::game::words::sentence;
use crate::game::{Complaint, Game};
use crate::games;
use crate::games::load::{LoadError, load};
use crate::session::library::{self, Origin};
use crate::session::web::{self, Fetched};
use crate::session::{Form, Kept, OpenError, place};

use super::state::Workbench;
use crate::dialogs::PathDialog;
use crate::import::{ImportDialog, PICTURES};
use crate::page::Dialog;
use crate::page::messages::Weight;

impl Workbench {
    /// Opens a level file, or reports the error.
    pub(super) fn open_path(&mut self, path: &Path) {
        if let Err(error) = self.try_open(path) {
            self.cx.messages.toast_with(Weight::Bad, error, known::OPEN);
        }
    }

    /// Opens level files: the first as usual, the others in new tabs behind it.
    pub(super) fn open_paths(&mut self, paths: &[PathBuf]) {
        let Some((first, rest)) = paths.split_first() else {
            return;
        };
        self.open_path(first);
        let front = self.levels.front_id();
        self.levels.apart = true;
        rest.iter().for_each(|path| self.open_path(path));
        self.levels.apart = false;
        self.show_level_with(front);
    }

    /// Opens a level file, or starts downloading one from the web.
    ///
    /// # Errors
    /// A description of the error, for the user.
    pub(super) fn try_open(&mut self, path: &Path) -> Result<(), String> {
        if let Some(url) = web::url_of(path) {
            self.dialog = Some(self.fetch(url));
            return Ok(());
        }
        let picture = path.extension().is_some_and(|extension| {
            let extension = extension.to_string_lossy().to_lowercase();
            PICTURES.contains(&extension.as_str())
        });
        if picture {
            self.import_picture(path);
            return Ok(());
        }
        let path = &std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if self.show_level_of(&Origin::File(path.clone())) {
            return Ok(());
        }
        if self.is_shown_elsewhere(path) {
            return Ok(());
        }
        let disk = self.cx.world.disk.clone();
        let opened = self.put_level(|document| document.open(disk.as_ref(), path));
        if let Err(error) = &opened {
            if self.offer(&Answer::File(path.to_owned())) {
                return Ok(());
            }
            let game = written_game(path, error).ok_or_else(|| error.to_string())?;
            self.put_level(|document| document.open_text(disk.as_ref(), path, game))
                .map_err(|error| error.to_string())?;
            self.show_mistakes(error);
        }
        self.opened(path, &opened.unwrap_or_default());
        Ok(())
    }

    /// Opens the import dialog for a picture.
    pub fn import_picture(&mut self, path: &Path) {
        let dialog = ImportDialog::of_file(path, &self.cx);
        self.dialog = Some(Box::new(dialog));
    }

    /// Starts downloading a level. Returns the dialog that waits for it.
    fn fetch(&self, url: &str) -> Box<dyn Dialog> {
        Box::new(PathDialog::new(self.open_question()).fetching(url, &self.cx))
    }

    /// Opens a downloaded level. If it has errors and its game has a language, its text is opened for editing.
    ///
    /// # Errors
    /// A description of the error, for the user.
    pub(super) fn open_fetched(&mut self, url: &str, fetched: Fetched) -> Result<(), String> {
        let path = Path::new(url);
        let mut complaints = Vec::new();
        match fetched.level {
            Ok(level) => {
                complaints = level.complaints();
                self.put_level_surely(|document| document.open_copy(path, Kept::Web, level));
            }
            Err(error) => {
                let error = OpenError::Load {
                    path: path.to_owned(),
                    error,
                };
                let game = written_game(&web::file_name(url), &error);
                let game = game.ok_or_else(|| error.to_string())?;
                let text = String::from_utf8_lossy(&fetched.bytes);
                self.put_level_surely(|document| {
                    document.open_text_copy(path, Kept::Web, &text, game);
                });
                self.show_mistakes(&error);
            }
        }
        self.opened(path, &complaints);
        Ok(())
    }

    /// Shows the editor and reports the error in its text.
    fn show_mistakes(&mut self, error: &OpenError) {
        self.cx.tab = known::EDIT;
        self.cx.messages.toast(Weight::Warn, error.to_string());
    }

    /// Updates settings, library and status after opening a file, and reports its reader's complaints.
    fn opened(&mut self, path: &Path, complaints: &[Complaint]) {
        let (file, _) = place(self.cx.world.disk.as_ref(), path);
        self.cx.settings.remember(file);
        self.cx.reload_catalogue();
        self.cx
            .level_replaced(format!("Opened {}.", path.display()));
        self.report(complaints);
    }

    /// Reports complaints of a level's reader. The editor itself displays warnings about its text.
    fn report(&mut self, complaints: &[Complaint]) {
        let in_editor = self.cx.language().is_some();
        let mut shown = complaints.iter().filter(|it| it.severe || !in_editor);
        let Some(first) = shown.next() else {
            return;
        };
        let more = match shown.count() {
            0 => String::new(),
            more => format!(" ({more} more)"),
        };
        let text = sentence(&first.error.message);
        let line = first.error.line;
        let text = format!("Line {line}: {text}{more}");
        self.cx.messages.toast(Weight::Warn, text);
    }

    pub(super) fn open_origin(&mut self, origin: &Origin) {
        if self.show_level_of(origin) {
            return;
        }
        match origin {
            Origin::File(path) => self.open_path(path),
            Origin::Shipped(path) => match library::shipped_level(path) {
                Some(level) => {
                    self.put_level_surely(|document| {
                        document.open_copy(Path::new(path), Kept::Shipped, level);
                    });
                    self.cx.settings.remember(Path::new(path));
                    let text = format!("Opened “{}”.", self.cx.document.name());
                    self.cx.level_replaced(text);
                }
                None => {
                    let text = format!("The shipped level {path} cannot be opened.");
                    self.cx.messages.toast(Weight::Bad, text);
                }
            },
        }
    }

    /// Opens a level from its text, or starts a download if the text is an address.
    ///
    /// # Errors
    /// A description of the error, for the user.
    pub(super) fn open_text(&mut self, text: &str) -> Result<(), String> {
        if let Some(url) = web::url_of(Path::new(text)).filter(|url| url.lines().count() == 1) {
            self.dialog = Some(self.fetch(url));
            return Ok(());
        }
        let level = load(text.as_bytes(), None, None).map_err(|error| error.to_string())?;
        let complaints = level.complaints();
        self.put_level_surely(|document| document.import_level(level));
        self.cx
            .level_replaced("Opened the level from text.".to_owned());
        self.report(&complaints);
        Ok(())
    }

    pub(super) fn take_dropped_files(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let paths: Vec<_> = dropped.iter().map(|file| file.path().to_owned()).collect();
        self.open_paths(&paths);
    }
}

/// Game of a file that failed to load, if it is text in a game's language, which can be corrected in the editor.
fn written_game(path: &Path, error: &OpenError) -> Option<&'static dyn Game> {
    let OpenError::Load {
        error: LoadError::Broken { game, .. },
        ..
    } = error
    else {
        return None;
    };
    let game = games::by_id(game).filter(|game| game.language().is_some());
    game.filter(|_| Form::of_path(path) == Form::Text)
}
