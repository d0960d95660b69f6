//! Groups of settings.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::kit::pane::Sizes;
use crate::search::Budget;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    #[default]
    System,
    Light,
    Dark,
}

impl ThemeChoice {
    /// All choices with their labels.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::System, "System"),
        (Self::Light, "Light"),
        (Self::Dark, "Dark"),
    ];

    pub fn preference(self) -> egui::ThemePreference {
        match self {
            Self::System => egui::ThemePreference::System,
            Self::Light => egui::ThemePreference::Light,
            Self::Dark => egui::ThemePreference::Dark,
        }
    }
}

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
