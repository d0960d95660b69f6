//! Finder for boards drawn with known sprites: scale and lattice by the colour changes, cells by decomposition into
//! layered sprites, the board by connected cells or known boards.

mod cells;
mod dots;
mod extent;
mod lattice;
mod still;
#[cfg(test)]
mod tests;
mod which;

use crate::game::{Cell, CellReading, Grid, Reading, Size, SpriteSheet};
use crate::place::{ImageRect, Place};
use crate::profile::SpritesRule;
use crate::reading::{ScreenReading, cell_reading};

use cells::{Cells, Decoder};
use dots::{BEHIND, Colours, Dots, INK};
use extent::Extent;
use lattice::{Lattice, lattices};
use which::extent;

use super::sighting::{Cut, Judged, Miss, Search, Sighting};

/// Value of a cell that no sprites explain.
const UNKNOWN: &str = "?";
/// Minimum background share of a row that belongs to a text page.
const PAGE_ROW: f32 = 0.3;
/// Minimum share of such rows in a page.
const PAGE_ROWS: f32 = 0.5;
/// Maximum shares of a page in unknown colours, as antialiased text has, and in sprite colours.
const PAGE_OTHERS: f32 = 0.04;
const PAGE_SPRITES: f32 = 0.005;

/// (x, y) or (row, column).
type Corner = (usize, usize);

/// Found board.
struct Found {
    lattice: Lattice,
    extent: Extent,
    cells: Cells,
}

impl Found {
    fn area(&self) -> usize {
        self.extent.weight * self.lattice.scale * self.lattice.scale
    }
}

pub(super) fn find(rule: &SpritesRule, search: &Search<'_>) -> Result<Judged, Miss> {
    let looked_for = || "a board drawn with the sprites of the game".to_owned();
    let Some(sheet) = search.profile.unseen.sprites.as_deref() else {
        return Err(Miss::Nothing {
            looked_for: looked_for(),
            seen: "no game is known: open its file, or name it".to_owned(),
        });
    };
    let colours = Colours::of(sheet);
    let dots = Dots::of(search.image, &colours, rule.tolerance);
    let mut decoder = Decoder::new(sheet, &colours);
    let known = search.hint.and_then(|hint| where_it_was(sheet, hint));
    let again = known.and_then(|(lattice, phase, before)| {
        let squares = dots.squares(lattice.scale, lattice.corner);
        let found = on_lattice(&squares, lattice, phase, Some(before), &mut decoder, sheet);
        found.filter(|found| found.extent.whole)
    });
    let found = again.or_else(|| anywhere(rule, &dots, &mut decoder, sheet));
    match found {
        Some(found) => judged(rule, search, sheet, &decoder, &found),
        None if is_page(&dots) => Ok(page(rule, search)),
        None => Err(Miss::Nothing {
            looked_for: looked_for(),
            seen: "nothing that these sprites make at a whole scale. In a browser, set the zoom to 100 %".to_owned(),
        }),
    }
}

/// Lattice of an earlier reading, first square of its cells, and row and column of the board.
fn where_it_was(sheet: &SpriteSheet, hint: Place) -> Option<(Lattice, Corner, Corner)> {
    let scale = hint.scale as usize;
    let side = scale * sheet.side;
    if side == 0 || hint.x < 0.0 || hint.y < 0.0 {
        return None;
    }
    let (x, y) = (hint.x as usize % side, hint.y as usize % side);
    let corner = (x % scale, y % scale);
    let before = (hint.y as usize / side, hint.x as usize / side);
    Some((Lattice { scale, corner }, (x / scale, y / scale), before))
}

/// Board on a lattice whose cells begin at `phase`.
fn on_lattice(
    squares: &Dots,
    lattice: Lattice,
    phase: (usize, usize),
    before: Option<(usize, usize)>,
    decoder: &mut Decoder<'_>,
    sheet: &SpriteSheet,
) -> Option<Found> {
    let cells = decoder.cells(squares, phase);
    let blank = decoder.blank();
    let mut extent = extent(&cells, sheet, decoder, blank, before)?;
    // The picture's first square need not begin a cell.
    let (x, y) = lattice.corner;
    let corner = (x + phase.0 * lattice.scale, y + phase.1 * lattice.scale);
    extent.weight *= sheet.side * sheet.side;
    Some(Found {
        lattice: Lattice { corner, ..lattice },
        extent,
        cells,
    })
}

fn anywhere(
    rule: &SpritesRule,
    dots: &Dots,
    decoder: &mut Decoder<'_>,
    sheet: &SpriteSheet,
) -> Option<Found> {
    let scales = (rule.scale.0 as usize, rule.scale.1 as usize);
    let mut best: Option<Found> = None;
    for lattice in lattices(dots, scales) {
        let squares = dots.squares(lattice.scale, lattice.corner);
        for phase in Size::new(sheet.side, sheet.side).cells() {
            let found = on_lattice(
                &squares,
                lattice,
                (phase.col, phase.row),
                None,
                decoder,
                sheet,
            );
            // The first among equals is the most likely.
            if let Some(found) = found
                && best.as_ref().is_none_or(|best| found.area() > best.area())
            {
                best = Some(found);
            }
        }
        let sure = |best: &Found| best.extent.whole && !sheet.boards.is_empty();
        if best.as_ref().is_some_and(sure) {
            break;
        }
    }
    best
}

fn judged(
    rule: &SpritesRule,
    search: &Search<'_>,
    sheet: &SpriteSheet,
    decoder: &Decoder<'_>,
    found: &Found,
) -> Result<Judged, Miss> {
    let Extent { row, col, size, .. } = found.extent;
    let side = found.lattice.scale * sheet.side;
    let (left, top) = found.lattice.corner;
    let place = Place::new(
        (left + col * side) as f32,
        (top + row * side) as f32,
        found.lattice.scale as f32,
    );
    let read = |cell: Cell| -> CellReading<String> {
        let value = found.cells.get(row + cell.row, col + cell.col);
        let value = value.and_then(|value| decoder.values.get(usize::from(value)));
        value.map_or_else(
            || cell_reading(UNKNOWN, 0.0),
            |value| cell_reading(value, 1.0),
        )
    };
    let whole = ImageRect {
        x: place.x,
        y: place.y,
        width: (size.cols * side) as f32,
        height: (size.rows * side) as f32,
    };
    let spots = size.cells().map(|cell| whole.cell(size, cell)).collect();
    let mut cells = Grid::filled(size, cell_reading(UNKNOWN, 0.0));
    for cell in size.cells() {
        cells.set(cell, read(cell));
    }
    let pixels = |count: usize| u32::try_from(count * sheet.side).unwrap_or(u32::MAX);
    let sighting = Sighting {
        place,
        size: (pixels(size.cols), pixels(size.rows)),
        whole: true,
        cut: Box::new(move || Ok(vec![Cut::read(&rule.board, cells, spots)])),
    };
    (search.judge)(sighting).map_err(|misfit| Miss::Nothing {
        looked_for: "a board drawn with the sprites of the game".to_owned(),
        seen: misfit.to_string(),
    })
}

/// Returns whether a picture without a board shows text only, apart from its surroundings.
fn is_page(dots: &Dots) -> bool {
    let (mut rows, mut all, mut ink, mut others, mut sprites) = (0, 0, 0, 0, 0);
    for row in (0..dots.height).map(|row| dots.row(row)) {
        let behind = row.iter().filter(|dot| **dot == BEHIND).count();
        if behind as f32 >= PAGE_ROW * row.len() as f32 {
            let letters = row.iter().filter(|dot| **dot == INK).count();
            rows += 1;
            all += row.len();
            ink += letters;
            let unknown = row.iter().filter(|dot| **dot == 0).count();
            others += unknown;
            sprites += row.len() - behind - letters - unknown;
        }
    }
    rows as f32 >= PAGE_ROWS * dots.height as f32
        && ink > 0
        && others as f32 <= PAGE_OTHERS * all as f32
        && sprites as f32 <= PAGE_SPRITES * all as f32
}

fn page(rule: &SpritesRule, search: &Search<'_>) -> Judged {
    Judged {
        seen: ScreenReading {
            phase: rule.page.clone(),
            reading: Reading::default(),
            // The board may reappear at the same place.
            place: search.hint.unwrap_or(Place::new(0.0, 0.0, 1.0)),
            whole: false,
            spots: Default::default(),
            alike: Default::default(),
            parts: Default::default(),
            doubtful_below: search.profile.screen.doubtful_below,
            why_no_boards: None,
        },
        score: 1.0,
        misfit: None,
    }
}
