//! Level library: shipped levels and the user's own.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use directories::ProjectDirs;
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};

use super::disk::Disk;
use super::document::{FileInfo, FileKind, split_number};
use crate::game::{LevelRef, words};
use crate::games::load::{
    LevelFile, LoadError, MAX_BYTES, load_all, load_one, numbered, with_number,
};

#[derive(RustEmbed)]
#[folder = "levels/"]
struct ShippedFiles;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LevelOrigin {
    /// Shipped level, by its path below `levels/`.
    Shipped(String),
    File(PathBuf),
}

impl LevelOrigin {
    pub fn from_file(file: &FileInfo) -> Option<Self> {
        let path = file.path.as_ref()?;
        match file.kind {
            FileKind::Own | FileKind::Part => Some(Self::File(path.clone())),
            FileKind::Shipped => Some(Self::Shipped(path.to_string_lossy().into_owned())),
            FileKind::Web => None,
        }
    }

    /// Path to display; for shipped levels, below `levels/`.
    pub fn path(&self) -> &Path {
        match self {
            Self::Shipped(path) => Path::new(path),
            Self::File(path) => path,
        }
    }

    /// Number of the level in its file, from 1, if there are several.
    pub fn number(&self) -> Option<usize> {
        numbered_path(self.path()).1
    }

    /// Origin of the level with another number in the same file.
    #[must_use]
    pub fn with_number(&self, number: usize) -> Self {
        let path = with_number(numbered_path(self.path()).0, number);
        match self {
            Self::Shipped(_) => Self::Shipped(path.to_string_lossy().into_owned()),
            Self::File(_) => Self::File(path),
        }
    }

    /// Name derived from the file name, for levels without a title: `07-arrow.txt` → `07 arrow`, `set.xsb#3` → `set 3`.
    pub fn name(&self) -> String {
        let (file, number) = numbered_path(self.path());
        let stem = file.file_stem().map(|stem| stem.to_string_lossy());
        let name = stem.unwrap_or_default().replace('-', " ");
        match number {
            Some(number) => format!("{name} {number}"),
            None => name,
        }
    }
}

#[derive(Clone, Debug)]
pub struct LevelEntry {
    pub origin: LevelOrigin,
    /// Level, or the reason why it cannot be loaded.
    pub level: Result<LevelRef, Arc<EntryError>>,
}

#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    #[error("cannot be read: {}", words::io_error(.0))]
    Read(#[from] io::Error),
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// Splits an entry's path as [`numbered`] does: in the library, `#` and a number always select a level.
pub fn numbered_path(path: &Path) -> (&Path, Option<usize>) {
    numbered(path, |_| false)
}

/// All shipped levels, sorted by path.
pub fn shipped() -> Vec<LevelEntry> {
    let mut paths: Vec<String> = ShippedFiles::iter().map(|path| path.into_owned()).collect();
    paths.sort();
    let levels = |path: String| {
        let file = ShippedFiles::get(&path)?;
        let levels = load_all(&file.data, Some(Path::new(&path)), None);
        let origin = |path: PathBuf| LevelOrigin::Shipped(path.to_string_lossy().into_owned());
        let levels = levels.map_err(EntryError::Load);
        Some(entries_of(levels, None, Path::new(&path), origin))
    };
    paths.into_iter().filter_map(levels).flatten().collect()
}

/// Entries for the levels of a file, numbered if there are several. Messages between levels get one only if they are
/// `selected` by number.
fn entries_of(
    file: Result<LevelFile, EntryError>,
    selected: Option<usize>,
    path: &Path,
    origin: impl Fn(PathBuf) -> LevelOrigin,
) -> Vec<LevelEntry> {
    let origin = |number: Option<usize>| {
        let numbered = number.map(|number| with_number(path, number));
        origin(numbered.unwrap_or_else(|| path.to_owned()))
    };
    let levels = match file {
        Ok(file) => file.levels,
        Err(error) => {
            let (origin, level) = (origin(selected), Err(Arc::new(error)));
            return vec![LevelEntry { origin, level }];
        }
    };
    let several = levels.len() > 1 || selected.is_some();
    let levels = (1..).zip(levels).filter(|(number, level)| match selected {
        Some(selected) => selected == *number,
        None => !level.as_ref().is_ok_and(|level| level.message().is_some()),
    });
    let entry = |(number, level): (usize, Result<LevelRef, LoadError>)| LevelEntry {
        origin: origin(several.then_some(number)),
        level: level.map_err(|error| Arc::new(EntryError::Load(error))),
    };
    levels.map(entry).collect()
}

/// Finds a shipped level by its path below `levels/`, which may be shortened to a unique beginning (`light-bot/08`).
pub fn shipped_level(name: &str) -> Option<Result<LevelRef, LoadError>> {
    let (file, number) = numbered_path(Path::new(name));
    let name = file.to_str()?;
    let paths = || ShippedFiles::iter().filter(|path| path.starts_with(name));
    let exact = |path: &str| Path::new(path).with_extension("") == Path::new(name);
    // A beginning names a game's folder and a part of the file name.
    let path = paths()
        .find(|path| path == name || exact(path))
        .or_else(|| {
            let mut candidates =
                paths().filter(|_| name.split_once('/').is_some_and(|name| !name.1.is_empty()));
            candidates.next().filter(|_| candidates.next().is_none())
        })?;
    let bytes = ShippedFiles::get(&path)?.data;
    let loaded = load_one(&bytes, Some(Path::new(&*path)), number, None);
    Some(loaded.map(|loaded| loaded.level))
}

/// Visible files in a folder, without sub-folders.
pub fn visible_files(disk: &dyn Disk, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = disk.list(folder)?;
    files.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        !name.to_string_lossy().starts_with('.')
    });
    Ok(files)
}

/// Entries of a user's file, one per level. A path with a level number selects that level.
pub fn entries(disk: &dyn Disk, path: &Path) -> Vec<LevelEntry> {
    let (file, selected) = split_number(disk, path);
    let bytes = disk.read(file, MAX_BYTES as u64).map_err(EntryError::Read);
    let levels =
        bytes.and_then(|bytes| load_all(&bytes, Some(file), None).map_err(EntryError::Load));
    entries_of(levels, selected, file, LevelOrigin::File)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppFolders {
    /// Settings and the user's profiles.
    pub config: PathBuf,
    /// The user's levels, solved marks, recovery files.
    pub data: PathBuf,
    /// Disposable data: the auto-play history.
    pub state: PathBuf,
}

impl AppFolders {
    /// Standard folders of the platform, if it has a home folder, or `PLANWRIGHT_HOME` for all of them.
    pub fn standard() -> Option<Self> {
        if let Some(home) = std::env::var_os("PLANWRIGHT_HOME").filter(|home| !home.is_empty()) {
            return Some(Self::under(Path::new(&home)));
        }
        let dirs = ProjectDirs::from("", "", "planwright")?;
        Some(Self {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
            // Not every platform has a state folder.
            state: dirs.state_dir().unwrap_or(dirs.data_local_dir()).to_owned(),
        })
    }

    pub fn under(home: &Path) -> Self {
        Self {
            config: home.join("config"),
            data: home.join("data"),
            state: home.join("state"),
        }
    }

    pub fn levels(&self) -> PathBuf {
        self.data.join("levels")
    }

    pub fn films(&self) -> PathBuf {
        self.data.join("films")
    }

    /// Auto-play history, one folder per run.
    pub fn history(&self) -> PathBuf {
        self.state.join("history")
    }

    /// Locks of files that are open in a window.
    pub fn claims(&self) -> PathBuf {
        self.data.join("open")
    }

    pub fn recovery(&self) -> PathBuf {
        self.data.join("recovery")
    }

    pub fn profiles(&self) -> PathBuf {
        self.config.join("profiles")
    }

    pub fn presets(&self) -> PathBuf {
        self.config.join("presets.ron")
    }

    pub fn solved(&self) -> PathBuf {
        self.data.join("solved.ron")
    }

    /// Levels that the user has solved by hand.
    pub fn wins(&self) -> PathBuf {
        self.data.join("wins.ron")
    }

    pub fn results(&self) -> PathBuf {
        self.data.join("results.ron")
    }
}

/// Levels that were solved, by content: a renamed file keeps its mark, an edited level loses it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolvedMarks {
    #[serde(default)]
    by_game: BTreeMap<String, BTreeSet<u64>>,
}

impl SolvedMarks {
    pub fn contains(&self, level: &LevelRef) -> bool {
        self.contains_id(level.game_id(), content_id(level))
    }

    /// Like [`SolvedMarks::contains`], by game and [`content_id`].
    pub fn contains_id(&self, game: &str, content: u64) -> bool {
        let marks = self.by_game.get(game);
        marks.is_some_and(|marks| marks.contains(&content))
    }

    pub fn merge(&mut self, other: Self) {
        for (game, marks) in other.by_game {
            self.by_game.entry(game).or_default().extend(marks);
        }
    }

    /// Marks the level as solved; `false` if it was already marked.
    pub fn insert(&mut self, level: &LevelRef) -> bool {
        let marks = self.by_game.entry(level.game_id().to_owned()).or_default();
        marks.insert(content_id(level))
    }
}

/// Hash of a level's identity (64-bit FNV-1a: the same on every machine and in every version).
pub fn content_id(level: &LevelRef) -> u64 {
    let identity = level.identity();
    identity.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::super::disk::{RealDisk, load_ron, save_ron};
    use super::*;
    use crate::game::Meta;
    use crate::games;

    #[test]
    fn a_shipped_level_has_short_names() {
        let title = |name: &str| Some(shipped_level(name)?.ok()?.meta().title.clone());
        for name in ["08-lattice.txt", "08-lattice", "08"] {
            let name = format!("light-bot/{name}");
            assert_eq!(title(&name).as_deref(), Some("Lattice"), "{name}");
        }
        for name in [
            "light-bot/0",
            "light-bot/",
            "light-bot",
            "l",
            "",
            "light-bot/99",
        ] {
            assert_eq!(title(name), None, "{name}");
        }
    }

    #[test]
    fn a_mark_survives_a_new_title_and_the_file() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let path = folder.path().join("solved.ron");
        let game = games::by_id("lights-out").expect("is registered");
        let level = game.blank(None);
        let mut marks: SolvedMarks = load_ron(&RealDisk, &path).expect("none yet");
        assert!(marks.insert(&level) && !marks.insert(&level));
        save_ron(&marks, &RealDisk, &path).expect("is writable");
        let marks: SolvedMarks = load_ron(&RealDisk, &path).expect("was written");
        let titled = level.with_meta(Meta {
            title: "New".into(),
            ..Meta::default()
        });
        assert!(marks.contains(&titled));
    }

    #[test]
    fn a_file_that_is_no_level_is_an_entry_that_says_so() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        std::fs::write(home.path().join("a.txt"), "hello").expect("is writable");
        std::fs::write(home.path().join("b.txt"), "lights-out\n\n.#\n").expect("is writable");
        let entry = |name: &str| entries(&RealDisk, &home.path().join(name)).remove(0);
        assert!(entry("a.txt").level.is_err() && entry("b.txt").level.is_ok());
    }

    #[test]
    fn a_file_with_several_levels_has_an_entry_for_each() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let file = home.path().join("set.txt");
        let text = "lights-out\n\n.#\nlights-out\n\n?\nlights-out\n\n..\n";
        std::fs::write(&file, text).expect("is writable");
        let all = entries(&RealDisk, &file);
        let names: Vec<_> = all.iter().map(|entry| entry.origin.name()).collect();
        assert_eq!(names, ["set 1", "set 2", "set 3"]);
        assert!(all[1].level.is_err() && all[2].level.is_ok());
        let third = entries(&RealDisk, all[2].origin.path());
        assert_eq!((third.len(), &third[0].origin), (1, &all[2].origin));
    }
}
