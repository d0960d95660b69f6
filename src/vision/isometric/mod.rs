//! Boards of blocks of different heights, seen from above and aside.
//!
//! Tops that are seen whole tell the lattice on which tiles can lie, and the lower rim of the board
//! the ground ([`lattice`]). Then each place is looked at from the front to the back: which height
//! and which top explain what the blocks in front leave to be seen of it ([`blocks`]). Of what is
//! hidden nothing is guessed: it is doubtful.

mod blocks;
mod figure;
mod lattice;
mod sight;

use std::collections::BTreeMap;
use std::fmt;

use image::RgbaImage;

use self::blocks::{Blocks, Tile, blocks};
use self::lattice::{Lattice, lattices};
use self::sight::Sight;
use crate::game::{BoardReading, Cell, CellReading, Grid, Size};
use crate::place::{ImageRect, Place};
use crate::profile::IsometricRule;

/// What was found.
pub(super) struct Found {
    pub(super) boards: Vec<BoardReading>,
    /// Where the cells of the boards lie in the image, in their order.
    pub(super) spots: BTreeMap<String, Vec<ImageRect>>,
}

/// Why no board was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoBlocks {
    /// No top of the right shape, or no lower rim.
    Lattice,
    /// A lattice, but nothing on it.
    Tiles,
    /// Blocks that are not explained, this share of them in percent.
    Unexplained(u32),
}

impl fmt::Display for NoBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lattice => f.write_str("no tiles of blocks seen from above and aside"),
            Self::Tiles => f.write_str("tops of tiles, but no blocks under them"),
            Self::Unexplained(percent) => {
                write!(f, "{percent} % of what looks like blocks is none")
            }
        }
    }
}

/// Share of the pixels with a block's colour that may lie where no block was found.
const UNEXPLAINED: f32 = 0.03;
/// A tile that is surer than this tells how far the board reaches.
const SURE: f32 = 0.5;

/// Reads the board of a picture that lies at `place`.
///
/// # Errors
/// [`NoBlocks`].
pub(super) fn read(
    rule: &IsometricRule,
    image: &RgbaImage,
    place: Place,
) -> Result<Found, NoBlocks> {
    let sight = Sight::new(rule, image, place);
    // The first lattice on which all that looks like blocks is one.
    let mut problem = NoBlocks::Lattice;
    for lattice in lattices(rule, &sight) {
        match on_lattice(rule, &sight, lattice, place) {
            Ok(found) => return Ok(found),
            Err(other) => problem = nearer(problem, other),
        }
    }
    Err(problem)
}

/// Of two reasons the one that came nearer to a board.
fn nearer(one: NoBlocks, other: NoBlocks) -> NoBlocks {
    match (&one, &other) {
        (NoBlocks::Unexplained(a), NoBlocks::Unexplained(b)) if b < a => other,
        (NoBlocks::Unexplained(_), _) => one,
        (_, NoBlocks::Unexplained(_)) | (NoBlocks::Lattice, _) => other,
        _ => one,
    }
}

fn on_lattice(
    rule: &IsometricRule,
    sight: &Sight,
    lattice: Lattice,
    place: Place,
) -> Result<Found, NoBlocks> {
    let blocks = blocks(rule, sight, lattice);
    let sure = |tile: &&Tile| tile.block.is_some() && tile.confidence >= SURE;
    let sure = || blocks.tiles.iter().filter(sure).map(|tile| cell_of(*tile));
    let rows = (sure().map(|c| c.0).min(), sure().map(|c| c.0).max());
    let cols = (sure().map(|c| c.1).min(), sure().map(|c| c.1).max());
    let ((Some(top), Some(bottom)), (Some(left), Some(right))) = (rows, cols) else {
        return Err(NoBlocks::Tiles);
    };
    check(sight, &blocks)?;
    let extent = Extent {
        top,
        left,
        size: Size::new((bottom - top + 1) as usize, (right - left + 1) as usize),
    };
    Ok(told(rule, sight, lattice, &blocks, extent, place))
}

/// Row and column of a tile, from any one.
fn cell_of(tile: Tile) -> (i32, i32) {
    ((tile.m - tile.k) / 2, (tile.m + tile.k) / 2)
}

/// Whether all that has a block's colours belongs to one.
fn check(sight: &Sight, blocks: &Blocks) -> Result<(), NoBlocks> {
    let (mut all, mut outside) = (0_u32, 0_u32);
    for (index, depth) in blocks.depth.iter().enumerate() {
        let class = sight.at(index);
        if sight::is_block(class) && !sight.near_figure(index) {
            all += 1;
            outside += u32::from(*depth == blocks::FREE);
        }
    }
    let share = outside as f32 / all.max(1) as f32;
    if share > UNEXPLAINED {
        return Err(NoBlocks::Unexplained((share * 100.0).round() as u32));
    }
    Ok(())
}

/// How far the board reaches.
struct Extent {
    top: i32,
    left: i32,
    size: Size,
}

impl Extent {
    fn cell(&self, tile: Tile) -> Option<Cell> {
        let (row, col) = cell_of(tile);
        let row = usize::try_from(row - self.top).ok()?;
        let col = usize::try_from(col - self.left).ok()?;
        let cell = Cell::new(row, col);
        self.size.contains(cell).then_some(cell)
    }
}

fn told(
    rule: &IsometricRule,
    sight: &Sight,
    lattice: Lattice,
    blocks: &Blocks,
    extent: Extent,
    place: Place,
) -> Found {
    let reading = |value: &str, confidence| CellReading {
        value: value.to_owned(),
        confidence,
        runner_up: None,
    };
    let kind = |kind: usize| rule.tops.get(kind);
    let value = |block: Option<(i32, usize)>| match block {
        Some((height, top)) => format!("{height}{}", kind(top).map_or("", |top| &top.adds)),
        None => rule.none.clone(),
    };
    let mut tiles = Grid::filled(extent.size, reading(&rule.none, 0.0));
    let mut marks = Grid::filled(extent.size, reading("", 1.0));
    let mut spots = vec![
        ImageRect {
            x: 0.0,
            y: 0.0,
            width: 0.0,
            height: 0.0
        };
        extent.size.rows * extent.size.cols
    ];
    let s = lattice.scale;
    for tile in &blocks.tiles {
        let Some(cell) = extent.cell(*tile) else {
            continue;
        };
        let height = tile.block.map_or(0, |(height, _)| height);
        tiles.set(
            cell,
            CellReading {
                runner_up: tile.other.map(value),
                ..reading(&value(tile.block), tile.confidence)
            },
        );
        let mark = tile.block.and_then(|(_, top)| kind(top));
        let mark = mark.map_or("", |top| top.mark.as_str());
        marks.set(cell, reading(mark, tile.confidence));
        // A square in the middle of the top.
        let (half_x, half_y) = (rule.across * s / 2.0, rule.down * s / 2.0);
        let (x, y) = (
            lattice.x + tile.k as f32 * rule.across * s + rule.area.x as f32,
            lattice.y
                + (tile.m as f32 * rule.down - height as f32 * rule.step) * s
                + rule.area.y as f32,
        );
        let rect = ImageRect {
            x: place.x + (x - half_x) * place.scale,
            y: place.y + (y - half_y) * place.scale_y,
            width: 2.0 * half_x * place.scale,
            height: 2.0 * half_y * place.scale_y,
        };
        if let Some(spot) = spots.get_mut(cell.row * extent.size.cols + cell.col) {
            *spot = rect;
        }
    }
    let mut found = Found {
        boards: Vec::new(),
        spots: BTreeMap::new(),
    };
    let mut add = |id: &str, cells| {
        found.spots.insert(id.to_owned(), spots.clone());
        let id = id.to_owned();
        found.boards.push(BoardReading { id, cells });
    };
    add(&rule.board, tiles);
    add(&rule.marks, marks);
    if let Some(figure) = &rule.figure {
        let seen = figure::find(rule, figure, sight, lattice, blocks);
        let seen = seen.and_then(|seen| Some((extent.cell(seen.tile)?, seen)));
        // As long as it is not known where it is, it may be anywhere.
        let sure = seen.as_ref().map_or(0.0, |(_, seen)| seen.confidence);
        let mut cells = Grid::filled(extent.size, reading("", sure));
        if let Some((cell, seen)) = seen {
            let headings = &figure.headings;
            let names = [&headings.0, &headings.1, &headings.2, &headings.3];
            let name = names.get(seen.heading).map_or("", |name| name.as_str());
            cells.set(cell, reading(name, sure));
        }
        add(&figure.board, cells);
    }
    found
}
