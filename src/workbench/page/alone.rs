//! Test harness: one page with its own context, without the rest of the workbench.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::commands::Commands;
use super::settings::Settings;
use super::{Command, Cx, Notice, Page, Request, Side};
use crate::games;
use crate::session::Document;
use crate::session::disk::RealDisk;
use crate::session::library::Places;
use crate::world::{SystemDialogs, World};

/// A page, its context and its requests.
pub struct Alone<P> {
    /// The page under test.
    pub page: P,
    /// Its context.
    pub cx: Cx,
    /// Requests of the page so far, oldest first.
    pub requests: Vec<Request>,
    show: Show,
    home: tempfile::TempDir,
}

/// Part of a page that a test displays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// The page's `ui`.
    Middle,
    /// Its `panel` at this edge.
    Panel(Side),
    /// Its `overlay`.
    Window,
}

impl<P: Page> Alone<P> {
    /// Displays the page with a level's text open, in a temporary home.
    pub fn open(page: P, level: &str, show: Show) -> Harness<'static, Self> {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let places = Places::below(home.path());
        let world = World {
            disk: Arc::new(RealDisk),
            dialogs: Arc::new(SystemDialogs),
            pictures: Arc::new(crate::world::RealPictures::new(None)),
            live: Arc::new(crate::world::RealLive::new(None, None)),
            places: Some(places),
            program: None,
            less_motion: || false,
            play_sound: None,
            system_fonts: None,
        };
        let level = games::load::load(level.as_bytes(), None, None).expect("is a level");
        let document = Document::new(level);
        let mut cx = Cx::new(document, Settings::default(), world, Arc::new(|| {}));
        cx.commands = Commands::new([(Some(0), page.commands())]);
        let alone = Self {
            page,
            cx,
            requests: Vec::new(),
            show,
            home,
        };
        let mut harness = Harness::builder()
            .with_size([1000.0, 700.0])
            .with_max_steps(20)
            .build_ui_state(|ui, alone: &mut Self| alone.frame(ui), alone);
        harness.run_steps(3);
        harness
    }

    fn frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        if ctx.cumulative_frame_nr() == 0 {
            // Fonts and styles take effect in the next frame.
            crate::theme::install(&ctx);
            return;
        }
        self.page.poll(&ctx, &mut self.cx);
        let mut commands = std::mem::take(&mut self.cx.commands);
        commands.refresh(|_, command| self.page.state(command, &self.cx));
        self.cx.commands = commands;
        match self.show {
            Show::Middle => self.page.ui(ui, &mut self.cx),
            Show::Panel(side) => self.page.panel(side, ui, &mut self.cx),
            Show::Window => self.page.overlay(ui, &mut self.cx),
        }
        self.requests.extend(self.cx.take_requests());
    }

    /// The temporary home folder.
    pub fn home(&self) -> &std::path::Path {
        self.home.path()
    }
}

/// Runs one of the page's commands.
pub fn run<P: Page>(harness: &mut Harness<'_, Alone<P>>, command: Command) {
    let ctx = harness.ctx.clone();
    let alone = harness.state_mut();
    alone.page.run(command, &ctx, &mut alone.cx);
    settle(harness);
}

/// Sends the page a notice.
pub fn tell<P: Page>(harness: &mut Harness<'_, Alone<P>>, notice: &Notice) {
    let alone = harness.state_mut();
    alone.page.hear(notice, &mut alone.cx);
    settle(harness);
}

/// Clicks the widget with this label.
pub fn click<P: Page>(harness: &mut Harness<'_, Alone<P>>, label: &str) {
    harness.get_by_label(label).click();
    settle(harness);
}

/// Runs frames until the page has no background work left.
pub fn settle<P: Page>(harness: &mut Harness<'_, Alone<P>>) {
    harness.run_steps(3);
    let begun = std::time::Instant::now();
    while harness.state().page.is_busy() {
        assert!(
            begun.elapsed().as_secs() < 120,
            "the page does not come to rest"
        );
        harness.step();
        std::thread::yield_now();
    }
    harness.run_steps(3);
}

/// Returns whether a visible label contains this text.
pub fn says<P: Page>(harness: &Harness<'_, Alone<P>>, part: &str) -> bool {
    harness.query_all_by_label_contains(part).next().is_some()
}
