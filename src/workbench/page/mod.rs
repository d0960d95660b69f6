//! The contract between the shell and its pages: what a page is, what it is lent, and what it can ask for.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod` | [`Page`] |
//! | `cx` | what a page is lent for its turn |
//! | `request` | what it can ask of the shell, and what the shell tells all pages |
//! | `command`, `commands`, `known` | commands: one, all, those that pages offer on behalf of others |
//! | `dialog` | a question that needs an answer |
//! | `export` | something to be written to a file that the person names |
//! | `facts` | what pages tell each other |
//! | `messages`, `settings` | what is said, what a person chose |

#[cfg(test)]
pub mod alone;
pub mod command;
pub mod commands;
pub mod cx;
pub mod dialog;
pub mod export;
pub mod facts;
pub mod known;
pub mod messages;
pub mod request;
pub mod settings;

use std::any::Any;

use egui::{Context, Ui};

pub use command::{Command, CommandInfo};
pub use commands::CommandState;
pub use cx::Cx;
pub use dialog::{Dialog, DialogAnswer};
pub use export::Export;
pub use request::{Answer, Notice, ProfilePart, Question, Request, Source, recent};

/// A place in the row of tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tab {
    /// Its name.
    pub title: &'static str,
    /// The command that brings it to the front.
    pub command: Command,
}

/// An edge of the window that has room for a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Levels to choose from.
    Left,
    /// Solver and level.
    Right,
    /// The plan.
    Bottom,
}

/// Whose panel an edge shows while a tab is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Those of the pages that offer one for any tab.
    Common,
    /// The tab's own.
    Own,
    /// None.
    None,
}

/// Something a person can do in the window: a tab, a panel, a dialog, or commands alone.
/// It owns its state, and knows no other page.
///
/// All methods but the ones it needs can be left out. In each frame the shell calls `poll`, then
/// `state` for its commands, then what is on screen of `ui`, `panel` and `overlay`.
pub trait Page: Any {
    /// The commands it declares.
    fn commands(&self) -> &'static [CommandInfo] {
        &[]
    }

    /// Its tab; `None` if it has none now.
    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        None
    }

    /// Whether one of its commands can be run, and what it would do. The shell knows which tab is in front.
    fn state(&self, _command: Command, _cx: &Cx) -> CommandState {
        CommandState::default()
    }

    /// Runs one of its commands; `state` has said that it can be run. Where this is left out, the command
    /// brings the tab to the front.
    fn run(&mut self, command: Command, _ctx: &Context, cx: &mut Cx) {
        cx.go(command);
    }

    /// Takes a command of another page that means something else here while its tab is in front.
    fn redirects(&mut self, _command: Command, _ctx: &Context, _cx: &mut Cx) -> bool {
        false
    }

    /// Takes over what happened in the background.
    fn poll(&mut self, _ctx: &Context, _cx: &mut Cx) {}

    /// Hears what the shell tells all pages.
    fn hear(&mut self, _notice: &Notice, _cx: &mut Cx) {}

    /// Shows what is in the middle of the window while its tab is in front.
    fn ui(&mut self, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Whether it covers the tab in front: its `ui` is shown instead of that tab's.
    fn covers(&self, _cx: &Cx) -> bool {
        false
    }

    /// Whose panel is shown at an edge while its tab is in front. Its own panel at the bottom stays
    /// open; those at the sides can be closed.
    fn side(&self, _side: Side, _cx: &Cx) -> Panel {
        Panel::Common
    }

    /// Returns whether it has a panel with something in it to show at an edge beside any tab.
    fn offers(&self, _side: Side, _cx: &Cx) -> bool {
        false
    }

    /// Shows its panel at an edge.
    fn panel(&mut self, _side: Side, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Whether a dialog of its own is open, which has the keyboard to itself.
    fn is_modal(&self) -> bool {
        false
    }

    /// Shows that dialog by [`dialog::modal`], and whatever else lies above the panels.
    fn overlay(&mut self, _ui: &Ui, _cx: &mut Cx) {}

    /// Adds to the status bar, from right to left.
    fn status(&mut self, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Zooms the board it shows by a factor; `None` shows the whole board.
    fn zoom(&mut self, _factor: Option<f32>, _cx: &mut Cx) {}

    /// Takes the answer to a question that one of its commands has asked.
    ///
    /// # Errors
    /// What is wrong with the answer, for people.
    fn answer(
        &mut self,
        _command: Command,
        _answer: &Answer,
        _ctx: &Context,
        _cx: &mut Cx,
    ) -> Result<(), String> {
        Ok(())
    }

    /// Asks for a file and writes this to it in the background. Only the page that declares
    /// [`known::EXPORT`] is asked to.
    fn export(&mut self, _export: Export, _cx: &mut Cx) {}

    /// Takes a file or a text that is no level, if it can do something with it.
    fn offer(&mut self, _offered: &Answer, _cx: &mut Cx) -> bool {
        false
    }

    /// Whether something it began goes on in the background.
    fn is_busy(&self) -> bool {
        false
    }

    /// Whether the command Stop would stop something.
    fn can_stop(&self) -> bool {
        false
    }

    /// Stops what the command Stop stops.
    fn stop(&mut self) {}

    /// The window closes: ends what must not outlive it.
    fn exit(&mut self) {}
}
