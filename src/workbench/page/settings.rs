//! The user's settings and their file.

mod groups;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use self::groups::*;
pub use crate::catalogue::{LibraryFilter, SolvedFilter};
use crate::game::from_ron_text;
use crate::session::disk::{Disk, save_ron};

/// Size limit of the settings file, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// All settings. Fields missing from the file take their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub theme: ThemeChoice,
    /// Size of text and controls; 1 is the system's scale. Range: [`ZOOM_RANGE`].
    pub zoom: f32,
    pub feel: FeedbackSettings,
    pub boards: BoardSettings,
    /// Playback speed of programs, in commands per second.
    pub program_speed: f32,
    pub saving: SavingSettings,
    pub solving: SolvingSettings,
    /// Game preselected for New.
    pub game: String,
    pub panes: Panes,
    /// Recently opened files, latest first.
    pub recent: Vec<PathBuf>,
    pub library: LibraryFilter,
    pub welcome: StartSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            zoom: 1.0,
            feel: FeedbackSettings::default(),
            boards: BoardSettings::default(),
            program_speed: 4.0,
            saving: SavingSettings::default(),
            solving: SolvingSettings::default(),
            game: String::new(),
            panes: Panes::default(),
            recent: Vec::new(),
            library: LibraryFilter::default(),
            welcome: StartSettings::default(),
        }
    }
}

pub const ZOOM_RANGE: std::ops::RangeInclusive<f32> = 0.6..=2.5;

const MAX_RECENT: usize = 12;

impl Settings {
    /// Reads the settings; if unreadable, the defaults with a message, after a backup of a damaged file.
    pub fn load(disk: &dyn Disk, path: &Path) -> (Self, Option<String>) {
        let read = match disk.modified(path) {
            Ok(None) => return (Self::default(), None),
            modified => modified.and_then(|_| disk.read(path, MAX_BYTES)),
        };
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) => {
                let path = path.display();
                let message =
                    format!("The settings in {path} cannot be read ({error}). Using the defaults.");
                return (Self::default(), Some(message));
            }
        };
        match from_ron_text::<Self>(&String::from_utf8_lossy(&bytes)) {
            Ok(settings) => (settings.clamped(), None),
            Err(error) => {
                let copy = path.with_extension("ron.broken");
                let backup = match disk.write_atomic(&copy, &bytes) {
                    Ok(()) => format!("a copy was saved as {}", copy.display()),
                    Err(error) => format!("it could not be backed up ({error})"),
                };
                let message = format!(
                    "The settings file is damaged ({error}); {backup}. Using the defaults."
                );
                (Self::default(), Some(message))
            }
        }
    }

    ///
    /// # Errors
    /// When the file cannot be written; the old one is unchanged then.
    pub fn save(&self, disk: &dyn Disk, path: &Path) -> Result<(), String> {
        save_ron(self, disk, path)
    }

    /// Puts a file first in the list of recent files.
    pub fn add_recent(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }

    fn clamped(mut self) -> Self {
        let zoom = self.zoom.clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end());
        self.zoom = if self.zoom.is_finite() { zoom } else { 1.0 };
        self.panes.sizes.retain(|_, size| size.is_finite());
        self.solving.memory_mib = self.solving.memory_mib.max(64);
        if self.saving.form != "ron" {
            self.saving.form = "txt".to_owned();
        }
        self.recent.truncate(MAX_RECENT);
        if crate::games::by_id(&self.library.game).is_none() {
            self.library.game.clear();
        }
        self
    }
}

#[cfg(test)]
mod tests;
