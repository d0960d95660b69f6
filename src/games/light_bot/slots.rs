//! Slots of a level: the commands that fit into main and each procedure, or the repeats that it has
//! instead of procedures.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Maximum number of slots of a procedure.
pub const MAX_SLOTS: usize = 30;
/// Maximum number of procedures besides main; one digit calls one.
pub const MAX_PROCEDURES: usize = 5;
/// Range of repeat counts, in levels with repeats.
pub const REPEATS: RangeInclusive<u8> = 2..=99;

/// Slots of main, f1, f2 and so on, at least those of main; or of main alone, with repeats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slots {
    sizes: Vec<usize>,
    /// Maximum repeat count.
    repeats: Option<u8>,
}

/// Keyword before the maximum repeat count.
const REPEAT: &str = "repeat";

impl Slots {
    /// Number of slots of each procedure, main first.
    pub fn as_slice(&self) -> &[usize] {
        &self.sizes
    }

    /// Number of slots of a procedure, 0 if it does not exist.
    pub fn capacity(&self, procedure: usize) -> usize {
        self.sizes.get(procedure).copied().unwrap_or(0)
    }

    /// Number of procedures besides main.
    pub fn procedures(&self) -> usize {
        self.sizes.len() - 1
    }

    /// Maximum repeat count; `None` without repeats.
    pub fn repeats(&self) -> Option<u8> {
        self.repeats
    }
}

impl Default for Slots {
    fn default() -> Self {
        Self {
            sizes: vec![12, 8, 8],
            repeats: None,
        }
    }
}

impl fmt::Display for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.sizes.iter().map(usize::to_string).collect();
        f.write_str(&words.join(" "))?;
        match self.repeats {
            Some(max) => write!(f, " {REPEAT} {max}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Slots {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (sizes, repeats) = match text.split_once(REPEAT) {
            None => (text, None),
            Some((sizes, max)) => (sizes, Some(largest_repeat(max)?)),
        };
        let number = |word: &str| word.parse().ok().filter(|slots| *slots <= MAX_SLOTS);
        let sizes: Option<Vec<usize>> = sizes.split_whitespace().map(number).collect();
        let sizes = sizes.filter(|sizes| (1..=MAX_PROCEDURES + 1).contains(&sizes.len()));
        let sizes = sizes.ok_or_else(|| {
            format!(
                "‘{text}’ should be the slots of main and of at most {MAX_PROCEDURES} \
                 procedures, each 0 to {MAX_SLOTS}: 12 8 8"
            )
        })?;
        if sizes.len() > 1 && repeats.is_some() {
            return Err("a level with repeats has main alone: 30 repeat 99".to_owned());
        }
        Ok(Self { sizes, repeats })
    }
}

/// Parses the maximum repeat count after the keyword.
fn largest_repeat(text: &str) -> Result<u8, String> {
    let number = text.trim().parse().ok();
    number.filter(|most| REPEATS.contains(most)).ok_or_else(|| {
        let (least, most) = (REPEATS.start(), REPEATS.end());
        format!("‘{REPEAT}’ is followed by the largest count, {least} to {most}: 30 repeat 99")
    })
}
