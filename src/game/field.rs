//! What a person fills in – options of solvers, settings of generators, properties of levels – described once, for
//! dialogs, command line, files and checks. A form is a list of fields.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::SolverInfo;

/// Something that a person fills in, as text.
#[derive(Debug)]
pub struct Field {
    /// Its key, as after `--set` on the command line and in the plain-text form.
    pub key: &'static str,
    /// Name on screen.
    pub name: &'static str,
    /// Its value when not given; empty for properties, which levels always have.
    pub default: &'static str,
    /// One line of help, remarks behind a semicolon; [`Field::help`] adds what the choices tell.
    pub about: &'static str,
    /// What it says of the target that the plan is for, if that is what it is about.
    pub fact: Option<TargetFact>,
    /// Its values, where they are few.
    pub choices: Choices,
    /// Whether it says how to search and nothing else: whatever its value, the question is the same.
    /// Such options can be tuned; those that say what is wanted, what the target is like, or what
    /// the machine has to give, cannot.
    pub tunable: bool,
}

/// The values that an option can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Any that its help allows.
    Free,
    /// These alone.
    OneOf(&'static [&'static str]),
    /// These, and others that its help allows.
    SuchAs(&'static [&'static str]),
    /// Whole numbers from the first to the second.
    Whole(i64, i64),
    /// Any numbers from the first to the second.
    Between(i64, i64),
    /// Any numbers above the first, up to the second.
    Above(i64, i64),
}

impl Choices {
    /// The values that are named.
    pub fn values(self) -> &'static [&'static str] {
        match self {
            Self::Free | Self::Whole(..) | Self::Between(..) | Self::Above(..) => &[],
            Self::OneOf(values) | Self::SuchAs(values) => values,
        }
    }
}

/// What an option can say of the target that a plan is for, so that whoever knows the target – auto-play
/// by its screen profile, say – can give it. Each has one form for all solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetFact {
    /// Where the cursor is: `row column` from 1, or `any`.
    Cursor,
    /// What the edges do to it: `stop` or `wrap`.
    Edges,
    /// What it costs to go 1, 2, 3, … cells in one direction.
    Runs,
    /// What an action costs, once the cursor is there.
    Action,
    /// Height and width of a cell in pixels, for a pointer that goes in straight lines; `no` for a
    /// cursor.
    Pointer,
    /// What the costs are counted in: `keys`, `ms` or `pixels`.
    Unit,
}

impl Field {
    /// A field with its key, name, default and help.
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
            choices: Choices::Free,
            tunable: false,
        }
    }

    /// The property of levels with this key, name and help.
    pub const fn property(key: &'static str, name: &'static str, about: &'static str) -> Self {
        Self::new(key, name, "", about)
    }

    /// The same, with these values and no others.
    #[must_use]
    pub const fn one_of(mut self, values: &'static [&'static str]) -> Self {
        self.choices = Choices::OneOf(values);
        self
    }

    /// The same, with these values among others.
    #[must_use]
    pub const fn such_as(mut self, values: &'static [&'static str]) -> Self {
        self.choices = Choices::SuchAs(values);
        self
    }

    /// The same, with the whole numbers from `least` to `most` as values.
    #[must_use]
    pub const fn whole(mut self, least: i64, most: i64) -> Self {
        self.choices = Choices::Whole(least, most);
        self
    }

    /// The same, with any number from `least` to `most` as value.
    #[must_use]
    pub const fn between(mut self, least: i64, most: i64) -> Self {
        self.choices = Choices::Between(least, most);
        self
    }

    /// The same, with any number above `least`, up to `most`, as value.
    #[must_use]
    pub const fn above(mut self, least: i64, most: i64) -> Self {
        self.choices = Choices::Above(least, most);
        self
    }

    /// The same, and it says this of the target.
    #[must_use]
    pub const fn telling(mut self, fact: TargetFact) -> Self {
        self.fact = Some(fact);
        self
    }

    /// The same, and it can be tuned: see [`Field::tunable`].
    #[must_use]
    pub const fn tunable(mut self) -> Self {
        self.tunable = true;
        self
    }

    /// One line of help, with the values.
    pub fn help(&self) -> Cow<'static, str> {
        let values = match self.choices {
            Choices::Whole(least, most) | Choices::Between(least, most) => {
                format!("{least} to {most}")
            }
            Choices::Above(least, most) => format!("above {least}, at most {most}"),
            Choices::OneOf(values) if self.about.is_empty() => listed(values, "or"),
            _ => return self.about.into(),
        };
        // Remarks stand behind the values.
        let (what, remark) = self
            .about
            .split_at(self.about.find(';').unwrap_or(self.about.len()));
        let comma = if what.is_empty() { "" } else { ", " };
        format!("{what}{comma}{values}{remark}").into()
    }

    /// What would be right: `expected a, b or c`.
    pub fn expected(&self) -> String {
        match self.choices {
            Choices::Free | Choices::SuchAs(_) => format!("expected {}", self.about),
            Choices::OneOf(values) => format!("expected {}", listed(values, "or")),
            Choices::Whole(least, most) => {
                format!("expected a whole number from {least} to {most}")
            }
            Choices::Between(least, most) => {
                format!("expected a number between {least} and {most}")
            }
            Choices::Above(least, most) => {
                format!("expected a number above {least}, at most {most}")
            }
        }
    }

    /// Whether a property can have this value. An empty one stands for nothing here, so only a free field can be empty.
    pub fn fits(&self, value: &str) -> bool {
        let free = matches!(self.choices, Choices::Free | Choices::SuchAs(_));
        self.check(value).is_ok() && (free || !value.trim().is_empty())
    }

    /// Whether the field can have this value; an empty one stands for the default.
    ///
    /// # Errors
    /// What its values are.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let value = value.trim();
        match self.choices {
            _ if value.is_empty() => Ok(()),
            Choices::Free | Choices::SuchAs(_) => Ok(()),
            Choices::OneOf(values) if values.contains(&value) => Ok(()),
            Choices::OneOf(values) if values.len() > 1 => {
                Err(format!("‘{value}’ is none of {}", listed(values, "and")))
            }
            Choices::OneOf(values) => Err(format!("‘{value}’ is not {}", values.concat())),
            Choices::Whole(least, most) => match value.parse::<i64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(()),
                _ => Err(format!(
                    "‘{value}’ is not a whole number from {least} to {most}"
                )),
            },
            Choices::Between(least, most) => match value.parse::<f64>() {
                Ok(number) if (least as f64..=most as f64).contains(&number) => Ok(()),
                _ => Err(format!(
                    "‘{value}’ is not a number between {least} and {most}"
                )),
            },
            Choices::Above(least, most) => match value.parse::<f64>() {
                Ok(number) if number > least as f64 && number <= most as f64 => Ok(()),
                _ => Err(format!(
                    "‘{value}’ is not a number above {least}, at most {most}"
                )),
            },
        }
    }
}

/// Words in a row: `a, b or c`.
pub(crate) fn listed(words: &[&str], last: &str) -> String {
    match words {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        _ => words.concat(),
    }
}

/// The value of a level's property.
#[derive(Clone, Debug)]
pub struct Property {
    /// What it is.
    pub field: &'static Field,
    /// Its value, as in the plain-text form.
    pub value: String,
    /// Values to choose from that this level alone has, beside those of the field.
    pub offers: Vec<String>,
}

impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        self.field.key == other.field.key && self.value == other.value
    }
}

impl Property {
    /// A property without values of its own to choose from.
    pub fn new(field: &'static Field, value: impl ToString) -> Self {
        Self {
            field,
            value: value.to_string(),
            offers: Vec::new(),
        }
    }
}

/// The option of solvers that search on several threads. It says what the machine has to give, not
/// how to search: who runs several solvers at once sets it to 1.
pub const THREADS: Field = Field::new(
    "threads",
    "Threads",
    "0",
    "; 0 for as many as there are processors",
)
.whole(0, 64);

/// What tells a solver to keep to one thread: nothing, if it always does.
pub fn one_thread(solver: &SolverInfo) -> BTreeMap<String, String> {
    let has = solver
        .options
        .iter()
        .any(|option| option.key == THREADS.key);
    let one = has.then(|| (THREADS.key.to_owned(), "1".to_owned()));
    one.into_iter().collect()
}

/// Values of a solver's options under a name.
#[derive(Debug)]
pub struct Preset {
    /// Its name: `tuned`.
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
        assert_eq!(refused, "‘d’ is none of a, b and c");
        for (value, fits) in [("0", true), ("64", true), ("65", false), ("-1", false)] {
            assert_eq!(THREADS.check(value).is_ok(), fits, "{value}");
        }
        assert_eq!(
            THREADS.help(),
            "0 to 64; 0 for as many as there are processors"
        );
        let share = Field::new("share", "Share", "", "").between(0, 1);
        assert!(share.check("0.5").is_ok() && share.check("0").is_ok());
        assert!(share.check("1.01").is_err() && share.check("NaN").is_err());
        let share = Field::new("share", "Share", "", "").above(0, 1);
        assert!(share.check("1").is_ok() && share.check("0").is_err());
        assert!(THREADS.check("1.5").is_err() && THREADS.check("99999999999999999999").is_err());
    }
}
