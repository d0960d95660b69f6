//! An immutable puzzle, and how it can be edited.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Alone, BoardInfo, Cell, CellLook, CellValue, Complaint, EditError, Grid, Insight, LineNote,
    Patterns, Playthrough, Position, Property, ScreenBoard, Size, SolutionCount, SpriteSheet,
    Transform,
};
use crate::search::{Budget, Stop};

/// A level shared between threads. Levels never change; edits make new ones.
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

/// An immutable puzzle of some game.
pub trait Level: Any + Debug + Send + Sync {
    fn game_id(&self) -> &'static str;

    fn meta(&self) -> &Meta;

    /// The same level with other metadata.
    fn with_meta(&self, meta: Meta) -> LevelRef;

    /// The plain-text form, ending in a newline.
    fn to_text(&self) -> String;

    /// The RON form, ending in a newline.
    fn to_ron(&self) -> Result<String, ron::Error>;

    /// A form beyond those of `GameInfo::forms`, for levels written in a language of their own.
    fn to_form(&self, _name: &str) -> Option<String> {
        None
    }

    /// The position before the first move, computed as far as is possible at once.
    fn start(&self) -> Box<dyn Position>;

    /// The position before the first move for callers that can wait: it and its successors may use
    /// the budget.
    fn start_within(&self, _budget: &Budget) -> Result<Box<dyn Position>, Stop> {
        Ok(self.start())
    }

    /// Play from here on, into the levels that follow. The seed is that of what happens by chance, in games where
    /// anything does.
    fn playthrough(&self, _seed: Option<&str>) -> Box<dyn Playthrough> {
        Box::new(Alone::new(self.start(), self.number()))
    }

    /// Why this level can be read, written and drawn, but neither played nor solved; `None` for
    /// nearly all levels. [`super::solve`] refuses such levels.
    fn unplayable(&self) -> Option<String> {
        None
    }

    /// Errors and warnings of the reader about the text that the level was made of, in its order. Found
    /// without slow work.
    fn complaints(&self) -> Vec<Complaint> {
        Vec::new()
    }

    /// The board on which the level is drawn and edited.
    fn board(&self) -> BoardInfo;

    /// The size of the parts into which the board is divided, in games that show one of them at a time.
    fn parts(&self) -> Option<Size> {
        None
    }

    /// How a cell of [`Level::board`] looks.
    fn look(&self, cell: Cell) -> CellLook;

    /// Whether cells have heights ([`CellLook::height`]), so that the board can be shown as blocks.
    fn has_heights(&self) -> bool {
        false
    }

    /// Facts for the inspector as (name, value): `("Stamps", "17")`.
    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        Vec::new()
    }

    /// More facts of the same form, for people who know the mathematics of the game or its solvers.
    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        Vec::new()
    }

    /// Families of patterns that can be browsed on the board.
    fn insights(&self) -> &'static [Insight] {
        &[]
    }

    /// The patterns of a family; the first `most` in detail.
    fn insight(&self, _id: &str, _most: usize, _budget: &Budget) -> Result<Patterns, Stop> {
        Ok(Patterns::default())
    }

    /// Counts solutions, again after every change of the level; `None` in games in which this does
    /// not matter.
    fn solution_count(&self, _budget: &Budget) -> Option<SolutionCount> {
        None
    }

    /// Notes beside the rows and columns of the board.
    fn notes(&self) -> Vec<LineNote> {
        Vec::new()
    }

    /// The board that a screen shows, for a new screen profile; `None` if there is none.
    fn screen_board(&self) -> Option<ScreenBoard> {
        ScreenBoard::of_grid(self)
    }

    /// The sprites by which boards of its game are read from pictures, in games that are drawn so everywhere. The error
    /// says why pictures of this game cannot be followed.
    fn sprites(&self) -> Option<Result<SpriteSheet, String>> {
        None
    }

    /// The ability to paint cells; `None` for levels that are not a grid of values.
    fn as_grid(&self) -> Option<&dyn GridLevel> {
        None
    }

    /// How large it is, in words for lists.
    fn extent(&self) -> String {
        self.board().size.to_string()
    }

    /// The exact text of a written level, in games with a [`super::Language`].
    fn written(&self) -> Option<Arc<str>> {
        None
    }

    /// Which of the levels of its file it is, from 1, if that holds several.
    fn number(&self) -> Option<usize> {
        None
    }

    /// Another of the levels of its file, by its number.
    fn sibling(&self, _number: usize) -> Option<LevelRef> {
        None
    }

    /// Whether its text is that of all levels of its file, so that it is saved with them, in games whose texts hold the
    /// rules as well.
    fn holds_siblings(&self) -> bool {
        false
    }

    /// What is said here, if this is no level but a message between two.
    fn message(&self) -> Option<&str> {
        None
    }

    /// What makes it this puzzle and no other, whatever it is called: its text without title, author and notes.
    fn identity(&self) -> String {
        self.with_meta(Meta::default()).to_text()
    }

    /// Settings beyond the board, such as wrap or slots.
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
    /// Access to the concrete type (see [`crate::typed`]).
    pub fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A level that is a grid of paintable values. Fill, select, copy, paste, flip, turn and resize
/// work for all games through [`GridLevel::grid`] and [`GridLevel::with_grid`].
pub trait GridLevel {
    fn grid(&self) -> Grid<CellValue>;

    /// The level with other values, possibly of another size. Fails if the game refuses the size or
    /// a value.
    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError>;

    /// The level flipped or turned, including everything beyond cell values.
    fn transformed(&self, transform: Transform) -> Result<LevelRef, EditError> {
        self.with_grid(self.grid().transformed(transform))
    }

    /// The level on a board of another size, shifted down and right (either may be negative); new
    /// cells are blank.
    fn reframed(&self, size: Size, down: isize, right: isize) -> Result<LevelRef, EditError> {
        let blank = self.blank_value();
        self.with_grid(self.grid().reframed(size, down, right, blank))
    }

    /// A figure beside the cells' values, such as a robot.
    fn figure(&self) -> Option<Figure> {
        None
    }

    /// Moves the figure to a cell, or turns it right if it is there already. Fails if there is no
    /// figure or it cannot stand there.
    fn with_figure(&self, cell: Cell) -> Result<LevelRef, EditError> {
        let reason = "this game has nothing to place there".to_owned();
        Err(EditError::Value { cell, reason })
    }

    /// The paintable values in the order of the palette.
    fn brushes(&self) -> Vec<Brush>;

    /// The value that erasing leaves and new cells have.
    fn blank_value(&self) -> CellValue;

    /// The smallest and the largest size.
    fn size_limits(&self) -> (Size, Size);
}

/// A paintable value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brush {
    pub value: CellValue,
    /// How a cell with the value looks.
    pub look: CellLook,
    /// The key that paints it at the keyboard cursor.
    pub key: Option<char>,
}

impl Brush {
    pub fn new(value: CellValue, look: CellLook, key: Option<char>) -> Self {
        Self { value, look, key }
    }

    /// Token in the plain-text form.
    pub fn text(&self) -> &str {
        &self.look.value
    }

    /// Name on screen.
    pub fn name(&self) -> &str {
        &self.look.name
    }
}

/// What stands on one cell of a board, beside the cells' values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name on screen, capitalised: `Robot`.
    pub name: &'static str,
    /// The key that places it at the keyboard cursor.
    pub key: char,
    pub cell: Cell,
}
