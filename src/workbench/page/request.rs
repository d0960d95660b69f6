//! What pages ask of the shell, and what the shell tells all pages.
//!
//! This file, `cx` and `dialog` use each other: a context holds requests, a request may hold a dialog, and a
//! dialog is lent a context. A type parameter would only hide that.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use crate::session::Document;
use crate::session::library::Origin;
use crate::session::web::{self, Fetched};
use crate::vision::Lesson;
use crate::world::Ask;

use super::Side;
use super::command::Command;
use super::dialog::Dialog;
use super::export::Export;

/// Something that a page wants done outside of itself. The shell carries requests out, in their
/// order, once whoever asked has had its turn.
pub enum Request {
    /// Run a command, or say why it cannot be run.
    Run(Command),
    /// Bring the tab with this command to the front.
    Go(Command),
    /// Open a level.
    Open(Source),
    /// Put another level in the place of the open one, or into a new tab if the open one has unsaved
    /// changes or unfinished moves.
    Replace {
        /// What the status line says then.
        status: String,
        /// Puts the level into the document.
        put: Box<dyn FnOnce(&mut Document)>,
        /// Close the open level in any case; it can be reopened.
        closes: bool,
    },
    /// Do this, and give the level that it opens a tab of its own.
    InNewTab(Box<Request>),
    /// Open a dialog in place of the one that is open.
    Ask(Box<dyn Dialog>),
    /// Let the person choose a file.
    Choose(Question),
    /// Write something to a file that the person names, in the background.
    Export(Export),
    /// Pass an answer on to the page whose command asked; `None` for the open dialog.
    Answer(Option<Command>, Answer),
    /// Tell all pages.
    Tell(Notice),
    /// Open the panels of an edge, also where there is room for one only.
    ShowSide(Side),
}

impl Request {
    /// Opens a level that was opened before, given as settings keep it.
    pub fn reopen(path: &Path, new_tab: bool) -> Self {
        Self::open(recent(path), new_tab)
    }

    /// Opens a level of the library, in a tab of its own if one was asked for.
    pub fn open(origin: Origin, new_tab: bool) -> Self {
        let open = Self::Open(Source::Origin(origin));
        match new_tab {
            true => Self::InNewTab(Box::new(open)),
            false => open,
        }
    }
}

/// A level that was opened before: files are kept by their whole path, shipped levels by the one below
/// `levels/`.
pub fn recent(path: &Path) -> Origin {
    if path.is_absolute() || web::url_of(path).is_some() {
        Origin::File(path.to_owned())
    } else {
        Origin::Shipped(path.to_string_lossy().into_owned())
    }
}

/// Where a level comes from.
pub enum Source {
    /// A file or an address on the web.
    Path(PathBuf),
    /// An entry of the library.
    Origin(Origin),
    /// Its text, its game ID or its address.
    Text(String),
    /// Fetched from this address.
    Fetched(String, Box<Fetched>),
}

/// What the person answered to a question.
pub enum Answer {
    /// Nothing: the question was left.
    None,
    /// This file; it may be replaced if it is to be written.
    File(PathBuf),
    /// This text.
    Text(String),
    /// This button, of the row with this index.
    Button(&'static str, usize),
    /// The screen profile with this id, and the part of it that is in question, if one is.
    Profile(String, Option<ProfilePart>),
}

/// A part of a screen profile, as a person gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProfilePart {
    /// The game and its rules.
    Rules,
    /// Where the board is, and how large.
    Board,
    /// What cells show.
    Cells,
    /// How it is played.
    Controls,
}

/// A question for a file.
#[derive(Clone, Debug)]
pub struct Question {
    /// The command on whose behalf it is asked: its page is given the answer. `None` for the open
    /// dialog.
    pub by: Option<Command>,
    /// The file is to be written rather than read.
    pub save: bool,
    /// What the system's dialog is told.
    pub ask: Ask,
    /// Where the path begins if it has to be typed.
    pub start: PathBuf,
    /// Title of the dialog in which it is typed.
    pub typed_title: &'static str,
    /// The main button of that dialog.
    pub action: &'static str,
    /// What has to be known about the path.
    pub remark: Option<&'static str>,
    /// The path can be typed where the question was asked: no dialog for that is needed.
    pub has_field: bool,
}

impl Question {
    /// The question for a file to read of one kind, whose path could be typed as well where it is asked; `kind` has a
    /// name and endings.
    pub fn beside_field(
        by: Option<Command>,
        title: &'static str,
        kind: (&'static str, Vec<&'static str>),
    ) -> Self {
        Self {
            by,
            save: false,
            ask: Ask {
                title,
                kinds: vec![kind, ("All files", vec!["*"])],
                folder: None,
                name: None,
            },
            start: PathBuf::new(),
            typed_title: "Open path",
            action: "Open",
            remark: None,
            has_field: true,
        }
    }
}

impl Notice {
    /// Whether it is about the level in front, and no other.
    pub fn is_about_level(&self) -> bool {
        matches!(
            self,
            Self::Commit | Self::PutToUse | Self::Replaced | Self::Left
        )
    }
}

/// What the shell tells all pages.
pub enum Notice {
    /// The open level is about to be replaced or put to use: hand over what is being typed.
    Commit,
    /// A command is about to put the open level to use, rather than to edit it or to look at it: place
    /// what floats over its board.
    PutToUse,
    /// Another level has taken the place of the last one. Pages that each open level has of its own hear
    /// this only if it did so in their tab.
    Replaced,
    /// Another tab comes to the front: stop what plays on screen.
    Left,
    /// Level files may have changed: read the library again.
    FilesChanged,
    /// A game was played in its window; the history has another entry.
    Played,
    /// The presets of solvers were changed.
    PresetsChanged,
    /// A practice window of a game was opened. `pid` becomes the number of its process, 0 until then.
    PracticeOpened {
        /// Id of the game.
        game: &'static str,
        /// Number of the process.
        pid: Arc<AtomicU32>,
    },
    /// A practice window was closed.
    PracticeEnded,
    /// A screen profile with this id was saved.
    ProfileSaved(String),
    /// A screen profile has learnt what cells of a picture show.
    Taught(Lesson),
}
