//! Writing levels: rules with comment lines on top, and RON around rules.

use serde::{Deserialize, Serialize};

use super::INFO;
use super::settings::{GdlSettings, SETTINGS};
use super::syntax::{Notation, notation};
use crate::game::{Meta, typed};

/// Writes the plain-text form. `rules` has no blank lines at either end.
pub(super) fn write(rules: &str, settings: &GdlSettings, meta: &Meta) -> String {
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
    changed(settings).for_each(|(key, value)| line(key, &value));
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(rules);
    out.push('\n');
    out
}

/// Key and value of each setting that is not the default.
fn changed(settings: &GdlSettings) -> impl Iterator<Item = (&'static str, String)> {
    let default = GdlSettings::default();
    SETTINGS.iter().filter_map(move |setting| {
        let value = (setting.get)(settings);
        (value != (setting.get)(&default)).then_some((setting.field.key, value))
    })
}

/// The RON form after its header: rules, or a file with them, and further facts of the first state.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GdlRon {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// A file with the rules, in the folder of this one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// Further facts of the first state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
}

pub(super) fn write_ron(
    rules: &str,
    settings: &GdlSettings,
    meta: &Meta,
) -> Result<String, ron::Error> {
    let changed = changed(settings).map(|(key, value)| (key.to_owned(), value));
    let content = GdlRon {
        settings: changed.collect(),
        rules: format!("{rules}\n"),
        file: String::new(),
        init: Vec::new(),
    };
    let keep_empty = false;
    typed::write_ron(INFO.id, meta, &content, keep_empty)
}
