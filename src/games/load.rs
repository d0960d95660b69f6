//! From the bytes of a file to a level: the form is told from the content.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::game::search::Budget;
use crate::game::{Complaint, Game, LevelRef, TextError, from_ron_text, words};

use super::decode::{NotText, decode};
use super::{all, by_id, line};

/// A level file that could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LoadError {
    /// Not text at all.
    #[error("{0}; to open a picture, import it")]
    NotText(NotText),
    /// Larger than any level.
    #[error("the file has {}; the limit is {}", words::count(*.0, "bytes"), words::count(MAX_BYTES, "bytes"))]
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
        "no game recognises this file; it should start with a game id ({0}) or be a RON file with a ‘game’ field"
    )]
    Unknown(String),
    /// It has no text.
    #[error("this file is empty")]
    Empty,
    /// A game that does not exist.
    #[error("there is no game ‘{0}’; games are {1}")]
    NoGame(String, String),
    /// A level of another game than the one it was said to be of.
    #[error("this is a level of {own}, not of {asked}")]
    OtherGame {
        /// The id in the file.
        own: &'static str,
        /// The id asked for.
        asked: &'static str,
    },
    /// A level with a number that there is not.
    #[error("there is no level {asked}; {there}")]
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
        error: TextError,
        /// All errors and warnings about the text, in games that find several.
        complaints: Vec<Complaint>,
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
    /// Errors and warnings about the level's text, and remarks on the file as a whole.
    pub complaints: Vec<Complaint>,
    /// Whether nothing in the file names the game, which was recognised by its form.
    pub guessed: bool,
}

/// The levels of a file.
#[derive(Clone, Debug)]
pub struct LevelFile {
    /// Id of the game.
    pub game: &'static str,
    /// Whether nothing in the file names the game, which was recognised by its form.
    pub guessed: bool,
    /// The levels, at least one. A broken one does not affect the others.
    pub levels: Vec<Result<LevelRef, LoadError>>,
    /// Remarks on the file as a whole.
    pub remarks: Vec<Complaint>,
}

impl LevelFile {
    /// The remarks and the errors and warnings about all levels, in the order of the text.
    pub fn complaints(&self) -> Vec<Complaint> {
        let own = self.levels.iter().flat_map(|level| match level {
            Ok(level) => level.complaints(),
            Err(error) => error.complaints(),
        });
        let mut all: Vec<Complaint> = self.remarks.iter().cloned().chain(own).collect();
        all.sort_by_key(|it| (it.error.line, it.error.column));
        // Levels that share a text share what is said of it.
        all.dedup();
        all
    }
}

impl LoadError {
    /// The errors and warnings about a text of which no level could be made; none if the file is no text of a
    /// game.
    pub fn complaints(&self) -> Vec<Complaint> {
        match self {
            Self::Broken { complaints, .. } if !complaints.is_empty() => complaints.clone(),
            Self::Broken { error, .. } => vec![error.clone().into()],
            _ => Vec::new(),
        }
    }
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
) -> Result<LevelFile, LoadError> {
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
fn choose(file: LevelFile, number: Option<usize>) -> Result<Loaded, LoadError> {
    let mut levels = file.levels;
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
            1 => "the file holds a single level".to_owned(),
            _ => format!("the file holds {there}, counted from 1"),
        },
    })?;
    let number = (there > 1).then_some(index + 1);
    let level = levels.swap_remove(index)?;
    let mut complaints = file.remarks;
    complaints.extend(level.complaints());
    Ok(Loaded {
        level,
        number,
        complaints,
        guessed: file.guessed,
    })
}

fn load_in(
    bytes: &[u8],
    path: Option<&Path>,
    folder: Option<&Path>,
    game: Option<&str>,
) -> Result<LevelFile, LoadError> {
    if bytes.len() > MAX_BYTES {
        return Err(LoadError::TooLarge(bytes.len()));
    }
    let decoded = decode(bytes).map_err(LoadError::NotText)?;
    let source = decoded.text.as_ref();
    if line::is_line(source) {
        let text =
            line::from_line(source).map_err(|(at, reason)| LoadError::Line { at, reason })?;
        return load_text(&text, None, None, game);
    }
    let mut file = load_text(source, path, folder, game)?;
    let remark = decoded.remark.map(|remark| TextError::at(1, 1, remark));
    file.remarks.extend(remark.map(Complaint::warning));
    Ok(file)
}

fn load_text(
    source: &str,
    path: Option<&Path>,
    folder: Option<&Path>,
    game: Option<&str>,
) -> Result<LevelFile, LoadError> {
    let ron_game = ron_game(source);
    let labelled = game.or(ron_game.as_deref());
    let labelled = match labelled {
        Some(id) => Some(named(id)?),
        None => by_id(first_word(source)),
    };
    let game: &dyn Game = match labelled {
        Some(asked) => match by_id(first_word(source)).map(|own| own.info().id) {
            Some(own) if own != asked.info().id => {
                let asked = asked.info().id;
                return Err(LoadError::OtherGame { own, asked });
            }
            _ => asked,
        },
        None => recognise(source, path)?,
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
    let broken = |error| {
        // Only texts in a language of their own are read on behind the first error.
        let language = game.language().filter(|_| !is_ron);
        let read = language.map(|language| language.parse(source, &Budget::default()));
        LoadError::Broken {
            game: game.info().id,
            error,
            complaints: read.map_or_else(Vec::new, |read| read.complaints),
        }
    };
    let levels = levels.into_iter().map(|level| level.map_err(broken));
    Ok(LevelFile {
        game: game.info().id,
        guessed: labelled.is_none(),
        levels: levels.collect(),
        remarks: Vec::new(),
    })
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
    all()
        .iter()
        .copied()
        .map(|game| game.info().id)
        .collect::<Vec<_>>()
        .join(", ")
}

fn recognise(source: &str, path: Option<&Path>) -> Result<&'static dyn Game, LoadError> {
    if source.trim().is_empty() {
        return Err(LoadError::Empty);
    }
    let mut games = all().iter().copied();
    games
        .find(|game| game.sniffs(source, path))
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
