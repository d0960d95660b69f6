//! Level files: the rules themselves, with what else is to be said in comment lines at the top, and
//! RON around rules.
//!
//! Lines `; key: value` (`%` in infix files) above the first statement: `title`, `author`, `notes`, and
//! the settings of [`Settings`].

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{FormError, LevelRef, Meta, from_ron_text, to_ron_text};

use super::INFO;
use super::level::GdlLevel;
use super::model::{GroundLimits, Source};
use super::placing::{BoardSettings, Places};
use super::syntax::{self, Notation, Reading, notation};

/// Where a game counts as won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ends {
    /// Only where the game is over, as the language has it.
    #[default]
    Terminal,
    /// In any state with the value wanted.
    Anywhere,
}

/// What a level says beyond its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Goal value that counts as solved.
    pub want: i64,
    /// Where it counts.
    pub ends: Ends,
    /// Names that differ in case only are one.
    pub fold_case: bool,
    /// Limits of the network.
    pub limits: GroundLimits,
    /// What is drawn on a board.
    pub board: BoardSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            want: 100,
            ends: Ends::default(),
            fold_case: false,
            limits: GroundLimits::default(),
            board: BoardSettings::default(),
        }
    }
}

/// Keys of the settings with a line of help.
pub(super) const KEYS: [(&str, &str, &str); 11] = [
    (
        "want",
        "Wanted goal value",
        "1 to 100; plans are made for this value or more",
    ),
    (
        "ends",
        "Counts",
        "‘terminal’: only where the game is over; ‘anywhere’: wherever the value holds",
    ),
    (
        "fold-case",
        "Fold case",
        "‘yes’: names that differ in case only are the same",
    ),
    (
        "seconds",
        "Seconds for the network",
        "time in which the rules must be written out without variables",
    ),
    (
        "size",
        "Size of the network",
        "most rules and atoms without variables",
    ),
    (
        "depth",
        "Depth of terms",
        "deepest nesting of terms in the network",
    ),
    ("memory", "Memory for the network", "in MiB"),
    (
        "board",
        "Board",
        "‘auto’, ‘none’, or the relation drawn as a board with the arguments that are row, column and value, such as ‘cell row 1 column 2 value 3’; several are separated by commas",
    ),
    (
        "board-flip",
        "Flipped",
        "‘none’, ‘rows’, ‘columns’ or ‘both’ are shown in reverse order",
    ),
    (
        "board-order",
        "Order on the board",
        "constants of rows and columns in their order, separated by blanks; others come behind",
    ),
    (
        "board-look",
        "Looks on the board",
        "what is drawn for values, and the colour’s number: ‘x=X 3, b=’",
    ),
];

/// Bytes of memory that reading takes for one byte of rules, at most; measured on rules that are
/// nothing but short clauses.
const READING: u64 = 64;

/// Rules of so many bytes are read whatever memory is allowed.
const ALWAYS_READ: usize = 1 << 20;

impl Settings {
    /// Reads and checks rules. A quarter of the memory allowed may go into that, so that files far
    /// too long for what comes after it are refused at once.
    ///
    /// # Errors
    /// All that is wrong, as far as one can look beyond the first.
    pub(super) fn source(&self, rules: &str) -> Result<Source, Vec<FormError>> {
        let needed = rules.len() as u64 * READING;
        if rules.len() > ALWAYS_READ && needed > self.limits.memory / 4 {
            let message = format!(
                "rules of {} MiB are too long: reading them may take {} MiB, a quarter of the {} MiB \
                 that are allowed is less (the setting ‘memory’ raises this)",
                rules.len() >> 20,
                needed >> 20,
                self.limits.memory >> 20
            );
            return Err(vec![FormError::at(1, 1, message)]);
        }
        let reading = Reading {
            fold_case: self.fold_case,
        };
        Source::read_all(rules, reading)
    }

    /// The value of a setting as text.
    pub(super) fn get(&self, key: &str) -> String {
        match key {
            "want" => self.want.to_string(),
            "ends" => match self.ends {
                Ends::Terminal => "terminal".to_owned(),
                Ends::Anywhere => "anywhere".to_owned(),
            },
            "fold-case" => if self.fold_case { "yes" } else { "no" }.to_owned(),
            "seconds" => self.limits.seconds.to_string(),
            "size" => self.limits.limits.size.to_string(),
            "depth" => self.limits.limits.depth.to_string(),
            "memory" => (self.limits.memory >> 20).to_string(),
            "board" => self.board.places.to_string(),
            "board-flip" => self.board.flip().to_owned(),
            "board-order" => self.board.order.join(" "),
            "board-look" => self.board.looks_text(),
            _ => String::new(),
        }
    }

    /// Changes a setting; `None` if there is no such one.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Option<Result<(), String>> {
        fn number<T>(
            value: &str,
            from: u64,
            to: u64,
            put: impl FnOnce(u64) -> T,
        ) -> Result<(), String> {
            match value.parse::<u64>() {
                Ok(number) if (from..=to).contains(&number) => {
                    put(number);
                    Ok(())
                }
                _ => Err(format!("a number from {from} to {to} is needed")),
            }
        }
        let limits = &mut self.limits;
        Some(match key {
            "want" => number(value, 1, 100, |n| self.want = n as i64),
            "ends" => match value {
                "terminal" => {
                    self.ends = Ends::Terminal;
                    Ok(())
                }
                "anywhere" => {
                    self.ends = Ends::Anywhere;
                    Ok(())
                }
                _ => Err("‘terminal’ or ‘anywhere’ is needed".to_owned()),
            },
            "fold-case" => match value {
                "yes" | "no" => {
                    self.fold_case = value == "yes";
                    Ok(())
                }
                _ => Err("‘yes’ or ‘no’ is needed".to_owned()),
            },
            "seconds" => number(value, 1, 86_400, |n| limits.seconds = n),
            "size" => number(value, 1, 1 << 30, |n| limits.limits.size = n as usize),
            "depth" => number(value, 1, 10_000, |n| limits.limits.depth = n as usize),
            "memory" => number(value, 1, 1 << 20, |n| limits.memory = n << 20),
            "board" => Places::parse(value).map(|places| self.board.places = places),
            "board-flip" => self.board.set_flip(value),
            "board-order" => {
                self.board.order = value.split_whitespace().map(str::to_owned).collect();
                Ok(())
            }
            "board-look" => self.board.set_looks(value),
            _ => return None,
        })
    }
}

/// Key and value of a comment line, if it has that form.
fn key_value(line: &str) -> Option<(&str, &str)> {
    let line = line.trim().trim_start_matches([';', '%']).trim();
    let (key, value) = line.split_once(':')?;
    Some((key.trim(), value.trim()))
}

/// A plain-text level taken apart.
struct Parts {
    /// The rules; lines that say something else are blank, so that places in messages stay right.
    rules: String,
    settings: Settings,
    meta: Meta,
    /// Settings that are wrong.
    wrong: Vec<FormError>,
}

/// Takes the plain-text form apart.
fn parts(source: &str) -> Parts {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let mut meta = Meta::default();
    let mut settings = Settings::default();
    let mut rest = Vec::new();
    let mut wrong = Vec::new();
    let mut top = true;
    for (number, line) in source.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let begin = line.trim_start();
        top = top && (begin.is_empty() || begin.starts_with([';', '%']));
        if let Some((key, value)) = key_value(line).filter(|_| top) {
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
                    Some(set) => {
                        if let Err(reason) = set {
                            let message = format!("setting ‘{key}’: {reason}");
                            wrong.push(FormError::at(number + 1, 1, message));
                        }
                    }
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
    Parts {
        rules: rest.join("\n"),
        settings,
        meta,
        wrong,
    }
}

/// Reads the plain-text form.
pub(super) fn parse(source: &str) -> Result<LevelRef, FormError> {
    match read(source) {
        Ok(level) => Ok(Arc::new(level)),
        Err(wrong) => Err(syntax::first(wrong)),
    }
}

/// Reads the plain-text form.
///
/// # Errors
/// All that is wrong, as far as one can look beyond the first.
pub(super) fn read(source: &str) -> Result<GdlLevel, Vec<FormError>> {
    let Parts {
        rules,
        settings,
        meta,
        mut wrong,
    } = parts(source);
    match settings.source(&rules) {
        Ok(read) if wrong.is_empty() => {
            let text = source.strip_prefix('\u{feff}').unwrap_or(source);
            let text = text.replace("\r\n", "\n");
            Ok(GdlLevel::of_source(
                read,
                &rules,
                text.into(),
                settings,
                meta,
            ))
        }
        Ok(_) => Err(wrong),
        Err(more) => {
            wrong.extend(more);
            Err(wrong)
        }
    }
}

/// Writes the plain-text form. `rules` begins and ends without blank lines.
pub(super) fn write(rules: &str, settings: &Settings, meta: &Meta) -> String {
    let sign = match notation(rules) {
        Notation::Kif => ';',
        Notation::Infix => '%',
    };
    let mut out = String::new();
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut line = |key: &str, value: &str| {
        if !value.trim().is_empty() {
            out.push_str(&format!("{sign} {key}: {}\n", one_line(value)));
        }
    };
    line("title", &meta.title);
    line("author", &meta.author);
    meta.notes.lines().for_each(|note| line("notes", note));
    let usual = Settings::default();
    for (key, ..) in KEYS {
        if settings.get(key) != usual.get(key) {
            line(key, &settings.get(key));
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(rules);
    out.push('\n');
    out
}

/// The RON form: rules in it, or a file with them, and further facts of the first state.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GdlRon {
    version: u32,
    game: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    settings: Vec<(String, String)>,
    /// The rules, prefix or infix.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    rules: String,
    /// A file with the rules, looked for in the folder of this one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    file: String,
    /// Further facts of the first state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    init: Vec<String>,
}

/// Largest file of rules that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The rules in a file that a level names; `folder` is the level's own, if it has one.
fn read_rules(file: &str, folder: Option<&Path>) -> Result<String, String> {
    let Some(folder) = folder else {
        let reason = "this level came alone, without a folder in which to look for it; save both files \
                      in one folder and open the level there, or put the rules into the level";
        return Err(reason.to_owned());
    };
    let path = folder.join(file);
    let wrong = |error: std::io::Error| error.to_string();
    let opened = std::fs::File::open(&path).map_err(wrong)?;
    let about = opened.metadata().map_err(wrong)?;
    if !about.is_file() {
        return Err("this is no file".to_owned());
    }
    if about.len() > MOST_BYTES {
        return Err(format!("it is larger than {} MiB", MOST_BYTES >> 20));
    }
    let mut text = String::new();
    opened
        .take(MOST_BYTES)
        .read_to_string(&mut text)
        .map_err(wrong)?;
    Ok(text)
}

pub(super) fn parse_ron(source: &str, folder: Option<&Path>) -> Result<LevelRef, FormError> {
    let ron: GdlRon = from_ron_text(source)?;
    let broken = |message: String| FormError::at(1, 1, message);
    if ron.version != 1 || ron.game != INFO.id {
        return Err(broken("expected game \"gdl\", version 1".to_owned()));
    }
    let mut text = match (ron.rules.is_empty(), ron.file.is_empty()) {
        (false, true) => ron.rules,
        (true, false) => read_rules(&ron.file, folder).map_err(|error| {
            let file = &ron.file;
            broken(format!("the rules in ‘{file}’ cannot be read: {error}"))
        })?,
        _ => return Err(broken("expected either ‘rules’ or ‘file’".to_owned())),
    };
    text = text.replace("\r\n", "\n");
    for fact in &ron.init {
        text = text.trim_end().to_owned();
        text.push_str(&match notation(&text) {
            Notation::Kif => format!("\n(init {fact})"),
            Notation::Infix => format!("\ninit({fact})."),
        });
    }
    let mut settings = Settings::default();
    for (key, value) in &ron.settings {
        match settings.set(key, value) {
            Some(set) => set.map_err(|reason| broken(format!("setting ‘{key}’: {reason}")))?,
            None => return Err(broken(format!("there is no setting ‘{key}’"))),
        }
    }
    let meta = Meta {
        title: ron.title,
        author: ron.author,
        notes: ron.notes,
    };
    GdlLevel::new(&text, settings, meta).map(|level| std::sync::Arc::new(level) as LevelRef)
}

pub(super) fn write_ron(
    rules: &str,
    settings: &Settings,
    meta: &Meta,
) -> Result<String, ron::Error> {
    let usual = Settings::default();
    let changed = KEYS
        .iter()
        .map(|(key, ..)| *key)
        .filter(|key| settings.get(key) != usual.get(key));
    let Meta {
        title,
        author,
        notes,
    } = meta.clone();
    to_ron_text(&GdlRon {
        version: 1,
        game: INFO.id.to_owned(),
        title,
        author,
        notes,
        settings: changed
            .map(|key| (key.to_owned(), settings.get(key)))
            .collect(),
        rules: format!("{rules}\n"),
        file: String::new(),
        init: Vec::new(),
    })
}
