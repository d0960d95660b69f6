//! The system's file dialogs.

use std::path::{Path, PathBuf};

/// A question for the system's file dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// Title of the dialog.
    pub title: &'static str,
    /// Names of kinds of files with their extensions.
    pub kinds: Vec<(&'static str, Vec<&'static str>)>,
    /// The folder it opens in.
    pub folder: Option<PathBuf>,
    /// The name offered for a new file.
    pub name: Option<String>,
}

/// The system's file dialogs. Called on threads of their own; they wait for the person.
pub trait Dialogs: Send + Sync {
    /// Lets the person choose a file; `None` if they cancel or there is no dialog.
    fn open(&self, ask: &Ask) -> Option<PathBuf>;

    /// Lets the person name a file to write and confirm its replacement.
    fn save(&self, ask: &Ask) -> Option<PathBuf>;

    /// Shows a folder in the system's file manager, without waiting for it.
    ///
    /// # Errors
    /// Why it cannot be shown, for people.
    fn show_folder(&self, folder: &Path) -> Result<(), String> {
        Err(format!("{} cannot be shown here.", folder.display()))
    }
}

/// The dialogs of this system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDialogs;

impl SystemDialogs {
    fn dialog(ask: &Ask) -> rfd::FileDialog {
        let mut dialog = rfd::FileDialog::new().set_title(ask.title);
        for (name, extensions) in &ask.kinds {
            dialog = dialog.add_filter(*name, extensions);
        }
        if let Some(folder) = &ask.folder {
            dialog = dialog.set_directory(folder);
        }
        if let Some(name) = &ask.name {
            dialog = dialog.set_file_name(name);
        }
        dialog
    }
}

impl Dialogs for SystemDialogs {
    fn open(&self, ask: &Ask) -> Option<PathBuf> {
        Self::dialog(ask).pick_file()
    }

    fn save(&self, ask: &Ask) -> Option<PathBuf> {
        Self::dialog(ask).save_file()
    }

    fn show_folder(&self, folder: &Path) -> Result<(), String> {
        let place = folder.display();
        open::that_detached(folder)
            .map_err(|error| format!("No program could be started to show {place}: {error}."))
    }
}
