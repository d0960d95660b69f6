//! Panel to preview a game's window and play in it, used by the live page and the wizard for screen profiles.
//!
//! | module | contents |
//! |---|---|
//! | `choice`, `previewer` | chosen profile and window, if necessary in the desktop's own dialog; previews of it |
//! | `run`, `start` | a run and its reports; its start |
//! | `bar`, `status` | controls; status line, and the part of the profile that a problem points to |
//! | `picture`, `boards` | picture with its reading; expected boards |
//! | `side` | checks, progress and log |

mod bar;
mod boards;
mod choice;
mod picture;
mod previewer;
mod run;
mod side;
mod start;
mod status;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use egui::{Event, Frame, Margin, Ui, ViewportCommand};

use crate::autoplay::{PlayCommand as Order, STOP_CHECK};
use crate::import::ImportDialog;
use crate::kit::answer;
use crate::kit::theme::{self, space};
use crate::page::cx::LiveTarget;
use crate::page::messages::Severity;
use crate::page::{CommandId, Cx, Notice, Request};
use crate::session::Task;
use crate::vision::{Lesson, Profile};
use crate::world::{PictureReading, WindowPreview};

use self::choice::TargetChoice;
use self::picture::CaptureView;
use self::previewer::Previewer;
use self::run::PanelRun;
use self::start::PlaySettings;

pub use self::boards::side_by_side;
pub use self::choice::WindowSharing;

pub struct LivePanel {
    /// Command of the tab that contains the panel.
    tab: CommandId,
    choice: TargetChoice,
    previewer: Previewer,
    settings: PlaySettings,
    run: Option<PanelRun>,
    /// True if the run has ended and the window is previewed for the next one.
    previews_next: bool,
    /// True if a practice window was just opened, which may cover this window.
    may_be_covered: bool,
    /// True if the run has been taught values, so that a changed unsaved profile does not end it.
    has_learned: bool,
    capture_view: CaptureView,
    sharing: WindowSharing,
}

/// A run that tries an unsaved profile on one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialRun {
    /// Sends nothing.
    Dry,
    /// Makes the first move, then pauses.
    OneMove,
    Level,
}

impl LivePanel {
    pub fn new(tab: CommandId) -> Self {
        Self {
            tab,
            choice: TargetChoice::default(),
            previewer: Previewer::default(),
            settings: PlaySettings::default(),
            run: None,
            previews_next: false,
            may_be_covered: false,
            has_learned: false,
            capture_view: CaptureView::default(),
            sharing: WindowSharing::default(),
        }
    }

    /// Returns whether the window is previewed for the first time or played in.
    pub fn is_busy(&self) -> bool {
        self.previewer.is_first_preview() || self.is_running()
    }

    /// Returns whether a run is in progress, paused or not.
    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(PanelRun::is_active)
    }

    /// Returns whether a run is in progress and has its window.
    fn is_playing(&self) -> bool {
        let run = self.run.as_ref();
        run.is_some_and(|run| run.is_active() && !run.has_lost_window())
    }

    /// Returns whether the displayed run's window was closed, and the preview shows no other.
    fn window_was_closed(&self) -> bool {
        self.current_run().is_some_and(|run| {
            let preview = self.previewer.preview();
            let no_window = preview.is_some_and(|p| p.windows.is_empty());
            run.has_lost_window() && preview.is_none_or(|p| p.capture.is_none()) || no_window
        })
    }

    /// Lists the profiles and previews the window again, when the panel is next shown. Does nothing during a run.
    pub fn refresh(&mut self) {
        if !self.is_running() {
            self.choice.profiles = None;
            self.previewer.restart();
        }
    }

    /// Shows the window rather than the ended run, which was about another level.
    pub fn show_preview(&mut self) {
        if !self.is_running() {
            self.previews_next = true;
            self.refresh();
        }
    }

    /// Ends the run, if there is one, and waits until all keys are released.
    pub fn stop(&mut self, cx: &mut Cx) {
        // Dropping the handle ends the run.
        self.run = None;
        self.publish_playing(cx);
    }

    /// The chosen profile, and the last known cell of the cursor.
    pub fn target(&self) -> Option<LiveTarget> {
        let preview = self.previewer.preview();
        let capture = preview.and_then(|preview| preview.capture.as_ref());
        let cursor = capture.and_then(|capture| capture.cursor);
        Some(LiveTarget {
            profile: self.choice.profile()?.clone(),
            cursor: cursor.map(|cursor| cursor.cell),
        })
    }

    pub fn choose_profile(&mut self, id: &str) {
        if self.is_running() {
            return;
        }
        self.choice.pick(id);
        // Results of a run with another profile are not shown for this one.
        self.run = None;
        self.show_preview();
    }

    /// Chooses the profile for practice windows of a game, and waits for the window of process `pid`.
    pub fn await_practice(&mut self, game: &str, pid: Arc<AtomicU32>, cx: &Cx) {
        if !self.is_running() {
            self.choice
                .choose_practice(cx.world.pictures.as_ref(), game);
            self.previews_next = true;
        }
        if !self.is_playing() {
            self.previewer.restart();
            self.previewer.await_window(pid);
        }
    }

    /// Stops waiting for a practice window, which was closed.
    pub fn practice_ended(&mut self) {
        self.previewer.awaited = None;
    }

    /// Uses an unsaved profile, until called with `None`.
    pub fn try_draft(&mut self, draft: Option<Arc<Profile>>, cx: &mut Cx) {
        if self.is_running() && draft.is_some() {
            return;
        }
        let has_learned = std::mem::take(&mut self.has_learned);
        if self.choice.draft == draft {
            return;
        }
        // A run with the old profile is ended, unless the change is what that run was taught.
        if !has_learned || draft.is_none() {
            self.stop(cx);
        }
        (self.choice.draft, self.choice.window) = (draft, None);
        self.refresh();
    }

    /// Tries the profile on one level.
    pub fn try_run(&mut self, trial: TrialRun, cx: &mut Cx) {
        let options = &mut self.settings.options;
        options.dry_run = trial == TrialRun::Dry;
        options.paused = trial == TrialRun::OneMove;
        options.levels = 1;
        (self.settings.this_plan, self.settings.film) = (false, false);
        self.start(cx);
        if trial == TrialRun::OneMove {
            // The run starts paused and waits for this.
            self.send(Order::Step);
        }
    }

    /// Returns whether a run can be started: the window was previewed and nothing prevents the start.
    pub fn is_ready(&self, cx: &Cx) -> bool {
        !self.is_running() && self.previewer.preview().is_some() && self.obstacle(cx).is_none()
    }

    pub fn window_title(&self) -> Option<String> {
        self.previewer.preview()?.window.clone()
    }

    /// Instruction for stopping a run in the previewed window from any other; empty before the first preview.
    pub fn stop_signals(&self) -> &str {
        let check = (self.previewer.preview()).and_then(|preview| preview.check(STOP_CHECK));
        check.map_or("", |check| &check.detail)
    }

    fn current_run(&self) -> Option<&PanelRun> {
        self.run.as_ref().filter(|_| !self.previews_next)
    }

    fn send(&self, command: Order) {
        if let Some(run) = &self.run {
            run.run.send(command);
        }
    }

    fn obstacle(&self, cx: &Cx) -> Option<String> {
        if cx.facts.playing.is_some_and(|tab| tab != self.tab) {
            return Some("A game is being played in another tab. Stop it first.".to_owned());
        }
        self.previewer.obstacle()
    }

    /// Records whether this panel plays, so that no other panel starts a run.
    fn publish_playing(&self, cx: &mut Cx) {
        if self.is_running() {
            cx.facts.playing = Some(self.tab);
        } else if cx.facts.playing == Some(self.tab) {
            cx.facts.playing = None;
        }
    }

    /// Processes finished previews and reports of the run.
    pub fn poll(&mut self, cx: &mut Cx) {
        if let Some(result) = Task::outcome_of(&mut self.previewer.task) {
            self.handle_preview(result.map_err(|error| answer::sentence(&error)), cx);
        }
        if self.sharing.poll() {
            self.choice.window = None;
            self.restart_preview();
        }
        self.poll_run(cx);
        self.publish_playing(cx);
    }

    /// Asks the user what the cells of the displayed picture show. For a run it is the picture at
    /// which it stopped, as the window may look different without the focus.
    fn ask_for_cells(&self, cx: &mut Cx) {
        let preview = self.previewer.preview();
        let capture = match self.current_run() {
            Some(run) => run.capture.as_ref(),
            None => preview.and_then(|preview| preview.capture.as_ref()),
        };
        let reading = capture.and_then(|capture| capture.reading.as_deref());
        let Some(mut reading) = reading.cloned() else {
            let text = "No board is visible in the window, so there are no cells to identify.";
            return cx.messages.toast(Severity::Warn, text);
        };
        // The profile may have been taught since.
        let current = match &self.choice.draft {
            Some(draft) => Some(draft.clone()),
            None => cx.world.live.profile(&reading.profile.id),
        };
        reading.profile = current.unwrap_or(reading.profile);
        let teaches = true;
        self.open_reading(reading, teaches, cx);
    }

    /// Opens the dialog that imports a reading of the window or, if it `teaches`, asks what its cells show.
    fn open_reading(&self, reading: PictureReading, teaches: bool, cx: &mut Cx) {
        let window = self.window_title().unwrap_or_default();
        let dialog = ImportDialog::from_window(&window, reading, teaches, cx);
        cx.send(Request::OpenDialog(Box::new(dialog)));
    }

    /// Applies what the user has taught, and resumes a waiting run.
    pub fn learn(&mut self, lesson: &Lesson) {
        let chosen = self.choice.profile().map(|profile| &profile.id);
        if chosen != Some(&lesson.profile.id) {
            return;
        }
        self.choice.learn(lesson);
        if !self.is_running() {
            return self.refresh();
        }
        self.has_learned = true;
        self.send(Order::Learn(lesson.clone()));
    }

    fn poll_run(&mut self, cx: &mut Cx) {
        let Some(run) = &mut self.run else {
            return;
        };
        let had_window = !run.has_lost_window();
        let ended = run.poll(cx);
        if had_window && run.has_lost_window() {
            // The preview from before the start no longer applies.
            self.previewer.restart();
        }
        if ended {
            // Preview for the next start.
            self.previewer.restart();
            cx.notify(Notice::Played);
        }
    }

    /// Processes a preview, or requests another one if another window is to be previewed.
    fn handle_preview(&mut self, result: Result<WindowPreview, String>, cx: &Cx) {
        if let Ok(preview) = &result {
            let awaited = self.previewer.find_awaited(&preview.windows);
            self.may_be_covered |= awaited.is_some();
            if awaited.is_some() && preview.windows.len() > 1 {
                // Chooses the window that was just opened among several.
                self.choice.window = awaited;
                return self.previewer.restart();
            }
            // If the window was closed, another one may be open.
            if self.choice.drop_closed_window(preview) && !preview.windows.is_empty() {
                return self.restart_preview();
            }
            let game = cx.document.level().game_id();
            let may_switch = !self.is_running() && self.previewer.awaited.is_none();
            if may_switch && self.choice.choose_open_profile(preview, game) {
                return self.previewer.restart();
            }
        }
        self.previewer.last = Some(result);
    }

    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if !self.is_running() {
            let game = cx.document.level().game_id();
            let last_used = cx.settings.solving.profiles.get(game);
            let pictures = cx.world.pictures.as_ref();
            if self.choice.update_list(pictures, game, last_used) {
                self.restart_preview();
            }
        }
        if std::mem::take(&mut self.may_be_covered) {
            // The next thing to press is in this window.
            ui.ctx().send_viewport_cmd(ViewportCommand::Focus);
        }
        self.request_previews(ui, cx);
        let frame = Frame::new()
            .fill(theme::colors(ui).raised)
            .inner_margin(Margin::symmetric(space::PANEL, 6));
        frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::TIGHT;
            ui.set_min_width(ui.available_width());
            if self.choice.is_empty() {
                ui.label("There is no screen profile yet.");
                return;
            }
            self.bar(ui, cx);
            self.status_line(ui, cx);
        });
        if self.choice.profile().is_some() {
            self.main_area(ui, cx);
        }
    }

    /// Requests previews: at first, when this window gets the focus, and repeatedly while the panel is shown.
    fn request_previews(&mut self, ui: &Ui, cx: &Cx) {
        let got_focus = ui.input(|input| {
            let mut events = input.events.iter();
            events.any(|event| matches!(event, Event::WindowFocused(true)))
        });
        if !self.is_playing()
            && let Some(target) = self.choice.target(cx.document.level())
        {
            self.previewer.start_preview(target, got_focus, cx);
        }
    }

    fn restart_preview(&mut self) {
        self.previews_next = !self.is_running();
        self.previewer.restart();
    }
}
