//! The user's settings and their file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use egui::ThemePreference;
use serde::{Deserialize, Serialize};

use crate::game::from_ron_text;
use crate::kit::answer;
use crate::kit::pane::Sizes;
use crate::search::Budget;
use crate::session::disk::{Disk, save_ron};
use crate::session::library::numbered_path;

pub use crate::catalogue::{LibraryFilter, SolvedFilter};

/// Size limit of the settings file, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// All settings. Fields missing from the file take their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub theme: ThemePreference,
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
            theme: ThemePreference::System,
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

/// Limits of the interface's size, as a factor.
pub const ZOOM_RANGE: std::ops::RangeInclusive<f32> = 0.6..=2.5;
/// Minimum memory limit for solvers, in MiB.
const MIN_MEMORY_MIB: u32 = 64;
/// Levels in the list of recent ones.
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
                let (path, reason) = (path.display(), answer::io_error(&error));
                let message = format!(
                    "The settings in {path} cannot be read ({reason}). Using the defaults."
                );
                return (Self::default(), Some(message));
            }
        };
        match from_ron_text::<Self>(&String::from_utf8_lossy(&bytes)) {
            Ok(settings) => (settings.clamped(), None),
            Err(error) => {
                let copy = path.with_extension("ron.broken");
                let backup = match disk.write_atomic(&copy, &bytes) {
                    Ok(()) => format!("a copy was saved as {}", copy.display()),
                    Err(error) => {
                        format!("it could not be backed up ({})", answer::io_error(&error))
                    }
                };
                let message = format!(
                    "The settings file is damaged ({error}); {backup}. Using the defaults."
                );
                (Self::default(), Some(message))
            }
        }
    }

    /// Saves the settings.
    ///
    /// # Errors
    /// When the file cannot be written; the old one is unchanged then.
    pub fn save(&self, disk: &dyn Disk, path: &Path) -> Result<(), String> {
        save_ron(self, disk, path)
    }

    /// Puts a file first in the list of recent files. A file counts once, whichever of its levels was opened.
    pub fn add_recent(&mut self, path: &Path) {
        let file = numbered_path(path).0;
        self.recent.retain(|other| numbered_path(other).0 != file);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }

    fn clamped(mut self) -> Self {
        let zoom = self.zoom.clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end());
        self.zoom = if self.zoom.is_finite() { zoom } else { 1.0 };
        self.panes.sizes.retain(|_, size| size.is_finite());
        self.solving.memory_mib = self.solving.memory_mib.max(MIN_MEMORY_MIB);
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

/// All themes with their labels.
pub const THEMES: [(ThemePreference, &str); 3] = [
    (ThemePreference::System, "System"),
    (ThemePreference::Light, "Light"),
    (ThemePreference::Dark, "Dark"),
];

/// Handling of unsaved changes when the workbench is closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OnQuit {
    /// Keeps them in recovery files and offers them at the next start.
    #[default]
    Keep,
    Ask,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MotionChoice {
    #[default]
    System,
    Full,
    /// Without animation: only the final state is displayed.
    Reduced,
}

impl MotionChoice {
    /// All choices with their labels.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::System, "System"),
        (Self::Full, "Full"),
        (Self::Reduced, "Reduced"),
    ];
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FeedbackSettings {
    pub motion: MotionChoice,
    pub sounds: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StartSettings {
    /// Opens the start page at program start.
    pub start_page: bool,
}

impl Default for StartSettings {
    fn default() -> Self {
        Self { start_page: true }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SavingSettings {
    /// Folder of the user's levels; `None` for the default.
    pub levels_folder: Option<PathBuf>,
    /// Folder of the file chosen last in a dialog.
    pub last_folder: Option<PathBuf>,
    /// Format that Save as offers first: `txt` or `ron`.
    pub form: String,
    /// Handling of unsaved changes at program end.
    pub on_quit: OnQuit,
}

impl Default for SavingSettings {
    fn default() -> Self {
        Self {
            levels_folder: None,
            last_folder: None,
            form: "txt".to_owned(),
            on_quit: OnQuit::Keep,
        }
    }
}

/// Chosen solvers and screen profiles, and limits for solvers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolvingSettings {
    /// Time limit in seconds; 0 for none.
    pub time_limit_s: u32,
    /// Memory limit for solver tables, in MiB.
    pub memory_mib: u32,
    /// Last chosen solver, by game.
    pub solvers: BTreeMap<String, String>,
    /// Last used screen profile, by game.
    pub profiles: BTreeMap<String, String>,
}

impl Default for SolvingSettings {
    fn default() -> Self {
        Self {
            time_limit_s: 0,
            memory_mib: (Budget::DEFAULT_MEMORY >> 20) as u32,
            solvers: BTreeMap::new(),
            profiles: BTreeMap::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoardSettings {
    /// Draws boards whose cells have heights as blocks.
    pub isometric: bool,
    /// Draws letters instead of pictures.
    pub letters: bool,
    /// Draws whole levels of games that display one part at a time.
    pub whole: bool,
}

impl Default for BoardSettings {
    fn default() -> Self {
        Self {
            isometric: true,
            letters: false,
            whole: false,
        }
    }
}

/// Open panels and their sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Panes {
    pub library: bool,
    /// The inspector and solver panels are open.
    pub inspector: bool,
    pub timeline: bool,
    /// Sizes set by dragging.
    pub sizes: Sizes,
}

impl Default for Panes {
    fn default() -> Self {
        Self {
            library: true,
            inspector: true,
            timeline: true,
            sizes: Sizes::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::disk::RealDisk;

    #[test]
    fn settings_survive_the_file() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let path = home.path().join("settings.ron");
        let mut settings = Settings {
            theme: ThemePreference::Dark,
            zoom: 1.25,
            ..Settings::default()
        };
        settings.add_recent(Path::new("/tmp/a.txt"));
        let solvers = &mut settings.solving.solvers;
        solvers.insert("null".to_owned(), "some".to_owned());
        settings.save(&RealDisk, &path).expect("is writable");
        assert_eq!(Settings::load(&RealDisk, &path), (settings, None));
    }

    #[test]
    fn what_a_file_lacks_takes_its_default() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let path = home.path().join("settings.ron");
        std::fs::write(&path, "(zoom: 99.0)").expect("is writable");
        let (settings, message) = Settings::load(&RealDisk, &path);
        assert_eq!(message, None);
        assert_eq!(settings.zoom, *ZOOM_RANGE.end());
        assert_eq!(settings.theme, ThemePreference::System);
    }

    #[test]
    fn an_unknown_field_is_an_error_that_names_it() {
        for text in ["(colour: 1)", "(solving: (colour: 1))"] {
            let error = from_ron_text::<Settings>(text).expect_err("is no setting");
            assert!(error.to_string().contains("colour"), "{error}");
        }
    }

    #[test]
    fn a_file_opened_again_is_remembered_once() {
        let mut settings = Settings::default();
        for name in ["a", "b", "a"] {
            settings.add_recent(Path::new(name));
        }
        assert_eq!(settings.recent, [PathBuf::from("a"), PathBuf::from("b")]);
        for name in ["b#1", "b#12"] {
            settings.add_recent(Path::new(name));
        }
        let latest = [PathBuf::from("b#12"), PathBuf::from("a")];
        assert_eq!(settings.recent, latest, "one of each file");
    }
}
