//! An immutable puzzle, and what can be edited in it.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    BoardInfo, Cell, CellLook, CellValue, EditError, Grid, Insight, LineNote, Patterns, Position,
    Property, ScreenBoard, Size, Standing, Tone, Transform,
};
use crate::search::{Budget, Stop};

/// A level shared between threads; levels never change, edits make new ones.
pub type LevelRef = Arc<dyn Level>;

/// Who made a level and what is to be said about it. All fields may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// Name on screen.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Who made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// Remarks, several lines allowed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// An immutable puzzle of some game.
pub trait Level: Any + Debug + Send + Sync {
    /// Id of the game this level belongs to.
    fn game_id(&self) -> &'static str;

    /// Title, author, notes.
    fn meta(&self) -> &Meta;

    /// The same level with another title, author, notes.
    fn with_meta(&self, meta: Meta) -> LevelRef;

    /// The plain-text form, ending in a newline.
    fn to_text(&self) -> String;

    /// The RON form, ending in a newline.
    ///
    /// # Errors
    /// When a value has no RON form.
    fn to_ron(&self) -> Result<String, ron::Error>;

    /// Another form by its name, beyond those of `GameInfo::forms`: for levels that are written in a
    /// language of their own.
    fn to_form(&self, _name: &str) -> Option<String> {
        None
    }

    /// The position before the first move. Where it takes long, as much as can be had at once.
    fn start(&self) -> Box<dyn Position>;

    /// The position before the first move, for somebody who waits: it and all that come from it are
    /// worked out as long as the budget lasts.
    ///
    /// # Errors
    /// The reason to stop early.
    fn start_within(&self, _budget: &Budget) -> Result<Box<dyn Position>, Stop> {
        Ok(self.start())
    }

    /// Why this level can be read, written and drawn, but neither played nor solved; `None` for nearly
    /// all. [`super::solve`] says so in place of any solver.
    fn unplayable(&self) -> Option<String> {
        None
    }

    /// The board on which the level is drawn and edited.
    fn board(&self) -> BoardInfo;

    /// How a cell of [`Level::board`] looks.
    fn look(&self, cell: Cell) -> CellLook;

    /// Whether the cells of [`Level::board`] have heights ([`CellLook::height`]), so that it can be
    /// shown as blocks, too.
    fn has_heights(&self) -> bool {
        false
    }

    /// Facts for the inspector, as (name, value): `("Stamps", "17")`.
    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        Vec::new()
    }

    /// Families of patterns that can be browsed on the board.
    fn insights(&self) -> &'static [Insight] {
        &[]
    }

    /// The patterns of a family, worked out for the first `most` of them.
    ///
    /// # Errors
    /// The reason to stop early.
    fn insight(&self, _id: &str, _most: usize, _budget: &Budget) -> Result<Patterns, Stop> {
        Ok(Patterns::default())
    }

    /// How many solutions it has, worked out anew whenever the level is changed; `None` in games in
    /// which that does not matter.
    fn standing(&self, _budget: &Budget) -> Option<Standing> {
        None
    }

    /// What stands beside the rows and columns of the board.
    fn notes(&self) -> Vec<LineNote> {
        Vec::new()
    }

    /// The board that a screen shows cell by cell, for a new screen profile; `None` for levels that
    /// have none.
    fn screen_board(&self) -> Option<ScreenBoard> {
        ScreenBoard::of_grid(self)
    }

    /// The cell-painting ability; `None` for levels that are not a rectangle of values.
    fn as_grid(&self) -> Option<&dyn GridLevel> {
        None
    }

    /// The level as it is written, in games with a [`super::Language`]: as [`Level::to_text`], but
    /// letter by letter what it was read from.
    fn written(&self) -> Option<Arc<str>> {
        None
    }

    /// Settings beyond the board, such as wrap or slots.
    fn properties(&self) -> Vec<Property> {
        Vec::new()
    }

    /// The same level with one property changed.
    ///
    /// # Errors
    /// [`EditError::Property`] when the level has no such property or it cannot hold the value.
    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        Err(EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason: "this game has no such property".to_owned(),
        })
    }
}

impl dyn Level {
    /// For the game's own code, which knows the concrete type; see [`crate::typed`].
    pub fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A level that is a rectangle of paintable values. Fill, selection, copy, paste, flip, turn and
/// resize are done once for all games on top of [`GridLevel::grid`] and
/// [`GridLevel::with_grid`].
pub trait GridLevel {
    /// All values.
    fn grid(&self) -> Grid<CellValue>;

    /// The same level with other values, perhaps of another size.
    ///
    /// # Errors
    /// When the game does not take the size or a value.
    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError>;

    /// The level mirrored or turned as a whole: what belongs to lines or cells beyond their values
    /// comes along.
    ///
    /// # Errors
    /// When the game does not take the turned board.
    fn transformed(&self, transform: Transform) -> Result<LevelRef, EditError> {
        self.with_grid(self.grid().transformed(transform))
    }

    /// The level on a board of another size, shifted down and right (either may be negative); new
    /// cells are blank.
    ///
    /// # Errors
    /// When the game does not take the size.
    fn reframed(&self, size: Size, down: isize, right: isize) -> Result<LevelRef, EditError> {
        let blank = self.blank_value();
        self.with_grid(self.grid().reframed(size, down, right, blank))
    }

    /// What stands on one of the cells beside their values, such as a robot.
    fn figure(&self) -> Option<Figure> {
        None
    }

    /// The level with its figure on another cell or, where it stands already, turned to the right.
    ///
    /// # Errors
    /// When there is no figure, or it cannot stand there.
    fn with_figure(&self, cell: Cell) -> Result<LevelRef, EditError> {
        let reason = "this game has nothing to be placed there".to_owned();
        Err(EditError::Value { cell, reason })
    }

    /// What can be painted, in palette order.
    fn brushes(&self) -> Vec<Brush>;

    /// What erasing leaves; also fills new rows and columns.
    fn blank_value(&self) -> CellValue;

    /// The smallest and the largest size the game takes.
    fn size_limits(&self) -> (Size, Size);
}

/// One colour of the palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brush {
    /// What it paints.
    pub value: CellValue,
    /// Its token in the plain-text form.
    pub text: Cow<'static, str>,
    /// Name on screen.
    pub name: Cow<'static, str>,
    /// The key that paints it at the keyboard cursor.
    pub key: Option<char>,
    /// Ground colour by meaning.
    pub tone: Tone,
}

impl Brush {
    /// The one that paints cells that look like this.
    pub fn of(value: CellValue, look: CellLook, key: Option<char>) -> Self {
        Self {
            value,
            text: look.value,
            name: look.name,
            key,
            tone: look.tone,
        }
    }
}

/// What stands on one cell of a board, beside the cells' values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name on screen, with a capital: `Robot`.
    pub name: &'static str,
    /// The key that places it at the keyboard cursor.
    pub key: char,
    /// Where it stands.
    pub cell: Cell,
}
