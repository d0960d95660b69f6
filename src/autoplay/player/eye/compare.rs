//! Comparison of readings with each other and with simulated positions.

use crate::game::{BoardInfo, BoardReading, Cell, CellLook, Position, ShownBoard, Sight, Tone};
use crate::vision::ScreenReading;

/// Limit of uncertain cells, such as those covered by something that drifts over the board.
const MOST_COVERED: usize = 4;

/// Returns whether two readings agree in phase, cursor, boards and visible parts, whatever their confidence.
pub fn same(a: &ScreenReading, b: &ScreenReading) -> bool {
    let cursor = |seen: &ScreenReading| seen.reading.cursor.as_ref().map(|cursor| cursor.value);
    a.phase == b.phase && cursor(a) == cursor(b) && same_boards(a, b) && a.parts == b.parts
}

/// Returns whether two readings have the same boards, wherever the cursor is.
pub fn same_boards(a: &ScreenReading, b: &ScreenReading) -> bool {
    let mut boards = a.reading.boards.iter().zip(&b.reading.boards);
    a.reading.boards.len() == b.reading.boards.len()
        && boards.all(|(a, b)| {
            let mut cells = a.cells.as_slice().iter().zip(b.cells.as_slice());
            a.id == b.id && a.size() == b.size() && cells.all(|(a, b)| a.value == b.value)
        })
}

/// Returns whether two readings have the same boards, except in cells that are uncertain in either of them.
pub fn agree(a: &ScreenReading, b: &ScreenReading) -> bool {
    let mut boards = a.reading.boards.iter().zip(&b.reading.boards);
    a.reading.boards.len() == b.reading.boards.len()
        && boards.all(|(one, other)| {
            let mut cells = one.cells.as_slice().iter().zip(other.cells.as_slice());
            one.id == other.id
                && one.size() == other.size()
                && cells.all(|(one, other)| {
                    one.value == other.value
                        || one.confidence < a.doubtful_below
                        || other.confidence < b.doubtful_below
                })
        })
}

/// Returns whether two positions have the same boards with the same values.
pub fn alike(a: &dyn Position, b: &dyn Position) -> bool {
    have_same_cells(a, b, |_, info| Sight::whole(info.size), |look| &look.value)
}

/// Returns whether two positions look the same on screen.
pub fn look_alike(a: &dyn Position, b: &dyn Position) -> bool {
    have_same_cells(a, b, part_in_view, CellLook::on_screen)
}

/// Visible part of a position's board.
fn part_in_view(position: &dyn Position, info: &BoardInfo) -> Sight {
    let part = position.sight(info.id);
    part.unwrap_or_else(|| Sight::whole(info.size))
}

/// Displayed values of all cells of a list in a position, including the hidden ones.
pub fn list_of(position: &dyn Position, board: &str) -> Vec<String> {
    let boards = position.boards();
    let info = boards.iter().find(|info| info.id == board);
    let cells = info.into_iter().flat_map(|info| info.size.cells());
    cells
        .map(|cell| position.look(board, cell).on_screen().to_owned())
        .collect()
}

/// Part of a position's board that a reading shows; `None` if the reading cannot show this position.
pub fn part_seen(position: &dyn Position, info: &BoardInfo, seen: &ScreenReading) -> Option<Sight> {
    let Some(part) = seen.parts.get(info.id) else {
        return Some(part_in_view(position, info));
    };
    let first = part.first_of(&list_of(position, info.id))?;
    let size = seen.reading.board(info.id)?.size();
    let corner = Cell::new(0, first);
    (first + size.cols <= info.size.cols).then_some(Sight { corner, size })
}

/// Cell of a reading at which a cell of a position's board is shown; `None` if it is hidden.
pub fn in_sight(
    position: &dyn Position,
    seen: &ScreenReading,
    (board, cell): (&str, Cell),
) -> Option<Cell> {
    if !seen.parts.contains_key(board) {
        return Some(cell);
    }
    let boards = position.boards();
    let info = boards.iter().find(|info| info.id == board)?;
    let part = part_seen(position, info, seen)?;
    part.size.cells().find(|shown| part.cell(*shown) == cell)
}

/// First cell in which two positions differ on a list that a reading shows in part, if that cell of the first position
/// is hidden.
pub fn out_of_sight(
    position: &dyn Position,
    other: &dyn Position,
    seen: &ScreenReading,
) -> Option<(&'static str, Cell)> {
    position.boards().into_iter().find_map(|info| {
        seen.parts.get(info.id)?;
        let differs = |cell: &Cell| {
            let look = |at: &dyn Position| at.look(info.id, *cell).on_screen().to_owned();
            look(position) != look(other)
        };
        let first = info.size.cells().find(differs)?;
        let shown = in_sight(position, seen, (info.id, first));
        shown.is_none().then_some((info.id, first))
    })
}

/// Returns whether two positions have the same boards, and the same `value` in each cell of these parts.
fn have_same_cells(
    a: &dyn Position,
    b: &dyn Position,
    part: fn(&dyn Position, &BoardInfo) -> Sight,
    tells: fn(&CellLook) -> &str,
) -> bool {
    let same = |left: &BoardInfo, right: &BoardInfo| {
        let (here, there) = (part(a, left), part(b, right));
        let same_cell = |shown| {
            let (one, other) = (
                a.look(left.id, here.cell(shown)),
                b.look(right.id, there.cell(shown)),
            );
            tells(&one) == tells(&other)
        };
        left.id == right.id && here.size == there.size && here.size.cells().all(same_cell)
    };
    let (left, right) = (a.boards(), b.boards());
    left.len() == right.len()
        && left
            .iter()
            .zip(&right)
            .all(|(left, right)| same(left, right))
}

/// Returns whether a reading shows exactly this position, with confidence in every cell. During an animation a cell may
/// be recognized, without confidence, as what it will show next.
pub fn shows(position: &dyn Position, seen: &ScreenReading) -> bool {
    let is_sure = |id: &str| {
        let board = seen.reading.board(id);
        board.is_none_or(|board| board.doubtful(seen.doubtful_below).next().is_none())
    };
    seen.is_playing()
        && is_read(position, seen)
        && position.boards().iter().all(|board| is_sure(board.id))
}

/// Returns whether a reading shows this position except for a few uncertain cells, none of which differs in `other`.
pub fn shows_where_clear(
    position: &dyn Position,
    other: &dyn Position,
    seen: &ScreenReading,
) -> bool {
    let Some(differing) = differences(position, seen).filter(|_| seen.is_playing()) else {
        return false;
    };
    let mut covered = 0;
    for info in position.boards() {
        let Some(board) = seen.reading.board(info.id) else {
            continue;
        };
        for (cell, _) in board.doubtful(seen.doubtful_below) {
            covered += 1;
            // If the list has another length in the other position, the same part of it is compared.
            let part = part_seen(position, &info, seen);
            let look = |at: &dyn Position| {
                let part = part_seen(at, &info, seen).or(part)?;
                Some(at.look(info.id, part.cell(cell)).on_screen().to_owned())
            };
            let matters = look(position) != look(other);
            if matters && !seen.reading.is_loose(info.id) {
                return false;
            }
        }
    }
    let is_covered =
        |(id, cell): &(String, Cell)| !seen.reading.is_loose(id) && is_doubtful(seen, id, *cell);
    covered <= MOST_COVERED
        && differing.iter().all(is_covered)
        && out_of_sight(position, other, seen).is_none()
}

/// Returns whether a window that changed after the last input shows `end` in every cell that can be read: the certain
/// cells of `now`, and for other cells those that were certain in `last`, the reading just before the change.
///
/// Cells of `last` may still read as in `untouched`, the reading before that input. A reading in which all cells are
/// equal, unlike in `end`, does not count: a game may draw a curtain behind its dialog.
pub fn reads_as_end(
    end: &dyn Position,
    now: Option<&ScreenReading>,
    (untouched, last): (Option<&ScreenReading>, Option<&ScreenReading>),
) -> bool {
    let is_board = |seen: &&ScreenReading| !is_uniform(seen) || shows(end, seen);
    let now = now.filter(is_board);
    let last = last.filter(is_board).or(untouched);
    let wrong_now = now.map(|seen| clear_differences(end, seen));
    if wrong_now.is_some_and(|cells| cells.is_none_or(|cells| !cells.is_empty())) {
        return false;
    }
    let Some(last) = last else {
        // At least one cell must be certain.
        return now.is_some_and(|seen| seen.doubtful().len() < seen.reading.area());
    };
    let value = |seen: &ScreenReading, board: &str, cell| {
        let read = seen.reading.board(board)?.cells.get(cell)?;
        Some(read.value.clone())
    };
    let is_clear_now = |board: &str, cell| {
        now.is_some_and(|now| value(now, board, cell).is_some() && !is_doubtful(now, board, cell))
    };
    let is_unchanged = |board: &str, cell| {
        untouched.is_some_and(|seen| value(seen, board, cell) == value(last, board, cell))
    };
    let may_differ =
        |(board, cell): &(String, Cell)| is_clear_now(board, *cell) || is_unchanged(board, *cell);
    clear_differences(end, last).is_some_and(|cells| cells.iter().all(may_differ))
}

/// Returns whether all certain cells of each board have the same value.
fn is_uniform(seen: &ScreenReading) -> bool {
    seen.reading.boards.iter().all(|board| {
        let clear = board.cells.iter().map(|(_, read)| read);
        let clear = clear.filter(|read| read.confidence >= seen.doubtful_below);
        let mut values = clear.map(|read| &read.value);
        let first = values.next();
        values.all(|value| Some(value) == first)
    })
}

/// Cells displayed differently by two positions.
pub fn changed_cells(a: &dyn Position, b: &dyn Position) -> Vec<(String, Cell)> {
    let boards = a.boards().into_iter();
    let cells = boards.flat_map(|board| {
        let differs = move |cell: &Cell| {
            a.look(board.id, *cell).on_screen() != b.look(board.id, *cell).on_screen()
        };
        let cells = board.size.cells().filter(differs);
        cells
            .map(|cell| (board.id.to_owned(), cell))
            .collect::<Vec<_>>()
    });
    cells.collect()
}

/// Cells that are certain and differ from a position; `None` as for [`differences`].
pub fn clear_differences(
    position: &dyn Position,
    seen: &ScreenReading,
) -> Option<Vec<(String, Cell)>> {
    let mut cells = differences(position, seen)?;
    cells.retain(|(board, cell)| !is_doubtful(seen, board, *cell));
    Some(cells)
}

/// Returns whether a cell was read without confidence.
pub fn is_doubtful(seen: &ScreenReading, board: &str, cell: Cell) -> bool {
    let board = seen.reading.board(board);
    let read = board.and_then(|board| board.cells.get(cell));
    read.is_some_and(|read| read.confidence < seen.doubtful_below)
}

/// Returns whether a reading matches a position in all cells, including uncertain ones.
pub fn is_read(position: &dyn Position, seen: &ScreenReading) -> bool {
    differences(position, seen).is_some_and(|cells| cells.is_empty())
}

/// Cells, in coordinates of the reading, in which a reading differs from the visible part of a position, over all
/// common boards; `None` if there is no common board.
pub fn differences(position: &dyn Position, seen: &ScreenReading) -> Option<Vec<(String, Cell)>> {
    let mut differing = Vec::new();
    let mut compared = false;
    // Until the plan is started, the screen shows these boards instead of its result.
    let before = position.finish().map(|finish| finish.before);
    let before = before.unwrap_or_default();
    for board in &before {
        if seen.reading.board(board.id).is_some() {
            compared = true;
            let cells = differing_cells(board, seen);
            differing.extend(cells.map(|cell| (board.id.to_owned(), cell)));
        }
    }
    for info in position.boards() {
        if before.iter().any(|board| board.id == info.id) {
            continue;
        }
        let at = |cell| (info.id.to_owned(), cell);
        let loose = seen.reading.is_loose(info.id);
        let Some(board) = seen.reading.board(info.id) else {
            // A board of loose pieces is not in the reading if no piece is left.
            if loose {
                differing.extend(pieces(position, &info).map(at));
            }
            continue;
        };
        compared = true;
        if loose {
            differing.extend(unmatched_pieces(
                position,
                &info,
                board,
                seen.doubtful_below,
            ));
            continue;
        }
        let part = part_seen(position, &info, seen).filter(|part| part.size == board.size());
        let Some(part) = part else {
            let cells = part_in_view(position, &info).size.cells();
            differing.extend(cells.map(at));
            continue;
        };
        let wrong = board.cells.iter().filter(|(cell, read)| {
            let wanted = position.look(info.id, part.cell(*cell));
            !seen.may_show(info.id, &read.value, wanted.on_screen())
        });
        differing.extend(wrong.map(|(cell, _)| at(cell)));
    }
    compared.then_some(differing)
}

/// Cells of a board whose reading differs from the expected values; all cells if the sizes differ.
pub fn differing_cells<'a>(
    board: &'a ShownBoard,
    seen: &'a ScreenReading,
) -> impl Iterator<Item = Cell> + 'a {
    let read = seen.reading.board(board.id);
    let read = read.filter(|read| read.size() == board.cells.size());
    let differs = move |(cell, wanted): &(Cell, &String)| {
        let there = read.and_then(|read| read.cells.get(*cell));
        there.is_none_or(|there| !seen.may_show(board.id, &there.value, wanted))
    };
    board.cells.iter().filter(differs).map(|(cell, _)| cell)
}

/// Cells of a board with a piece.
fn pieces(position: &dyn Position, info: &BoardInfo) -> impl Iterator<Item = Cell> {
    let cells = info.size.cells();
    cells.filter(|cell| position.look(info.id, *cell).tone != Tone::Empty)
}

/// Pieces of a board of loose pieces that the reading lacks, and one more cell if the reading has additional pieces.
fn unmatched_pieces(
    position: &dyn Position,
    info: &BoardInfo,
    board: &BoardReading,
    doubtful_below: f32,
) -> Vec<(String, Cell)> {
    let values = board.cells.as_slice().iter();
    let (sure, doubtful): (Vec<_>, Vec<_>) =
        values.partition(|read| read.confidence >= doubtful_below);
    let mut seen: Vec<&str> = sure.iter().map(|read| read.value.as_str()).collect();
    let mut missing = Vec::new();
    for cell in pieces(position, info) {
        let value = position.look(info.id, cell).value;
        match seen.iter().position(|other| *other == value) {
            Some(at) => drop(seen.swap_remove(at)),
            None => missing.push((info.id.to_owned(), cell)),
        }
    }
    // An uncertain piece may be any missing one.
    let explained = missing.len().min(doubtful.len());
    missing.truncate(missing.len() - explained);
    if !seen.is_empty() || explained < doubtful.len() {
        missing.push((info.id.to_owned(), Cell::default()));
    }
    missing
}
