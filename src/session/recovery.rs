//! Recovery files: the open level with its moves, saved to a folder of the program so that it survives a crash.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::claim::try_lock;
use super::disk::Disk;
use super::document::{Document, FileInfo, FileKind, FileStamp, split_number};
use super::web;
use crate::game::{LevelRef, Move, from_ron_text, to_ron_text, words};
use crate::games::load::{MAX_BYTES, load_one};

/// Time without changes after which the recovery file is written.
const QUIET_TIME: Duration = Duration::from_millis(400);
/// Time after the first change that is not in the file, after which it is written even if changes go on.
const MAX_UNSAVED_TIME: Duration = Duration::from_secs(5);
/// Maximum number of recovery files in the folder.
const MAX_FILES: u32 = 999;
/// Version of the file's form.
const VERSION: u32 = 1;

/// Contents of a recovery file. Files of older versions must remain readable.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecoveryRon {
    version: u32,
    /// Id of the game.
    game: String,
    /// File of the level, if any.
    path: Option<PathBuf>,
    /// Kind of that file; absent in files of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kept: Option<FileKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stamp: Option<FileStamp>,
    /// True if the level has changes that are not in that file.
    #[serde(default = "yes")]
    unsaved: bool,
    /// The level as text.
    level: String,
    /// Number of the level in that text, if it holds several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    /// Text being edited as the level, unless the level was parsed from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<String>,
    moves: Vec<String>,
    /// Moves of the plan, from the start of the level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    plan: Vec<String>,
    /// Absent while the program runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<TabPlace>,
}

/// Place of a level in the window at a normal end of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabPlace {
    /// Index of its tab.
    pub index: usize,
    pub is_front: bool,
    /// Name of the page that was open.
    pub page: String,
}

fn yes() -> bool {
    true
}

/// Keeps the recovery file of one open document up to date.
///
/// [`Autosave::poll`] writes the file shortly after a change while there is something to recover, and removes it
/// otherwise. A lock file next to it, held while the program runs, distinguishes a crash from a second window.
pub struct Autosave {
    path: PathBuf,
    lock_path: PathBuf,
    /// Held until the program ends; the system releases it if the program dies.
    _lock: File,
    /// Change count of the document in the file; `None` if there is no file.
    written: Option<u64>,
    /// Change count of the document at the last poll, and the time since which it has had this count.
    polled: Option<(u64, Instant)>,
    /// Time of the first change that is not in the file; `None` if all are.
    unsaved_since: Option<Instant>,
}

impl Autosave {
    /// Reserves a free file name in the recovery folder.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        for number in 1..=MAX_FILES {
            let path = folder.join(format!("level-{number}.ron"));
            let lock_path = folder.join(format!("level-{number}.lock"));
            if path.exists() {
                // It belongs to another window, or waits for the user's decision.
                continue;
            }
            if let Some(lock) = try_lock(&lock_path)?
                && !path.exists()
            {
                return Ok(Self {
                    path,
                    lock_path,
                    _lock: lock,
                    written: None,
                    polled: None,
                    unsaved_since: None,
                });
            }
        }
        Err(io::Error::other(
            "the recovery folder is full; remove old files from it",
        ))
    }

    /// Writes or removes the file when due. Returns the time after which to call again; `None` if nothing is pending.
    pub fn poll(&mut self, disk: &dyn Disk, document: &Document) -> io::Result<Option<Duration>> {
        self.poll_at(Instant::now(), disk, document)
    }

    fn poll_at(
        &mut self,
        now: Instant,
        disk: &dyn Disk,
        document: &Document,
    ) -> io::Result<Option<Duration>> {
        if !document.is_dirty() && document.moves().is_empty() {
            (self.polled, self.unsaved_since) = (None, None);
            if self.written.take().is_some() {
                disk.remove(&self.path)?;
            }
            return Ok(None);
        }
        let count = document.change_count();
        let changed_at = match self.polled {
            Some((polled, at)) if polled == count => at,
            _ => now,
        };
        self.polled = Some((count, changed_at));
        if self.written == Some(count) {
            self.unsaved_since = None;
            return Ok(None);
        }
        let unsaved_since = *self.unsaved_since.get_or_insert(now);
        let due = (changed_at + QUIET_TIME).min(unsaved_since + MAX_UNSAVED_TIME);
        if now < due {
            return Ok(Some(due - now));
        }
        self.write(disk, document)?;
        Ok(None)
    }

    pub fn write(&mut self, disk: &dyn Disk, document: &Document) -> io::Result<()> {
        self.write_with(disk, document, None)
    }

    fn write_with(
        &mut self,
        disk: &dyn Disk,
        document: &Document,
        place: Option<TabPlace>,
    ) -> io::Result<()> {
        let file = document.file();
        let text = |moves: &[Move]| moves.iter().map(Move::to_string).collect();
        let plan = document.current_plan();
        let plan = plan.map(|plan| [&*plan.done, &*plan.moves].concat());
        let recovery = RecoveryRon {
            version: VERSION,
            game: document.level().game_id().to_owned(),
            path: file.path.clone(),
            kept: file.path.as_ref().map(|_| file.kind),
            stamp: file.stamp,
            unsaved: document.is_dirty(),
            level: document.level().to_text(),
            number: document.level().number_in_text(),
            draft: document.draft().map(|draft| draft.to_string()),
            moves: text(document.moves()),
            plan: text(&plan.unwrap_or_default()),
            place,
        };
        let text = to_ron_text(&recovery).map_err(io::Error::other)?;
        disk.write_atomic(&self.path, text.as_bytes())?;
        self.written = Some(document.change_count());
        self.unsaved_since = None;
        Ok(())
    }

    /// Writes the file for the next start and leaves it, when the program ends normally.
    pub fn leave(
        mut self,
        disk: &dyn Disk,
        document: &Document,
        place: TabPlace,
    ) -> io::Result<()> {
        self.write_with(disk, document, Some(place))?;
        disk.remove(&self.lock_path)
    }

    /// Removes the file, as the document is closed.
    pub fn finish(self, disk: &dyn Disk) -> io::Result<()> {
        disk.remove(&self.path)?;
        disk.remove(&self.lock_path)
    }
}

/// Contents of a recovery file that another run of the program has left.
#[derive(Debug)]
pub struct Recovered {
    /// Recovery file; remove it once the user has decided.
    pub file: PathBuf,
    /// True if the program ended normally and left it by [`Autosave::leave`]; false after a crash.
    pub clean_exit: bool,
    /// File of the level, if any.
    pub level_file: FileInfo,
    /// True if the level has changes that are not in that file.
    pub unsaved: bool,
    pub level: LevelRef,
    /// Text that was being edited as the level, if there was one.
    pub draft: Option<String>,
    pub moves: Vec<Move>,
    /// Plan from the start of the level; empty without one.
    pub plan: Vec<Move>,
    /// Its place in the window; `None` after a crash.
    pub place: Option<TabPlace>,
}

/// Recovery files of other runs of the program.
#[derive(Debug, Default)]
pub struct Leftovers {
    /// In the order of their tabs.
    pub found: Vec<Recovered>,
    /// Unreadable files, each with the reason.
    pub broken: Vec<(PathBuf, String)>,
}

/// Finds recovery files whose program no longer runs. Unreadable files are reported and not removed.
pub fn leftovers(disk: &dyn Disk, folder: &Path) -> io::Result<Leftovers> {
    let mut leftovers = Leftovers::default();
    for file in disk.list(folder)? {
        if file.extension().is_none_or(|extension| extension != "ron") {
            continue;
        }
        let lock_path = file.with_extension("lock");
        // Without a lock file, the program ended normally.
        let lock = OpenOptions::new().write(true).open(lock_path);
        if let Ok(lock) = &lock
            && matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
        {
            continue;
        }
        let clean_exit = lock.is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        match read(disk, &file, clean_exit) {
            Ok(recovered) => leftovers.found.push(recovered),
            Err(reason) => leftovers.broken.push((file, reason)),
        }
    }
    let index = |level: &Recovered| level.place.as_ref().map(|place| place.index);
    leftovers.found.sort_by_key(index);
    Ok(leftovers)
}

/// Reads a recovery file; an error says for the user why it cannot be read.
fn read(disk: &dyn Disk, file: &Path, clean_exit: bool) -> Result<Recovered, String> {
    // Escapes can make the text longer than its level.
    let bytes = disk.read(file, 2 * MAX_BYTES as u64);
    let bytes = bytes.map_err(|error| words::io_error(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    let recovery: RecoveryRon = from_ron_text(&text).map_err(|error| error.to_string())?;
    if recovery.version > VERSION {
        return Err("it is of a newer version of Planwright".to_owned());
    }
    let (text, game) = (recovery.level.as_bytes(), Some(&*recovery.game));
    let loaded = load_one(text, None, recovery.number, game);
    let level = loaded.map_err(|error| error.to_string())?.level;
    Ok(Recovered {
        file: file.to_owned(),
        clean_exit,
        level_file: recovery.path.map_or_else(FileInfo::default, |path| {
            let kind = recovery.kept.unwrap_or_else(|| kind_at(disk, &path));
            // With an unknown modification time, saving has to ask.
            FileInfo::new(path, kind, recovery.stamp.or(Some(FileStamp::default())))
        }),
        unsaved: recovery.unsaved,
        level,
        draft: recovery.draft,
        moves: recovery.moves.iter().map(Move::new).collect(),
        plan: recovery.plan.iter().map(Move::new).collect(),
        place: recovery.place,
    })
}

/// Kind of a level's file, judged by its path alone.
fn kind_at(disk: &dyn Disk, path: &Path) -> FileKind {
    if web::url_of(path).is_some() {
        FileKind::Web
    } else if path.is_relative() {
        FileKind::Shipped
    } else if split_number(disk, path).1.is_some() {
        FileKind::Part
    } else {
        FileKind::Own
    }
}

#[cfg(test)]
mod tests {
    use super::super::disk::RealDisk;
    use super::*;
    use crate::game::Cell;

    #[test]
    fn a_crash_leaves_the_level_and_its_moves() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let mut document = Document::blank("lights-out", None).expect("is a game");
        let painted = document.paint("Paint", &[(Cell::new(0, 2), 1)]);
        painted.expect("takes the value");
        document.make_move(&Move::new("1 1")).expect("is legal");
        let mut autosave = Autosave::begin(folder.path()).expect("has a place");
        autosave.write(&RealDisk, &document).expect("is writable");
        let alive = leftovers(&RealDisk, folder.path()).expect("is a folder");
        assert!(alive.found.is_empty(), "the program still runs");
        drop(autosave);
        let Leftovers { found, broken } = leftovers(&RealDisk, folder.path()).expect("is a folder");
        assert!(broken.is_empty());
        assert_eq!(found[0].level.to_text(), document.level().to_text());
        assert_eq!(found[0].moves, document.moves());
        let second = Autosave::begin(folder.path()).expect("has a place");
        // A file that waits is not overwritten.
        assert_ne!(second.path, found[0].file);
    }

    #[test]
    fn nothing_is_written_for_a_level_as_it_is_in_its_file() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let document = Document::blank("lights-out", None).expect("is a game");
        let mut autosave = Autosave::begin(folder.path()).expect("has a place");
        assert_eq!(autosave.poll(&RealDisk, &document).expect("is fine"), None);
        assert!(!autosave.path.exists());
    }

    #[test]
    fn a_move_made_in_place_of_an_undone_one_is_written() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let mut document = Document::blank("lights-out", None).expect("is a game");
        let mut autosave = Autosave::begin(folder.path()).expect("has a place");
        let mut now = Instant::now();
        let mut poll_until_written = |document: &Document| {
            for _ in 0..2 {
                let polled = autosave.poll_at(now, &RealDisk, document);
                polled.expect("is writable");
                now += QUIET_TIME;
            }
            std::fs::read_to_string(&autosave.path).expect("is there")
        };
        document.make_move(&Move::new("1 1")).expect("is legal");
        let first = poll_until_written(&document);
        document.undo();
        document.make_move(&Move::new("2 1")).expect("is legal");
        assert_ne!(poll_until_written(&document), first);
    }

    #[test]
    fn a_level_that_changes_all_the_time_is_written_in_time() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let mut document = Document::blank("lights-out", None).expect("is a game");
        let mut autosave = Autosave::begin(folder.path()).expect("has a place");
        let start = Instant::now();
        let mut now = start;
        loop {
            document.make_move(&Move::new("1 1")).expect("is legal");
            let polled = autosave.poll_at(now, &RealDisk, &document);
            polled.expect("is writable");
            if autosave.path.exists() {
                break;
            }
            now += QUIET_TIME / 2;
            assert!(now - start <= MAX_UNSAVED_TIME, "is overdue");
        }
        assert_eq!(now - start, MAX_UNSAVED_TIME);
    }

    #[test]
    fn a_broken_file_is_reported_and_not_removed() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let file = folder.path().join("level-1.ron");
        std::fs::write(&file, "(version: 1, game: \"none\"").expect("is writable");
        let Leftovers { found, broken } = leftovers(&RealDisk, folder.path()).expect("is a folder");
        assert!(found.is_empty() && broken[0].0 == file && file.exists());
    }
}
