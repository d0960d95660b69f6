//! The menu bar and single buttons, made from the table of commands.

use egui::{Button, Context, MenuBar, RichText, Ui};

use crate::shell::app::{Mode, Workbench};
use crate::page::commands::{Command, Menu, shortcut_text};
use crate::page::settings::ThemeChoice;
use crate::kit::theme;

impl Workbench {
    /// The menu bar.
    pub(crate) fn menu_bar(&mut self, ui: &mut Ui) {
        let mut chosen = None;
        MenuBar::new().ui(ui, |ui| {
            for menu in Menu::ALL {
                ui.menu_button(menu.title(), |ui| {
                    ui.set_min_width(250.0);
                    let mut group = None;
                    for info in Command::of_menu(menu) {
                        if group.is_some_and(|group| group != info.group) {
                            ui.separator();
                        }
                        group = Some(info.group);
                        if self.menu_entry(ui, info.id) {
                            chosen = Some(info.id);
                            ui.close();
                        }
                    }
                });
            }
        });
        if let Some(command) = chosen {
            self.run(ui.ctx(), command);
        }
    }

    /// One entry; whether it was chosen.
    fn menu_entry(&self, ui: &mut Ui, command: Command) -> bool {
        let info = command.info();
        let text = self.menu_text(command);
        let weak = theme::colors(ui).weak;
        let keys = shortcut_text(ui.ctx(), command).unwrap_or_default();
        let mut button = Button::new(text).shortcut_text(RichText::new(keys).color(weak));
        if let Some(on) = self.is_on(command) {
            button = button.selected(on);
        }
        let possible = self.possible(command);
        let response = ui
            .add_enabled(possible.is_ok(), button)
            .on_hover_text(info.tooltip);
        match possible {
            Ok(()) => response.clicked(),
            Err(reason) => {
                response.on_disabled_hover_text(reason);
                false
            }
        }
    }

    /// The entry's text, with what Undo and Redo would do.
    fn menu_text(&self, command: Command) -> String {
        let step = match command {
            Command::Undo => self.document.history().undo_name(),
            Command::Redo => self.document.history().redo_name(),
            _ => None,
        };
        match step {
            Some(step) => format!("{} {}", command.info().text, lower_first(step)),
            None => command.info().text.to_owned(),
        }
    }

    /// For commands that switch something: whether it is on.
    fn is_on(&self, command: Command) -> Option<bool> {
        let panes = self.shown_panes();
        let theme = |choice| Some(self.settings.theme == choice);
        match command {
            Command::ModeEdit => Some(self.mode == Mode::Edit),
            Command::ModePlay => Some(self.mode == Mode::Play),
            Command::ModePlan => Some(self.mode == Mode::Plan),
            Command::ModeStates => Some(self.mode == Mode::States),
            Command::LivePanel => Some(self.mode == Mode::Live),
            Command::History => Some(self.mode == Mode::History),
            Command::ToggleLibrary => Some(panes.library),
            Command::ToggleInspector => Some(panes.inspector),
            Command::ToggleTimeline => Some(panes.timeline),
            Command::ThemeSystem => theme(ThemeChoice::System),
            Command::ThemeLight => theme(ThemeChoice::Light),
            Command::ThemeDark => theme(ThemeChoice::Dark),
            Command::Loop => Some(self.center.looping()),
            Command::ToggleIsometric => Some(self.settings.isometric),
            _ => None,
        }
    }

    /// A button that runs a command, named and explained by the table.
    pub(crate) fn command_button(&mut self, ui: &mut Ui, command: Command) {
        let possible = self.possible(command);
        let text = command.info().text;
        let response = ui
            .add_enabled(possible.is_ok(), Button::new(text))
            .on_hover_text(self.tooltip(ui.ctx(), command));
        match possible {
            Ok(()) if response.clicked() => self.run(ui.ctx(), command),
            Ok(()) => {}
            Err(reason) => {
                response.on_disabled_hover_text(reason);
            }
        }
    }

    /// What a command does, with its keys.
    pub(crate) fn tooltip(&self, ctx: &Context, command: Command) -> String {
        let tooltip = command.info().tooltip;
        match shortcut_text(ctx, command) {
            Some(keys) => format!("{tooltip} ({keys})"),
            None => tooltip.to_owned(),
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}
