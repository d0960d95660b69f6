//! The chosen screen profile and window, and the desktop's own dialog to choose a window that it shares.

use std::sync::Arc;

use egui::Ui;

use crate::autoplay::desktop::WindowId;
use crate::game::LevelRef;
use crate::kit::answer;
use crate::kit::fields::enabled_button;
use crate::page::Cx;
use crate::session::Task;
use crate::vision::{Lesson, LevelLabels, Profile};
use crate::world::{Pictures, WindowPreview, WindowTarget};

#[derive(Default)]
pub(super) struct TargetChoice {
    /// Available profiles; `None` until they are listed.
    pub(super) profiles: Option<Vec<Arc<Profile>>>,
    /// Id of the chosen profile.
    profile: Option<String>,
    picked_by_user: bool,
    /// The profile is one of several of this game, of which nothing says which one is meant.
    is_guess: bool,
    /// The game that was open at the time of the choice.
    game: String,
    /// An unsaved profile, used instead of the chosen one.
    pub(super) draft: Option<Arc<Profile>>,
    /// The user's corrections of clue numbers.
    corrections: LevelLabels,
    /// The window, if several match.
    pub(super) window: Option<WindowId>,
}

impl TargetChoice {
    /// Lists the profiles if needed, and makes sure that one is chosen: the current one while it is listed and no other
    /// game is opened, else one of this game, preferably `last_used`, else that of its practice window. Returns whether
    /// another game was opened.
    pub(super) fn update_list(
        &mut self,
        pictures: &dyn Pictures,
        game: &str,
        last_used: Option<&String>,
    ) -> bool {
        if self.draft.is_some() {
            return false;
        }
        let listed = self.profiles.get_or_insert_with(|| pictures.profiles());
        let game_changed = !self.game.is_empty() && self.game != game;
        game.clone_into(&mut self.game);
        let is_listed = |id: &String| listed.iter().any(|profile| profile.id == *id);
        if !game_changed && self.profile.as_ref().is_some_and(is_listed) {
            return false;
        }
        let of_game = || listed.iter().filter(|profile| profile.game == game);
        let last = of_game().find(|profile| Some(&profile.id) == last_used);
        let certain = last.or_else(|| of_game().find(|profile| profile.is_practice()));
        let certain = certain.or_else(|| of_game().next().filter(|_| of_game().count() == 1));
        self.is_guess = certain.is_none();
        let chosen = certain.or_else(|| of_game().next()).or(listed.first());
        let chosen = chosen.map(|profile| profile.id.clone());
        if chosen != self.profile {
            (self.profile, self.picked_by_user, self.window) = (chosen, false, None);
        }
        game_changed
    }

    /// Returns whether the chosen profile is just one of several that the level could be played with.
    pub(super) fn is_guess(&self) -> bool {
        self.is_guess && !self.picked_by_user && self.draft.is_none()
    }

    pub(super) fn profiles(&self) -> &[Arc<Profile>] {
        self.profiles.as_deref().unwrap_or_default()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.draft.is_none() && self.profiles.as_ref().is_some_and(Vec::is_empty)
    }

    /// Applies what the user has taught to the profile and the corrections.
    pub(super) fn learn(&mut self, lesson: &Lesson) {
        self.corrections.extend(lesson);
        // An unsaved profile is updated here, as it is not reloaded.
        if let Some(draft) = &mut self.draft {
            draft.clone_from(&lesson.profile);
        }
    }

    pub(super) fn profile(&self) -> Option<&Arc<Profile>> {
        let id = self.profile.as_ref();
        let mut listed = self.profiles().iter();
        let chosen = || listed.find(|profile| Some(&profile.id) == id);
        self.draft.as_ref().or_else(chosen)
    }

    pub(super) fn pick(&mut self, id: &str) {
        self.profile = Some(id.to_owned());
        self.picked_by_user = true;
        self.window = None;
    }

    /// Chooses the profile for practice windows of a game, if there is one.
    pub(super) fn choose_practice(&mut self, pictures: &dyn Pictures, game: &str) {
        let profiles = pictures.profiles();
        let practice = profiles.iter().find(|p| p.is_practice() && p.game == game);
        if let Some(profile) = practice {
            (self.profile, self.is_guess) = (Some(profile.id.clone()), false);
        }
        self.profiles = Some(profiles);
        self.window = None;
    }

    /// Chooses a profile that has an open window, if the chosen one has none and was not chosen by the user: one of
    /// this game, or any if there is none for this game. Returns whether the choice has changed.
    pub(super) fn choose_open_profile(&mut self, preview: &WindowPreview, game: &str) -> bool {
        if !preview.windows.is_empty() || self.picked_by_user || self.draft.is_some() {
            return false;
        }
        let is_of_game = |profile: &&Arc<Profile>| profile.game == game;
        let any_of_game = self.profiles().iter().any(|profile| is_of_game(&profile));
        let is_open = |profile: &&Arc<Profile>| {
            preview.open_profiles.contains(&profile.id) && (is_of_game(profile) || !any_of_game)
        };
        let other = self.profiles().iter().find(is_open);
        let other = other.map(|other| other.id.clone());
        let changed = other.is_some() && other != self.profile;
        if changed {
            (self.profile, self.is_guess) = (other, false);
        }
        changed
    }

    /// Resets the window if it is closed. Returns whether it was.
    pub(super) fn drop_closed_window(&mut self, preview: &WindowPreview) -> bool {
        let is_open = |id: WindowId| preview.windows.iter().any(|window| window.id == id);
        self.window.take_if(|id| !is_open(*id)).is_some()
    }

    /// Target for previews and runs, with this level open.
    pub(super) fn target(&self, level: &LevelRef) -> Option<WindowTarget> {
        Some(WindowTarget {
            profile: self.profile()?.id.clone(),
            window: self.window,
            draft: self.draft.clone(),
            corrections: self.corrections.clone(),
            level: Some(level.clone()),
        })
    }
}

/// A window that the desktop shares only once the user has chosen it in its dialog.
#[derive(Default)]
pub struct WindowSharing {
    request: Option<Task<Result<(), String>>>,
    error: Option<String>,
}

impl WindowSharing {
    /// Shows a button to choose the window for a screen profile, if the desktop has a dialog for that. If one
    /// `was_chosen` before, the user is asked again.
    pub fn button(&mut self, ui: &mut Ui, profile: &str, was_chosen: bool, cx: &Cx) {
        if !cx.world.live.can_choose_window() {
            return;
        }
        let text = match (self.request.is_some(), was_chosen) {
            (true, _) => "Choose it in the desktop's dialog",
            (false, true) => "Choose another window…",
            (false, false) => "Choose the window…",
        };
        let enabled = self.request.is_none();
        let tip = "This desktop shares only the windows you choose. Allow remote interaction there to let Planwright play.";
        if enabled_button(ui, enabled, text, tip) {
            let (live, profile) = (cx.world.live.clone(), profile.to_owned());
            self.error = None;
            let work = move |_: &_| live.choose_window(&profile, was_chosen);
            self.request = Some(Task::start("the desktop's question", &cx.wake, work));
        }
    }

    /// Processes the answer. Returns whether a window has just been chosen.
    pub fn poll(&mut self) -> bool {
        let outcome = Task::outcome_of(&mut self.request);
        if let Some(Err(error)) = &outcome {
            self.error = Some(answer::sentence(error));
        }
        outcome == Some(Ok(()))
    }

    pub fn error(&self) -> Option<&String> {
        self.error.as_ref()
    }
}
