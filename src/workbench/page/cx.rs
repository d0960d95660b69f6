//! Context that the shell lends a page for its turn.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use egui::{Button, Response, Ui};
use serde::Serialize;

use crate::catalogue::Catalogue;
use crate::game::{Language, LevelRef, Move, MoveError, ProgramError, Solver, SolverInfo};
use crate::kit::answer;
use crate::search::Budget;
use crate::session::disk::save_ron;
use crate::session::library::{AppFolders, LevelOrigin};
use crate::session::presets::Presets;
use crate::session::{Document, Task, Wake};
use crate::world::{Sound, World};

use super::command::CommandId;
use super::commands::CommandRegistry;
use super::facts::PageFacts;
use super::messages::{Messages, Severity};
use super::request::{Notice, Request};
use super::settings::Settings;
use super::{Dock, known};

/// Shared state that a page may change, and the queue of its requests to the shell.
pub struct Cx {
    /// The open level.
    pub document: Document,
    pub settings: Settings,
    pub messages: Messages,
    pub catalogue: Catalogue,
    /// Facts that pages share.
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

    /// Removes and returns the queued requests, in order.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// A button that runs a command, with its text and tooltip.
    pub fn button(&mut self, ui: &mut Ui, command: CommandId) {
        self.styled_button(ui, command, Button::new(command.text()));
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

    pub fn show_dock(&mut self, dock: Dock) {
        self.send(Request::ShowDock(dock));
    }

    pub fn origin(&self) -> Option<LevelOrigin> {
        LevelOrigin::from_file(self.document.file())
    }

    /// Recently opened levels, latest first: path as in the settings, title, and game and location.
    pub fn recent_levels(&self) -> Vec<(PathBuf, String, String)> {
        let recent = self.settings.recent.iter();
        let levels = recent.map(|path| {
            let origin = super::recent_origin(path);
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
            (path.clone(), name, details.join(" · "))
        });
        levels.collect()
    }

    pub fn is_programmed(&self) -> bool {
        self.document.position().as_program().is_some()
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
        let name = name.replace(|c: char| !c.is_alphanumeric(), "-");
        let name = name.trim_matches('-');
        if name.is_empty() { "level" } else { name }.to_owned()
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
        let game = self.document.level().game_id();
        let target = self.facts.target.as_ref().filter(|it| it.game == game);
        let options = target.map(|it| it.profile.target_options(info, it.cursor));
        options.unwrap_or_default()
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
        result.map_err(|error| vec![ProgramError::unfit((1, 1), 1, error.to_string())])
    }

    /// Marks the open level as solved if the moves made by hand solve it. A program counts once it was run.
    pub fn note_solved(&mut self) {
        if self.document.position().is_solved() {
            self.messages.status("Solved.");
            self.play_sound(Sound::Solved);
            let level = self.document.level().clone();
            self.mark_solved(&level);
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

    pub fn save_marks(&self) {
        let marks = self.catalogue.marks();
        self.save("marks of solved levels", AppFolders::solved, marks);
    }

    pub fn save_wins(&self) {
        self.save("best results", AppFolders::wins, self.catalogue.wins());
    }

    pub fn save_results(&self) {
        let results = self.catalogue.results();
        self.save("results of solvers", AppFolders::results, results);
    }

    /// Saves a data file in the background. Failure is only logged, since the user can do nothing about it. Nothing is
    /// saved before the library was loaded: the file would lose what it holds.
    fn save<T>(&self, what: &'static str, path_of: fn(&AppFolders) -> PathBuf, value: &T)
    where
        T: Clone + Serialize + Send + 'static,
    {
        let places = self.world.folders.as_ref();
        let Some(path) = places.filter(|_| self.catalogue.is_loaded()).map(path_of) else {
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
