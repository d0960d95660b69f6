//! The workbench's state and what happens in each frame.

use crate::page::{self, Cx, Page, Side, known};
use crate::shell::{menu::menu_bar, pages};
use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{CentralPanel, Context, Frame, Margin, Panel, Ui, ViewportCommand};

use crate::games;
use crate::session::presets::Presets;
use crate::session::{Document, Wake};

use crate::kit::theme;
use crate::page::messages::{Messages, Weight};
use crate::page::settings::Settings;
use crate::pages::batch::Many;
use crate::pages::export::Exports;
use crate::pages::level::insights::Insights;
use crate::pages::level::inspector::Inspector;
use crate::pages::level::standing::Standings;
use crate::pages::live::LivePanel;
use crate::pages::practice::PracticeWindows;
use crate::pages::solve::solver_panel::Solving;
use crate::pages::states::States;
use crate::pages::tuning::TuningWindow;
use crate::pages::wizard::Wizard;
use crate::pages::writing::Writing;
use crate::shell::dialogs::{Dialog, Generating};
use crate::shell::files::Files;
use crate::shell::focus;
use crate::shell::palette::{Palette, PaletteAnswer};
use crate::world::World;

/// The whole workbench.
pub struct Workbench {
    pub(crate) cx: Cx,
    pub(crate) pages: Vec<Box<dyn Page>>,
    /// The settings as they are in the file.
    settings_on_disk: Settings,
    pub(crate) solving: Solving,
    pub(crate) inspector: Inspector,
    pub(crate) insights: Insights,
    pub(crate) standing: Standings,
    pub(crate) states: States,
    pub(crate) files: Files,
    pub(crate) exports: Exports,
    pub(crate) generating: Generating,
    pub(crate) many: Many,
    pub(crate) tuning: TuningWindow,
    /// Options of solvers under names, as they were last read.
    pub(crate) presets: Presets,
    pub(crate) palette: Option<Palette>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) panes: focus::Panes,
    pub(crate) practice: PracticeWindows,
    pub(crate) live: LivePanel,
    pub(crate) writing: Writing,
    pub(crate) wizard: Option<Box<Wizard>>,
    /// Files to open once the first frame is on screen.
    to_open: Vec<PathBuf>,
    /// The window has no room for library, board and inspector beside each other.
    pub(crate) narrow: bool,
    /// In a narrow window, the library is shown rather than the inspector.
    pub(crate) library_first: bool,
    frames: u64,
    started: Instant,
    title: String,
}

impl Workbench {
    /// A workbench with an empty level, which opens `files` once it is on screen. `started` is
    /// when the program began, for the log.
    pub fn new(ctx: &Context, world: World, files: Vec<PathBuf>, started: Instant) -> Self {
        theme::install(ctx);
        let repaint = ctx.clone();
        let wake: Wake = Arc::new(move || repaint.request_repaint());
        let mut messages = Messages::default();
        let settings = match &world.places {
            Some(places) => {
                let path = places.config.join("settings.ron");
                let (settings, problem) = Settings::load(world.disk.as_ref(), &path);
                if let Some(problem) = problem {
                    messages.toast(Weight::Warn, problem);
                }
                settings
            }
            None => Settings::default(),
        };
        let document = first_document(&settings);
        let mut cx = Cx::new(document, settings.clone(), world, wake);
        cx.messages = messages;
        let pages = pages::all();
        cx.commands = pages::commands(&pages);
        let mut workbench = Self {
            settings_on_disk: settings,
            cx,
            pages,
            solving: Solving::default(),
            inspector: Inspector::default(),
            insights: Insights::default(),
            standing: Standings::default(),
            states: States::default(),
            files: Files::default(),
            exports: Exports::default(),
            generating: Generating::default(),
            many: Many::default(),
            tuning: TuningWindow::default(),
            presets: Presets::default(),
            palette: None,
            dialog: None,
            panes: focus::Panes::default(),
            practice: PracticeWindows::default(),
            live: LivePanel::default(),
            writing: Writing::default(),
            wizard: None,
            to_open: files,
            narrow: false,
            library_first: false,
            frames: 0,
            started,
            title: String::new(),
        };
        workbench.cx.start_page = workbench.cx.settings.start_page && workbench.to_open.is_empty();
        workbench.apply_settings(ctx);
        workbench
    }

    /// The open level.
    pub fn document(&self) -> &Document {
        &self.cx.document
    }

    /// The title of the tab in front.
    pub fn tab(&self) -> &'static str {
        let tabs = self.tabs();
        let front = tabs.iter().find(|tab| tab.command == self.cx.tab);
        front.map_or("", |tab| tab.title)
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.cx.settings
    }

    /// What was said lately.
    pub fn messages(&self) -> &Messages {
        &self.cx.messages
    }

    /// Runs the command with this name in the menu; `false` if there is none. For scripts and
    /// tests.
    pub fn command(&mut self, ctx: &Context, text: &str) -> bool {
        let command = self.cx.commands.named(text);
        if let Some(command) = command {
            self.run(ctx, command);
        }
        command.is_some()
    }

    /// The step of the plan that is on screen, if there is a plan for the level as it is.
    pub fn step(&self) -> Option<usize> {
        self.cx.facts.step
    }

    /// Makes a move by hand, as a click on the board would; what the rules say to it is shown.
    pub fn play(&mut self, mv: &str) {
        // The refusal is in the status line.
        let _ = self.cx.make_move(&crate::game::Move::new(mv));
    }

    /// The solver's last answer in words.
    pub fn answer_text(&self) -> Option<String> {
        self.solving.answer_text(self.cx.document.revision())
    }

    /// A page, by its type. For tests.
    pub fn page<P: Page>(&self) -> Option<&P> {
        let mut pages = self.pages.iter();
        pages.find_map(|page| (page.as_ref() as &dyn Any).downcast_ref())
    }

    /// Whether all that was started in the background has ended.
    pub fn is_idle(&self) -> bool {
        self.frames > 2
            && !self.pages.iter().any(|page| page.is_busy())
            && !self.solving.is_busy()
            && !self.files.is_busy()
            && self.cx.catalogue.is_ready()
            && !self.dialog_is_busy()
            && !self.exports.is_busy()
            && !self.many.is_busy()
            && !self.live.is_busy()
            && !self.wizard_is_busy()
            && !self.insights.is_busy()
            && !self.states.is_busy()
            && !self.standing.is_busy()
            && !self.generating.is_busy()
            && !self.tuning.is_busy()
            && !self.writing.is_busy()
    }

    /// Brings theme and size in line with the settings.
    pub(crate) fn apply_settings(&mut self, ctx: &Context) {
        ctx.set_theme(self.cx.settings.theme.preference());
        ctx.set_zoom_factor(self.cx.settings.zoom);
        let time = if self.cx.settings.animations {
            0.12
        } else {
            0.0
        };
        ctx.all_styles_mut(|style| style.animation_time = time);
    }

    /// What is done once the first frame has been seen: nothing slow comes before it.
    fn after_first_frame(&mut self) {
        log::debug!("first frame {:?} after the start", self.started.elapsed());
        self.cx.reload_catalogue();
        self.reload_presets();
        self.begin_recovery();
        let files = std::mem::take(&mut self.to_open);
        for path in files.iter().rev() {
            self.open_path(path);
        }
    }

    fn poll_background(&mut self, ctx: &Context) {
        self.write_facts();
        for page in &mut self.pages {
            page.poll(ctx, &mut self.cx);
        }
        self.carry_out(ctx);
        self.poll_solver();
        self.poll_insights();
        self.poll_states();
        self.poll_standing();
        self.poll_files(ctx);
        self.poll_exports(ctx);
        self.poll_many();
        self.poll_generating();
        self.poll_recovery(ctx);
        self.poll_practice();
        self.poll_writing(ctx);
        self.poll_live();
        self.poll_wizard(ctx);
    }

    fn save_settings(&mut self) {
        if self.cx.settings == self.settings_on_disk {
            return;
        }
        self.settings_on_disk = self.cx.settings.clone();
        if let Some(places) = &self.cx.world.places {
            let path = places.config.join("settings.ron");
            if let Err(error) = self.cx.settings.save(self.cx.world.disk.as_ref(), &path) {
                let text = format!("The settings could not be saved: {error}.");
                self.cx.messages.toast(Weight::Warn, text);
            }
        }
    }

    fn take_shortcuts(&mut self, ctx: &Context) {
        // A dialog has the keyboard to itself.
        if self.dialog.is_some() {
            return;
        }
        let typing = ctx.text_edit_focused();
        for command in self.cx.commands.pressed(ctx, typing) {
            if self.palette.is_some() && command != known::PALETTE {
                continue;
            }
            if command == known::FIND_LEVEL && Writing::has_focus(ctx) {
                self.writing.open_find();
                continue;
            }
            let front = self.front();
            if front.is_some_and(|front| self.pages[front].redirects(command, ctx, &mut self.cx)) {
                continue;
            }
            self.run(ctx, command);
        }
    }

    fn show_panels(&mut self, ui: &mut Ui) {
        let chosen = Panel::top("menu bar")
            .frame(bar_frame(ui))
            .show(ui, |ui| menu_bar(ui, &self.cx));
        if let Some(command) = chosen.inner {
            self.run(ui.ctx(), command);
        }
        Panel::bottom("status")
            .frame(bar_frame(ui))
            .show(ui, |ui| self.status_bar(ui));
        let frame = panel_frame(ui);
        let wide = ui.available_width();
        self.narrow = wide < focus::BOTH_SIDES;
        let mut panes = self.shown_panes();
        let before = panes;
        let library = Panel::left("library")
            .frame(frame)
            .default_size(if wide > 1500.0 { 290.0 } else { 236.0 })
            .size_range(180.0..=420.0)
            .show_collapsible(ui, &mut panes.library, |ui| self.library_pane(ui));
        let inspector = Panel::right("inspector")
            .frame(frame)
            .default_size(if wide > 1500.0 { 360.0 } else { 300.0 })
            .size_range(240.0..=520.0)
            .show_collapsible(ui, &mut panes.inspector, |ui| self.inspector_pane(ui));
        let own = self.side(Side::Bottom) == page::Panel::Own;
        let own_panel = own.then(|| {
            Panel::bottom("own panel")
                .frame(frame)
                .resizable(true)
                .default_size(if ui.available_height() > 800.0 {
                    330.0
                } else {
                    284.0
                })
                .size_range(150.0..=620.0)
                .show(ui, |ui| {
                    self.begin_bottom(ui);
                    self.own_panel(ui, Side::Bottom);
                })
        });
        // There is no plan to scrub through while the game's own window is played in.
        let mut no_timeline = false;
        let timeline_open = match self.cx.tab {
            _ if self.cx.start_page => &mut no_timeline,
            _ if self.side(Side::Bottom) == page::Panel::None => &mut no_timeline,
            known::LIVE | known::STATES | known::NEW_PROFILE => &mut no_timeline,
            _ => &mut panes.timeline,
        };
        let timeline = (!own).then(|| {
            Panel::bottom("timeline")
                .frame(frame)
                .resizable(true)
                .default_size(190.0)
                .size_range(96.0..=420.0)
                .show_collapsible(ui, timeline_open, |ui| {
                    self.begin_bottom(ui);
                    self.common_panels(ui, Side::Bottom);
                })
        });
        let timeline = timeline.flatten();
        // What the person closed or opened by its edge, and not what there is no room for.
        let kept = &mut self.cx.settings.panes;
        for (kept, before, now) in [
            (&mut kept.library, before.library, panes.library),
            (&mut kept.inspector, before.inspector, panes.inspector),
            (&mut kept.timeline, before.timeline, panes.timeline),
        ] {
            if before != now {
                *kept = now;
            }
        }
        let canvas = theme::colors(ui).canvas;
        let center = CentralPanel::default()
            .frame(Frame::new().fill(canvas))
            .show(ui, |ui| self.center_pane(ui));
        self.panes.seen([
            library.map(|pane| pane.response.rect),
            Some(center.response.rect),
            inspector.map(|pane| pane.response.rect),
            timeline.or(own_panel).map(|pane| pane.response.rect),
        ]);
    }

    /// Index of the page whose tab is in front.
    pub(crate) fn front(&self) -> Option<usize> {
        self.pages.iter().position(|page| {
            let tab = page.tab(&self.cx);
            tab.is_some_and(|tab| tab.command == self.cx.tab)
        })
    }

    /// Whose panel is shown at an edge.
    pub(crate) fn side(&self, side: Side) -> page::Panel {
        let front = self.front();
        front.map_or(page::Panel::Common, |front| {
            self.pages[front].side(side, &self.cx)
        })
    }

    fn begin_bottom(&mut self, ui: &mut Ui) {
        self.panes.mark(ui, focus::Pane::Timeline);
        // The panel keeps its height when there is little in it.
        ui.set_min_height(ui.available_height());
    }

    fn own_panel(&mut self, ui: &mut Ui, side: Side) {
        if let Some(front) = self.front() {
            self.pages[front].panel(side, ui, &mut self.cx);
        }
    }

    fn library_pane(&mut self, ui: &mut Ui) {
        self.panes.mark(ui, focus::Pane::Library);
        self.common_panels(ui, Side::Left);
    }

    /// The panels that pages offer for any tab at this edge.
    fn common_panels(&mut self, ui: &mut Ui, side: Side) {
        let offers = |page: &&mut Box<dyn Page>| page.offers() == Some(side);
        for (index, page) in self.pages.iter_mut().filter(offers).enumerate() {
            if index > 0 {
                ui.add_space(theme::space::MEDIUM);
                ui.separator();
            }
            {
                page.panel(side, ui, &mut self.cx);
            }
        }
    }

    fn inspector_pane(&mut self, ui: &mut Ui) {
        self.panes.mark(ui, focus::Pane::Inspector);
        egui::ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                if self.side(Side::Right) == page::Panel::Own {
                    return self.own_panel(ui, Side::Right);
                }
                if self.cx.tab == known::LIVE || self.wizard_tries() {
                    return self.live_side(ui);
                }
                self.solver_panel(ui);
                ui.add_space(theme::space::MEDIUM);
                ui.separator();
                self.level_panel(ui);
                self.common_panels(ui, Side::Right);
            });
    }

    fn show_palette(&mut self, ui: &Ui) {
        let Some(mut palette) = self.palette.take() else {
            return;
        };
        match palette.show(ui, &self.cx.commands) {
            PaletteAnswer::Open => self.palette = Some(palette),
            PaletteAnswer::Closed => {}
            PaletteAnswer::Run(command) => self.run(ui.ctx(), command),
        }
    }

    /// The title of this window.
    pub(crate) fn title(&self) -> String {
        let star = if self.cx.document.is_dirty() { "*" } else { "" };
        format!("{star}{} – Planwright", self.cx.document.name())
    }

    fn set_title(&mut self, ctx: &Context) {
        let title = self.title();
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn show_notices(&mut self, ui: &Ui) {
        if let Some(remedy) = self.cx.messages.show(ui, 44.0) {
            self.run(ui.ctx(), remedy);
        }
    }
}

impl eframe::App for Workbench {
    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        let began = Instant::now();
        let before = (
            self.cx.document.content_revision(),
            self.cx.document.moves().len(),
        );
        self.frames += 1;
        if let Some(seconds) = frame.info().cpu_usage {
            // How to see this line stands in docs/performance.md.
            log::debug!("last frame {:.1} ms", 1e3 * seconds);
        }
        match self.frames {
            1 => ui.ctx().request_repaint(),
            2 => self.after_first_frame(),
            _ => {}
        }
        let ctx = ui.ctx().clone();
        self.panes.begin(&ctx);
        self.poll_background(&ctx);
        self.take_close_request(&ctx);
        self.take_dropped_files(&ctx);
        self.take_pasted(&ctx);
        self.refresh_commands();
        self.take_shortcuts(&ctx);
        self.take_escape(&ctx);
        self.show_panels(ui);
        self.show_drop_target(ui);
        self.show_export(ui);
        self.show_generating(ui);
        self.show_tuning(ui);
        self.show_many(ui);
        self.show_dialog(ui);
        self.show_palette(ui);
        self.show_notices(ui);
        for page in &mut self.pages {
            page.show_window(ui, &mut self.cx);
        }
        self.carry_out(&ctx);
        if before
            != (
                self.cx.document.content_revision(),
                self.cx.document.moves().len(),
            )
        {
            self.cx.messages.forget_status_before(began);
        }
        self.panes.finish(&ctx);
        self.set_title(&ctx);
        // Not in the middle of dragging a slider or a pane's edge.
        if !ctx.input(|input| input.pointer.any_down()) {
            self.save_settings();
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.save_settings();
        // No key may be down once this program is gone.
        self.live.stop();
        for page in &mut self.pages {
            page.exit();
        }
    }
}

/// An empty level of the game last used.
fn first_document(settings: &Settings) -> Document {
    let game = games::by_id(&settings.game)
        .filter(|game| !game.info().hidden)
        .or_else(|| games::visible().next())
        .unwrap_or(games::all()[0]);
    Document::new(game.blank(None))
}

fn panel_frame(ui: &Ui) -> Frame {
    Frame::new()
        .fill(theme::colors(ui).panel)
        .inner_margin(Margin::same(theme::space::PANEL))
}

fn bar_frame(ui: &Ui) -> Frame {
    Frame::new()
        .fill(theme::colors(ui).panel)
        .inner_margin(Margin::symmetric(theme::space::PANEL, 4))
}
