//! File form of a profile: a flat list of keys, some of which may come from a base profile.

use std::collections::BTreeMap;

use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::{TextError, from_ron_text, to_ron_text};

use super::board::BoardRule;
use super::controls::Controls;
use super::cost::CostRule;
use super::finder::FinderRule;
use super::form::{FormPart, fields};
use super::model::{Profile, WindowRule};
use super::screen::{CursorRule, PaletteRule, PhaseRule};
use super::start::StartRule;

pub const VERSION: u32 = 2;

/// Declares the keys of the file with their help and, after `=>`, their fields of the profile.
macro_rules! keys {
    ($($(#[doc = $about:literal])* $(#[expect($($lint:tt)*)])? $key:ident: $type:ty $(= $default:literal)?
        $(, $choices:ident($($bound:expr),*))? $(=> $($field:ident).+)? ;)*) => {
        /// Keys that a file has.
        #[derive(Deserialize)]
        #[serde(rename = "Profile", deny_unknown_fields)]
        struct ProfileFile {
            $(
                #[serde(default, deserialize_with = "present")]
                $(#[expect($($lint)*)])?
                $key: Option<$type>,
            )*
        }

        impl Profile {
            pub const PART: FormPart = FormPart {
                path: "",
                about: "The keys of the file.",
                fields: fields! {
                    $($(#[doc = $about])* $key $(= $default)? $(, $choices($($bound),*))? ;)*
                },
            };

            fn take(&mut self, file: ProfileFile) {
                $($(if let Some(value) = file.$key {
                    self.$($field).+ = value;
                })?)*
            }
        }

        impl Serialize for Profile {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // All keys but `base`, as inherited values are filled in.
                let count = Self::PART.fields.len() - 1;
                let mut file = serializer.serialize_struct("Profile", count)?;
                file.serialize_field("version", &VERSION)?;
                $($(file.serialize_field(stringify!($key), &self.$($field).+)?;)?)*
                file.end()
            }
        }
    };
}

keys! {
    /// Version of the file form: 2.
    version: FileVersion;
    /// Id of the profile: small letters, digits and `-`. Also the file's name.
    id: String => id;
    /// Id of another profile. Every key left out, but `id` and `notes`, is taken from there.
    #[expect(dead_code, reason = "known from `FileHead`")]
    base: Option<String> = "none";
    /// Name in lists.
    title: String => title;
    /// Id of the game (`planwright games`).
    game: String => game;
    /// Remarks for people.
    notes: String = "none" => notes;
    /// The game's window.
    window: WindowRule => window;
    /// Method of finding the boards: `Fixed((…))`, `Grid((…))`, `Squares((…))`, `Isometric((…))`, `Sprites((…))`.
    finder: FinderRule => finder;
    /// The colours of the picture, if they are few.
    palette: PaletteRule = "none" => screen.palette;
    /// The boards.
    boards: Vec<BoardRule> => boards;
    /// The game's own cursor; left out for games played with the pointer.
    cursor: Option<CursorRule> = "none" => screen.cursor;
    /// When boards are read.
    phases: Vec<PhaseRule> => screen.phases;
    /// Properties of every level beyond its board, as keys and values of the game's plain-text form:
    /// `{"states": "2", "goal": "off"}`.
    properties: BTreeMap<String, String> = "none" => unseen.properties;
    /// A level in its plain-text form that is like every level on the screen but for what is seen.
    level: Option<String> = "none" => unseen.level;
    /// Cells read with less confidence than this are doubtful. Confidence is 1 for exact colours
    /// and 0 half way between two values.
    doubtful_below: f32 = "0.5", between(0, 1) => screen.doubtful_below;
    /// Controls of the game; without them the profile is for reading only.
    controls: Option<Controls> = "none" => controls;
    /// Costs of moves, and the game's own clock.
    cost: Option<CostRule> = "none" => cost;
    /// Steps that start the program.
    start: Option<StartRule> = "none" => start;
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
        let file: ProfileFile = from_ron_text(source)?;
        if let Some(problem) = missing(&file, base) {
            return Err(TextError::at(source.lines().count().max(1), 1, problem));
        }
        let mut profile = base.cloned().unwrap_or_default();
        // Notes are not inherited.
        profile.notes.clear();
        profile.take(file);
        Ok(profile)
    }
}

impl<'de> Deserialize<'de> for Profile {
    /// Deserializes a profile whose omitted keys have their defaults.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut profile = Self::default();
        profile.take(ProfileFile::deserialize(from)?);
        Ok(profile)
    }
}

/// Deserializes a value that may be left out, so that `None` differs from a missing value.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Version of the file form, which must be [`VERSION`].
#[derive(Deserialize)]
#[serde(try_from = "u32")]
struct FileVersion;

impl TryFrom<u32> for FileVersion {
    type Error = String;

    fn try_from(version: u32) -> Result<Self, String> {
        match version {
            VERSION => Ok(Self),
            _ => Err(format!(
                "version {version} is not known; this program reads version {VERSION}"
            )),
        }
    }
}

/// Reason why a file lacks a key that neither it nor its base has.
fn missing(file: &ProfileFile, base: Option<&Profile>) -> Option<String> {
    if file.version.is_none() {
        return Some("the field ‘version’ is missing".to_owned());
    }
    let describes_boards = matches!(
        file.finder,
        Some(FinderRule::Squares(_) | FinderRule::Sprites(_))
    );
    let needed = [
        ("title", file.title.is_some()),
        ("game", file.game.is_some()),
        ("window", file.window.is_some()),
        ("finder", file.finder.is_some()),
        ("boards", file.boards.is_some() || describes_boards),
        ("phases", file.phases.is_some()),
    ];
    let missing = needed.iter().find(|(_, is_there)| !is_there);
    let (key, _) = missing.filter(|_| base.is_none())?;
    Some(format!(
        "the field ‘{key}’ is missing, and there is no base profile that has it"
    ))
}
