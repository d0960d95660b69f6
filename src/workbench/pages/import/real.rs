//! Pictures on this machine's disk, read by the screen profiles on it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{DynamicImage, RgbaImage};

use crate::session::disk::{Disk as _, RealDisk};
use crate::vision::{self, Profile, ProfileStore, import_image};

use super::{PictureReading, Pictures, ProfileName};
use crate::kit::answer;
use crate::pages::live::drawable;

/// The shipped profiles and the person's own. Read again each time: they are few and small, and
/// a person who edits one wants to see what comes of it.
#[derive(Clone, Debug)]
pub(crate) struct Profiles {
    own: Option<PathBuf>,
}

impl Profiles {
    /// With the person's own in this folder.
    pub(crate) fn new(own: Option<PathBuf>) -> Self {
        Self { own }
    }

    fn store(&self) -> ProfileStore {
        ProfileStore::load(self.own.as_deref())
    }

    /// Those that can be used.
    pub(crate) fn names(&self) -> Vec<ProfileName> {
        let store = self.store();
        let named = store.usable().map(|profile| ProfileName {
            id: profile.id.clone(),
            title: profile.title.clone(),
            game: profile.game.clone(),
            practice: is_practice(profile),
        });
        named.collect()
    }

    /// Ids of those that one of these windows, by program and title, may be of.
    pub(crate) fn for_windows<'a>(
        &self,
        windows: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Vec<String> {
        let store = self.store();
        let fits = |profile: &&Profile| {
            windows
                .clone()
                .any(|(app, title)| profile.window.fits(app, title))
        };
        store
            .usable()
            .filter(fits)
            .map(|profile| profile.id.clone())
            .collect()
    }

    /// One of them.
    pub(crate) fn get(&self, id: &str) -> Result<Profile, String> {
        let store = self.store();
        let profile = store.get(id).cloned();
        profile.map_err(|error| answer::sentence(&error.to_string()))
    }
}

/// Whether it is for a window that this program itself opens.
fn is_practice(profile: &Profile) -> bool {
    let start = profile.start.as_ref();
    let program = start.and_then(|start| start.command.first());
    program.is_some_and(|program| program == "{planwright}")
}

/// Picture files of this machine.
#[derive(Clone, Debug)]
pub struct RealPictures {
    profiles: Profiles,
}

impl RealPictures {
    /// With the shipped profiles and those in the person's own folder.
    pub fn new(own: Option<PathBuf>) -> Self {
        Self {
            profiles: Profiles::new(own),
        }
    }
}

impl Pictures for RealPictures {
    fn profiles(&self) -> Vec<ProfileName> {
        self.profiles.names()
    }

    fn read(&self, profile: &str, picture: &Path) -> Result<PictureReading, String> {
        let profile = self.profiles.get(profile)?;
        let image = decoded(picture)?;
        let seen =
            import_image(&profile, &image).map_err(|error| answer::sentence(&error.to_string()))?;
        Ok(PictureReading {
            reading: seen.reading,
            threshold: seen.doubtful_below,
            picture: Arc::new(drawable(&image.to_rgba8())),
        })
    }

    fn open(&self, picture: &Path) -> Result<Arc<RgbaImage>, String> {
        Ok(Arc::new(decoded(picture)?.into_rgba8()))
    }

    fn keep(&self, profile: &Profile) -> Result<(), String> {
        let Some(folder) = &self.profiles.own else {
            return Err("There is no folder for your own profiles on this machine.".to_owned());
        };
        let text = profile.to_ron().map_err(|error| error.to_string())?;
        let path = folder.join(format!("{}.ron", profile.id));
        std::fs::create_dir_all(folder)
            .and_then(|()| write_new(&path, &text))
            .map_err(|error| format!("{} cannot be written: {error}.", path.display()))
    }
}

/// Writes a file that must not be there yet, whole or not at all.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    Ok(())
}

/// A picture file, held to what can be shown.
fn decoded(picture: &Path) -> Result<DynamicImage, String> {
    let name = picture.display();
    let limit = vision::MAX_PICTURE_BYTES as u64;
    let bytes = RealDisk
        .read(picture, limit)
        .map_err(|error| format!("{name} cannot be read: {error}."))?;
    vision::decode(&bytes)
        .map_err(|error| format!("{name} is not a picture that can be read: {error}."))
}
