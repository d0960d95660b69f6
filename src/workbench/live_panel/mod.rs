//! Panel to preview a game's window and play in it, used by the live page and the wizard for screen profiles.
//!
//! | module | contents |
//! |---|---|
//! | `choice`, `watch`, `run` | chosen window; previews of it; a run and its reports |
//! | `start` | start of a run |
//! | `bar`, `standing` | controls, and status line |
//! | `blame` | the part of the profile that a problem points to |
//! | `middle`, `picture`, `boards` | picture with its reading; expected boards |
//! | `sharing` | choice of a window in the desktop's dialog |
//! | `side`, `saving` | checks, progress and log; saving the log |

mod bar;
mod blame;
mod boards;
mod choice;
#[cfg(test)]
pub mod fake;
mod middle;
mod picture;
mod run;
mod saving;
mod sharing;
mod side;
mod standing;
mod start;
mod watch;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use egui::{Event, Frame, Margin, Ui};

use crate::autoplay::Command as Order;
use crate::game::Cell;
use crate::import::ImportDialog;
use crate::kit::answer;
use crate::kit::theme::{self, space};
use crate::page::messages::Weight;
use crate::page::{Command, Cx, Notice, Request};
use crate::vision::{Lesson, Profile};
use crate::world::{Look, ProfileName};

use self::choice::Choice;
use self::picture::Picture;
use self::run::Running;
use self::saving::Saving;
use self::start::PlaySettings;
use self::watch::Watch;

pub use self::boards::beside;
pub use self::sharing::Sharing;

/// Panel to preview a game's window and play in it.
pub struct LivePanel {
    /// Command of the tab that contains the panel.
    tab: Command,
    choice: Choice,
    watch: Watch,
    settings: PlaySettings,
    run: Option<Running>,
    /// True if the run has ended and the window is previewed for the next one.
    past: bool,
    /// True if the run has been taught values, so that a changed unsaved profile does not end it.
    has_learnt: bool,
    picture: Picture,
    saving: Saving,
    sharing: Sharing,
}

impl LivePanel {
    /// Creates the panel of a tab.
    pub fn new(tab: Command) -> Self {
        Self {
            tab,
            choice: Choice::default(),
            watch: Watch::default(),
            settings: PlaySettings::default(),
            run: None,
            past: false,
            has_learnt: false,
            picture: Picture::default(),
            saving: Saving::default(),
            sharing: Sharing::default(),
        }
    }

    /// Returns whether the window is previewed for the first time or played in, or a log is being saved.
    pub fn is_busy(&self) -> bool {
        self.watch.is_first_look() || self.is_running() || self.saving.is_busy()
    }

    /// Returns whether a run is in progress, paused or not.
    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(Running::goes_on)
    }

    /// Returns whether a run is in progress and has its window.
    fn is_playing(&self) -> bool {
        let run = self.run.as_ref();
        run.is_some_and(|run| run.goes_on() && !run.has_lost_window())
    }

    /// Returns whether the window of the displayed run is closed.
    fn window_was_closed(&self) -> bool {
        self.shown_run().is_some_and(|run| {
            let look = self.watch.look();
            let none = look.is_some_and(|look| look.windows.is_empty());
            run.has_lost_window() && look.is_none_or(|look| look.sight.is_none()) || none
        })
    }

    /// Lists the profiles and previews the window again, when the panel is next shown. Does nothing during a run.
    pub fn refresh(&mut self) {
        if !self.is_running() {
            self.choice.forget_list();
            self.watch.restart();
        }
    }

    /// Ends the run, if there is one, and waits until all keys are released.
    pub fn stop(&mut self, cx: &mut Cx) {
        self.run = None;
        self.say_whether_playing(cx);
    }

    /// Ends the run when the program exits.
    pub fn exit(&mut self) {
        self.run = None;
    }

    /// The chosen profile, and the last known cell of the cursor.
    pub fn target(&self) -> Option<(&ProfileName, Option<Cell>)> {
        let sight = self.watch.look().and_then(|look| look.sight.as_ref());
        let cursor = sight.and_then(|sight| sight.cursor);
        Some((self.choice.profile()?, cursor.map(|cursor| cursor.cell)))
    }

    /// Chooses a listed profile, unless a run is in progress.
    pub fn choose_profile(&mut self, id: &str) {
        if self.is_running() {
            return;
        }
        self.choice.pick(id);
        // Results of a run with another profile are not shown for this one.
        self.run = None;
        self.past = true;
        self.refresh();
    }

    /// Chooses the profile for practice windows of a game, and waits for the window of process `pid`.
    pub fn await_practice(&mut self, game: &str, pid: Arc<AtomicU32>, cx: &Cx) {
        if !self.is_running() {
            self.choice.choose_practice(cx.world.live.as_ref(), game);
            self.past = true;
        }
        if !self.is_playing() {
            self.watch.restart();
            self.watch.await_window(pid);
        }
    }

    /// Stops waiting for a practice window, which was closed.
    pub fn practice_ended(&mut self) {
        self.watch.stop_awaiting();
    }

    /// Uses an unsaved profile, until called with `None`.
    pub fn try_draft(&mut self, draft: Option<(ProfileName, Arc<Profile>)>, cx: &mut Cx) {
        if self.is_running() && draft.is_some() {
            return;
        }
        let has_learnt = std::mem::take(&mut self.has_learnt);
        if self.choice.draft() == draft.as_ref() {
            return;
        }
        // A run with the old profile is ended, unless the change is what that run was taught.
        if !has_learnt || draft.is_none() {
            self.stop(cx);
        }
        self.choice.set_draft(draft);
        self.refresh();
    }

    /// Plays one level, optionally as a dry run or step by step.
    pub fn try_run(&mut self, dry_run: bool, step_by_step: bool, cx: &mut Cx) {
        self.settings = PlaySettings {
            dry_run,
            step_by_step,
            levels: 1,
            this_plan: false,
            film: false,
            ..self.settings.clone()
        };
        self.start(cx);
    }

    /// Makes one move in a paused run.
    pub fn step_once(&self) {
        self.order(Order::Step);
    }

    /// Returns whether a run can be started.
    pub fn is_ready(&self, cx: &Cx) -> bool {
        !self.is_running() && self.watch.look().is_some() && self.obstacle(cx).is_none()
    }

    /// Title of the previewed window.
    pub fn window_title(&self) -> Option<String> {
        self.watch.look()?.window.clone()
    }

    fn shown_run(&self) -> Option<&Running> {
        self.run.as_ref().filter(|_| !self.past)
    }

    fn order(&self, order: Order) {
        if let Some(run) = &self.run {
            run.run.order(order);
        }
    }

    fn obstacle(&self, cx: &Cx) -> Option<String> {
        if cx.facts.playing.is_some_and(|tab| tab != self.tab) {
            let text = "A game is being played in another tab. Stop it first.";
            return Some(text.to_owned());
        }
        self.watch.obstacle()
    }

    /// Records whether this panel plays, so that no other panel starts a run.
    fn say_whether_playing(&self, cx: &mut Cx) {
        if self.is_running() {
            cx.facts.playing = Some(self.tab);
        } else if cx.facts.playing == Some(self.tab) {
            cx.facts.playing = None;
        }
    }
}

impl LivePanel {
    /// Processes finished previews and reports of the run.
    pub fn poll(&mut self, cx: &mut Cx) {
        if let Some(look) = self.watch.take_outcome() {
            self.take_look(look.map_err(|error| answer::sentence(&error)), cx);
        }
        self.saving.poll(cx);
        if self.sharing.poll() {
            self.choice.set_window(None);
            self.look_anew();
        }
        self.poll_run(cx);
        self.say_whether_playing(cx);
    }

    /// Asks the user what the cells of the displayed picture show. For a run it is the picture at which it stopped, as
    /// the window may look different without the focus.
    fn ask_what_is_seen(&self, cx: &mut Cx) {
        let look = self.watch.look();
        let sight = match self.shown_run() {
            Some(run) => run.view.sight.as_ref(),
            None => look.and_then(|look| look.sight.as_ref()),
        };
        let reading = sight.and_then(|sight| sight.reading.as_deref());
        let (Some(reading), Some(profile)) = (reading, self.choice.profile()) else {
            let text = "No board is visible in the window, so there are no cells to identify.";
            return cx.messages.toast(Weight::Warn, text);
        };
        let mut reading = reading.clone();
        // The profile may have been taught since.
        let current = match self.choice.draft() {
            Some((_, draft)) => Some(draft.clone()),
            None => cx.world.live.profile(&profile.id),
        };
        if let (Some(source), Some(current)) = (&mut reading.source, current) {
            source.profile = current;
        }
        let window = look.and_then(|look| look.window.as_deref());
        let window = window.unwrap_or_default();
        let dialog = ImportDialog::to_teach(window, profile.clone(), &reading, cx);
        cx.ask(Request::Ask(Box::new(dialog)));
    }

    /// Applies what the user has taught, and resumes a waiting run.
    pub fn learn(&mut self, lesson: &Lesson) {
        let chosen = self.choice.profile().map(|profile| &profile.id);
        if chosen != Some(&lesson.profile.id) {
            return;
        }
        self.choice.learn(lesson);
        match self.is_running() {
            true => {
                self.has_learnt = true;
                self.order(Order::Learn(lesson.clone()));
            }
            false => self.refresh(),
        }
    }

    fn poll_run(&mut self, cx: &mut Cx) {
        let Some(run) = &mut self.run else {
            return;
        };
        let had_window = !run.has_lost_window();
        let ended = run.poll();
        if had_window && run.has_lost_window() {
            // The preview from before the start no longer applies.
            self.watch.restart();
        }
        for level in run.take_solved() {
            cx.mark_solved(&level);
        }
        match run.report.film.take() {
            Some(Ok(path)) => {
                let text = format!("Saved the film to {}.", path.display());
                cx.messages.toast(Weight::Info, text);
            }
            Some(Err(error)) => {
                let text = format!("The film could not be saved: {error}.");
                cx.messages.toast(Weight::Warn, text);
            }
            None => {}
        }
        if !ended {
            return;
        }
        match &run.report.end {
            // Stopped by the user.
            Some(Ok(end)) if end.stopped => cx.messages.status(end.text.clone()),
            Some(Ok(end)) => cx.messages.toast(Weight::Good, end.text.clone()),
            Some(Err(text)) => cx.messages.toast(Weight::Bad, text.clone()),
            None => {}
        }
        // Preview for the next start.
        self.watch.restart();
        cx.tell(Notice::Played);
    }

    /// Processes a preview, or requests another one if another window is to be previewed.
    fn take_look(&mut self, look: Result<Look, String>, cx: &Cx) {
        if let Ok(seen) = &look {
            let awaited = self.watch.find_awaited(&seen.windows);
            if awaited.is_some() && seen.windows.len() > 1 {
                // Chooses the window that was just opened among several.
                self.choice.set_window(awaited);
                return self.watch.restart();
            }
            // If the window was closed, another one may be open.
            if self.choice.drop_closed_window(seen) && !seen.windows.is_empty() {
                return self.watch.restart();
            }
            let game = cx.document.level().game_id();
            let free = !self.is_running() && !self.watch.has_opening();
            if free && self.choice.choose_open(seen, game) {
                return self.watch.restart();
            }
        }
        self.watch.keep(look);
    }
}

impl LivePanel {
    /// Shows the panel.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if !self.is_running() {
            let game = cx.document.level().game_id();
            let used = cx.settings.solving.profiles.get(game);
            if self.choice.list(cx.world.live.as_ref(), game, used) {
                self.look_anew();
            }
        }
        self.keep_looking(ui, cx);
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
            self.standing(ui, cx);
        });
        if self.choice.profile().is_some() {
            self.middle(ui, cx);
        }
    }

    /// Requests previews: at first, when this window gets the focus, and repeatedly while the panel is shown.
    fn keep_looking(&mut self, ui: &Ui, cx: &Cx) {
        let came_back = ui.input(|input| {
            let mut events = input.events.iter();
            events.any(|event| matches!(event, Event::WindowFocused(true)))
        });
        if !self.is_playing()
            && let Some(target) = self.choice.target(cx.document.level())
        {
            self.watch.look_on(target, came_back, cx);
        }
    }

    fn look_anew(&mut self) {
        self.past = !self.is_running();
        self.watch.restart();
    }

    /// Opens a dialog with the level read from the window.
    fn read_level(&self, cx: &mut Cx) {
        let Some(look) = self.watch.look() else {
            return;
        };
        if let (Some(reading), Some(profile)) = (look.reading(), self.choice.profile()) {
            let window = look.window.as_deref().unwrap_or_default();
            let dialog = ImportDialog::of_window(window, profile.clone(), reading, cx);
            cx.ask(Request::Ask(Box::new(dialog)));
        }
    }
}
