//! Loads levels from the bytes of a file; the form follows from the content.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::game::search::Budget;
use crate::game::{Complaint, Game, LevelRef, TextError, from_ron_text, words};

use super::decode::{NotText, decode};
use super::{all, by_id, line};

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LoadError {
    #[error("{0}; to open a picture, import it")]
    NotText(NotText),
    #[error("the file has {}; the limit is {}", words::count(*.0, "bytes"), words::count(MAX_BYTES, "bytes"))]
    TooLarge(usize),
    #[error("the game ID is damaged at character {at}: {reason}")]
    Line { at: usize, reason: &'static str },
    #[error("no game recognizes this file; name its game in the first line: {0}")]
    Unknown(String),
    #[error("it is empty; a level begins with its game, such as ‘logo’")]
    Empty,
    #[error("there is no game ‘{0}’; games are {1}")]
    NoGame(String, String),
    /// The file names another game than the requested one.
    #[error("this is a level of {own}, not of {requested}")]
    OtherGame {
        own: &'static str,
        requested: &'static str,
    },
    #[error("there is no level {requested}; {available}")]
    NoLevel { requested: usize, available: String },
    #[error("{} level, {error}", title(game))]
    Broken {
        game: &'static str,
        error: TextError,
        /// All errors and warnings, in games that report several.
        complaints: Vec<Complaint>,
    },
}

fn title(id: &str) -> &str {
    by_id(id).map_or(id, |game| game.info().title)
}

/// Maximum size of a level file in bytes: 64 MiB.
pub const MAX_BYTES: usize = 64 << 20;

/// Splits a path into the file and the number, from 1, of a level in it: `levels.xsb#3` is the third level. A file
/// whose own name ends like that takes precedence if it `exists`.
pub fn numbered(path: &Path, exists: impl Fn(&Path) -> bool) -> (&Path, Option<usize>) {
    let split = path.to_str().and_then(|text| text.rsplit_once('#'));
    match split.map(|(file, number)| (file, number.parse())) {
        Some((file, Ok(number))) if !file.is_empty() && !exists(path) => {
            (Path::new(file), Some(number))
        }
        _ => (path, None),
    }
}

/// Path of one of several levels in a file, by its number from 1.
pub fn with_number(file: &Path, number: usize) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(format!("#{number}"));
    path.into()
}

#[derive(Clone, Debug)]
pub struct Loaded {
    pub level: LevelRef,
    /// Its number from 1, if the file has several.
    pub number: Option<usize>,
    /// Errors and warnings about the level's text, and remarks on the file as a whole.
    pub complaints: Vec<Complaint>,
    /// True if the file does not name the game.
    pub guessed: bool,
}

#[derive(Clone, Debug)]
pub struct LevelFile {
    pub game: &'static str,
    pub guessed: bool,
    /// At least one. A broken one does not affect the others.
    pub levels: Vec<Result<LevelRef, LoadError>>,
    /// Remarks on the file as a whole.
    pub remarks: Vec<Complaint>,
}

impl LevelFile {
    /// All remarks, errors and warnings, in the order of the text.
    pub fn complaints(&self) -> Vec<Complaint> {
        let own = self.levels.iter().flat_map(|level| match level {
            Ok(level) => all_complaints(level),
            Err(error) => error.complaints(),
        });
        in_order(self.remarks.iter().cloned().chain(own).collect())
    }
}

/// Errors and warnings about a level, including why it cannot be played.
pub fn all_complaints(level: &LevelRef) -> Vec<Complaint> {
    let fault = level.fault().filter(|_| level.message().is_none());
    let fault = fault.map(Complaint::from);
    level.complaints().into_iter().chain(fault).collect()
}

/// Sorts complaints by position and drops repeated ones: levels that share a text share its complaints.
pub fn in_order(mut all: Vec<Complaint>) -> Vec<Complaint> {
    all.sort_by_key(|it| (it.error.line, it.error.column));
    let mut known = HashSet::new();
    all.retain(|it| known.insert((it.error.clone(), it.severe)));
    all
}

impl LoadError {
    /// Errors and warnings about a text that is no valid level; none if it is not the text that is wrong.
    pub fn complaints(&self) -> Vec<Complaint> {
        match self {
            Self::Broken { complaints, .. } if !complaints.is_empty() => complaints.clone(),
            Self::Broken { error, .. } => vec![error.clone().into()],
            Self::NotText(_) | Self::TooLarge(_) | Self::NoLevel { .. } => Vec::new(),
            _ => vec![TextError::at(1, 1, self.to_string()).into()],
        }
    }
}

/// Loads a level in any form, or from its game ID ([`line`]). `game` determines the game; without it the content does.
/// `path` is a hint for forms that several games accept, and locates files that the level refers to. Of several
/// levels the first playable one is loaded.
pub fn load(bytes: &[u8], path: Option<&Path>, game: Option<&str>) -> Result<LevelRef, LoadError> {
    Ok(load_one(bytes, path, None, game)?.level)
}

/// Like [`load`], for the level with this number, from 1, if there are several.
pub fn load_one(
    bytes: &[u8],
    path: Option<&Path>,
    number: Option<usize>,
    game: Option<&str>,
) -> Result<Loaded, LoadError> {
    choose(load_all(bytes, path, game)?, number)
}

pub fn load_all(
    bytes: &[u8],
    path: Option<&Path>,
    game: Option<&str>,
) -> Result<LevelFile, LoadError> {
    load_in(bytes, path, Some(folder(path)), game)
}

/// Like [`load`], but reads no other files: for a level from the web, where `name` is its file name.
pub fn load_alone(bytes: &[u8], name: &Path, game: Option<&str>) -> Result<LevelRef, LoadError> {
    let (file, number) = numbered(name, |_| false);
    Ok(choose(load_in(bytes, Some(file), None, game)?, number)?.level)
}

fn folder(file: Option<&Path>) -> &Path {
    file.and_then(Path::parent).unwrap_or(Path::new(""))
}

/// Chooses the level with this number, else the first playable one.
fn choose(file: LevelFile, number: Option<usize>) -> Result<Loaded, LoadError> {
    let mut levels = file.levels;
    let count = levels.len();
    let index = match number {
        Some(number) => number.checked_sub(1).filter(|index| *index < count),
        None => {
            let playable = |level: &LevelRef| level.unplayable().is_none();
            let mut all = levels.iter();
            let first = all.position(|level| level.as_ref().is_ok_and(playable));
            // If none is, the first one, with its error.
            Some(first.unwrap_or(0))
        }
    };
    let index = index.ok_or_else(|| LoadError::NoLevel {
        requested: number.unwrap_or(0),
        available: match count {
            1 => "the file holds a single level".to_owned(),
            _ => format!("the file holds {count}, counted from 1"),
        },
    })?;
    let number = (count > 1).then_some(index + 1);
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

/// Loads the levels of a file or game ID. Levels may refer to files in `folder`; with `None`, to none.
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
        let text = line::from_line(source);
        let text = text.map_err(|(at, reason)| LoadError::Line { at, reason })?;
        return load_text(&text, None, None, game);
    }
    let mut file = load_text(source, path, folder, game)?;
    let remark = decoded.remark.map(|remark| TextError::at(1, 1, remark));
    file.remarks.extend(remark.map(Complaint::warning));
    Ok(file)
}

/// Loads the levels of a decoded text; see [`load`] for `path` and `game`.
fn load_text(
    source: &str,
    path: Option<&Path>,
    folder: Option<&Path>,
    game: Option<&str>,
) -> Result<LevelFile, LoadError> {
    let ron_game = ron_game(source);
    // The game that the first line names.
    let own = by_id(first_word(source));
    let named = match game.or(ron_game.as_deref()) {
        Some(id) => Some(by_id(id).ok_or_else(|| LoadError::NoGame(id.to_owned(), ids()))?),
        None => own,
    };
    let game = match named {
        Some(game) => game,
        None => recognize(source, path)?,
    };
    if let Some(own) = own.map(|own| own.info().id)
        && own != game.info().id
    {
        let requested = game.info().id;
        return Err(LoadError::OtherGame { own, requested });
    }
    // What starts like a RON struct is read as RON, so that errors have positions in the form that the user wrote.
    let is_ron =
        ron_game.is_some() || (first_word(source).starts_with('(') && !game.sniffs(source, path));
    let levels = if is_ron {
        vec![game.parse_ron_in(source, folder)]
    } else {
        game.parse_several(source)
    };
    let broken = |error| {
        // Only texts in a language of their own are parsed beyond the first error.
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
        guessed: named.is_none(),
        levels: levels.collect(),
        remarks: Vec::new(),
    })
}

/// Returns whether a text names its game, in its first line without a comment or in a RON field.
pub fn names_its_game(source: &str) -> bool {
    by_id(first_word(source)).is_some() || ron_game(source).is_some_and(|id| by_id(&id).is_some())
}

fn ids() -> String {
    let ids: Vec<&str> = all().iter().map(|game| game.info().id).collect();
    ids.join(", ")
}

/// The first game that recognizes the contents, for texts that name none.
fn recognize(source: &str, path: Option<&Path>) -> Result<&'static dyn Game, LoadError> {
    if source.trim().is_empty() {
        return Err(LoadError::Empty);
    }
    let mut games = all().iter().copied();
    let game = games.find(|game| game.sniffs(source, path));
    game.ok_or_else(|| LoadError::Unknown(ids()))
}

/// The first line that is neither empty nor a comment, trimmed.
fn first_word(source: &str) -> &str {
    let mut lines = source.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(';'));
    first.unwrap_or_default()
}

/// Value of the ‘game’ field, if the text seems to be RON and has one, whether or not there is such a game.
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
        // Broken further down: with the id, the error is the game's.
        Err(_) => {
            let rest = source[source.find("game")? + 4..].trim_start();
            let rest = rest.strip_prefix(':')?.trim_start().strip_prefix('"')?;
            let id = &rest[..rest.find('"')?];
            by_id(id).map(|game| game.info().id.to_owned())
        }
    }
}
