//! Input and output: files, the web, standard streams.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::Serialize;

use super::args::LevelArgs;
use crate::game::{Game, LevelRef};
use crate::games;
use crate::games::load::{MAX_BYTES, load_all, load_one, with_number};
use crate::session::disk::{Disk as _, RealDisk};
use crate::session::library::shipped_level;
use crate::session::place;
use crate::session::web::{self, Limits};

/// Whether the path stands for standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The path as messages name it.
pub(super) fn name(path: &Path) -> String {
    if is_stdin(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Reads a file, standard input or a web address. Reads at most `limit` bytes, so that an endless
/// device or pipe does not fill the memory.
pub(super) fn read(path: &Path, limit: usize) -> anyhow::Result<Vec<u8>> {
    if let Some(url) = web::url_of(path) {
        let limits = Limits {
            bytes: limit,
            ..Limits::default()
        };
        return Ok(web::fetch(url, &limits)?);
    }
    let mut bytes = Vec::new();
    let most = limit as u64 + 1;
    let got = if is_stdin(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| {
            if file.metadata()?.is_dir() {
                return Err(io::Error::other("this is a folder, not a file"));
            }
            file.take(most).read_to_end(&mut bytes)
        })
    };
    got.with_context(|| format!("{} cannot be read", name(path)))?;
    if bytes.len() > limit {
        bail!(
            "{} is too large: the limit is {} MiB",
            name(path),
            limit >> 20
        );
    }
    Ok(bytes)
}

/// The game with this id.
pub(super) fn game(id: &str) -> anyhow::Result<&'static dyn Game> {
    games::by_id(id).with_context(|| format!("there is no game ‘{id}’"))
}

/// Reads a level from a file, standard input, the web, or those shipped with the program. The path
/// may select one of several levels: `FILE#3`.
pub(super) fn level(path: &Path, game: Option<&str>) -> anyhow::Result<LevelRef> {
    if let Some(found) = elsewhere(path, game) {
        return found;
    }
    let (file, number) = place(&RealDisk, path);
    let bytes = read(file, MAX_BYTES)?;
    let hint = (!is_stdin(file)).then_some(file);
    let loaded = load_one(&bytes, hint, number, game).with_context(|| name(path))?;
    Ok(loaded.level)
}

/// The level that the arguments name.
pub(super) fn chosen(args: &LevelArgs) -> anyhow::Result<LevelRef> {
    let path = match args.number {
        Some(number) => with_number(&args.path, number),
        None => args.path.clone(),
    };
    level(&path, args.game.as_deref())
}

/// All levels of a file, or the one that the path selects, each with the path that selects it.
pub(super) fn levels(path: &Path, game: Option<&str>) -> anyhow::Result<Vec<(PathBuf, LevelRef)>> {
    let (file, number) = place(&RealDisk, path);
    if number.is_some() {
        return Ok(vec![(path.to_owned(), level(path, game)?)]);
    }
    if let Some(found) = elsewhere(path, game) {
        return Ok(vec![(path.to_owned(), found?)]);
    }
    let bytes = read(file, MAX_BYTES)?;
    let hint = (!is_stdin(file)).then_some(file);
    let levels = load_all(&bytes, hint, game).with_context(|| name(path))?;
    let several = levels.len() > 1;
    let is_level = |(_, level): &(usize, Result<LevelRef, _>)| {
        !level.as_ref().is_ok_and(|level| level.message().is_some())
    };
    let named = (1..).zip(levels).filter(is_level).map(|(number, level)| {
        let path = if several {
            with_number(file, number)
        } else {
            file.to_owned()
        };
        let level = level.with_context(|| name(&path))?;
        Ok((path, level))
    });
    named.collect()
}

/// A level that is not in a local file: shipped with the program, or on the web.
fn elsewhere(path: &Path, game: Option<&str>) -> Option<anyhow::Result<LevelRef>> {
    let shipped = path.to_str().filter(|_| !path.exists());
    if let Some(level) = shipped.and_then(shipped_level) {
        return Some(Ok(level));
    }
    let fetched = web::fetch_level(web::url_of(path)?, &Limits::default(), game);
    let level = fetched.map_err(anyhow::Error::from);
    Some(level.and_then(|fetched| fetched.level.with_context(|| name(path))))
}

/// Reads a file or standard input as text.
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = read(path, MAX_BYTES)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{}: not a text: byte {at} is not UTF-8", name(path))
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// The text of a program and its source: a file, standard input, or the argument itself.
pub(super) fn program(path: &Path) -> anyhow::Result<(String, String)> {
    let literal = path.to_str().filter(|_| !is_stdin(path) && !path.exists());
    match literal {
        // A program never looks like these, so a missing file is reported as such.
        Some(text) if !text.ends_with(".txt") && !text.contains('/') => Ok((
            text.to_owned(),
            "the program given (there is no such file)".to_owned(),
        )),
        _ => Ok((text(path)?, name(path))),
    }
}

/// Writes to standard output. Ignores a reader that has gone (`| head`).
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("standard output cannot be written")
        }
        _ => Ok(()),
    }
}

/// Prints a value as JSON on one line.
pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&json(value)?)
}

/// Formats a value as JSON on one line.
pub(super) fn json(value: &impl Serialize) -> anyhow::Result<String> {
    let mut text = serde_json::to_string(value).context("this has no form in JSON")?;
    text.push('\n');
    Ok(text)
}

/// Writes a message to standard error, and ignores if that fails.
pub(super) fn tell(message: &str) {
    let _ = writeln!(io::stderr().lock(), "{message}");
}

/// Writes a new file; creates the folder if needed.
pub(super) fn put_new(text: &str, folder: &Path, file: &str) -> anyhow::Result<()> {
    let path = folder.join(file);
    if path.exists() {
        bail!("{} exists already and was not replaced", path.display());
    }
    put(text, Some(&path))
}

/// Writes text to a file, atomically, or to standard output.
pub(super) fn put(text: &str, path: Option<&Path>) -> anyhow::Result<()> {
    put_bytes(text.as_bytes(), path)
}

/// Writes bytes to a file, atomically, or to standard output.
pub(super) fn put_bytes(bytes: &[u8], path: Option<&Path>) -> anyhow::Result<()> {
    match path {
        Some(path) if !is_stdin(path) => RealDisk
            .write_atomic(path, bytes)
            .with_context(|| format!("{} cannot be written", path.display())),
        _ => print_bytes(bytes),
    }
}
