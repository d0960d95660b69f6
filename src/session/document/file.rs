//! File of the open level: open, save, file forms.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::super::disk::Disk;
use super::Document;
use super::records::{FileInfo, FileKind, FileStamp, UndoHistory};
use crate::game::{Complaint, Game, LevelRef, words};
use crate::games::decode::decode;
use crate::games::load::{LoadError, Loaded, MAX_BYTES, load_one, numbered, with_number};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileForm {
    Text,
    Ron,
}

impl FileForm {
    /// Form of a path: RON if it ends in `.ron`, else plain text.
    pub fn for_path(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some(extension) if extension.eq_ignore_ascii_case("ron") => Self::Ron,
            _ => Self::Text,
        }
    }
}

#[derive(Debug, Error)]
pub enum OpenError {
    #[error("{path} cannot be read: {}", words::io_error(error))]
    Read { path: PathBuf, error: io::Error },
    #[error("{path}: {error}")]
    Load { path: PathBuf, error: LoadError },
}

impl OpenError {
    fn read(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Self::Read { path, error }
    }
}

#[derive(Debug, Error)]
pub enum SaveError {
    #[error("this level has no file yet: choose where to save it")]
    NoPath,
    /// The file was changed by another program since it was opened or saved here.
    #[error("{0} was changed by another program since it was opened here")]
    ChangedOnDisk(PathBuf),
    #[error("{0} exists already")]
    Exists(PathBuf),
    #[error("the level cannot be written as RON: {0}")]
    Form(ron::Error),
    #[error(
        "{path} cannot be written: {}; the old file is untouched",
        words::io_error(error)
    )]
    Write { path: PathBuf, error: io::Error },
}

impl Document {
    /// Replaces the level by one that is not from a user's file.
    pub fn open_copy(&mut self, path: &Path, kind: FileKind, level: LevelRef) {
        self.replace(level, FileInfo::new(path.to_owned(), kind, None), true);
    }

    /// Replaces the level by the one in a file, and returns its errors and warnings. On an error, nothing changes.
    pub fn open(&mut self, disk: &dyn Disk, path: &Path) -> Result<Vec<Complaint>, OpenError> {
        let (loaded, stamp) = read(disk, path)?;
        let Loaded { level, number, .. } = loaded;
        let (path, kind) = match number {
            // A level that holds its whole file can be saved in place.
            Some(number) => {
                let kind = match level.holds_siblings() {
                    true => FileKind::Own,
                    false => FileKind::Part,
                };
                (with_number(split_number(disk, path).0, number), kind)
            }
            None => (path.to_owned(), FileKind::Own),
        };
        self.replace(level, FileInfo::new(path, kind, Some(stamp)), true);
        Ok(loaded.complaints)
    }

    /// Opens a file that does not parse: its text becomes a draft over an empty level, to be corrected.
    pub fn open_text(
        &mut self,
        disk: &dyn Disk,
        path: &Path,
        game: &dyn Game,
    ) -> Result<(), OpenError> {
        let stamp = stamp_of(disk, path);
        let read_error = |error| OpenError::read(path, error);
        let bytes = disk.read(path, MAX_BYTES as u64).map_err(read_error)?;
        let decoded = decode(&bytes).map_err(|error| read_error(io::Error::other(error)))?;
        let file = FileInfo::new(path.to_owned(), FileKind::Own, Some(stamp));
        self.replace_by_text(&decoded.text, game, file);
        Ok(())
    }

    /// Like [`Document::open_text`], for a text that is not from a user's file.
    pub fn open_text_copy(&mut self, path: &Path, kind: FileKind, text: &str, game: &dyn Game) {
        self.replace_by_text(text, game, FileInfo::new(path.to_owned(), kind, None));
    }

    /// Shows a text over the game's empty level. This is no step to undo, and the text counts as saved.
    fn replace_by_text(&mut self, text: &str, game: &dyn Game, file: FileInfo) {
        self.replace(game.blank(None), file, false);
        let merge = false;
        self.set_text("Open", text, merge);
        self.is_placeholder = self.draft.is_some();
        self.history = UndoHistory::default();
        self.file.saved = Some(self.revisions.content);
    }

    /// Contents of the file to save. A text with errors has no RON.
    pub fn to_form(&self, form: FileForm) -> Result<String, ron::Error> {
        match (form, &self.draft) {
            (FileForm::Text, Some(draft)) => Ok(draft.to_string()),
            (FileForm::Text, None) => Ok(self.level.to_text()),
            (FileForm::Ron, None) => self.level.to_ron(),
            (FileForm::Ron, Some(draft)) => {
                let read = self.game().and_then(|game| game.parse_text(draft).ok());
                let reason = "the text has errors; correct it, or save it as plain text";
                let error = || ron::Error::Message(reason.to_owned());
                read.ok_or_else(error)?.to_ron()
            }
        }
    }

    /// Saves to the level's own file, unless another program changed it. On an error, the old file is untouched.
    pub fn save(&mut self, disk: &dyn Disk) -> Result<(), SaveError> {
        let path = self.file.own_path().ok_or(SaveError::NoPath)?.to_owned();
        let stamp = stamp_of(disk, self.level_file(disk, &path));
        if self.file.stamp.is_some_and(|known| known != stamp) {
            return Err(SaveError::ChangedOnDisk(path));
        }
        self.write(disk, &path)
    }

    /// Saves to another file. `force` allows replacing an existing file. On an error, the old file is untouched.
    pub fn save_as(&mut self, disk: &dyn Disk, path: &Path, force: bool) -> Result<(), SaveError> {
        if !force && stamp_of(disk, path) != FileStamp(None) {
            return Err(SaveError::Exists(path.to_owned()));
        }
        self.write(disk, path)
    }

    /// File of a path: without the level's number, if the level holds its whole file.
    fn level_file<'p>(&self, disk: &dyn Disk, path: &'p Path) -> &'p Path {
        match self.level.holds_siblings() {
            true => split_number(disk, path).0,
            false => path,
        }
    }

    fn write(&mut self, disk: &dyn Disk, path: &Path) -> Result<(), SaveError> {
        let file = self.level_file(disk, path);
        let form = FileForm::for_path(file);
        let text = self.to_form(form).map_err(SaveError::Form)?;
        disk.write_atomic(file, text.as_bytes())
            .map_err(|error| SaveError::Write {
                path: file.to_owned(),
                error,
            })?;
        // The path of one of several levels in the file has its number.
        let has_others = |number: &usize| *number > 1 || self.level.sibling(2).is_some();
        let numbered = form == FileForm::Text && self.level.holds_siblings();
        let number = self.level.number().filter(|_| numbered).filter(has_others);
        self.file = FileInfo {
            path: Some(match number {
                Some(number) => with_number(file, number),
                None => file.to_owned(),
            }),
            stamp: Some(stamp_of(disk, file)),
            kind: FileKind::Own,
            saved: Some(self.revisions.content),
        };
        self.change_count += 1;
        Ok(())
    }
}

fn stamp_of(disk: &dyn Disk, path: &Path) -> FileStamp {
    FileStamp(disk.modified(path).ok().flatten())
}

/// Splits a path into the file and the number of a level in it (see [`numbered`]).
pub fn split_number<'p>(disk: &dyn Disk, path: &'p Path) -> (&'p Path, Option<usize>) {
    numbered(path, |path| matches!(disk.modified(path), Ok(Some(_))))
}

pub fn read_level(disk: &dyn Disk, path: &Path) -> Result<LevelRef, OpenError> {
    Ok(read(disk, path)?.0.level)
}

fn read(disk: &dyn Disk, path: &Path) -> Result<(Loaded, FileStamp), OpenError> {
    let (file, number) = split_number(disk, path);
    let stamp = stamp_of(disk, file);
    let bytes = disk.read(file, MAX_BYTES as u64);
    let bytes = bytes.map_err(|error| OpenError::read(path, error))?;
    let loaded = load_one(&bytes, Some(file), number, None).map_err(|error| OpenError::Load {
        path: path.to_owned(),
        error,
    })?;
    Ok((loaded, stamp))
}
