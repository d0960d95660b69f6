//! What belongs together of the settings.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::kit::pane::Sizes;
use crate::search::Budget;

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

/// Whether what moves is shown moving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Motion {
    /// As the system says.
    #[default]
    System,
    /// It moves.
    Full,
    /// It is shown where it ends.
    Reduced,
}

impl Motion {
    /// All choices with their names on screen.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::System, "System"),
        (Self::Full, "Full"),
        (Self::Reduced, "Reduced"),
    ];
}

/// What the window does beside showing things.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Feel {
    /// Whether what moves is shown moving.
    pub motion: Motion,
    /// Whether moves can be heard.
    pub sounds: bool,
}

/// What one sees first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Welcome {
    /// Whether one begins on a page that says what there is.
    pub start_page: bool,
}

impl Default for Welcome {
    fn default() -> Self {
        Self { start_page: true }
    }
}

/// How levels are saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SavingSettings {
    /// Folder of the person's levels; `None` for the usual one.
    pub levels_folder: Option<PathBuf>,
    /// The folder of the file that was chosen last.
    pub last_folder: Option<PathBuf>,
    /// The form that Save as offers first: `txt` or `ron`.
    pub form: String,
    /// What happens to unsaved changes at the end.
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

/// Which solvers and screen profiles are used, and what solvers may use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolvingSettings {
    /// Time a solver may take, in seconds; 0 = no limit.
    pub time_limit_s: u32,
    /// Memory a solver may use for its tables, in MiB.
    pub memory_mib: u32,
    /// The solver last chosen, by game.
    pub solvers: BTreeMap<String, String>,
    /// The screen profile last used, by game.
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

/// How boards are drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoardSettings {
    /// Whether boards whose cells have heights are shown as blocks.
    pub isometric: bool,
    /// Letters instead of pictures.
    pub letters: bool,
    /// Whole levels where their game shows a part at a time.
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

/// Which parts of the window are open, and how large they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Panes {
    /// Library.
    pub library: bool,
    /// Inspector and solver.
    pub inspector: bool,
    /// Timeline.
    pub timeline: bool,
    /// Sizes that panels were dragged to.
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
