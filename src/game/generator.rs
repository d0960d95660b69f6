//! Random levels.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::field::join_words;
use super::{Field, Level, LevelRef};
use crate::search::{Budget, Stop};

/// Generates solvable levels. The same options and seed give the same level.
pub trait Generator: Send + Sync {
    fn options(&self) -> &'static [Field];

    /// Generates a level. Call [`generate`] instead, which checks the options.
    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<LevelRef, GenerateError>;

    /// Returns whether it modifies a given level ([`OptionSet::base`]) instead of generating a new one.
    fn changes_levels(&self) -> bool {
        false
    }

    /// Options of easy, medium and hard levels, in this order.
    fn difficulties(&self) -> &'static [Difficulty] {
        &[]
    }

    /// Options that generate levels of this one's size and shape.
    fn options_like(&self, _level: &dyn Level) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// A named set of generator options.
#[derive(Debug)]
pub struct Difficulty {
    pub name: &'static str,
    pub options: &'static [(&'static str, &'static str)],
}

impl Difficulty {
    pub const fn new(name: &'static str, options: &'static [(&'static str, &'static str)]) -> Self {
        Self { name, options }
    }
}

/// Options of a generator; missing ones have their defaults.
pub struct OptionSet<'a> {
    fields: &'static [Field],
    values: &'a BTreeMap<String, String>,
    base: Option<&'a dyn Level>,
}

impl OptionSet<'_> {
    /// Level to modify, if one was given.
    pub fn base(&self) -> Option<&dyn Level> {
        self.base
    }

    /// Text of an option: the trimmed value, or the default if that is empty or missing; empty for an unknown option.
    pub fn text(&self, key: &str) -> &str {
        let option = self.fields.iter().find(|option| option.key == key);
        option.map_or("", |option| option.value_in(self.values))
    }

    /// Value of an option, by a parser that returns the reason why it refuses a text.
    pub fn parsed<T>(
        &self,
        key: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, GenerateError> {
        parse(self.text(key)).map_err(|reason| self.invalid(key, reason))
    }

    /// Error of an option's value.
    pub fn invalid(&self, key: &str, reason: impl Into<String>) -> GenerateError {
        GenerateError::Option {
            key: key.to_owned(),
            value: self.text(key).to_owned(),
            reason: reason.into(),
        }
    }

    /// Parses a number or a range such as `6-9`; `None` for `any`, and [`GenerateError::Option`] for other texts.
    pub fn range(&self, key: &str) -> Result<Option<RangeInclusive<usize>>, GenerateError> {
        let text = self.text(key);
        let number = |text: &str| {
            let number = text.trim().parse();
            number.map_err(|_| self.invalid(key, "expected a number, a range such as 6-9, or any"))
        };
        let range = match text.split_once('-') {
            _ if text == "any" => return Ok(None),
            None => number(text).map(|number| number..=number)?,
            Some((least, most)) => number(least)?..=number(most)?,
        };
        match range.is_empty() {
            true => Err(self.invalid(key, "put the smaller number first")),
            false => Ok(Some(range)),
        }
    }

    /// Looks up the value of an option in a table.
    pub fn one_of<T: Clone>(&self, key: &str, words: &[(&str, T)]) -> Result<T, GenerateError> {
        self.parsed(key, |text| {
            let entry = words.iter().find(|(word, _)| *word == text);
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let expected = || format!("expected {}", join_words(&words, "or"));
            entry
                .map(|(_, meaning)| meaning.clone())
                .ok_or_else(expected)
        })
    }

    /// Whole number; [`generate`] has checked its range.
    pub fn number(&self, key: &str) -> Result<usize, GenerateError> {
        self.parsed(key, |text| {
            text.parse().map_err(|_| "expected a whole number".into())
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    #[error("unknown option ‘{key}’; the options are {known}")]
    Unknown { key: String, known: String },
    #[error("option ‘{key}’ cannot be ‘{value}’: {reason}")]
    Option {
        key: String,
        value: String,
        /// Expected form.
        reason: String,
    },
    /// The budget ran out.
    #[error("stopped before a suitable level was found")]
    Stopped,
    #[error("no suitable level was found: {0}")]
    NotFound(String),
}

impl From<Stop> for GenerateError {
    fn from(_: Stop) -> Self {
        Self::Stopped
    }
}

/// Checks the options and generates a level.
pub fn generate(
    generator: &dyn Generator,
    options: &BTreeMap<String, String>,
    seed: u64,
    budget: &Budget,
) -> Result<LevelRef, GenerateError> {
    generate_from(generator, None, options, seed, budget)
}

/// Like [`generate`], from a level for generators that modify levels.
pub fn generate_from(
    generator: &dyn Generator,
    base: Option<&dyn Level>,
    options: &BTreeMap<String, String>,
    seed: u64,
    budget: &Budget,
) -> Result<LevelRef, GenerateError> {
    let fields = generator.options();
    for (key, value) in options {
        let Some(field) = fields.iter().find(|field| field.key == key) else {
            let known: Vec<_> = fields.iter().map(|field| field.key).collect();
            return Err(GenerateError::Unknown {
                key: key.clone(),
                known: known.join(", "),
            });
        };
        field.check(value).map_err(|_| GenerateError::Option {
            key: key.clone(),
            value: value.clone(),
            reason: field.expected(),
        })?;
    }
    let options = OptionSet {
        fields,
        values: options,
        base,
    };
    generator.generate(&options, seed, budget)
}
