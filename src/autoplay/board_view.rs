//! Boards as lists of cells to display: simulated or recognized.

use crate::game::{BoardInfo, CellStyle, Grid, Level, Position, Region, Tone};
use crate::vision::ScreenReading;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    pub id: String,
    pub title: String,
    pub cells: Grid<CellStyle>,
}

/// Part of a board that a position itself shows: all of it, unless the position says otherwise.
pub(crate) fn own_viewport(position: &dyn Position, info: &BoardInfo) -> Region {
    let viewport = position.viewport(info.id);
    viewport.unwrap_or_else(|| Region::full(info.size))
}

/// Returns the boards of a position, each limited to the viewport the game shows.
pub fn simulated(position: &dyn Position) -> Vec<BoardView> {
    let boards = position.boards().into_iter();
    let boards = boards.map(|info| {
        let viewport = own_viewport(position, &info);
        let style = |cell| position.style(info.id, viewport.cell(cell));
        BoardView {
            id: info.id.to_owned(),
            title: info.title.to_owned(),
            cells: Grid::from_fn(viewport.size, style),
        }
    });
    boards.collect()
}

/// Pairs the boards that a position and a reading have in common: as simulated, and as recognized.
pub(crate) fn expected_and_recognized(
    level: &dyn Level,
    position: &dyn Position,
    reading: &ScreenReading,
) -> (Vec<BoardView>, Vec<BoardView>) {
    let pairs = simulated(position).into_iter().filter_map(|expected| {
        let board = reading.reading.board(&expected.id)?;
        let recognized = BoardView {
            cells: board.cells.map(|cell| value_style(level, &cell.value)),
            ..expected.clone()
        };
        Some((expected, recognized))
    });
    pairs.unzip()
}

/// Returns the appearance of a value in the level's palette; for other values, the text itself.
pub fn value_style(level: &dyn Level, value: &str) -> CellStyle {
    let mut brushes = level.as_grid().into_iter().flat_map(|grid| grid.brushes());
    match brushes.find(|brush| brush.text() == value) {
        Some(brush) => brush.style,
        None => CellStyle::new(value.to_owned(), Tone::Empty, value.to_owned()),
    }
}
