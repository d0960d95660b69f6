//! Editable content of a level.

use crate::game::cells::brushes;
use crate::game::typed::{Able, Content, Properties};
use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, Field, FormError, Grid, PlainText, Size,
};

use super::board::{BOARD, Board, Calls, MAX_SIDE, Square, VALUES};
use super::look::square_look;
use super::text;

const USUAL_SIZE: Size = Size::new(10, 10);

/// Optional abilities of levels.
pub(super) const ABLE: Able<Board> = Able {
    properties: Some(Properties {
        form: FORM,
        get,
        set,
    }),
    ..Able::NONE
};

impl Content for Board {
    const LARGEST: Size = Size::new(MAX_SIDE, MAX_SIDE);

    /// Walled room with a start and an exit; sides are clamped.
    fn blank(size: Option<Size>) -> Self {
        let size = size.unwrap_or(USUAL_SIZE).up_to(MAX_SIDE);
        let mut squares = Grid::filled(size, Square::Floor);
        let rim = usize::from(size.rows > 3 && size.cols > 3);
        let far = Cell::new(size.rows - 1 - rim, size.cols - 1 - rim);
        let inside = |cell: &Cell| {
            (rim..=far.row).contains(&cell.row) && (rim..=far.col).contains(&cell.col)
        };
        for cell in size.cells().filter(|cell| !inside(cell)) {
            squares.set(cell, Square::Wall);
        }
        squares.set(far, Square::Exit);
        squares.set(Cell::new(rim, rim), Square::Start);
        Self {
            squares,
            calls: Calls::default(),
        }
    }

    fn checked(self) -> Result<Self, EditError> {
        EditError::check_sides(self.size(), MAX_SIDE)?;
        Ok(self)
    }

    fn read(text: &PlainText<'_>) -> Result<Self, FormError> {
        text::read(text)
    }

    fn keys(&self) -> Vec<(&'static str, String)> {
        let calls = (self.calls != Calls::default()).then(|| ("calls", self.calls.to_string()));
        calls.into_iter().collect()
    }

    fn body(&self) -> String {
        text::rows(self).join("\n") + "\n"
    }

    fn board(&self) -> BoardInfo {
        BoardInfo::new(BOARD, "Board", self.size())
    }

    fn look(&self, cell: Cell) -> CellLook {
        square_look(self.squares.get(cell).copied())
    }

    fn cells(&self) -> Grid<CellValue> {
        self.squares.map(|square| *square as CellValue)
    }

    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError> {
        let square = |value: &CellValue| Square::ALL.get(usize::from(*value)).copied();
        if let Some((cell, value)) = cells.iter().find(|(_, value)| square(value).is_none()) {
            let reason = format!("no such value: {value}");
            return Err(EditError::Value { cell, reason });
        }
        Ok(Self {
            squares: cells.map(|value| square(value).unwrap_or(Square::Floor)),
            calls: self.calls,
        })
    }

    fn brushes(&self) -> Vec<Brush> {
        brushes(&VALUES)
    }

    fn blank_value(&self) -> CellValue {
        Square::Floor as CellValue
    }
}

static FORM: &[Field] = &[Field::property(
    "calls",
    "Calls",
    "strict: every call needs its label; published: a call without one runs what follows twice, up to the return",
)
.one_of(&["strict", "published"])];

fn get(board: &Board, _key: &str) -> Option<String> {
    Some(board.calls.to_string())
}

fn set(board: &mut Board, _key: &str, value: &str) -> Result<(), String> {
    board.calls = value.parse()?;
    Ok(())
}
