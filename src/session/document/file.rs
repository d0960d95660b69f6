//! The file behind the level: forms, opening, saving.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::game::{Game, LevelRef};
use crate::games::load::{LoadError, Loaded, MAX_BYTES, load_one, numbered, with_number};

use super::super::disk::Disk;
use super::Document;
use super::held::{FileInfo, FileStamp, Kept};

/// A file form by its extension in [`crate::game::GameInfo::forms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Plain text.
    Text,
    /// RON.
    Ron,
}

impl Form {
    /// The form a path's extension stands for; plain text unless it is `.ron`.
    pub fn of_path(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some(extension) if extension.eq_ignore_ascii_case("ron") => Self::Ron,
            _ => Self::Text,
        }
    }
}

/// A level that could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("{path} cannot be read: {error}")]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file can be read, but it is no level.
    #[error("{path}: {error}")]
    Load {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        error: LoadError,
    },
}

/// A level that could not be saved.
#[derive(Debug, Error)]
pub enum SaveError {
    /// There is no place to save it to yet.
    #[error("this level has no file yet: choose where to save it")]
    NoPath,
    /// The file is not as it was when this level was opened or saved.
    #[error("{0} was changed by another program since it was opened here")]
    ChangedOnDisk(PathBuf),
    /// A file of that name exists and nobody agreed to replace it.
    #[error("{0} exists already")]
    Exists(PathBuf),
    /// The form cannot hold the level.
    #[error("the level cannot be written as RON: {0}")]
    Form(ron::Error),
    /// The system refused.
    #[error("{path} cannot be written: {error}; the old file is untouched")]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl Document {
    /// Replaces the level by one that was read from elsewhere than the person's files. Can be undone.
    pub fn open_copy(&mut self, path: &Path, kept: Kept, level: LevelRef) {
        let saved = Some(self.last_revision + 1);
        let file = FileInfo {
            path: Some(path.to_owned()),
            stamp: None,
            kept,
            saved,
        };
        self.replace("Open".into(), level, file);
    }

    /// Replaces the level by the one in a file. Can be undone.
    ///
    /// # Errors
    /// When the file cannot be read or holds no level; the document is unchanged then.
    pub fn open(&mut self, disk: &dyn Disk, path: &Path) -> Result<(), OpenError> {
        let (Loaded { level, number }, stamp) = read(disk, path)?;
        let saved = Some(self.last_revision + 1);
        let stamp = Some(stamp);
        let part = number.map(|number| with_number(place(disk, path).0, number));
        let kept = if part.is_some() {
            Kept::Part
        } else {
            Kept::Own
        };
        let path = part.or_else(|| Some(path.to_owned()));
        let file = FileInfo {
            path,
            stamp,
            kept,
            saved,
        };
        self.replace("Open".into(), level, file);
        Ok(())
    }

    /// Opens a file whose text is no level of a game that is written: the text is there to be mended, over
    /// an empty level. Can be undone.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open_text(
        &mut self,
        disk: &dyn Disk,
        path: &Path,
        game: &dyn Game,
    ) -> Result<(), OpenError> {
        let stamp = stamp_of(disk, path);
        let wrong = |error| OpenError::Read {
            path: path.to_owned(),
            error,
        };
        let bytes = disk.read(path, MAX_BYTES as u64).map_err(wrong)?;
        let text = String::from_utf8(bytes).map_err(|error| wrong(io::Error::other(error)))?;
        let stamp = Some(stamp);
        let path = Some(path.to_owned());
        let file = FileInfo {
            path,
            stamp,
            ..FileInfo::default()
        };
        self.replace_by_text(&text, game, file);
        Ok(())
    }

    /// As [`Document::open_text`], for a text that was read from elsewhere than the person's files.
    pub fn open_text_copy(&mut self, path: &Path, kept: Kept, text: &str, game: &dyn Game) {
        let file = FileInfo {
            path: Some(path.to_owned()),
            kept,
            ..FileInfo::default()
        };
        self.replace_by_text(text, game, file);
    }

    fn replace_by_text(&mut self, text: &str, game: &dyn Game, file: FileInfo) {
        self.replace("Open".into(), game.blank(None), file);
        self.set_text("Open", text, false);
        self.file.saved = Some(self.revisions.content);
    }

    /// The level in a file form.
    ///
    /// # Errors
    /// When the form cannot hold it.
    pub fn to_form(&self, form: Form) -> Result<String, ron::Error> {
        match (form, &self.draft) {
            (Form::Text, Some(draft)) => Ok(draft.to_string()),
            (Form::Text, None) => Ok(self.level.to_text()),
            (Form::Ron, None) => self.level.to_ron(),
            (Form::Ron, Some(draft)) => {
                let game = self.game();
                let read = game.and_then(|game| game.parse_text(draft).ok());
                let broken = || {
                    let reason = "as it is the text is no level; mend it, or save it as plain text";
                    ron::Error::Message(reason.to_owned())
                };
                read.ok_or_else(broken)?.to_ron()
            }
        }
    }

    /// Saves to the file the level came from.
    ///
    /// # Errors
    /// [`SaveError::NoPath`] for new levels and those that are not the person's own, [`SaveError::ChangedOnDisk`] when
    /// somebody else changed the file; the old file is untouched on every error.
    pub fn save(&mut self, disk: &dyn Disk) -> Result<(), SaveError> {
        let path = self.file.own_path().ok_or(SaveError::NoPath)?.to_owned();
        if self
            .file
            .stamp
            .is_some_and(|stamp| stamp != stamp_of(disk, &path))
        {
            return Err(SaveError::ChangedOnDisk(path));
        }
        self.write(disk, &path)
    }

    /// Saves to another file. `replace` is the person's word that an existing file may go.
    ///
    /// # Errors
    /// [`SaveError::Exists`] without that word; the old file is untouched on every error.
    pub fn save_as(
        &mut self,
        disk: &dyn Disk,
        path: &Path,
        replace: bool,
    ) -> Result<(), SaveError> {
        if !replace && stamp_of(disk, path) != FileStamp(None) {
            return Err(SaveError::Exists(path.to_owned()));
        }
        self.write(disk, path)
    }

    fn write(&mut self, disk: &dyn Disk, path: &Path) -> Result<(), SaveError> {
        let text = self.to_form(Form::of_path(path)).map_err(SaveError::Form)?;
        disk.write_atomic(path, text.as_bytes())
            .map_err(|error| SaveError::Write {
                path: path.to_owned(),
                error,
            })?;
        self.file = FileInfo {
            path: Some(path.to_owned()),
            stamp: Some(stamp_of(disk, path)),
            kept: Kept::Own,
            saved: Some(self.revisions.content),
        };
        Ok(())
    }
}

fn stamp_of(disk: &dyn Disk, path: &Path) -> FileStamp {
    FileStamp(disk.modified(path).ok().flatten())
}

/// The file of a path and the number of a level in it, see [`numbered`].
pub fn place<'p>(disk: &dyn Disk, path: &'p Path) -> (&'p Path, Option<usize>) {
    numbered(path, |path| matches!(disk.modified(path), Ok(Some(_))))
}

/// Reads a level.
///
/// # Errors
/// When the file cannot be read or holds no level.
pub fn read_level(disk: &dyn Disk, path: &Path) -> Result<LevelRef, OpenError> {
    Ok(read(disk, path)?.0.level)
}

/// Reads a level and, if there are several in its file, its number.
fn read(disk: &dyn Disk, path: &Path) -> Result<(Loaded, FileStamp), OpenError> {
    let (file, number) = place(disk, path);
    let stamp = stamp_of(disk, file);
    let bytes = disk
        .read(file, MAX_BYTES as u64)
        .map_err(|error| OpenError::Read {
            path: path.to_owned(),
            error,
        })?;
    let loaded = load_one(&bytes, Some(file), number, None).map_err(|error| OpenError::Load {
        path: path.to_owned(),
        error,
    })?;
    Ok((loaded, stamp))
}
