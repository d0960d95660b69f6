use std::path::{Path, PathBuf};

use crate::kit::answer;
use crate::vision::{Profile, ProfileStore};
use crate::world::pictures::ProfileSummary;

/// Shipped screen profiles and the user's own. They are few and small, and reloaded at each use so that edits take
/// effect.
#[derive(Clone, Debug)]
pub(super) struct Profiles {
    own: Option<PathBuf>,
}

impl Profiles {
    pub(super) fn new(own: Option<PathBuf>) -> Self {
        Self { own }
    }

    pub(super) fn own(&self) -> Option<&Path> {
        self.own.as_deref()
    }

    fn store(&self) -> ProfileStore {
        ProfileStore::load(self.own.as_deref())
    }

    pub(super) fn names(&self) -> Vec<ProfileSummary> {
        let store = self.store();
        let summaries = store.usable().map(|profile| ProfileSummary {
            id: profile.id.clone(),
            title: profile.title.clone(),
            game: profile.game.clone(),
            practice: is_practice(profile),
        });
        summaries.collect()
    }

    /// Ids of the profiles that match one of these windows, given as (program, title).
    pub(super) fn for_windows<'a>(
        &self,
        windows: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Vec<String> {
        let store = self.store();
        // Profiles that play any game by its sprites match every browser.
        let matches = |profile: &&Profile| {
            let mut windows = windows.clone();
            !profile.needs_level() && windows.any(|(app, title)| profile.window.fits(app, title))
        };
        let matching = store.usable().filter(matches);
        matching.map(|profile| profile.id.clone()).collect()
    }

    /// The profile with this id, or why it cannot be used, for the user.
    pub(super) fn get(&self, id: &str) -> Result<Profile, String> {
        let store = self.store();
        let profile = store.get(id).cloned();
        profile.map_err(|error| answer::sentence(&error.to_string()))
    }
}

/// Returns whether a profile is for a practice window, which this program opens itself.
fn is_practice(profile: &Profile) -> bool {
    let start = profile.start.as_ref();
    let program = start.and_then(|start| start.command.first());
    program.is_some_and(|program| program == "{planwright}")
}
