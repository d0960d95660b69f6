//! Boards as lists of cells to display: simulated or recognized.

use crate::game::{CellLook, Grid, Level, Position, Sight, Tone};
use crate::history::BoardRecord;
use crate::vision::ScreenReading;

/// A board to display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLook {
    /// Its id.
    pub id: String,
    /// Its name on screen.
    pub title: String,
    /// Its cells.
    pub cells: Grid<CellLook>,
}

/// Returns the boards of a position, each limited to the viewport the game shows.
pub fn simulated(position: &dyn Position) -> Vec<BoardLook> {
    let boards = position.boards().into_iter();
    let boards = boards.map(|info| {
        let part = position.sight(info.id);
        let part = part.unwrap_or_else(|| Sight::whole(info.size));
        let mut cells = Grid::filled(part.size, CellLook::new("", Tone::Hole, "unknown"));
        for shown in part.size.cells() {
            cells.set(shown, position.look(info.id, part.cell(shown)));
        }
        BoardLook {
            id: info.id.to_owned(),
            title: info.title.to_owned(),
            cells,
        }
    });
    boards.collect()
}

/// Formats the boards of a position as text: their values row by row, without rules and settings.
pub fn board_text(position: &dyn Position) -> String {
    let boards = simulated(position).into_iter().map(|board| {
        let rows = BoardRecord::of(&board).rows.join("\n");
        format!("{}\n{rows}\n", board.title)
    });
    boards.collect::<Vec<_>>().join("\n")
}

/// Pairs the boards that a position and a reading have in common: as simulated, and as recognized.
pub(crate) fn expected_and_seen(
    level: &dyn Level,
    position: &dyn Position,
    reading: &ScreenReading,
) -> (Vec<BoardLook>, Vec<BoardLook>) {
    let both = simulated(position).into_iter().filter_map(|expected| {
        let read = reading.reading.board(&expected.id)?;
        let seen = BoardLook {
            cells: read.cells.map(|cell| value_look(level, &cell.value)),
            ..expected.clone()
        };
        Some((expected, seen))
    });
    both.unzip()
}

/// Returns the appearance of a value in the level's palette; for other values, the text itself.
pub fn value_look(level: &dyn Level, value: &str) -> CellLook {
    let brushes = level.as_grid().map(|grid| grid.brushes());
    let brush = brushes
        .into_iter()
        .flatten()
        .find(|brush| brush.text() == value);
    brush.map_or_else(
        || CellLook::new(value.to_owned(), Tone::Empty, value.to_owned()),
        |brush| brush.look,
    )
}
