//! Start of a run, its settings, and the open level's plan for it.

use std::path::PathBuf;

use super::LivePanel;
use super::run::{PanelRun, RunFeed};
use crate::autoplay::{StartLevel, have_same_boards};
use crate::page::Cx;
use crate::page::messages::Severity;
use crate::world::RunOptions;

#[derive(Clone, Debug, Default)]
pub(super) struct PlaySettings {
    /// Plays the open level's plan, rather than level after level.
    pub(super) this_plan: bool,
    pub(super) film: bool,
    /// The others, without plan and film.
    pub(super) options: RunOptions,
}

impl LivePanel {
    /// Returns the open level's plan if it can be played in the previewed window, otherwise the reason for the user.
    pub(super) fn playable_plan(&self, cx: &Cx) -> Result<StartLevel, &'static str> {
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
        Ok(StartLevel {
            level: level.clone(),
            plan: Some(moves.cloned().collect()),
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
        let options = RunOptions {
            film: film.flatten(),
            plan,
            ..settings.options
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
