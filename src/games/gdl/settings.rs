//! Settings of a level besides its rules, as one table of keys, declarations and text forms. Level files, the
//! properties of a level and patterns read and write settings through it.

use std::fmt::Display;
use std::str::FromStr;

use planwright_art::{read_styles, write_styles};

use super::grid_settings::{
    FLIPS, GridSettings, read_rotations, read_sides, read_size, read_values, words, write_values,
};
use super::model::{GdlSource, NetLimits};
use super::syntax::ReadOptions;
use crate::game::{Field, Seams, Size, TextError};

/// States in which a goal value counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GoalScope {
    /// Only where the game is over, as the language defines it.
    #[default]
    Terminal,
    /// In any state with the target value.
    Anywhere,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GdlSettings {
    /// The least goal value that counts as solved.
    pub target: i64,
    pub scope: GoalScope,
    /// Names that differ in case only are the same.
    pub fold_case: bool,
    pub limits: NetLimits,
    pub board: GridSettings,
    /// Pattern that the rules were generated from, with its answers; empty if none.
    pub pattern: String,
}

impl Default for GdlSettings {
    fn default() -> Self {
        Self {
            target: 100,
            scope: GoalScope::default(),
            fold_case: false,
            limits: NetLimits::default(),
            board: GridSettings::default(),
            pattern: String::new(),
        }
    }
}

/// A setting: its declaration, and its text form in level files.
pub(super) struct Setting {
    pub field: Field,
    /// Writes the value as `set` reads it; a setting without a value gives an empty text.
    pub get: fn(&GdlSettings) -> String,
    /// Reads a text that fits `field`. The error says what is expected.
    set: fn(&mut GdlSettings, &str) -> Result<(), String>,
}

/// All settings, in the order in which they are written and displayed.
pub(super) static SETTINGS: &[Setting] = &[
    Setting {
        field: Field::property(
            "want",
            "Target goal value",
            "plans must reach at least this value",
        )
        .integer(1, 100),
        get: |own| own.target.to_string(),
        set: |own, text| set_number(&mut own.target, text),
    },
    Setting {
        field: Field::property(
            "ends",
            "Goal counts",
            "‘terminal’: only when the game is over; ‘anywhere’: as soon as the value is reached",
        )
        .one_of(&GOAL_SCOPES),
        get: |own| GOAL_SCOPES[usize::from(own.scope == GoalScope::Anywhere)].to_owned(),
        set: |own, text| {
            own.scope = match text == GOAL_SCOPES[1] {
                true => GoalScope::Anywhere,
                false => GoalScope::Terminal,
            };
            Ok(())
        },
    },
    Setting {
        field: Field::property(
            "fold-case",
            "Ignore case",
            "‘yes’: ignore upper and lower case in names",
        )
        .one_of(&["no", "yes"]),
        get: |own| if own.fold_case { "yes" } else { "no" }.to_owned(),
        set: |own, text| {
            own.fold_case = text == "yes";
            Ok(())
        },
    },
    Setting {
        field: Field::property(
            "seconds",
            "Network: seconds",
            "time allowed for instantiating the rules",
        )
        .integer(1, 86_400)
        .expert(),
        get: |own| own.limits.seconds.to_string(),
        set: |own, text| set_number(&mut own.limits.seconds, text),
    },
    Setting {
        field: Field::property(
            "size",
            "Network: size",
            "largest number of instantiated rules and atoms",
        )
        .integer(1, 1 << 30)
        .expert(),
        get: |own| own.limits.grounding.size.to_string(),
        set: |own, text| set_number(&mut own.limits.grounding.size, text),
    },
    Setting {
        field: Field::property("depth", "Network: term depth", "deepest nesting of terms")
            .integer(1, 10_000)
            .expert(),
        get: |own| own.limits.grounding.depth.to_string(),
        set: |own, text| set_number(&mut own.limits.grounding.depth, text),
    },
    Setting {
        field: Field::property("memory", "Network: memory", "in MiB")
            .integer(1, 1 << 20)
            .expert(),
        get: |own| (own.limits.memory >> 20).to_string(),
        set: |own, text| {
            set_number(&mut own.limits.memory, text)?;
            own.limits.memory <<= 20;
            Ok(())
        },
    },
    Setting {
        field: Field::property(
            "board",
            "Board",
            "‘auto’, ‘none’, or the relation drawn as a board, with its arguments for row, column and value, such as ‘cell row 1 column 2 value 3’; several are separated by commas",
        )
        .such_as(&["auto", "none"]),
        get: |own| own.board.facts.to_string(),
        set: |own, text| read_into(&mut own.board.facts, text.parse()),
    },
    Setting {
        field: Field::property(
            "board-flip",
            "Flipped",
            "which are shown in reverse order: ‘none’, ‘rows’, ‘columns’ or ‘both’",
        )
        .one_of(&FLIPS),
        get: |own| own.board.flip().to_owned(),
        set: |own, text| own.board.set_flip(text),
    },
    Setting {
        field: Field::property(
            "board-order",
            "Order on the board",
            "constants of rows and columns in order, separated by spaces; others follow",
        ),
        get: |own| own.board.order.join(" "),
        set: |own, text| read_into(&mut own.board.order, Ok(words(text))),
    },
    Setting {
        field: Field::property(
            "board-look",
            "Appearance of values",
            "how values are drawn: a text, the number of a colour and a picture, such as ‘x=X 3, b=, c= picture crate’; others are guessed",
        ),
        get: |own| write_styles(&own.board.styles),
        set: |own, text| read_into(&mut own.board.styles, read_styles(text)),
    },
    Setting {
        field: Field::property(
            "board-size",
            "Board size",
            "rows and columns, such as ‘8 8’, if they are numbered from 1 and the facts do not mention all of them",
        ),
        get: |own| {
            let text = |size: Size| format!("{} {}", size.rows, size.cols);
            own.board.size.map(text).unwrap_or_default()
        },
        set: |own, text| read_into(&mut own.board.size, read_size(text)),
    },
    Setting {
        field: Field::property(
            "board-values",
            "Cell values",
            "what a cell can show on the screen, with names, such as ‘gap=the gap; 1=tile 1’; empty: the values found in the rules",
        ),
        get: |own| write_values(&own.board.values),
        set: |own, text| read_into(&mut own.board.values, Ok(read_values(text))),
    },
    Setting {
        field: Field::property(
            "clues",
            "Clue margins",
            "sides of the board where the screen shows numbers, such as ‘left top’; ‘(clue left 2 1 5)’ is the first number of the second row",
        ),
        get: |own| {
            let sides = own.board.clues.iter().map(|side| side.id());
            sides.collect::<Vec<_>>().join(" ")
        },
        set: |own, text| read_into(&mut own.board.clues, read_sides(text)),
    },
    Setting {
        field: Field::property(
            "turned",
            "Rotated values",
            "values that become each other by quarter turns to the right, such as ‘up right down left, flat upright’; a picture of one shows how the others look",
        ),
        get: |own| {
            let rings = own.board.rotations.iter().map(|ring| ring.join(" "));
            rings.collect::<Vec<_>>().join(", ")
        },
        set: |own, text| read_into(&mut own.board.rotations, read_rotations(text)),
    },
    Setting {
        field: Field::property(
            "board-seams",
            "Seams between cells",
            "‘yes’ if every second row and column on the screen is narrow and holds the walls or signs between cells; ‘around’ if there is also one on each side of the board",
        )
        .one_of(&["no", "yes", "around"]),
        get: |own| own.board.seams.map_or("no", Seams::id).to_owned(),
        set: |own, text| read_into(&mut own.board.seams, Ok(Seams::from_id(text))),
    },
    Setting {
        field: Field::property(
            "pattern",
            "Pattern",
            "the pattern the rules were generated from, with its answers; a board of another size gets newly generated rules",
        )
        .expert(),
        get: |own| own.pattern.clone(),
        set: |own, text| read_into(&mut own.pattern, Ok(text.to_owned())),
    },
];

/// Text forms of [`GoalScope::Terminal`] and [`GoalScope::Anywhere`].
const GOAL_SCOPES: [&str; 2] = ["terminal", "anywhere"];

fn read_into<T>(target: &mut T, read: Result<T, String>) -> Result<(), String> {
    *target = read?;
    Ok(())
}

/// Sets a number from a text that fits its field, which leaves no error but a range the type does not have.
fn set_number<T: FromStr<Err: Display>>(target: &mut T, text: &str) -> Result<(), String> {
    read_into(
        target,
        text.parse().map_err(|error: T::Err| error.to_string()),
    )
}

/// Most bytes of memory for reading one byte of rules; measured on rules that are nothing but short clauses.
const MEMORY_PER_BYTE: u64 = 64;
/// Rules up to this many bytes are read with any memory limit.
const ALWAYS_READ_BYTES: usize = 1 << 20;

impl GdlSettings {
    /// Reads and checks rules; the error holds all faults that can be found. At most a quarter of the memory limit may
    /// go into that, so that files far too long for later steps are rejected at once.
    pub(super) fn read_source(&self, rules: &str) -> Result<GdlSource, Vec<TextError>> {
        let needed = rules.len() as u64 * MEMORY_PER_BYTE;
        if rules.len() > ALWAYS_READ_BYTES && needed > self.limits.memory / 4 {
            let (own, needed, most) = (rules.len() >> 20, needed >> 20, self.limits.memory >> 20);
            let message = format!(
                "rules of {own} MiB are too long: reading them may take {needed} MiB, more than a quarter of the {most} MiB allowed (raise ‘memory’)"
            );
            return Err(vec![TextError::at(1, 1, message)]);
        }
        let fold_case = self.fold_case;
        let is_value = |name: &str| {
            let values = self.board.values.iter();
            let mut parts = values.flat_map(|(value, _)| value.split(", "));
            parts.any(|part| part == name)
        };
        GdlSource::read_all(rules, ReadOptions { fold_case }, &is_value)
    }

    /// Changes a setting; `None` if there is no such setting.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Option<Result<(), String>> {
        let setting = setting(key)?;
        Some(match setting.field.fits(value) {
            true => (setting.set)(self, value),
            false => Err(setting.field.expected()),
        })
    }
}

pub(super) fn setting(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.field.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written_the_same() {
        for (key, text) in [
            ("want", "7"),
            ("ends", "terminal"),
            ("ends", "anywhere"),
            ("fold-case", "yes"),
            ("memory", "3"),
            ("board", "auto"),
            ("board", "none"),
            ("board", "cell row 1 column 2 value 3"),
            ("board", "cell row 2 column 1 value 3, robot row 1 column 2"),
            ("board-flip", "none"),
            ("board-flip", "rows"),
            ("board-flip", "columns"),
            ("board-flip", "both"),
            ("board-size", "3 4"),
            ("board-values", "gap=the gap; 1"),
            ("clues", "left top"),
            ("turned", "up right down left, flat upright"),
            ("board-seams", "around"),
        ] {
            let mut settings = GdlSettings::default();
            let spaced = text.replace(' ', "  ");
            for spelling in [text, &spaced] {
                assert_eq!(
                    settings.set(key, spelling),
                    Some(Ok(())),
                    "{key}: {spelling}"
                );
            }
            let written = setting(key).map(|setting| (setting.get)(&settings));
            let written = written.map(|text| text.replace("  ", " "));
            assert_eq!(written.as_deref(), Some(text), "{key}");
        }
    }

    #[test]
    fn malformed_texts_are_refused() {
        for (key, text) in [
            ("want", "0"),
            ("ends", "never"),
            ("board", ""),
            ("board", "cell"),
            ("board", "cell row 1"),
            ("board", "cell row 1 column x"),
            ("board", "cell row 1 column 1"),
            ("board", "cell row 0 column 1"),
            ("board-flip", "up"),
            ("board-size", "0 4"),
            ("clues", "left above"),
            ("turned", "up right down"),
        ] {
            let result = GdlSettings::default().set(key, text);
            assert!(
                result.is_some_and(|result| result.is_err()),
                "{key}: {text}"
            );
        }
    }
}
