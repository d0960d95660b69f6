//! What each command does, and when it can be done.

use crate::page::known;
use std::path::Path;

use egui::{Context, ViewportCommand};

use crate::board::ZOOM_STEP;
use crate::page::command::{Command, Menu};
use crate::page::paste::{PasteDialog, PasteWords};
use crate::page::settings::{ThemeChoice, ZOOM};
use crate::page::{CommandState, Notice};
use crate::page::{Request, Source};
use crate::shell::app::Workbench;
use crate::shell::dialogs::{Dialog, NewDialog};
use crate::shell::files::Purpose;
use crate::shell::palette::Palette;

impl Workbench {
    /// Whether a command can be run now.
    ///
    /// # Errors
    /// Why not, for people.
    pub(crate) fn possible(&self, command: Command) -> Result<(), &'static str> {
        let when = |holds: bool, reason| if holds { Ok(()) } else { Err(reason) };
        match command {
            known::LOST_BLANKS => when(
                self.cx
                    .document
                    .game()
                    .is_some_and(|game| game.lost_blanks().is_some()),
                "In boards of this game no blanks can be lost",
            ),
            known::SOLVE | known::SOLVE_OPTIMAL => {
                when(
                    self.cx.document.level().unplayable().is_none(),
                    "This level can be read, not solved; the solver's part of the window says why",
                )?;
                when(!self.solving.is_busy(), "A solver is running")?;
                when(self.cx.solver().is_some(), "This game has no solver")
            }
            known::STOP => when(
                self.solving.is_busy()
                    || self.states.is_busy()
                    || self.generating.is_busy()
                    || self.tuning.is_busy()
                    || self.pages.iter().any(|page| page.can_stop()),
                "No solver is running",
            ),
            known::NEXT_SOLVER => when(!self.solving.is_busy(), "A solver is running"),
            known::TOGGLE_ISOMETRIC => when(
                self.cx.document.level().has_heights(),
                "The cells of this level have no heights",
            ),
            known::BROWSE_PATTERNS | known::NEXT_PATTERN | known::PREVIOUS_PATTERN => {
                self.can_browse(command)
            }
            known::PRACTICE | known::PRACTICE_LEVEL => when(
                self.cx.world.program.is_some(),
                "This program does not know where its own file is",
            ),
            known::COPY_PATH => when(
                self.cx.document.file().own_path().is_some(),
                "The level is in no file of yours yet",
            ),
            known::RESTORE_RECOVERED => when(
                !self.files.recovery.found.is_empty(),
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
            about: None,
        }
    }

    /// For commands that switch something: whether it is on.
    fn is_on(&self, command: Command) -> Option<bool> {
        let panes = self.shown_panes();
        let theme = |choice| Some(self.cx.settings.theme == choice);
        match command {
            known::STATES | known::LIVE => Some(self.cx.tab == command),
            known::TOGGLE_LIBRARY => Some(panes.library),
            known::TOGGLE_INSPECTOR => Some(panes.inspector),
            known::TOGGLE_TIMELINE => Some(panes.timeline),
            known::THEME_SYSTEM => theme(ThemeChoice::System),
            known::THEME_LIGHT => theme(ThemeChoice::Light),
            known::THEME_DARK => theme(ThemeChoice::Dark),
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
        self.commit_drafts();
        // What floats over the board is placed before the level is put to any use.
        let menu = self
            .cx
            .commands
            .info(command)
            .map_or(Menu::Help, |info| info.menu);
        if !matches!(menu, Menu::Edit | Menu::View | Menu::Help) {
            self.tell(&Notice::PutToUse);
        }
        // What shows the board, or does something to it, leaves the page that lies over it.
        if matches!(
            menu,
            Menu::Edit | Menu::Play | Menu::Plan | Menu::Program | Menu::Live
        ) || matches!(command, known::SOLVE | known::SOLVE_OPTIMAL)
        {
            self.cx.start_page = false;
        }
        if let Some(owner) = owner {
            self.pages[owner].run(command, ctx, &mut self.cx);
            return self.carry_out(ctx);
        }
        match command {
            known::NEW => {
                self.dialog = Some(Dialog::New(NewDialog::like(self.cx.document.level())))
            }
            known::GENERATE => self.generate_level(),
            known::ANOTHER_LIKE => self.another_like_this(),
            known::OPEN => self.ask_for_file(Purpose::Open),
            known::OPEN_PATH => self.dialog = Some(Dialog::Path(self.path_dialog(Purpose::Open))),
            known::IMPORT_PICTURE => self.import_picture(Path::new("")),
            known::SAVE => self.save(ctx),
            known::SAVE_AS => self.ask_for_file(Purpose::Save),
            known::COPY_TEXT => {
                ctx.copy_text(self.cx.document.level().to_text());
                self.cx
                    .messages
                    .status("The level's text is on the clipboard.");
            }
            known::EXPORT => {
                let panel = &mut self.exports.panel;
                panel.open = !panel.open;
            }
            known::COPY_LINE => self.copy_line(ctx),
            known::COPY_PICTURE => {
                let dark = ctx.theme() == egui::Theme::Dark;
                self.copy_level_picture(dark);
            }
            known::COPY_PATH => {
                if let Some(path) = &self.cx.document.file().path {
                    ctx.copy_text(path.display().to_string());
                    self.cx.messages.status("The path is on the clipboard.");
                }
            }
            known::PASTE_TEXT => self.dialog = Some(Dialog::Page(Box::new(paste_level()))),
            known::LOST_BLANKS => {
                let dialog = self.blanks_of_level();
                self.dialog = dialog.map(|dialog| Dialog::Blanks(Box::new(dialog)));
            }
            known::RESTORE_RECOVERED => self.dialog = Some(Dialog::Recovered),
            known::SETTINGS => self.dialog = Some(Dialog::Settings),
            known::QUIT => ctx.send_viewport_cmd(ViewportCommand::Close),

            known::BROWSE_PATTERNS | known::NEXT_PATTERN | known::PREVIOUS_PATTERN => {
                self.browse(command);
            }
            known::STATES => self.cx.tab = known::STATES,
            known::SOLVE => self.start_solving(self.solving.wants_optimal()),
            known::SOLVE_OPTIMAL => self.start_solving(true),
            known::STOP => {
                self.stop_solving();
                self.states.stop();
                self.generating.stop();
                self.tuning.stop();
                for page in &mut self.pages {
                    page.stop();
                }
            }
            known::SOLVE_MANY => self.solve_many(),
            known::NEXT_SOLVER => self.next_solver(),
            known::TUNE => self.tune_options(),

            known::TOGGLE_ISOMETRIC => {
                toggle(&mut self.cx.settings.isometric);
                self.zoom(None);
            }

            known::LIVE => {
                self.live.refresh();
                self.cx.tab = known::LIVE;
            }
            known::NEW_PROFILE => self.new_profile(ctx),
            known::PRACTICE => self.open_practice(false),
            known::PRACTICE_LEVEL => self.open_practice(true),

            known::PALETTE => {
                self.palette = match self.palette {
                    Some(_) => None,
                    None => Some(Palette::default()),
                }
            }
            known::ZOOM_IN => self.zoom(Some(ZOOM_STEP)),
            known::ZOOM_OUT => self.zoom(Some(1.0 / ZOOM_STEP)),
            known::ZOOM_FIT => self.zoom(None),
            known::TOGGLE_LIBRARY => self.toggle_side(true),
            known::TOGGLE_INSPECTOR => self.toggle_side(false),
            known::TOGGLE_TIMELINE => toggle(&mut self.cx.settings.panes.timeline),
            known::NEXT_PANE => self.panes.cycle(ctx, true),
            known::PREVIOUS_PANE => self.panes.cycle(ctx, false),
            known::THEME_SYSTEM => self.set_theme(ctx, ThemeChoice::System),
            known::THEME_LIGHT => self.set_theme(ctx, ThemeChoice::Light),
            known::THEME_DARK => self.set_theme(ctx, ThemeChoice::Dark),
            known::LARGER_INTERFACE => self.set_zoom(ctx, self.cx.settings.zoom + 0.1),
            known::SMALLER_INTERFACE => self.set_zoom(ctx, self.cx.settings.zoom - 0.1),
            known::NORMAL_INTERFACE => self.set_zoom(ctx, 1.0),

            known::START_PAGE => self.cx.start_page = !self.cx.start_page,
            known::SHORTCUTS => self.dialog = Some(Dialog::Shortcuts),
            known::RULES => self.dialog = Some(Dialog::Rules),
            known::ABOUT => self.dialog = Some(Dialog::About),
            _ => {}
        }
    }

    fn set_theme(&mut self, ctx: &Context, choice: ThemeChoice) {
        self.cx.settings.theme = choice;
        self.apply_settings(ctx);
    }

    fn set_zoom(&mut self, ctx: &Context, zoom: f32) {
        self.cx.settings.zoom = zoom.clamp(*ZOOM.start(), *ZOOM.end());
        self.apply_settings(ctx);
    }

    /// Zooms the board on screen by a factor; `None` shows the whole board.
    fn zoom(&mut self, factor: Option<f32>) {
        if let Some(front) = self.front() {
            self.pages[front].zoom(factor, &mut self.cx);
        } else if self.cx.tab == known::STATES {
            self.states.zoom_by(factor);
        }
    }
}

fn toggle(value: &mut bool) {
    *value = !*value;
}

fn paste_level() -> PasteDialog {
    let words = PasteWords {
        title: "Paste level from text",
        what: "Paste a level here: its plain text, its game ID, its RON form or its address on the web.",
        field: "Level text",
    };
    PasteDialog::new(words, |text| Request::Open(Source::Text(text)))
}
