//! From the bytes of a file to a level: the form is told from the content.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::game::{FormError, Game, LevelRef, from_ron_text};

use super::{all, by_id, line, visible};

/// A level file that could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LoadError {
    /// Not text at all.
    #[error("this is not a text file: byte {0} is not UTF-8; for a picture use “import”")]
    NotText(usize),
    /// Larger than any level.
    #[error("the file has {0} bytes; level files may have up to {MAX_BYTES}")]
    TooLarge(usize),
    /// A game ID that is broken.
    #[error("the game ID is damaged at character {at}: {reason}")]
    Line {
        /// Where, counted from 1.
        at: usize,
        /// How.
        reason: &'static str,
    },
    /// No game recognises it.
    #[error(
        "no game recognises this file: it should start with a game id ({0}) or be RON with a ‘game’ field"
    )]
    Unknown(String),
    /// A game that does not exist.
    #[error("there is no game ‘{0}’; games are {1}")]
    NoGame(String, String),
    /// A level with a number that there is not.
    #[error("it has no level {asked}; {there}")]
    NoLevel {
        /// The number asked for, from 1.
        asked: usize,
        /// Which there are.
        there: String,
    },
    /// The game is known, but the level is broken.
    #[error("{game} level: {error}")]
    Broken {
        /// The game's id.
        game: &'static str,
        /// Where and why.
        error: FormError,
    },
}

/// Largest level file that is read, in bytes (64 MiB).
pub const MAX_BYTES: usize = 64 << 20;

/// The file of a level and, if it is one of several in it, its number from 1: the path `levels.xsb#3` means the
/// third. `exists` tells whether there is a file; one whose name just looks so comes first.
pub fn numbered(path: &Path, exists: impl Fn(&Path) -> bool) -> (&Path, Option<usize>) {
    let split = path.to_str().and_then(|text| text.rsplit_once('#'));
    match split.map(|(file, number)| (file, number.parse())) {
        Some((file, Ok(number))) if !file.is_empty() && !exists(path) => {
            (Path::new(file), Some(number))
        }
        _ => (path, None),
    }
}

/// The path of one of several levels in a file, counted from 1.
pub fn with_number(file: &Path, number: usize) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(format!("#{number}"));
    path.into()
}

/// A level of a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The level.
    pub level: LevelRef,
    /// Its number from 1, if there are several in the file.
    pub number: Option<usize>,
}

/// Reads a level, from any of its forms or from its game ID ([`line`]). `game` settles which game it
/// is; without it the content does. `path` is a
/// hint for forms that several games could claim, and the place where files are looked for that
/// the level names. Of several levels it is the first that can be played.
///
/// # Errors
/// [`LoadError`] saying what is wrong and where.
pub fn load(bytes: &[u8], path: Option<&Path>, game: Option<&str>) -> Result<LevelRef, LoadError> {
    Ok(load_one(bytes, path, None, game)?.level)
}

/// As [`load`], for the level with this number, from 1, where there are several.
///
/// # Errors
/// [`LoadError`] saying what is wrong and where.
pub fn load_one(
    bytes: &[u8],
    path: Option<&Path>,
    number: Option<usize>,
    game: Option<&str>,
) -> Result<Loaded, LoadError> {
    choose(load_in(bytes, path, Some(folder(path)), game)?, number)
}

/// Reads all levels of a file, at least one, as [`load`] does. A broken one does not spoil the others.
///
/// # Errors
/// [`LoadError`] when it holds no levels at all.
pub fn load_all(
    bytes: &[u8],
    path: Option<&Path>,
    game: Option<&str>,
) -> Result<Vec<Result<LevelRef, LoadError>>, LoadError> {
    load_in(bytes, path, Some(folder(path)), game)
}

/// As [`load`], for a level that comes without a folder, such as one from the web: no other files are
/// looked for. `name` is what its file is called there.
///
/// # Errors
/// [`LoadError`] saying what is wrong and where.
pub fn load_alone(bytes: &[u8], name: &Path, game: Option<&str>) -> Result<LevelRef, LoadError> {
    let (file, number) = numbered(name, |_| false);
    Ok(choose(load_in(bytes, Some(file), None, game)?, number)?.level)
}

fn folder(file: Option<&Path>) -> &Path {
    file.and_then(Path::parent).unwrap_or(Path::new(""))
}

/// The level with this number, else the first that can be played.
fn choose(
    mut levels: Vec<Result<LevelRef, LoadError>>,
    number: Option<usize>,
) -> Result<Loaded, LoadError> {
    let there = levels.len();
    let index = match number {
        Some(asked) => asked.checked_sub(1).filter(|index| *index < there),
        None => {
            let playable = |level: &Result<LevelRef, LoadError>| {
                level
                    .as_ref()
                    .is_ok_and(|level| level.unplayable().is_none())
            };
            Some(levels.iter().position(playable).unwrap_or(0))
        }
    };
    let index = index.ok_or_else(|| LoadError::NoLevel {
        asked: number.unwrap_or(0),
        there: match there {
            1 => "it is a single level".to_owned(),
            _ => format!("it holds {there}, counted from 1"),
        },
    })?;
    let number = (there > 1).then_some(index + 1);
    let level = levels.swap_remove(index)?;
    Ok(Loaded { level, number })
}

fn load_in(
    bytes: &[u8],
    path: Option<&Path>,
    folder: Option<&Path>,
    game: Option<&str>,
) -> Result<Vec<Result<LevelRef, LoadError>>, LoadError> {
    if bytes.len() > MAX_BYTES {
        return Err(LoadError::TooLarge(bytes.len()));
    }
    let source =
        std::str::from_utf8(bytes).map_err(|error| LoadError::NotText(error.valid_up_to()))?;
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    if line::is_line(source) {
        let text =
            line::from_line(source).map_err(|(at, reason)| LoadError::Line { at, reason })?;
        return load_text(&text, None, None, game);
    }
    load_text(source, path, folder, game)
}

fn load_text(
    source: &str,
    path: Option<&Path>,
    folder: Option<&Path>,
    game: Option<&str>,
) -> Result<Vec<Result<LevelRef, LoadError>>, LoadError> {
    let ron_game = ron_game(source);
    let game: &dyn Game = match game {
        Some(id) => named(id)?,
        None => match &ron_game {
            Some(id) => named(id)?,
            None => recognise(source, path)?,
        },
    };
    // With the game forced, what starts like a RON struct and does not start like its own text
    // is read as RON, so that errors name the place in the form the person wrote.
    let is_ron =
        ron_game.is_some() || (first_word(source).starts_with('(') && !game.sniffs(source, path));
    let levels = if is_ron {
        vec![game.parse_ron_in(source, folder)]
    } else {
        game.parse_several(source)
    };
    let game = game.info().id;
    let broken = |error| LoadError::Broken { game, error };
    let levels = levels.into_iter().map(|level| level.map_err(broken));
    Ok(levels.collect())
}

/// Whether a text names a game at its beginning, as levels do: in the first line that is no comment,
/// or in the field of the native form.
pub fn names_its_game(source: &str) -> bool {
    by_id(first_word(source)).is_some() || ron_game(source).is_some_and(|id| by_id(&id).is_some())
}

fn named(id: &str) -> Result<&'static dyn Game, LoadError> {
    by_id(id).ok_or_else(|| LoadError::NoGame(id.to_owned(), ids()))
}

fn ids() -> String {
    visible()
        .map(|game| game.info().id)
        .collect::<Vec<_>>()
        .join(", ")
}

fn recognise(source: &str, path: Option<&Path>) -> Result<&'static dyn Game, LoadError> {
    by_id(first_word(source))
        .or_else(|| all().iter().copied().find(|game| game.sniffs(source, path)))
        .ok_or_else(|| LoadError::Unknown(ids()))
}

/// The first line that is neither empty nor a comment, trimmed.
fn first_word(source: &str) -> &str {
    source
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with(';'))
        .unwrap_or_default()
}

fn ron_game(source: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        game: String,
    }
    let start = source.trim_start();
    if !start.starts_with(['(', '/', '#']) {
        return None;
    }
    match from_ron_text::<Head>(source) {
        Ok(head) => Some(head.game),
        // Broken further down: the id is still worth having, so that the error is the game's.
        Err(_) => {
            let rest = source[source.find("game")? + 4..].trim_start();
            let rest = rest.strip_prefix(':')?.trim_start().strip_prefix('"')?;
            let id = &rest[..rest.find('"')?];
            by_id(id).map(|game| game.info().id.to_owned())
        }
    }
}
