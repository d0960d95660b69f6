//! RON form of levels: a header shared by all games, then the serde form of the content.

use ron::value::RawValue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Meta, TextError, from_ron_text, ron_options, to_ron_text};

/// Fields at the start of every level.
#[derive(Deserialize)]
struct RonHeader {
    version: u32,
    game: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    notes: String,
}

/// Names of the fields of [`RonHeader`], in the order in which they are written.
const HEADER: [&str; 5] = ["version", "game", "title", "author", "notes"];

/// Writes a level of the game `id`. With `keep_empty`, empty title, author and notes are written as well.
pub fn write_ron(
    id: &str,
    meta: &Meta,
    content: &impl Serialize,
    keep_empty: bool,
) -> Result<String, ron::Error> {
    let mut text = format!("(\n    version: 1,\n    game: {id:?},\n");
    let values = [&meta.title, &meta.author, &meta.notes];
    for (key, value) in HEADER[2..].iter().zip(values) {
        if keep_empty || !value.is_empty() {
            let value = ron_options().to_string(value)?;
            text += &format!("    {key}: {value},\n");
        }
    }
    // Both are structs, so the header's fields can precede the content's.
    text += to_ron_text(content)?.trim_start_matches("(\n");
    Ok(text)
}

/// Parses a level of the game `id`. If an error message of the content starts with the name of a field, as in `board:
/// row 2: …`, the error points to that field.
pub fn read_ron<C: DeserializeOwned>(id: &str, source: &str) -> Result<(Meta, C), TextError> {
    let RonHeader {
        version,
        game,
        title,
        author,
        notes,
    } = from_ron_text(source)?;
    let error_at = |field: &str, message: String| {
        let at = field_offset(field, source).unwrap_or(0);
        let before = &source[..at];
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        TextError::at(before.matches('\n').count() + 1, column, message)
    };
    if game != id {
        let message = format!("the game is ‘{game}’, not ‘{id}’");
        return Err(error_at("game", message));
    }
    if version != 1 {
        let message = format!("unknown version {version}; this program reads version 1");
        return Err(error_at("version", message));
    }
    let meta = Meta {
        title,
        author,
        notes,
    };
    let body = without_header(source);
    let content = from_ron_text(body.as_deref().unwrap_or(source)).map_err(|error| match error
        .message
        .split_once(": ")
    {
        Some((field, message)) if field_offset(field, source).is_some() => {
            error_at(field, format!("{field}: {message}"))
        }
        _ => error,
    })?;
    Ok((meta, content))
}

/// Byte offset of the first place where this name is followed by a colon, as in `board: [`.
fn field_offset(field: &str, source: &str) -> Option<usize> {
    let mut matches = source.match_indices(field);
    let is_field = |(at, _): &(usize, &str)| {
        let before = source[..*at].chars().next_back();
        source[at + field.len()..].trim_start().starts_with(':')
            && before.is_none_or(|sign| !sign.is_alphanumeric() && sign != '_')
    };
    matches.find(is_field).map(|(at, _)| at)
}

/// Texts of the header's values.
#[derive(Deserialize)]
struct HeaderTexts<'a> {
    #[serde(borrow)]
    version: Option<&'a RawValue>,
    game: Option<&'a RawValue>,
    title: Option<&'a RawValue>,
    author: Option<&'a RawValue>,
    notes: Option<&'a RawValue>,
}

/// The source with blanks in place of the header's fields, so that it is the content alone, and its errors have their
/// positions in the source. `None` if it is not RON.
fn without_header(source: &str) -> Option<String> {
    let texts: HeaderTexts<'_> = ron_options().from_str(source).ok()?;
    let HeaderTexts {
        version,
        game,
        title,
        author,
        notes,
    } = texts;
    let values = [version, game, title, author, notes];
    let field = |(key, value): (&str, Option<&RawValue>)| {
        let value = value?.get_ron();
        // The value is borrowed from the source.
        let start = value.as_ptr() as usize - source.as_ptr() as usize;
        let end = start + value.len();
        let rest = source[end..].trim_start();
        let comma = usize::from(rest.starts_with(','));
        Some(source[..start].rfind(key)?..source.len() - rest.len() + comma)
    };
    let fields: Vec<_> = HEADER.into_iter().zip(values).filter_map(field).collect();
    let blank = |(at, sign)| match fields.iter().any(|field| field.contains(&at)) {
        true if sign != '\n' => ' ',
        _ => sign,
    };
    Some(source.char_indices().map(blank).collect())
}
