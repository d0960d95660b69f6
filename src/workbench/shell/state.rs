//! The window's state.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use super::focus::PaneFocus;
use super::palette::CommandPalette;
use crate::kit::fonts::SystemFonts;
use crate::page::cx::LevelFacts;
use crate::page::settings::{Settings, ThemePreference};
use crate::page::{CommandId, Cx, Dialog, Page, Question, Request};
use crate::session::claim::Claims;
use crate::session::recovery::{Autosave, Leftovers, Recovered};
use crate::session::{Document, Task};

pub struct Workbench {
    pub(super) cx: Cx,
    pub(super) pages: Vec<Box<dyn Page>>,
    pub(super) dialog: Option<Box<dyn Dialog>>,
    /// Dialogs to show when the open one closes, the last one first.
    pub(super) waiting_dialogs: Vec<Box<dyn Dialog>>,
    pub(super) palette: Option<CommandPalette>,
    pub(super) files: FileState,
    pub(super) levels: Levels,
    pub(super) recovery: Recovery,
    pub(super) layout: WindowLayout,
    pub(super) applied: AppliedSettings,
    /// Files to open after the first frame.
    pub(super) startup_files: Vec<PathBuf>,
    /// Number of frames so far.
    pub(super) frames: u64,
    pub(super) start_time: Instant,
}

/// Settings and appearance applied last, to notice changes, and the system's settings that they depend on.
#[derive(Default)]
pub(super) struct AppliedSettings {
    /// Settings as in their file.
    pub(super) saved: Settings,
    /// Theme, and whether motion is reduced.
    pub(super) appearance: Option<(ThemePreference, bool)>,
    /// The system asks for less motion.
    pub(super) system_reduces_motion: bool,
    /// Query for `system_reduces_motion`.
    pub(super) motion_query: Option<Task<bool>>,
    pub(super) title: String,
    /// Fonts added as needed; `None` if the system cannot be asked.
    pub(super) fonts: Option<SystemFonts>,
}

#[derive(Default)]
pub struct FileState {
    pub(super) dialog: Option<PendingDialog>,
    /// Claims of the files open in this window, once it is displayed.
    pub(super) claims: Option<Claims>,
    /// A pasted picture being written to a file, since import reads files.
    pub(super) paste: Option<Task<Result<PathBuf, String>>>,
    /// Command that awaits the clipboard's text, and the number of the frame that requested it.
    pub(super) awaited_paste: Option<(CommandId, u64)>,
    /// Next step once the level in front is saved; dropped if saving fails or is cancelled.
    pub(super) after_save: Option<AfterSave>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterSave {
    CloseTab,
    /// Saves the other unsaved levels and closes the window.
    Quit,
}

pub(super) struct PendingDialog {
    /// Id of the level that was in front when it was opened.
    pub(super) level: u64,
    pub(super) question: Question,
    pub(super) opened_at: Instant,
    pub(super) task: Task<Option<PathBuf>>,
}

/// The open levels, in the order of their tabs; at least one.
#[derive(Default)]
pub struct Levels {
    pub(super) open: Vec<OpenLevel>,
    /// Index of the level in front.
    pub(super) front: usize,
    /// Levels of closed tabs, the last closed one at the end.
    pub(super) closed: Vec<ParkedLevel>,
    pub(super) last_id: u64,
    /// Number of levels placed in tabs so far.
    pub(super) placed: u64,
    /// Levels are opened in new tabs, while a request asks for that.
    pub(super) in_new_tab: bool,
}

#[derive(Default)]
pub(super) struct OpenLevel {
    /// Unique within this run.
    pub(super) id: u64,
    pub(super) autosave: Option<Autosave>,
    /// Its state while it is not in front.
    pub(super) parked: Option<ParkedLevel>,
}

/// State of a level that is not in front. For the level in front, it is part of the shared context and its pages are
/// among the window's.
pub(super) struct ParkedLevel {
    pub(super) document: Document,
    pub(super) facts: LevelFacts,
    /// Requests of its pages, carried out once the level is in front.
    pub(super) requests: Vec<Request>,
    pub(super) tab: CommandId,
    /// The start page covers that tab.
    pub(super) start_page: bool,
    /// Its own pages, with their indices among the window's.
    pub(super) pages: Vec<(usize, Box<dyn Page>)>,
}

#[derive(Default)]
pub struct Recovery {
    /// `None` until recovery is started, or if there is no folder for the user's data.
    pub(super) folder: Option<PathBuf>,
    /// Search for levels of earlier runs, at program start.
    pub(super) search: Option<Task<io::Result<Leftovers>>>,
    /// Levels of an earlier run that await a decision.
    pub recovered: Vec<Recovered>,
    /// The user knows that recovery files cannot be written.
    pub(super) reported: bool,
    /// The user has decided to close the window.
    pub(super) closing: bool,
}

#[derive(Default)]
pub struct WindowLayout {
    pub focus: PaneFocus,
    /// A page showed a dialog of its own in the last frame.
    pub(super) page_dialog: bool,
    /// A dialog or the palette was open in the last frame.
    pub(super) covered: bool,
    /// The window is too narrow for library, board and inspector together.
    pub(super) narrow: bool,
    /// The window is so low that the bottom panel takes the inspector's place.
    pub(super) low: bool,
    /// Index of the first level whose tab is shown.
    pub(super) first_tab: usize,
    /// In a narrow window, the library is displayed rather than the inspector.
    pub(super) library_first: bool,
}
