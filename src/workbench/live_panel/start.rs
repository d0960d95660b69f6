//! Start of a run, and its settings.

use std::path::PathBuf;
use std::time::Duration;

use super::LivePanel;
use super::run::{PanelRun, RunFeed};
use crate::autoplay::have_same_boards;
use crate::page::Cx;
use crate::page::messages::Severity;
use crate::world::{FixedPlan, RunOptions};

/// Longest wait for the focus, if [`PlaySettings::wait_for_focus`] is set.
const FOCUS_WAIT: Duration = Duration::from_secs(10 * 60);

#[derive(Clone, Debug, Default)]
pub(super) struct PlaySettings {
    /// Plays the open level's plan, rather than level after level.
    pub(super) this_plan: bool,
    pub(super) dry_run: bool,
    pub(super) step_by_step: bool,
    pub(super) wait_for_focus: bool,
    pub(super) film: bool,
    /// Number of levels; 0 plays all.
    pub(super) levels: u32,
    /// Id of the solver; `None` selects the default.
    pub(super) solver: Option<String>,
    /// Time limit of the solver, in seconds; 0 selects the default.
    pub(super) time_limit: u32,
}

impl LivePanel {
    /// Returns the open level's plan if it can be played in the previewed window, otherwise the reason for the user.
    pub(super) fn playable_plan(&self, cx: &Cx) -> Result<FixedPlan, &'static str> {
        let record = cx.document.current_plan();
        let record = record.ok_or("There is no plan for the open level; solve it first")?;
        if !record.solved {
            return Err("The plan does not solve the open level");
        }
        let level = cx.document.level();
        let game = self.choice.profile().map(|profile| profile.game.as_str());
        if game != Some(level.game_id()) {
            return Err("The screen profile is for another game than the open level");
        }
        if !self.shows_open_level(cx) {
            return Err("The window shows another level than the open one");
        }
        let preview = self.previewer.preview();
        let detected = preview.and_then(|preview| preview.level.as_ref());
        if detected.is_some_and(|detected| !detected.at_start) {
            return Err("Moves were already made in the window; undo them there");
        }
        let moves = record.done.iter().chain(record.moves.iter());
        Ok(FixedPlan {
            level: level.clone(),
            moves: moves.cloned().collect(),
        })
    }

    /// Returns whether the level recognized in the window, if any, is the open one.
    pub(super) fn shows_open_level(&self, cx: &Cx) -> bool {
        let preview = self.previewer.preview();
        let detected = preview.and_then(|preview| preview.level.as_ref());
        let open = cx.document.level().start();
        detected.is_none_or(|it| have_same_boards(it.level.start().as_ref(), open.as_ref()))
    }

    /// Starts a run with the current settings, after ending the one before.
    pub(super) fn start(&mut self, cx: &mut Cx) {
        let Some(target) = self.choice.target(cx.document.level()) else {
            return;
        };
        let settings = self.settings.clone();
        let plan = settings.this_plan.then(|| self.playable_plan(cx));
        let plan = match plan.transpose() {
            Ok(plan) => plan,
            Err(reason) => return cx.messages.status(format!("{reason}.")),
        };
        let film = settings.film.then(|| film_path(&target.profile, cx));
        let time_limit = Duration::from_secs(settings.time_limit.into());
        let options = RunOptions {
            dry_run: settings.dry_run,
            levels: settings.levels,
            paused: settings.step_by_step,
            wait_for_focus: settings.wait_for_focus.then_some(FOCUS_WAIT),
            film: film.flatten(),
            solver: settings.solver,
            time_limit: (!time_limit.is_zero()).then_some(time_limit),
            plan,
        };
        if let Some(profile) = self.choice.profile().filter(|_| target.draft.is_none()) {
            let last_used = &mut cx.settings.solving.profiles;
            last_used.insert(profile.game.clone(), profile.id.clone());
        }
        let (sink, feed) = RunFeed::new(cx.wake.clone());
        // Two runs must not press keys in one window.
        self.stop(cx);
        let preview = self.previewer.preview();
        let checks = preview.map(|preview| preview.checks.clone());
        let capture = preview.and_then(|preview| preview.capture.clone());
        self.previews_next = false;
        match cx.world.live.start(&target, &options, sink) {
            Ok(run) => {
                let checks = checks.unwrap_or_default();
                self.run = Some(PanelRun::new(run, feed, options.dry_run, checks, capture));
                self.publish_playing(cx);
            }
            Err(error) => cx.messages.toast(Severity::Bad, error),
        }
    }
}

fn film_path(profile: &str, cx: &Cx) -> Option<PathBuf> {
    let folder = cx.world.folders.as_ref()?.films();
    if let Err(error) = std::fs::create_dir_all(&folder) {
        log::warn!("{}: {error}", folder.display());
        return None;
    }
    let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    Some(folder.join(format!("{now}-{profile}.gif")))
}
