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
    Reply, Request,
};

/// An entry of the tab bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tab {
    pub title: &'static str,
    /// Command that brings it to the front.
    pub command: CommandId,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// The panels of all pages that offer one for any tab.
    #[default]
    Common,
    /// As [`Self::Common`]; the page offers one of these panels itself, for any tab.
    Shared,
    /// The tab's own panel, which cannot be closed at the bottom.
    Own,
    None,
}

/// Tab of a page at the moment, and sources of the panels at the edges.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageLayout {
    pub tab: Option<Tab>,
    panels: [Panel; 3],
}

impl PageLayout {
    /// A tab with the common panels.
    pub fn tab(title: &'static str, command: CommandId) -> Self {
        Self {
            tab: Some(Tab { title, command }),
            ..Self::default()
        }
    }

    /// Returns whether its tab is the one with this command.
    pub fn has_tab(&self, command: CommandId) -> bool {
        self.tab.is_some_and(|tab| tab.command == command)
    }

    /// Sets the source of an edge's panels while the tab is in front; [`Panel::Shared`] holds for any tab.
    #[must_use]
    pub fn with_panel(mut self, dock: Dock, panel: Panel) -> Self {
        self.panels[dock as usize] = panel;
        self
    }

    pub fn panel(&self, dock: Dock) -> Panel {
        self.panels[dock as usize]
    }
}

/// Background work of a page that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Running,
    /// Ended by [`Notice::Stop`].
    Stoppable,
}

/// Input that a page may accept.
pub enum PageInput<'a> {
    /// A file that is not a level.
    File(&'a Path),
    /// A pasted text that is not a level.
    Text(&'a str),
    /// Another page's command, which has its own meaning while this tab is in front. Passed to that tab only.
    Command(CommandId, &'a Context),
    /// The answer to a question that one of the page's commands asked.
    Answer(CommandId, Reply),
}

/// A unit of the window: a tab, a panel, a dialog, or only commands. It owns its state and knows no other page.
///
/// All methods have defaults. In each frame the shell calls `poll`, then `state` for the page's commands, then `ui` and
/// `overlay` where they are on screen. The shell's list of pages names the commands of each.
pub trait Page: Any {
    /// Its tab and panels, which may change from frame to frame.
    fn layout(&self, _cx: &Cx) -> PageLayout {
        PageLayout::default()
    }

    /// State of one of its commands. The shell adds whether the tab is in front.
    fn state(&self, _command: CommandId, _cx: &Cx) -> CommandState {
        CommandState::default()
    }

    /// Runs one of its commands that `state` allowed. By default brings the tab to the front.
    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        cx.show_tab(command);
    }

    /// Passes it input. `None` if the page does not take it; an error is for the user.
    fn accept(&mut self, _input: PageInput<'_>, _cx: &mut Cx) -> Option<Result<(), String>> {
        None
    }

    /// Takes over results of background work.
    fn poll(&mut self, _ctx: &Context, _cx: &mut Cx) {}

    /// Receives a notice. Most are sent to all pages.
    fn on_notice(&mut self, _notice: &Notice, _cx: &mut Cx) {}

    /// Shows its panel at an edge or, without one, the middle of the window while its tab is in front. The start page's
    /// covers that of all tabs.
    fn ui(&mut self, _dock: Option<Dock>, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Shows its open dialog with [`dialog::modal`], and other content above the panels. Returns whether a dialog stays
    /// open, which has the keyboard to itself.
    fn overlay(&mut self, _ui: &Ui, _cx: &mut Cx) -> bool {
        false
    }

    /// Adds to the status bar, from right to left.
    fn status(&mut self, _ui: &mut Ui, _cx: &mut Cx) {}

    /// Its background work; `None` while it has none.
    fn work(&self) -> Option<Work> {
        None
    }
}
