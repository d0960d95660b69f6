//! Parses the text of a game section by section, with all problems in it.
//!
//! The language is Stephen Lavelle's (<https://www.puzzlescript.net/Documentation/documentation.html>). Undocumented
//! cases follow its engine, so that all published games can be read.

mod cursor;
mod dialects;
mod layers;
mod legend;
mod levels;
mod objects;
mod prelude;
mod reader;
mod rules;
mod source;
mod state;
mod wins;
mod words;

pub use cursor::{LineCursor, is_blank, is_word};
pub use dialects::DialectWords;
pub use levels::sign_message;
pub use reader::read;
pub use source::{
    EntryText, Legend, LegendKind, Named, ObjectText, OptionText, RuleText, Script, SourceRow,
    WinText,
};
pub use state::Problems;
pub use words::{
    COLORS, EFFECTS, OPTIONS_WITH_VALUE, SECTIONS, SWITCHES, TRANSPARENT, american, is_command,
    is_in, is_mark,
};
