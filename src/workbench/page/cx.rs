//! Context that the shell lends a page for its turn: facts shared by pages, requests to the shell, notices, dialogs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use egui::{Button, Response, RichText, Ui};
use serde::Serialize;

use super::command::{CommandId, CommandRegistry};
use super::messages::{Messages, Severity};
use super::settings::Settings;
use super::{Dock, known};
use crate::board::Mark;
use crate::catalogue::Catalogue;
use crate::export::{ExportError, Ticket};
use crate::game::{
    Cell, Language, LevelRef, Move, MoveError, ProgramError, Size, SolveReport, Solver, SolverInfo,
};
use crate::kit::{answer, theme};
use crate::search::Budget;
use crate::session::disk::save_ron;
use crate::session::library::{AppFolders, LevelOrigin};
use crate::session::presets::Presets;
use crate::session::results::SolverResult;
use crate::session::web::{self, Fetched};
use crate::session::{Document, Task, Wake};
use crate::vision::{Lesson, Profile};
use crate::world::{DialogSpec, Sound, World};

/// Shared state that a page may change, and the queue of its requests to the shell.
pub struct Cx {
    /// The open level.
    pub document: Document,
    pub settings: Settings,
    pub messages: Messages,
    pub catalogue: Catalogue,
    pub facts: PageFacts,
    pub commands: CommandRegistry,
    /// Files, dialogs and other services of the system.
    pub world: World,
    /// Requests another frame; for threads.
    pub wake: Wake,
    /// Command of the tab in front.
    pub tab: CommandId,
    /// The start page covers that tab.
    pub start_page: bool,
    requests: Vec<Request>,
}

impl Cx {
    /// A context with this level open and the Edit tab in front.
    pub fn new(document: Document, settings: Settings, world: World, wake: Wake) -> Self {
        Self {
            document,
            settings,
            messages: Messages::default(),
            catalogue: Catalogue::default(),
            facts: PageFacts::default(),
            commands: CommandRegistry::default(),
            world,
            wake,
            tab: known::EDIT,
            start_page: false,
            requests: Vec::new(),
        }
    }

    /// Queues a request, carried out after this turn.
    pub fn send(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// Sends all pages a notice, after this turn.
    pub fn notify(&mut self, notice: Notice) {
        self.send(Request::Notify(notice));
    }

    /// Brings the tab with this command to the front, after this turn.
    pub fn show_tab(&mut self, tab: CommandId) {
        self.send(Request::ShowTab(tab));
    }

    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// A button that runs a command, with its text and tooltip.
    pub fn button(&mut self, ui: &mut Ui, command: CommandId) {
        self.styled_button(ui, command, Button::new(command.text()));
    }

    /// Like [`Self::button`], in the accent colour.
    pub fn primary_button(&mut self, ui: &mut Ui, command: CommandId) {
        let colors = theme::colors(ui);
        let text = RichText::new(command.text()).color(colors.on_accent);
        self.styled_button(ui, command, Button::new(text).fill(colors.accent));
    }

    /// Like [`Self::button`], with a button of the caller's style.
    pub fn styled_button(
        &mut self,
        ui: &mut Ui,
        command: CommandId,
        button: Button<'_>,
    ) -> Response {
        let enabled = self.commands.enabled(command);
        let response = ui.add_enabled(enabled.is_ok(), button);
        let response = response.on_hover_text(self.commands.tooltip(ui.ctx(), command));
        if response.clicked() {
            self.send(Request::Run(command));
        }
        match enabled {
            Ok(()) => response,
            Err(reason) => response.on_disabled_hover_text(reason),
        }
    }

    pub fn origin(&self) -> Option<LevelOrigin> {
        LevelOrigin::from_file(self.document.file())
    }

    /// Recently opened levels, latest first: origin, title, and game and location.
    pub fn recent_levels(&self) -> Vec<(LevelOrigin, String, String)> {
        let levels = self.settings.recent.iter().map(|path| {
            // An absolute path, a URL, or the path of a shipped level below `levels/`.
            let origin = match path.is_absolute() || web::url_of(path).is_some() {
                true => LevelOrigin::File(path.clone()),
                false => LevelOrigin::Shipped(path.to_string_lossy().into_owned()),
            };
            let file = path.file_name().unwrap_or(path.as_os_str());
            let file = file.to_string_lossy().into_owned();
            let (name, mut details) = match self.catalogue.item_of(&origin) {
                Some(item) => (item.title.clone(), vec![item.game_title().to_owned()]),
                None => (file.clone(), Vec::new()),
            };
            if matches!(origin, LevelOrigin::File(_)) {
                if name != file {
                    details.insert(0, file);
                }
                details.extend(path.parent().map(|folder| folder.display().to_string()));
            }
            (origin, name, details.join(" · "))
        });
        levels.collect()
    }

    pub fn is_programmed(&self) -> bool {
        self.document.position().as_program().is_some()
    }

    /// Sentence that says why the open level cannot be played, if so.
    pub fn unplayable_text(&self) -> Option<String> {
        if self.document.is_placeholder() {
            return Some(format!("{}.", known::TEXT_ERRORS));
        }
        let reason = answer::mid_sentence(&self.document.level().unplayable()?);
        Some(match self.document.is_empty() {
            true => known::EMPTY_LEVEL.to_owned(),
            false => format!("This level cannot be played: {reason}."),
        })
    }

    /// Tab in which the open level's text is edited: Edit, or Rules if its board can be edited; `None` if nowhere.
    pub fn text_tab(&self) -> Option<CommandId> {
        Some(match self.language()?.has_boards() {
            true => known::RULES,
            false => known::EDIT,
        })
    }

    /// Returns whether the tab in front would show a level that its text, which has errors, does not describe.
    pub fn tab_differs_from_text(&self) -> bool {
        let shows_level = match self.document.is_placeholder() {
            true => [known::EDIT, known::PLAY, known::PLAN, known::STATES].contains(&self.tab),
            // Edits of the board would be lost, as the text is what gets saved.
            false => self.tab == known::EDIT && self.document.draft().is_some(),
        };
        shows_level && self.text_tab() != Some(self.tab)
    }

    /// Language of the open level, if the level is edited as text.
    pub fn language(&self) -> Option<&'static dyn Language> {
        self.document.text()?;
        self.document.game()?.language()
    }

    pub fn levels_folder(&self) -> Option<PathBuf> {
        let chosen = self.settings.saving.levels_folder.clone();
        chosen.or_else(|| self.world.folders.as_ref().map(|places| places.levels()))
    }

    /// Folder offered for exports: that of the last export, otherwise the user's levels if that folder exists.
    pub fn export_folder(&self) -> Option<PathBuf> {
        let levels = || self.levels_folder().filter(|folder| folder.is_dir());
        self.facts.export_folder.clone().or_else(levels)
    }

    pub fn window_title(&self) -> String {
        if self.start_page {
            return "Planwright".to_owned();
        }
        let star = if self.document.is_dirty() { "*" } else { "" };
        format!("{star}{} – Planwright", self.document.name())
    }

    /// File name without extension, made from the level's title.
    pub fn file_stem(&self) -> String {
        let name = self.document.name().to_ascii_lowercase();
        let words = name.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        match words.is_empty() {
            true => "level".to_owned(),
            false => words.join("-"),
        }
    }

    pub fn solvers(&self) -> &'static [&'static dyn Solver] {
        self.document.game().map_or(&[], |game| game.solvers())
    }

    /// The chosen solver, or the game's first one.
    pub fn solver(&self) -> Option<&'static dyn Solver> {
        let solvers = self.solvers();
        let chosen = &self.settings.solving.solvers;
        let chosen = chosen.get(self.document.level().game_id());
        let chosen = chosen.and_then(|id| solvers.iter().find(|it| it.info().id == id.as_str()));
        chosen.or_else(|| solvers.first()).copied()
    }

    /// Options for a solver: those of the live target, overridden by those set in the solver panel.
    pub fn chosen_options(&self, info: &'static SolverInfo) -> BTreeMap<String, String> {
        let mut options = self.target_options(info);
        options.extend(self.facts.options.get(info.id).cloned().unwrap_or_default());
        options
    }

    /// Options that the live target requires, if it plays the open level's game.
    pub fn target_options(&self, info: &'static SolverInfo) -> BTreeMap<String, String> {
        let options = self
            .target()
            .map(|it| it.profile.target_options(info, it.cursor));
        options.unwrap_or_default()
    }

    /// The live target, if it plays the open level's game.
    pub fn target(&self) -> Option<&LiveTarget> {
        let game = self.document.level().game_id();
        self.facts
            .target
            .as_ref()
            .filter(|it| it.profile.game == game)
    }

    /// Changes the solver presets, saves them, and notifies all pages.
    pub fn change_presets(&mut self, change: impl FnOnce(&mut Presets)) -> Result<(), String> {
        let Some(places) = &self.world.folders else {
            return Err("this system has no folder for presets".to_owned());
        };
        Presets::change(self.world.disk.as_ref(), &places.presets(), change)?;
        self.notify(Notice::PresetsChanged);
        Ok(())
    }

    /// Time and memory limits for solvers, from the settings.
    pub fn solver_budget(&self) -> Budget {
        let solving = &self.settings.solving;
        let budget = Budget::default().with_memory(u64::from(solving.memory_mib) << 20);
        match solving.time_limit_s {
            0 => budget,
            seconds => budget.with_time(Duration::from_secs(seconds.into())),
        }
    }

    /// Makes a move by hand. A move that is not allowed is reported to the user, and its error returned.
    pub fn make_move(&mut self, mv: &Move) -> Option<MoveError> {
        match self.document.make_move(mv) {
            Ok(()) => {
                if !self.document.position().is_solved() {
                    self.play_sound(Sound::Move);
                }
                if let Some(text) = self.document.position().message() {
                    self.messages.toast(Severity::Info, format!("“{text}”"));
                }
                if !self.is_programmed() {
                    self.note_solved();
                }
                None
            }
            Err(error) => {
                self.play_sound(Sound::Refused);
                self.messages.status(answer::sentence(&error.to_string()));
                Some(error)
            }
        }
    }

    /// Replaces the moves made by hand, as one undo step, and shows them. Failure is reported to the user.
    pub fn play_from(&mut self, name: &'static str, moves: Vec<Move>) {
        match self.document.set_moves(name, moves) {
            Ok(()) => self.show_tab(known::PLAY),
            Err(error) => self.messages.fail(error),
        }
    }

    /// Replaces the program by one with this text, as one undo step. Fails if the text has errors.
    pub fn write_program(
        &mut self,
        name: &'static str,
        source: &str,
    ) -> Result<(), Vec<ProgramError>> {
        let Some(program) = self.document.position().as_program() else {
            return Ok(());
        };
        let moves = program.rewrite(source)?;
        let result = self.document.make_moves(name, &moves);
        // The error is about no position, so it is put at the first character.
        result.map_err(|error| vec![ProgramError::unfit((1, 1), 1, error.to_string())])
    }

    /// Marks the open level as solved if the moves made by hand solve it. A program counts once it was run.
    pub fn note_solved(&mut self) {
        if self.document.position().is_solved() {
            self.messages.status("Solved.");
            self.play_sound(Sound::Solved);
            self.mark_solved(&self.document.level().clone());
        }
    }

    fn play_sound(&self, sound: Sound) {
        if let Some(play) = self.world.play_sound.filter(|_| self.settings.feel.sounds) {
            Task::start("sound", &self.wake, move |_| play(sound));
        }
    }

    /// Marks a level as solved, in the library and on disk.
    pub fn mark_solved(&mut self, level: &LevelRef) {
        if self.catalogue.mark_solved(level) {
            self.save_marks();
        }
    }

    /// Stores a solver's report on a level, in the library and on disk.
    pub fn record_result(&mut self, level: &LevelRef, report: &SolveReport) {
        let found = SolverResult::from_report(level, report);
        self.catalogue.results.insert(level, report.solver, found);
        self.catalogue.update_items();
        self.save_results();
    }

    pub fn save_marks(&self) {
        let marks = &self.catalogue.marks;
        self.save("marks of solved levels", AppFolders::solved, marks);
    }

    pub fn save_wins(&self) {
        self.save("best results", AppFolders::wins, &self.catalogue.wins);
    }

    pub fn save_results(&self) {
        let results = &self.catalogue.results;
        self.save("results of solvers", AppFolders::results, results);
    }

    /// Saves a data file in the background. Failure is only logged, since the user can do nothing about it. Nothing is
    /// saved before the library was loaded: the file would lose what it holds.
    fn save<T>(&self, what: &'static str, path_of: fn(&AppFolders) -> PathBuf, value: &T)
    where
        T: Clone + Serialize + Send + 'static,
    {
        let places = self.world.folders.as_ref();
        let Some(path) = places.filter(|_| self.catalogue.is_loaded).map(path_of) else {
            return;
        };
        let (disk, value) = (self.world.disk.clone(), value.clone());
        Task::start(what, &self.wake, move |_| {
            if let Err(error) = save_ron(&value, disk.as_ref(), &path) {
                log::warn!("{what} could not be saved: {error}");
            }
        });
    }

    pub fn reload_catalogue(&mut self) {
        let folder = self.settings.saving.levels_folder.clone();
        let recent = self.settings.recent.clone();
        let catalogue = &mut self.catalogue;
        catalogue.reload(&self.world, folder, recent, &self.wake);
    }

    /// Notifies pages that another level has replaced the previous one.
    pub fn level_replaced(&mut self, status: impl Into<String>) {
        self.start_page = false;
        self.settings.game = self.document.level().game_id().to_owned();
        self.messages.status(status);
        self.notify(Notice::Replaced);
    }
}

/// Options of solvers that differ from the default, by solver and key.
pub type SolverOptions = BTreeMap<&'static str, BTreeMap<String, String>>;

/// Facts that pages share. Each is written by one page and read by any.
#[derive(Default)]
pub struct PageFacts {
    /// About the level in front.
    pub level: LevelFacts,
    /// Solver options set by the user. Written by the solver page.
    pub options: SolverOptions,
    /// Window in which the level could be played. Written by the live page.
    pub target: Option<LiveTarget>,
    /// Folder of the last export. Written by the export page.
    pub export_folder: Option<PathBuf>,
    /// Tab in which a game is being played in its window. Written by the page that plays.
    pub playing: Option<CommandId>,
}

/// Facts about a level, exchanged with its tab.
#[derive(Default)]
pub struct LevelFacts {
    /// Cell under the pointer. Written by the page that shows a board.
    pub hovered: Option<Cell>,
    /// Displayed step of the plan, counted from its start. Written by the plan page.
    pub step: Option<usize>,
    /// Run of the displayed plan, if it is a program. Written by the plan page.
    pub run: Option<RunLength>,
    /// Cells of the level that a proof of unsolvability names. Written by the solver page.
    pub problems: Vec<Cell>,
    /// The level is proved to have no solution. Written by the solver page.
    pub is_unsolvable: bool,
    /// Pattern displayed on the level. Written by the level page.
    pub patterns: Vec<Mark>,
}

/// Length of a program's run, and size of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLength {
    pub steps: u64,
    pub size: Size,
}

/// Window in which the open level could be played.
#[derive(Clone, Debug)]
pub struct LiveTarget {
    pub profile: Arc<Profile>,
    /// Last detected cursor position.
    pub cursor: Option<Cell>,
}

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
    ChooseFile(Question),
    /// Passes the text in the clipboard to the owner of the command, a page or the shell.
    Paste(CommandId),
    /// Passes an answer to the owner of the command, a page or the shell.
    Reply(CommandId, Reply),
    Notify(Notice),
    /// Opens the panels of an edge, even where only one fits.
    ShowDock(Dock),
}

impl Request {
    /// Writes data to a file that the user names, in the background.
    pub fn export(export: Export) -> Self {
        Self::Reply(known::EXPORT, Reply::Export(export))
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

pub enum LevelSource {
    Origin(LevelOrigin),
    /// A level's text, game ID or address, and the level's number in a text of several; without it, the first playable
    /// one is opened.
    Text(String, Option<usize>),
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
    /// Data to write to a file; for the page that exports.
    Export(Export),
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
    /// Command that asks; its owner receives the answer.
    pub asker: CommandId,
    /// Contents of the system's file dialog.
    pub dialog: DialogSpec,
}

impl Question {
    /// Question for a file to read. `kind` is a name and file extensions.
    pub fn to_open(
        asker: CommandId,
        title: &'static str,
        kind: (&'static str, Vec<&'static str>),
    ) -> Self {
        Self {
            asker,
            dialog: DialogSpec {
                title,
                kinds: vec![kind, ("All files", vec!["*"])],
                ..DialogSpec::default()
            },
        }
    }

    /// Path proposed to those who type it: the named file, or the folder, ending in a separator.
    pub fn proposed_path(&self) -> PathBuf {
        let folder = self.dialog.folder.clone().unwrap_or_default();
        folder.join(self.dialog.name.as_deref().unwrap_or_default())
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

/// Notices from the shell to pages.
pub enum Notice {
    /// Stop the work that the command Stop is for.
    Stop,
    /// Zoom the board by this factor; `None` fits the whole board. Only for the page in front.
    Zoom(Option<f32>),
    /// The window closes: end everything that must not outlive it.
    Exit,
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

/// A modal dialog. At most one is open.
pub trait Dialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer;

    fn is_busy(&self) -> bool {
        false
    }

    /// Reports that its request failed; the dialog stays open.
    fn failed(&mut self, _error: String) {}

    /// Takes another picture to import. Returns whether this dialog imports pictures.
    fn set_picture(&mut self, _path: &Path) -> bool {
        false
    }
}

pub enum DialogAnswer {
    Stay,
    Close,
    /// Closes if the request succeeds; otherwise [`Dialog::failed`] is called.
    Try(Request),
}

impl DialogAnswer {
    /// [`DialogAnswer::Close`] if `closes`, otherwise [`DialogAnswer::Stay`].
    pub fn close_if(closes: bool) -> Self {
        if closes { Self::Close } else { Self::Stay }
    }
}
