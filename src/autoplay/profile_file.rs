//! Export and import of a screen profile as one file: the profile with its rules, and the annotated pictures it was
//! made from, so that it can be edited after import.

use std::io;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{from_ron_text, to_ron_text, words};
use crate::games;
use crate::session::disk::Disk;
use crate::session::library::AppFolders;
use crate::vision::{Finding, Profile, Severity};

/// File name extension, without the dot.
pub const EXTENSION: &str = "pwprofile";
/// Version of the form; files of other versions are refused.
const VERSION: u32 = 1;
/// Limit of each file that is read, for export or import.
const MAX_BYTES: u64 = 64 << 20;
const MAX_PICTURES: usize = 100;
const ANNOTATIONS: &str = "draft.ron";

#[derive(Clone, Debug)]
pub struct ProfileFile {
    profile: Profile,
    form: ProfileForm,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileForm {
    version: u32,
    /// The profile in its own file format, without a base profile.
    profile: String,
    /// Annotations of the pictures; `None` for a profile written by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// The pictures, as PNG files in base64.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<String>,
}

#[derive(Debug, Error)]
pub enum ProfileFileError {
    #[error("{}: {}", path.display(), words::io_error(error))]
    Disk { path: PathBuf, error: io::Error },
    #[error("{path} is not a usable exported screen profile: {reason}", path = .path.display())]
    Form { path: PathBuf, reason: String },
    #[error("you already have a screen profile ‘{0}’")]
    Taken(String),
}

/// Folder of the annotated pictures of a saved profile.
pub fn pictures_folder(folders: &AppFolders, id: &str) -> PathBuf {
    folders.data.join("profile-pictures").join(id)
}

/// File of picture `index`, counted from 0, in a profile's pictures folder.
pub fn picture_file(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("picture-{}.png", index + 1))
}

/// File of the annotations in a profile's pictures folder.
pub fn annotations_file(folder: &Path) -> PathBuf {
    folder.join(ANNOTATIONS)
}

/// Exports a profile with its saved pictures, as the contents of a file.
pub fn export_bytes(
    disk: &dyn Disk,
    folders: Option<&AppFolders>,
    profile: &Profile,
) -> Result<Vec<u8>, ron::Error> {
    let folder = folders.map(|folders| pictures_folder(folders, &profile.id));
    let annotations = folder.as_ref().and_then(|folder| {
        let bytes = disk.read(&annotations_file(folder), MAX_BYTES).ok()?;
        String::from_utf8(bytes).ok()
    });
    let encoded = |index| {
        let bytes = disk.read(&picture_file(folder.as_ref()?, index), MAX_BYTES);
        Some(STANDARD.encode(bytes.ok()?))
    };
    let pictures = match &annotations {
        Some(_) => (0..MAX_PICTURES).map_while(encoded).collect(),
        None => Vec::new(),
    };
    let form = ProfileForm {
        version: VERSION,
        profile: profile.to_ron()?,
        said: annotations,
        pictures,
    };
    Ok(to_ron_text(&form)?.into_bytes())
}

impl ProfileFile {
    /// Reads a file and checks that its profile is usable.
    pub fn read(disk: &dyn Disk, path: &Path) -> Result<Self, ProfileFileError> {
        let bytes = disk.read(path, MAX_BYTES).map_err(disk_error(path))?;
        Self::from_bytes(bytes).map_err(|reason| ProfileFileError::Form {
            path: path.to_owned(),
            reason,
        })
    }

    fn from_bytes(bytes: Vec<u8>) -> Result<Self, String> {
        let text = String::from_utf8(bytes).map_err(|_| "it is not text")?;
        let form: ProfileForm = from_ron_text(&text).map_err(|error| error.to_string())?;
        if form.version != VERSION {
            let has = form.version;
            return Err(format!(
                "it has version {has}, but this program reads version {VERSION}"
            ));
        }
        if form.pictures.len() > MAX_PICTURES {
            return Err(format!("it has more than {MAX_PICTURES} pictures"));
        }
        let is_damaged = |picture: &String| decode_picture(picture).is_none();
        if let Some(index) = form.pictures.iter().position(is_damaged) {
            return Err(format!("picture {} is damaged", index + 1));
        }
        let profile = Profile::from_ron(&form.profile);
        let profile = profile.map_err(|error| format!("in its profile, {error}"))?;
        let findings = check_profile(&profile);
        let mut errors = findings.iter().filter(|f| f.severity == Severity::Error);
        match errors.next() {
            Some(error) => Err(format!("in its profile, {error}")),
            None => Ok(Self { profile, form }),
        }
    }

    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Message after the import. It names the program the profile starts, as the file may come from a stranger.
    pub fn import_message(&self) -> String {
        let id = &self.profile.id;
        let start = self.profile.start.as_ref();
        let start = start.filter(|start| !start.command.is_empty());
        match start.map(|start| start.command.join(" ")) {
            Some(command) => format!(
                "The screen profile ‘{id}’ was imported. To start its game, it runs ‘{command}’."
            ),
            None => format!("The screen profile ‘{id}’ was imported."),
        }
    }

    /// Adds the profile to the user's own. Fails if one with this id exists and `replaces` is false.
    pub fn install(
        &self,
        disk: &dyn Disk,
        folders: &AppFolders,
        replaces: bool,
    ) -> Result<(), ProfileFileError> {
        let id = &self.profile.id;
        let path = folders.profiles().join(format!("{id}.ron"));
        if !replaces && !matches!(disk.modified(&path), Ok(None)) {
            return Err(ProfileFileError::Taken(id.clone()));
        }
        let write = |path: &Path, bytes: &[u8]| {
            let written = disk.write_atomic(path, bytes);
            written.map_err(disk_error(path))
        };
        let folder = pictures_folder(folders, id);
        // Annotations of the replaced pictures would not match the new ones.
        let annotations = annotations_file(&folder);
        let removed = disk.remove(&annotations);
        removed.map_err(disk_error(&annotations))?;
        if let Some(text) = &self.form.said {
            let pictures = self.form.pictures.iter().filter_map(|p| decode_picture(p));
            for (index, bytes) in pictures.enumerate() {
                write(&picture_file(&folder, index), &bytes)?;
            }
            write(&annotations, text.as_bytes())?;
        }
        write(&path, self.form.profile.as_bytes())
    }
}

/// Checks a profile, and that its level can be parsed.
pub fn check_profile(profile: &Profile) -> Vec<Finding> {
    let mut findings = profile.check(games::all());
    let text = profile.unseen.level.as_ref();
    let level = text.zip(games::by_id(&profile.game));
    let error = level.and_then(|(text, game)| game.parse_text(text).err());
    findings.extend(error.map(|error| Finding {
        severity: Severity::Error,
        part: "level".to_owned(),
        message: error.to_string(),
    }));
    findings
}

fn disk_error(path: &Path) -> impl FnOnce(io::Error) -> ProfileFileError {
    let path = path.to_owned();
    move |error| ProfileFileError::Disk { path, error }
}

/// Decodes a picture, if its bytes begin like a PNG file.
fn decode_picture(picture: &str) -> Option<Vec<u8>> {
    let bytes = STANDARD.decode(picture).ok()?;
    bytes.starts_with(b"\x89PNG\r\n\x1a\n").then_some(bytes)
}
