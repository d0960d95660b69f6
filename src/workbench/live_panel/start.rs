//! Start of a run, and its settings.

use std::path::PathBuf;
use std::time::Duration;

use crate::autoplay::alike;
use crate::page::Cx;
use crate::page::messages::Weight;
use crate::world::{GivenPlan, How};

use super::LivePanel;
use super::run::{Feed, Running};

const FOCUS_WAIT: Duration = Duration::from_secs(10 * 60);

#[derive(Clone, Debug, Default)]
pub(super) struct PlaySettings {
    pub(super) this_plan: bool,
    pub(super) dry_run: bool,
    pub(super) step_by_step: bool,
    pub(super) wait_for_focus: bool,
    pub(super) film: bool,
    /// Number of levels; 0 plays all.
    pub(super) levels: u32,
    /// Id of the solver, and its time limit in seconds; `None` and 0 select the defaults.
    pub(super) solver: Option<String>,
    pub(super) patience: u32,
}

impl LivePanel {
    /// Returns the open level's plan, if it can be played in the previewed window.
    ///
    /// # Errors
    /// The reason for the user.
    pub(super) fn plan_to_play(&self, cx: &Cx) -> Result<GivenPlan, &'static str> {
        let record = cx
            .document
            .current_plan()
            .ok_or("There is no plan for the open level; solve it first")?;
        if !record.solved {
            return Err("The plan does not solve the open level");
        }
        let level = cx.document.level();
        let game = self.choice.profile().map(|profile| profile.game.as_str());
        if game != Some(level.game_id()) {
            return Err("The screen profile is for another game than the open level");
        }
        if let Some(seen) = self.watch.look().and_then(|look| look.level.as_ref()) {
            if !alike(seen.level.start().as_ref(), level.start().as_ref()) {
                return Err("The window shows another level than the open one");
            }
            if !seen.at_start {
                return Err("Moves were already made in the window; take them back there");
            }
        }
        let moves = record.done.iter().chain(record.moves.iter());
        Ok(GivenPlan {
            level: level.clone(),
            moves: moves.cloned().collect(),
        })
    }

    /// Starts a run with the current settings, after ending the one before.
    pub(super) fn start(&mut self, cx: &mut Cx) {
        let Some(target) = self.choice.target(cx.document.level()) else {
            return;
        };
        let settings = self.settings.clone();
        let plan = settings.this_plan.then(|| self.plan_to_play(cx));
        let plan = match plan.transpose() {
            Ok(plan) => plan,
            Err(why) => return cx.messages.status(format!("{why}.")),
        };
        let film = settings.film.then(|| film_path(&target.profile, cx));
        let how = How {
            dry_run: settings.dry_run,
            levels: settings.levels,
            paused: settings.step_by_step,
            wait_for_focus: settings.wait_for_focus.then_some(FOCUS_WAIT),
            film: film.flatten(),
            solver: settings.solver,
            patience: (settings.patience > 0)
                .then(|| Duration::from_secs(settings.patience.into())),
            plan,
        };
        if let Some(profile) = self.choice.profile().filter(|_| target.draft.is_none()) {
            let used = &mut cx.settings.solving.profiles;
            used.insert(profile.game.clone(), profile.id.clone());
        }
        let (tell, feed) = Feed::new(cx.wake.clone());
        // Two runs must not press keys in one window.
        self.stop(cx);
        let look = self.watch.look();
        let checks = look.map(|look| look.checks.clone());
        let sight = look.and_then(|look| look.sight.clone());
        self.past = false;
        match cx.world.live.start(&target, &how, tell) {
            Ok(run) => {
                let checks = checks.unwrap_or_default();
                self.run = Some(Running::new(run, feed, how.dry_run, checks, sight));
                self.say_whether_playing(cx);
            }
            Err(error) => cx.messages.toast(Weight::Bad, error),
        }
    }
}

/// Path for the film of a new run.
fn film_path(profile: &str, cx: &Cx) -> Option<PathBuf> {
    let folder = cx.world.places.as_ref()?.films();
    if let Err(error) = std::fs::create_dir_all(&folder) {
        log::warn!("{}: {error}", folder.display());
        return None;
    }
    let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    Some(folder.join(format!("{now}-{profile}.gif")))
}
