//! What the workbench needs of the machine, behind traits, so that tests can play it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::session::disk::{Disk, RealDisk};
use crate::session::library::Places;

pub use crate::pages::import::{Pictures, RealPictures};
pub use crate::pages::live::{Live, RealLive};

/// A question for the system's file dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// Title of the dialog.
    pub title: &'static str,
    /// Names of kinds of files with their extensions.
    pub kinds: Vec<(&'static str, Vec<&'static str>)>,
    /// Where to begin.
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

/// The machine as the workbench sees it.
#[derive(Clone)]
pub struct World {
    /// Files.
    pub disk: Arc<dyn Disk>,
    /// Folders of the program; `None` where the platform names no home.
    pub places: Option<Places>,
    /// File dialogs.
    pub dialogs: Arc<dyn Dialogs>,
    /// Pictures that levels are read from.
    pub pictures: Arc<dyn Pictures>,
    /// Windows that games are played in.
    pub live: Arc<dyn Live>,
    /// This program's own file, to open practice windows with.
    pub program: Option<PathBuf>,
}

impl World {
    /// This machine.
    pub fn real() -> Self {
        let places = Places::of_this_machine();
        let profiles = places.as_ref().map(Places::profiles);
        let history = places.as_ref().map(Places::history);
        Self {
            disk: Arc::new(RealDisk),
            places,
            dialogs: Arc::new(SystemDialogs),
            pictures: Arc::new(RealPictures::new(profiles.clone())),
            live: Arc::new(RealLive::new(profiles, history)),
            program: std::env::current_exe().ok(),
        }
    }
}
