//! Requests of pages to the shell, and notices to all pages.
//!
//! This file, `cx` and `dialog` depend on each other: a context holds requests, a request may hold a dialog, and a
//! dialog is lent a context. A type parameter would only hide that.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use crate::export::{ExportError, Ticket};
use crate::session::Document;
use crate::session::library::LevelOrigin;
use crate::session::web::{self, Fetched};
use crate::vision::Lesson;
use crate::world::DialogSpec;

use super::Dock;
use super::command::CommandId;
use super::dialog::Dialog;

/// A request, carried out by the shell in order after the requester's turn.
pub enum Request {
    /// Runs a command, or reports why it cannot be run.
    Run(CommandId),
    /// Brings the tab with this command to the front.
    ShowTab(CommandId),
    Open(LevelSource),
    /// Replaces the open level, or opens a new tab if it has unsaved changes or unfinished moves.
    Replace {
        status: String,
        /// Puts the level into the document.
        load: Box<dyn FnOnce(&mut Document)>,
        /// Closes the open level in any case; it can be reopened.
        close: bool,
    },
    /// Carries out the request, and opens its level in a new tab.
    InNewTab(Box<Request>),
    /// Opens a dialog, replacing an open one.
    OpenDialog(Box<dyn Dialog>),
    /// Lets the user choose a file.
    ChooseFile(Question),
    /// Writes data to a file that the user names, in the background.
    Export(Export),
    /// Passes an answer to the page that owns the command; `None` for the open dialog.
    Reply(Option<CommandId>, Reply),
    Notify(Notice),
    /// Opens the panels of an edge, even where only one fits.
    ShowDock(Dock),
}

impl Request {
    /// Opens a recent level, identified by its path in the settings.
    pub fn reopen(path: &Path, new_tab: bool) -> Self {
        Self::open(recent_origin(path), new_tab)
    }

    /// Opens a level of the library, optionally in a new tab.
    pub fn open(origin: LevelOrigin, new_tab: bool) -> Self {
        let open = Self::Open(LevelSource::Origin(origin));
        match new_tab {
            true => Self::InNewTab(Box::new(open)),
            false => open,
        }
    }
}

/// Origin of a recent level, which is an absolute path, a URL, or the path of a shipped level below `levels/`.
pub fn recent_origin(path: &Path) -> LevelOrigin {
    if path.is_absolute() || web::url_of(path).is_some() {
        LevelOrigin::File(path.to_owned())
    } else {
        LevelOrigin::Shipped(path.to_string_lossy().into_owned())
    }
}

pub enum LevelSource {
    /// A file or web address.
    Path(PathBuf),
    Origin(LevelOrigin),
    /// A level's text, game ID or address.
    Text(String),
    /// Content fetched from this address.
    Fetched(String, Box<Fetched>),
}

/// Builds the file's bytes on the export thread. The ticket takes progress and signals cancellation.
pub type ExportWork = Box<dyn FnOnce(&Ticket) -> Result<Vec<u8>, ExportError> + Send>;

/// Data to be written to a file that the user names.
pub struct Export {
    /// Short description: `the plan as GIF`.
    pub name: String,
    pub file_name: String,
    /// Name and extension of the file type.
    pub kind: (&'static str, &'static str),
    /// Builds the file's bytes.
    pub work: ExportWork,
}

/// The user's answer to a question.
pub enum Reply {
    /// The question was dismissed.
    None,
    /// A file. If it is to be written, it may be replaced.
    File(PathBuf),
    Text(String),
    /// A button, with the index of its row.
    Button(&'static str, usize),
    /// Id of a screen profile, and the part of it in question, if any.
    Profile(String, Option<ProfilePart>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProfilePart {
    /// The game and its rules.
    Rules,
    /// Position and size of the board.
    Board,
    /// Values that cells display.
    Cells,
    /// Input that the game takes.
    Controls,
}

#[derive(Clone, Debug)]
pub struct Question {
    /// Command that asks; its page receives the answer. `None` for the open dialog.
    pub asker: Option<CommandId>,
    /// The file is to be written rather than read.
    pub save: bool,
    /// Contents of the system's file dialog.
    pub dialog: DialogSpec,
    /// Initial text if the path has to be typed.
    pub initial: PathBuf,
    /// Title of the dialog for typing the path.
    pub typed_title: &'static str,
    /// Main button of that dialog.
    pub action: &'static str,
    /// Note about the path.
    pub note: Option<&'static str>,
    /// The path can be typed where the question was asked, so no dialog for that is needed.
    pub has_field: bool,
}

impl Question {
    /// Question for a file to read, asked where the path can also be typed. `kind` is a name and file extensions.
    pub fn with_field(
        asker: Option<CommandId>,
        title: &'static str,
        kind: (&'static str, Vec<&'static str>),
    ) -> Self {
        Self {
            asker,
            save: false,
            dialog: DialogSpec {
                title,
                kinds: vec![kind, ("All files", vec!["*"])],
                folder: None,
                name: None,
            },
            initial: PathBuf::new(),
            typed_title: "Open path",
            action: "Open",
            note: None,
            has_field: true,
        }
    }
}

impl Notice {
    /// Returns whether it concerns only the level in front.
    pub fn is_about_level(&self) -> bool {
        matches!(
            self,
            Self::Commit | Self::BeforeUse | Self::Replaced | Self::TabChanged
        )
    }
}

/// Notices from the shell to all pages.
pub enum Notice {
    /// The open level is about to be replaced or used: apply pending text input.
    Commit,
    /// A command is about to use the open level rather than edit or view it: apply floating content of its board.
    BeforeUse,
    /// Another level has replaced the last one. Pages that exist once per level receive this only for their own tab.
    Replaced,
    /// Another tab comes to the front: stop playback.
    TabChanged,
    /// Level files may have changed: reload the library.
    FilesChanged,
    /// A game was played in its window; the history has a new entry.
    Played,
    PresetsChanged,
    PracticeOpened {
        game: &'static str,
        /// Process id, 0 until the process has started.
        pid: Arc<AtomicU32>,
    },
    PracticeEnded,
    /// A screen profile with this id was saved.
    ProfileSaved(String),
    /// A screen profile learned cell values from a picture.
    Learned(Lesson),
}
