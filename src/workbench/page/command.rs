//! A command: something a person can tell the workbench to do, by menu, key, button or palette. Pages
//! declare theirs in a table; menus, keys, palette and the page of shortcuts are made from all tables.

use egui::{Key, KeyboardShortcut, Modifiers};

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Menu {
    /// Levels and files.
    File,
    /// The level at hand.
    Edit,
    /// Play by hand.
    Play,
    /// Solvers.
    Solve,
    /// The timeline.
    Plan,
    /// Programs, where they are the solution.
    Program,
    /// A game in a window.
    Live,
    /// What is on screen.
    View,
    /// What the program can do.
    Help,
}

impl Menu {
    /// All menus in the order of the menu bar.
    pub const ALL: [Self; 9] = [
        Self::File,
        Self::Edit,
        Self::Play,
        Self::Solve,
        Self::Plan,
        Self::Program,
        Self::Live,
        Self::View,
        Self::Help,
    ];

    /// Its name in the menu bar.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Play => "Play",
            Self::Solve => "Solve",
            Self::Plan => "Plan",
            Self::Program => "Program",
            Self::Live => "Live",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

/// A command, known by its name in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Command(pub &'static str);

impl Command {
    /// Its name in menus and in the palette; ends in `…` if it asks for more first.
    pub fn text(self) -> &'static str {
        self.0
    }
}

/// What a page declares about a command.
#[derive(Debug)]
pub struct CommandInfo {
    /// Which one.
    pub id: Command,
    /// Its menu.
    pub menu: Menu,
    /// Its place in the menu. A line separates entries of different hundreds.
    pub place: u16,
    /// One line on what it does.
    pub tooltip: &'static str,
    /// Its keys, the one shown in menus first.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Whether the keys mean something else while a text field has the focus (Ctrl+Z, Home …).
    pub yields_to_text: bool,
}

/// A key alone.
pub const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

/// Shift and a key.
pub const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

/// Alt and a key.
pub const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

/// Ctrl and a key.
pub const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

/// Ctrl, Shift and a key.
pub const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// Declares a page's commands: a constant for each, and the table `COMMANDS`. A row is place, name,
/// text, tooltip and keys; `yields` at its end leaves the keys to a text field that has the focus.
macro_rules! commands {
    ($( $menu:ident { $( $place:literal $id:ident $text:literal $tip:literal [$($key:expr),*] $($yields:ident)? ; )* } )*) => {
        $($(
            #[doc = $tip]
            pub const $id: $crate::page::command::Command = $crate::page::command::Command($text);
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
                place: $place,
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
