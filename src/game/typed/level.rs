//! Levels as written by game authors, and the level objects built from them.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use serde::{Serialize, de::DeserializeOwned};

use crate::search::{Budget, Stop};
use crate::{
    BoardInfo, Brush, Cell, CellLook, CellValue, Complaint, EditError, Field, Figure, FormError,
    Grid, GridLevel, Insight, Level, LevelRef, LineNote, Meta, Patterns, PlainText, Position,
    Property, Size, SolutionCount, Transform,
};

use super::set::Place;
use super::{Puzzle, write_ron};

/// Contents of a level on a board of cells, besides title, author and notes. The serde form is the RON form without the
/// header that all games share. [`crate::cells::Board`] is a ready-made one.
pub trait Content: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Maximum size of a board.
    const LARGEST: Size;

    /// Empty level, of this size if the game has sizes.
    fn blank(size: Option<Size>) -> Self;

    /// Checks a level; called after every edit.
    fn checked(self) -> Result<Self, EditError>;

    /// Parses the plain-text form, except game id, title, author and notes.
    fn read(text: &PlainText<'_>) -> Result<Self, FormError>;

    /// Header lines of the game in the plain-text form, as (key, value).
    fn keys(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Part below the header, ending in a newline.
    fn body(&self) -> String;

    /// Board on which the level is drawn and edited.
    fn board(&self) -> BoardInfo;

    fn look(&self, cell: Cell) -> CellLook;

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
        (Size::new(1, 1), Self::LARGEST)
    }
}

/// Level parsed from a text.
#[derive(Clone, Debug)]
pub struct Parsed<L> {
    pub meta: Meta,
    pub content: L,
    /// Line of the first row of the board, from 1; 0 if the rows have no lines of their own.
    pub line: usize,
}

impl<L> Parsed<L> {
    /// Shifts the line for a text with `lines` more lines above.
    #[must_use]
    pub(super) fn below(self, lines: usize) -> Self {
        let line = match self.line {
            0 => 0,
            line => line + lines,
        };
        Self { line, ..self }
    }
}

impl<L> From<(Meta, L)> for Parsed<L> {
    fn from((meta, content): (Meta, L)) -> Self {
        let line = 0;
        Self {
            meta,
            content,
            line,
        }
    }
}

/// Level of a [`Puzzle`]: content, title, author and notes.
#[derive(Debug)]
pub struct Leveled<P: Puzzle> {
    parsed: Parsed<Arc<P::Level>>,
    /// Position in its file, if the file holds several levels.
    place: Option<Place<P>>,
    facts: OnceLock<Vec<Fact>>,
    details: OnceLock<Vec<Fact>>,
}

/// Fact for the inspector as (name, value).
type Fact = (Cow<'static, str>, String);

impl<P: Puzzle> Leveled<P> {
    pub fn new(content: P::Level, meta: Meta) -> Self {
        let content = Arc::new(content);
        let parsed = Parsed {
            meta,
            content,
            line: 0,
        };
        Self::of(parsed, None)
    }

    pub(super) fn of(parsed: Parsed<Arc<P::Level>>, place: Option<Place<P>>) -> Self {
        let (facts, details) = (OnceLock::new(), OnceLock::new());
        Self {
            parsed,
            place,
            facts,
            details,
        }
    }

    /// Builds a level shared between threads.
    pub fn shared(content: P::Level, meta: Meta) -> LevelRef {
        Arc::new(Self::new(content, meta))
    }

    pub fn content(&self) -> &Arc<P::Level> {
        &self.parsed.content
    }

    fn changed(&self, content: Result<P::Level, EditError>) -> Result<LevelRef, EditError> {
        let parsed = Parsed {
            meta: self.parsed.meta.clone(),
            content: Arc::new(content?),
            line: 0,
        };
        Ok(Arc::new(Self::of(parsed, self.place.clone())))
    }
}

impl<P: Puzzle> Level for Leveled<P> {
    fn game_id(&self) -> &'static str {
        P::INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.parsed.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        let parsed = Parsed {
            meta,
            ..self.parsed.clone()
        };
        Arc::new(Self::of(parsed, self.place.clone()))
    }

    fn to_text(&self) -> String {
        let content = self.content();
        PlainText::write_header(P::INFO.id, self.meta(), &content.keys()) + &content.body()
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        let content = self.content().as_ref();
        write_ron(P::INFO.id, &self.parsed.meta, content, P::WHOLE_HEADER)
    }

    fn number(&self) -> Option<usize> {
        Some(self.place.as_ref()?.number())
    }

    fn sibling(&self, number: usize) -> Option<LevelRef> {
        self.place.as_ref()?.level(number)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(P::start(self.content()))
    }

    fn unplayable(&self) -> Option<String> {
        (P::ABLE.unplayable?)(self.content())
    }

    fn complaints(&self) -> Vec<Complaint> {
        let Some(warnings) = P::ABLE.warnings else {
            return Vec::new();
        };
        let line = self.parsed.line;
        let warning = |(cell, message): (Cell, String)| {
            let message = format!("{cell}: {message}");
            Complaint::warning(match line {
                0 => FormError::at(1, 1, message),
                first => FormError::at(first + cell.row, cell.col + 1, message),
            })
        };
        let warnings = warnings(&self.parsed.content).into_iter();
        warnings.map(warning).collect()
    }

    fn board(&self) -> BoardInfo {
        self.content().board()
    }

    fn look(&self, cell: Cell) -> CellLook {
        self.content().look(cell)
    }

    fn has_heights(&self) -> bool {
        P::ABLE.heights
    }

    fn facts(&self) -> Vec<Fact> {
        let all = || {
            let entry = self.place.as_ref().map(Place::in_words);
            let size = self.content().board().size.to_string();
            let common = [entry.map(|entry| ("Entry", entry)), Some(("Size", size))];
            let common = common.into_iter().flatten();
            common
                .map(|(name, value)| (name.into(), value))
                .chain(P::facts(self.content()))
                .collect()
        };
        self.facts.get_or_init(all).clone()
    }

    fn details(&self) -> Vec<Fact> {
        let all = || P::details(self.content());
        self.details.get_or_init(all).clone()
    }

    fn insights(&self) -> &'static [Insight] {
        P::ABLE.insights.as_ref().map_or(&[], |able| able.families)
    }

    fn insight(&self, id: &str, most: usize, budget: &Budget) -> Result<Patterns, Stop> {
        match &P::ABLE.insights {
            Some(able) => (able.patterns)(self.content(), id, most, budget),
            None => Ok(Patterns::default()),
        }
    }

    fn solution_count(&self, budget: &Budget) -> Option<SolutionCount> {
        Some((P::ABLE.solution_count?)(self.content(), budget))
    }

    fn notes(&self) -> Vec<LineNote> {
        P::ABLE
            .notes
            .map_or_else(Vec::new, |notes| notes(self.content()))
    }

    fn properties(&self) -> Vec<Property> {
        let Some(able) = &P::ABLE.properties else {
            return Vec::new();
        };
        let value = |field: &'static Field| (able.get)(self.content(), field.key);
        let property = |field| Some(Property::new(field, value(field)?));
        able.form.iter().filter_map(property).collect()
    }

    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        let value = value.trim();
        let refused = |reason| EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        };
        let known = self
            .properties()
            .into_iter()
            .find(|known| known.field.key == key);
        let able = P::ABLE.properties.as_ref().zip(known);
        let (able, known) =
            able.ok_or_else(|| refused("this level has no such property".to_owned()))?;
        if !known.field.fits(value) {
            return Err(refused(known.field.expected()));
        }
        let mut content = P::Level::clone(self.content());
        (able.set)(&mut content, key, value).map_err(refused)?;
        self.changed(content.checked())
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        Some(self)
    }
}

impl<P: Puzzle> GridLevel for Leveled<P> {
    fn grid(&self) -> Grid<CellValue> {
        self.content().cells()
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        self.changed(self.content().with_cells(grid)?.checked())
    }

    fn transformed(&self, transform: Transform) -> Result<LevelRef, EditError> {
        match P::ABLE.turned {
            Some(turned) => self.changed(turned(self.content(), transform).checked()),
            None => self.with_grid(self.grid().transformed(transform)),
        }
    }

    fn reframed(&self, size: Size, down: isize, right: isize) -> Result<LevelRef, EditError> {
        match P::ABLE.reframed {
            Some(reframed) => self.changed(reframed(self.content(), size, (down, right)).checked()),
            None => {
                let blank = self.blank_value();
                self.with_grid(self.grid().reframed(size, down, right, blank))
            }
        }
    }

    fn figure(&self) -> Option<Figure> {
        (P::ABLE.figure.as_ref()?.find)(self.content())
    }

    fn with_figure(&self, cell: Cell) -> Result<LevelRef, EditError> {
        let able = P::ABLE.figure.as_ref();
        let mut content = P::Level::clone(self.content());
        if !able.is_some_and(|able| (able.place)(&mut content, cell)) {
            let reason = "nothing can be placed there".to_owned();
            return Err(EditError::Value { cell, reason });
        }
        self.changed(content.checked())
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
