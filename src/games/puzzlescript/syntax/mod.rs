//! The text of a game: its sections read into lists, with all that is wrong in them.
//!
//! The language is Stephen Lavelle's (<https://www.puzzlescript.net/Documentation/documentation.html>). What it does
//! with texts that its documentation does not speak of follows its engine, so that all published games are read.

mod cursor;
mod dialects;
mod layers;
mod legend;
mod levels;
mod objects;
mod prelude;
mod problems;
mod reader;
mod rules;
mod sounds;
mod source;
mod state;
mod wins;
mod words;

pub use cursor::{Line, is_blank, is_word};
pub use dialects::DialectWords;
pub use problems::Problems;
pub use reader::read;
pub use source::{
    Entry, Found, Legend, LegendKind, ObjectText, OptionText, Row, RuleText, SoundText, SoundWord,
    SoundWordKind, Source, WinText,
};
pub use words::{
    COLORS, EFFECTS, OPTIONS_WITH_VALUE, SECTIONS, SWITCHES, TRANSPARENT, american, is_command,
    is_mark,
};
