//! Editable content of a level.

use super::board::{BOARD, CallRules, MAX_SIDE, RobosBoard, Terrain, VALUES};
use super::position::terrain_style;
use super::text;
use crate::game::cells::brushes;
use crate::game::typed::Content;
use crate::game::{
    BoardInfo, Brush, Cell, CellStyle, CellValue, EditError, Field, Grid, PlainText, Size,
    TextError,
};

const DEFAULT_SIZE: Size = Size::new(10, 10);

impl Content for RobosBoard {
    const MAX_SIZE: Size = Size::new(MAX_SIDE, MAX_SIDE);

    /// Walled room with a start and an exit; sides are clamped.
    fn blank(size: Option<Size>) -> Self {
        let size = size.unwrap_or(DEFAULT_SIZE).up_to(MAX_SIDE);
        let mut squares = Grid::filled(size, Terrain::Floor);
        let rim = usize::from(size.rows > 3 && size.cols > 3);
        let corner = Cell::new(size.rows - 1 - rim, size.cols - 1 - rim);
        let inside = |cell: &Cell| {
            (rim..=corner.row).contains(&cell.row) && (rim..=corner.col).contains(&cell.col)
        };
        for cell in size.cells().filter(|cell| !inside(cell)) {
            squares.set(cell, Terrain::Wall);
        }
        squares.set(corner, Terrain::Exit);
        squares.set(Cell::new(rim, rim), Terrain::Start);
        let calls = CallRules::default();
        Self { squares, calls }
    }

    fn checked(self) -> Result<Self, EditError> {
        EditError::check_sides(self.size(), MAX_SIDE)?;
        Ok(self)
    }

    fn parse(text: &PlainText<'_>) -> Result<Self, TextError> {
        text::read(text)
    }

    fn keys(&self) -> Vec<(&'static str, String)> {
        let calls = (self.calls != CallRules::default()).then(|| ("calls", self.calls.to_string()));
        calls.into_iter().collect()
    }

    fn body(&self) -> String {
        text::rows(self).join("\n") + "\n"
    }

    fn board(&self) -> BoardInfo {
        BoardInfo::new(BOARD, "Board", self.size())
    }

    fn style(&self, cell: Cell) -> CellStyle {
        terrain_style(self.squares.get(cell).copied())
    }

    fn cells(&self) -> Grid<CellValue> {
        self.squares.map(|square| *square as CellValue)
    }

    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError> {
        let square = |value: &CellValue| Terrain::ALL.get(usize::from(*value)).copied();
        if let Some((cell, value)) = cells.iter().find(|(_, value)| square(value).is_none()) {
            let reason = format!("no such value: {value}");
            return Err(EditError::Value { cell, reason });
        }
        Ok(Self {
            squares: cells.map(|value| square(value).unwrap_or(Terrain::Floor)),
            calls: self.calls,
        })
    }

    fn brushes(&self) -> Vec<Brush> {
        brushes(&VALUES)
    }

    fn blank_value(&self) -> CellValue {
        Terrain::Floor as CellValue
    }

    const PROPERTIES: &'static [Field] = &[Field::property(
        "calls",
        "Calls",
        "strict: every call needs its label; published: a call without one runs what follows twice, up to the return",
    )
    .one_of(&["strict", "published"])];

    fn property(&self, _key: &str) -> Option<String> {
        Some(self.calls.to_string())
    }

    fn set_property(&mut self, _key: &str, value: &str) -> Result<(), String> {
        self.calls = value.parse()?;
        Ok(())
    }
}
