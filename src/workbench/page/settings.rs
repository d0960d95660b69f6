//! The settings: what the person chose, kept in a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

pub use crate::catalogue::{LibraryFilter, SolvedFilter};
use crate::game::from_ron_text;
use crate::session::disk::{Disk, save_kept};

/// Largest settings file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// As the system says.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl ThemeChoice {
    /// All choices with their names on screen.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::System, "System"),
        (Self::Light, "Light"),
        (Self::Dark, "Dark"),
    ];

    /// In egui's terms.
    pub fn preference(self) -> egui::ThemePreference {
        match self {
            Self::System => egui::ThemePreference::System,
            Self::Light => egui::ThemePreference::Light,
            Self::Dark => egui::ThemePreference::Dark,
        }
    }
}

/// What happens to unsaved changes when the workbench is closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OnQuit {
    /// They are kept beside the files and offered at the next start.
    #[default]
    Keep,
    /// The person is asked.
    Ask,
}

/// How levels are saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SavingSettings {
    /// Folder of the person's levels; `None` for the usual one.
    pub levels_folder: Option<PathBuf>,
    /// The form that Save as offers first: `txt` or `ron`.
    pub form: String,
    /// What happens to unsaved changes at the end.
    pub on_quit: OnQuit,
}

impl Default for SavingSettings {
    fn default() -> Self {
        Self {
            levels_folder: None,
            form: "txt".to_owned(),
            on_quit: OnQuit::Keep,
        }
    }
}

/// Which solvers are used, and what they may use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolvingSettings {
    /// Time a solver may take, in seconds; 0 = no limit.
    pub time_limit_s: u32,
    /// Memory a solver may use for its tables, in MiB.
    pub memory_mib: u32,
    /// The solver last chosen, by game.
    pub solvers: BTreeMap<String, String>,
}

impl Default for SolvingSettings {
    fn default() -> Self {
        Self {
            time_limit_s: 0,
            memory_mib: 2048,
            solvers: BTreeMap::new(),
        }
    }
}

/// How boards are drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoardSettings {
    /// Whether boards whose cells have heights are shown as blocks.
    pub isometric: bool,
    /// Letters instead of pictures.
    pub letters: bool,
}

impl Default for BoardSettings {
    fn default() -> Self {
        Self {
            isometric: true,
            letters: false,
        }
    }
}

/// All settings. Fields that a file lacks take their defaults, so files of older versions stay
/// readable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Size of text and controls, 1 = as the system asks for; 0.6 to 2.5.
    pub zoom: f32,
    /// Whether moving things are shown moving.
    pub animations: bool,
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
    /// Which parts of the window are open.
    pub panes: Panes,
    /// Files opened lately, the last one first.
    pub recent: Vec<PathBuf>,
    /// Which levels the library shows.
    pub library: LibraryFilter,
    /// Whether one begins on a page that says what there is.
    pub start_page: bool,
}

/// Which parts of the window are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Panes {
    /// Library.
    pub library: bool,
    /// Inspector and solver.
    pub inspector: bool,
    /// Timeline.
    pub timeline: bool,
}

impl Default for Panes {
    fn default() -> Self {
        Self {
            library: true,
            inspector: true,
            timeline: true,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            zoom: 1.0,
            animations: true,
            boards: BoardSettings::default(),
            program_speed: 4.0,
            saving: SavingSettings::default(),
            solving: SolvingSettings::default(),
            game: String::new(),
            panes: Panes::default(),
            recent: Vec::new(),
            library: LibraryFilter::default(),
            start_page: true,
        }
    }
}

/// A field of the settings file.
#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Key {
    Theme,
    Zoom,
    Animations,
    Boards,
    ProgramSpeed,
    Saving,
    Solving,
    Game,
    Panes,
    Recent,
    Library,
    StartPage,
    // Files of older versions have these fields beside the others.
    Isometric,
    LevelsFolder,
    Form,
    OnQuit,
    TimeLimitS,
    MemoryMib,
    Solvers,
}

impl Settings {
    /// Reads the value of a field.
    fn read<'de, M: MapAccess<'de>>(&mut self, key: Key, map: &mut M) -> Result<(), M::Error> {
        let Self {
            boards,
            saving,
            solving,
            ..
        } = self;
        match key {
            Key::Theme => self.theme = map.next_value()?,
            Key::Zoom => self.zoom = map.next_value()?,
            Key::Animations => self.animations = map.next_value()?,
            Key::Boards => *boards = map.next_value()?,
            Key::ProgramSpeed => self.program_speed = map.next_value()?,
            Key::Saving => *saving = map.next_value()?,
            Key::Solving => *solving = map.next_value()?,
            Key::Game => self.game = map.next_value()?,
            Key::Panes => self.panes = map.next_value()?,
            Key::Recent => self.recent = map.next_value()?,
            Key::Library => self.library = map.next_value()?,
            Key::StartPage => self.start_page = map.next_value()?,
            Key::Isometric => boards.isometric = map.next_value()?,
            Key::LevelsFolder => saving.levels_folder = map.next_value()?,
            Key::Form => saving.form = map.next_value()?,
            Key::OnQuit => saving.on_quit = map.next_value()?,
            Key::TimeLimitS => solving.time_limit_s = map.next_value()?,
            Key::MemoryMib => solving.memory_mib = map.next_value()?,
            Key::Solvers => solving.solvers = map.next_value()?,
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Settings;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("settings")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Settings, M::Error> {
                let mut settings = Settings::default();
                while let Some(key) = map.next_key()? {
                    settings.read(key, &mut map)?;
                }
                Ok(settings)
            }
        }

        deserializer.deserialize_struct("Settings", &[], Fields)
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
        let solving = &mut self.solving;
        solving.memory_mib = solving.memory_mib.max(64);
        if self.saving.form != "ron" {
            self.saving.form = "txt".to_owned();
        }
        self.recent.truncate(MAX_RECENT);
        if crate::games::by_id(&self.library.game).is_none_or(|game| game.info().hidden) {
            self.library.game.clear();
        }
        self
    }
}

#[cfg(test)]
mod tests;
