//! Shipped and user profiles.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;
use thiserror::Error;

use crate::game::{TextError, from_ron_text, has_extension};

use super::profile::Profile;
use super::profile::file::FileHead;

#[derive(RustEmbed)]
#[folder = "assets/profiles/"]
struct ShippedProfiles;

/// Longest chain of base profiles; a longer one is treated as a cycle.
const MAX_BASES: usize = 8;
/// Maximum size of a profile's file, in bytes (1 MiB).
const MAX_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileOrigin {
    /// Shipped with the program: the file below `assets/profiles/`.
    Shipped(String),
    /// A user's file, which overrides a shipped profile with the same id.
    Own(PathBuf),
}

impl std::fmt::Display for ProfileOrigin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Shipped(name) => write!(f, "shipped profile {name}"),
            Self::Own(path) => write!(f, "{}", path.display()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProfileError {
    #[error("there is no screen profile ‘{id}’; there are {}", known.join(", "))]
    Unknown { id: String, known: Vec<String> },
    #[error("{origin}: {reason}")]
    File {
        origin: ProfileOrigin,
        reason: String,
    },
    #[error("{origin}, {error}")]
    Form {
        origin: ProfileOrigin,
        error: TextError,
    },
    #[error("{origin}: its base profile ‘{base}’ cannot be used: {reason}")]
    Base {
        origin: ProfileOrigin,
        base: String,
        reason: String,
    },
}

#[derive(Clone, Debug)]
pub struct ProfileEntry {
    /// Id; the file name if the file cannot be read.
    pub id: String,
    pub origin: ProfileOrigin,
    /// The profile, or the reason why it cannot be used.
    pub profile: Result<Profile, ProfileError>,
}

#[derive(Clone, Debug)]
pub struct ProfileStore {
    entries: Vec<ProfileEntry>,
}

/// Files by the id of their profile; by their name if they cannot be read.
type RawProfiles = BTreeMap<String, RawProfile>;

/// File whose base is not resolved yet.
struct RawProfile {
    origin: ProfileOrigin,
    /// Head of the file with its whole text, or the reason why it cannot be read.
    source: Result<(FileHead, String), ProfileError>,
}

impl ProfileStore {
    /// Loads the shipped profiles and every `.ron` file in `own`. Unusable files are listed with the reason; a
    /// missing folder counts as empty.
    pub fn load(own: Option<&Path>) -> Self {
        let mut raws = RawProfiles::new();
        for name in ShippedProfiles::iter().filter(|name| name.ends_with(".ron")) {
            if let Some(file) = ShippedProfiles::get(&name) {
                let origin = ProfileOrigin::Shipped(name.to_string());
                let bytes = Ok(file.data.into_owned());
                add(&mut raws, stem(Path::new(name.as_ref())), origin, bytes);
            }
        }
        for path in own.map(files_in).unwrap_or_default() {
            let bytes = read_file(&path);
            add(&mut raws, stem(&path), ProfileOrigin::Own(path), bytes);
        }
        let entries = raws.iter().map(|(id, raw)| ProfileEntry {
            id: id.clone(),
            origin: raw.origin.clone(),
            profile: resolve(id, &raws, 0),
        });
        let entries = entries.collect();
        Self { entries }
    }

    /// All profiles by id, including unusable ones.
    pub fn list(&self) -> &[ProfileEntry] {
        &self.entries
    }

    pub fn usable(&self) -> impl Iterator<Item = &Profile> {
        let entries = self.entries.iter();
        entries.filter_map(|entry| entry.profile.as_ref().ok())
    }

    pub fn get(&self, id: &str) -> Result<&Profile, ProfileError> {
        match self.entries.iter().find(|entry| entry.id == id) {
            Some(entry) => entry.profile.as_ref().map_err(Clone::clone),
            None => Err(ProfileError::Unknown {
                id: id.to_owned(),
                known: self.entries.iter().map(|entry| entry.id.clone()).collect(),
            }),
        }
    }

    /// Reads one file, which may inherit from a profile of this store.
    pub fn read(&self, path: &Path) -> Result<Profile, ProfileError> {
        let origin = ProfileOrigin::Own(path.to_owned());
        let source = parse(&origin, read_file(path))?;
        parse_over_base(&origin, &source, |base| {
            self.get(base).cloned().map_err(|error| error.to_string())
        })
    }
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// The `.ron` files of a folder, sorted by name.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| has_extension(Some(path), &["ron"]));
    paths.sort();
    paths
}

fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("it is not a file".to_owned());
    }
    if metadata.len() > MAX_BYTES {
        return Err(format!("it is larger than {MAX_BYTES} bytes") + ", which no profile is");
    }
    std::fs::read(path).map_err(|error| error.to_string())
}

/// Parses the head of a file, whose text is returned with it.
fn parse(
    origin: &ProfileOrigin,
    bytes: Result<Vec<u8>, String>,
) -> Result<(FileHead, String), ProfileError> {
    let text = |bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned());
    let source = bytes.and_then(text).map_err(|reason| ProfileError::File {
        origin: origin.clone(),
        reason,
    })?;
    let head = from_ron_text(&source).map_err(|error| ProfileError::Form {
        origin: origin.clone(),
        error,
    })?;
    Ok((head, source))
}

/// Adds a file under its id, replacing an earlier one.
fn add(
    raws: &mut RawProfiles,
    stem: String,
    origin: ProfileOrigin,
    bytes: Result<Vec<u8>, String>,
) {
    let source = parse(&origin, bytes);
    let id = source.as_ref().map_or(stem, |(head, _)| head.id.clone());
    raws.insert(id, RawProfile { origin, source });
}

/// Parses a profile over its base, which is resolved first. `depth` is the number of profiles that build on this one.
fn resolve(id: &str, raws: &RawProfiles, depth: usize) -> Result<Profile, ProfileError> {
    let Some(raw) = raws.get(id) else {
        return Err(ProfileError::Unknown {
            id: id.to_owned(),
            known: raws.keys().cloned().collect(),
        });
    };
    let source = raw.source.as_ref().map_err(Clone::clone)?;
    parse_over_base(&raw.origin, source, |base| {
        if depth >= MAX_BASES || base == id {
            return Err("base profiles go round in a circle".to_owned());
        }
        resolve(base, raws, depth + 1).map_err(|error| error.to_string())
    })
}

/// Parses a profile over its base, which `find` gives, or the reason why it cannot be used.
fn parse_over_base(
    origin: &ProfileOrigin,
    (head, source): &(FileHead, String),
    find: impl FnOnce(&str) -> Result<Profile, String>,
) -> Result<Profile, ProfileError> {
    let base = head.base.as_ref().map(|base| {
        find(base).map_err(|reason| ProfileError::Base {
            origin: origin.clone(),
            base: base.clone(),
            reason,
        })
    });
    let profile = Profile::from_ron_over(source, base.transpose()?.as_ref());
    profile.map_err(|error| ProfileError::Form {
        origin: origin.clone(),
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("writes");
        }
        folder
    }

    #[test]
    fn every_shipped_profile_can_be_used_and_round_trips() {
        let store = ProfileStore::load(None);
        assert!(store.list().len() >= 2);
        for entry in store.list() {
            let profile = entry.profile.as_ref().expect("can be used");
            let origin = ProfileOrigin::Shipped(format!("{}.ron", profile.id));
            assert_eq!(entry.origin, origin);
            let text = profile.to_ron().expect("has a form");
            assert_eq!(&Profile::from_ron(&text).expect("reads back"), profile);
        }
    }

    #[test]
    fn a_base_gives_what_is_left_out_and_an_own_file_goes_first() {
        let own = folder(&[(
            "mine.ron",
            "(version: 2, id: \"logo-fuse\", base: \"logo-practice\", title: \"Mine\")",
        )]);
        // The user's file replaces logo-fuse, on which logo-practice is based: a cycle.
        let store = ProfileStore::load(Some(own.path()));
        let error = store.get("logo-fuse").expect_err("goes in a circle");
        assert!(error.to_string().contains("circle"), "{error}");

        let own = folder(&[(
            "mine.ron",
            "(version: 2, id: \"mine\", base: \"logo-practice\", title: \"Mine\", doubtful_below: 0.9)",
        )]);
        let store = ProfileStore::load(Some(own.path()));
        let (mine, base) = (store.get("mine"), store.get("logo-practice"));
        let (mine, base) = (mine.expect("is there"), base.expect("is there"));
        assert_eq!((&mine.boards, &mine.window), (&base.boards, &base.window));
        assert_eq!(mine.title, "Mine");
        assert_eq!(mine.screen.doubtful_below, 0.9);
    }

    #[test]
    fn errors_name_file_line_and_column() {
        let own = folder(&[
            (
                "typo.ron",
                "(\n  version: 2,\n  id: \"typo\",\n  windw: (),\n)",
            ),
            ("new.ron", "(\n  version: 3,\n  id: \"new\",\n)"),
            ("half.ron", "(version: 2, id: \"half\", title: \"Half\")"),
            (
                "colour.ron",
                "(version: 2, id: \"colour\", base: \"logo-fuse\",\n palette: (colours: [\"red\"]))",
            ),
            ("lost.ron", "(version: 2, id: \"lost\", base: \"nowhere\")"),
        ]);
        std::fs::write(own.path().join("bytes.ron"), [0xff, 0xfe]).expect("writes");
        let store = ProfileStore::load(Some(own.path()));
        for (id, parts) in [
            ("typo", ["typo.ron", "line 4, column 3", "windw"]),
            ("new", ["new.ron", "line 2", "version 3"]),
            ("half", ["half.ron", "line 1", "‘game’ is missing"]),
            ("colour", ["colour.ron", "line 2", "‘red’ is not a colour"]),
            ("lost", ["lost.ron", "nowhere", "there are"]),
            ("bytes", ["bytes.ron", "UTF-8", ""]),
            ("none", ["no screen profile ‘none’", "logo-fuse", ""]),
        ] {
            let error = store.get(id).expect_err("cannot be used").to_string();
            for part in parts {
                assert!(error.contains(part), "{id}: {error}");
            }
        }
    }
}
