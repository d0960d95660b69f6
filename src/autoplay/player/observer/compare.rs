//! Comparison of readings with each other and with simulated positions, by which the run confirms each input.
//!
//! A cell is uncertain if it was read with less confidence than the profile's `doubtful_below`. Games may show a part
//! of a board (a list that scrolls, a large board): its *viewport*, which the reading need not say exactly.

use crate::board_view::own_viewport;
use crate::game::{
    BoardInfo, BoardReading, Cell, CellReading, CellStyle, ExpectedBoard, Position, Region, Tone,
};
use crate::vision::ScreenReading;

/// Limit of uncertain cells, such as those covered by something that drifts over the board.
const MAX_UNCERTAIN: usize = 4;

/// Returns whether two readings agree in phase, cursor, boards and visible parts, whatever their confidence.
pub fn is_same_screen(a: &ScreenReading, b: &ScreenReading) -> bool {
    let cursor = |screen: &ScreenReading| screen.reading.cursor.as_ref().map(|cursor| cursor.value);
    a.phase == b.phase && cursor(a) == cursor(b) && same_boards(a, b) && a.parts == b.parts
}

/// Returns whether two readings have the same boards, wherever the cursor is.
pub fn same_boards(a: &ScreenReading, b: &ScreenReading) -> bool {
    agree_by(a, b, |a, b| a.value == b.value)
}

/// Returns whether two readings have the same boards, except in cells that are uncertain in either of them.
pub fn agree(a: &ScreenReading, b: &ScreenReading) -> bool {
    let is_uncertain = |read: &CellReading<String>, screen: &ScreenReading| {
        read.confidence < screen.doubtful_below
    };
    agree_by(a, b, |a_read, b_read| {
        a_read.value == b_read.value || is_uncertain(a_read, a) || is_uncertain(b_read, b)
    })
}

fn agree_by(
    a: &ScreenReading,
    b: &ScreenReading,
    is_same: impl Fn(&CellReading<String>, &CellReading<String>) -> bool,
) -> bool {
    let mut boards = a.reading.boards.iter().zip(&b.reading.boards);
    a.reading.boards.len() == b.reading.boards.len()
        && boards.all(|(a, b)| {
            let mut cells = a.cells.as_slice().iter().zip(b.cells.as_slice());
            a.id == b.id && a.size() == b.size() && cells.all(|(a, b)| is_same(a, b))
        })
}

/// Returns whether two positions have the same boards with the same values.
pub fn have_same_boards(a: &dyn Position, b: &dyn Position) -> bool {
    have_same_cells(a, b, |_, info| Region::full(info.size), |it| &it.value)
}

/// Returns whether two positions display the same values in the parts of their boards that they show.
pub fn have_same_display(a: &dyn Position, b: &dyn Position) -> bool {
    have_same_cells(a, b, own_viewport, CellStyle::on_screen)
}

/// Displayed values of all cells of a list in a position, including the hidden ones.
pub fn list_values(position: &dyn Position, board: &str) -> Vec<String> {
    let boards = position.boards();
    let info = boards.iter().find(|info| info.id == board);
    let cells = info.into_iter().flat_map(|info| info.size.cells());
    let value = |cell| position.style(board, cell).on_screen().to_owned();
    cells.map(value).collect()
}

/// Part of a position's board that a reading shows; `None` if the reading cannot show this position.
pub fn shown_viewport(
    position: &dyn Position,
    info: &BoardInfo,
    screen: &ScreenReading,
) -> Option<Region> {
    let Some(viewport) = screen.parts.get(info.id) else {
        return Some(own_viewport(position, info));
    };
    let first = viewport.first_of(&list_values(position, info.id))?;
    let size = screen.reading.board(info.id)?.size();
    let corner = Cell::new(0, first);
    (first + size.cols <= info.size.cols).then_some(Region { corner, size })
}

/// Cell of a reading at which a cell of a position's board is shown; `None` if it is hidden.
pub fn visible_cell(
    position: &dyn Position,
    screen: &ScreenReading,
    (board, cell): (&str, Cell),
) -> Option<Cell> {
    if !screen.parts.contains_key(board) {
        return Some(cell);
    }
    let boards = position.boards();
    let info = boards.iter().find(|info| info.id == board)?;
    let viewport = shown_viewport(position, info, screen)?;
    let mut cells = viewport.size.cells();
    cells.find(|visible| viewport.cell(*visible) == cell)
}

/// First cell in which two positions differ on a partly shown list, if the first position's is hidden.
pub fn hidden_difference(
    position: &dyn Position,
    other: &dyn Position,
    screen: &ScreenReading,
) -> Option<(&'static str, Cell)> {
    position.boards().into_iter().find_map(|info| {
        screen.parts.get(info.id)?;
        let mut cells = info.size.cells();
        let first = cells.find(|cell| looks_different(position, other, info.id, *cell))?;
        let visible = visible_cell(position, screen, (info.id, first));
        visible.is_none().then_some((info.id, first))
    })
}

/// Returns whether two positions have the same boards, and the same `value` in each cell of these parts.
fn have_same_cells(
    a: &dyn Position,
    b: &dyn Position,
    viewport_of: fn(&dyn Position, &BoardInfo) -> Region,
    value_of: fn(&CellStyle) -> &str,
) -> bool {
    let is_same_board = |left: &BoardInfo, right: &BoardInfo| {
        let (a_view, b_view) = (viewport_of(a, left), viewport_of(b, right));
        let is_same_cell = |cell| {
            let a_style = a.style(left.id, a_view.cell(cell));
            let b_style = b.style(right.id, b_view.cell(cell));
            value_of(&a_style) == value_of(&b_style)
        };
        left.id == right.id && a_view.size == b_view.size && a_view.size.cells().all(is_same_cell)
    };
    let (left, right) = (a.boards(), b.boards());
    let mut pairs = left.iter().zip(&right);
    left.len() == right.len() && pairs.all(|(left, right)| is_same_board(left, right))
}

/// Returns whether a reading shows exactly this position, with confidence in every cell. During an
/// animation a cell may be recognized, without confidence, as what it will show next.
pub fn shows(position: &dyn Position, screen: &ScreenReading) -> bool {
    let is_certain = |id: &str| {
        let board = screen.reading.board(id);
        board.is_none_or(|board| board.doubtful(screen.doubtful_below).next().is_none())
    };
    screen.is_playing()
        && matches_screen(position, screen)
        && position.boards().iter().all(|board| is_certain(board.id))
}

/// Returns whether a reading shows this position except for a few uncertain cells, none of which differs in `other`.
pub fn shows_except_uncertain(
    position: &dyn Position,
    other: &dyn Position,
    screen: &ScreenReading,
) -> bool {
    let Some(differing) = differences(position, screen).filter(|_| screen.is_playing()) else {
        return false;
    };
    let mut uncertain = 0;
    for info in position.boards() {
        let Some(board) = screen.reading.board(info.id) else {
            continue;
        };
        for (cell, _) in board.doubtful(screen.doubtful_below) {
            uncertain += 1;
            // If the list has another length in the other position, the same part of it is compared.
            let viewport = shown_viewport(position, &info, screen);
            let value = |at: &dyn Position| {
                let viewport = shown_viewport(at, &info, screen).or(viewport)?;
                let style = at.style(info.id, viewport.cell(cell));
                Some(style.on_screen().to_owned())
            };
            let matters = value(position) != value(other);
            if matters && !screen.reading.is_unordered(info.id) {
                return false;
            }
        }
    }
    let is_uncertain_cell = |(id, cell): &(String, Cell)| {
        !screen.reading.is_unordered(id) && is_uncertain(screen, id, *cell)
    };
    uncertain <= MAX_UNCERTAIN
        && differing.iter().all(is_uncertain_cell)
        && hidden_difference(position, other, screen).is_none()
}

/// Returns whether a window that changed after the last input shows `end` in every cell that can be read: the certain
/// cells of `now`, and for other cells those that were certain in `last`, the reading just before the change.
///
/// Cells of `last` may still read as in `untouched`, the reading before that input. A reading in which all cells are
/// equal, unlike in `end`, does not count: a game may draw a curtain behind its dialog.
pub fn shows_end(
    end: &dyn Position,
    now: Option<&ScreenReading>,
    (untouched, last): (Option<&ScreenReading>, Option<&ScreenReading>),
) -> bool {
    let has_board = |screen: &&ScreenReading| !is_uniform(screen) || shows(end, screen);
    let now = now.filter(has_board);
    let last = last.filter(has_board).or(untouched);
    let wrong = now.map(|screen| certain_differences(end, screen));
    if wrong.is_some_and(|cells| cells.is_none_or(|cells| !cells.is_empty())) {
        return false;
    }
    let Some(last) = last else {
        // At least one cell must be certain.
        return now.is_some_and(|screen| screen.doubtful().len() < screen.reading.area());
    };
    let may_differ = |(board, cell): &(String, Cell)| {
        let value = |screen| ScreenReading::cell(screen, board, *cell).map(|read| &read.value);
        now.is_some_and(|now| now.certain_cell(board, *cell).is_some())
            || untouched.is_some_and(|untouched| value(untouched) == value(last))
    };
    certain_differences(end, last).is_some_and(|cells| cells.iter().all(may_differ))
}

/// Returns whether all certain cells of each board have the same value.
fn is_uniform(screen: &ScreenReading) -> bool {
    screen.reading.boards.iter().all(|board| {
        let certain = board.cells.iter().map(|(_, read)| read);
        let certain = certain.filter(|read| read.confidence >= screen.doubtful_below);
        let mut values = certain.map(|read| &read.value);
        let first = values.next();
        values.all(|value| Some(value) == first)
    })
}

/// Cells displayed differently by two positions.
pub fn changed_cells(a: &dyn Position, b: &dyn Position) -> Vec<(String, Cell)> {
    let boards = a.boards().into_iter();
    let cells = boards.flat_map(|board| {
        let cells = board.size.cells();
        let cells = cells.filter(move |cell| looks_different(a, b, board.id, *cell));
        cells.map(move |cell| (board.id.to_owned(), cell))
    });
    cells.collect()
}

fn looks_different(a: &dyn Position, b: &dyn Position, board: &str, cell: Cell) -> bool {
    a.style(board, cell).on_screen() != b.style(board, cell).on_screen()
}

/// Cells that are certain and differ from a position; `None` as for [`differences`].
pub fn certain_differences(
    position: &dyn Position,
    screen: &ScreenReading,
) -> Option<Vec<(String, Cell)>> {
    let mut cells = differences(position, screen)?;
    cells.retain(|(board, cell)| !is_uncertain(screen, board, *cell));
    Some(cells)
}

pub fn is_uncertain(screen: &ScreenReading, board: &str, cell: Cell) -> bool {
    let read = screen.cell(board, cell);
    read.is_some_and(|read| read.confidence < screen.doubtful_below)
}

/// Returns whether a reading matches a position in all cells, including uncertain ones.
pub fn matches_screen(position: &dyn Position, screen: &ScreenReading) -> bool {
    differences(position, screen).is_some_and(|cells| cells.is_empty())
}

/// Cells, in coordinates of the reading, in which a reading differs from the visible part of a
/// position, over all common boards; `None` if there is no common board.
pub fn differences(position: &dyn Position, screen: &ScreenReading) -> Option<Vec<(String, Cell)>> {
    let mut differing = Vec::new();
    let mut compared = false;
    // Until the plan is started, the screen shows these boards instead of its result.
    let before = position.launch().map(|launch| launch.before);
    let before = before.unwrap_or_default();
    for board in &before {
        if screen.reading.board(board.id).is_some() {
            compared = true;
            let cells = differing_cells(board, screen);
            differing.extend(cells.map(|cell| (board.id.to_owned(), cell)));
        }
    }
    for info in position.boards() {
        if before.iter().any(|board| board.id == info.id) {
            continue;
        }
        let at = |cell| (info.id.to_owned(), cell);
        let is_loose = screen.reading.is_unordered(info.id);
        let Some(board) = screen.reading.board(info.id) else {
            // A board of loose pieces is not in the reading if no piece is left.
            if is_loose {
                differing.extend(pieces(position, &info).map(at));
            }
            continue;
        };
        compared = true;
        if is_loose {
            differing.extend(unmatched_pieces(position, &info, board, screen));
            continue;
        }
        let viewport = shown_viewport(position, &info, screen)
            .filter(|viewport| viewport.size == board.size());
        let Some(viewport) = viewport else {
            let cells = own_viewport(position, &info).size.cells();
            differing.extend(cells.map(at));
            continue;
        };
        let wrong = board.cells.iter().filter(|(cell, read)| {
            let expected = position.style(info.id, viewport.cell(*cell));
            !screen.may_show(info.id, &read.value, expected.on_screen())
        });
        differing.extend(wrong.map(|(cell, _)| at(cell)));
    }
    compared.then_some(differing)
}

/// Cells of a board whose reading differs from the expected values; all cells if the sizes differ.
pub fn differing_cells<'a>(
    board: &'a ExpectedBoard,
    screen: &'a ScreenReading,
) -> impl Iterator<Item = Cell> + 'a {
    let read = screen.reading.board(board.id);
    let read = read.filter(|read| read.size() == board.cells.size());
    let differs = move |(cell, expected): &(Cell, &String)| {
        let actual = read.and_then(|read| read.cells.get(*cell));
        actual.is_none_or(|actual| !screen.may_show(board.id, &actual.value, expected))
    };
    board.cells.iter().filter(differs).map(|(cell, _)| cell)
}

/// Cells of a board with a piece.
fn pieces(position: &dyn Position, info: &BoardInfo) -> impl Iterator<Item = Cell> {
    let cells = info.size.cells();
    cells.filter(|cell| position.style(info.id, *cell).tone != Tone::Empty)
}

/// Pieces of a board of loose pieces that the reading lacks, and one more cell if the reading has additional pieces.
fn unmatched_pieces(
    position: &dyn Position,
    info: &BoardInfo,
    board: &BoardReading,
    screen: &ScreenReading,
) -> Vec<(String, Cell)> {
    let values = board.cells.as_slice().iter();
    let (certain, uncertain): (Vec<_>, Vec<_>) =
        values.partition(|read| read.confidence >= screen.doubtful_below);
    let mut values: Vec<&str> = certain.iter().map(|read| read.value.as_str()).collect();
    let mut missing = Vec::new();
    for cell in pieces(position, info) {
        let value = position.style(info.id, cell).value;
        match values.iter().position(|other| *other == value) {
            Some(at) => drop(values.swap_remove(at)),
            None => missing.push((info.id.to_owned(), cell)),
        }
    }
    // An uncertain piece may be any missing one.
    let explained = missing.len().min(uncertain.len());
    missing.truncate(missing.len() - explained);
    if !values.is_empty() || explained < uncertain.len() {
        missing.push((info.id.to_owned(), Cell::default()));
    }
    missing
}
