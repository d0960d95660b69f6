//! What the window remembers.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use super::focus::Focus;
use super::palette::Palette;
use crate::kit::fonts::SystemFonts;
use crate::page::facts::Facts;
use crate::page::settings::{Settings, ThemeChoice};
use crate::page::{Command, Cx, Dialog, Page, Question, Request};
use crate::session::claim::Claims;
use crate::session::recovery::{Autosave, Leftovers, Recovered};
use crate::session::{Document, Task};

/// A pasted picture on its way to a file: what reads pictures reads files.
pub(super) type Pasting = Task<Result<PathBuf, String>>;

/// The whole workbench.
pub struct Workbench {
    pub(super) cx: Cx,
    pub(super) pages: Vec<Box<dyn Page>>,
    pub(super) dialog: Option<Box<dyn Dialog>>,
    pub(super) palette: Option<Palette>,
    pub(super) files: Files,
    pub(super) levels: Levels,
    pub(super) recovery: Recovery,
    pub(super) layout: Layout,
    pub(super) applied: Applied,
    pub(super) begin: Begin,
}

/// The settings as file and window have them.
pub(super) struct Applied {
    pub(super) in_file: Settings,
    /// Theme and motion that the window has.
    pub(super) look: Option<(ThemeChoice, bool)>,
    pub(super) system: System,
    /// Title that the window has.
    pub(super) title: String,
    /// Those that its text needs; `None` without a system to ask.
    pub(super) fonts: Option<SystemFonts>,
}

/// What the system wishes.
#[derive(Default)]
pub(super) struct System {
    /// As little motion as possible.
    pub(super) calm: bool,
    pub(super) asking: Option<Task<bool>>,
}

/// The first frames.
pub(super) struct Begin {
    /// Files to open once the first frame is on screen.
    pub(super) files: Vec<PathBuf>,
    pub(super) frames: u64,
    pub(super) started: Instant,
}

/// The system's file dialog.
#[derive(Default)]
pub struct Files {
    pub(super) asking: Option<Asking>,
    /// Those that are open here and in no other window, once it is on screen.
    pub(super) claims: Option<Claims>,
    /// A pasted picture on its way to a file.
    pub(super) pasting: Option<Pasting>,
    /// What to do as soon as the level is saved.
    pub(super) after_save: Option<AfterSave>,
}

/// What follows once a level is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterSave {
    /// Its tab is closed.
    CloseTab,
    /// The other unsaved levels are saved, and the window is closed.
    Quit,
}

/// A question that the system's dialog is asking.
pub(super) struct Asking {
    /// The level that was in front when it was asked.
    pub(super) level: u64,
    pub(super) question: Question,
    pub(super) since: Instant,
    pub(super) chosen: Task<Option<PathBuf>>,
}

/// The open levels, in the order of their tabs.
pub struct Levels {
    pub(super) open: Vec<OpenLevel>,
    /// Index of the one in front.
    pub(super) front: usize,
    /// Levels whose tabs were closed, the last one at the end.
    pub(super) closed: Vec<Parked>,
    /// The number that the latest one was given.
    pub(super) last_id: u64,
    /// The next level that is opened gets a tab of its own.
    pub(super) apart: bool,
}

/// An open level.
#[derive(Default)]
pub(super) struct OpenLevel {
    /// Tells it from all others of this run.
    pub(super) id: u64,
    pub(super) autosave: Option<Autosave>,
    /// All that belongs to it alone, while it is not in front.
    pub(super) parked: Option<Parked>,
}

/// What belongs to one open level alone. While it is in front, pages are lent the document and all else,
/// and its own pages stand among the window's.
pub(super) struct Parked {
    pub(super) document: Document,
    /// Those of its own pages.
    pub(super) facts: Facts,
    /// What its pages have asked for; it is carried out once the level is in front.
    pub(super) requests: Vec<Request>,
    /// The command of the page in front.
    pub(super) tab: Command,
    pub(super) start_page: bool,
    /// Its own pages, with their places among the window's.
    pub(super) pages: Vec<(usize, Box<dyn Page>)>,
}

/// What autosave has left over.
#[derive(Default)]
pub struct Recovery {
    /// The folder for autosaves, once it was looked at.
    pub(super) folder: Option<PathBuf>,
    pub(super) looking: Option<Task<io::Result<Leftovers>>>,
    /// Levels of an earlier run that wait for a decision.
    pub found: Vec<Recovered>,
    /// An autosave that failed was told of.
    pub(super) told: bool,
    /// The person has decided that the window may close.
    pub(super) closing: bool,
}

/// How the window is divided.
#[derive(Default)]
pub struct Layout {
    /// Where the keyboard is.
    pub focus: Focus,
    /// The window has no room for library, board and inspector beside each other.
    pub(super) narrow: bool,
    /// The window is so low that the inspector gives its place to the panel at the bottom.
    pub(super) short: bool,
    /// The tab of a level that was brought into sight last.
    pub(super) seen_level: Option<usize>,
    /// In a narrow window, the library is shown rather than the inspector.
    pub(super) library_first: bool,
}
