//! Commands: what the user can invoke by menu, key, button or palette. Pages declare theirs in tables, from which
//! menus, shortcuts, palette and the shortcut list are built.

use egui::{Context, Key, KeyboardShortcut, Modifiers};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Menu {
    File,
    Edit,
    Play,
    Solve,
    Plan,
    Program,
    Live,
    View,
    Help,
}

impl Menu {
    /// All menus with their titles, in the order of the menu bar, which is that of the variants.
    pub const ALL: [(Self, &'static str); 9] = [
        (Self::File, "File"),
        (Self::Edit, "Edit"),
        (Self::Play, "Play"),
        (Self::Solve, "Solve"),
        (Self::Plan, "Plan"),
        (Self::Program, "Program"),
        (Self::Live, "Live"),
        (Self::View, "View"),
        (Self::Help, "Help"),
    ];

    pub fn title(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A command, identified by its menu text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommandId(pub &'static str);

impl CommandId {
    /// Text in menus and palette; ends in `…` if the command asks for more input first.
    pub fn text(self) -> &'static str {
        self.0
    }
}

/// A page's declaration of a command.
#[derive(Debug)]
pub struct CommandInfo {
    pub id: CommandId,
    pub menu: Menu,
    /// Sort key within the menu. A separator divides entries of different hundreds.
    pub order: u16,
    /// One line on what the command does.
    pub tooltip: &'static str,
    /// Shortcuts; menus show the first.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Leaves its keys to a text field that has the focus (Ctrl+Z, Home …).
    pub yields_to_text: bool,
}

pub const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

pub const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

pub const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

pub const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

pub const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// Declares a page's commands: a constant for each, and the table `COMMANDS`. A row is order, name, text, tooltip and
/// keys; a final `yields` sets `yields_to_text`.
macro_rules! commands {
    ($( $menu:ident { $( $order:literal $id:ident $text:literal $tip:literal [$($key:expr),*] $($yields:ident)? ; )* } )*) => {
        $($(
            #[doc = $tip]
            pub const $id: $crate::page::command::CommandId = $crate::page::command::CommandId($text);
        )*)*

        /// The commands declared here.
        pub static COMMANDS: &[$crate::page::command::CommandInfo] = {
            #[allow(unused_imports)]
            use $crate::page::command::{alt, ctrl, ctrl_shift, key, shift};
            #[allow(unused_imports)]
            use egui::Key;
            &[ $($( $crate::page::command::CommandInfo {
                id: $id,
                menu: $crate::page::command::Menu::$menu,
                order: $order,
                tooltip: $tip,
                shortcuts: &[$($key),*],
                yields_to_text: $crate::page::command::commands!(@yields $($yields)?),
            }, )*)* ]
        };
    };
    (@yields) => { false };
    (@yields yields) => { true };
}

pub(crate) use commands;

/// A command with its current state.
struct CommandRow {
    info: &'static CommandInfo,
    /// Index of the declaring page; `None` for the shell.
    owner: Option<usize>,
    state: CommandState,
}

/// Availability of a command, and its appearance in menus.
#[derive(Clone, Debug)]
pub struct CommandState {
    /// `Err` with the reason if it cannot be run.
    pub enabled: Result<(), &'static str>,
    /// For toggles: whether it is on. `None` for other commands.
    pub on: Option<bool>,
    /// Text appended in menus, such as the step that Undo takes back.
    pub detail: Option<String>,
}

impl Default for CommandState {
    fn default() -> Self {
        Ok(()).into()
    }
}

impl CommandState {
    /// State of a command that can be run under a condition; otherwise `reason` says why not.
    pub fn when(condition: bool, reason: &'static str) -> Self {
        if condition { Ok(()) } else { Err(reason) }.into()
    }

    pub fn toggle(on: bool) -> Self {
        Self {
            on: Some(on),
            ..Self::default()
        }
    }
}

impl From<Result<(), &'static str>> for CommandState {
    fn from(enabled: Result<(), &'static str>) -> Self {
        Self {
            enabled,
            on: None,
            detail: None,
        }
    }
}

/// All commands of the shell and its pages.
#[derive(Default)]
pub struct CommandRegistry {
    /// In menu order.
    rows: Vec<CommandRow>,
}

impl CommandRegistry {
    /// Builds the registry from tables, each with the index of its page.
    pub fn new(tables: impl IntoIterator<Item = (Option<usize>, &'static [CommandInfo])>) -> Self {
        let row = |owner, info| CommandRow {
            info,
            owner,
            state: CommandState::default(),
        };
        let tables = tables.into_iter();
        let rows = tables.flat_map(|(owner, table)| table.iter().map(move |info| row(owner, info)));
        let mut rows: Vec<CommandRow> = rows.collect();
        rows.sort_by_key(|row| (row.info.menu, row.info.order));
        Self { rows }
    }

    fn row(&self, command: CommandId) -> Option<&CommandRow> {
        self.rows.iter().find(|row| row.info.id == command)
    }

    pub fn all(&self) -> impl Iterator<Item = &'static CommandInfo> {
        self.rows.iter().map(|row| row.info)
    }

    pub fn in_menu(&self, menu: Menu) -> impl Iterator<Item = &'static CommandInfo> {
        self.all().filter(move |info| info.menu == menu)
    }

    /// The command with this menu text; `None` if there is none.
    pub fn by_text(&self, text: &str) -> Option<CommandId> {
        self.all().map(|info| info.id).find(|id| id.text() == text)
    }

    /// Declaration of a command; `None` if its page is not there.
    pub fn info(&self, command: CommandId) -> Option<&'static CommandInfo> {
        self.row(command).map(|row| row.info)
    }

    /// Index of the declaring page; `None` for the shell.
    pub fn owner(&self, command: CommandId) -> Option<usize> {
        self.row(command)?.owner
    }

    /// Returns whether the command can be run, as of the beginning of this frame, or the reason why not.
    pub fn enabled(&self, command: CommandId) -> Result<(), &'static str> {
        match self.row(command) {
            Some(row) => row.state.enabled,
            None => Err("Not available here"),
        }
    }

    /// State as of the beginning of this frame; `None` if the command's page is not there.
    pub fn state(&self, command: CommandId) -> Option<&CommandState> {
        self.row(command).map(|row| &row.state)
    }

    /// Updates all states with `state`, called with owner and declaration.
    pub fn refresh(&mut self, state: impl Fn(Option<usize>, &CommandInfo) -> CommandState) {
        for row in &mut self.rows {
            row.state = state(row.owner, row.info);
        }
    }

    /// First shortcut as text, e.g. `Ctrl+Shift+P`.
    pub fn shortcut(&self, ctx: &Context, command: CommandId) -> Option<String> {
        Some(ctx.format_shortcut(self.info(command)?.shortcuts.first()?))
    }

    /// Tooltip with the shortcut.
    pub fn tooltip(&self, ctx: &Context, command: CommandId) -> String {
        let tooltip = self.info(command).map_or("", |info| info.tooltip);
        match self.shortcut(ctx, command) {
            Some(keys) => format!("{tooltip} ({keys})"),
            None => tooltip.to_owned(),
        }
    }

    /// Commands whose keys were pressed in this frame; consumes the keys. `typing`: a text field has the focus.
    pub fn pressed(&self, ctx: &Context, typing: bool) -> Vec<CommandId> {
        // Keys with more modifiers first: Ctrl+S would otherwise consume Ctrl+Shift+S.
        let mut order: Vec<(&KeyboardShortcut, &CommandInfo)> = self
            .all()
            .filter(|info| !(typing && info.yields_to_text))
            .flat_map(|info| info.shortcuts.iter().map(move |keys| (keys, info)))
            .collect();
        order.sort_by_key(|(keys, _)| std::cmp::Reverse(modifier_count(keys)));
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
    keys.modifiers == Modifiers::COMMAND && matches!(keys.logical_key, Key::X | Key::C | Key::V)
}

fn modifier_count(keys: &KeyboardShortcut) -> u32 {
    let held = keys.modifiers;
    let held = [held.alt, held.ctrl, held.shift, held.mac_cmd, held.command];
    held.into_iter().map(u32::from).sum()
}
