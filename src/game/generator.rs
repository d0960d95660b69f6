//! Levels made by chance.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::field::listed;
use super::{Field, Level, LevelRef};
use crate::search::{Budget, Stop};

impl From<Stop> for GenerateError {
    fn from(_: Stop) -> Self {
        Self::Stopped
    }
}

/// Makes levels that can be solved. The same options and the same seed give the same level.
pub trait Generator: Send + Sync {
    /// What can be chosen.
    fn options(&self) -> &'static [Field];

    /// Makes a level. Call [`generate`] instead, which checks the options' keys.
    ///
    /// # Errors
    /// When an option's value is not one, no level was found that fits them all, or the budget is
    /// spent.
    fn make(
        &self,
        options: &Chosen<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<LevelRef, GenerateError>;

    /// What makes easy, medium and hard levels, the easy ones first.
    fn difficulties(&self) -> &'static [Difficulty] {
        &[]
    }

    /// Options, by key, that make levels like this one: of its size and shape.
    fn like(&self, _level: &dyn Level) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// How hard levels are to be, in the options of a generator.
#[derive(Debug)]
pub struct Difficulty {
    /// Its name: `easy`.
    pub name: &'static str,
    /// Options by key.
    pub options: &'static [(&'static str, &'static str)],
}

impl Difficulty {
    /// A difficulty with its name and options.
    pub const fn new(name: &'static str, options: &'static [(&'static str, &'static str)]) -> Self {
        Self { name, options }
    }
}

/// Options with their values, the defaults for those not chosen.
pub struct Chosen<'a> {
    known: &'static [Field],
    chosen: &'a BTreeMap<String, String>,
}

impl Chosen<'_> {
    /// The value of an option.
    pub fn text(&self, key: &str) -> &str {
        let default = self.known.iter().find(|option| option.key == key);
        let default = default.map_or("", |option| option.default);
        let chosen = self.chosen.get(key).map(|value| value.trim());
        chosen.filter(|value| !value.is_empty()).unwrap_or(default)
    }

    /// The value of an option, made into something.
    ///
    /// # Errors
    /// [`GenerateError::Option`] with the reason that `parse` gives.
    pub fn parsed<T>(
        &self,
        key: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, GenerateError> {
        parse(self.text(key)).map_err(|reason| self.refused(key, reason))
    }

    /// Why the value of an option does not do.
    pub fn refused(&self, key: &str, reason: impl Into<String>) -> GenerateError {
        GenerateError::Option {
            key: key.to_owned(),
            value: self.text(key).to_owned(),
            reason: reason.into(),
        }
    }

    /// The whole numbers that are wanted, from the least to the most: a number, a range such as 6-9, or
    /// nothing for `any`.
    ///
    /// # Errors
    /// [`GenerateError::Option`] if it is none of these.
    pub fn range(&self, key: &str) -> Result<Option<RangeInclusive<usize>>, GenerateError> {
        let text = self.text(key);
        let number = |text: &str| {
            let number = text.trim().parse();
            number.map_err(|_| self.refused(key, "expected a number, a range such as 6-9, or any"))
        };
        let range = match text.split_once('-') {
            _ if text == "any" => return Ok(None),
            None => number(text).map(|number| number..=number)?,
            Some((least, most)) => number(least)?..=number(most)?,
        };
        match range.is_empty() {
            true => Err(self.refused(key, "the range ends before it begins")),
            false => Ok(Some(range)),
        }
    }

    /// What a word stands for.
    ///
    /// # Errors
    /// [`GenerateError::Option`] if the word is not in the list.
    pub fn one_of<T: Clone>(&self, key: &str, words: &[(&str, T)]) -> Result<T, GenerateError> {
        self.parsed(key, |text| {
            let known = words.iter().find(|(word, _)| *word == text);
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            known
                .map(|(_, meaning)| meaning.clone())
                .ok_or_else(|| format!("expected {}", listed(&words, "or")))
        })
    }

    /// A whole number; [`generate`] has seen to it that it is in the range of its field.
    ///
    /// # Errors
    /// [`GenerateError::Option`] if it is not one.
    pub fn number(&self, key: &str) -> Result<usize, GenerateError> {
        self.parsed(key, |text| {
            text.parse()
                .map_err(|_| "expected a whole number".to_owned())
        })
    }
}

/// Why no level was made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// The generator has no such option.
    #[error("there is no option ‘{key}’; there are {known}")]
    Unknown {
        /// What was asked for.
        key: String,
        /// What there is.
        known: String,
    },
    /// The option cannot have this value.
    #[error("option ‘{key}’ cannot be ‘{value}’: {reason}")]
    Option {
        /// The option's key.
        key: String,
        /// What was given.
        value: String,
        /// What would be right.
        reason: String,
    },
    /// It was stopped, or took too long.
    #[error("it was stopped before a level was found that fits")]
    Stopped,
    /// Chance gave nothing that fits.
    #[error("no level was found that fits: {0}")]
    NotFound(String),
}

/// Makes a level.
///
/// # Errors
/// As [`Generator::make`]; also for options that the generator does not have, and values that they cannot have.
pub fn generate(
    generator: &dyn Generator,
    options: &BTreeMap<String, String>,
    seed: u64,
    budget: &Budget,
) -> Result<LevelRef, GenerateError> {
    let known = generator.options();
    for (key, value) in options {
        let Some(field) = known.iter().find(|field| field.key == key) else {
            let known: Vec<_> = known.iter().map(|field| field.key).collect();
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
    generator.make(
        &Chosen {
            known,
            chosen: options,
        },
        seed,
        budget,
    )
}
