//! What the library's thread does: levels are read, and drawn small, once for each content of a file.

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

/// What was read on the library's thread.
pub(crate) struct Loaded {
    pub(crate) items: Vec<Item>,
    pub(crate) marks: SolvedMarks,
    pub(crate) results: Results,
    pub(crate) wins: Wins,
    pub(crate) problems: Vec<String>,
}

/// An entry with all that is worked out from it.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) entry: Entry,
    pub(crate) thumbnail: Option<Arc<Thumbnail>>,
    /// The number of its content, see [`library::content_id`].
    pub(crate) content: Option<u64>,
    /// When the file was changed; `None` for shipped ones, which stay as they are.
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

/// Entries that were read before, by the file or shipped path they come from.
#[derive(Clone, Default)]
pub(crate) struct Cache(Arc<Mutex<BTreeMap<Origin, Vec<Known>>>>);

impl Cache {
    fn entries(&self) -> MutexGuard<'_, BTreeMap<Origin, Vec<Known>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entries of a file, read if they are not known as they are now.
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

    /// All shipped levels, read once.
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

/// Reads a file of the program's own. One that cannot be read is a problem to report.
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
        // Files of the person's folder are listed there, and one that is gone is no news.
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
