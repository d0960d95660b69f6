//! The settings: what the person chose, kept in a file.

mod groups;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use self::groups::*;
pub use crate::catalogue::{LibraryFilter, SolvedFilter};
use crate::game::from_ron_text;
use crate::session::disk::{Disk, save_kept};

/// Largest settings file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// All settings. Fields that a file lacks take their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Size of text and controls, 1 = as the system asks for; 0.6 to 2.5.
    pub zoom: f32,
    /// Motion and sound.
    pub feel: Feel,
    /// How boards are drawn.
    pub boards: BoardSettings,
    /// Commands a second of a running program.
    pub program_speed: f32,
    /// How levels are saved.
    pub saving: SavingSettings,
    /// Which solvers are used, and what they may use.
    pub solving: SolvingSettings,
    /// The game shown first for New.
    pub game: String,
    /// Which parts of the window are open, and how large they are.
    pub panes: Panes,
    /// Files opened lately, the last one first.
    pub recent: Vec<PathBuf>,
    /// Which levels the library shows.
    pub library: LibraryFilter,
    /// What one sees first.
    pub welcome: Welcome,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            zoom: 1.0,
            feel: Feel::default(),
            boards: BoardSettings::default(),
            program_speed: 4.0,
            saving: SavingSettings::default(),
            solving: SolvingSettings::default(),
            game: String::new(),
            panes: Panes::default(),
            recent: Vec::new(),
            library: LibraryFilter::default(),
            welcome: Welcome::default(),
        }
    }
}

/// Smallest and largest [`Settings::zoom`].
pub const ZOOM: std::ops::RangeInclusive<f32> = 0.6..=2.5;

/// Files remembered in [`Settings::recent`].
const MAX_RECENT: usize = 12;

impl Settings {
    /// Reads the settings. A file that cannot be understood is copied aside, and the defaults are
    /// used; the text returned beside them says so.
    pub fn load(disk: &dyn Disk, path: &Path) -> (Self, Option<String>) {
        let bytes = match disk.modified(path) {
            Ok(None) => return (Self::default(), None),
            Ok(Some(_)) => disk.read(path, MAX_BYTES),
            Err(error) => Err(error),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => {
                let message = format!(
                    "The settings in {} cannot be read ({error}); this run uses the defaults.",
                    path.display()
                );
                return (Self::default(), Some(message));
            }
        };
        match from_ron_text::<Self>(&String::from_utf8_lossy(&bytes)) {
            Ok(settings) => (settings.in_range(), None),
            Err(error) => {
                let copy = path.with_extension("ron.broken");
                let kept = match disk.write_atomic(&copy, &bytes) {
                    Ok(()) => format!("it was kept as {}", copy.display()),
                    Err(error) => format!("it could not be backed up ({error})"),
                };
                let message =
                    format!("The settings file is damaged ({error}); {kept}. Using the defaults.");
                (Self::default(), Some(message))
            }
        }
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// When the file cannot be written; the old one is untouched then.
    pub fn save(&self, disk: &dyn Disk, path: &Path) -> Result<(), String> {
        save_kept(self, disk, path)
    }

    /// Remembers a file as the one opened last.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }

    fn in_range(mut self) -> Self {
        self.zoom = if self.zoom.is_finite() {
            self.zoom.clamp(*ZOOM.start(), *ZOOM.end())
        } else {
            1.0
        };
        self.panes.sizes.retain(|_, size| size.is_finite());
        let solving = &mut self.solving;
        solving.memory_mib = solving.memory_mib.max(64);
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
