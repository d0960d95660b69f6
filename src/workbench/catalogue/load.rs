//! Background loading of the library: reads levels and draws thumbnails, once for each version of a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use serde::de::DeserializeOwned;

use crate::games;
use crate::session::disk::{Disk, load_kept};
use crate::session::library::{self, Entry, Origin, Places, SolvedMarks};
use crate::session::results::Results;
use crate::session::wins::Wins;

use super::{Item, Section};
use crate::kit::thumbnail::Thumbnail;

pub(crate) struct Loaded {
    pub(crate) items: Vec<Item>,
    pub(crate) marks: SolvedMarks,
    pub(crate) results: Results,
    pub(crate) wins: Wins,
    pub(crate) problems: Vec<String>,
}

/// A library entry with derived data.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) entry: Entry,
    pub(crate) thumbnail: Option<Arc<Thumbnail>>,
    /// Id of its content, see [`library::content_id`].
    pub(crate) content: Option<u64>,
    /// Modification time of the file; `None` for shipped levels, which do not change.
    stamp: Option<SystemTime>,
}

impl Known {
    fn new(entry: Entry, stamp: Option<SystemTime>) -> Self {
        let level = entry.level.as_ref().ok();
        Self {
            thumbnail: level.map(|level| Arc::new(Thumbnail::of(level.as_ref()))),
            content: level.map(library::content_id),
            entry,
            stamp,
        }
    }
}

/// Loaded entries by file or shipped path.
#[derive(Clone, Default)]
pub(crate) struct Cache(Arc<Mutex<BTreeMap<Origin, Vec<Known>>>>);

impl Cache {
    fn entries(&self) -> MutexGuard<'_, BTreeMap<Origin, Vec<Known>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entries of a file, read if the cached ones are not up to date.
    fn file(&self, disk: &dyn Disk, path: &Path) -> Vec<Known> {
        let origin = Origin::File(path.to_owned());
        let stamp = disk.modified(path).ok().flatten();
        if let Some(known) = self.entries().get(&origin)
            && stamp.is_some()
            && known.iter().all(|known| known.stamp == stamp)
        {
            return known.clone();
        }
        let entries = library::entries(disk, path).into_iter();
        let known: Vec<_> = entries.map(|entry| Known::new(entry, stamp)).collect();
        self.entries().insert(origin, known.clone());
        known
    }

    fn shipped(&self) -> Vec<Known> {
        let is_shipped = |known: &&Known| matches!(known.entry.origin, Origin::Shipped(_));
        let known: Vec<_> = {
            let entries = self.entries();
            entries
                .values()
                .flatten()
                .filter(is_shipped)
                .cloned()
                .collect()
        };
        if !known.is_empty() {
            return known;
        }
        let all: Vec<_> = library::shipped()
            .into_iter()
            .map(|entry| Known::new(entry, None))
            .collect();
        let mut entries = self.entries();
        for known in &all {
            entries.insert(known.entry.origin.clone(), vec![known.clone()]);
        }
        all
    }
}

/// Loads a data file of the program. On failure adds a problem and returns the default.
fn kept<T: Default + DeserializeOwned>(
    (disk, places): (&dyn Disk, Option<&Places>),
    place: fn(&Places) -> PathBuf,
    problems: &mut Vec<String>,
    what: &str,
) -> T {
    let kept = places.map_or_else(
        || Ok(T::default()),
        |places| load_kept(disk, &place(places)),
    );
    kept.unwrap_or_else(|error| {
        problems.push(format!("{what} cannot be read: {error}."));
        T::default()
    })
}

pub(crate) fn load_all(
    disk: &dyn Disk,
    places: Option<&Places>,
    own: Option<&Path>,
    recent: &[PathBuf],
    cache: &Cache,
) -> Loaded {
    let mut problems = Vec::new();
    let from = (disk, places);
    let marks: SolvedMarks = kept(
        from,
        Places::solved,
        &mut problems,
        "The marks of solved levels",
    );
    let results: Results = kept(
        from,
        Places::results,
        &mut problems,
        "What solvers found earlier",
    );
    let wins: Wins = kept(from, Places::wins, &mut problems, "Your results");
    let mut items = Vec::new();
    let mut add = |known: Known, section| items.push(Item::new(known, section, &marks));
    let own = own
        .map(Path::to_owned)
        .or_else(|| places.map(Places::levels));
    for path in recent {
        // Files in the user's folder are listed there; missing files are skipped silently.
        let listed = path
            .parent()
            .is_some_and(|folder| Some(folder) == own.as_deref());
        if !listed && path.is_absolute() && matches!(disk.modified(path), Ok(Some(_))) {
            let known = cache.file(disk, path).into_iter();
            known.for_each(|known| add(known, Section::Opened));
        }
    }
    if let Some(folder) = own {
        match library::files_of(disk, &folder) {
            Ok(files) => {
                for path in files {
                    let known = cache.file(disk, &path).into_iter();
                    known.for_each(|known| add(known, Section::Own));
                }
            }
            Err(error) => problems.push(format!(
                "The folder {} cannot be read: {error}.",
                folder.display()
            )),
        }
    }
    for known in cache.shipped() {
        let game = match &known.entry.level {
            Ok(level) => level.game_id().to_owned(),
            Err(_) => {
                let first = known.entry.origin.path().components().next();
                first
                    .map(|part| part.as_os_str().to_string_lossy().into_owned())
                    .unwrap_or_default()
            }
        };
        let index = games::all().iter().position(|g| g.info().id == game);
        add(known, Section::Shipped(index.unwrap_or(usize::MAX)));
    }
    items.sort_by(|a, b| a.section.cmp(&b.section));
    Loaded {
        items,
        marks,
        results,
        wins,
        problems,
    }
}
