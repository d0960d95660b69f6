//! Saved portal tokens, one for each screen profile, with which the desktop remembers the user's permission.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::session::disk::{RealDisk, load_kept, save_kept};
use crate::session::library::Places;

pub(super) struct Tokens {
    /// `None` if the system has no state folder.
    file: Option<PathBuf>,
    all: BTreeMap<String, String>,
}

impl Tokens {
    /// Loads the tokens of this machine. A file that cannot be read only makes the desktop ask again.
    pub(super) fn of_this_machine() -> Self {
        let file = Places::of_this_machine().map(|places| places.state.join("shared-windows.ron"));
        let all = file.as_ref().map(|file| load_kept(&RealDisk, file));
        Self {
            all: all.and_then(Result::ok).unwrap_or_default(),
            file,
        }
    }

    pub(super) fn get(&self, profile: &str) -> Option<&str> {
        self.all.get(profile).map(String::as_str)
    }

    /// Replaces and saves the token of a profile. A token can be used only once.
    pub(super) fn keep(mut self, profile: &str, token: Option<String>) {
        match token {
            Some(token) => self.all.insert(profile.to_owned(), token),
            None => self.all.remove(profile),
        };
        let kept = self.file.map(|file| save_kept(&self.all, &RealDisk, &file));
        if let Some(Err(error)) = kept {
            log::warn!("the desktop will ask for the window again: {error}");
        }
    }
}
