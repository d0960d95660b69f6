//! Finder for boards of blocks of different heights in an isometric view.
//!
//! The picture is found like one with fixed boards. Entirely visible tops determine the tile lattice, and the lower
//! edge of the board the ground ([`lattice`]). Then tiles are recognized from front to back by the pixels that blocks
//! in front leave visible ([`blocks`]). Hidden tiles are not guessed: they are doubtful, or have a value of their own.

mod blocks;
mod class_map;
mod figure;
mod lattice;
mod list;

pub(crate) use self::list::read_list;

use image::RgbaImage;

use self::blocks::{Block, BlockTile, TileLayout, find_blocks};
use self::class_map::ClassMap;
use self::lattice::{TileLattice, lattices};
use super::Mismatch;
use crate::game::{Cell, CellReading, Grid, Size};
use crate::place::{ImageRect, Placement};
use crate::profile::IsometricRule;
use crate::reading::{ReadBoard, cell_reading};

/// Maximum share of block-coloured pixels outside recognized blocks: blurred edges, not a row of tiles.
const MAX_UNEXPLAINED: f32 = 0.03;
/// Minimum confidence of tiles that determine the board's extent.
const MIN_CONFIDENCE: f32 = 0.5;

/// Boards read from blocks, on the likeliest lattice whose blocks explain nearly all block-coloured pixels. The error
/// is that of the lattice that came closest to it.
pub(crate) fn boards<'a>(
    rule: &'a IsometricRule,
    image: &RgbaImage,
    place: Placement,
) -> Result<Vec<ReadBoard<'a>>, Mismatch> {
    let map = ClassMap::new(rule, image, place);
    let mut problem = None;
    for lattice in lattices(&rule.lengths, &map) {
        match boards_on(rule, &map, lattice, place) {
            Ok(found) => return Ok(found),
            Err(other) => problem = Some(Mismatch::closer(problem, other)),
        }
    }
    let nothing = Mismatch::Nothing("no tiles of blocks seen from above and aside");
    Err(problem.unwrap_or(nothing))
}

/// Boards read on one lattice.
fn boards_on<'a>(
    rule: &'a IsometricRule,
    map: &ClassMap,
    lattice: TileLattice,
    place: Placement,
) -> Result<Vec<ReadBoard<'a>>, Mismatch> {
    let blocks = find_blocks(rule, map, lattice);
    let is_sure = |tile: &&BlockTile| tile.block.is_some() && tile.confidence >= MIN_CONFIDENCE;
    let cells = || blocks.tiles.iter().filter(is_sure).map(|it| cell_of(*it));
    let rows = (cells().map(|c| c.0).min(), cells().map(|c| c.0).max());
    let cols = (cells().map(|c| c.1).min(), cells().map(|c| c.1).max());
    let ((Some(top), Some(bottom)), (Some(left), Some(right))) = (rows, cols) else {
        return Err(Mismatch::Nothing("tops of tiles, but no blocks under them"));
    };
    check_explained(map, &blocks)?;
    let extent = TileExtent {
        top,
        left,
        size: Size::new((bottom - top + 1) as usize, (right - left + 1) as usize),
    };
    Ok(placed_boards(rule, map, lattice, &blocks, extent, place))
}

/// Row and column of a tile, relative to an arbitrary origin: `k` is the column minus the row, `m` their sum.
fn cell_of(tile: BlockTile) -> (i32, i32) {
    ((tile.m - tile.k) / 2, (tile.m + tile.k) / 2)
}

/// Checks that nearly all block-coloured pixels belong to a block.
fn check_explained(map: &ClassMap, blocks: &TileLayout) -> Result<(), Mismatch> {
    let (mut all, mut outside) = (0_u32, 0_u32);
    for (index, depth) in blocks.depth.iter().enumerate() {
        if class_map::is_block(map.at(index)) && !map.near_figure(index) {
            all += 1;
            outside += u32::from(*depth == blocks::UNCOVERED);
        }
    }
    let share = outside as f32 / all.max(1) as f32;
    if share > MAX_UNEXPLAINED {
        return Err(Mismatch::Unexplained((share * 100.0).round() as u32));
    }
    Ok(())
}

/// Position and size of the board on the lattice; `top` and `left` are a row and a column as of [`cell_of`].
struct TileExtent {
    top: i32,
    left: i32,
    size: Size,
}

impl TileExtent {
    /// Cell of a tile; `None` if it is not on this board.
    fn cell(&self, tile: BlockTile) -> Option<Cell> {
        let (row, col) = cell_of(tile);
        let index = |at: i32| usize::try_from(at).ok();
        let cell = Cell::new(index(row - self.top)?, index(col - self.left)?);
        self.size.contains(cell).then_some(cell)
    }
}

/// Boards of the tiles, of their marks and of the figure, for an extent.
fn placed_boards<'a>(
    rule: &'a IsometricRule,
    map: &ClassMap,
    lattice: TileLattice,
    blocks: &TileLayout,
    extent: TileExtent,
    place: Placement,
) -> Vec<ReadBoard<'a>> {
    let ids = &rule.boards;
    let kind_of = |block: Block| rule.colours.tops.get(block.top);
    let value = |block: Option<Block>| match block {
        Some(block) => {
            let adds = kind_of(block).map_or("", |kind| &kind.adds);
            format!("{}{adds}", block.height)
        }
        None => ids.none.clone(),
    };
    let mut tiles = Grid::filled(extent.size, cell_reading(ids.none.as_str(), 0.0));
    let mut marks = Grid::filled(extent.size, cell_reading("", 1.0));
    let mut rects = Grid::filled(extent.size, ImageRect::centred((0.0, 0.0), (0.0, 0.0)));
    let placed = blocks.tiles.iter();
    for (tile, cell) in placed.filter_map(|tile| Some((tile, extent.cell(*tile)?))) {
        // Nothing of a hidden tile is visible, so its mark stays empty, and its rectangle, for clicks, without a size.
        if let (true, Some(hidden)) = (tile.hidden, &ids.hidden) {
            tiles.set(cell, cell_reading(hidden.as_str(), 1.0));
            continue;
        }
        let read = CellReading {
            runner_up: tile.other.map(|block| value(Some(block))),
            ..cell_reading(value(tile.block), tile.confidence)
        };
        tiles.set(cell, read);
        let mark = tile.block.and_then(kind_of);
        let mark = mark.map_or("", |kind| kind.mark.as_str());
        marks.set(cell, cell_reading(mark, tile.confidence));
        let height = tile.block.map_or(0, |block| block.height);
        rects.set(cell, click_rect(rule, lattice, tile, height, place));
    }
    let rects = rects.as_slice();
    let mut boards = vec![
        ReadBoard::new(&ids.tiles, tiles, rects.to_vec()),
        ReadBoard::new(&ids.marks, marks, rects.to_vec()),
    ];
    if let Some(figure) = &rule.figure {
        let found = figure::find(rule, figure, map, lattice, blocks);
        let found = found.and_then(|found| Some((extent.cell(found.tile)?, found)));
        // While its position is unknown, the figure may be on any cell.
        let confidence = found.as_ref().map_or(0.0, |(_, found)| found.confidence);
        let mut cells = Grid::filled(extent.size, cell_reading("", confidence));
        if let Some((cell, found)) = found {
            let headings = &figure.headings;
            // In the order of `FigureMatch::heading`: towards the previous row, next column, next row, previous column.
            let names = [&headings.0, &headings.1, &headings.2, &headings.3];
            let name = names.get(found.heading).map_or("", |name| name.as_str());
            cells.set(cell, cell_reading(name, confidence));
        }
        boards.push(ReadBoard::new(&figure.board, cells, rects.to_vec()));
    }
    boards
}

/// Clickable rectangle around the centre of a tile's top, in image pixels.
fn click_rect(
    rule: &IsometricRule,
    lattice: TileLattice,
    tile: &BlockTile,
    height: i32,
    place: Placement,
) -> ImageRect {
    let (x, y) = lattice.top(&rule.lengths, tile.k, tile.m, height);
    // The lattice is relative to the area of the blocks, the placement to the whole picture.
    let (x, y) = (x + rule.area.x as f32, y + rule.area.y as f32);
    let s = lattice.scale;
    let (across, down) = (rule.lengths.across * s, rule.lengths.down * s);
    ImageRect::centred(
        (place.x + x * place.scale, place.y + y * place.scale_y),
        (across * place.scale, down * place.scale_y),
    )
}
