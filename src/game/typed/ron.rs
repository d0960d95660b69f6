//! RON form of levels: a header shared by all games, then the serde form of the content.

use std::fmt;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, IgnoredAny, IntoDeserializer as _, MapAccess,
    Visitor,
};
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
    let Body(content) =
        from_ron_text(source).map_err(|error| match error.message.split_once(": ") {
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

/// Content without the header.
struct Body<C>(C);

impl<'de, C: Deserialize<'de>> Deserialize<'de> for Body<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        C::deserialize(WithoutHeader(deserializer)).map(Body)
    }
}

/// Hides the header's fields from a struct.
struct WithoutHeader<T>(T);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for WithoutHeader<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0
            .deserialize_struct("", fields, WithoutHeader(visitor))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for WithoutHeader<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(WithoutHeader(map))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for WithoutHeader<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(FieldName(key)) = self.0.next_key()? {
            if !HEADER.contains(&key.as_str()) {
                return seed.deserialize(key.into_deserializer()).map(Some);
            }
            self.0.next_value::<IgnoredAny>()?;
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}

struct FieldName(String);

impl<'de> Deserialize<'de> for FieldName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(FieldName(String::new()))
    }
}

impl Visitor<'_> for FieldName {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of a field")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Self, E> {
        Ok(Self(name.to_owned()))
    }
}
