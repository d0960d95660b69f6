//! What the shell lends a page for its turn.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use egui::{Button, Response, Ui};
use serde::Serialize;

use crate::catalogue::Catalogue;
use crate::game::{Language, LevelRef, Move, MoveError, ProgramError, Solver, SolverInfo};
use crate::kit::answer;
use crate::search::Budget;
use crate::session::disk::save_kept;
use crate::session::library::{Origin, Places};
use crate::session::presets::Presets;
use crate::session::{Document, Task, Wake};
use crate::world::{Sound, World};

use super::command::Command;
use super::commands::Commands;
use super::facts::Facts;
use super::messages::{Messages, Weight};
use super::request::{Notice, Request};
use super::settings::Settings;
use super::{Side, known};

/// What a page may touch beside its own state, and the way to what it may only ask for.
pub struct Cx {
    /// The open level.
    pub document: Document,
    /// What the person chose.
    pub settings: Settings,
    /// What is said.
    pub messages: Messages,
    /// The levels there are.
    pub catalogue: Catalogue,
    /// What pages tell each other.
    pub facts: Facts,
    /// All commands.
    pub commands: Commands,
    /// The machine.
    pub world: World,
    /// Asks for another frame; for threads.
    pub wake: Wake,
    /// The command of the tab in front.
    pub tab: Command,
    /// The start page lies over that tab.
    pub start_page: bool,
    requests: Vec<Request>,
}

impl Cx {
    /// With this level open, and its drawing in front.
    pub fn new(document: Document, settings: Settings, world: World, wake: Wake) -> Self {
        Self {
            document,
            settings,
            messages: Messages::default(),
            catalogue: Catalogue::default(),
            facts: Facts::default(),
            commands: Commands::default(),
            world,
            wake,
            tab: known::EDIT,
            start_page: false,
            requests: Vec::new(),
        }
    }

    /// Asks for something that is done after this turn.
    pub fn ask(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// Tells all pages something, after this turn.
    pub fn tell(&mut self, notice: Notice) {
        self.ask(Request::Tell(notice));
    }

    /// Brings the tab with this command to the front, after this turn.
    pub fn go(&mut self, tab: Command) {
        self.ask(Request::Go(tab));
    }

    /// What was asked for since this was called last, in order.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// A button that runs a command, named and explained by its page.
    pub fn button(&mut self, ui: &mut Ui, command: Command) {
        self.button_shown(ui, command, Button::new(command.text()));
    }

    /// A button of another look that runs a command.
    pub fn button_shown(&mut self, ui: &mut Ui, command: Command, button: Button<'_>) -> Response {
        let possible = self.commands.possible(command);
        let response = ui
            .add_enabled(possible.is_ok(), button)
            .on_hover_text(self.commands.tooltip(ui.ctx(), command));
        match possible {
            Ok(()) => {
                if response.clicked() {
                    self.ask(Request::Run(command));
                }
                response
            }
            Err(reason) => response.on_disabled_hover_text(reason),
        }
    }

    /// Opens the panels of an edge.
    pub fn show_side(&mut self, side: Side) {
        self.ask(Request::ShowSide(side));
    }

    /// The open level as an entry of the library.
    pub fn origin(&self) -> Option<Origin> {
        Origin::of(self.document.file())
    }

    /// The levels opened before, the last one first: the path as settings keep it, a name, and what else is
    /// known of it.
    pub fn recent_levels(&self) -> Vec<(PathBuf, String, String)> {
        let recent = self.settings.recent.iter();
        let known = recent.map(|path| {
            let origin = super::recent(path);
            let file = path.file_name().unwrap_or(path.as_os_str());
            let file = file.to_string_lossy().into_owned();
            let (name, mut about) = match self.catalogue.item_of(&origin) {
                Some(item) => (item.title.clone(), vec![item.game_title().to_owned()]),
                None => (file.clone(), Vec::new()),
            };
            if matches!(origin, Origin::File(_)) {
                if name != file {
                    about.insert(0, file);
                }
                about.extend(path.parent().map(|folder| folder.display().to_string()));
            }
            (path.clone(), name, about.join(" · "))
        });
        known.collect()
    }

    /// Whether the open level's solutions are programs.
    pub fn is_programmed(&self) -> bool {
        self.document.position().as_program().is_some()
    }

    /// The language that the open level is written in, if its text is what is edited.
    pub fn language(&self) -> Option<&'static dyn Language> {
        self.document.text()?;
        self.document.game()?.language()
    }

    /// The folder of the person's levels.
    pub fn levels_folder(&self) -> Option<PathBuf> {
        let chosen = self.settings.saving.levels_folder.clone();
        chosen.or_else(|| self.world.places.as_ref().map(|places| places.levels()))
    }

    /// Where exports go: where the last one went, or to the person's levels.
    pub fn export_folder(&self) -> Option<PathBuf> {
        let levels = || self.levels_folder().filter(|folder| folder.is_dir());
        self.facts.export_folder.clone().or_else(levels)
    }

    /// The title of the program's window.
    pub fn window_title(&self) -> String {
        if self.start_page {
            return "Planwright".to_owned();
        }
        let star = if self.document.is_dirty() { "*" } else { "" };
        format!("{star}{} – Planwright", self.document.name())
    }

    /// A file name without extension, made from the level's title.
    pub fn file_stem(&self) -> String {
        let name: String = self
            .document
            .name()
            .chars()
            .map(|c| {
                if c.is_alphanumeric() {
                    c.to_ascii_lowercase()
                } else {
                    '-'
                }
            })
            .collect();
        let name = name.trim_matches('-');
        if name.is_empty() { "level" } else { name }.to_owned()
    }

    /// The solvers of the open level's game.
    pub fn solvers(&self) -> &'static [&'static dyn Solver] {
        self.document.game().map_or(&[], |game| game.solvers())
    }

    /// The chosen solver, the game's first one if none was chosen.
    pub fn solver(&self) -> Option<&'static dyn Solver> {
        let solvers = self.solvers();
        let chosen = self
            .settings
            .solving
            .solvers
            .get(self.document.level().game_id());
        let chosen =
            chosen.and_then(|id| solvers.iter().copied().find(|s| s.info().id == id.as_str()));
        chosen.or_else(|| solvers.first().copied())
    }

    /// The options of a solver: what the live target asks for, and above that what was set in its panel.
    pub fn chosen_options(&self, info: &'static SolverInfo) -> BTreeMap<String, String> {
        let mut options = self.target_options(info);
        options.extend(self.facts.options.get(info.id).cloned().unwrap_or_default());
        options
    }

    /// The options that the live target asks for, if it plays the open level's game.
    pub fn target_options(&self, info: &'static SolverInfo) -> BTreeMap<String, String> {
        let game = self.document.level().game_id();
        match &self.facts.target {
            Some(target) if target.game == game => {
                target.profile.target_options(info, target.cursor)
            }
            _ => BTreeMap::new(),
        }
    }

    /// Changes the presets of solvers and their file, and tells all pages.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn change_presets(&mut self, change: impl FnOnce(&mut Presets)) -> Result<(), String> {
        let Some(places) = &self.world.places else {
            return Err("this system has no folder for presets".to_owned());
        };
        Presets::change(self.world.disk.as_ref(), &places.presets(), change)?;
        self.tell(Notice::PresetsChanged);
        Ok(())
    }

    /// What a solver may use by the settings.
    pub fn solver_budget(&self) -> Budget {
        let budget =
            Budget::default().with_memory(u64::from(self.settings.solving.memory_mib) << 20);
        match self.settings.solving.time_limit_s {
            0 => budget,
            seconds => budget.with_time(Duration::from_secs(seconds.into())),
        }
    }

    /// Makes a move by hand, or says why not and returns it.
    pub fn make_move(&mut self, mv: &Move) -> Option<MoveError> {
        match self.document.make_move(mv) {
            Ok(()) => {
                if !self.document.position().is_solved() {
                    self.sound(Sound::Move);
                }
                if let Some(text) = self.document.position().says() {
                    self.messages.toast(Weight::Info, format!("“{text}”"));
                }
                if !self.is_programmed() {
                    self.note_solved();
                }
                None
            }
            Err(error) => {
                self.sound(Sound::Refused);
                self.messages.status(answer::sentence(&error.to_string()));
                Some(error)
            }
        }
    }

    /// Replaces the program by the one with this text, as one step of undo.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn write_program(
        &mut self,
        name: &'static str,
        source: &str,
    ) -> Result<(), Vec<ProgramError>> {
        let Some(program) = self.document.position().as_program() else {
            return Ok(());
        };
        let moves = program.rewrite(source)?;
        let made = self.document.make_moves(name, &moves);
        made.map_err(|error| vec![ProgramError::unfit((1, 1), 1, error.to_string())])
    }

    /// Marks the open level as solved if the moves made by hand solve it. A program counts once it was run.
    pub fn note_solved(&mut self) {
        if self.document.position().is_solved() {
            self.messages.status("Solved.");
            self.sound(Sound::Solved);
            let level = self.document.level().clone();
            self.mark_solved(&level);
        }
    }

    /// Plays a sound, if the person wants to hear any.
    fn sound(&self, sound: Sound) {
        if let Some(play) = self.world.play_sound.filter(|_| self.settings.feel.sounds) {
            Task::start("sound", &self.wake, move |_| play(sound));
        }
    }

    /// Marks a level as solved, in the library and in the file of marks.
    pub fn mark_solved(&mut self, level: &LevelRef) {
        if self.catalogue.mark_solved(level) {
            self.save_marks();
        }
    }

    /// Writes the marks of solved levels in the background.
    pub fn save_marks(&self) {
        self.save(
            "marks of solved levels",
            Places::solved,
            self.catalogue.marks(),
        );
    }

    /// Writes the person's best results in the background.
    pub fn save_wins(&self) {
        self.save("best results", Places::wins, self.catalogue.wins());
    }

    /// Writes what solvers found in the background.
    pub fn save_results(&self) {
        self.save(
            "results of solvers",
            Places::results,
            self.catalogue.results(),
        );
    }

    /// Writes a file of the program's own in the background. One that cannot be written is worth a line in the log, not
    /// a notice.
    fn save<T>(&self, what: &'static str, place: fn(&Places) -> PathBuf, value: &T)
    where
        T: Clone + Serialize + Send + 'static,
    {
        let Some(path) = self.world.places.as_ref().map(place) else {
            return;
        };
        let (disk, value) = (self.world.disk.clone(), value.clone());
        Task::start(what, &self.wake, move |_| {
            if let Err(error) = save_kept(&value, disk.as_ref(), &path) {
                log::warn!("{what} could not be saved: {error}");
            }
        });
    }

    /// Reads the library again in the background.
    pub fn reload_catalogue(&mut self) {
        let (own, recent) = (
            self.settings.saving.levels_folder.clone(),
            self.settings.recent.clone(),
        );
        self.catalogue.reload(&self.world, own, recent, &self.wake);
    }

    /// Tells that another level has taken the place of the last one.
    pub fn level_replaced(&mut self, status: impl Into<String>) {
        self.start_page = false;
        self.settings.game = self.document.level().game_id().to_owned();
        self.messages.status(status);
        self.tell(Notice::Replaced);
    }
}
