//! What the shortest program of a level made by chance is to need.

use std::str::FromStr;

/// What a shortest program needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Commands that run again and again.
    Loop,
    /// Commands that are called.
    Procedure,
    /// Neither of them, or some.
    Any,
}

impl Needs {
    /// The words for them.
    pub const WORDS: &'static [&'static str] = &["any", "loop", "procedure"];
}

impl FromStr for Needs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "loop" => Ok(Self::Loop),
            "procedure" => Ok(Self::Procedure),
            "any" => Ok(Self::Any),
            _ => Err("expected loop, procedure or any".to_owned()),
        }
    }
}
