//! The window's state.

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

/// A pasted picture being written to a file, since import reads files.
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

pub(super) struct Applied {
    pub(super) in_file: Settings,
    pub(super) look: Option<(ThemeChoice, bool)>,
    pub(super) system: System,
    pub(super) title: String,
    /// Fonts added as needed; `None` if the system cannot be asked.
    pub(super) fonts: Option<SystemFonts>,
}

#[derive(Default)]
pub(super) struct System {
    pub(super) calm: bool,
    pub(super) asking: Option<Task<bool>>,
}

pub(super) struct Begin {
    /// Files to open after the first frame.
    pub(super) files: Vec<PathBuf>,
    pub(super) frames: u64,
    pub(super) started: Instant,
}

/// State of file dialogs and saving.
#[derive(Default)]
pub struct Files {
    pub(super) asking: Option<Asking>,
    /// Claims of the files open in this window, once it is displayed.
    pub(super) claims: Option<Claims>,
    pub(super) pasting: Option<Pasting>,
    /// Action once the level is saved.
    pub(super) after_save: Option<AfterSave>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterSave {
    CloseTab,
    /// Saves the other unsaved levels and closes the window.
    Quit,
}

/// An open file dialog.
pub(super) struct Asking {
    /// Id of the level that was in front when it was opened.
    pub(super) level: u64,
    pub(super) question: Question,
    pub(super) since: Instant,
    pub(super) chosen: Task<Option<PathBuf>>,
}

/// The open levels, in the order of their tabs.
pub struct Levels {
    pub(super) open: Vec<OpenLevel>,
    pub(super) front: usize,
    /// Levels of closed tabs, the last closed one at the end.
    pub(super) closed: Vec<Parked>,
    pub(super) last_id: u64,
    /// The next level is opened in a new tab.
    pub(super) apart: bool,
}

#[derive(Default)]
pub(super) struct OpenLevel {
    /// Unique within this run.
    pub(super) id: u64,
    pub(super) autosave: Option<Autosave>,
    /// Its state while it is not in front.
    pub(super) parked: Option<Parked>,
}

/// State of a level that is not in front. For the level in front, it is part of the shared context and its pages are
/// among the window's.
pub(super) struct Parked {
    pub(super) document: Document,
    /// Facts of its own pages.
    pub(super) facts: Facts,
    /// Requests of its pages, carried out once the level is in front.
    pub(super) requests: Vec<Request>,
    pub(super) tab: Command,
    pub(super) start_page: bool,
    /// Its own pages, with their indices among the window's.
    pub(super) pages: Vec<(usize, Box<dyn Page>)>,
}

/// State of autosave and recovery.
#[derive(Default)]
pub struct Recovery {
    pub(super) folder: Option<PathBuf>,
    pub(super) looking: Option<Task<io::Result<Leftovers>>>,
    /// Levels of an earlier run that await a decision.
    pub found: Vec<Recovered>,
    /// A failure of autosave was reported.
    pub(super) told: bool,
    /// The user has decided to close the window.
    pub(super) closing: bool,
}

/// Layout of the window.
#[derive(Default)]
pub struct Layout {
    /// Keyboard focus by pane.
    pub focus: Focus,
    /// The window is too narrow for library, board and inspector together.
    pub(super) narrow: bool,
    /// The window is so low that the bottom panel takes the inspector's place.
    pub(super) short: bool,
    /// Tab of the level last scrolled into view.
    pub(super) seen_level: Option<usize>,
    /// In a narrow window, the library is displayed rather than the inspector.
    pub(super) library_first: bool,
}
