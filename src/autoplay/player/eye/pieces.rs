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
