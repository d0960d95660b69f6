//! File form of a profile: a flat list of keys, some of which may come from a base profile.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::game::{TextError, ron_options, to_ron_text};

use super::finder::FinderRule;
use super::form::{FormPart, KeySeed, fields};
use super::model::Profile;

pub const VERSION: u32 = 2;

pub const PART: FormPart = FormPart {
    path: "",
    about: "The keys of the file.",
    fields: fields! {
        /// Version of the file form: 2.
        version;
        /// Id of the profile: small letters, digits and `-`. Also the file's name.
        id;
        /// Id of another profile. Every key left out, but `id` and `notes`, is taken from there.
        base = "none";
        /// Name in lists.
        title;
        /// Id of the game (`planwright games`).
        game;
        /// Remarks for people.
        notes = "none";
        /// The game's window.
        window;
        /// Method of finding the boards: `Fixed((…))`, `Grid((…))`, `Squares((…))`, `Isometric((…))`, `Sprites((…))`.
        finder;
        /// The colours of the picture, if they are few.
        palette = "none";
        /// The boards.
        boards;
        /// The game's own cursor; left out for games played with the pointer.
        cursor = "none";
        /// When boards are read.
        phases;
        /// Properties of every level beyond its board, as keys and values of the game's plain-text form:
        /// `{"states": "2", "goal": "off"}`.
        properties = "none";
        /// A level in its plain-text form that is like every level on the screen but for what is seen.
        level = "none";
        /// Cells read with less confidence than this are doubtful. Confidence is 1 for exact colours
        /// and 0 half way between two values.
        doubtful_below = "0.5", between(0, 1);
        /// Controls of the game; without them the profile is for reading only.
        controls = "none";
        /// Costs of moves, and the game's own clock.
        cost = "none";
        /// Steps that start the program.
        start = "none";
    },
};

/// Keys of the file, in the order of [`PART`].
const KEYS: [&str; PART.fields.len()] = {
    let mut keys = [""; PART.fields.len()];
    let mut at = 0;
    while at < PART.fields.len() {
        keys[at] = PART.fields[at].key;
        at += 1;
    }
    keys
};

/// Keys needed before the file itself is parsed.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FileHead {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) base: Option<String>,
}

impl FileHead {
    pub(crate) fn parse(source: &str) -> Result<Self, TextError> {
        crate::game::from_ron_text(source)
    }
}

impl Profile {
    pub const PART: FormPart = PART;

    /// Serializes the profile with all inherited keys filled in, ending in a newline.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        to_ron_text(self)
    }

    /// Parses a profile without a base.
    pub fn from_ron(source: &str) -> Result<Self, TextError> {
        Self::from_ron_over(source, None)
    }

    /// Parses a profile that inherits omitted keys from `base`.
    pub(crate) fn from_ron_over(source: &str, base: Option<&Self>) -> Result<Self, TextError> {
        let (profile, present) = ron_options()
            .from_str_seed(source, FileSeed { base })
            .map_err(|error| {
                let start = error.span.start;
                TextError::at(start.line, start.col, error.code.to_string())
            })?;
        let end = source.lines().count().max(1);
        if let Some(problem) = missing(&present, base, &profile) {
            return Err(TextError::at(end, 1, problem));
        }
        Ok(profile)
    }
}

/// Reason why a file lacks a key that neither it nor its base has.
fn missing(present: &[&str], base: Option<&Profile>, profile: &Profile) -> Option<String> {
    let has = |key: &str| present.contains(&key);
    let describes_boards = matches!(
        profile.finder,
        FinderRule::Squares(_) | FinderRule::Sprites(_)
    );
    let needed = ["title", "game", "window", "finder", "boards", "phases"];
    let lacks = |key: &&&str| match **key {
        "boards" => !has("boards") && !describes_boards,
        key => !has(key),
    };
    if !has("version") {
        return Some("the field ‘version’ is missing".to_owned());
    }
    let key = needed.iter().find(lacks).filter(|_| base.is_none())?;
    Some(format!(
        "the field ‘{key}’ is missing, and there is no base profile that has it"
    ))
}

impl<'de> Deserialize<'de> for Profile {
    /// Deserializes a profile whose omitted keys have their defaults.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (profile, _) = FileSeed { base: None }.deserialize(deserializer)?;
        Ok(profile)
    }
}

/// Deserializes a file over a base and returns which keys it had.
struct FileSeed<'b> {
    base: Option<&'b Profile>,
}

impl<'de> DeserializeSeed<'de> for FileSeed<'_> {
    type Value = (Profile, Vec<&'static str>);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_struct("Profile", &KEYS, self)
    }
}

impl<'de> Visitor<'de> for FileSeed<'_> {
    type Value = (Profile, Vec<&'static str>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a screen profile")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut profile = self.base.cloned().unwrap_or_default();
        // Notes are not inherited.
        profile.notes.clear();
        let mut present = Vec::new();
        while let Some(key) = map.next_key_seed(KeySeed(&KEYS))? {
            if present.contains(&key) {
                return Err(M::Error::duplicate_field(key));
            }
            present.push(key);
            match key {
                "version" => {
                    let version: u32 = map.next_value()?;
                    if version != VERSION {
                        return Err(M::Error::custom(format!(
                            "version {version} is not known; this program reads version {VERSION}"
                        )));
                    }
                }
                // Known from [`FileHead`].
                "base" => drop(map.next_value::<Option<String>>()?),
                key => profile.take(key, &mut map)?,
            }
        }
        Ok((profile, present))
    }
}

/// Maps each key to its field of the profile.
macro_rules! keys {
    ($($key:literal => $($field:ident).+;)*) => {
        impl Profile {
            fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
                match key {
                    $($key => self.$($field).+ = map.next_value()?,)*
                    _ => {}
                }
                Ok(())
            }
        }

        impl Serialize for Profile {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // All keys but `base`, as inherited values are filled in.
                let mut file = serializer.serialize_struct("Profile", PART.fields.len() - 1)?;
                file.serialize_field("version", &VERSION)?;
                $(file.serialize_field($key, &self.$($field).+)?;)*
                file.end()
            }
        }
    };
}

keys! {
    "id" => id;
    "title" => title;
    "game" => game;
    "notes" => notes;
    "window" => window;
    "finder" => finder;
    "palette" => screen.palette;
    "boards" => boards;
    "cursor" => screen.cursor;
    "phases" => screen.phases;
    "properties" => unseen.properties;
    "level" => unseen.level;
    "doubtful_below" => screen.doubtful_below;
    "controls" => controls;
    "cost" => cost;
    "start" => start;
}
