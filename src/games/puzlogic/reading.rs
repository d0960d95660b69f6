//! Levels from images.

use std::sync::Arc;

use super::position::{PIECES, Put, PuzlogicPosition};
use super::puzzle::{BOARD, CellKind, GridLine, LineSum, SumPuzzle};
use super::{PuzlogicLevel, puzzle};
use crate::game::typed::{Content as _, Play as _};
use crate::game::{
    BoardReading, Cell, Game, Grid, LevelRef, Meta, Move, Reading, ReadingError, Size,
};

/// Id of the board with the numbers of placed pieces, and nothing elsewhere.
const PLACED: &str = "placed";
/// Ids of the boards of sums: for each line `sum 12`, `placed 7`, both, or nothing.
const ROW_SUMS: &str = "row sums";
const COLUMN_SUMS: &str = "column sums";

/// Boards in an image beyond those of a position.
pub(super) static BOARDS: &[&str] = &[PIECES, PLACED, ROW_SUMS, COLUMN_SUMS];

/// Builds the level as it was before pieces were placed: their cells are empty, and their numbers among the pieces.
pub(super) fn level(_: &dyn Game, reading: &Reading) -> Result<LevelRef, ReadingError> {
    let board = reading.require(BOARD)?;
    let mut squares = Grid::filled(board.size(), CellKind::None);
    let mut pieces = Vec::new();
    for (cell, read) in board.cells.iter() {
        let piece = placed_number(reading, cell)?;
        pieces.extend(piece);
        let square = match read.value.as_str() {
            "." => CellKind::None,
            "_" => CellKind::Empty,
            _ if piece.is_some() => CellKind::Empty,
            other => CellKind::Given(parse_number(board, cell, other)?),
        };
        squares.set(cell, square);
    }
    if let Some(tray) = reading.board(PIECES) {
        for (cell, read) in tray.cells.iter() {
            pieces.push(parse_number(tray, cell, &read.value)?);
        }
    }
    pieces.sort_unstable();
    let puzzle = SumPuzzle {
        sums: read_sums(reading, board.size())?,
        squares,
        pieces,
    };
    Ok(PuzlogicLevel::shared(puzzle.checked()?, Meta::default()))
}

/// Moves that place the pieces on the board, in raster order.
pub(super) fn moves(puzzle: &SumPuzzle, reading: &Reading) -> Option<Vec<Move>> {
    let mut position = PuzlogicPosition::start(Arc::new(puzzle.clone()));
    let mut moves = Vec::new();
    for cell in puzzle.size().cells() {
        if let Some(number) = placed_number(reading, cell).ok()? {
            let put = Put { cell, number };
            // Clashing pieces can be on a board, but no moves lead there.
            position.make(&put).ok()?;
            moves.push(put.into());
        }
    }
    Some(moves)
}

fn placed_number(reading: &Reading, cell: Cell) -> Result<Option<u8>, ReadingError> {
    let Some(board) = reading.board(PLACED) else {
        return Ok(None);
    };
    match board.cells.get(cell).map(|read| read.value.as_str()) {
        None | Some("" | "_" | ".") => Ok(None),
        Some(text) => parse_number(board, cell, text).map(Some),
    }
}

fn parse_number(board: &BoardReading, cell: Cell, text: &str) -> Result<u8, ReadingError> {
    puzzle::parse_number(text.trim()).ok_or_else(|| board.unknown_value(cell, text))
}

fn read_sums(reading: &Reading, size: Size) -> Result<Vec<LineSum>, ReadingError> {
    let mut sums = Vec::new();
    for (id, rows) in [(ROW_SUMS, true), (COLUMN_SUMS, false)] {
        let Some(board) = reading.board(id) else {
            continue;
        };
        for (cell, read) in board.cells.iter() {
            let line = match rows {
                true => GridLine::Row(cell.row),
                false => GridLine::Column(cell.col),
            };
            if !line.fits(size) {
                continue;
            }
            let parts = read.value.split(',').map(str::trim);
            for part in parts.filter(|part| !part.is_empty()) {
                let sum = format!("{line} {part}").parse::<LineSum>();
                sums.push(sum.map_err(|_| board.unknown_value(cell, part))?);
            }
        }
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PUZLOGIC;

    fn board(id: &str, rows: &[&[&str]]) -> BoardReading {
        let size = Size::new(rows.len(), rows[0].len());
        BoardReading::certain(id, size, &rows.concat()).expect("fits")
    }

    fn reading() -> Reading {
        Reading {
            boards: vec![
                board("board", &[&["_", "5", "."], &["3", "_", "12"]]),
                board("pieces", &[&["7", "2"]]),
                board("placed", &[&["", "5", ""], &["", "", ""]]),
                board("row sums", &[&["sum 12"], &["sum 9, placed 4"]]),
                board("column sums", &[&["", "placed 7", ""]]),
            ],
            ..Reading::default()
        }
    }

    #[test]
    fn placed_pieces_are_pieces_and_moves() {
        let reading = reading();
        let level = PUZLOGIC.level_from_reading(&reading).expect("is a level");
        assert_eq!(
            level.to_text(),
            "puzlogic\n\n _  _  .\n 3  _ 12\npieces 2 5 7\nrow 1 sum 12\nrow 2 sum 9\nrow 2 placed 4\ncolumn 2 placed 7\n"
        );
        let moves = PUZLOGIC.moves_from_reading(level.as_ref(), &reading);
        let moves = moves.expect("is known");
        let moves: Vec<&str> = moves.iter().map(Move::as_str).collect();
        assert_eq!(moves, ["1 2 5"]);
    }

    #[test]
    fn invalid_numbers_are_rejected() {
        let mut wrong = reading();
        wrong.boards[3] = board("row sums", &[&["?"], &[""]]);
        let error = PUZLOGIC.level_from_reading(&wrong);
        let error = error.expect_err("is no sum").to_string();
        assert!(error.contains("row sums") && error.contains('?'), "{error}");
        let mut wrong = reading();
        wrong.boards[1] = board("pieces", &[&["7", ""]]);
        assert!(PUZLOGIC.level_from_reading(&wrong).is_err());
    }
}
