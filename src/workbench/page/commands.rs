//! All commands there are, by menu, key and name, and which of them can be run now.

use std::collections::HashMap;

use egui::{Context, KeyboardShortcut, Modifiers};

use super::command::{Command, CommandInfo, Menu};

/// A command with what is known of it in this frame.
struct Row {
    info: &'static CommandInfo,
    /// Index of the page that declares it; `None` for the shell.
    owner: Option<usize>,
    state: CommandState,
}

/// What a command would do now.
#[derive(Clone, Debug)]
pub struct CommandState {
    /// Why it cannot be run, if it cannot.
    pub possible: Result<(), &'static str>,
    /// Of a command that switches something: whether it is on.
    pub on: Option<bool>,
    /// What it is about, to be added to its text in menus: the step that Undo takes back.
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
    /// Can be run.
    pub fn possible() -> Self {
        Self::default()
    }

    /// Can be run if this holds, and else not for this reason.
    pub fn when(holds: bool, reason: &'static str) -> Self {
        if holds { Ok(()) } else { Err(reason) }.into()
    }

    /// Switches something that is on or off now.
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
    /// The commands of these tables, each with the page that owns it.
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

    /// The command with this text in the menu.
    pub fn named(&self, text: &str) -> Option<Command> {
        self.all().map(|info| info.id).find(|id| id.text() == text)
    }

    /// What the command's page declares about it; `None` if its page is not there.
    pub fn info(&self, command: Command) -> Option<&'static CommandInfo> {
        self.row(command).map(|row| row.info)
    }

    /// Index of the page that declares it; `None` for the shell.
    pub fn owner(&self, command: Command) -> Option<usize> {
        self.row(command)?.owner
    }

    /// Whether it can be run, as of the beginning of this frame.
    ///
    /// # Errors
    /// Why not, for people.
    pub fn possible(&self, command: Command) -> Result<(), &'static str> {
        match self.row(command) {
            Some(row) => row.state.possible,
            None => Err("Not available here"),
        }
    }

    /// What it would do, as of the beginning of this frame.
    pub fn state(&self, command: Command) -> Option<&CommandState> {
        self.row(command).map(|row| &row.state)
    }

    /// Asks for the state of each command, given its owner.
    pub fn refresh(&mut self, mut state: impl FnMut(Option<usize>, Command) -> CommandState) {
        for row in &mut self.rows {
            row.state = state(row.owner, row.info.id);
        }
    }

    /// The command's first shortcut as text, e.g. `Ctrl+Shift+P`.
    pub fn shortcut(&self, ctx: &Context, command: Command) -> Option<String> {
        let keys = self.info(command)?.shortcuts.first()?;
        Some(ctx.format_shortcut(keys))
    }

    /// What a command does, with its keys.
    pub fn tooltip(&self, ctx: &Context, command: Command) -> String {
        let tooltip = self.info(command).map_or("", |info| info.tooltip);
        match self.shortcut(ctx, command) {
            Some(keys) => format!("{tooltip} ({keys})"),
            None => tooltip.to_owned(),
        }
    }

    /// The commands whose keys were pressed in this frame; the keys are taken out of the input.
    /// `typing` says that a text field has the focus.
    pub fn pressed(&self, ctx: &Context, typing: bool) -> Vec<Command> {
        // Keys with more modifiers first: Ctrl+S would otherwise take Ctrl+Shift+S.
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

/// Cut, copy and paste reach the program as events of their own, not as keys; the board takes
/// them from there when it has the focus.
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
