//! Finding pieces that are dragged: in a tray without fixed places, or dropped beside their goal.

use crate::game::{Cell, Intent, Position, Tone};
use crate::vision::ScreenReading;

use super::compare::differences;

/// Where a piece lies that a position has at a cell: any cell on boards without fixed places, the
/// cell itself on others.
pub fn place_of(
    position: &dyn Position,
    seen: &ScreenReading,
    board: &str,
    cell: Cell,
) -> Option<Cell> {
    if !seen.reading.is_loose(board) {
        return Some(cell);
    }
    let value = position.look(board, cell).value;
    let mut cells = seen.reading.board(board)?.cells.iter();
    cells
        .find(|(_, read)| read.value == value)
        .map(|(cell, _)| cell)
}

/// Where the content of a cell is after a move: there, or in the only cell that shows it now and did not before.
pub fn moved(
    (before, after): (&dyn Position, &dyn Position),
    board: &str,
    cell: Cell,
) -> Option<Cell> {
    let value = before.look(board, cell).value;
    let has_it = |position: &dyn Position, cell| position.look(board, cell).value == value;
    if has_it(after, cell) {
        return Some(cell);
    }
    let boards = after.boards();
    let info = boards.iter().find(|info| info.id == board)?;
    let cells = info.size.cells();
    let mut new = cells.filter(|cell| has_it(after, *cell) && !has_it(before, *cell));
    let (only, None) = (new.next()?, new.next()) else {
        return None;
    };
    Some(only)
}

/// Where a dragged piece was dropped beside its goal: the only cell of the goal's board that
/// differs, empty in the position, read with confidence, and holding the value of the piece.
pub fn stray(
    position: &dyn Position,
    seen: &ScreenReading,
    from: (&str, Cell),
    to_board: &str,
) -> Option<Cell> {
    let value = position.look(from.0, from.1).value;
    let differing = differences(position, seen)?;
    let read = |cell: Cell| {
        let read = seen.reading.board(to_board)?.cells.get(cell)?;
        // Something that drifts over a cell makes it doubtful.
        (read.confidence >= seen.doubtful_below).then_some(read)
    };
    let mut strays = differing
        .iter()
        .filter(|(board, _)| board == to_board)
        .filter_map(|(_, cell)| Some((*cell, read(*cell)?)));
    let (Some((cell, read)), None) = (strays.next(), strays.next()) else {
        return None;
    };
    let empty = position.look(to_board, cell).tone == Tone::Empty;
    (empty && read.value == value).then_some(cell)
}

/// Whether a reading shows the piece of a drag dropped beside its goal.
pub fn is_stray(intent: &Intent, before: &dyn Position, seen: &ScreenReading) -> bool {
    match intent {
        Intent::Drag {
            from_board,
            from,
            to_board,
            ..
        } => stray(before, seen, (from_board, *from), to_board).is_some(),
        _ => false,
    }
}
