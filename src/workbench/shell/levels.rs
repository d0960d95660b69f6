//! The open levels: the one in front, and the state of the others.

use std::convert::Infallible;

use egui::Context;

use super::commands::REOPEN_TAB;
use super::pages::{self, PageScope};
use super::state::{Levels, OpenLevel, ParkedLevel, Workbench};
use crate::games;
use crate::page::cx::LevelFacts;
use crate::page::messages::Severity;
use crate::page::settings::Settings;
use crate::page::{CommandId, Notice, Work};
use crate::session::Document;
use crate::session::library::LevelOrigin;

/// Closed levels that can be reopened.
const MAX_CLOSED: usize = 10;

impl ParkedLevel {
    fn new(document: Document, tab: CommandId) -> Self {
        Self {
            document,
            facts: LevelFacts::default(),
            requests: Vec::new(),
            tab,
            start_page: false,
            pages: pages::level_pages(),
        }
    }

    /// Returns whether one of its pages has background work running.
    pub(super) fn is_busy(&self) -> bool {
        self.pages.iter().any(|(_, page)| page.work().is_some())
    }

    /// Returns whether a solver or another search is running for it.
    pub(super) fn is_searching(&self) -> bool {
        let mut pages = self.pages.iter();
        pages.any(|(_, page)| page.work() == Some(Work::Stoppable))
    }
}

impl Levels {
    pub(super) fn front_id(&self) -> u64 {
        self.open[self.front].id
    }

    /// Index of the level with this id; `None` if it was closed.
    pub(super) fn index_of(&self, id: u64) -> Option<usize> {
        self.open.iter().position(|level| level.id == id)
    }
}

impl Workbench {
    pub(super) fn level_document(&self, index: usize) -> &Document {
        match &self.levels.open[index].parked {
            Some(parked) => &parked.document,
            None => &self.cx.document,
        }
    }

    /// Returns whether a solver or another search is running for the level in front.
    pub(super) fn is_searching(&self) -> bool {
        let pages = self.pages.iter().enumerate();
        let mut level_pages = pages.filter(|(index, _)| pages::is_level_page(*index));
        level_pages.any(|(_, page)| page.work() == Some(Work::Stoppable))
    }

    /// Puts a level into the tab in front, or into a new one if the level there has unsaved changes or
    /// moves, is being searched, or if the user asked for a new tab. A level with a plan or a
    /// finished game is closed, and a notice offers to reopen it. On an error nothing changes.
    pub(super) fn try_place_level<T, E>(
        &mut self,
        load: impl FnOnce(&mut Document) -> Result<T, E>,
    ) -> Result<T, E> {
        self.notify(&Notice::Commit);
        self.levels.placed += 1;
        let document = &self.cx.document;
        let has_work = document.is_dirty() || document.has_unsaved_moves();
        let keeps_tab = self.levels.in_new_tab || has_work || self.is_searching();
        if !keeps_tab && self.cx.document.history().depth() == 0 {
            return load(&mut self.cx.document);
        }
        let mut document = first_document(&self.cx.settings);
        let result = load(&mut document)?;
        let replaced = self.levels.front;
        self.add_level(ParkedLevel::new(document, self.cx.tab));
        if !keeps_tab {
            let name = self.level_document(replaced).name();
            self.close_level(replaced);
            let text = format!("“{name}” was closed. Reopening it brings back its moves and plan.");
            let messages = &mut self.cx.messages;
            messages.toast_with(Severity::Info, text, REOPEN_TAB);
        }
        Ok(result)
    }

    /// Like [`Self::try_place_level`], if `load` cannot fail.
    pub(super) fn place_level(&mut self, load: impl FnOnce(&mut Document)) {
        let load = |document: &mut Document| {
            load(document);
            Ok::<_, Infallible>(())
        };
        let Ok(()) = self.try_place_level(load);
    }

    pub(super) fn new_tab(&mut self) {
        let mut level = ParkedLevel::new(first_document(&self.cx.settings), self.cx.tab);
        level.start_page = true;
        self.add_level(level);
    }

    pub(super) fn reopen_tab(&mut self) {
        let Some(level) = self.levels.closed.pop() else {
            return;
        };
        let (before, is_blank) = (self.levels.front, self.cx.document.is_untouched());
        self.add_level(level);
        if is_blank {
            self.close_level(before);
        }
    }

    fn add_level(&mut self, level: ParkedLevel) {
        let autosave = self.new_autosave();
        let levels = &mut self.levels;
        levels.last_id += 1;
        let index = levels.front + 1;
        let level = OpenLevel {
            id: levels.last_id,
            autosave,
            parked: Some(level),
        };
        levels.open.insert(index, level);
        self.show_level(index);
        // Its pages are new, or may have missed changes while their tab was closed.
        self.notify_scope(&Notice::PresetsChanged, PageScope::Level);
    }

    /// Closes a tab without asking. If it is the last one, an empty level takes its place.
    pub(super) fn close_level(&mut self, index: usize) {
        if self.levels.open.len() == 1 {
            self.new_tab();
        } else if index == self.levels.front {
            let is_last = index + 1 == self.levels.open.len();
            self.show_level(if is_last { index - 1 } else { index + 1 });
        }
        let level = self.levels.open.remove(index);
        if index < self.levels.front {
            self.levels.front -= 1;
        }
        if let Some(autosave) = level.autosave {
            self.end_autosave(autosave);
        }
        let Some(mut parked) = level.parked else {
            return;
        };
        for (_, page) in &mut parked.pages {
            page.on_notice(&Notice::Stop, &mut self.cx);
        }
        if parked.document.is_untouched() {
            return;
        }
        let closed = &mut self.levels.closed;
        closed.push(parked);
        if closed.len() > MAX_CLOSED {
            closed.remove(0);
        }
    }

    pub(super) fn show_level(&mut self, index: usize) {
        if self.levels.open[index].parked.is_none() {
            return;
        }
        // For the pages of the level that is still in front.
        self.notify(&Notice::Commit);
        self.notify(&Notice::TabChanged);
        let Some(mut level) = self.levels.open[index].parked.take() else {
            return;
        };
        self.swap_level(&mut level);
        let before = std::mem::replace(&mut self.levels.front, index);
        self.levels.open[before].parked = Some(level);
        // Pending input must not go to a field of the other level.
        self.layout.focus.drop_focus();
        self.notify_scope(&Notice::Replaced, PageScope::Window);
        (self.cx.wake)();
    }

    pub(super) fn cycle_levels(&mut self, forward: bool) {
        let count = self.levels.open.len();
        let step = if forward { 1 } else { count - 1 };
        self.show_level((self.levels.front + step) % count);
    }

    /// Brings the level with this id to the front. Returns `false` if it was closed.
    pub(super) fn show_level_by_id(&mut self, id: u64) -> bool {
        let index = self.levels.index_of(id);
        if let Some(index) = index {
            self.show_level(index);
        }
        index.is_some()
    }

    /// Brings the tab of this library entry to the front. Returns `false` if no tab behind the front one has it.
    pub(super) fn show_level_from(&mut self, origin: &LevelOrigin) -> bool {
        let is_from_origin = |level: &OpenLevel| {
            let parked = level.parked.as_ref();
            let other = parked.map(|parked| LevelOrigin::from_file(parked.document.file()));
            other.flatten().as_ref() == Some(origin)
        };
        let index = self.levels.open.iter().position(is_from_origin);
        if let Some(index) = index {
            self.show_level(index);
            self.cx.start_page = false;
        }
        index.is_some()
    }

    /// Exchanges the level in front, with its facts, requests and pages, with a parked one.
    fn swap_level(&mut self, level: &mut ParkedLevel) {
        let cx = &mut self.cx;
        std::mem::swap(&mut cx.document, &mut level.document);
        std::mem::swap(&mut cx.tab, &mut level.tab);
        std::mem::swap(&mut cx.start_page, &mut level.start_page);
        std::mem::swap(&mut cx.facts.level, &mut level.facts);
        let requests = std::mem::replace(&mut level.requests, cx.take_requests());
        requests.into_iter().for_each(|request| cx.send(request));
        for (index, page) in &mut level.pages {
            std::mem::swap(&mut self.pages[*index], page);
        }
    }

    /// Polls the pages of levels that are not in front. Their requests wait until the level is in front.
    pub(super) fn poll_parked(&mut self, ctx: &Context) {
        for index in 0..self.levels.open.len() {
            let Some(mut level) = self.levels.open[index].parked.take() else {
                continue;
            };
            if level.is_busy() {
                let name = format!("“{}”", level.document.name());
                self.swap_level(&mut level);
                self.cx.messages.set_subject(Some(name));
                for (page_index, _) in &level.pages {
                    self.pages[*page_index].poll(ctx, &mut self.cx);
                }
                self.cx.messages.set_subject(None);
                self.swap_level(&mut level);
            }
            self.levels.open[index].parked = Some(level);
        }
    }

    /// Sends a notice to all pages. Pages of levels not in front only get those that do not concern the level in front.
    pub(super) fn notify(&mut self, notice: &Notice) {
        for page in &mut self.pages {
            page.on_notice(notice, &mut self.cx);
        }
        if notice.is_about_level() {
            return;
        }
        let levels = self.levels.open.iter_mut();
        for level in levels.filter_map(|level| level.parked.as_mut()) {
            for (_, page) in &mut level.pages {
                page.on_notice(notice, &mut self.cx);
            }
        }
    }

    /// Sends a notice either to the pages of the level in front, or to those of the window.
    fn notify_scope(&mut self, notice: &Notice, scope: PageScope) {
        for (index, page) in self.pages.iter_mut().enumerate() {
            if pages::is_level_page(index) == (scope == PageScope::Level) {
                page.on_notice(notice, &mut self.cx);
            }
        }
    }
}

/// An empty level of the game used last.
pub(super) fn first_document(settings: &Settings) -> Document {
    let game = games::by_id(&settings.game).unwrap_or(games::all()[0]);
    Document::new(game.blank(None))
}
