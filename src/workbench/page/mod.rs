//! Contract between the shell and its pages.
//!
//! | file | contents |
//! |---|---|
//! | `cx` | context lent to a page for its turn |
//! | `request` | requests to the shell, notices to all pages |
//! | `command`, `commands`, `known` | one command, the registry, commands offered outside their page |
//! | `dialog` | modal questions |
//! | `facts` | facts that pages share |
//! | `messages`, `settings` | notices and status line, the user's settings |

pub mod command;
pub mod commands;
pub mod cx;
pub mod dialog;
pub mod facts;
pub mod known;
pub mod messages;
pub mod request;
pub mod settings;
#[cfg(test)]
pub mod test_page;

use std::any::Any;

use egui::{Context, Ui};

pub use command::{CommandId, CommandInfo};
pub use commands::CommandState;
pub use cx::Cx;
pub use dialog::{Dialog, DialogAnswer};
pub use request::{
    Export, ExportWork, LevelSource, Notice, ProfilePart, Question, Reply, Request, recent_origin,
};

/// An entry of the tab bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tab {
    pub title: &'static str,
    /// Command that brings it to the front.
    pub command: CommandId,
}

impl Tab {
    pub const fn new(title: &'static str, command: CommandId) -> Self {
        Self { title, command }
    }
}

/// An edge of the window that can hold a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dock {
    /// The library.
    Left,
    /// Solver and level.
    Right,
    /// The plan.
    Bottom,
}

/// Source of the panels that an edge displays while a tab is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Those of all pages that offer one for any tab.
    Common,
    /// The tab's own panel.
    Own,
    None,
}

/// A unit of the window: a tab, a panel, a dialog, or only commands. It owns its state and knows no other page.
///
/// All methods have defaults. In each frame the shell calls `poll`, then `state` for the page's commands, then those of
/// `ui`, `panel` and `overlay` that are on screen.
pub trait Page: Any {
    fn commands(&self) -> &'static [CommandInfo] {
        &[]
    }

    /// Its tab; `None` if it has none now.
    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        None
    }

    /// State of one of its commands. The shell adds whether the tab is in front.
    fn state(&self, _command: CommandId, _cx: &Cx) -> CommandState {
        CommandState::default()
    }

    /// Runs one of its commands that `state` allowed. By default brings the tab to the front.
    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        cx.show_tab(command);
    }

    /// Handles another page's command that has its own meaning while this tab is in front. Returns whether it did.
    fn intercept(&mut self, _command: CommandId, _ctx: &Context, _cx: &mut Cx) -> bool {
        false
    }

    /// Takes over results of background work.
    fn poll(&mut self, _ctx: &Context, _cx: &mut Cx) {}

    /// Receives a notice sent to all pages.
    fn on_notice(&mut self, _notice: &Notice, _cx: &mut Cx) {}

    /// Shows the middle of the window while its tab is in front.
    fn ui(&mut self, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Returns whether its `ui` replaces that of the tab in front.
    fn covers(&self, _cx: &Cx) -> bool {
        false
    }

    /// Source of the panels at an edge while its tab is in front. Only its own bottom panel cannot be closed.
    fn panels(&self, _dock: Dock, _cx: &Cx) -> Panel {
        Panel::Common
    }

    /// Returns whether it has a panel with content for this edge, for any tab.
    fn has_panel(&self, _dock: Dock, _cx: &Cx) -> bool {
        false
    }

    /// Shows its panel at an edge.
    fn panel(&mut self, _dock: Dock, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Returns whether a dialog of its own is open, which then has the keyboard to itself.
    fn is_modal(&self) -> bool {
        false
    }

    /// Shows that dialog with [`dialog::modal`], and other content above the panels.
    fn overlay(&mut self, _ui: &Ui, _cx: &mut Cx) {}

    /// Adds to the status bar, from right to left.
    fn status(&mut self, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Zooms its board by a factor; `None` fits the whole board.
    fn zoom(&mut self, _factor: Option<f32>, _cx: &mut Cx) {}

    /// Receives the answer to a question that one of its commands asked. Returns an error in it.
    fn answer(
        &mut self,
        _command: CommandId,
        _answer: &Reply,
        _ctx: &Context,
        _cx: &mut Cx,
    ) -> Result<(), String> {
        Ok(())
    }

    /// Asks for a file and writes the export to it. Only the page that declares [`known::EXPORT`] does.
    fn export(&mut self, _export: Export, _cx: &mut Cx) {}

    /// Offers a file or text that is not a level. Returns whether the page took it.
    fn accept(&mut self, _answer: &Reply, _cx: &mut Cx) -> bool {
        false
    }

    /// Returns whether it has background work running.
    fn is_busy(&self) -> bool {
        false
    }

    /// Returns whether the command Stop would stop something.
    fn can_stop(&self) -> bool {
        false
    }

    /// Stops what the command Stop is for.
    fn stop(&mut self) {}

    /// Called when the window closes: ends everything that must not outlive it.
    fn exit(&mut self) {}
}
