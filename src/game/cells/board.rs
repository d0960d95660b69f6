//! A level that is a board of cell values.

use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::rows::{trimmed_rows, without_runs, without_tabs};
use super::{ActorSpec, CellTable, ValueSpec, brushes, char_grid, char_row, rectangle};
use crate::typed::Content;
use crate::{
    Actor, BoardInfo, Brush, Cell, CellStyle, CellValue, EditError, Grid, PieceMotion, PlainText,
    Size, TextError, Tone,
};

/// Rectangle of cells with values of `C`'s table: a whole level, or part of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueBoard<C> {
    grid: Grid<CellValue>,
    cells: PhantomData<fn() -> C>,
}

impl<C: CellTable> ValueBoard<C> {
    /// Checks sizes and values. Fails with [`EditError`] if a side is out of range or a value is not in the table.
    pub fn new(grid: Grid<CellValue>) -> Result<Self, EditError> {
        let (size, max) = (grid.size(), C::MAX_SIZE);
        if !(1..=max.rows).contains(&size.rows) || !(1..=max.cols).contains(&size.cols) {
            let limits = format!("1 to {} rows and 1 to {} columns", max.rows, max.cols);
            return Err(EditError::Size { size, limits });
        }
        if let Some((cell, value)) = grid.iter().find(|(_, value)| Self::spec(**value).is_none()) {
            let reason = format!("there is no value {value}");
            return Err(EditError::Value { cell, reason });
        }
        Ok(Self::unchecked(grid))
    }

    fn unchecked(grid: Grid<CellValue>) -> Self {
        let cells = PhantomData;
        Self { grid, cells }
    }

    /// Board filled with the first value; the size is clamped to the allowed range.
    pub fn empty(size: Size) -> Self {
        let max = C::MAX_SIZE;
        let size = Size::new(size.rows.clamp(1, max.rows), size.cols.clamp(1, max.cols));
        Self::unchecked(Grid::filled(size, 0))
    }

    /// Parses rows of tokens (see [`char_grid`]). Short rows are padded with blanks if blanks are a token.
    pub fn from_rows(lines: &[(usize, &str)], end: usize) -> Result<Self, TextError> {
        let max = C::MAX_SIZE;
        let mut expanded: Vec<(usize, String)> = Vec::new();
        let mut lines: Vec<(usize, &str)> = trimmed_rows(lines, max.rows, end)?.to_vec();
        if C::RUNS {
            // All rows in one line, with a `|` after each.
            let longest = max.rows * (max.cols + 1);
            for (line, row) in lines {
                let row = without_tabs(row.trim_end(), max.cols);
                // Broken runs stay as they are, so that their digits are reported as unknown.
                let row = without_runs(&row, longest).unwrap_or(row.into_owned());
                if row.len() > longest {
                    let message = format!("more than {} columns", max.cols);
                    return Err(TextError::at(line, max.cols + 1, message));
                }
                expanded.extend(row.split('|').map(|row| (line, row.to_owned())));
            }
            lines = expanded
                .iter()
                .map(|(at, row)| (*at, row.as_ref()))
                .collect();
        }
        let grid = char_grid(&lines, max, end, Self::blank(), Self::token)?;
        Self::new(grid).map_err(|error| TextError::at(end, 1, error.to_string()))
    }

    /// Rows of the text form.
    pub fn to_rows(&self) -> Vec<String> {
        let token = |value: &CellValue| Self::spec(*value).map_or("", |spec| spec.token);
        let rows = self.grid.rows();
        rows.map(|row| row.iter().map(token).collect()).collect()
    }

    pub fn size(&self) -> Size {
        self.grid.size()
    }

    pub fn grid(&self) -> &Grid<CellValue> {
        &self.grid
    }

    /// Value of a cell; `None` outside the board.
    pub fn get(&self, cell: Cell) -> Option<CellValue> {
        self.grid.get(cell).copied()
    }

    /// Sets the value of a cell; does nothing outside the board.
    pub fn set(&mut self, cell: Cell, value: CellValue) {
        self.grid.set(cell, value);
    }

    pub fn cells_with(&self, value: CellValue) -> impl Iterator<Item = Cell> {
        let matching = self.grid.iter().filter(move |(_, other)| **other == value);
        matching.map(|(cell, _)| cell)
    }

    /// Value of a cell without the piece on it.
    pub fn floor(&self, cell: Cell) -> Option<CellValue> {
        let value = self.get(cell)?;
        Some(Self::spec(value)?.layers.map_or(value, |(on, _)| on))
    }

    /// Character of the piece on a cell.
    pub fn piece(&self, cell: Cell) -> Option<char> {
        Some(Self::spec(self.get(cell)?)?.layers?.1)
    }

    pub fn pieces(&self, piece: char) -> impl Iterator<Item = Cell> {
        let cells = self.size().cells();
        cells.filter(move |cell| self.piece(*cell) == Some(piece))
    }

    pub fn remove_piece(&mut self, cell: Cell) {
        if let Some(floor) = self.floor(cell) {
            self.set(cell, floor);
        }
    }

    /// Replaces the piece on a cell. Returns `false` if it cannot lie there.
    pub fn set_piece(&mut self, cell: Cell, piece: char) -> bool {
        let layers = self.floor(cell).map(|floor| (floor, piece));
        let stacked = |spec: &ValueSpec| layers.is_some() && spec.layers == layers;
        let value = C::VALUES.iter().position(stacked);
        if let Some(value) = value {
            self.set(cell, value as CellValue);
        }
        value.is_some()
    }

    /// Animates the piece on the path's first cell along the path.
    pub fn motion(&self, path: Vec<Cell>) -> Option<PieceMotion> {
        let bare = |cell: &Cell| Some(Self::spec(self.floor(*cell)?)?.style());
        let (from, to) = (path.first()?, path.last()?);
        Some(PieceMotion {
            piece: self.style(*from),
            under: [bare(from)?, bare(to)?],
            path,
        })
    }

    pub fn info(&self) -> BoardInfo {
        BoardInfo::new(C::ID, C::TITLE, self.size())
    }

    /// Appearance of a cell; a hole outside the board.
    pub fn style(&self, cell: Cell) -> CellStyle {
        let spec = self.get(cell).and_then(Self::spec);
        let hole = || CellStyle::new("", Tone::Hole, "no cell");
        let style = spec.map_or_else(hole, ValueSpec::style);
        let art = C::art(self, cell).or(style.art);
        CellStyle { art, ..style }
    }

    /// Values as bytes, row by row, for [`crate::Position::encode`].
    pub fn encode(&self) -> Vec<u8> {
        self.grid.as_slice().iter().map(|it| *it as u8).collect()
    }

    fn spec(value: CellValue) -> Option<&'static ValueSpec> {
        C::VALUES.get(usize::from(value))
    }

    fn blank() -> Option<CellValue> {
        Self::token(' ').ok()
    }

    fn token(character: char) -> Result<CellValue, String> {
        let value = C::VALUES.iter().position(|spec| spec.matches(character));
        value.map(|value| value as CellValue).ok_or_else(|| {
            let tokens = C::VALUES.iter().map(|spec| format!("‘{}’", spec.token));
            let tokens: Vec<_> = tokens.collect();
            format!("‘{character}’ is not one of {}", tokens.join(", "))
        })
    }
}

impl<C: CellTable> Content for ValueBoard<C> {
    const MAX_SIZE: Size = C::MAX_SIZE;

    fn blank(size: Option<Size>) -> Self {
        Self::empty(size.unwrap_or(C::DEFAULT_SIZE))
    }

    fn checked(self) -> Result<Self, EditError> {
        Self::new(self.grid)
    }

    fn parse(text: &PlainText<'_>) -> Result<Self, TextError> {
        text.check_keys(&[])?;
        Self::from_rows(&text.board, text.end_line)
    }

    fn body(&self) -> String {
        let mut rows = self.to_rows();
        // Trailing blanks get lost, so another spelling of the blank marks the size where needed.
        let blank = Self::blank().and_then(Self::spec);
        if let Some(sign) = blank.and_then(|spec| spec.aliases.chars().next()) {
            let cols = self.size().cols;
            for row in &mut rows {
                row.truncate(row.trim_end().len());
                if row.is_empty() {
                    row.push(sign);
                }
            }
            if rows.iter().all(|row| row.chars().count() < cols) {
                let first = &mut rows[0];
                let missing = cols - first.chars().count();
                first.extend(std::iter::repeat_n(' ', missing - 1).chain([sign]));
            }
        }
        rows.join("\n") + "\n"
    }

    fn board(&self) -> BoardInfo {
        self.info()
    }

    fn style(&self, cell: Cell) -> CellStyle {
        self.style(cell)
    }

    fn cells(&self) -> Grid<CellValue> {
        self.grid.clone()
    }

    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError> {
        Ok(Self::unchecked(cells))
    }

    fn brushes(&self) -> Vec<Brush> {
        brushes(C::VALUES)
    }

    fn unplayable(&self) -> Option<String> {
        C::unplayable(self)
    }

    fn warnings(&self) -> Vec<(Cell, String)> {
        C::warnings(self)
    }

    fn actor(&self) -> Option<Actor> {
        let actor = C::ACTOR?;
        let mut all = self.pieces(actor.piece);
        let cell = all.next().filter(|_| all.next().is_none())?;
        let ActorSpec { name, key, .. } = actor;
        Some(Actor { name, key, cell })
    }

    fn place_actor(&mut self, cell: Cell) -> bool {
        let Some((actor, spec)) = self.actor().zip(C::ACTOR) else {
            return false;
        };
        self.remove_piece(actor.cell);
        self.set_piece(cell, spec.piece)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RowsForm<R> {
    board: Vec<R>,
}

impl<C: CellTable> Serialize for ValueBoard<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let board = self.to_rows();
        RowsForm { board }.serialize(serializer)
    }
}

impl<'de, C: CellTable> Deserialize<'de> for ValueBoard<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RowsForm { board } = RowsForm::<RowValues<C>>::deserialize(deserializer)?;
        let rows = (1..).zip(board.into_iter().map(|row| row.0)).collect();
        let row_error = |error: TextError| {
            D::Error::custom(format!("board row {}: {}", error.line, error.message))
        };
        let grid = rectangle(rows, Self::blank()).map_err(row_error)?;
        Self::new(grid).map_err(D::Error::custom)
    }
}

/// A row, deserialized separately so that errors name its position in the file.
struct RowValues<C>(Vec<CellValue>, PhantomData<C>);

impl<'de, C: CellTable> Deserialize<'de> for RowValues<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let row = String::deserialize(deserializer)?;
        let row = char_row(&row, C::MAX_SIZE.cols, 1, ValueBoard::<C>::token);
        let row = row.map_err(
            |TextError {
                 column, message, ..
             }| {
                D::Error::custom(format!("character {column} of this row: {message}"))
            },
        )?;
        Ok(Self(row, PhantomData))
    }
}
