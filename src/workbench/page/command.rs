//! Commands: what the user can invoke by menu, key, button or palette. Pages declare theirs in tables, from which
//! menus, shortcuts, palette and the shortcut list are built.

use egui::{Key, KeyboardShortcut, Modifiers};

/// A menu of the menu bar.
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
    /// All menus in the order of the menu bar, with their titles.
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
