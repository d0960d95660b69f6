//! One window for each file: a window claims the files that are open in it, and shows one that another
//! window is asked for.
//!
//! A claim is a lock, as for recovery files: it ends with the program, however that ends, so there is
//! nothing to guess. Who finds a file claimed leaves a note beside the lock with what to show; the
//! window that has the claim takes the note away, by a task that looks for notes and never waits for
//! the window itself.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{Hash as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::search::CancelFlag;

use super::disk::RealDisk;
use super::document::place;
use super::task::{Task, Wake};

/// How often a window looks for notes.
const LOOK: Duration = Duration::from_millis(200);
/// Longest wait for a window to take a note. One that does not is broken.
const ANSWER: Duration = Duration::from_secs(4);

/// The lock of a file, which lies in a folder of its own, so that nothing is left beside levels.
fn lock_path(folder: &Path, file: &Path) -> PathBuf {
    let mut hasher = std::hash::DefaultHasher::new();
    file.hash(&mut hasher);
    folder.join(format!("{:016x}.lock", hasher.finish()))
}

/// The lock, if nobody else has it.
fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new()
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

/// The file that a path means, without the number of a level in it and by whatever way it is reached.
fn file_of(path: &Path) -> io::Result<PathBuf> {
    place(&RealDisk, path).0.canonicalize()
}

/// Has another window show a level file that is open there; whether it does. Waits for its answer.
///
/// # Errors
/// When the file or the folder of the claims cannot be used.
pub fn shown_elsewhere(folder: &Path, path: &Path) -> io::Result<bool> {
    let lock = lock_path(folder, &file_of(path)?);
    Ok(lock.exists() && try_lock(&lock)?.is_none() && leave_note(&lock, path)?)
}

/// Asks who has a lock to show a level; whether it is done.
fn leave_note(lock: &Path, path: &Path) -> io::Result<bool> {
    let note = lock.with_extension("show");
    let path = std::path::absolute(path)?;
    let mut text = NamedTempFile::new_in(lock.parent().unwrap_or(Path::new(".")))?;
    text.write_all(path.as_os_str().as_encoded_bytes())?;
    text.persist(&note)?;
    let deadline = Instant::now() + ANSWER;
    while Instant::now() < deadline {
        if !note.exists() {
            return Ok(true);
        }
        std::thread::sleep(LOOK / 10);
    }
    // If it cannot be taken back, it was taken in the last moment.
    Ok(std::fs::remove_file(&note).is_err())
}

/// The files that are open in a window.
pub struct Claims {
    folder: PathBuf,
    /// The paths by which they are open.
    open: Vec<PathBuf>,
    /// By the paths of the locks, which the system releases if the program dies.
    locks: BTreeMap<PathBuf, File>,
    watched: Arc<Mutex<Watched>>,
    _watch: Task<()>,
}

/// What the window and its watch share.
#[derive(Default)]
struct Watched {
    locks: Vec<PathBuf>,
    asked: Vec<PathBuf>,
}

impl Claims {
    /// Begins without files. `wake` is called when the window is asked to show one.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn begin(folder: &Path, wake: &Wake) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let watched = Arc::<Mutex<Watched>>::default();
        let work = {
            let (watched, wake) = (watched.clone(), wake.clone());
            move |cancel: &CancelFlag| watch(&watched, &wake, cancel)
        };
        Ok(Self {
            folder: folder.to_owned(),
            open: Vec::new(),
            locks: BTreeMap::new(),
            watched,
            _watch: Task::start("answer to other windows", wake, work),
        })
    }

    /// Claims a file before it is opened, until the next [`Claims::keep`]. If another window has it, that
    /// is asked to show it; whether it does, so that it must not be opened here.
    ///
    /// # Errors
    /// When the file or the folder of the claims cannot be used.
    pub fn claim(&mut self, path: &Path) -> io::Result<bool> {
        let lock_path = lock_path(&self.folder, &file_of(path)?);
        if self.locks.contains_key(&lock_path) {
            return Ok(false);
        }
        match try_lock(&lock_path)? {
            Some(lock) => {
                self.locks.insert(lock_path, lock);
                // Also if it cannot be opened after all.
                self.open.push(path.to_owned());
                self.tell_watch();
                Ok(false)
            }
            None => leave_note(&lock_path, path),
        }
    }

    /// Has claims on the files that are open, and on no others.
    pub fn keep(&mut self, open: Vec<PathBuf>) {
        if self.open == open {
            return;
        }
        let locks = open.iter().filter_map(|path| file_of(path).ok());
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
        self.tell_watch();
    }

    fn tell_watch(&self) {
        lock(&self.watched).locks = self.locks.keys().cloned().collect();
    }

    /// The level files that other windows have asked for, once.
    pub fn asked(&self) -> Vec<PathBuf> {
        std::mem::take(&mut lock(&self.watched).asked)
    }
}

fn lock(watched: &Mutex<Watched>) -> MutexGuard<'_, Watched> {
    watched.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes notes until the window is closed.
fn watch(watched: &Mutex<Watched>, wake: &Wake, cancel: &CancelFlag) {
    while !cancel.is_cancelled() {
        std::thread::sleep(LOOK);
        let mut watched = lock(watched);
        for note in watched.locks.clone() {
            let note = note.with_extension("show");
            let Ok(text) = std::fs::read_to_string(&note) else {
                continue;
            };
            // One that the other window has taken back is not shown in both.
            if std::fs::remove_file(&note).is_ok() {
                watched.asked.push(PathBuf::from(text));
                wake();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::no_wake;

    #[test]
    fn a_file_is_shown_where_it_is_open_by_whatever_path_and_free_once_it_is_closed() {
        let folder = tempfile::tempdir().expect("can be made");
        let (level, claims) = (folder.path().join("level.txt"), folder.path().join("open"));
        std::fs::write(&level, "logo\n").expect("can be written");
        let mut window = Claims::begin(&claims, &no_wake()).expect("can be used");
        assert!(!shown_elsewhere(&claims, &level).expect("can be asked"));
        assert!(!window.claim(&level).expect("is free"));
        window.keep(vec![level.clone()]);
        let detour = folder.path().join("open/../level.txt");
        assert!(shown_elsewhere(&claims, &detour).expect("can be asked"));
        // Windows leaves out the way there and back.
        let told = std::path::absolute(&detour).expect("is a path");
        assert_eq!(window.asked(), [told]);
        let mut second = Claims::begin(&claims, &no_wake()).expect("can be used");
        assert!(second.claim(&level).expect("can be asked"));
        window.keep(Vec::new());
        assert!(!shown_elsewhere(&claims, &level).expect("can be asked"));
    }
}
