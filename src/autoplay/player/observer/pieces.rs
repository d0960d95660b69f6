//! Location of dragged pieces: in a tray of loose pieces, or dropped next to their target.

use crate::game::{Cell, Intent, Position, Tone};
use crate::vision::ScreenReading;

use super::compare::differences;

/// Cell of a reading with the piece at a position's cell; on boards of loose pieces, the first of its value.
pub fn piece_cell(
    position: &dyn Position,
    screen: &ScreenReading,
    board: &str,
    cell: Cell,
) -> Option<Cell> {
    if !screen.reading.is_unordered(board) {
        return Some(cell);
    }
    let value = position.style(board, cell).value;
    let mut cells = screen.reading.board(board)?.cells.iter();
    Some(cells.find(|(_, read)| read.value == value)?.0)
}

/// Location of a cell's content after a move: the same cell, or the only cell that has gained its value.
pub fn moved_to(
    (before, after): (&dyn Position, &dyn Position),
    board: &str,
    cell: Cell,
) -> Option<Cell> {
    let value = before.style(board, cell).value;
    let has_value = |position: &dyn Position, cell| position.style(board, cell).value == value;
    if has_value(after, cell) {
        return Some(cell);
    }
    let boards = after.boards();
    let info = boards.iter().find(|info| info.id == board)?;
    let cells = info.size.cells();
    let mut new = cells.filter(|cell| has_value(after, *cell) && !has_value(before, *cell));
    let (only, None) = (new.next()?, new.next()) else {
        return None;
    };
    Some(only)
}

/// Cell at which a dragged piece was dropped next to its target: the only cell of the target's board that differs with
/// certainty, if it is empty in the position and has the value of the piece.
pub fn stray_piece(
    position: &dyn Position,
    screen: &ScreenReading,
    from: (&str, Cell),
    to_board: &str,
) -> Option<Cell> {
    let value = position.style(from.0, from.1).value;
    let differing = differences(position, screen)?;
    let on_board = differing.iter().filter(|(board, _)| board == to_board);
    // Something that drifts over a cell makes it uncertain.
    let mut pieces =
        on_board.filter_map(|(_, cell)| Some((*cell, screen.certain_cell(to_board, *cell)?)));
    let (Some((cell, read)), None) = (pieces.next(), pieces.next()) else {
        return None;
    };
    let is_empty = position.style(to_board, cell).tone == Tone::Empty;
    (is_empty && read.value == value).then_some(cell)
}

/// Returns whether a reading shows the piece of a drag dropped next to its target.
pub fn has_stray_piece(intent: &Intent, before: &dyn Position, screen: &ScreenReading) -> bool {
    match intent {
        Intent::Drag {
            from_board,
            from,
            to_board,
            ..
        } => stray_piece(before, screen, (from_board, *from), to_board).is_some(),
        _ => false,
    }
}
