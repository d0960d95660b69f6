//! Test harness: one page with its own context, without the rest of the workbench.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::command::CommandRegistry;
use super::settings::Settings;
use super::{CommandId, CommandInfo, Cx, Dock, Notice, Page, Request};
use crate::games;
use crate::session::Document;
use crate::session::disk::RealDisk;
use crate::session::library::AppFolders;
use crate::world::{SystemDialogs, World};

/// A page, its context and its requests.
pub struct TestPage<P> {
    pub page: P,
    pub cx: Cx,
    /// Requests of the page so far, oldest first.
    pub requests: Vec<Request>,
    /// Edge whose panel is displayed; `None` for the middle of the window.
    dock: Option<Dock>,
    _home: tempfile::TempDir,
}

impl<P: Page> TestPage<P> {
    /// Displays the page with a level's text open, in a temporary home.
    pub fn open(
        page: P,
        commands: &'static [CommandInfo],
        level: &str,
        dock: Option<Dock>,
    ) -> Harness<'static, Self> {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let places = AppFolders::under(home.path());
        let world = World {
            disk: Arc::new(RealDisk),
            dialogs: Arc::new(SystemDialogs),
            pictures: Arc::new(crate::world::RealPictures::new(None)),
            live: Arc::new(crate::world::RealLive::new(None, None)),
            folders: Some(places),
            program: None,
            reduced_motion: || false,
            play_sound: None,
            system_fonts: None,
        };
        let level = games::load::load(level.as_bytes(), None, None).expect("is a level");
        let document = Document::new(level);
        let mut cx = Cx::new(document, Settings::default(), world, Arc::new(|| {}));
        cx.commands = CommandRegistry::new([(Some(0), commands)]);
        let test = Self {
            page,
            cx,
            requests: Vec::new(),
            dock,
            _home: home,
        };
        let mut harness = Harness::builder()
            .with_size([1000.0, 700.0])
            .with_max_steps(20)
            .build_ui_state(|ui, test: &mut Self| test.frame(ui), test);
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
        commands.refresh(|_, info| self.page.state(info.id, &self.cx));
        self.cx.commands = commands;
        self.page.ui(self.dock, ui, &mut self.cx);
        self.requests.extend(self.cx.take_requests());
    }
}

pub fn run<P: Page>(harness: &mut Harness<'_, TestPage<P>>, command: CommandId) {
    let ctx = harness.ctx.clone();
    let test = harness.state_mut();
    test.page.run(command, &ctx, &mut test.cx);
    wait_idle(harness);
}

pub fn notify<P: Page>(harness: &mut Harness<'_, TestPage<P>>, notice: &Notice) {
    let test = harness.state_mut();
    test.page.on_notice(notice, &mut test.cx);
    wait_idle(harness);
}

pub fn click<P: Page>(harness: &mut Harness<'_, TestPage<P>>, label: &str) {
    harness.get_by_label(label).click();
    wait_idle(harness);
}

/// Runs frames until the page has no background work left.
fn wait_idle<P: Page>(harness: &mut Harness<'_, TestPage<P>>) {
    harness.run_steps(3);
    let start = std::time::Instant::now();
    while harness.state().page.work().is_some() {
        assert!(start.elapsed().as_secs() < 120, "the page stays busy");
        harness.step();
        std::thread::yield_now();
    }
    harness.run_steps(3);
}

/// Returns whether a visible label contains this text.
pub fn shows<P: Page>(harness: &Harness<'_, TestPage<P>>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}
