//! Saved portal tokens, one for each screen profile, with which the desktop remembers the user's permission.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::session::disk::{RealDisk, load_ron, save_ron};
use crate::session::library::AppFolders;

pub(super) struct PortalTokens {
    /// `None` if the system has no state folder.
    file: Option<PathBuf>,
    all: BTreeMap<String, String>,
}

impl PortalTokens {
    /// Loads the tokens of this machine. A file that cannot be read only makes the desktop ask again.
    pub(super) fn load() -> Self {
        let file = AppFolders::standard().map(|places| places.state.join("shared-windows.ron"));
        let all = file.as_ref().map(|file| load_ron(&RealDisk, file));
        Self {
            all: all.and_then(Result::ok).unwrap_or_default(),
            file,
        }
    }

    pub(super) fn get(&self, profile: &str) -> Option<&str> {
        self.all.get(profile).map(String::as_str)
    }

    /// Replaces and saves the token of a profile. A token can be used only once.
    pub(super) fn save(mut self, profile: &str, token: Option<String>) {
        match token {
            Some(token) => self.all.insert(profile.to_owned(), token),
            None => self.all.remove(profile),
        };
        let saved = self.file.map(|file| save_ron(&self.all, &RealDisk, &file));
        if let Some(Err(error)) = saved {
            log::warn!("the desktop will ask for the window again: {error}");
        }
    }
}
