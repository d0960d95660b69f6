//! Levels as their content, and the object that is made of it.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, Figure, FormError, Grid, GridLevel,
    Level, LevelRef, Meta, PlainText, Position, Size, Transform,
};

use super::{Puzzle, write_ron};

/// What a level on a board of cells holds beside title, author and notes. Its serde form is its RON form, without
/// the header that all games share. [`crate::cells::Board`] is one that is ready.
pub trait Content: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// A level without anything in it, of this size where the game has sizes.
    fn blank(size: Option<Size>) -> Self;

    /// Reads what stands in the plain-text form beside game id, title, author and notes.
    ///
    /// # Errors
    /// [`FormError`] naming line and column.
    fn read(text: &PlainText<'_>) -> Result<Self, FormError>;

    /// The game's own header lines of the plain-text form, as (key, value).
    fn keys(&self) -> Vec<(&'static str, String)>;

    /// What stands below the header, ending in a newline.
    fn body(&self) -> String;

    /// The board on which the level is drawn and edited.
    fn board(&self) -> BoardInfo;

    /// How a cell of it looks.
    fn look(&self, cell: Cell) -> CellLook;

    /// All values.
    fn cells(&self) -> Grid<CellValue>;

    /// The same with other values, perhaps of another size.
    ///
    /// # Errors
    /// When the game does not take the size or a value.
    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError>;

    /// The palette.
    fn brushes(&self) -> Vec<Brush>;

    /// What erasing leaves.
    fn blank_value(&self) -> CellValue;

    /// The smallest and the largest size.
    fn size_limits(&self) -> (Size, Size);

    /// What there is once only and can be moved as a whole, and where it is.
    fn figure(&self) -> Option<Figure>;

    /// The same with the figure elsewhere.
    ///
    /// # Errors
    /// When there is no figure, or it cannot stand there.
    fn with_figure(&self, cell: Cell) -> Result<Self, EditError>;
}

/// A level of a [`Puzzle`]: its content, title, author and notes.
#[derive(Debug)]
pub struct Leveled<P: Puzzle> {
    meta: Meta,
    content: Arc<P::Level>,
}

impl<P: Puzzle> Leveled<P> {
    /// A level of this content.
    pub fn new(content: P::Level, meta: Meta) -> Self {
        let content = Arc::new(content);
        Self { meta, content }
    }

    /// A level of this content, to be shared between threads.
    pub fn shared(content: P::Level, meta: Meta) -> LevelRef {
        Arc::new(Self::new(content, meta))
    }

    /// What is in it.
    pub fn content(&self) -> &Arc<P::Level> {
        &self.content
    }

    fn changed(&self, content: Result<P::Level, EditError>) -> Result<LevelRef, EditError> {
        Ok(Self::shared(content?, self.meta.clone()))
    }
}

impl<P: Puzzle> Level for Leveled<P> {
    fn game_id(&self) -> &'static str {
        P::INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        let content = Arc::clone(&self.content);
        Arc::new(Self { meta, content })
    }

    fn to_text(&self) -> String {
        PlainText::write_header(P::INFO.id, &self.meta, &self.content.keys()) + &self.content.body()
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        write_ron(P::INFO.id, &self.meta, self.content.as_ref())
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(P::start(&self.content))
    }

    fn unplayable(&self) -> Option<String> {
        P::unplayable(&self.content)
    }

    fn board(&self) -> BoardInfo {
        self.content.board()
    }

    fn look(&self, cell: Cell) -> CellLook {
        self.content.look(cell)
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let size = ("Size".into(), self.content.board().size.to_string());
        let facts = P::facts(&self.content).into_iter();
        let named = facts.map(|(name, value)| (name.into(), value));
        std::iter::once(size).chain(named).collect()
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        Some(self)
    }
}

impl<P: Puzzle> GridLevel for Leveled<P> {
    fn grid(&self) -> Grid<CellValue> {
        self.content.cells()
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        self.changed(self.content.with_cells(grid))
    }

    fn transformed(&self, transform: Transform) -> Result<LevelRef, EditError> {
        self.with_grid(self.grid().transformed(transform))
    }

    fn figure(&self) -> Option<Figure> {
        self.content.figure()
    }

    fn with_figure(&self, cell: Cell) -> Result<LevelRef, EditError> {
        self.changed(self.content.with_figure(cell))
    }

    fn brushes(&self) -> Vec<Brush> {
        self.content.brushes()
    }

    fn blank_value(&self) -> CellValue {
        self.content.blank_value()
    }

    fn size_limits(&self) -> (Size, Size) {
        self.content.size_limits()
    }
}
