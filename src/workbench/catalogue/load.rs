//! Background loading of the library: reads levels and draws thumbnails, once for each version of a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use egui::mutex::Mutex;
use serde::de::DeserializeOwned;

use super::{LibraryItem, Section};
use crate::games;
use crate::kit::answer;
use crate::kit::picture::Thumbnail;
use crate::session::disk::{Disk, load_ron};
use crate::session::library::{self, AppFolders, LevelEntry, SolvedMarks};
use crate::session::results::Results;
use crate::session::results::Wins;
use crate::session::split_number;

pub(crate) struct LoadedLibrary {
    pub(crate) items: Vec<LibraryItem>,
    pub(crate) marks: SolvedMarks,
    pub(crate) results: Results,
    pub(crate) wins: Wins,
    /// Sentences for the user, about what could not be read.
    pub(crate) problems: Vec<String>,
}

#[derive(Clone)]
pub(crate) struct CachedEntry {
    pub(crate) entry: LevelEntry,
    pub(crate) thumbnail: Option<Arc<Thumbnail>>,
    /// Id of its content, see [`library::content_id`].
    pub(crate) content: Option<u64>,
    /// Modification time of the file; `None` for shipped levels, which do not change.
    modified: Option<SystemTime>,
}

impl CachedEntry {
    fn new(entry: LevelEntry, modified: Option<SystemTime>) -> Self {
        let level = entry.level.as_ref().ok();
        Self {
            thumbnail: level.map(|level| Arc::new(Thumbnail::new(level.as_ref()))),
            content: level.map(library::content_id),
            entry,
            modified,
        }
    }
}

/// Loaded entries: those of files by path, and the shipped ones.
#[derive(Clone, Default)]
pub(crate) struct EntryCache {
    files: Arc<Mutex<BTreeMap<PathBuf, Vec<CachedEntry>>>>,
    shipped: Arc<OnceLock<Vec<CachedEntry>>>,
}

impl EntryCache {
    /// The entries of a file, read if the cached ones are not up to date.
    fn file(&self, disk: &dyn Disk, path: &Path) -> Vec<CachedEntry> {
        let modified = disk.modified(path).ok().flatten();
        if let Some(cached) = self.files.lock().get(path)
            && modified.is_some()
            && cached.iter().all(|entry| entry.modified == modified)
        {
            return cached.clone();
        }
        let entries = library::entries(disk, path).into_iter();
        let new = |entry| CachedEntry::new(entry, modified);
        let cached: Vec<_> = entries.map(new).collect();
        let mut files = self.files.lock();
        files.insert(path.to_owned(), cached.clone());
        cached
    }

    fn shipped(&self) -> &[CachedEntry] {
        self.shipped.get_or_init(|| {
            let all = library::shipped().into_iter();
            all.map(|entry| CachedEntry::new(entry, None)).collect()
        })
    }
}

/// Loads a data file of the program. On failure adds a problem and returns the default.
fn load_data<T: Default + DeserializeOwned>(
    disk: &dyn Disk,
    path: Option<PathBuf>,
    problems: &mut Vec<String>,
    name: &str,
) -> T {
    let loaded = path.map(|path| load_ron(disk, &path));
    loaded.unwrap_or(Ok(T::default())).unwrap_or_else(|error| {
        problems.push(format!("{name} cannot be read: {error}."));
        T::default()
    })
}

/// The levels of a file, or only the first that can be played if they are parts of one game.
fn one_of_game(mut levels: Vec<CachedEntry>) -> Vec<CachedEntry> {
    let level = |entry: &CachedEntry| entry.entry.level.as_ref().ok().cloned();
    let holds_all = |entry: &CachedEntry| level(entry).is_some_and(|it| it.holds_siblings());
    if levels.iter().any(holds_all) {
        let is_playable =
            |entry: &CachedEntry| level(entry).is_some_and(|it| it.unplayable().is_none());
        let first = levels.iter().position(is_playable).unwrap_or(0);
        levels = vec![levels.swap_remove(first)];
    }
    levels
}

/// Loads recent files, the files of the folder `own` (by default the program's), shipped levels, and data about them.
pub(crate) fn load_all(
    disk: &dyn Disk,
    folders: Option<&AppFolders>,
    own: Option<&Path>,
    recent: &[PathBuf],
    cache: &EntryCache,
) -> LoadedLibrary {
    let mut problems = Vec::new();
    let path = folders.map(AppFolders::solved);
    let marks: SolvedMarks = load_data(disk, path, &mut problems, "The list of solved levels");
    let path = folders.map(AppFolders::results);
    let results: Results = load_data(disk, path, &mut problems, "Earlier solver results");
    let path = folders.map(AppFolders::wins);
    let wins: Wins = load_data(disk, path, &mut problems, "Your results");
    let mut items = Vec::new();
    let mut add = |entry: CachedEntry, section| items.push(LibraryItem::new(entry, section));
    let own = own.map(Path::to_owned);
    let own = own.or_else(|| folders.map(AppFolders::levels));
    for path in recent {
        let (path, _) = split_number(disk, path);
        // Files in the user's folder are listed there; missing files are skipped silently.
        let is_own = path.parent().is_some() && path.parent() == own.as_deref();
        if !is_own && path.is_absolute() && matches!(disk.modified(path), Ok(Some(_))) {
            let cached = one_of_game(cache.file(disk, path)).into_iter();
            cached.for_each(|entry| add(entry, Section::Opened));
        }
    }
    if let Some(folder) = own {
        match library::visible_files(disk, &folder) {
            Ok(files) => {
                for path in files {
                    let cached = cache.file(disk, &path).into_iter();
                    cached.for_each(|entry| add(entry, Section::Own));
                }
            }
            Err(error) => problems.push(format!(
                "The folder {} cannot be read: {}.",
                folder.display(),
                answer::io_error(&error)
            )),
        }
    }
    for entry in cache.shipped() {
        let game = match &entry.entry.level {
            Ok(level) => level.game_id().to_owned(),
            // Shipped levels are in a folder of their game.
            Err(_) => {
                let first = entry.entry.origin.path().iter().next().unwrap_or_default();
                first.to_string_lossy().into_owned()
            }
        };
        let index = games::all().iter().position(|g| g.info().id == game);
        // Those of an unknown game come last.
        add(entry.clone(), Section::Shipped(index.unwrap_or(usize::MAX)));
    }
    items.sort_by(|a, b| a.section.cmp(&b.section));
    LoadedLibrary {
        items,
        marks,
        results,
        wins,
        problems,
    }
}
