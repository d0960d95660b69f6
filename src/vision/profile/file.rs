//! The file form of a profile: one flat list of keys, some of which may come from a base profile.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::game::{FormError, ron_options, to_ron_text};

use super::form::{Part, fields};
use super::old::{self, OldFinder};
use super::whole::Profile;

/// Version of the file form that this program writes. It also reads version 1, see [`old`].
pub const VERSION: u32 = 2;

/// The keys of the file in the form of a profile.
pub const PART: Part = Part {
    path: "",
    about: "The keys of the file.",
    fields: fields! {
        /// Version of the file form: 2. Files of version 1 are still read.
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
        /// Which window is the game's.
        window;
        /// How the boards are found: `Fixed((…))`, `Grid((…))`, `Squares((…))`, `Isometric((…))`.
        finder;
        /// The colours of the picture, if they are few.
        palette = "none";
        /// The boards.
        boards;
        /// Where the game's own cursor is; left out for games played with the pointer.
        cursor = "none";
        /// When boards are read.
        phases;
        /// What every level is like beyond its board, by the keys and values of the game's
        /// plain-text form: `{"states": "2", "goal": "off"}`.
        properties = "none";
        /// A level in its plain-text form that is like every level on the screen but for what is
        /// seen.
        level = "none";
        /// Cells read with less confidence than this are doubtful. Confidence is 1 for exact colours
        /// and 0 half way between two values.
        doubtful_below = "0.5", between(0, 1);
        /// How the game is played; without it the profile is for reading only.
        controls = "none";
        /// What moves cost, and the game's own clock.
        cost = "none";
        /// How the program is started.
        start = "none";
    },
};

/// All keys that a file may have.
const KEYS: [&str; 22] = {
    let mut keys = [""; 22];
    let mut at = 0;
    while at < PART.fields.len() {
        keys[at] = PART.fields[at].key;
        at += 1;
    }
    let mut next = 0;
    while next < old::KEYS.len() {
        keys[at + next] = old::KEYS[next];
        next += 1;
    }
    keys
};

/// What has to be known of a file before it is read: its id and its base.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Head {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) base: Option<String>,
}

impl Head {
    /// Reads the head of a file.
    pub(crate) fn of(source: &str) -> Result<Self, FormError> {
        crate::game::from_ron_text(source)
    }
}

impl Profile {
    /// The file form, ending in a newline, with all that was taken from a base filled in.
    ///
    /// # Errors
    /// When a value has no RON form.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        to_ron_text(self)
    }

    /// Reads a profile that has no base.
    ///
    /// # Errors
    /// [`FormError`] naming line and column.
    pub fn from_ron(source: &str) -> Result<Self, FormError> {
        Self::from_ron_over(source, None)
    }

    /// Reads a profile that takes what it leaves out from `base`.
    pub(crate) fn from_ron_over(source: &str, base: Option<&Self>) -> Result<Self, FormError> {
        let (profile, given) = ron_options()
            .from_str_seed(source, FileSeed { base })
            .map_err(|error| {
                let start = error.span.start;
                FormError::at(start.line, start.col, error.code.to_string())
            })?;
        let end = source.lines().count().max(1);
        if let Some(problem) = missing(&given, base, &profile) {
            return Err(FormError::at(end, 1, problem));
        }
        Ok(profile)
    }
}

/// What a file lacks.
fn missing(given: &[&str], base: Option<&Profile>, profile: &Profile) -> Option<String> {
    let has = |key: &str| given.contains(&key);
    let finds = has("finder") || old::KEYS.iter().any(|key| has(key));
    let own_boards = matches!(profile.finder, super::finder::Finder::Squares(_));
    let inherited = ["title", "game", "window", "finder", "boards", "phases"];
    let lacks = |key: &&&str| match **key {
        "finder" => !finds,
        "boards" => !has("boards") && !own_boards,
        key => !has(key),
    };
    if !has("version") {
        return Some("the field ‘version’ is missing".to_owned());
    }
    let key = inherited.iter().find(lacks).filter(|_| base.is_none())?;
    Some(format!(
        "the field ‘{key}’ is missing, and there is no base profile that has it"
    ))
}

/// Reads a file over a base; tells also which keys were given.
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
        // Remarks are about one file.
        profile.notes.clear();
        let mut given = Vec::new();
        let mut older = OldFinder::default();
        while let Some(key) = map.next_key_seed(KeyOf(&KEYS))? {
            if given.contains(&key) {
                return Err(M::Error::duplicate_field(key));
            }
            given.push(key);
            let (screen, unseen) = (&mut profile.screen, &mut profile.unseen);
            match key {
                "version" => {
                    let version: u32 = map.next_value()?;
                    if !(1..=VERSION).contains(&version) {
                        return Err(M::Error::custom(format!(
                            "version {version} is not known; this program reads versions 1 to {VERSION}"
                        )));
                    }
                }
                "id" => profile.id = map.next_value()?,
                "base" => drop(map.next_value::<Option<String>>()?),
                "title" => profile.title = map.next_value()?,
                "game" => profile.game = map.next_value()?,
                "notes" => profile.notes = map.next_value()?,
                "window" => profile.window = map.next_value()?,
                "finder" => profile.finder = map.next_value()?,
                "palette" => screen.palette = map.next_value()?,
                "boards" => profile.boards = map.next_value()?,
                "cursor" => screen.cursor = map.next_value()?,
                "phases" => screen.phases = map.next_value()?,
                "properties" => unseen.properties = map.next_value()?,
                "level" => unseen.level = map.next_value()?,
                "doubtful_below" => screen.doubtful_below = map.next_value()?,
                "controls" => profile.controls = map.next_value()?,
                "cost" => profile.cost = map.next_value()?,
                "start" => profile.start = map.next_value()?,
                old => older.take(old, &mut map)?,
            }
        }
        older
            .put_into(&mut profile, &given)
            .map_err(M::Error::custom)?;
        Ok((profile, given))
    }
}

/// Reads a key that is one of these.
pub(super) struct KeyOf(pub(super) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for KeyOf {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeyOf {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        let known = self.0.iter().find(|key| **key == text);
        known.copied().ok_or_else(|| E::unknown_field(text, self.0))
    }
}

impl Serialize for Profile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut file = serializer.serialize_struct("Profile", PART.fields.len() - 1)?;
        file.serialize_field("version", &VERSION)?;
        file.serialize_field("id", &self.id)?;
        file.serialize_field("title", &self.title)?;
        file.serialize_field("game", &self.game)?;
        file.serialize_field("notes", &self.notes)?;
        file.serialize_field("window", &self.window)?;
        file.serialize_field("finder", &self.finder)?;
        file.serialize_field("palette", &self.screen.palette)?;
        file.serialize_field("boards", &self.boards)?;
        file.serialize_field("cursor", &self.screen.cursor)?;
        file.serialize_field("phases", &self.screen.phases)?;
        file.serialize_field("properties", &self.unseen.properties)?;
        file.serialize_field("level", &self.unseen.level)?;
        file.serialize_field("doubtful_below", &self.screen.doubtful_below)?;
        file.serialize_field("controls", &self.controls)?;
        file.serialize_field("cost", &self.cost)?;
        file.serialize_field("start", &self.start)?;
        file.end()
    }
}
