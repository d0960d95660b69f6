//! Registry of all commands, by menu, key and text, with their state in this frame.

use std::collections::HashMap;

use egui::{Context, KeyboardShortcut, Modifiers};

use super::command::{Command, CommandInfo, Menu};

struct Row {
    info: &'static CommandInfo,
    /// Index of the declaring page; `None` for the shell.
    owner: Option<usize>,
    state: CommandState,
}

/// State of a command in this frame.
#[derive(Clone, Debug)]
pub struct CommandState {
    /// `Err` with the reason if it cannot be run.
    pub possible: Result<(), &'static str>,
    /// For toggles: whether it is on.
    pub on: Option<bool>,
    /// Text appended in menus, such as the step that Undo takes back.
    pub about: Option<String>,
}

impl Default for CommandState {
    fn default() -> Self {
        Self {
            possible: Ok(()),
            on: None,
            about: None,
        }
    }
}

impl CommandState {
    /// A command that can be run.
    pub fn possible() -> Self {
        Self::default()
    }

    /// A command that can be run if `holds`; otherwise `reason` says why not.
    pub fn when(holds: bool, reason: &'static str) -> Self {
        if holds { Ok(()) } else { Err(reason) }.into()
    }

    /// A toggle.
    pub fn on(on: bool) -> Self {
        Self {
            on: Some(on),
            ..Self::default()
        }
    }
}

impl From<Result<(), &'static str>> for CommandState {
    fn from(possible: Result<(), &'static str>) -> Self {
        Self {
            possible,
            ..Self::default()
        }
    }
}

/// The commands of all pages.
#[derive(Default)]
pub struct Commands {
    /// In menu order.
    rows: Vec<Row>,
    places: HashMap<Command, usize>,
}

impl Commands {
    /// Builds the registry from tables, each with the index of its page.
    pub fn new(tables: impl IntoIterator<Item = (Option<usize>, &'static [CommandInfo])>) -> Self {
        let mut rows: Vec<Row> = Vec::new();
        for (owner, table) in tables {
            rows.extend(table.iter().map(|info| Row {
                info,
                owner,
                state: CommandState::default(),
            }));
        }
        rows.sort_by_key(|row| (row.info.menu, row.info.place));
        let places = rows.iter().enumerate();
        let places = places.map(|(at, row)| (row.info.id, at)).collect();
        Self { rows, places }
    }

    fn row(&self, command: Command) -> Option<&Row> {
        self.places.get(&command).map(|at| &self.rows[*at])
    }

    /// All commands in menu order.
    pub fn all(&self) -> impl Iterator<Item = &'static CommandInfo> {
        self.rows.iter().map(|row| row.info)
    }

    /// The commands of one menu.
    pub fn of_menu(&self, menu: Menu) -> impl Iterator<Item = &'static CommandInfo> {
        self.all().filter(move |info| info.menu == menu)
    }

    /// The command with this menu text.
    pub fn named(&self, text: &str) -> Option<Command> {
        self.all().map(|info| info.id).find(|id| id.text() == text)
    }

    /// Declaration of a command; `None` if its page is not there.
    pub fn info(&self, command: Command) -> Option<&'static CommandInfo> {
        self.row(command).map(|row| row.info)
    }

    /// Index of the declaring page; `None` for the shell.
    pub fn owner(&self, command: Command) -> Option<usize> {
        self.row(command)?.owner
    }

    /// Returns whether the command can be run, as of the beginning of this frame.
    ///
    /// # Errors
    /// The reason why it cannot, for the user.
    pub fn possible(&self, command: Command) -> Result<(), &'static str> {
        match self.row(command) {
            Some(row) => row.state.possible,
            None => Err("Not available here"),
        }
    }

    /// State as of the beginning of this frame.
    pub fn state(&self, command: Command) -> Option<&CommandState> {
        self.row(command).map(|row| &row.state)
    }

    /// Updates all states with `state`, called with owner and command.
    pub fn refresh(&mut self, mut state: impl FnMut(Option<usize>, Command) -> CommandState) {
        for row in &mut self.rows {
            row.state = state(row.owner, row.info.id);
        }
    }

    /// First shortcut as text, e.g. `Ctrl+Shift+P`.
    pub fn shortcut(&self, ctx: &Context, command: Command) -> Option<String> {
        let keys = self.info(command)?.shortcuts.first()?;
        Some(ctx.format_shortcut(keys))
    }

    /// Tooltip with the shortcut.
    pub fn tooltip(&self, ctx: &Context, command: Command) -> String {
        let tooltip = self.info(command).map_or("", |info| info.tooltip);
        match self.shortcut(ctx, command) {
            Some(keys) => format!("{tooltip} ({keys})"),
            None => tooltip.to_owned(),
        }
    }

    /// Commands whose keys were pressed in this frame; consumes the keys. `typing`: a text field has the focus.
    pub fn pressed(&self, ctx: &Context, typing: bool) -> Vec<Command> {
        // Keys with more modifiers first: Ctrl+S would otherwise consume Ctrl+Shift+S.
        let mut order: Vec<(&KeyboardShortcut, &CommandInfo)> = self
            .all()
            .filter(|info| !(typing && info.yields_to_text))
            .flat_map(|info| info.shortcuts.iter().map(move |keys| (keys, info)))
            .collect();
        order.sort_by_key(|(keys, _)| std::cmp::Reverse(weight(keys)));
        ctx.input_mut(|input| {
            order
                .into_iter()
                .filter(|(keys, _)| !is_clipboard(keys) && input.consume_shortcut(keys))
                .map(|(_, info)| info.id)
                .collect()
        })
    }
}

/// Cut, copy and paste arrive as events, not as keys; a focused board handles them there.
fn is_clipboard(keys: &KeyboardShortcut) -> bool {
    use egui::Key;
    keys.modifiers == Modifiers::COMMAND && matches!(keys.logical_key, Key::X | Key::C | Key::V)
}

fn weight(keys: &KeyboardShortcut) -> u32 {
    let Modifiers {
        alt,
        ctrl,
        shift,
        mac_cmd,
        command,
    } = keys.modifiers;
    [alt, ctrl, shift, mac_cmd, command]
        .into_iter()
        .map(u32::from)
        .sum()
}
