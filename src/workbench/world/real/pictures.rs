//! Picture files and screen profiles of this machine.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{DynamicImage, RgbaImage};

use crate::kit::answer;
use crate::kit::picture::drawable;
use crate::session::disk::{Disk as _, RealDisk};
use crate::vision::{self, Profile, ProfileStore, import_image};
use crate::world::pictures::{PictureReading, Pictures};

/// Picture files, the shipped screen profiles and the user's own. Profiles are few and small, and reloaded at each use
/// so that edits take effect.
#[derive(Clone, Debug)]
pub struct RealPictures {
    own: Option<PathBuf>,
}

impl Pictures for RealPictures {
    fn profiles(&self) -> Vec<Arc<Profile>> {
        self.store().usable().cloned().map(Arc::new).collect()
    }

    fn read(&self, profile: &str, picture: &Path) -> Result<PictureReading, String> {
        let profile = Arc::new(self.profile(profile)?);
        let image = decode(picture)?;
        let screen = import_image(&profile, &image);
        let screen = screen.map_err(|error| answer::sentence(&error.to_string()))?;
        let image = Arc::new(image.into_rgba8());
        let picture = Arc::new(drawable(&image));
        Ok(PictureReading::new(image, picture, profile, &screen))
    }

    fn level_text(&self, picture: &Path) -> Option<String> {
        let limit = vision::MAX_PICTURE_BYTES as u64;
        let bytes = RealDisk.read(picture, limit).ok()?;
        Some(vision::level_text(&bytes)?.to_owned())
    }

    fn open(&self, picture: &Path) -> Result<Arc<RgbaImage>, String> {
        Ok(Arc::new(decode(picture)?.into_rgba8()))
    }

    fn save_profile(&self, profile: &Profile, replaces: bool) -> Result<(), String> {
        let Some(folder) = &self.own else {
            return Err("There is no folder for your own profiles on this computer.".to_owned());
        };
        let text = profile.to_ron().map_err(|error| error.to_string())?;
        let path = folder.join(format!("{}.ron", profile.id));
        let folder = std::fs::create_dir_all(folder);
        let written = folder.and_then(|()| write(&path, &text, replaces));
        written.map_err(|error| answer::file_error(&path, "cannot be written", &error))
    }
}

/// Writes a file atomically; replaces an existing one only if `replaces` is set.
fn write(path: &Path, text: &str, replaces: bool) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    file.as_file().sync_all()?;
    match replaces {
        true => file.persist(path)?,
        false => file.persist_noclobber(path)?,
    };
    Ok(())
}

fn decode(picture: &Path) -> Result<DynamicImage, String> {
    let name = picture.display();
    let limit = vision::MAX_PICTURE_BYTES as u64;
    let bytes = RealDisk.read(picture, limit);
    let bytes = bytes.map_err(|error| answer::file_error(picture, "cannot be read", &error))?;
    let picture = vision::decode(&bytes);
    picture.map_err(|error| format!("{name} is not a supported picture: {error}."))
}

impl RealPictures {
    /// Uses the shipped profiles and those in the folder `own`.
    pub fn new(own: Option<PathBuf>) -> Self {
        Self { own }
    }

    fn store(&self) -> ProfileStore {
        ProfileStore::load(self.own.as_deref())
    }

    /// Ids of the profiles that match one of these windows, given as (program, title).
    pub(super) fn for_windows<'a>(
        &self,
        windows: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Vec<String> {
        let store = self.store();
        // Profiles that play any game by its sprites match every browser.
        let matches = |profile: &&Profile| {
            let mut windows = windows.clone();
            !profile.needs_level() && windows.any(|(app, title)| profile.window.fits(app, title))
        };
        let matching = store.usable().filter(matches);
        matching.map(|profile| profile.id.clone()).collect()
    }

    /// The profile with this id, or why it cannot be used, for the user.
    pub(super) fn profile(&self, id: &str) -> Result<Profile, String> {
        let store = self.store();
        let profile = store.get(id).cloned();
        profile.map_err(|error| answer::sentence(&error.to_string()))
    }
}
