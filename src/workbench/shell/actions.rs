//! What each command does, and when it can be done.

use crate::page::known;

use egui::{Context, ViewportCommand};

use crate::session::Playback;

use crate::board::Player;
use crate::dialogs::{
    About, BlanksDialog, NewDialog, PathDialog, Rules, SettingsDialog, Shortcuts, TextDialog,
};
use crate::page::Dialog;
use crate::page::command::{Command, Menu};
use crate::page::settings::{ThemeChoice, ZOOM};
use crate::page::{CommandState, Export, Notice, Request};
use crate::shell::app::Workbench;
use crate::shell::palette::Palette;

impl Workbench {
    /// Whether a command can be run now.
    ///
    /// # Errors
    /// Why not, for people.
    pub(crate) fn possible(&self, command: Command) -> Result<(), &'static str> {
        let when = |holds: bool, reason| if holds { Ok(()) } else { Err(reason) };
        let grid = || {
            when(
                self.cx.document.level().as_grid().is_some(),
                "This level is not a board of cells",
            )
        };
        let editing = || {
            grid()?;
            when(self.cx.tab == known::EDIT, "Switch to edit mode first")
        };
        let plan = || {
            when(
                self.center.has_plan(),
                "There is no plan for this level yet",
            )
        };
        let moved = || when(!self.cx.document.moves().is_empty(), "No move was made yet");
        match command {
            known::UNDO => when(
                self.cx.document.history().undo_name().is_some(),
                "There is nothing to undo",
            ),
            known::REDO => when(
                self.cx.document.history().redo_name().is_some(),
                "There is nothing to redo",
            ),
            known::CUT
            | known::COPY
            | known::PASTE
            | known::SELECT_ALL
            | known::DESELECT
            | known::CLEAR
            | known::FLIP_HORIZONTAL
            | known::FLIP_VERTICAL => editing(),
            known::ROTATE_LEFT | known::ROTATE_RIGHT | known::RESIZE => editing(),
            known::LOST_BLANKS => when(
                self.cx
                    .document
                    .game()
                    .is_some_and(|game| game.lost_blanks().is_some()),
                "In boards of this game no blanks can be lost",
            ),
            known::STOP => when(
                self.center.is_busy() || self.pages.iter().any(|page| page.can_stop()),
                "No solver is running",
            ),
            known::TAKE_BACK | known::RESTART | known::USE_MOVES => moved(),
            known::PLAY_PAUSE
            | known::STEP_FORWARD
            | known::STEP_BACK
            | known::PLAN_START
            | known::PLAN_END
            | known::FASTER
            | known::SLOWER
            | known::LOOP
            | known::CONTINUE_BY_HAND
            | known::COPY_PLAN
            | known::SAVE_PLAN => plan(),
            known::RUN_PLAN => {
                when(
                    self.cx.is_programmed(),
                    "The solution of this game is no program",
                )?;
                plan()
            }
            known::PROGRAM_RUN
            | known::PROGRAM_END
            | known::PROGRAM_RESET
            | known::PROGRAM_INTO
            | known::PROGRAM_OVER
            | known::PROGRAM_OUT
            | known::PROGRAM_BACK
            | known::PROGRAM_BREAKPOINT
            | known::CLEAR_BREAKPOINTS
            | known::TRY_ON_ALL => self.can_program(command),
            known::TOGGLE_ISOMETRIC => when(
                self.cx.document.level().has_heights(),
                "The cells of this level have no heights",
            ),
            known::COPY_PATH => when(
                self.cx.document.file().own_path().is_some(),
                "The level is in no file of yours yet",
            ),
            known::RESTORE_RECOVERED => when(
                !self.recovery.found.is_empty(),
                "There are no unsaved levels of an earlier run",
            ),
            _ => Ok(()),
        }
    }

    /// Whether a command can be run now, and what it would do.
    pub(crate) fn state(&self, owner: Option<usize>, command: Command) -> CommandState {
        if let Some(owner) = owner {
            return self.pages[owner].state(command, &self.cx);
        }
        CommandState {
            possible: self.possible(command),
            on: self.is_on(command),
            about: match command {
                known::UNDO => self.cx.document.history().undo_name().map(str::to_owned),
                known::REDO => self.cx.document.history().redo_name().map(str::to_owned),
                _ => None,
            },
        }
    }

    /// For commands that switch something: whether it is on.
    fn is_on(&self, command: Command) -> Option<bool> {
        let panes = self.shown_panes();
        let theme = |choice| Some(self.cx.settings.theme == choice);
        match command {
            known::EDIT | known::PLAY | known::PLAN => Some(self.cx.tab == command),
            known::TOGGLE_LIBRARY => Some(panes.library),
            known::TOGGLE_INSPECTOR => Some(panes.inspector),
            known::TOGGLE_TIMELINE => Some(panes.timeline),
            known::THEME_SYSTEM => theme(ThemeChoice::System),
            known::THEME_LIGHT => theme(ThemeChoice::Light),
            known::THEME_DARK => theme(ThemeChoice::Dark),
            known::LOOP => Some(self.center.looping()),
            known::TOGGLE_ISOMETRIC => Some(self.cx.settings.isometric),
            _ => None,
        }
    }

    /// Asks each page what its commands would do now.
    pub(crate) fn refresh_commands(&mut self) {
        let mut commands = std::mem::take(&mut self.cx.commands);
        commands.refresh(|owner, command| self.state(owner, command));
        self.cx.commands = commands;
    }

    /// Runs a command, or says why it cannot be run.
    pub(crate) fn run(&mut self, ctx: &Context, command: Command) {
        let owner = self.cx.commands.owner(command);
        if let Err(reason) = self.state(owner, command).possible {
            self.cx.messages.status(format!("{reason}."));
            return;
        }
        // What is being typed belongs to the level before anything else is done with it.
        self.tell(&Notice::Commit);
        // What floats over the board is placed before the level is put to any use.
        let menu = self
            .cx
            .commands
            .info(command)
            .map_or(Menu::Help, |info| info.menu);
        if !matches!(menu, Menu::Edit | Menu::View | Menu::Help) {
            self.center.editor.place(&mut self.cx.document);
        }
        // What shows the board, or does something to it, leaves the page that lies over it.
        if matches!(
            menu,
            Menu::Edit | Menu::Play | Menu::Plan | Menu::Program | Menu::Live
        ) {
            self.cx.start_page = false;
        }
        if let Some(owner) = owner {
            self.pages[owner].run(command, ctx, &mut self.cx);
            return self.carry_out(ctx);
        }
        match command {
            known::NEW => {
                self.dialog = Some(Box::new(NewDialog::like(self.cx.document.level())));
            }
            known::OPEN => self.choose_file(self.open_question()),
            known::OPEN_PATH => {
                let path = PathDialog::new(self.open_question()).with_urls();
                self.dialog = Some(Box::new(path));
            }
            known::SAVE => self.save(ctx),
            known::SAVE_AS => self.save_as(),
            known::COPY_PATH => {
                if let Some(path) = &self.cx.document.file().path {
                    ctx.copy_text(path.display().to_string());
                    self.cx.messages.status("The path is on the clipboard.");
                }
            }
            known::PASTE_TEXT => {
                let what = "Paste a level here: its plain text, its game ID, its RON form or its \
                            address on the web.";
                let title = "Paste level from text";
                let dialog = TextDialog::new(command, title, what, "Level text");
                self.dialog = Some(Box::new(dialog));
            }
            known::LOST_BLANKS => {
                let dialog = BlanksDialog::of_level(&self.cx.document);
                self.dialog = dialog.map(|dialog| Box::new(dialog) as Box<dyn Dialog>);
            }
            known::RESTORE_RECOVERED => self.offer_recovered(),
            known::SETTINGS => self.dialog = Some(Box::new(SettingsDialog)),
            known::QUIT => ctx.send_viewport_cmd(ViewportCommand::Close),

            known::UNDO => {
                if self.center.editor.cancel_floating() {
                    self.cx.messages.status("The cells were not placed.");
                } else if let Some(name) = self.cx.document.undo() {
                    self.cx.messages.status(format!("Undone: {name}."));
                }
            }
            known::REDO => {
                if let Some(name) = self.cx.document.redo() {
                    self.cx.messages.status(format!("Done again: {name}."));
                }
            }
            known::CUT
            | known::COPY
            | known::PASTE
            | known::SELECT_ALL
            | known::DESELECT
            | known::FLIP_HORIZONTAL
            | known::FLIP_VERTICAL
            | known::ROTATE_RIGHT
            | known::ROTATE_LEFT
            | known::CLEAR => self.run_on_editor(ctx, command),
            known::RESIZE => self.center.editor.toggle_resize(&mut self.cx.document),

            known::EDIT => self.cx.tab = known::EDIT,
            known::PLAY => self.cx.tab = known::PLAY,
            known::PLAN => self.cx.tab = known::PLAN,
            known::HINT => self.ask_for_hint(),
            known::TAKE_BACK => {
                let count = self.cx.document.moves().len();
                self.cx.document.take_back_to(count.saturating_sub(1));
            }
            known::RESTART => self.cx.document.take_back_to(0),

            known::STOP => {
                self.center.stop_hint();
                for page in &mut self.pages {
                    page.stop();
                }
            }

            known::PLAY_PAUSE => self.watch(Player::toggle),
            known::FASTER => self.watch(Player::faster),
            known::SLOWER => self.watch(Player::slower),
            known::LOOP => self.watch(|player| player.set_looping(!player.looping())),
            known::STEP_FORWARD => self.watch(Player::step_forward),
            known::STEP_BACK => self.watch(Player::step_back),
            known::PLAN_START => self.watch(|player| player.seek(0)),
            known::PLAN_END => self.watch(|player| {
                player.pause();
                player.seek(usize::MAX);
            }),
            known::CONTINUE_BY_HAND => {
                // A run is of the whole program.
                let playback = self.center.player.playback();
                self.continue_by_hand(playback.map_or(usize::MAX, Playback::at));
            }
            known::COPY_PLAN => self.copy_plan(ctx),
            known::USE_MOVES => self.use_my_moves(),
            known::OPEN_PLAN => {
                let question = self.plan_question();
                self.choose_file(question);
            }
            known::PASTE_PLAN => {
                let what = "Paste a plan of the open level here: one move a line, or a program.";
                let dialog = TextDialog::new(command, "Paste plan from text", what, "Plan text");
                self.dialog = Some(Box::new(dialog));
            }
            known::SAVE_PLAN => self.save_plan(),

            known::RUN_PLAN => self.continue_by_hand(usize::MAX),
            known::PROGRAM_RUN
            | known::PROGRAM_END
            | known::PROGRAM_RESET
            | known::PROGRAM_INTO
            | known::PROGRAM_OVER
            | known::PROGRAM_OUT
            | known::PROGRAM_BACK
            | known::PROGRAM_BREAKPOINT
            | known::CLEAR_BREAKPOINTS
            | known::TRY_ON_ALL => self.run_on_program(command),
            known::TOGGLE_ISOMETRIC => {
                toggle(&mut self.cx.settings.isometric);
                self.zoom_board(known::ZOOM_FIT);
            }

            known::PALETTE => {
                self.palette = match self.palette {
                    Some(_) => None,
                    None => Some(Palette::default()),
                }
            }
            known::ZOOM_IN | known::ZOOM_OUT | known::ZOOM_FIT => self.zoom_board(command),
            known::TOGGLE_LIBRARY => self.toggle_side(true),
            known::TOGGLE_INSPECTOR => self.toggle_side(false),
            known::TOGGLE_TIMELINE => toggle(&mut self.cx.settings.panes.timeline),
            known::NEXT_PANE => self.panes.cycle(ctx, true),
            known::PREVIOUS_PANE => self.panes.cycle(ctx, false),
            known::THEME_SYSTEM => self.cx.settings.theme = ThemeChoice::System,
            known::THEME_LIGHT => self.cx.settings.theme = ThemeChoice::Light,
            known::THEME_DARK => self.cx.settings.theme = ThemeChoice::Dark,
            known::LARGER_INTERFACE => self.set_zoom(self.cx.settings.zoom + 0.1),
            known::SMALLER_INTERFACE => self.set_zoom(self.cx.settings.zoom - 0.1),
            known::NORMAL_INTERFACE => self.set_zoom(1.0),

            known::SHORTCUTS => self.dialog = Some(Box::new(Shortcuts)),
            known::RULES => self.dialog = Some(Box::new(Rules)),
            known::ABOUT => self.dialog = Some(Box::new(About)),
            _ => {}
        }
    }

    /// Asks where to save the plan, as text.
    fn save_plan(&mut self) {
        let Some(plan) = self.cx.document.plan() else {
            return;
        };
        let text = plan.text();
        self.cx.ask(Request::Export(Export {
            name: "the plan as Plain text".to_owned(),
            file_name: format!("{}-plan.txt", self.cx.file_stem()),
            kind: ("Plain text", "txt"),
            work: Box::new(move |_| Ok(text.into_bytes())),
        }));
    }

    fn set_zoom(&mut self, zoom: f32) {
        self.cx.settings.zoom = zoom.clamp(*ZOOM.start(), *ZOOM.end());
    }

    /// Does something with the plan, and shows it.
    fn watch(&mut self, act: impl FnOnce(&mut Player)) {
        self.cx.tab = known::PLAN;
        act(&mut self.center.player);
    }
}

fn toggle(value: &mut bool) {
    *value = !*value;
}
