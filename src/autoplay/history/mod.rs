//! History of runs: a folder with one folder for each run.
//!
//! A run's folder contains `run.json` ([`RunRecord`]), rewritten after every level and trouble, the log `log.jsonl`,
//! and the pictures both refer to. A separate thread writes them during the run, so a killed program loses only the
//! last moments. A lock on the file `lock`, held during the run, distinguishes a run in progress from an interrupted
//! one. A new run removes the oldest ones to limit the size.

mod record;
mod recorder;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

pub use record::{BoardRecord, Incident, LevelRecord, RunRecord, RunState};
pub(crate) use recorder::Recorder;

/// Maximum number of stored runs; older ones are removed.
const MAX_RUNS: usize = 500;
/// Maximum size of all stored runs; older ones are removed.
const MAX_BYTES: u64 = 256 << 20;
/// Maximum size of a file that is read.
const MAX_RECORD_BYTES: u64 = 64 << 20;
/// Names of the files of a run.
const RECORD: &str = "run.json";
const LOG: &str = "log.jsonl";
const LOCK: &str = "lock";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHistory {
    root: PathBuf,
}

#[derive(Clone, Debug)]
pub struct HistoryEntry {
    /// Name of the folder, which begins with date and time.
    pub id: String,
    pub folder: PathBuf,
    /// The record, or the error for the user.
    pub run: Result<RunRecord, String>,
}

impl RunHistory {
    /// Opens the history in a folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Lists all runs, the latest first.
    pub fn list(&self) -> io::Result<Vec<HistoryEntry>> {
        let entries = self.folders()?.into_iter().map(|folder| HistoryEntry {
            id: name(&folder),
            run: read(&folder),
            folder,
        });
        let mut entries: Vec<_> = entries.collect();
        entries.sort_by(|a, b| b.id.cmp(&a.id));
        Ok(entries)
    }

    /// Removes a run with its pictures. Fails if there is no such run or it is in progress.
    pub fn remove(&self, id: &str) -> io::Result<()> {
        let mut folders = self.folders()?.into_iter();
        let folder = folders.find(|folder| name(folder) == id);
        let folder = folder.ok_or_else(|| io::Error::other("there is no such run any more"))?;
        if is_running(&folder) {
            return Err(io::Error::other("the run goes on"));
        }
        fs::remove_dir_all(folder)
    }

    /// Folders of runs, the oldest first. Other folders are ignored.
    fn folders(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut folders = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.join(RECORD).is_file() {
                folders.push(path);
            }
        }
        folders.sort();
        Ok(folders)
    }

    /// Removes the oldest finished runs until fewer than `max_runs` with at most `max_bytes` remain.
    fn prune(&self, max_runs: usize, max_bytes: u64) -> io::Result<()> {
        let folders = self.folders()?;
        let sizes: Vec<u64> = folders.iter().map(|folder| size(folder)).collect();
        let (mut runs, mut bytes) = (folders.len(), sizes.iter().sum::<u64>());
        for (folder, size) in folders.iter().zip(sizes) {
            if runs < max_runs && bytes <= max_bytes {
                break;
            }
            if is_running(folder) {
                continue;
            }
            fs::remove_dir_all(folder)?;
            runs -= 1;
            bytes -= size;
        }
        Ok(())
    }
}

fn name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Size of all files of a run, in bytes.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| entry.metadata().ok());
    sizes.map(|meta| meta.len()).sum()
}

/// Returns whether a run is in progress, by its lock.
fn is_running(folder: &Path) -> bool {
    let locked = File::open(folder.join(LOCK)).map(|lock| lock.try_lock());
    matches!(locked, Ok(Err(TryLockError::WouldBlock)))
}

/// Reads the record of a run; one that was interrupted gets the state [`RunState::BrokenOff`].
fn read(folder: &Path) -> Result<RunRecord, String> {
    let path = folder.join(RECORD);
    let meta = fs::metadata(&path).map_err(|error| error.to_string())?;
    if meta.len() > MAX_RECORD_BYTES {
        return Err(format!("{} is too long", path.display()));
    }
    // Before reading the file, so that the record of a run that ends meanwhile is its final one.
    let is_running = is_running(folder);
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let mut run: RunRecord =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    if run.version != record::VERSION {
        return Err(format!(
            "{}: version {} is not known; this program reads version {}",
            path.display(),
            run.version,
            record::VERSION
        ));
    }
    if run.state.is_running() && !is_running {
        run.state = RunState::BrokenOff;
    }
    Ok(run)
}

#[cfg(test)]
mod tests;
