//! What each command does, and when it can be done.

use std::path::Path;

use egui::{Context, ViewportCommand};

use crate::session::Playback;

use crate::shell::app::{Mode, Workbench};
use crate::board::Player;
use crate::page::commands::{Command, Menu};
use crate::shell::dialogs::{Dialog, NewDialog, PasteDialog};
use crate::shell::files::Purpose;
use crate::shell::palette::Palette;
use crate::page::settings::{ThemeChoice, ZOOM};

impl Workbench {
    /// Whether a command can be run now.
    ///
    /// # Errors
    /// Why not, for people.
    pub(crate) fn possible(&self, command: Command) -> Result<(), &'static str> {
        let when = |holds: bool, reason| if holds { Ok(()) } else { Err(reason) };
        let grid = || {
            when(
                self.document.level().as_grid().is_some(),
                "This level is not a board of cells",
            )
        };
        let editing = || {
            grid()?;
            when(self.mode == Mode::Edit, "Switch to edit mode first")
        };
        let plan = || {
            when(
                self.center.has_plan(),
                "There is no plan for this level yet",
            )
        };
        let moved = || when(!self.document.moves().is_empty(), "No move was made yet");
        match command {
            Command::Undo => when(
                self.document.history().undo_name().is_some(),
                "There is nothing to undo",
            ),
            Command::Redo => when(
                self.document.history().redo_name().is_some(),
                "There is nothing to redo",
            ),
            Command::Cut
            | Command::Copy
            | Command::Paste
            | Command::SelectAll
            | Command::Deselect
            | Command::Clear
            | Command::FlipHorizontal
            | Command::FlipVertical => editing(),
            Command::RotateLeft | Command::RotateRight | Command::Resize => editing(),
            Command::LostBlanks => when(
                self.document
                    .game()
                    .is_some_and(|game| game.lost_blanks().is_some()),
                "In boards of this game no blanks can be lost",
            ),
            Command::Solve | Command::SolveOptimal => {
                when(
                    self.document.level().unplayable().is_none(),
                    "This level can be read, not solved; the solver's part of the window says why",
                )?;
                when(!self.solving.is_busy(), "A solver is running")?;
                when(self.solver().is_some(), "This game has no solver")
            }
            Command::Stop => when(
                self.solving.is_busy()
                    || self.center.is_busy()
                    || self.states.is_busy()
                    || self.generating.is_busy()
                    || self.tuning.is_busy(),
                "No solver is running",
            ),
            Command::NextSolver => when(!self.solving.is_busy(), "A solver is running"),
            Command::TakeBack | Command::Restart | Command::UseMoves => moved(),
            Command::PlayPause
            | Command::StepForward
            | Command::StepBack
            | Command::PlanStart
            | Command::PlanEnd
            | Command::Faster
            | Command::Slower
            | Command::Loop
            | Command::ContinueByHand
            | Command::CopyPlan
            | Command::SavePlan => plan(),
            Command::RunPlan => {
                when(
                    self.is_programmed(),
                    "The solution of this game is no program",
                )?;
                plan()
            }
            Command::ProgramRun
            | Command::ProgramEnd
            | Command::ProgramReset
            | Command::ProgramInto
            | Command::ProgramOver
            | Command::ProgramOut
            | Command::ProgramBack
            | Command::ProgramBreakpoint
            | Command::ClearBreakpoints
            | Command::TryOnAll => self.can_program(command),
            Command::ToggleIsometric => when(
                self.document.level().has_heights(),
                "The cells of this level have no heights",
            ),
            Command::BrowsePatterns | Command::NextPattern | Command::PreviousPattern => {
                self.can_browse(command)
            }
            Command::Practice | Command::PracticeLevel => when(
                self.world.program.is_some(),
                "This program does not know where its own file is",
            ),
            Command::CopyPath => when(
                self.document.file().own_path().is_some(),
                "The level is in no file of yours yet",
            ),
            Command::RestoreRecovered => when(
                !self.files.recovery.found.is_empty(),
                "There are no unsaved levels of an earlier run",
            ),
            _ => Ok(()),
        }
    }

    /// Runs a command, or says why it cannot be run.
    pub(crate) fn run(&mut self, ctx: &Context, command: Command) {
        if let Err(reason) = self.possible(command) {
            self.messages.status(format!("{reason}."));
            return;
        }
        // What is being typed belongs to the level before anything else is done with it.
        self.commit_drafts();
        // What floats over the board is placed before the level is put to any use.
        if !matches!(command.info().menu, Menu::Edit | Menu::View | Menu::Help) {
            self.center.editor.place(&mut self.document);
        }
        // What shows the board, or does something to it, leaves the page that lies over it.
        let menu = command.info().menu;
        if matches!(
            menu,
            Menu::Edit | Menu::Play | Menu::Plan | Menu::Program | Menu::Live
        ) || matches!(command, Command::Solve | Command::SolveOptimal)
        {
            self.start_page = false;
        }
        match command {
            Command::New => self.dialog = Some(Dialog::New(NewDialog::like(self.document.level()))),
            Command::Generate => self.generate_level(),
            Command::AnotherLike => self.another_like_this(),
            Command::Open => self.ask_for_file(Purpose::Open),
            Command::OpenPath => self.dialog = Some(Dialog::Path(self.path_dialog(Purpose::Open))),
            Command::ImportPicture => self.import_picture(Path::new("")),
            Command::Save => self.save(ctx),
            Command::SaveAs => self.ask_for_file(Purpose::Save),
            Command::CopyText => {
                ctx.copy_text(self.document.level().to_text());
                self.messages
                    .status("The level's text is on the clipboard.");
            }
            Command::Export => {
                let panel = &mut self.exports.panel;
                panel.open = !panel.open;
            }
            Command::CopyLine => self.copy_line(ctx),
            Command::CopyPicture => {
                let dark = ctx.theme() == egui::Theme::Dark;
                self.copy_level_picture(dark);
            }
            Command::CopyPath => {
                if let Some(path) = &self.document.file().path {
                    ctx.copy_text(path.display().to_string());
                    self.messages.status("The path is on the clipboard.");
                }
            }
            Command::PasteText => self.dialog = Some(Dialog::Paste(PasteDialog::level())),
            Command::LostBlanks => {
                let dialog = self.blanks_of_level();
                self.dialog = dialog.map(|dialog| Dialog::Blanks(Box::new(dialog)));
            }
            Command::RestoreRecovered => self.dialog = Some(Dialog::Recovered),
            Command::Settings => self.dialog = Some(Dialog::Settings),
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),

            Command::BrowsePatterns | Command::NextPattern | Command::PreviousPattern => {
                self.browse(command);
            }
            Command::Undo => {
                if self.center.editor.cancel_floating() {
                    self.messages.status("The cells were not placed.");
                } else if let Some(name) = self.document.undo() {
                    self.messages.status(format!("Undone: {name}."));
                }
            }
            Command::Redo => {
                if let Some(name) = self.document.redo() {
                    self.messages.status(format!("Done again: {name}."));
                }
            }
            Command::Cut
            | Command::Copy
            | Command::Paste
            | Command::SelectAll
            | Command::Deselect
            | Command::FlipHorizontal
            | Command::FlipVertical
            | Command::RotateRight
            | Command::RotateLeft
            | Command::Clear => self.run_on_editor(ctx, command),
            Command::Resize => self.center.editor.toggle_resize(&mut self.document),

            Command::ModeEdit => self.mode = Mode::Edit,
            Command::ModePlay => self.mode = Mode::Play,
            Command::ModePlan => self.mode = Mode::Plan,
            Command::ModeStates => self.mode = Mode::States,
            Command::Hint => self.ask_for_hint(),
            Command::TakeBack => {
                let count = self.document.moves().len();
                self.document.take_back_to(count.saturating_sub(1));
            }
            Command::Restart => self.document.take_back_to(0),

            Command::Solve => self.start_solving(self.solving.wants_optimal()),
            Command::SolveOptimal => self.start_solving(true),
            Command::Stop => {
                self.stop_solving();
                self.center.stop_hint();
                self.states.stop();
                self.generating.stop();
                self.tuning.stop();
            }
            Command::SolveMany => self.solve_many(),
            Command::NextSolver => self.next_solver(),
            Command::Tune => self.tune_options(),

            Command::PlayPause => self.watch(Player::toggle),
            Command::Faster => self.watch(Player::faster),
            Command::Slower => self.watch(Player::slower),
            Command::Loop => self.watch(|player| player.set_looping(!player.looping())),
            Command::StepForward => self.watch(Player::step_forward),
            Command::StepBack => self.watch(Player::step_back),
            Command::PlanStart => self.watch(|player| player.seek(0)),
            Command::PlanEnd => self.watch(|player| {
                player.pause();
                player.seek(usize::MAX);
            }),
            Command::ContinueByHand => {
                // A run is of the whole program.
                let playback = self.center.player.playback();
                self.continue_by_hand(playback.map_or(usize::MAX, Playback::at));
            }
            Command::CopyPlan => self.copy_plan(ctx),
            Command::UseMoves => self.use_my_moves(),
            Command::OpenPlan => self.ask_for_file(Purpose::Plan),
            Command::PastePlan => self.dialog = Some(Dialog::Paste(PasteDialog::plan())),
            Command::SavePlan => self.save_plan(),

            Command::RunPlan => self.continue_by_hand(usize::MAX),
            Command::ProgramRun
            | Command::ProgramEnd
            | Command::ProgramReset
            | Command::ProgramInto
            | Command::ProgramOver
            | Command::ProgramOut
            | Command::ProgramBack
            | Command::ProgramBreakpoint
            | Command::ClearBreakpoints
            | Command::TryOnAll => self.run_on_program(command),
            Command::ToggleIsometric => {
                toggle(&mut self.settings.isometric);
                self.zoom_board(Command::ZoomFit);
            }

            Command::LivePanel => {
                self.live.refresh();
                self.mode = Mode::Live;
            }
            Command::History => {
                self.history.refresh();
                self.mode = Mode::History;
            }
            Command::NewProfile => self.new_profile(ctx),
            Command::Practice => self.open_practice(false),
            Command::PracticeLevel => self.open_practice(true),

            Command::Palette => {
                self.palette = match self.palette {
                    Some(_) => None,
                    None => Some(Palette::default()),
                }
            }
            Command::FindLevel => {
                self.open_library();
                self.library.focus_search();
            }
            Command::ZoomIn | Command::ZoomOut | Command::ZoomFit => self.zoom_board(command),
            Command::ToggleLibrary => self.toggle_side(true),
            Command::ToggleInspector => self.toggle_side(false),
            Command::ToggleTimeline => toggle(&mut self.settings.panes.timeline),
            Command::NextPane => self.panes.cycle(ctx, true),
            Command::PreviousPane => self.panes.cycle(ctx, false),
            Command::ThemeSystem => self.set_theme(ctx, ThemeChoice::System),
            Command::ThemeLight => self.set_theme(ctx, ThemeChoice::Light),
            Command::ThemeDark => self.set_theme(ctx, ThemeChoice::Dark),
            Command::LargerInterface => self.set_zoom(ctx, self.settings.zoom + 0.1),
            Command::SmallerInterface => self.set_zoom(ctx, self.settings.zoom - 0.1),
            Command::NormalInterface => self.set_zoom(ctx, 1.0),

            Command::StartPage => self.start_page = !self.start_page,
            Command::Shortcuts => self.dialog = Some(Dialog::Shortcuts),
            Command::Rules => self.dialog = Some(Dialog::Rules),
            Command::About => self.dialog = Some(Dialog::About),
        }
    }

    fn set_theme(&mut self, ctx: &Context, choice: ThemeChoice) {
        self.settings.theme = choice;
        self.apply_settings(ctx);
    }

    fn set_zoom(&mut self, ctx: &Context, zoom: f32) {
        self.settings.zoom = zoom.clamp(*ZOOM.start(), *ZOOM.end());
        self.apply_settings(ctx);
    }

    /// Does something with the plan, and shows it.
    fn watch(&mut self, act: impl FnOnce(&mut Player)) {
        self.mode = Mode::Plan;
        act(&mut self.center.player);
    }
}

fn toggle(value: &mut bool) {
    *value = !*value;
}
