//! Input and output: files, the web, standard streams.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, anyhow, bail};
use serde::Serialize;
use serde_json::json;

use super::args::LevelArgs;
use super::status::{CommandError, CommandResult, Unreadable, with_complaints};
use crate::export::report::complaint_values;
use crate::game::{Complaint, Game, Level, LevelRef, Move, ProgramError, read_attempt};
use crate::games;
use crate::games::decode::decode;
use crate::games::load::{
    LevelFile, LoadError, Loaded, MAX_BYTES, in_order, load_all, load_one, with_number,
};
use crate::session::disk::{Disk as _, RealDisk};
use crate::session::library::{shipped_level, visible_files};
use crate::session::split_number;
use crate::session::web::{self, FetchLimits};

pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

pub(super) fn name(path: &Path) -> String {
    match is_stdin(path) {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}

/// Set once standard input is read. It can be read only once: a second reader would take it for empty.
static IS_STDIN_READ: AtomicBool = AtomicBool::new(false);

/// Reads a file, standard input or a web address. Fails as soon as there are more than `limit` bytes, and if standard
/// input was read before.
pub(super) fn read(path: &Path, limit: usize) -> anyhow::Result<Vec<u8>> {
    if let Some(url) = web::url_of(path) {
        let limits = FetchLimits {
            bytes: limit,
            ..FetchLimits::default()
        };
        return Ok(web::fetch(url, &limits)?);
    }
    if is_stdin(path) && IS_STDIN_READ.swap(true, Ordering::Relaxed) {
        bail!("standard input can be read only once, and was read already; give a file instead");
    }
    let mut bytes = Vec::new();
    let max_bytes = limit as u64 + 1;
    let result = if is_stdin(path) {
        io::stdin().lock().take(max_bytes).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| {
            if file.metadata()?.is_dir() {
                return Err(io::Error::other("this is a folder, not a file"));
            }
            file.take(max_bytes).read_to_end(&mut bytes)
        })
    };
    result.with_context(|| format!("{} cannot be read", name(path)))?;
    if bytes.len() > limit {
        let (name, limit) = (name(path), limit >> 20);
        bail!("{name} is too large: the limit is {limit} MiB");
    }
    Ok(bytes)
}

pub(super) fn game(id: &str) -> anyhow::Result<&'static dyn Game> {
    games::by_id(id).with_context(|| format!("there is no game ‘{id}’"))
}

/// First of the errors for which a plan was refused.
pub(super) fn first_error(errors: Vec<ProgramError>) -> anyhow::Error {
    anyhow!(errors.first().map(ToString::to_string).unwrap_or_default())
}

fn with_path(error: LoadError, path: &Path) -> anyhow::Error {
    match error.complaints() {
        complaints if complaints.is_empty() => anyhow::Error::from(error).context(name(path)),
        complaints => Unreadable::new(path, &complaints).into(),
    }
}

/// Prints errors and warnings about a text, unless `quiet`.
fn report_complaints(path: &Path, complaints: &[Complaint], quiet: bool) {
    if !quiet && !complaints.is_empty() {
        notify(&Unreadable::new(path, complaints).to_string());
    }
}

/// Reads a level from a file, standard input, the web, or those shipped with the program. Also returns why it cannot be
/// played, if so. The path may select one of several levels: `FILE#3`.
fn level_and_fault(path: &Path, game: Option<&str>) -> anyhow::Result<(Loaded, Option<String>)> {
    let (file, number) = split_number(&RealDisk, path);
    let mut loaded = match non_local_level(path, game) {
        Some(level) => level?,
        None => {
            let bytes = read(file, MAX_BYTES)?;
            let hint = (!is_stdin(file)).then_some(file);
            load_one(&bytes, hint, number, game).map_err(|error| with_path(error, file))?
        }
    };
    let fault = loaded.level.fault();
    let reason = fault.as_ref().map(|fault| fault.message.clone());
    // That of a message is about the choice, not about the text.
    let fault = fault.filter(|_| loaded.level.message().is_none());
    loaded.complaints.extend(fault.map(Complaint::from));
    loaded.complaints = in_order(loaded.complaints);
    Ok((loaded, reason))
}

/// Reads a level. Unless `quiet`, prints errors and warnings.
pub(super) fn level(path: &Path, game: Option<&str>, quiet: bool) -> anyhow::Result<Loaded> {
    let (loaded, _) = level_and_fault(path, game)?;
    report_complaints(split_number(&RealDisk, path).0, &loaded.complaints, quiet);
    Ok(loaded)
}

/// Runs a command with the level named by the arguments, which must be playable. Unless `quiet`, prints errors and
/// warnings about its text; errors of the command carry them as well.
pub(super) fn with_playable_level(
    args: &LevelArgs,
    quiet: bool,
    run: impl FnOnce(&Loaded) -> CommandResult,
) -> CommandResult {
    let path = path_with_number(&args.path, args.number)?;
    let (loaded, unplayable) = level_and_fault(&path, args.game.as_deref())?;
    let file = split_number(&RealDisk, &args.path).0;
    if unplayable.is_some() && loaded.level.message().is_none() {
        return Err(Unreadable::new(file, &loaded.complaints).into());
    }
    report_complaints(file, &loaded.complaints, quiet);
    let result = match unplayable {
        Some(reason) => Err(anyhow!(reason)),
        None => run(&loaded),
    };
    result.map_err(|error| with_complaints(error, loaded.complaints))
}

/// Reads the level named by the arguments. Unless `quiet`, prints errors and warnings.
pub(super) fn level_from_args(args: &LevelArgs, quiet: bool) -> anyhow::Result<Loaded> {
    let path = path_with_number(&args.path, args.number)?;
    level(&path, args.game.as_deref(), quiet)
}

/// Path of the level in a file with this number, if one is given.
pub(super) fn path_with_number(path: &Path, number: Option<usize>) -> anyhow::Result<PathBuf> {
    match number {
        Some(_) if split_number(&RealDisk, path).1.is_some() => {
            bail!("the level's number is given twice: after ‘#’ and with --level");
        }
        Some(number) => Ok(with_number(path, number)),
        None => Ok(path.to_owned()),
    }
}

/// Reads all levels of a file with errors and warnings, or one level if the path selects it or is not a local file.
pub(super) fn level_file(path: &Path, game: Option<&str>) -> anyhow::Result<LevelFile> {
    let (file, number) = split_number(&RealDisk, path);
    let single = match non_local_level(path, game) {
        None if number.is_some() => Some(level(path, game, true)?),
        level => level.transpose()?,
    };
    if let Some(loaded) = single {
        return Ok(LevelFile {
            game: loaded.level.game_id(),
            guessed: loaded.guessed,
            levels: vec![Ok(loaded.level)],
            remarks: loaded.complaints,
        });
    }
    let bytes = read(file, MAX_BYTES)?;
    let hint = (!is_stdin(file)).then_some(file);
    load_all(&bytes, hint, game).map_err(|error| with_path(error, file))
}

/// Levels, each with its path.
type NamedLevels = Vec<(PathBuf, LevelRef)>;

/// Reads all levels of a file, or the selected one, each with its path. Also returns the complaints about the text and,
/// unless `quiet`, prints them.
pub(super) fn levels(
    path: &Path,
    game: Option<&str>,
    quiet: bool,
) -> anyhow::Result<(NamedLevels, Vec<Complaint>)> {
    let (file, number) = split_number(&RealDisk, path);
    let all = level_file(path, game)?;
    let complaints = all.complaints();
    if all.levels.iter().all(Result::is_ok) {
        report_complaints(file, &complaints, quiet);
    }
    if let (Some(_), [Ok(level)]) = (number, &all.levels[..])
        && level.message().is_some()
        && let Some(reason) = level.unplayable()
    {
        bail!("{}: {reason}", name(path));
    }
    let several = number.is_none() && all.levels.len() > 1;
    // Messages between levels have numbers too.
    let is_level = |(_, level): &(usize, Result<LevelRef, _>)| {
        !level.as_ref().is_ok_and(|level| level.message().is_some())
    };
    let named = (1..).zip(all.levels).filter(is_level);
    let named = named.map(|(number, level)| {
        let path = match several {
            true => with_number(file, number),
            false => path.to_owned(),
        };
        Ok((path, level.map_err(|error| with_path(error, file))?))
    });
    Ok((named.collect::<anyhow::Result<_>>()?, complaints))
}

pub(super) fn expand_folders(inputs: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for path in inputs {
        if is_stdin(path) || !path.is_dir() {
            paths.push(path.clone());
            continue;
        }
        let files = visible_files(&RealDisk, path).with_context(|| name(path))?;
        if files.is_empty() {
            bail!("{}: this folder has no files", path.display());
        }
        paths.extend(files);
    }
    Ok(paths)
}

/// Loads a level that is not in a local file: shipped with the program, or on the web.
fn non_local_level(path: &Path, game: Option<&str>) -> Option<anyhow::Result<Loaded>> {
    let to_loaded = |level: LevelRef| Loaded {
        complaints: level.complaints(),
        level,
        number: None,
        guessed: false,
    };
    let file = split_number(&RealDisk, path).0;
    let shipped = path.to_str().filter(|_| !file.exists());
    if let Some(level) = shipped.and_then(shipped_level) {
        let level = level.map(to_loaded);
        return Some(level.map_err(|error| with_path(error, file)));
    }
    let fetched = web::fetch_level(web::url_of(path)?, &FetchLimits::default(), game);
    Some(match fetched {
        Ok(fetched) => {
            let level = fetched.level.map(to_loaded);
            level.map_err(|error| with_path(error, path))
        }
        Err(error) => Err(error.into()),
    })
}

pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = read(path, MAX_BYTES)?;
    let decoded = decode(&bytes).with_context(|| name(path))?;
    Ok(decoded.text.into_owned())
}

/// Text of a program and its source: a file, standard input, or the argument itself.
pub(super) fn program(path: &Path) -> anyhow::Result<(String, String)> {
    let literal = path.to_str().filter(|_| !is_stdin(path) && !path.exists());
    match literal {
        // Programs contain neither of these, so a missing file is reported as such.
        Some(text) if !text.ends_with(".txt") && !text.contains('/') => Ok((
            text.to_owned(),
            "the program given (there is no such file)".to_owned(),
        )),
        _ => Ok((text(path)?, name(path))),
    }
}

/// Writes to standard output. Ignores a closed pipe (`| head`).
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

pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&json(value)?)
}

pub(super) fn json(value: &impl Serialize) -> anyhow::Result<String> {
    let mut text = serde_json::to_string(value).context("this has no form in JSON")?;
    text.push('\n');
    Ok(text)
}

/// Writes a message to standard error, ignoring failures.
pub(super) fn notify(message: &str) {
    let _ = writeln!(io::stderr().lock(), "{message}");
}

/// Writes an error to standard error: one line, or one for each complaint about a text.
pub(super) fn notify_error(error: &anyhow::Error) {
    notify(&match error.downcast_ref::<Unreadable>() {
        Some(complaints) => complaints.to_string(),
        None => format!("error: {error:#}"),
    });
}

/// Prints the JSON object of a command with `--json` that failed: the message in `error`, and the errors and warnings
/// about the level's text.
pub(super) fn print_error_json(error: &anyhow::Error) {
    let unreadable = error.downcast_ref().map(|it: &Unreadable| &it.complaints);
    let complaints = error.downcast_ref().map(|it: &CommandError| &it.complaints);
    let complaints = unreadable.or(complaints).map_or(&[][..], Vec::as_slice);
    let value =
        json!({ "error": format!("{error:#}"), "complaints": complaint_values(complaints) });
    let _ = print(&format!("{value}\n"));
}

/// Returns whether an error means that a file is no text, such as a picture in a folder of levels.
pub(super) fn is_no_text(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref::<LoadError>(),
        Some(LoadError::NotText(_))
    )
}

/// Writes a new file; creates the folder if needed.
pub(super) fn write_new(text: &str, folder: &Path, file: &str) -> anyhow::Result<()> {
    let path = folder.join(file);
    if path.exists() {
        bail!("{} exists already and was not replaced", path.display());
    }
    write(text, Some(&path))
}

pub(super) fn write(text: &str, path: Option<&Path>) -> anyhow::Result<()> {
    write_bytes(text.as_bytes(), path)
}

/// Writes bytes to a file, atomically, or to standard output.
pub(super) fn write_bytes(bytes: &[u8], path: Option<&Path>) -> anyhow::Result<()> {
    match path {
        Some(path) if !is_stdin(path) => RealDisk
            .write_atomic(path, bytes)
            .with_context(|| format!("{} cannot be written", path.display())),
        _ => print_bytes(bytes),
    }
}

/// Plan in a file; it must solve the level.
pub(super) fn plan(level: &dyn Level, path: &Path) -> anyhow::Result<Vec<Move>> {
    let attempt = read_attempt(level, &text(path)?)
        .map_err(first_error)
        .with_context(|| name(path))?;
    if let Some(wrong) = attempt.wrong {
        return Err(wrong).with_context(|| name(path));
    }
    if !attempt.solved {
        bail!("{}: the puzzle is not solved after its moves", name(path));
    }
    Ok(attempt.moves)
}
