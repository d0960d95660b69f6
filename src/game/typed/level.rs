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

use super::siblings::FilePosition;
use super::{Puzzle, write_ron};

/// Contents of a level on a board of cells, besides title, author and notes. The serde form is the RON form without the
/// header that all games share. [`crate::cells::ValueBoard`] is a ready-made one.
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
    /// Position in its file, if the file holds several levels.
    file_position: Option<FilePosition<P>>,
    facts: OnceLock<Vec<FactPair>>,
    details: OnceLock<Vec<FactPair>>,
}

/// Fact for the inspector as (name, value).
type FactPair = (Cow<'static, str>, String);

impl<P: Puzzle> TypedLevel<P> {
    pub fn new(content: P::Level, meta: Meta) -> Self {
        Self::from_parsed((meta, Arc::new(content)).into(), None)
    }

    pub(super) fn from_parsed(
        parsed: ParsedLevel<Arc<P::Level>>,
        file_position: Option<FilePosition<P>>,
    ) -> Self {
        Self {
            parsed,
            file_position,
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
        let position = self.file_position.clone();
        Ok(Arc::new(Self::from_parsed(parsed, position)))
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
        let parsed = ParsedLevel {
            meta,
            ..self.parsed.clone()
        };
        Arc::new(Self::from_parsed(parsed, self.file_position.clone()))
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
        Some(self.file_position.as_ref()?.number())
    }

    fn sibling(&self, number: usize) -> Option<LevelRef> {
        self.file_position.as_ref()?.level(number)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(P::start(self.content()))
    }

    fn unplayable(&self) -> Option<String> {
        (P::EXTRAS.unplayable?)(self.content())
    }

    fn complaints(&self) -> Vec<Complaint> {
        let Some(warnings) = P::EXTRAS.warnings else {
            return Vec::new();
        };
        let line = self.parsed.line;
        let warning = |(cell, message): (Cell, String)| {
            let message = format!("{cell}: {message}");
            Complaint::warning(match line {
                0 => TextError::at(1, 1, message),
                first => TextError::at(first + cell.row, cell.col + 1, message),
            })
        };
        let warnings = warnings(&self.parsed.content).into_iter();
        warnings.map(warning).collect()
    }

    fn board(&self) -> BoardInfo {
        self.content().board()
    }

    fn style(&self, cell: Cell) -> CellStyle {
        self.content().style(cell)
    }

    fn has_heights(&self) -> bool {
        P::EXTRAS.heights
    }

    fn facts(&self) -> Vec<FactPair> {
        let all = || {
            let entry = self.file_position.as_ref().map(FilePosition::in_words);
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
        let insights = P::EXTRAS.insights.as_ref();
        insights.map_or(&[], |insights| insights.families)
    }

    fn insight(&self, id: &str, max: usize, budget: &Budget) -> Result<PatternList, Stop> {
        match &P::EXTRAS.insights {
            Some(insights) => (insights.patterns)(self.content(), id, max, budget),
            None => Ok(PatternList::default()),
        }
    }

    fn solution_count(&self, budget: &Budget) -> Option<SolutionCount> {
        Some((P::EXTRAS.solution_count?)(self.content(), budget))
    }

    fn notes(&self) -> Vec<LineNote> {
        let notes = P::EXTRAS.notes;
        notes.map_or_else(Vec::new, |notes| notes(self.content()))
    }

    fn properties(&self) -> Vec<Property> {
        let Some(access) = &P::EXTRAS.properties else {
            return Vec::new();
        };
        let value = |field: &'static Field| (access.get)(self.content(), field.key);
        let property = |field| Some(Property::new(field, value(field)?));
        access.fields.iter().filter_map(property).collect()
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
        let access = P::EXTRAS.properties.as_ref().zip(known);
        let (access, known) =
            access.ok_or_else(|| refused("this level has no such property".to_owned()))?;
        if !known.field.fits(value) {
            return Err(refused(known.field.expected()));
        }
        let mut content = P::Level::clone(self.content());
        (access.set)(&mut content, key, value).map_err(refused)?;
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
        match P::EXTRAS.transform {
            Some(turned) => self.with_content(turned(self.content(), transform).checked()),
            None => self.with_grid(self.grid().transformed(transform)),
        }
    }

    fn reframed(&self, size: Size, down: isize, right: isize) -> Result<LevelRef, EditError> {
        match P::EXTRAS.reframe {
            Some(reframed) => {
                self.with_content(reframed(self.content(), size, (down, right)).checked())
            }
            None => self.with_grid(self.grid().reframed(size, down, right, self.blank_value())),
        }
    }

    fn actor(&self) -> Option<Actor> {
        (P::EXTRAS.actor.as_ref()?.find)(self.content())
    }

    fn with_actor(&self, cell: Cell) -> Result<LevelRef, EditError> {
        let access = P::EXTRAS.actor.as_ref();
        let mut content = P::Level::clone(self.content());
        if !access.is_some_and(|access| (access.place)(&mut content, cell)) {
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
