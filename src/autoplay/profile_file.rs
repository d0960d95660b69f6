//! A screen profile as one file, to give to other people: the profile with its rules, and the pictures it was made of
//! with what was said of them, so that it can be changed where it is imported.

use std::io;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{from_ron_text, to_ron_text};
use crate::games;
use crate::session::disk::Disk;
use crate::session::library::Places;
use crate::vision::{Finding, KnownGame, Profile, Severity};

/// How the names of these files end, without the dot.
pub const ENDING: &str = "pwprofile";

const VERSION: u32 = 1;
/// Largest file that is read or written, in bytes: pictures of screens are far smaller.
const MOST_BYTES: u64 = 64 << 20;
/// Most pictures of one profile.
const MOST_PICTURES: usize = 100;
/// What was said of the pictures; they lie beside it.
const SAID: &str = "draft.ron";

/// An exported screen profile that was read, with what it was made of.
#[derive(Clone, Debug)]
pub struct ProfileFile {
    profile: Profile,
    form: Form,
}

/// The file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    version: u32,
    /// The profile in its own file form, complete: with nothing left to a base.
    profile: String,
    /// What was said of the pictures; none of a profile that was written by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// The pictures, as PNG files in base64.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<String>,
}

/// A file that is not taken in, or that cannot be made.
#[derive(Debug, Error)]
pub enum ProfileFileError {
    /// The disk does not do it.
    #[error("{path}: {error}", path = .path.display())]
    Disk {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file has another form.
    #[error("{path} is not a usable exported screen profile: {reason}", path = .path.display())]
    Form {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        reason: String,
    },
    /// There is one of that name.
    #[error("you already have a screen profile ‘{0}’")]
    Taken(String),
}

/// Where the pictures of a saved profile are, and what was said of them.
pub fn pictures_folder(places: &Places, id: &str) -> PathBuf {
    places.data.join("profile-pictures").join(id)
}

/// The file of a picture, counted from 0, in the folder of a profile's pictures.
pub fn picture(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("picture-{}.png", index + 1))
}

/// The file in that folder that holds what was said of the pictures.
pub fn said(folder: &Path) -> PathBuf {
    folder.join(SAID)
}

/// The file of this profile, with the pictures that are kept of it.
///
/// # Errors
/// When it has no file form.
pub fn exported(
    disk: &dyn Disk,
    places: Option<&Places>,
    profile: &Profile,
) -> Result<Vec<u8>, ron::Error> {
    let folder = places.map(|places| pictures_folder(places, &profile.id));
    let told = folder.as_ref().and_then(|folder| {
        let bytes = disk.read(&said(folder), MOST_BYTES).ok()?;
        String::from_utf8(bytes).ok()
    });
    let encoded = |index| {
        let bytes = disk.read(&picture(folder.as_ref()?, index), MOST_BYTES);
        Some(STANDARD.encode(bytes.ok()?))
    };
    let pictures = match &told {
        Some(_) => (0..MOST_PICTURES).map_while(encoded).collect(),
        None => Vec::new(),
    };
    let form = Form {
        version: VERSION,
        profile: profile.to_ron()?,
        said: told,
        pictures,
    };
    Ok(to_ron_text(&form)?.into_bytes())
}

impl ProfileFile {
    /// Reads such a file, and looks whether the profile in it can be used.
    ///
    /// # Errors
    /// [`ProfileFileError`] with the file's name, and the place in it.
    pub fn read(disk: &dyn Disk, path: &Path) -> Result<Self, ProfileFileError> {
        let bytes = disk.read(path, MOST_BYTES);
        let bytes = bytes.map_err(|error| ProfileFileError::Disk {
            path: path.to_owned(),
            error,
        })?;
        Self::from_bytes(bytes).map_err(|reason| ProfileFileError::Form {
            path: path.to_owned(),
            reason,
        })
    }

    fn from_bytes(bytes: Vec<u8>) -> Result<Self, String> {
        let text = String::from_utf8(bytes).map_err(|_| "it is not text")?;
        let form: Form = from_ron_text(&text).map_err(|error| error.to_string())?;
        if form.version != VERSION {
            let has = form.version;
            return Err(format!(
                "it has version {has}, but this program reads version {VERSION}"
            ));
        }
        if form.pictures.len() > MOST_PICTURES {
            return Err(format!("it has more than {MOST_PICTURES} pictures"));
        }
        let damaged = |picture: &String| decoded(picture).is_none();
        if let Some(index) = form.pictures.iter().position(damaged) {
            return Err(format!("picture {} is damaged", index + 1));
        }
        let profile = Profile::from_ron(&form.profile);
        let profile = profile.map_err(|error| format!("in its profile, {error}"))?;
        let faults = faults(&profile);
        let mut errors = faults.iter().filter(|f| f.severity == Severity::Error);
        match errors.next() {
            Some(error) => Err(format!("in its profile, {error}")),
            None => Ok(Self { profile, form }),
        }
    }

    /// The profile.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What to tell the person once it is installed: also which program it starts, as it may come from a stranger.
    pub fn told(&self) -> String {
        let id = &self.profile.id;
        let start = self.profile.start.as_ref();
        match start.map(|start| start.command.join(" ")) {
            Some(command) => format!(
                "The screen profile ‘{id}’ was imported. To start its game, it runs ‘{command}’."
            ),
            None => format!("The screen profile ‘{id}’ was imported."),
        }
    }

    /// Puts the profile among the person's own, and its pictures beside it.
    ///
    /// # Errors
    /// [`ProfileFileError::Taken`] if there is one with this id and it is not to be replaced; what the disk says.
    pub fn install(
        &self,
        disk: &dyn Disk,
        places: &Places,
        replaces: bool,
    ) -> Result<(), ProfileFileError> {
        let id = &self.profile.id;
        let path = places.profiles().join(format!("{id}.ron"));
        if !replaces && !matches!(disk.modified(&path), Ok(None)) {
            return Err(ProfileFileError::Taken(id.clone()));
        }
        let told = |path: &Path, done: io::Result<()>| {
            done.map_err(|error| ProfileFileError::Disk {
                path: path.to_owned(),
                error,
            })
        };
        let write = |path: &Path, bytes: &[u8]| told(path, disk.write_atomic(path, bytes));
        let folder = pictures_folder(places, id);
        // What was said of other pictures would not fit.
        let of_pictures = said(&folder);
        told(&of_pictures, disk.remove(&of_pictures))?;
        if let Some(text) = &self.form.said {
            let pictures = self.form.pictures.iter().filter_map(|p| decoded(p));
            for (index, bytes) in pictures.enumerate() {
                write(&picture(&folder, index), &bytes)?;
            }
            write(&of_pictures, text.as_bytes())?;
        }
        write(&path, self.form.profile.as_bytes())
    }
}

/// What is wrong with a profile, its level included.
pub fn faults(profile: &Profile) -> Vec<Finding> {
    let known: Vec<_> = games::all()
        .iter()
        .map(|game| KnownGame::of(*game))
        .collect();
    let mut findings = profile.check(&known);
    let level = profile.unseen.level.as_ref();
    let game = games::by_id(&profile.game);
    let error = level
        .zip(game)
        .and_then(|(text, game)| game.parse_text(text).err());
    findings.extend(error.map(|error| Finding {
        severity: Severity::Error,
        part: "level".to_owned(),
        message: error.to_string(),
    }));
    findings
}

/// A picture's bytes, if they begin as those of a PNG file.
fn decoded(picture: &str) -> Option<Vec<u8>> {
    let bytes = STANDARD.decode(picture).ok()?;
    bytes.starts_with(b"\x89PNG\r\n\x1a\n").then_some(bytes)
}
