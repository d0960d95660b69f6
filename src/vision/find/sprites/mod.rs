//! Finder for boards drawn with known sprites: scale and lattice by the colour changes, cells by decomposition into
//! layered sprites, the board by connected cells or known boards.

mod cells;
mod dots;
mod lattice;
mod locate;
mod scrolled;
#[cfg(test)]
mod tests;

use image::RgbaImage;

use crate::game::{Grid, Size, SpriteSheet};
use crate::place::{ImageRect, Placement};
use crate::profile::{Point, SpritesRule};
use crate::reading::{ReadBoard, cell_reading};

use cells::{BoardExtent, DecodedCells, Decoder};
use dots::{BACKGROUND, Dots, INK, OTHER, SheetColours};
use lattice::{SpriteLattice, lattices};
use locate::locate;

/// Value of a cell that no sprites explain.
const UNKNOWN: &str = "?";
/// Minimum background share of a row that belongs to a text page.
const MIN_ROW_BACKGROUND: f32 = 0.3;
/// Minimum share of rows that belong to a page in a picture of one.
const MIN_PAGE_ROW_SHARE: f32 = 0.5;
/// Maximum share of a page in unknown colours, as antialiased text has.
const MAX_UNKNOWN_SHARE: f32 = 0.04;
/// Maximum share of a page in colours of sprites.
const MAX_SPRITE_SHARE: f32 = 0.005;

/// A board with all decoded cells of the picture.
struct FoundBoard {
    lattice: SpriteLattice,
    extent: BoardExtent,
    cells: DecodedCells,
}

impl FoundBoard {
    /// Number of pixels of the image in the cells that speak for the board, whose sprites are `side` squares wide; the
    /// measure that boards on different lattices compare by.
    fn area(&self, side: usize) -> usize {
        self.extent.weight * (side * self.lattice.scale).pow(2)
    }
}

/// Content of a picture.
pub(crate) enum SpritePicture<'a> {
    Board {
        place: Placement,
        /// Width and height at scale 1.
        size: Point,
        board: ReadBoard<'a>,
    },
    /// Text without a board.
    Page,
    Other,
}

/// Finds the board, at the hint if it is still there.
pub(crate) fn find<'a>(
    rule: &'a SpritesRule,
    sheet: &SpriteSheet,
    image: &RgbaImage,
    hint: Option<Placement>,
) -> SpritePicture<'a> {
    let colours = SheetColours::new(sheet);
    let dots = Dots::new(image, &colours, rule.tolerance);
    let mut decoder = Decoder::new(sheet, &colours);
    let previous = hint.and_then(|hint| previous_position(sheet, hint));
    let at_previous = previous.and_then(|previous| {
        let PreviousPosition { lattice, phase, .. } = previous;
        let squares = dots.squares(lattice.scale, lattice.corner);
        let found = on_lattice(&squares, lattice, phase, Some(previous.board), &mut decoder);
        // Cells that cannot be decoded may be a sign that the board has moved, so the whole picture is searched then.
        found.filter(|found| found.extent.complete)
    });
    let found = at_previous.or_else(|| search_all(rule, &dots, &mut decoder));
    match found {
        Some(found) => read_board(rule, &decoder, &found),
        None if is_page(&dots) => SpritePicture::Page,
        None => SpritePicture::Other,
    }
}

/// Position of the board in an earlier picture.
struct PreviousPosition {
    lattice: SpriteLattice,
    /// First square of the first whole cell of the picture, (x, y) in squares.
    phase: (usize, usize),
    /// Row and column of the board's first cell, counted from that cell.
    board: (usize, usize),
}

/// Position that the placement of an earlier reading implies; `None` if it is not one of this finder.
fn previous_position(sheet: &SpriteSheet, hint: Placement) -> Option<PreviousPosition> {
    let scale = hint.scale as usize;
    let side = scale * sheet.side;
    if side == 0 || hint.x < 0.0 || hint.y < 0.0 {
        return None;
    }
    let (x, y) = (hint.x as usize % side, hint.y as usize % side);
    let corner = (x % scale, y % scale);
    Some(PreviousPosition {
        lattice: SpriteLattice { scale, corner },
        phase: (x / scale, y / scale),
        board: (hint.y as usize / side, hint.x as usize / side),
    })
}

/// Board on a lattice whose first whole cell begins at square `phase` (x, y); `previous` is the corner that the board
/// had in an earlier picture, as row and column of cells. In the result, the lattice's corner is that of the first
/// cell.
fn on_lattice(
    squares: &Dots,
    lattice: SpriteLattice,
    phase: (usize, usize),
    previous: Option<(usize, usize)>,
    decoder: &mut Decoder<'_>,
) -> Option<FoundBoard> {
    let cells = decoder.cells(squares, phase);
    let extent = locate(&cells, decoder, previous)?;
    // The picture's first square need not begin a cell.
    let (x, y) = lattice.corner;
    let corner = (x + phase.0 * lattice.scale, y + phase.1 * lattice.scale);
    Some(FoundBoard {
        lattice: SpriteLattice { corner, ..lattice },
        extent,
        cells,
    })
}

/// Board for which most pixels speak, on any lattice and with any first square.
fn search_all(rule: &SpritesRule, dots: &Dots, decoder: &mut Decoder<'_>) -> Option<FoundBoard> {
    let sheet = decoder.sheet;
    let scales = (rule.scale.0 as usize, rule.scale.1 as usize);
    let mut best: Option<FoundBoard> = None;
    for lattice in lattices(dots, scales) {
        let squares = dots.squares(lattice.scale, lattice.corner);
        for phase in Size::new(sheet.side, sheet.side).cells() {
            let found = on_lattice(&squares, lattice, (phase.col, phase.row), None, decoder);
            // Among equals the first remains: lattices come with the likeliest first.
            let area = |found: &FoundBoard| found.area(sheet.side);
            if let Some(found) = found
                && best.as_ref().is_none_or(|best| area(&found) > area(best))
            {
                best = Some(found);
            }
        }
        // A known board of which all cells are decoded is not a coincidence.
        let is_sure = |best: &FoundBoard| best.extent.complete && !sheet.boards.is_empty();
        if best.as_ref().is_some_and(is_sure) {
            break;
        }
    }
    best
}

/// Reads the cells of a board and their rectangles. The board alone is the picture, so the placement is its corner.
fn read_board<'a>(
    rule: &'a SpritesRule,
    decoder: &Decoder<'_>,
    found: &FoundBoard,
) -> SpritePicture<'a> {
    let sheet = decoder.sheet;
    let BoardExtent { row, col, size, .. } = found.extent;
    let side = found.lattice.scale * sheet.side;
    let (left, top) = found.lattice.corner;
    let place = Placement::new(
        (left + col * side) as f32,
        (top + row * side) as f32,
        found.lattice.scale as f32,
    );
    let (width, height) = ((size.cols * side) as f32, (size.rows * side) as f32);
    let board_rect = ImageRect::new(place.x, place.y, width, height);
    let rects = size.cells().map(|it| board_rect.cell(size, it)).collect();
    let cells = Grid::from_fn(size, |cell| {
        let value = found.cells.get(row + cell.row, col + cell.col);
        match value.and_then(|it| decoder.values.get(usize::from(it))) {
            Some(value) => cell_reading(value, 1.0),
            None => cell_reading(UNKNOWN, 0.0),
        }
    });
    let pixels = |count: usize| u32::try_from(count * sheet.side).unwrap_or(u32::MAX);
    SpritePicture::Board {
        place,
        size: (pixels(size.cols), pixels(size.rows)),
        board: ReadBoard::new(&rule.board, cells, rects),
    }
}

/// Returns whether a picture without a board shows text only, such as a message between levels. Rows with
/// little of the page's background, as in the window's frame, are left out.
fn is_page(dots: &Dots) -> bool {
    // Number of rows of the page, and numbers of their dots: all, of the text, of unknown colours, and of sprites.
    let (mut rows, mut all, mut ink, mut others, mut sprites) = (0, 0, 0, 0, 0);
    for row in (0..dots.height).map(|row| dots.row(row)) {
        let background = row.iter().filter(|dot| **dot == BACKGROUND).count();
        if background as f32 >= MIN_ROW_BACKGROUND * row.len() as f32 {
            let letters = row.iter().filter(|dot| **dot == INK).count();
            rows += 1;
            all += row.len();
            ink += letters;
            let unknown = row.iter().filter(|dot| **dot == OTHER).count();
            others += unknown;
            sprites += row.len() - background - letters - unknown;
        }
    }
    rows as f32 >= MIN_PAGE_ROW_SHARE * dots.height as f32
        && ink > 0
        && others as f32 <= MAX_UNKNOWN_SHARE * all as f32
        && sprites as f32 <= MAX_SPRITE_SHARE * all as f32
}
