//! The workbench window: construction, and the frame loop.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{Context, PointerState, Ui, ViewportCommand};

use super::levels::first_document;
use super::pages;
use super::state::{
    AppliedSettings, FileState, Levels, OpenLevel, ParkedLevel, Recovery, WindowLayout, Workbench,
};
use crate::game::Move;
use crate::kit::fonts::SystemFonts;
use crate::kit::{pane, theme};
use crate::page::messages::{Messages, Severity};
use crate::page::settings::Settings;
use crate::page::{CommandId, Cx, Notice, Page, PageInput, known};
use crate::session::{Document, Task, Wake};
use crate::world::World;

/// Distance of notices from what is below them, in points: the height of the status bar or zoom bar.
const NOTICE_GAP: f32 = 44.0;

impl Workbench {
    /// A workbench with an empty level that opens `files` after the first frame. The log counts time from `start`.
    pub fn new(ctx: &Context, world: World, files: Vec<PathBuf>, start: Instant) -> Self {
        theme::install(ctx);
        let repaint = ctx.clone();
        let wake: Wake = Arc::new(move || repaint.request_repaint());
        let mut messages = Messages::default();
        let settings = world.folders.as_ref().map(|folders| {
            let path = folders.config.join("settings.ron");
            let (settings, problem) = Settings::load(world.disk.as_ref(), &path);
            if let Some(problem) = problem {
                messages.toast(Severity::Warn, problem);
            }
            settings
        });
        let settings = settings.unwrap_or_default();
        let system_fonts = world.system_fonts.clone();
        let fonts = system_fonts.map(|system| SystemFonts::install(ctx, system));
        let mut cx = Cx::new(first_document(&settings), settings.clone(), world, wake);
        cx.messages = messages;
        cx.start_page = settings.welcome.start_page && files.is_empty();
        cx.commands = pages::commands();
        let mut workbench = Self {
            cx,
            pages: pages::all(),
            dialog: None,
            waiting_dialogs: Vec::new(),
            palette: None,
            files: FileState::default(),
            levels: Levels {
                open: vec![OpenLevel::default()],
                ..Levels::default()
            },
            recovery: Recovery::default(),
            layout: WindowLayout::default(),
            applied: AppliedSettings {
                saved: settings,
                fonts,
                ..AppliedSettings::default()
            },
            startup_files: files,
            frames: 0,
            start_time: start,
        };
        workbench.apply_settings(ctx);
        workbench
    }

    pub fn warn(&mut self, text: &str) {
        self.cx.messages.toast(Severity::Warn, text.to_owned());
    }

    pub fn document(&self) -> &Document {
        &self.cx.document
    }

    /// Names of all open levels, in the order of their tabs.
    pub fn open_levels(&self) -> Vec<String> {
        let tabs = 0..self.levels.open.len();
        tabs.map(|index| self.level_document(index).name())
            .collect()
    }

    /// Title of the tab in front.
    pub fn tab(&self) -> &'static str {
        let tabs = self.tabs();
        let front = tabs.iter().find(|tab| tab.command == self.cx.tab);
        front.map_or("", |tab| tab.title)
    }

    pub fn settings(&self) -> &Settings {
        &self.cx.settings
    }

    pub fn messages(&self) -> &Messages {
        &self.cx.messages
    }

    /// A page, by its type. For tests.
    pub fn page<P: Page>(&self) -> Option<&P> {
        let mut pages = self.pages.iter();
        pages.find_map(|page| (page.as_ref() as &dyn Any).downcast_ref())
    }

    /// Runs the command with this menu text. Returns `false` if there is none. For scripts and tests.
    pub fn command(&mut self, ctx: &Context, text: &str) -> bool {
        let found = self.cx.commands.by_text(text);
        if let Some(command) = found {
            self.run(ctx, command);
        }
        found.is_some()
    }

    /// Displayed step of the plan, if there is a plan for the current level.
    pub fn step(&self) -> Option<usize> {
        self.cx.facts.level.step
    }

    /// Makes a move by hand, as a click on the board would.
    pub fn play(&mut self, mv: &str) {
        // The status line reports a refused move.
        let _ = self.cx.make_move(&Move::new(mv));
    }

    /// For tests: returns whether the work of [`Self::after_first_frame`] has started and no background work remains.
    pub fn is_idle(&self) -> bool {
        let fonts = self.applied.fonts.as_ref();
        let mut parked = self
            .levels
            .open
            .iter()
            .filter_map(|level| level.parked.as_ref());
        self.frames > 2
            && self.cx.catalogue.is_ready()
            && self.files.dialog.is_none()
            && self.files.paste.is_none()
            && self.recovery.search.is_none()
            && !fonts.is_some_and(SystemFonts::is_busy)
            && self.dialog.as_ref().is_none_or(|dialog| !dialog.is_busy())
            && self.pages.iter().all(|page| page.work().is_none())
            && !parked.any(ParkedLevel::is_busy)
    }

    /// Does everything slow that must not delay the first frame.
    fn after_first_frame(&mut self) {
        let time = self.start_time.elapsed();
        log::debug!("first frame {time:?} after the start");
        self.cx.reload_catalogue();
        let reduced_motion = self.cx.world.reduced_motion;
        let query = Task::start("query of reduced motion", &self.cx.wake, move |_| {
            reduced_motion()
        });
        self.applied.motion_query = Some(query);
        self.notify(&Notice::PresetsChanged);
        // Both before files are opened: levels get an autosave, and a file that another window has is shown there.
        self.start_recovery();
        self.start_claims();
        let files = std::mem::take(&mut self.startup_files);
        self.open_paths(&files);
    }

    /// Takes over results of background work.
    fn poll(&mut self, ctx: &Context) {
        for page in &mut self.pages {
            page.poll(ctx, &mut self.cx);
        }
        self.run_requests(ctx);
        self.poll_parked(ctx);
        self.poll_file_dialog(ctx);
        self.poll_pasting();
        self.poll_recovery(ctx);
        self.poll_claims(ctx);
    }

    fn save_settings(&mut self) {
        if self.cx.settings == self.applied.saved {
            return;
        }
        self.applied.saved = self.cx.settings.clone();
        if let Some(folders) = &self.cx.world.folders {
            let path = folders.config.join("settings.ron");
            if let Err(error) = self.cx.settings.save(self.cx.world.disk.as_ref(), &path) {
                let text = format!("The settings could not be saved: {error}.");
                self.cx.messages.toast(Severity::Warn, text);
            }
        }
    }

    fn handle_shortcuts(&mut self, ctx: &Context) {
        if self.is_modal() {
            return;
        }
        let typing = ctx.text_edit_focused();
        for command in self.cx.commands.pressed(ctx, typing) {
            if self.palette.is_some() && command != known::PALETTE {
                continue;
            }
            let taken = self.front().and_then(|front| {
                self.pages[front].accept(PageInput::Command(command, ctx), &mut self.cx)
            });
            if taken.is_none() {
                self.run(ctx, command);
            }
        }
    }

    /// Closes an open tooltip when a dialog opens: egui keeps it, above the dialog, while the pointer rests.
    fn close_tooltip(&mut self, ctx: &Context) {
        let is_covered = self.is_modal() || self.palette.is_some();
        if is_covered && !self.layout.covered {
            ctx.input_mut(|input| input.pointer = PointerState::default());
        }
        self.layout.covered = is_covered;
    }

    /// Level (id and file), tab, whether the start page is in front: after a change, messages are about something else.
    fn location(&self) -> (u64, Option<PathBuf>, CommandId, bool) {
        let file = self.cx.document.file().path.clone();
        let (id, tab) = (self.levels.front_id(), self.cx.tab);
        (id, file, tab, self.cx.start_page)
    }

    /// Distance of notices from the window's lower edge, in points: above the status bar, and above the zoom bar if no
    /// panel is at the right.
    fn notice_offset(&self, ui: &Ui) -> f32 {
        // In the order of `WindowPane`.
        let [_, center, inspector, _] = self.layout.focus.rects;
        match (center, inspector) {
            (Some(center), None) => ui.ctx().content_rect().bottom() - center.bottom() + NOTICE_GAP,
            _ => NOTICE_GAP,
        }
    }

    fn set_title(&mut self, ctx: &Context) {
        let title = self.cx.window_title();
        if title != self.applied.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.applied.title = title;
        }
    }
}

impl eframe::App for Workbench {
    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        let start = Instant::now();
        let (location, before) = (self.location(), state(&self.cx.document));
        self.frames += 1;
        if let Some(seconds) = frame.info().cpu_usage {
            // `docs/performance.md` explains how to view this line.
            log::debug!("last frame {:.1} ms", 1e3 * seconds);
        }
        match self.frames {
            1 => ui.ctx().request_repaint(),
            2 => self.after_first_frame(),
            _ => {}
        }
        let ctx = ui.ctx().clone();
        self.apply_settings(&ctx);
        self.layout.focus.begin_frame(&ctx);
        let focused = ctx.input(|input| input.focused);
        self.cx.world.live.set_own_focus(focused);
        self.poll(&ctx);
        self.handle_close_request(&ctx);
        self.open_dropped_files(&ctx);
        self.handle_paste(&ctx);
        // The steps so far may have changed the level, on which its tabs and commands depend, and shortcuts on these.
        if self.front().is_none() {
            // The open level lacks the current tab; for example, not every level has rules to edit.
            self.cx.tab = known::PLAY;
        }
        self.refresh_commands();
        self.handle_shortcuts(&ctx);
        self.handle_escape(&ctx);
        self.close_tooltip(&ctx);
        self.show_panels(ui);
        self.cx.settings.panes.sizes = pane::sizes(&ctx);
        self.show_drop_target(ui);
        self.layout.page_dialog = false;
        for page in &mut self.pages {
            self.layout.page_dialog |= page.overlay(ui, &mut self.cx);
        }
        self.show_dialog(ui);
        self.show_palette(ui);
        if let Some(command) = self.cx.messages.show(ui, self.notice_offset(ui)) {
            self.run(&ctx, command);
        }
        // Those of this frame's widgets; `poll` has run those of background work.
        self.run_requests(&ctx);
        // Messages older than this frame are about another state or place.
        let left = location != self.location();
        if left || before != state(&self.cx.document) {
            self.cx.messages.forget_before(start, left);
        }
        self.layout.focus.end_frame(&ctx);
        self.set_title(&ctx);
        if let Some(fonts) = &mut self.applied.fonts {
            fonts.look_up(&ctx, &self.cx.wake);
        }
        // Not while a slider or panel edge is dragged.
        if !ctx.input(|input| input.pointer.any_down()) {
            self.save_settings();
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.save_settings();
        self.notify(&Notice::Exit);
    }
}

/// State that changes with every edit or move.
fn state(document: &Document) -> (u64, usize) {
    (document.content_revision(), document.moves().len())
}
