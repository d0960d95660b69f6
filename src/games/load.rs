//! From the bytes of a file to a level: the form is told from the content.

use std::path::Path;

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
    #[error("the game ID is broken at sign {at}: {reason}")]
    Line {
        /// Where, counted from 1.
        at: usize,
        /// How.
        reason: &'static str,
    },
    /// No game recognises it.
    #[error(
        "no game recognises this file: it should start with a game id ({0}) or be RON with a `game` field"
    )]
    Unknown(String),
    /// A game that does not exist.
    #[error("there is no game ‘{0}’; games are {1}")]
    NoGame(String, String),
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

/// Reads a level, from any of its forms or from its game ID ([`line`]). `game` settles which game it
/// is; without it the content does. `path` is a
/// hint for forms that several games could claim, and the place where files are looked for that
/// the level names.
///
/// # Errors
/// [`LoadError`] saying what is wrong and where.
pub fn load(bytes: &[u8], path: Option<&Path>, game: Option<&str>) -> Result<LevelRef, LoadError> {
    let folder = path.and_then(Path::parent).unwrap_or(Path::new(""));
    load_in(bytes, path, Some(folder), game)
}

/// As [`load`], for a level that comes without a folder, such as one from the web: no other files are
/// looked for. `name` is what its file is called there.
///
/// # Errors
/// [`LoadError`] saying what is wrong and where.
pub fn load_alone(bytes: &[u8], name: &Path, game: Option<&str>) -> Result<LevelRef, LoadError> {
    load_in(bytes, Some(name), None, game)
}

fn load_in(
    bytes: &[u8],
    path: Option<&Path>,
    folder: Option<&Path>,
    game: Option<&str>,
) -> Result<LevelRef, LoadError> {
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
) -> Result<LevelRef, LoadError> {
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
    let level = if is_ron {
        game.parse_ron_in(source, folder)
    } else {
        game.parse_text(source)
    };
    level.map_err(|error| LoadError::Broken {
        game: game.info().id,
        error,
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

/// The `game` field, if this is a RON struct that has one.
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
