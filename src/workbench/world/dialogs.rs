//! The system's file dialogs.

use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DialogSpec {
    pub title: &'static str,
    /// File types: names and extensions.
    pub kinds: Vec<(&'static str, Vec<&'static str>)>,
    pub folder: Option<PathBuf>,
    pub name: Option<String>,
}

/// The system's file dialogs. Called on background threads; they block until the user answers.
pub trait Dialogs: Send + Sync {
    /// Lets the user choose a file; `None` if cancelled or no dialog is available.
    fn open(&self, spec: &DialogSpec) -> Option<PathBuf>;

    /// Lets the user name a file to write and confirm its replacement.
    fn save(&self, spec: &DialogSpec) -> Option<PathBuf>;

    /// Opens a folder in the system's file manager without waiting for it.
    /// An error is for the user.
    fn show_folder(&self, folder: &Path) -> Result<(), String> {
        Err(format!("{} cannot be opened here.", folder.display()))
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDialogs;

impl SystemDialogs {
    fn dialog(spec: &DialogSpec) -> rfd::FileDialog {
        let mut dialog = rfd::FileDialog::new().set_title(spec.title);
        for (name, extensions) in &spec.kinds {
            dialog = dialog.add_filter(*name, extensions);
        }
        if let Some(folder) = &spec.folder {
            dialog = dialog.set_directory(folder);
        }
        if let Some(name) = &spec.name {
            dialog = dialog.set_file_name(name);
        }
        dialog
    }
}

impl Dialogs for SystemDialogs {
    fn open(&self, ask: &DialogSpec) -> Option<PathBuf> {
        Self::dialog(ask).pick_file()
    }

    fn save(&self, ask: &DialogSpec) -> Option<PathBuf> {
        Self::dialog(ask).save_file()
    }

    fn show_folder(&self, folder: &Path) -> Result<(), String> {
        let opened = open::that_detached(folder);
        opened.map_err(|error| format!("{} could not be opened: {error}.", folder.display()))
    }
}
