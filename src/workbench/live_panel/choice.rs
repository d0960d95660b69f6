//! Which window is looked at: the screen profile that finds it, and which one of several windows.

use std::sync::Arc;

use crate::game::LevelRef;
use crate::vision::{Lesson, Profile, Said};
use crate::world::{Live, Look, ProfileName, Target};

/// The chosen screen profile and window.
#[derive(Default)]
pub(super) struct Choice {
    /// The screen profiles there are; `None` until they are listed.
    profiles: Option<Vec<ProfileName>>,
    /// Id of the chosen one.
    profile: Option<String>,
    /// The person chose it.
    picked: bool,
    /// The game that was open when it was chosen.
    game: String,
    /// A profile in the making, used instead of one of the list.
    draft: Option<(ProfileName, Arc<Profile>)>,
    /// What was said of numbers beside the board.
    said: Said,
    /// The window, where several fit.
    window: Option<u64>,
}

impl Choice {
    /// Lists the profiles if that is due, and sees that one is chosen: the last choice if it is still
    /// listed and no other game was opened since, else one of this game, preferably the one `used` last,
    /// else that of its practice window. Returns whether another game was opened.
    pub(super) fn list(&mut self, live: &dyn Live, game: &str, used: Option<&String>) -> bool {
        if self.draft.is_some() {
            return false;
        }
        let listed = self.profiles.get_or_insert_with(|| live.profiles());
        let other_game = !self.game.is_empty() && self.game != game;
        if self.game != game {
            game.clone_into(&mut self.game);
        }
        if !other_game
            && listed
                .iter()
                .any(|it| Some(&it.id) == self.profile.as_ref())
        {
            return false;
        }
        let own = || listed.iter().filter(|profile| profile.game == game);
        let last = own().find(|profile| Some(&profile.id) == used);
        let practice = || own().find(|profile| profile.practice);
        let chosen = last.or_else(practice).or_else(|| own().next());
        let chosen = chosen.or(listed.first()).map(|profile| profile.id.clone());
        if chosen != self.profile {
            (self.profile, self.picked, self.window) = (chosen, false, None);
        }
        other_game
    }

    /// Lists the profiles again when they are next needed.
    pub(super) fn forget_list(&mut self) {
        self.profiles = None;
    }

    /// The profiles of the list.
    pub(super) fn profiles(&self) -> &[ProfileName] {
        self.profiles.as_deref().unwrap_or_default()
    }

    /// There is no profile to choose.
    pub(super) fn is_empty(&self) -> bool {
        self.draft.is_none() && self.profiles.as_ref().is_some_and(Vec::is_empty)
    }

    /// The profile in the making that is used.
    pub(super) fn draft(&self) -> Option<&(ProfileName, Arc<Profile>)> {
        self.draft.as_ref()
    }

    /// Uses a profile in the making, or those of the list again.
    pub(super) fn set_draft(&mut self, draft: Option<(ProfileName, Arc<Profile>)>) {
        self.draft = draft;
        self.window = None;
    }

    /// Looks by a profile that has learnt, and by what was said with it.
    pub(super) fn learn(&mut self, lesson: &Lesson) {
        self.said.extend(lesson);
        // The next look is to know what was said in the one before.
        if let Some((_, draft)) = &mut self.draft {
            *draft = lesson.profile.clone();
        }
    }

    /// The chosen profile.
    pub(super) fn profile(&self) -> Option<&ProfileName> {
        if let Some((name, _)) = &self.draft {
            return Some(name);
        }
        let id = self.profile.as_ref()?;
        self.profiles().iter().find(|profile| profile.id == *id)
    }

    /// Chooses a profile on behalf of the person.
    pub(super) fn pick(&mut self, id: &str) {
        self.profile = Some(id.to_owned());
        self.picked = true;
        self.window = None;
    }

    /// Chooses the profile for practice windows of a game, if there is one.
    pub(super) fn choose_practice(&mut self, live: &dyn Live, game: &str) {
        let profiles = live.profiles();
        let practice = profiles.iter().find(|p| p.practice && p.game == game);
        if let Some(profile) = practice {
            self.profile = Some(profile.id.clone());
        }
        self.profiles = Some(profiles);
        self.window = None;
    }

    /// Chooses a profile that has an open window where the chosen one has none and the person did not
    /// choose it: one of this game, or of any if there is none for this game. Returns whether the choice
    /// changed.
    pub(super) fn choose_open(&mut self, look: &Look, game: &str) -> bool {
        if !look.windows.is_empty() || self.picked || self.draft.is_some() {
            return false;
        }
        let is_own = |profile: &&ProfileName| profile.game == game;
        let any_own = self.profiles().iter().any(|profile| is_own(&profile));
        let is_open = |profile: &&ProfileName| {
            look.open.contains(&profile.id) && (is_own(profile) || !any_own)
        };
        let Some(instead) = self.profiles().iter().find(is_open) else {
            return false;
        };
        let instead = Some(instead.id.clone());
        if instead == self.profile {
            return false;
        }
        self.profile = instead;
        true
    }

    /// The chosen window.
    pub(super) fn window(&self) -> Option<u64> {
        self.window
    }

    /// Chooses one of several windows, or none.
    pub(super) fn set_window(&mut self, window: Option<u64>) {
        self.window = window;
    }

    /// Gives up the chosen window if it is not there any more.
    pub(super) fn drop_closed_window(&mut self, look: &Look) -> bool {
        let Some(chosen) = self.window else {
            return false;
        };
        let closed = look.windows.iter().all(|window| window.id != chosen);
        if closed {
            self.window = None;
        }
        closed
    }

    /// What is to be looked at and played in, with this level open.
    pub(super) fn target(&self, level: &LevelRef) -> Option<Target> {
        Some(Target {
            profile: self.profile()?.id.clone(),
            window: self.window,
            draft: self.draft.as_ref().map(|(_, profile)| profile.clone()),
            said: self.said.clone(),
            level: Some(level.clone()),
        })
    }
}
