//! Immutable puzzles and their editing.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    BoardInfo, Cell, CellStyle, CellValue, Complaint, EditError, Grid, LineNote, Playthrough,
    Position, Property, ScreenBoard, SingleLevel, Size, SpriteSheet, TextError, Transform,
    Unsolvable,
};
use crate::search::{Budget, Stop};

/// Level shared between threads. Levels never change; edits build new ones.
pub type LevelRef = Arc<dyn Level>;

/// Title, author and notes of a level; all may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// May have several lines.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// Keyword of the text chunk in which exported PNG files hold the level that they show.
pub const PNG_LEVEL_KEYWORD: &str = "Planwright level";

/// Immutable puzzle of some game.
pub trait Level: Any + Debug + Send + Sync {
    fn game_id(&self) -> &'static str;

    fn meta(&self) -> &Meta;

    /// Copy with other metadata.
    fn with_meta(&self, meta: Meta) -> LevelRef;

    /// Plain-text form, ending in a newline.
    fn to_text(&self) -> String;

    /// RON form, ending in a newline.
    fn to_ron(&self) -> Result<String, ron::Error>;

    /// Form beyond those of `GameInfo::forms`, for levels written in a language of their own.
    fn to_form(&self, _name: &str) -> Option<String> {
        None
    }

    /// Position before the first move, as far as it can be computed quickly.
    fn start(&self) -> Box<dyn Position>;

    /// Position before the first move, for callers that can wait: it and its successors may use the budget.
    fn start_within(&self, _budget: &Budget) -> Result<Box<dyn Position>, Stop> {
        Ok(self.start())
    }

    /// Play from this level on, into the levels that follow. The seed determines random events, if any.
    fn playthrough(&self, _seed: Option<&str>) -> Box<dyn Playthrough> {
        Box::new(SingleLevel::new(self.start(), self.number()))
    }

    /// Error because of which this level can be shown, but neither played nor solved ([`super::solve`] refuses it).
    fn fault(&self) -> Option<TextError> {
        None
    }

    /// Message of [`Level::fault`].
    fn unplayable(&self) -> Option<String> {
        self.fault().map(|error| error.message)
    }

    /// Errors and warnings about the text of the level, in its order. Must be fast.
    fn complaints(&self) -> Vec<Complaint> {
        Vec::new()
    }

    /// Board on which the level is drawn and edited.
    fn board(&self) -> BoardInfo;

    /// Size of the parts of the board, in games that show one of them at a time.
    fn viewport_size(&self) -> Option<Size> {
        None
    }

    /// Appearance of a cell of [`Level::board`].
    fn style(&self, cell: Cell) -> CellStyle;

    /// Returns whether cells have heights ([`CellStyle::height`]), so that the board can be shown as blocks.
    fn has_heights(&self) -> bool {
        false
    }

    /// Facts for the inspector as (name, value): `("Stamps", "17")`.
    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        Vec::new()
    }

    /// Further facts of the same form, for people who know the mathematics of the game or its solvers.
    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        Vec::new()
    }

    /// Families of patterns that can be browsed on the board.
    fn insights(&self) -> &'static [Insight] {
        &[]
    }

    /// Patterns of the family `id`; the first `max` as cells.
    fn insight(&self, _id: &str, _max: usize, _budget: &Budget) -> Result<PatternList, Stop> {
        Ok(PatternList::default())
    }

    /// Counts solutions; called after every change of the level. `None` in games in which this does not matter.
    fn solution_count(&self, _budget: &Budget) -> Option<SolutionCount> {
        None
    }

    /// Notes next to the rows and columns of the board.
    fn notes(&self) -> Vec<LineNote> {
        Vec::new()
    }

    /// Board that a screen shows, for a new screen profile; `None` if there is none.
    fn screen_board(&self) -> Option<ScreenBoard> {
        ScreenBoard::from_grid(self)
    }

    /// Sprites for reading boards from pictures, in games that look the same everywhere. The error says why pictures of
    /// this game cannot be followed.
    fn sprites(&self) -> Option<Result<SpriteSheet, String>> {
        None
    }

    /// Access to cell values; `None` for levels that are not a grid of values.
    fn as_grid(&self) -> Option<&dyn GridLevel> {
        None
    }

    /// Size in words, for lists.
    fn extent(&self) -> String {
        self.board().size.to_string()
    }

    /// Exact text of a written level, in games with a [`super::Language`].
    fn source_text(&self) -> Option<Arc<str>> {
        None
    }

    /// Number of the level in its file, from 1, if the file holds several.
    fn number(&self) -> Option<usize> {
        None
    }

    /// Another level of its file, by number.
    fn sibling(&self, _number: usize) -> Option<LevelRef> {
        None
    }

    /// Returns whether its text includes all levels of its file, so that they are saved together. True in games whose
    /// texts hold the rules as well.
    fn holds_siblings(&self) -> bool {
        false
    }

    /// Number of the level in its text, if that includes all levels of its file.
    fn number_in_text(&self) -> Option<usize> {
        self.number().filter(|_| self.holds_siblings())
    }

    /// Text of the message, if this is a message between levels.
    fn message(&self) -> Option<&str> {
        None
    }

    /// Identity of the puzzle: its text without title, author and notes.
    fn identity(&self) -> String {
        self.with_meta(Meta::default()).to_text()
    }

    /// Settings besides the board, such as wrap or slots.
    fn properties(&self) -> Vec<Property> {
        Vec::new()
    }

    /// Changes one property. Fails if the level has no such property or it cannot have the value.
    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        Err(EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason: "this game has no such property".to_owned(),
        })
    }
}

impl dyn Level {
    /// Access for downcasts (see [`crate::typed`]).
    pub fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Level that is a grid of cell values. Editing tools use only [`GridLevel::grid`] and [`GridLevel::with_grid`].
pub trait GridLevel {
    fn grid(&self) -> Grid<CellValue>;

    /// Copy with other values, possibly of another size. Fails if the game refuses the size or a value.
    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError>;

    /// Flipped or rotated copy, including everything besides cell values.
    fn transformed(&self, transform: Transform) -> Result<LevelRef, EditError> {
        self.with_grid(self.grid().transformed(transform))
    }

    /// Copy on a board of another size, shifted down and right (either may be negative); new cells are blank.
    fn reframed(&self, size: Size, down: isize, right: isize) -> Result<LevelRef, EditError> {
        let blank = self.blank_value();
        self.with_grid(self.grid().reframed(size, down, right, blank))
    }

    /// Piece that is not a cell value, such as a robot.
    fn actor(&self) -> Option<Actor> {
        None
    }

    /// Moves the piece to a cell, or turns it right if it is there. Fails without a piece, or if it cannot be there.
    fn with_actor(&self, cell: Cell) -> Result<LevelRef, EditError> {
        let reason = "this game has nothing to place there".to_owned();
        Err(EditError::Value { cell, reason })
    }

    /// Paintable values in the order of the palette.
    fn brushes(&self) -> Vec<Brush>;

    /// Value of erased and new cells.
    fn blank_value(&self) -> CellValue;

    /// Minimum and maximum size.
    fn size_limits(&self) -> (Size, Size);
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brush {
    pub value: CellValue,
    /// Appearance of a cell with the value.
    pub style: CellStyle,
    /// Key that paints it at the keyboard cursor.
    pub key: Option<char>,
}

impl Brush {
    pub fn new(value: CellValue, style: CellStyle, key: Option<char>) -> Self {
        Self { value, style, key }
    }

    /// Token in the plain-text form.
    pub fn text(&self) -> &str {
        &self.style.value
    }

    pub fn name(&self) -> &str {
        &self.style.name
    }
}

/// Piece on one cell of a board that is not a cell value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Display name, capitalised: `Robot`.
    pub name: &'static str,
    /// Key that places it at the keyboard cursor.
    pub key: char,
    pub cell: Cell,
}

/// Family of patterns on a level's board that can be browsed.
#[derive(Debug, PartialEq, Eq)]
pub struct Insight {
    pub id: &'static str,
    /// Name of one pattern, in lower case: `quiet pattern`.
    pub name: &'static str,
    /// The plural: `quiet patterns`.
    pub names: &'static str,
    pub help: &'static str,
}

/// Patterns of an [`Insight`] on one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternList {
    /// Number of all patterns.
    pub total: usize,
    /// First patterns, as cells, each with its number, which is usually 1.
    pub first: Vec<Vec<(Cell, u32)>>,
}

/// Number of solutions of a level, for its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionCount {
    One,
    /// At least two.
    Several,
    /// None, with the reason.
    None(Unsolvable),
    /// Not decided within the budget.
    Unknown,
}
