//! Input fields – solver and generator options, level properties – declared once for dialogs, command line and files.

use std::borrow::{Borrow, Cow};
use std::collections::BTreeMap;

use super::{CellStyle, SolverInfo};

/// Declaration of a value that the user enters as text.
#[derive(Debug)]
pub struct Field {
    /// Key after `--set` and in the plain-text form.
    pub key: &'static str,
    pub name: &'static str,
    /// Default value; empty for properties, which levels always have.
    pub default: &'static str,
    /// One line of help, with remarks after a semicolon; [`Field::help`] adds the possible values.
    pub about: &'static str,
    /// Fact about the target that the field carries.
    pub fact: Option<TargetFact>,
    pub choices: FieldChoices,
    /// True if the option affects only how to search and not the question, so that it can be tuned.
    pub tunable: bool,
    /// Display names of values that are not shown as they are.
    pub names: &'static [(&'static str, &'static str)],
    /// Key of another option and its values for which this field has an effect; `None` means always.
    pub only_with: Option<(&'static str, &'static [&'static str])>,
    /// True if it is only useful to people who know how solvers work.
    pub expert: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldChoices {
    /// Any text; the help says what is allowed.
    Free,
    OneOf(&'static [&'static str]),
    /// These, and others described by the help.
    SuchAs(&'static [&'static str]),
    /// Whole numbers in this range, both ends included.
    Integer(i64, i64),
    /// Numbers in this range, both ends included.
    Between(i64, i64),
    /// Numbers above the first, up to the second.
    Above(i64, i64),
}

impl FieldChoices {
    /// Named values.
    pub fn values(self) -> &'static [&'static str] {
        match self {
            Self::Free | Self::Integer(..) | Self::Between(..) | Self::Above(..) => &[],
            Self::OneOf(values) | Self::SuchAs(values) => values,
        }
    }

    fn in_words(self) -> String {
        match self {
            Self::Free => String::new(),
            Self::OneOf(values) | Self::SuchAs(values) => join_words(values, "or"),
            Self::Integer(least, most) => format!("a whole number from {least} to {most}"),
            Self::Between(least, most) => format!("a number between {least} and {most}"),
            Self::Above(least, most) => format!("a number above {least}, at most {most}"),
        }
    }
}

/// Fact about the target of a plan. Callers that know the target, such as auto-play by its screen profile, can fill in
/// these options; they have the same form in all solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetFact {
    /// Position of the cursor: `row column` from 1, or `any`.
    Cursor,
    /// Behaviour of the cursor at the edges: `stop` or `wrap`.
    Edges,
    /// Costs of moving 1, 2, 3, … cells in one direction.
    Runs,
    /// Cost of an action at the cursor.
    Action,
    /// Cell height and width in pixels, for a pointer that moves in straight lines; `no` for a cursor.
    Pointer,
    /// Unit of the costs: `keys`, `ms` or `pixels`.
    Unit,
}

impl Field {
    pub const fn new(
        key: &'static str,
        name: &'static str,
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self {
            key,
            name,
            default,
            about,
            fact: None,
            choices: FieldChoices::Free,
            tunable: false,
            names: &[],
            only_with: None,
            expert: false,
        }
    }

    /// Field of a level property.
    pub const fn property(key: &'static str, name: &'static str, about: &'static str) -> Self {
        Self::new(key, name, "", about)
    }

    #[must_use]
    pub const fn one_of(mut self, values: &'static [&'static str]) -> Self {
        self.choices = FieldChoices::OneOf(values);
        self
    }

    #[must_use]
    pub const fn such_as(mut self, values: &'static [&'static str]) -> Self {
        self.choices = FieldChoices::SuchAs(values);
        self
    }

    #[must_use]
    pub const fn integer(mut self, least: i64, most: i64) -> Self {
        self.choices = FieldChoices::Integer(least, most);
        self
    }

    /// Allows numbers from `least` to `most`.
    #[must_use]
    pub const fn between(mut self, least: i64, most: i64) -> Self {
        self.choices = FieldChoices::Between(least, most);
        self
    }

    /// Allows numbers above `least`, up to `most`.
    #[must_use]
    pub const fn above(mut self, least: i64, most: i64) -> Self {
        self.choices = FieldChoices::Above(least, most);
        self
    }

    /// Sets the fact that the field carries.
    #[must_use]
    pub const fn with_fact(mut self, fact: TargetFact) -> Self {
        self.fact = Some(fact);
        self
    }

    /// Marks the field as tunable (see [`Field::tunable`]).
    #[must_use]
    pub const fn tunable(mut self) -> Self {
        self.tunable = true;
        self
    }

    /// Sets display names of values.
    #[must_use]
    pub const fn named(mut self, names: &'static [(&'static str, &'static str)]) -> Self {
        self.names = names;
        self
    }

    /// Gives the field an effect only while option `key` has one of these values.
    #[must_use]
    pub const fn only_with(mut self, key: &'static str, values: &'static [&'static str]) -> Self {
        self.only_with = Some((key, values));
        self
    }

    /// Display name of a value.
    pub fn label<'a>(&self, value: &'a str) -> &'a str {
        let named = self.names.iter().find(|(known, _)| *known == value);
        named.map_or(value, |(_, name)| name)
    }

    /// Returns whether the field has an effect, given the chosen options and the declarations of all `fields`.
    pub fn has_effect(&self, fields: &[Field], chosen: &BTreeMap<String, String>) -> bool {
        let Some((key, values)) = self.only_with else {
            return true;
        };
        let other = fields.iter().find(|field| field.key == key);
        other.is_some_and(|other| values.contains(&other.value_in(chosen)))
    }

    /// Value among those by key: trimmed, or the default if it is empty or missing.
    pub fn value_in<'a>(&self, chosen: &'a BTreeMap<String, String>) -> &'a str {
        let chosen = chosen.get(self.key).map(|value| value.trim());
        chosen
            .filter(|value| !value.is_empty())
            .unwrap_or(self.default)
    }

    /// Marks the field as one for experts (see [`Field::expert`]).
    #[must_use]
    pub const fn expert(mut self) -> Self {
        self.expert = true;
        self
    }

    /// One line of help with the possible values.
    pub fn help(&self) -> Cow<'static, str> {
        let values = match self.choices {
            FieldChoices::Integer(least, most) | FieldChoices::Between(least, most) => {
                format!("{least} to {most}")
            }
            FieldChoices::Above(least, most) => format!("above {least}, at most {most}"),
            FieldChoices::OneOf(values) if self.about.is_empty() => join_words(values, "or"),
            _ => return self.about.into(),
        };
        let at = self.about.find(';').unwrap_or(self.about.len());
        let (summary, remark) = self.about.split_at(at);
        let comma = if summary.is_empty() { "" } else { ", " };
        format!("{summary}{comma}{values}{remark}").into()
    }

    /// Error text: `expected a, b or c`.
    pub fn expected(&self) -> String {
        match self.choices {
            FieldChoices::Free | FieldChoices::SuchAs(_) => format!("expected {}", self.about),
            choices => format!("expected {}", choices.in_words()),
        }
    }

    /// Returns whether a property can have this value. Only free fields can be empty.
    pub fn fits(&self, value: &str) -> bool {
        let free = matches!(self.choices, FieldChoices::Free | FieldChoices::SuchAs(_));
        self.check(value).is_ok() && (free || !value.trim().is_empty())
    }

    /// Checks a value; an empty one means the default. The error names the possible values.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let value = value.trim();
        let number = value.parse::<f64>().unwrap_or(f64::NAN);
        let fits = match self.choices {
            FieldChoices::Free | FieldChoices::SuchAs(_) => true,
            FieldChoices::OneOf(values) => values.contains(&value),
            FieldChoices::Integer(least, most) => value
                .parse()
                .is_ok_and(|number| (least..=most).contains(&number)),
            FieldChoices::Between(least, most) => (least as f64..=most as f64).contains(&number),
            FieldChoices::Above(least, most) => number > least as f64 && number <= most as f64,
        };
        let expected = match self.choices {
            _ if fits || value.is_empty() => return Ok(()),
            FieldChoices::OneOf(values) if values.len() > 1 => {
                format!("one of {}", join_words(values, "and"))
            }
            choices => choices.in_words(),
        };
        Err(format!("‘{value}’ is not {expected}"))
    }
}

/// Joins words: `a, b or c`.
pub fn join_words<S: Borrow<str>>(words: &[S], last: &str) -> String {
    match words {
        [first @ .., end] if !first.is_empty() => {
            format!("{} {last} {}", first.join(", "), end.borrow())
        }
        _ => words.concat(),
    }
}

/// Property of a level with its value.
#[derive(Clone, Debug)]
pub struct Property {
    pub field: &'static Field,
    /// Value in the plain-text form.
    pub value: String,
    /// Further values that only this level offers.
    pub offers: Vec<String>,
    /// Appearance of each value that the level can show, for properties that define how values are drawn.
    pub styles: Vec<CellStyle>,
}

impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        self.field.key == other.field.key && self.value == other.value
    }
}

impl Property {
    pub fn new(field: &'static Field, value: impl ToString) -> Self {
        Self {
            field,
            value: value.to_string(),
            offers: Vec::new(),
            styles: Vec::new(),
        }
    }
}

/// Number of threads of a solver. Callers that run several solvers at once set it to 1.
pub const THREADS: Field = Field::new("threads", "Threads", "0", "; 0: one per processor")
    .integer(0, 64)
    .named(&[("0", "one per processor")]);

/// Options that limit a solver to one thread; empty if it never uses more.
pub fn one_thread(solver: &SolverInfo) -> BTreeMap<String, String> {
    let has = solver.options.iter().any(|it| it.key == THREADS.key);
    let one = has.then(|| (THREADS.key.to_owned(), "1".to_owned()));
    one.into_iter().collect()
}

/// Named values of a solver's options.
#[derive(Debug)]
pub struct Preset {
    pub name: &'static str,
    /// Values by key; other options keep their defaults.
    pub options: &'static [(&'static str, &'static str)],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_against_what_is_declared() {
        let order = Field::new("order", "Order", "a", "").one_of(&["a", "b", "c"]);
        assert_eq!(order.check(" b "), Ok(()));
        assert_eq!(order.check(""), Ok(()));
        let refused = order.check("d").expect_err("is none");
        assert_eq!(refused, "‘d’ is not one of a, b and c");
        for (value, fits) in [("0", true), ("64", true), ("65", false), ("-1", false)] {
            assert_eq!(THREADS.check(value).is_ok(), fits, "{value}");
        }
        assert_eq!(THREADS.help(), "0 to 64; 0: one per processor");
        let share = Field::new("share", "Share", "", "").between(0, 1);
        assert!(share.check("0.5").is_ok() && share.check("0").is_ok());
        assert!(share.check("1.01").is_err() && share.check("NaN").is_err());
        let share = Field::new("share", "Share", "", "").above(0, 1);
        assert!(share.check("1").is_ok() && share.check("0").is_err());
        assert!(THREADS.check("1.5").is_err() && THREADS.check("99999999999999999999").is_err());
    }
}
