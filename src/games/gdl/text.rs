//! Level files: rules with comment lines at the top, and RON around rules.
//!
//! Lines `; key: value` (`%` in infix files) above the first statement: `title`, `author`, `notes`, and settings.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use super::INFO;
use super::check::Warning;
use super::gdl_level::GdlLevel;
use super::settings::GdlSettings;
use super::syntax::{self, Notation, ReadOptions, TextPos, notation};
use super::write::GdlRon;
use crate::game::typed::read_ron;
use crate::game::{LevelRef, Meta, TextError};

/// Key and value of a comment line, if it has that form.
fn key_value(line: &str) -> Option<(&str, &str)> {
    let line = line.trim().trim_start_matches([';', '%']).trim();
    let (key, value) = line.split_once(':')?;
    Some((key.trim(), value.trim()))
}

struct LevelParts {
    /// The rules; lines with settings are blank, so that positions in messages stay right.
    rules: String,
    settings: GdlSettings,
    meta: Meta,
    errors: Vec<TextError>,
}

/// Takes the settings from the comment lines above the first statement.
fn split_level(source: &str) -> LevelParts {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let mut meta = Meta::default();
    let mut settings = GdlSettings::default();
    let mut rest = Vec::new();
    let (mut keys, mut errors) = (Vec::new(), Vec::new());
    let mut at_top = true;
    for (number, line) in source.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let begin = line.trim_start();
        at_top = at_top && (begin.is_empty() || begin.starts_with([';', '%']));
        if let Some((key, value)) = key_value(line).filter(|_| at_top) {
            match key {
                "title" => meta.title = value.to_owned(),
                "author" => meta.author = value.to_owned(),
                "notes" => {
                    if !meta.notes.is_empty() {
                        meta.notes.push('\n');
                    }
                    meta.notes.push_str(value);
                }
                _ => match settings.set(key, value) {
                    Some(mut result) => {
                        if keys.contains(&key) {
                            result = Err("it appears twice".to_owned());
                        }
                        keys.push(key);
                        errors.extend(result.err().map(|reason| {
                            let message = format!("setting ‘{key}’: {reason}");
                            TextError::at(number + 1, 1, message)
                        }));
                    }
                    // Any other comment stays with the rules.
                    None => {
                        rest.push(line);
                        continue;
                    }
                },
            }
            rest.push("");
        } else {
            rest.push(line);
        }
    }
    LevelParts {
        rules: rest.join("\n"),
        settings,
        meta,
        errors,
    }
}

pub(super) fn parse(source: &str) -> Result<LevelRef, TextError> {
    let level = read(source).map_err(syntax::first_error)?;
    Ok(Arc::new(level))
}

pub(super) fn read(source: &str) -> Result<GdlLevel, Vec<TextError>> {
    let mut parts = split_level(source);
    let read = parts.settings.read_source(&parts.rules);
    match read.map_err(|more| parts.errors.extend(more)) {
        Ok(read) if parts.errors.is_empty() => {
            let text = source.strip_prefix('\u{feff}').unwrap_or(source);
            let text = text.replace("\r\n", "\n").into();
            let LevelParts {
                rules,
                settings,
                meta,
                ..
            } = parts;
            Ok(GdlLevel::from_source(read, &rules, text, settings, meta))
        }
        _ => Err(parts.errors),
    }
}

/// Limit of a file of rules that a level names.
const MAX_BYTES: u64 = 64 << 20;

/// Reads the rules from a file that a level names; `folder` is the level's own, if it has one.
fn read_rules(file: &str, folder: Option<&Path>) -> Result<String, String> {
    let Some(folder) = folder else {
        let reason = "this level has no folder to look in; save both files in one folder and open the \
            level there, or put the rules into the level";
        return Err(reason.to_owned());
    };
    let path = folder.join(file);
    let to_error = |error: std::io::Error| error.to_string();
    // Checked before opening: Windows opens no folders, and opening a pipe may block.
    let metadata = std::fs::metadata(&path).map_err(to_error)?;
    if !metadata.is_file() {
        return Err("this is not a file".to_owned());
    }
    let opened = std::fs::File::open(&path).map_err(to_error)?;
    if metadata.len() > MAX_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
    }
    std::io::read_to_string(opened.take(MAX_BYTES)).map_err(to_error)
}

pub(super) fn parse_ron(source: &str, folder: Option<&Path>) -> Result<LevelRef, TextError> {
    let (meta, ron): (_, GdlRon) = read_ron(INFO.id, source)?;
    let broken = |message: String| TextError::at(1, 1, message);
    let mut text = match (ron.rules.is_empty(), ron.file.is_empty()) {
        (false, true) => ron.rules,
        (true, false) => read_rules(&ron.file, folder).map_err(|error| {
            let file = &ron.file;
            broken(format!("the rules in ‘{file}’ cannot be read: {error}"))
        })?,
        _ => return Err(broken("expected either ‘rules’ or ‘file’".to_owned())),
    };
    text = text.replace("\r\n", "\n");
    let location = RulesLocation::new(source, &text, &ron.file);
    let dot = if syntax::has_dots(&text) { "." } else { "" };
    for fact in &ron.init {
        let statement = match notation(&text) {
            Notation::Kif => format!("(init {fact})"),
            Notation::Infix => format!("init({fact}){dot}"),
        };
        check_fact(&statement).map_err(|reason| {
            let quoted = RulesLocation::new(source, &format!("\"{fact}\""), "");
            let message = format!("‘{fact}’ cannot be a fact of the first state: {reason}");
            quoted.map_error(TextError::at(1, 1, message))
        })?;
        text = format!("{}\n{statement}", text.trim_end());
    }
    let mut settings = GdlSettings::default();
    for (key, value) in &ron.settings {
        match settings.set(key, value) {
            Some(set) => set.map_err(|reason| broken(format!("setting ‘{key}’: {reason}")))?,
            None => return Err(broken(format!("unknown setting ‘{key}’"))),
        }
    }
    let read = settings.read_source(&text).map_err(syntax::first_error);
    let mut read = read.map_err(|error| location.map_error(error))?;
    for warning in &mut read.checked.warnings {
        location.map_warning(warning);
    }
    read.fault = read.fault.map(|fault| location.map_error(fault));
    Ok(Arc::new(GdlLevel::from_rules(read, &text, settings, meta)))
}

/// Checks that a statement of the form `(init …)` states one fact.
fn check_fact(statement: &str) -> Result<(), String> {
    let read = syntax::parse_all(statement, ReadOptions::default());
    let read = read.map_err(|errors| syntax::first_error(errors).message)?;
    let heads = read.clauses.iter().map(|clause| clause.head.compound());
    let [Some((_, [fact]))] = heads.collect::<Vec<_>>()[..] else {
        return Err("it is not a single term".to_owned());
    };
    let mut has_variables = false;
    fact.variables(&mut |_, _| has_variables = true);
    match has_variables {
        true => Err("it has a variable".to_owned()),
        false => Ok(()),
    }
}

/// Position of the rules of a RON level, so that messages refer to its file.
struct RulesLocation<'a> {
    /// Lines of the file above the rules and characters before them, if the file contains them literally.
    offset: Option<(usize, usize)>,
    file: &'a str,
}

impl<'a> RulesLocation<'a> {
    fn new(source: &str, rules: &str, file: &'a str) -> Self {
        let found = source.find(rules).filter(|_| file.is_empty());
        let offset = found.map(|at| {
            let before = &source[..at];
            let line = before.rsplit('\n').next().unwrap_or_default();
            (before.matches('\n').count(), line.chars().count())
        });
        Self { offset, file }
    }

    fn map_error(&self, error: TextError) -> TextError {
        match self.offset {
            Some((_, column)) if error.line == 1 => TextError {
                column: error.column + column,
                ..error
            },
            Some(_) => error,
            None if self.file.is_empty() => TextError::at(1, 1, format!("in the rules, {error}")),
            None => TextError::at(1, 1, format!("in ‘{}’, {error}", self.file)),
        }
        .shifted(self.offset.map_or(0, |(lines, _)| lines))
    }

    fn map_warning(&self, warning: &mut Warning) {
        let message = std::mem::take(&mut warning.message);
        let error = self.map_error(warning.pos.error(message));
        let [line, column] =
            [error.line, error.column].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        warning.pos = TextPos { line, column };
        warning.message = error.message;
    }
}
