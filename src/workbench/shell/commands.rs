//! The shell's own commands, and execution of all commands.

use egui::{Context, ViewportCommand};

use super::palette::CommandPalette;
use super::state::Workbench;
use crate::board::ZOOM_STEP;
use crate::dialogs::{
    AboutDialog, NewDialog, PathDialog, RulesDialog, SettingsDialog, ShortcutsDialog,
};
use crate::game::words;
use crate::import::picture_question;
use crate::kit::pane::{self, Sizes};
use crate::page::command::{CommandInfo, Menu, commands};
use crate::page::settings::{Panes, ThemePreference, ZOOM_RANGE};
use crate::page::{CommandId, CommandState, Dialog, Dock, Notice, Request, Work, known};

commands! {
    File {
        0 NEW "New…" "Create an empty level of any game and size" [ctrl(Key::N)];
        15 OPEN "Open…" "Open a level file" [ctrl(Key::O)];
        20 OPEN_PATH "Open path or URL…" "Open a level by its path or web address" [ctrl_shift(Key::O)];
        25 IMPORT_PICTURE "Import picture…" "Read a level from a screenshot" [ctrl(Key::I)];
        50 NEW_TAB "New tab" "Open another level in a new tab; Ctrl+click in the library also does this" [ctrl(Key::T)];
        55 REOPEN_TAB "Reopen closed tab" "Reopen the tab that was closed last" [ctrl_shift(Key::T)];
        60 CLOSE_TAB "Close tab" "Close the level in front" [ctrl(Key::W)];
        100 SAVE "Save" "Save the level to its file" [ctrl(Key::S)];
        105 SAVE_AS "Save as…" "Save the level to another file, as plain text or RON" [ctrl_shift(Key::S)];
        215 COPY_PATH "Copy path of file" "Copy the path of the level's file" [];
        220 PASTE_LEVEL "Paste level" "Open a level from its text, game ID or web address; Ctrl+V does this, too, also with pictures" [];
        300 RESTORE_RECOVERED "Restore unsaved levels…" "Restore levels kept from an earlier session" [];
        305 SETTINGS "Settings…" "Theme, folders, saving, solving" [ctrl(Key::Comma)];
        310 QUIT "Quit" "Close the workbench" [ctrl(Key::Q)];
    }
    Solve {
        10 STOP "Stop" "Stop the solver and keep its best plan so far (also Esc)" [shift(Key::F5)];
    }
    View {
        0 PALETTE "Command palette…" "Find a command or a level by typing a part of its name" [ctrl_shift(Key::P)];
        100 ZOOM_IN "Zoom in" "Show the board larger" [alt(Key::Plus), alt(Key::Equals)];
        105 ZOOM_OUT "Zoom out" "Show the board smaller" [alt(Key::Minus)];
        110 ZOOM_FIT "Fit board" "Show the whole board" [alt(Key::Num0)];
        115 TOGGLE_ISOMETRIC "Isometric view" "Show cells as blocks of their height or flat, from above" [ctrl(Key::E)];
        116 TOGGLE_LETTERS "Show cells as letters" "Draw boards with the letters of the level files" [];
        117 TOGGLE_WHOLE "Show whole levels" "Show the whole level in games that show only a part of it" [];
        200 TOGGLE_LIBRARY "Library" "Show or hide the library" [ctrl(Key::B)];
        205 TOGGLE_INSPECTOR "Inspector" "Show or hide level facts and solver" [ctrl(Key::J)];
        210 TOGGLE_TIMELINE "Timeline" "Show or hide the timeline" [ctrl(Key::M)];
        215 RESET_LAYOUT "Reset layout" "Show all panels at their default size and place" [];
        400 NEXT_TAB "Next tab" "Show the next open level" [ctrl(Key::Tab)];
        405 PREVIOUS_TAB "Previous tab" "Show the previous open level" [ctrl_shift(Key::Tab)];
        410 NEXT_PANE "Next pane" "Move the keyboard focus to the next part of the window" [key(Key::F6)];
        415 PREVIOUS_PANE "Previous pane" "Move the keyboard focus to the previous part of the window" [shift(Key::F6)];
        500 THEME_SYSTEM "System theme" "Follow the system" [];
        505 THEME_LIGHT "Light theme" "Always light" [];
        510 THEME_DARK "Dark theme" "Always dark" [];
        600 LARGER_INTERFACE "Larger interface" "Make text and controls larger" [ctrl(Key::Plus), ctrl(Key::Equals)];
        605 SMALLER_INTERFACE "Smaller interface" "Make text and controls smaller" [ctrl(Key::Minus)];
        610 NORMAL_INTERFACE "Normal interface size" "Use the system's size" [ctrl(Key::Num0)];
    }
    Help {
        5 SHORTCUTS "Keyboard shortcuts" "All keys on one page" [key(Key::F1)];
        10 RULES "Rules of the game" "How the game is played" [shift(Key::F1)];
        15 ABOUT "About" "Version and licence" [];
    }
}

/// Change of the interface's size by a command, as a part of the system's size.
const STEP: f32 = 0.1;

impl Workbench {
    fn state(&self, owner: Option<usize>, info: &CommandInfo) -> CommandState {
        let command = info.id;
        if self.cx.start_page && (info.menu == Menu::Edit || matches!(command, SAVE | SAVE_AS)) {
            return CommandState::from(Err(known::LEVEL_IS_COVERED));
        }
        let Some(page) = owner.map(|owner| &self.pages[owner]) else {
            return self.shell_state(command);
        };
        let mut state = page.state(command, &self.cx);
        if page.layout(&self.cx).has_tab(command) {
            state.on = Some(self.cx.tab == command);
        }
        state
    }

    fn shell_state(&self, command: CommandId) -> CommandState {
        let theme = |choice| CommandState::toggle(self.cx.settings.theme == choice);
        let panes = self.visible_panes();
        let document = &self.cx.document;
        let when = CommandState::when;
        match command {
            STOP => when(self.can_stop(), "No solver is running"),
            COPY_PATH => {
                let has_path = document.file().own_path().is_some();
                when(has_path, "The level is not saved yet")
            }
            RESTORE_RECOVERED => {
                let has_unsaved = !self.recovery.recovered.is_empty();
                let reason = "There are no unsaved levels from an earlier session";
                when(has_unsaved, reason)
            }
            REOPEN_TAB => when(!self.levels.closed.is_empty(), "No tab was closed"),
            NEXT_TAB | PREVIOUS_TAB => when(self.levels.open.len() > 1, "Only one level is open"),
            TOGGLE_ISOMETRIC => {
                let has_heights = document.level().has_heights();
                CommandState {
                    on: Some(self.cx.settings.boards.isometric && has_heights),
                    ..when(has_heights, "The cells of this level have no heights")
                }
            }
            TOGGLE_WHOLE => {
                let position = document.position();
                let mut boards = position.boards().into_iter();
                let has_viewport = boards.any(|board| position.viewport(board.id).is_some());
                CommandState {
                    on: Some(self.cx.settings.boards.whole && has_viewport),
                    ..when(has_viewport, "This game already shows whole levels")
                }
            }
            TOGGLE_LETTERS => CommandState::toggle(self.cx.settings.boards.letters),
            TOGGLE_LIBRARY => self.panel_state(Dock::Left, panes.library),
            TOGGLE_INSPECTOR => self.panel_state(Dock::Right, panes.inspector),
            TOGGLE_TIMELINE => self.panel_state(Dock::Bottom, panes.timeline),
            THEME_SYSTEM => theme(ThemePreference::System),
            THEME_LIGHT => theme(ThemePreference::Light),
            THEME_DARK => theme(ThemePreference::Dark),
            _ => CommandState::default(),
        }
    }

    fn panel_state(&self, side: Dock, open: bool) -> CommandState {
        CommandState {
            on: Some(open),
            ..CommandState::when(self.has_panel(side), "Nothing to show there at the moment")
        }
    }

    pub(super) fn can_stop(&self) -> bool {
        let mut pages = self.pages.iter();
        pages.any(|page| page.work() == Some(Work::Stoppable))
    }

    pub(super) fn refresh_commands(&mut self) {
        let mut commands = std::mem::take(&mut self.cx.commands);
        commands.refresh(|owner, info| self.state(owner, info));
        self.cx.commands = commands;
    }

    pub(super) fn run(&mut self, ctx: &Context, command: CommandId) {
        let Some(info) = self.cx.commands.info(command) else {
            return;
        };
        let owner = self.cx.commands.owner(command);
        if let Err(reason) = self.state(owner, info).enabled {
            self.cx.messages.status(words::sentence(reason));
            return;
        }
        // Pending text input belongs to the level as it is before the command.
        self.notify(&Notice::Commit);
        if !matches!(info.menu, Menu::Edit | Menu::View | Menu::Help) {
            self.notify(&Notice::BeforeUse);
        }
        // Commands that show the board leave the start page.
        let board_menus = [Menu::Play, Menu::Plan, Menu::Program, Menu::Live];
        let is_solve = matches!(command, known::SOLVE | known::SOLVE_OPTIMAL);
        if is_solve || board_menus.contains(&info.menu) {
            self.cx.start_page = false;
        }
        self.cx.messages.set_source(Some(command));
        match owner {
            Some(owner) => self.pages[owner].run(command, ctx, &mut self.cx),
            None => self.run_shell_command(ctx, command),
        }
        self.run_requests(ctx);
        self.cx.messages.set_source(None);
    }

    fn run_shell_command(&mut self, ctx: &Context, command: CommandId) {
        match command {
            NEW => self.open_dialog(NewDialog::from_level(self.cx.document.level())),
            OPEN => self.choose_file(self.open_question()),
            OPEN_PATH => self.open_dialog(PathDialog::new(self.open_question())),
            IMPORT_PICTURE => self.choose_file(picture_question(IMPORT_PICTURE)),
            NEW_TAB => self.new_tab(),
            REOPEN_TAB => self.reopen_tab(),
            CLOSE_TAB => self.request_close(self.levels.front),
            SAVE => self.save(ctx),
            SAVE_AS => self.save_as(),
            COPY_PATH => {
                if let Some(path) = &self.cx.document.file().path {
                    ctx.copy_text(path.display().to_string());
                    self.cx.messages.status("Copied the path.");
                }
            }
            PASTE_LEVEL => self.cx.send(Request::Paste(PASTE_LEVEL)),
            RESTORE_RECOVERED => self.offer_recovered(),
            SETTINGS => self.open_dialog(SettingsDialog),
            QUIT => ctx.send_viewport_cmd(ViewportCommand::Close),
            STOP => {
                for page in &mut self.pages {
                    page.on_notice(&Notice::Stop, &mut self.cx);
                }
            }
            SHORTCUTS => self.open_dialog(ShortcutsDialog),
            RULES => self.open_dialog(RulesDialog),
            ABOUT => self.open_dialog(AboutDialog),
            _ => self.change_view(ctx, command),
        }
    }

    fn change_view(&mut self, ctx: &Context, command: CommandId) {
        let settings = &mut self.cx.settings;
        match command {
            PALETTE => {
                let is_closed = self.palette.is_none();
                self.palette = is_closed.then(CommandPalette::default);
            }
            ZOOM_IN => self.zoom(Some(ZOOM_STEP)),
            ZOOM_OUT => self.zoom(Some(1.0 / ZOOM_STEP)),
            ZOOM_FIT => self.zoom(None),
            TOGGLE_ISOMETRIC => {
                settings.boards.isometric = !settings.boards.isometric;
                self.zoom(None);
            }
            TOGGLE_WHOLE => settings.boards.whole = !settings.boards.whole,
            TOGGLE_LETTERS => settings.boards.letters = !settings.boards.letters,
            TOGGLE_LIBRARY => self.toggle_side(true),
            TOGGLE_INSPECTOR => self.toggle_side(false),
            TOGGLE_TIMELINE => settings.panes.timeline = !settings.panes.timeline,
            NEXT_TAB => self.cycle_levels(true),
            PREVIOUS_TAB => self.cycle_levels(false),
            RESET_LAYOUT => {
                settings.panes = Panes::default();
                pane::set_sizes(ctx, Sizes::default());
                ctx.memory_mut(egui::Memory::reset_areas);
            }
            NEXT_PANE => self.layout.focus.cycle(ctx, true),
            PREVIOUS_PANE => self.layout.focus.cycle(ctx, false),
            THEME_SYSTEM => settings.theme = ThemePreference::System,
            THEME_LIGHT => settings.theme = ThemePreference::Light,
            THEME_DARK => settings.theme = ThemePreference::Dark,
            LARGER_INTERFACE => settings.zoom = (settings.zoom + STEP).min(*ZOOM_RANGE.end()),
            SMALLER_INTERFACE => settings.zoom = (settings.zoom - STEP).max(*ZOOM_RANGE.start()),
            NORMAL_INTERFACE => settings.zoom = 1.0,
            _ => {}
        }
    }

    pub(super) fn open_dialog(&mut self, dialog: impl Dialog + 'static) {
        self.dialog = Some(Box::new(dialog));
    }

    /// Zooms the displayed board by a factor; `None` fits the whole board.
    fn zoom(&mut self, factor: Option<f32>) {
        if let Some(front) = self.front() {
            self.pages[front].on_notice(&Notice::Zoom(factor), &mut self.cx);
        }
    }
}
