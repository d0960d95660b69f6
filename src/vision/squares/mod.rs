//! Boards of outlined squares on an even ground, pieces as filled squares, and numbers in both
//! and at the ends of lines.
//!
//! The even ground is the game's picture ([`canvas`]). Squares in it agree on a lattice
//! (`lattice`); every place of it is then looked at for an outline (`sight`), whatever drifts
//! over some of them. Numbers are read by `crate::digits`.

mod canvas;
mod contents;
mod lattice;
mod notes;
mod sight;

use std::collections::BTreeMap;
use std::fmt;

use image::RgbaImage;

use crate::game::{BoardReading, Cell, CellReading, Grid, Size};
use crate::place::{ImageRect, Place};
use crate::profile::SquaresRule;

pub(super) use self::canvas::canvas;

use self::contents::{Content, content, tray};
use self::lattice::{Lattice, lattice};
use self::notes::{Note, notes};
use self::sight::Sight;

/// Of an outline this share must be seen for a cell, and below the first none is thought of.
const OUTLINE: (f32, f32) = (0.45, 0.75);

/// What was found.
pub(super) struct Found {
    pub(super) boards: Vec<BoardReading>,
    /// Where the cells of the boards lie in the image, in their order.
    pub(super) spots: BTreeMap<String, Vec<ImageRect>>,
    /// Pixels of the image for one at scale 1.
    pub(super) scale: f32,
}

/// Why no board was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoSquares {
    /// No two squares of a size at the right distance.
    Lattice,
    /// Squares, but none with an even ground inside.
    Cells,
    /// A board, but no piece anywhere.
    Pieces,
}

impl fmt::Display for NoSquares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lattice => "no outlined squares at even distances",
            Self::Cells => "squares at even distances, but no outlined ones",
            Self::Pieces => "outlined squares, but no pieces",
        })
    }
}

/// A place of the lattice that has a cell.
struct Square {
    column: i32,
    row: i32,
    /// Share of the outline that is seen, 0 to 1.
    outline: f32,
    content: Content,
}

/// Reads the boards of a picture that lies at `place`, or anywhere if that is not known.
///
/// # Errors
/// [`NoSquares`].
pub(super) fn read(
    rule: &SquaresRule,
    image: &RgbaImage,
    place: Option<Place>,
) -> Result<Found, NoSquares> {
    // Nothing outside of the picture is looked at.
    let Some(place) = place else {
        return read_in(rule, image, None);
    };
    let (part, corner) = canvas::crop(image, place.edges(rule.picture));
    let moved = Place {
        x: place.x - corner.0,
        y: place.y - corner.1,
        ..place
    };
    let mut found = read_in(rule, &part, Some(moved))?;
    for spot in found.spots.values_mut().flatten() {
        spot.x += corner.0;
        spot.y += corner.1;
    }
    Ok(found)
}

fn read_in(
    rule: &SquaresRule,
    image: &RgbaImage,
    place: Option<Place>,
) -> Result<Found, NoSquares> {
    let lattice = lattice(rule, image, place).ok_or(NoSquares::Lattice)?;
    let sight = Sight::new(rule, image, &lattice);
    let mut squares = Vec::new();
    for (column, row) in lattice.places() {
        let outline = sight.outline(column, row);
        if outline >= OUTLINE.0 {
            let content = content(&sight, lattice.rect(column, row));
            squares.push(Square {
                column,
                row,
                outline,
                content,
            });
        }
    }
    // What is only half seen counts where it is among cells.
    let sure: Vec<(i32, i32)> = squares
        .iter()
        .filter(|square| square.outline >= OUTLINE.1)
        .map(|square| (square.column, square.row))
        .collect();
    let near = |square: &Square| {
        let reach = |(column, row): &(i32, i32)| {
            column.abs_diff(square.column) + row.abs_diff(square.row) <= 1
        };
        square.outline >= OUTLINE.1 || sure.iter().any(reach)
    };
    squares.retain(near);
    if sure.is_empty() {
        return Err(NoSquares::Cells);
    }
    let cells: Vec<(i32, i32)> = squares.iter().map(|s| (s.column, s.row)).collect();
    let pieces = tray(&sight, &lattice, &cells);
    let placed = squares.iter().any(|square| square.content.filled);
    if pieces.is_empty() && !placed {
        return Err(NoSquares::Pieces);
    }
    let notes = notes(&sight, &lattice, &cells);
    Ok(told(rule, &lattice, &squares, &pieces, &notes))
}

/// A thing read for sure.
fn sure(value: &str) -> CellReading<String> {
    CellReading {
        value: value.to_owned(),
        confidence: 1.0,
        runner_up: None,
    }
}

fn told(
    rule: &SquaresRule,
    lattice: &Lattice,
    squares: &[Square],
    pieces: &[(ImageRect, Content)],
    notes: &[Note],
) -> Found {
    let columns = || squares.iter().map(|square| square.column);
    let rows = || squares.iter().map(|square| square.row);
    let (left, top) = (columns().min().unwrap_or(0), rows().min().unwrap_or(0));
    let span = |from: i32, to: Option<i32>| to.map_or(0, |to| (to - from + 1).max(0) as usize);
    let size = Size::new(span(top, rows().max()), span(left, columns().max()));
    let index = |from: i32, at: i32| usize::try_from(at - from).unwrap_or(usize::MAX);
    let mut cells = Grid::filled(size, sure(&rule.none));
    let mut placed = Grid::filled(size, sure(""));
    for square in squares {
        let cell = Cell::new(index(top, square.row), index(left, square.column));
        let mut read = square.content.read(&rule.empty);
        if square.outline < OUTLINE.1 {
            let share = (square.outline - OUTLINE.0) / (OUTLINE.1 - OUTLINE.0);
            read.confidence = read.confidence.min(0.4 * share);
            read.runner_up = read.runner_up.or(Some(rule.none.clone()));
        }
        if square.content.filled {
            placed.set(cell, read.clone());
        }
        cells.set(cell, read);
    }
    let tray: Vec<_> = pieces.iter().map(|(_, piece)| piece.read("")).collect();
    let mut row_notes = Grid::filled(Size::new(size.rows, 1), sure(""));
    let mut column_notes = Grid::filled(Size::new(1, size.cols), sure(""));
    for note in notes {
        if note.of_row {
            add(&mut row_notes, Cell::new(index(top, note.line), 0), note);
        } else {
            add(
                &mut column_notes,
                Cell::new(0, index(left, note.line)),
                note,
            );
        }
    }
    let mut spots = BTreeMap::new();
    let places = size.cells().map(|cell| {
        let (row, column) = (cell.row as i32 + top, cell.col as i32 + left);
        lattice.rect(column, row)
    });
    let places: Vec<ImageRect> = places.collect();
    spots.insert(rule.placed.clone(), places.clone());
    spots.insert(rule.cells.clone(), places);
    spots.insert(
        rule.tray.clone(),
        pieces.iter().map(|(rect, _)| *rect).collect(),
    );
    let mut boards = vec![BoardReading {
        id: rule.cells.clone(),
        cells,
    }];
    let mut board = |id: &str, cells: Option<Grid<CellReading<String>>>| {
        if let Some(cells) = cells {
            boards.push(BoardReading {
                id: id.to_owned(),
                cells,
            });
        }
    };
    let count = tray.len();
    board(
        &rule.tray,
        (count > 0)
            .then(|| Grid::from_cells(Size::new(1, count), tray))
            .flatten(),
    );
    board(&rule.placed, Some(placed));
    board(&rule.row_notes, Some(row_notes));
    board(&rule.column_notes, Some(column_notes));
    Found {
        boards,
        spots,
        scale: lattice.scale,
    }
}

/// Adds a note to those of its line.
fn add(notes: &mut Grid<CellReading<String>>, at: Cell, note: &Note) {
    let Some(there) = notes.get(at).cloned() else {
        return;
    };
    let joined = |text: &str| match there.value.as_str() {
        "" => text.to_owned(),
        other => format!("{other}, {text}"),
    };
    let read = CellReading {
        value: joined(&note.text),
        confidence: note.confidence.min(there.confidence),
        runner_up: note.runner_up.as_deref().map(joined),
    };
    notes.set(at, read);
}
