//! Levels as written by game authors, and the level objects built from them.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use serde::{Serialize, de::DeserializeOwned};

use crate::search::{Budget, Stop};
use crate::{
    Actor, BoardInfo, Brush, Cell, CellStyle, CellValue, Complaint, EditError, Field, Grid,
    GridLevel, Insight, Level, LevelRef, LineNote, Meta, PatternList, PlainText, Position,
    Property, Size, SolutionCount, TextError, Transform,
};

use super::{Puzzle, write_ron};

/// Contents of a level on a board of cells, besides title, author and notes: the game author's side
/// of [`Level`] and [`GridLevel`], whose docs hold for the methods of the same name. The serde form
/// is the RON form without the header that all games share. [`crate::cells::ValueBoard`] is a
/// ready-made one. Methods with a default are optional abilities.
pub trait Content: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Maximum size of a board.
    const MAX_SIZE: Size;

    /// Empty level, of this size if the game has sizes.
    fn blank(size: Option<Size>) -> Self;

    /// Checks a level; called after every edit.
    fn checked(self) -> Result<Self, EditError>;

    /// Parses the plain-text form, except game id, title, author and notes.
    fn parse(text: &PlainText<'_>) -> Result<Self, TextError>;

    /// Header lines of the game in the plain-text form, as (key, value).
    fn keys(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Part below the header, ending in a newline.
    fn body(&self) -> String;

    /// Board on which the level is drawn and edited.
    fn board(&self) -> BoardInfo;

    fn style(&self, cell: Cell) -> CellStyle;

    fn cells(&self) -> Grid<CellValue>;

    /// Copy with other values, possibly of another size. Fails for unknown values.
    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError>;

    /// Palette.
    fn brushes(&self) -> Vec<Brush>;

    /// Value of erased cells.
    fn blank_value(&self) -> CellValue {
        0
    }

    /// Minimum and maximum size.
    fn size_limits(&self) -> (Size, Size) {
        (Size::new(1, 1), Self::MAX_SIZE)
    }

    /// Flipped or rotated copy. The default suits boards on which nothing but the cells has a place or direction.
    fn transformed(&self, transform: Transform) -> Result<Self, EditError> {
        self.with_cells(self.cells().transformed(transform))
    }

    /// Copy on a board of another size, shifted by (down, right). The default suits the same boards.
    fn reframed(&self, size: Size, (down, right): (isize, isize)) -> Result<Self, EditError> {
        let cells = self.cells();
        self.with_cells(cells.reframed(size, down, right, self.blank_value()))
    }

    /// Reason why the level can be drawn but not played, such as a missing player.
    fn unplayable(&self) -> Option<String> {
        None
    }

    /// Warnings about a playable level, each with its cell, from which line and column in the text follow.
    fn warnings(&self) -> Vec<(Cell, String)> {
        Vec::new()
    }

    /// True if cells have heights, so that the board can be shown as blocks.
    const HAS_HEIGHTS: bool = false;

    /// Settings besides the board; a level may lack some of them.
    const PROPERTIES: &'static [Field] = &[];

    /// Value of one of [`Content::PROPERTIES`], if the level has it.
    fn property(&self, _key: &str) -> Option<String> {
        None
    }

    /// Changes one of [`Content::PROPERTIES`] that the level has to a value that its field allows.
    /// The error is the reason why the level cannot have it; the level is then discarded.
    fn set_property(&mut self, _key: &str, _value: &str) -> Result<(), String> {
        Ok(())
    }

    /// Notes next to rows and columns.
    fn notes(&self) -> Vec<LineNote> {
        Vec::new()
    }

    /// Piece that exists once and is moved as a whole.
    fn actor(&self) -> Option<Actor> {
        None
    }

    /// Moves that piece to a cell, or turns it if it is there already; `false` if it cannot stand there.
    fn place_actor(&mut self, _cell: Cell) -> bool {
        false
    }

    /// Families of patterns that can be browsed on the board.
    const INSIGHTS: &'static [Insight] = &[];

    /// Patterns of the family `id`, the first `max` in detail.
    fn insight(&self, _id: &str, _max: usize, _budget: &Budget) -> Result<PatternList, Stop> {
        Ok(PatternList::default())
    }

    /// Counts solutions after every change of the level; `None` in games in which this does not matter.
    fn solution_count(&self, _budget: &Budget) -> Option<SolutionCount> {
        None
    }
}

/// Level parsed from a text.
#[derive(Clone, Debug)]
pub struct ParsedLevel<L> {
    pub meta: Meta,
    pub content: L,
    /// Line of the first row of the board, from 1; 0 if the rows have no lines of their own.
    pub line: usize,
}

impl<L> ParsedLevel<L> {
    /// Shifts the line for a text with `lines` more lines above.
    #[must_use]
    pub(super) fn shifted(self, lines: usize) -> Self {
        let line = match self.line {
            0 => 0,
            line => line + lines,
        };
        Self { line, ..self }
    }
}

impl<L> From<(Meta, L)> for ParsedLevel<L> {
    fn from((meta, content): (Meta, L)) -> Self {
        Self {
            meta,
            content,
            line: 0,
        }
    }
}

/// Level of a [`Puzzle`]: content, title, author and notes.
#[derive(Debug)]
pub struct TypedLevel<P: Puzzle> {
    parsed: ParsedLevel<Arc<P::Level>>,
    /// Levels of its file; none if it is the only one.
    file: LevelSet<P>,
    /// Index in `file`.
    index: usize,
    facts: OnceLock<Vec<FactPair>>,
    details: OnceLock<Vec<FactPair>>,
}

/// Fact for the inspector as (name, value).
type FactPair = (Cow<'static, str>, String);

impl<P: Puzzle> TypedLevel<P> {
    pub fn new(content: P::Level, meta: Meta) -> Self {
        Self::from_parsed((meta, Arc::new(content)).into(), Arc::default(), 0)
    }

    fn from_parsed(parsed: ParsedLevel<Arc<P::Level>>, file: LevelSet<P>, index: usize) -> Self {
        Self {
            parsed,
            file,
            index,
            facts: OnceLock::new(),
            details: OnceLock::new(),
        }
    }

    /// Builds a level shared between threads.
    pub fn shared(content: P::Level, meta: Meta) -> LevelRef {
        Arc::new(Self::new(content, meta))
    }

    pub fn content(&self) -> &Arc<P::Level> {
        &self.parsed.content
    }

    fn with_content(&self, content: Result<P::Level, EditError>) -> Result<LevelRef, EditError> {
        let parsed = (self.parsed.meta.clone(), Arc::new(content?)).into();
        Ok(self.with_parsed(parsed))
    }

    /// Level at the same place of its file.
    fn with_parsed(&self, parsed: ParsedLevel<Arc<P::Level>>) -> LevelRef {
        Arc::new(Self::from_parsed(
            parsed,
            Arc::clone(&self.file),
            self.index,
        ))
    }
}

impl<P: Puzzle> Level for TypedLevel<P> {
    fn game_id(&self) -> &'static str {
        P::INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.parsed.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        self.with_parsed(ParsedLevel {
            meta,
            ..self.parsed.clone()
        })
    }

    fn to_text(&self) -> String {
        let content = self.content();
        PlainText::write_header(P::INFO.id, self.meta(), &content.keys()) + &content.body()
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        let content = self.content().as_ref();
        write_ron(P::INFO.id, &self.parsed.meta, content, P::FULL_HEADER)
    }

    fn number(&self) -> Option<usize> {
        (!self.file.is_empty()).then_some(self.index + 1)
    }

    fn sibling(&self, number: usize) -> Option<LevelRef> {
        let index = number.checked_sub(1)?;
        let parsed = self.file.get(index)?.clone()?;
        let file = Arc::clone(&self.file);
        Some(Arc::new(Self::from_parsed(parsed, file, index)))
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(P::start(self.content()))
    }

    fn fault(&self) -> Option<TextError> {
        let reason = self.content().unplayable()?;
        Some(match (self.parsed.line, self.number()) {
            (0, Some(number)) => TextError::at(1, 1, format!("level {number}: {reason}")),
            (line, _) => TextError::at(line.max(1), 1, reason),
        })
    }

    fn complaints(&self) -> Vec<Complaint> {
        let line = self.parsed.line;
        let warning = |(cell, message): (Cell, String)| {
            let message = format!("{cell}: {message}");
            Complaint::warning(match line {
                0 => TextError::at(1, 1, message),
                first => TextError::at(first + cell.row, cell.col + 1, message),
            })
        };
        let warnings = self.content().warnings().into_iter();
        warnings.map(warning).collect()
    }

    fn board(&self) -> BoardInfo {
        self.content().board()
    }

    fn style(&self, cell: Cell) -> CellStyle {
        self.content().style(cell)
    }

    fn has_heights(&self) -> bool {
        P::Level::HAS_HEIGHTS
    }

    fn facts(&self) -> Vec<FactPair> {
        let all = || {
            let of_all = |number| format!("{number} of {}", self.file.len());
            let entry = self.number().map(of_all);
            let size = self.content().board().size.to_string();
            let common = [entry.map(|entry| ("Entry", entry)), Some(("Size", size))];
            let common = common.into_iter().flatten();
            let common = common.map(|(name, value)| (name.into(), value));
            common.chain(P::facts(self.content())).collect()
        };
        self.facts.get_or_init(all).clone()
    }

    fn details(&self) -> Vec<FactPair> {
        let all = || P::details(self.content());
        self.details.get_or_init(all).clone()
    }

    fn insights(&self) -> &'static [Insight] {
        P::Level::INSIGHTS
    }

    fn insight(&self, id: &str, max: usize, budget: &Budget) -> Result<PatternList, Stop> {
        self.content().insight(id, max, budget)
    }

    fn solution_count(&self, budget: &Budget) -> Option<SolutionCount> {
        self.content().solution_count(budget)
    }

    fn notes(&self) -> Vec<LineNote> {
        self.content().notes()
    }

    fn properties(&self) -> Vec<Property> {
        let property = |field: &'static Field| {
            let value = self.content().property(field.key)?;
            Some(Property::new(field, value))
        };
        P::Level::PROPERTIES.iter().filter_map(property).collect()
    }

    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        let value = value.trim();
        let refused = |reason| EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        };
        let mut known = self.properties().into_iter();
        let known = known.find(|known| known.field.key == key);
        let known = known.ok_or_else(|| refused("this level has no such property".to_owned()))?;
        if !known.field.fits(value) {
            return Err(refused(known.field.expected()));
        }
        let mut content = P::Level::clone(self.content());
        content.set_property(key, value).map_err(refused)?;
        self.with_content(content.checked())
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        Some(self)
    }
}

impl<P: Puzzle> GridLevel for TypedLevel<P> {
    fn grid(&self) -> Grid<CellValue> {
        self.content().cells()
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        self.with_content(self.content().with_cells(grid)?.checked())
    }

    fn transformed(&self, transform: Transform) -> Result<LevelRef, EditError> {
        self.with_content(self.content().transformed(transform)?.checked())
    }

    fn reframed(&self, size: Size, down: isize, right: isize) -> Result<LevelRef, EditError> {
        let reframed = self.content().reframed(size, (down, right))?;
        self.with_content(reframed.checked())
    }

    fn actor(&self) -> Option<Actor> {
        self.content().actor()
    }

    fn with_actor(&self, cell: Cell) -> Result<LevelRef, EditError> {
        let mut content = P::Level::clone(self.content());
        if !content.place_actor(cell) {
            let reason = "nothing can be placed there".to_owned();
            return Err(EditError::Value { cell, reason });
        }
        self.with_content(content.checked())
    }

    fn brushes(&self) -> Vec<Brush> {
        self.content().brushes()
    }

    fn blank_value(&self) -> CellValue {
        self.content().blank_value()
    }

    fn size_limits(&self) -> (Size, Size) {
        self.content().size_limits()
    }
}

type LevelResult<L> = Result<ParsedLevel<L>, TextError>;

/// Levels of a file; `None` for those with errors.
type LevelSet<P> = Arc<[Option<ParsedLevel<Arc<<P as Puzzle>::Level>>>]>;

/// Builds the levels of a file; if there are several, each can access the others.
pub(super) fn levels_of_file<P: Puzzle>(
    levels: Vec<LevelResult<P::Level>>,
) -> Vec<Result<LevelRef, TextError>> {
    let levels = levels.into_iter().map(|read| {
        let parsed = read?;
        Ok(ParsedLevel {
            meta: parsed.meta,
            content: Arc::new(parsed.content),
            line: parsed.line,
        })
    });
    let levels: Vec<LevelResult<Arc<P::Level>>> = levels.collect();
    let several = levels.len() > 1;
    let file = levels.iter().map(|read| read.clone().ok());
    let file: LevelSet<P> = file.filter(|_| several).collect();
    let level = |(index, read): (usize, LevelResult<Arc<P::Level>>)| {
        let level = TypedLevel::<P>::from_parsed(read?, Arc::clone(&file), index);
        Ok(Arc::new(level) as LevelRef)
    };
    levels.into_iter().enumerate().map(level).collect()
}
