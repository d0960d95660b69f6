//! Text languages of levels, for the editor.

use std::ops::Range;
use std::sync::Arc;

use super::{Complaint, LevelRef, TextError};
use crate::search::Budget;

/// Text language of a game's levels.
pub trait Language: Sync {
    /// Parses a text and collects all errors and warnings, including those that take long, such as computing the
    /// level's first position. Runs on a background thread; stops early if the budget runs out.
    fn parse(&self, source: &str, budget: &Budget) -> ParsedText;

    /// Returns whether levels have a board that is edited next to the text.
    fn has_boards(&self) -> bool {
        false
    }

    /// Sprite defined at a line of the text, from 1, in languages that define sprites.
    fn sprite_at(&self, _source: &str, _line: usize) -> Option<SpriteText> {
        None
    }

    /// Notations of the language, at least one.
    fn notations(&self) -> &'static [Notation];

    /// Index of a text's notation in [`Language::notations`].
    fn notation(&self, source: &str) -> usize;

    /// Converts a text to another notation, keeping its comments. Fails if the text cannot be parsed.
    fn in_notation(&self, source: &str, notation: usize) -> Result<String, TextError>;

    /// Tokens to highlight, in order.
    fn tokens(&self, source: &str) -> Vec<Token>;

    /// Returns whether a character can be part of a name.
    fn is_word(&self, character: char) -> bool;
}

/// Sprite defined in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpriteText {
    /// Name of the object.
    pub name: String,
    /// Colours as RGB with their signs; `None` is transparent.
    pub colors: Vec<(char, Option<[u8; 3]>)>,
    /// Pixels row by row: index of the colour, and byte range of its sign in the text.
    pub pixels: Vec<Vec<(usize, Range<usize>)>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// Name on screen: `prefix (KIF)`.
    pub name: &'static str,
    /// File extension.
    pub extension: &'static str,
}

#[derive(Clone, Debug, Default)]
pub struct ParsedText {
    /// `None` if the text has errors.
    pub level: Option<LevelRef>,
    /// Errors and warnings in the order of the text.
    pub complaints: Vec<Complaint>,
    /// Names in the text, sorted, for completion.
    pub names: Vec<Arc<str>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// In bytes.
    pub range: Range<usize>,
    pub kind: TokenKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    Comment,
    /// Word or sign of the language itself.
    Keyword,
    Variable,
    /// Name with arguments.
    Relation,
    Number,
    /// Name without arguments.
    Name,
    Open,
    Close,
}
