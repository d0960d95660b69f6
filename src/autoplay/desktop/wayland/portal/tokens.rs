//! What the desktop gave to remember a person's answers by, one token for each screen profile, so that
//! its question comes once.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::session::disk::{RealDisk, load_kept, save_kept};
use crate::session::library::Places;

/// The tokens in a file.
pub(super) struct Tokens {
    /// `None` where the system names no folder for it.
    file: Option<PathBuf>,
    all: BTreeMap<String, String>,
}

impl Tokens {
    /// Those of this machine. A file that cannot be read costs one question more.
    pub(super) fn of_this_machine() -> Self {
        let file = Places::of_this_machine().map(|places| places.state.join("shared-windows.ron"));
        let all = file.as_ref().map(|file| load_kept(&RealDisk, file));
        Self {
            all: all.and_then(Result::ok).unwrap_or_default(),
            file,
        }
    }

    /// The token for a profile.
    pub(super) fn get(&self, profile: &str) -> Option<&str> {
        self.all.get(profile).map(String::as_str)
    }

    /// Keeps the token for a profile instead of the one before, which can be used once only.
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
