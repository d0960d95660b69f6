//! Claims of windows on open files: each file is open in one window only, which shows it when another is to open it.
//!
//! A claim is a lock file, as for recovery files: it ends with the program, however that ends. A window that finds a
//! file claimed leaves a note next to the lock, with the path to show. A task of the window with the claim polls for
//! notes and removes them, without waiting for the window itself.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{Hash as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::disk::RealDisk;
use super::document::split_number;
use super::task::{Task, Wake, lock};
use crate::search::CancelFlag;

/// Time between two checks for requests.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Time after which a window that has not taken a note counts as broken; the file is then open in two windows.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);
const NOTE_EXTENSION: &str = "show";

/// Lock of a file, the same in all processes, in a separate folder so that no files are left next to levels.
fn lock_path(folder: &Path, file: &Path) -> PathBuf {
    let mut hasher = std::hash::DefaultHasher::new();
    file.hash(&mut hasher);
    folder.join(format!("{:016x}.lock", hasher.finish()))
}

/// Locks a file; `None` if it is already locked.
pub(super) fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    let file = options
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Canonical file of a path, without the number of a level in it.
fn canonical_file(path: &Path) -> io::Result<PathBuf> {
    split_number(&RealDisk, path).0.canonicalize()
}

/// Asks the window in which a level file is open to show it and waits for the answer. Returns whether it does.
pub fn show_elsewhere(folder: &Path, path: &Path) -> io::Result<bool> {
    let lock = lock_path(folder, &canonical_file(path)?);
    Ok(lock.exists() && try_lock(&lock)?.is_none() && leave_note(&lock, path)?)
}

/// Asks the owner of a lock to show a level. Returns whether it does.
fn leave_note(lock: &Path, path: &Path) -> io::Result<bool> {
    let note = lock.with_extension(NOTE_EXTENSION);
    let path = std::path::absolute(path)?;
    let mut text = NamedTempFile::new_in(lock.parent().unwrap_or(Path::new(".")))?;
    text.write_all(path.as_os_str().as_encoded_bytes())?;
    text.persist(&note)?;
    let deadline = Instant::now() + ANSWER_TIMEOUT;
    while Instant::now() < deadline {
        if !note.exists() {
            return Ok(true);
        }
        // Ten times as often as the other window checks, so that the answer is noticed at once.
        std::thread::sleep(POLL_INTERVAL / 10);
    }
    // If removing fails, the note was taken at the last moment.
    Ok(std::fs::remove_file(&note).is_err())
}

pub struct Claims {
    folder: PathBuf,
    /// Open files, as last set, with those claimed since.
    open: Vec<PathBuf>,
    /// By lock path; the system releases the locks if the program dies.
    locks: BTreeMap<PathBuf, File>,
    watched: Arc<Mutex<ClaimWatch>>,
    _watch: Task<()>,
}

/// Data shared with the task that polls for notes.
#[derive(Default)]
struct ClaimWatch {
    /// Paths of the locks held.
    locks: Vec<PathBuf>,
    /// Level files to show, as in the notes.
    requests: Vec<PathBuf>,
}

impl Claims {
    /// Starts without files. `wake` is called when the window is asked to show one.
    pub fn begin(folder: &Path, wake: &Wake) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let watched = Arc::<Mutex<ClaimWatch>>::default();
        let (shared, notify) = (watched.clone(), wake.clone());
        let work = move |cancel: &CancelFlag| watch(&shared, &notify, cancel);
        Ok(Self {
            folder: folder.to_owned(),
            open: Vec::new(),
            locks: BTreeMap::new(),
            watched,
            _watch: Task::start("answer to other windows", wake, work),
        })
    }

    /// Claims a file before it is opened, until the next [`Claims::set_open`]. If another window has it, asks that
    /// window to show it. Returns whether it does, so that the file must not be opened here.
    pub fn claim(&mut self, path: &Path) -> io::Result<bool> {
        let lock_path = lock_path(&self.folder, &canonical_file(path)?);
        if self.locks.contains_key(&lock_path) {
            return Ok(false);
        }
        match try_lock(&lock_path)? {
            Some(lock) => {
                self.locks.insert(lock_path, lock);
                // If opening fails, the next `set_open` sees a difference and releases the lock.
                self.open.push(path.to_owned());
                self.update_watch();
                Ok(false)
            }
            None => leave_note(&lock_path, path),
        }
    }

    /// Releases the claims of all other files, and claims these unless another window has them.
    pub fn set_open(&mut self, open: Vec<PathBuf>) {
        if self.open == open {
            return;
        }
        let locks = open.iter().filter_map(|path| canonical_file(path).ok());
        let locks: Vec<_> = locks.map(|file| lock_path(&self.folder, &file)).collect();
        self.locks.retain(|lock, _| locks.contains(lock));
        for path in locks {
            if !self.locks.contains_key(&path)
                && let Ok(Some(lock)) = try_lock(&path)
            {
                self.locks.insert(path, lock);
            }
        }
        self.open = open;
        self.update_watch();
    }

    fn update_watch(&self) {
        lock(&self.watched).locks = self.locks.keys().cloned().collect();
    }

    /// Returns the level files that other windows have asked for since the last call.
    pub fn take_requests(&self) -> Vec<PathBuf> {
        std::mem::take(&mut lock(&self.watched).requests)
    }
}

/// Polls for notes until cancelled.
fn watch(watched: &Mutex<ClaimWatch>, wake: &Wake, cancel: &CancelFlag) {
    while !cancel.is_cancelled() {
        std::thread::sleep(POLL_INTERVAL);
        let mut watched = lock(watched);
        for note in watched.locks.clone() {
            let note = note.with_extension(NOTE_EXTENSION);
            let Ok(path) = std::fs::read(&note) else {
                continue;
            };
            // Notes that the other window has withdrawn are not shown here.
            if std::fs::remove_file(&note).is_ok() {
                watched.requests.push(path_from_note(path));
                wake();
            }
        }
    }
}

/// Path in a note, which on Unix may have bytes that are no text.
fn path_from_note(bytes: Vec<u8>) -> PathBuf {
    #[cfg(unix)]
    let path = <OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes);
    #[cfg(not(unix))]
    let path = OsString::from(String::from_utf8_lossy(&bytes).into_owned());
    PathBuf::from(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::no_wake;

    #[test]
    fn a_file_is_shown_where_it_is_open_by_whatever_path_and_free_once_it_is_closed() {
        let folder = tempfile::tempdir().expect("can be made");
        let name = path_from_note(b"level \xFF.txt".to_vec());
        let (level, claims) = (folder.path().join(&name), folder.path().join("open"));
        std::fs::write(&level, "logo\n").expect("can be written");
        let mut window = Claims::begin(&claims, &no_wake()).expect("can be used");
        assert!(!show_elsewhere(&claims, &level).expect("can be asked"));
        assert!(!window.claim(&level).expect("is free"));
        window.set_open(vec![level.clone()]);
        let detour = folder.path().join("open/..").join(&name);
        assert!(show_elsewhere(&claims, &detour).expect("can be asked"));
        // Windows normalizes the detour.
        let expected = std::path::absolute(&detour).expect("is a path");
        assert_eq!(window.take_requests(), [expected]);
        let mut second = Claims::begin(&claims, &no_wake()).expect("can be used");
        assert!(second.claim(&level).expect("can be asked"));
        window.set_open(Vec::new());
        assert!(!show_elsewhere(&claims, &level).expect("can be asked"));
    }
}
