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

/// Declares the keys of the file with their help and, after `=>`, their fields of the profile.
macro_rules! keys {
    ($($(#[doc = $about:literal])* $key:ident $(= $default:literal)?
        $(, $choices:ident($($bound:expr),*))? $(=> $($field:ident).+)? ;)*) => {
        const KEYS: &[&str] = &[$(stringify!($key)),*];

        impl Profile {
            pub const PART: FormPart = FormPart {
                path: "",
                about: "The keys of the file.",
                fields: fields! {
                    $($(#[doc = $about])* $key $(= $default)? $(, $choices($($bound),*))? ;)*
                },
            };

            fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
                $($(if key == stringify!($key) {
                    self.$($field).+ = map.next_value()?;
                })?)*
                Ok(())
            }
        }

        impl Serialize for Profile {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // All keys but `base`, as inherited values are filled in.
                let mut file = serializer.serialize_struct("Profile", KEYS.len() - 1)?;
                file.serialize_field("version", &VERSION)?;
                $($(file.serialize_field(stringify!($key), &self.$($field).+)?;)?)*
                file.end()
            }
        }
    };
}

keys! {
    /// Version of the file form: 2.
    version;
    /// Id of the profile: small letters, digits and `-`. Also the file's name.
    id => id;
    /// Id of another profile. Every key left out, but `id` and `notes`, is taken from there.
    base = "none";
    /// Name in lists.
    title => title;
    /// Id of the game (`planwright games`).
    game => game;
    /// Remarks for people.
    notes = "none" => notes;
    /// The game's window.
    window => window;
    /// Method of finding the boards: `Fixed((…))`, `Grid((…))`, `Squares((…))`, `Isometric((…))`, `Sprites((…))`.
    finder => finder;
    /// The colours of the picture, if they are few.
    palette = "none" => screen.palette;
    /// The boards.
    boards => boards;
    /// The game's own cursor; left out for games played with the pointer.
    cursor = "none" => screen.cursor;
    /// When boards are read.
    phases => screen.phases;
    /// Properties of every level beyond its board, as keys and values of the game's plain-text form:
    /// `{"states": "2", "goal": "off"}`.
    properties = "none" => unseen.properties;
    /// A level in its plain-text form that is like every level on the screen but for what is seen.
    level = "none" => unseen.level;
    /// Cells read with less confidence than this are doubtful. Confidence is 1 for exact colours
    /// and 0 half way between two values.
    doubtful_below = "0.5", between(0, 1) => screen.doubtful_below;
    /// Controls of the game; without them the profile is for reading only.
    controls = "none" => controls;
    /// Costs of moves, and the game's own clock.
    cost = "none" => cost;
    /// Steps that start the program.
    start = "none" => start;
}

/// Keys needed before the file itself is parsed.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FileHead {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) base: Option<String>,
}

impl Profile {
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

/// Deserializes a file over a base and returns which keys it had.
struct FileSeed<'b> {
    base: Option<&'b Profile>,
}

impl<'de> DeserializeSeed<'de> for FileSeed<'_> {
    type Value = (Profile, Vec<&'static str>);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_struct("Profile", KEYS, self)
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
        while let Some(key) = map.next_key_seed(KeySeed(KEYS))? {
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
