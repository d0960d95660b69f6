//! From pictures to readings, and the comparison of a reading with a simulated position.

use std::sync::Arc;

use image::RgbaImage;

use crate::game::{
    BoardInfo, BoardReading, Cell, CellLook, Grid, Level, Position, ShownBoard, Tone,
};
use crate::vision::{self, Place, Profile, ScreenReading, VisionError};

use super::event::BoardLook;

/// Reads pictures of one window.
pub trait Reader: Send {
    /// What the picture shows.
    ///
    /// # Errors
    /// When it is not the game's.
    fn read(&mut self, picture: &RgbaImage) -> Result<ScreenReading, VisionError>;
}

/// Reads by a screen profile, and remembers where the game's picture was.
pub struct ProfileReader {
    profile: Arc<Profile>,
    /// Where the game's picture was, in pictures of which size.
    hint: Option<(Place, (u32, u32))>,
    /// The last picture and what was read in it: most pictures of a game that waits are alike.
    last: Option<(RgbaImage, ScreenReading)>,
}

impl ProfileReader {
    /// A reader for one window.
    pub fn new(profile: Arc<Profile>) -> Self {
        Self {
            profile,
            hint: None,
            last: None,
        }
    }
}

impl Reader for ProfileReader {
    fn read(&mut self, picture: &RgbaImage) -> Result<ScreenReading, VisionError> {
        if let Some((same, seen)) = &self.last
            && same == picture
        {
            return Ok(seen.clone());
        }
        // In a resized window it is elsewhere.
        let hint = self.hint.filter(|(_, size)| *size == picture.dimensions());
        let seen = vision::read(&self.profile, picture, hint.map(|(place, _)| place))?;
        self.hint = Some((seen.place, picture.dimensions()));
        self.last = Some((picture.clone(), seen.clone()));
        Ok(seen)
    }
}

/// Whether two readings show the same, however sure they are.
pub fn same(a: &ScreenReading, b: &ScreenReading) -> bool {
    let cursor = |seen: &ScreenReading| seen.reading.cursor.as_ref().map(|cursor| cursor.value);
    a.phase == b.phase && cursor(a) == cursor(b) && same_boards(a, b)
}

/// Whether two readings show the same boards, wherever the cursor is.
pub fn same_boards(a: &ScreenReading, b: &ScreenReading) -> bool {
    let mut boards = a.reading.boards.iter().zip(&b.reading.boards);
    a.reading.boards.len() == b.reading.boards.len()
        && boards.all(|(a, b)| {
            let mut cells = a.cells.as_slice().iter().zip(b.cells.as_slice());
            a.id == b.id && a.size() == b.size() && cells.all(|(a, b)| a.value == b.value)
        })
}

/// Cells in which a reading differs from a position, over all boards that both have; `None` if
/// they have no board in common.
pub fn differences(position: &dyn Position, seen: &ScreenReading) -> Option<Vec<(String, Cell)>> {
    let mut differing = Vec::new();
    let mut compared = false;
    // What a plan comes to is not to be seen before it is started.
    let before = position.finish().map(|finish| finish.before);
    let before = before.unwrap_or_default();
    for board in &before {
        if seen.reading.board(board.id).is_some() {
            compared = true;
            let cells = unlike(board, seen);
            differing.extend(cells.map(|cell| (board.id.to_owned(), cell)));
        }
    }
    for info in position.boards() {
        if before.iter().any(|board| board.id == info.id) {
            continue;
        }
        let loose = seen.reading.is_loose(info.id);
        let Some(board) = seen.reading.board(info.id) else {
            // All that lay there may be taken away.
            if loose {
                let things = info
                    .size
                    .cells()
                    .filter(|cell| is_thing(position, &info, *cell));
                differing.extend(things.map(|cell| (info.id.to_owned(), cell)));
            }
            continue;
        };
        compared = true;
        if loose {
            differing.extend(left_over(position, &info, board, seen.doubtful_below));
            continue;
        }
        if board.size() != info.size {
            differing.extend(info.size.cells().map(|cell| (info.id.to_owned(), cell)));
            continue;
        }
        let wrong = board
            .cells
            .iter()
            .filter(|(cell, read)| position.look(info.id, *cell).value != read.value);
        differing.extend(wrong.map(|(cell, _)| (info.id.to_owned(), cell)));
    }
    compared.then_some(differing)
}

/// Cells of a board that is read, in which it shows something else than it should; all if it has
/// another size.
pub fn unlike<'a>(
    board: &'a ShownBoard,
    seen: &'a ScreenReading,
) -> impl Iterator<Item = Cell> + 'a {
    let read = seen.reading.board(board.id);
    let cells = board.cells.iter();
    let differs = move |(cell, wanted): &(Cell, &String)| {
        let read = read.filter(|read| read.size() == board.cells.size());
        let there = read.and_then(|read| read.cells.get(*cell));
        there.is_none_or(|there| there.value != **wanted)
    };
    cells.filter(differs).map(|(cell, _)| cell)
}

/// Whether something lies on a cell of a board whose cells have no order.
fn is_thing(position: &dyn Position, info: &BoardInfo, cell: Cell) -> bool {
    position.look(info.id, cell).tone != Tone::Empty
}

/// Things of a board without order that the reading does not have, and one place for what it has
/// too many.
fn left_over(
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
    let things = info
        .size
        .cells()
        .filter(|cell| is_thing(position, info, *cell));
    for cell in things {
        let value = position.look(info.id, cell).value;
        match seen.iter().position(|other| *other == value) {
            Some(at) => {
                seen.swap_remove(at);
            }
            None => missing.push((info.id.to_owned(), cell)),
        }
    }
    // A doubtful one may be any of those that are missing.
    let explained = missing.len().min(doubtful.len());
    missing.truncate(missing.len() - explained);
    if !seen.is_empty() || explained < doubtful.len() {
        missing.push((info.id.to_owned(), Cell::default()));
    }
    missing
}

/// Where, on a board without order, the thing lies that a position has at a cell; `cell` itself
/// on other boards.
pub fn where_it_lies(
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

/// A cell where a thing came to lie that the position still has elsewhere: the only cell in which
/// a board with a fixed order differs, empty in the position, with the value of what is missing
/// on the board `from`.
pub fn stray(
    position: &dyn Position,
    seen: &ScreenReading,
    from: (&str, Cell),
    to_board: &str,
) -> Option<Cell> {
    let value = position.look(from.0, from.1).value;
    let differing = differences(position, seen)?;
    // What something drifts over does not count.
    let read = |cell: &Cell| seen.reading.board(to_board)?.cells.get(*cell);
    let sure = |cell: &Cell| read(cell).is_some_and(|read| read.confidence >= seen.doubtful_below);
    let mut there = differing
        .iter()
        .filter(|(board, cell)| board == to_board && sure(cell));
    let (Some((_, cell)), None) = (there.next(), there.next()) else {
        return None;
    };
    let read = seen.reading.board(to_board)?.cells.get(*cell)?;
    let empty = position.look(to_board, *cell).tone == Tone::Empty;
    (empty && read.value == value && read.confidence >= seen.doubtful_below).then_some(*cell)
}

/// Whether a reading shows exactly this position, every cell for sure: one in the middle of an
/// animation may be read as what it is going to be.
pub fn shows(position: &dyn Position, seen: &ScreenReading) -> bool {
    let sure = |id: &str| {
        let board = seen.reading.board(id);
        board.is_none_or(|board| board.doubtful(seen.doubtful_below).next().is_none())
    };
    seen.is_playing()
        && differences(position, seen).is_some_and(|cells| cells.is_empty())
        && position.boards().iter().all(|board| sure(board.id))
}

/// So many cells may be covered.
const MOST_COVERED: usize = 4;

/// Whether a reading shows this position, as far as it can be seen: cells may be doubtful, as if
/// something drifted over them, but not those in which `other` differs.
pub fn shows_all_but_covered(
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
            let touched = position.look(info.id, cell).value != other.look(info.id, cell).value;
            if touched && !seen.reading.is_loose(info.id) {
                return false;
            }
        }
    }
    let doubtful = |(id, cell): &(String, Cell)| {
        let read = seen
            .reading
            .board(id)
            .and_then(|board| board.cells.get(*cell));
        !seen.reading.is_loose(id) && read.is_some_and(|read| read.confidence < seen.doubtful_below)
    };
    covered <= MOST_COVERED && differing.iter().all(doubtful)
}

/// Whether two positions have the same boards with the same cells.
pub fn alike(a: &dyn Position, b: &dyn Position) -> bool {
    let (left, right) = (a.boards(), b.boards());
    left.len() == right.len()
        && left.iter().zip(&right).all(|(left, right)| {
            let value = |position: &dyn Position, cell| position.look(left.id, cell).value;
            left.id == right.id
                && left.size == right.size
                && left
                    .size
                    .cells()
                    .all(|cell| value(a, cell) == value(b, cell))
        })
}

/// A position's boards, those that the reading has as well first as simulated, then as seen.
pub fn both_looks(
    level: &dyn Level,
    position: &dyn Position,
    seen: Option<&ScreenReading>,
) -> (Vec<BoardLook>, Vec<BoardLook>) {
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    for info in position.boards() {
        let board = seen.and_then(|seen| seen.reading.board(info.id));
        if seen.is_some() && board.is_none() {
            continue;
        }
        let look = |size, cells: Vec<CellLook>| BoardLook {
            id: info.id.to_owned(),
            title: info.title.to_owned(),
            cells: Grid::from_cells(size, cells)
                .unwrap_or_else(|| Grid::filled(size, CellLook::new("", Tone::Hole, "unknown"))),
        };
        let cells = info.size.cells();
        expected.push(look(
            info.size,
            cells.map(|cell| position.look(info.id, cell)).collect(),
        ));
        if let Some(board) = board {
            let values = board.cells.as_slice().iter();
            found.push(look(
                board.size(),
                values.map(|cell| value_look(level, &cell.value)).collect(),
            ));
        }
    }
    (expected, found)
}

/// How a value looks, as far as the level's palette has it.
pub fn value_look(level: &dyn Level, value: &str) -> CellLook {
    let brushes = level.as_grid().map(|grid| grid.brushes());
    let brush = brushes
        .into_iter()
        .flatten()
        .find(|brush| brush.text == value);
    match brush {
        Some(brush) => {
            let look = CellLook::new(value.to_owned(), brush.tone, brush.name);
            if brush.tone == Tone::Empty {
                look.glyph("")
            } else {
                look
            }
        }
        None => CellLook::new(value.to_owned(), Tone::Empty, value.to_owned()),
    }
}
