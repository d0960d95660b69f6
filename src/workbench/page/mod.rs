//! Contract between the shell and its pages.
//!
//! | file | contents |
//! |---|---|
//! | `cx` | context lent to a page for its turn: shared facts, requests to the shell, notices to all pages |
//! | `command`, `known` | commands and their registry; commands offered outside their page |
//! | `dialog` | windows of modal questions |
//! | `messages`, `settings` | notices and status line, the user's settings |

pub mod command;
pub mod cx;
pub mod dialog;
pub mod known;
pub mod messages;
pub mod settings;
#[cfg(test)]
pub mod test_page;

use std::any::Any;
use std::path::Path;

use egui::{Context, Ui};

pub use command::{CommandId, CommandInfo, CommandState};
pub use cx::{
    Cx, Dialog, DialogAnswer, Export, ExportWork, LevelSource, Notice, ProfilePart, Question,
    Reply, Request, recent_origin,
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
    /// The panels of all pages that offer one for any tab.
    Common,
    /// As [`Self::Common`]; the page offers one of these panels itself, for any tab.
    Shared,
    /// The tab's own panel, which cannot be closed at the bottom.
    Own,
    None,
}

/// Background work of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    None,
    Running,
    /// Running, and ended by [`Notice::Stop`].
    Stoppable,
}

impl Work {
    /// [`Work::Running`] if the condition holds.
    pub fn running(condition: bool) -> Self {
        if condition { Self::Running } else { Self::None }
    }

    /// [`Work::Stoppable`] if the condition holds.
    pub fn stoppable(condition: bool) -> Self {
        match condition {
            true => Self::Stoppable,
            false => Self::None,
        }
    }
}

/// Something that a page may take over.
#[derive(Clone, Copy)]
pub enum Offer<'a> {
    /// A file that is not a level.
    File(&'a Path),
    /// A pasted text that is not a level.
    Text(&'a str),
    /// Another page's command, which has its own meaning while this tab is in front. Offered to that tab only.
    Command(CommandId, &'a Context),
}

/// A unit of the window: a tab, a panel, a dialog, or only commands. It owns its state and knows no other page.
///
/// All methods have defaults. In each frame the shell calls `poll`, then `state` for the page's commands, then those of
/// `ui`, `panel` and `overlay` that are on screen. The shell's list of pages names the commands of each.
pub trait Page: Any {
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

    /// Offers it something. Returns whether the page took it.
    fn accept(&mut self, _offer: Offer<'_>, _cx: &mut Cx) -> bool {
        false
    }

    /// Takes over results of background work.
    fn poll(&mut self, _ctx: &Context, _cx: &mut Cx) {}

    /// Receives a notice. Most are sent to all pages.
    fn on_notice(&mut self, _notice: &Notice, _cx: &mut Cx) {}

    /// Shows the middle of the window while its tab is in front. The start page's covers that of all tabs.
    fn ui(&mut self, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Source of the panels at an edge while its tab is in front; [`Panel::Shared`] holds for any tab.
    fn panels(&self, _dock: Dock, _cx: &Cx) -> Panel {
        Panel::Common
    }

    /// Shows its panel at an edge.
    fn panel(&mut self, _dock: Dock, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Shows its open dialog with [`dialog::modal`], and other content above the panels. Returns whether a dialog stays
    /// open, which has the keyboard to itself.
    fn overlay(&mut self, _ui: &Ui, _cx: &mut Cx) -> bool {
        false
    }

    /// Adds to the status bar, from right to left.
    fn status(&mut self, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Receives the answer to a question that one of its commands asked. An error is for the user.
    fn answer(
        &mut self,
        _command: CommandId,
        _answer: Reply,
        _ctx: &Context,
        _cx: &mut Cx,
    ) -> Result<(), String> {
        Ok(())
    }

    /// Background work that is running.
    fn work(&self) -> Work {
        Work::None
    }
}
