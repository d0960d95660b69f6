//! What the window remembers.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use super::focus::Focus;
use super::palette::Palette;
use crate::page::settings::{Settings, ThemeChoice};
use crate::page::{Cx, Dialog, Page, Question};
use crate::session::Task;
use crate::session::recovery::{Autosave, Leftovers, Recovered};

/// A pasted picture on its way to a file: what reads pictures reads files.
pub(super) type Pasting = Task<Result<PathBuf, String>>;

/// The whole workbench.
pub struct Workbench {
    pub(super) cx: Cx,
    pub(super) pages: Vec<Box<dyn Page>>,
    pub(super) dialog: Option<Box<dyn Dialog>>,
    pub(super) palette: Option<Palette>,
    pub(super) files: Files,
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
    /// Title that the window has.
    pub(super) title: String,
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
    /// A pasted picture on its way to a file.
    pub(super) pasting: Option<Pasting>,
    /// Close the window as soon as the level is saved.
    pub(super) quit_after_save: bool,
}

/// A question that the system's dialog is asking.
pub(super) struct Asking {
    pub(super) question: Question,
    pub(super) since: Instant,
    pub(super) chosen: Task<Option<PathBuf>>,
}

/// Autosave and what it has left over.
#[derive(Default)]
pub struct Recovery {
    pub(super) autosave: Option<Autosave>,
    pub(super) looking: Option<Task<io::Result<Leftovers>>>,
    /// Levels of an earlier run that wait for a decision.
    pub found: Vec<Recovered>,
    /// Unsaved levels that New or Open has replaced: name and content revision. They live on in
    /// Undo alone.
    pub(super) replaced: Vec<(String, u64)>,
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
    /// In a narrow window, the library is shown rather than the inspector.
    pub(super) library_first: bool,
}
