//! Finder for boards of blocks of different heights in an isometric view.
//!
//! The picture is found like one with fixed boards. Entirely visible tops determine the tile lattice, and the lower
//! edge of the board the ground ([`lattice`]). Then tiles are recognized from front to back by the pixels that blocks
//! in front leave visible ([`blocks`]). Hidden tiles are not guessed but doubtful.

mod bar;
mod blocks;
mod figure;
mod lattice;
mod list;
mod sight;

use image::RgbaImage;

use self::blocks::{Blocks, Tile, blocks};
use self::lattice::{Lattice, lattices};
use self::sight::Sight;
use super::fixed;
use super::misfit::Misfit;
use super::sighting::{Cells, Cut, Judged, Miss, Search};
use crate::game::{Cell, CellReading, Grid, Size};
use crate::place::{ImageRect, Place};
use crate::profile::IsometricRule;
use crate::reading::cell_reading;

/// Maximum share of block-coloured pixels outside recognized blocks.
const UNEXPLAINED: f32 = 0.03;
/// Minimum confidence of tiles that determine the board's extent.
const SURE: f32 = 0.5;

pub(super) fn find(rule: &IsometricRule, search: &Search<'_>) -> Result<Judged, Miss> {
    let mut judged = fixed::find(&rule.picture, search)?;
    if judged.has_boards() {
        match cut(rule, search.image, judged.seen.place) {
            Ok(cuts) => {
                let list = rule.list.as_ref();
                let list = list.map(|it| list::cut(it, search.image, judged.seen.place));
                let (list, part) = list.unzip();
                let part = part.flatten().map(|part| (part.rule.board.clone(), part));
                judged.seen.parts.extend(part);
                for (index, cut) in cuts.into_iter().chain(list).enumerate() {
                    if let Cells::Read { cells, spots } = cut.cells {
                        judged.insert(index, cut.id, cells, spots);
                    }
                }
            }
            Err(misfit) => judged.refuse(misfit),
        }
    }
    Ok(judged)
}

fn cut<'a>(
    rule: &'a IsometricRule,
    image: &RgbaImage,
    place: Place,
) -> Result<Vec<Cut<'a>>, Misfit> {
    let sight = Sight::new(rule, image, place);
    // The first lattice that explains all block-coloured pixels wins.
    let mut problem = None;
    for lattice in lattices(&rule.lengths, &sight) {
        match on_lattice(rule, &sight, lattice, place) {
            Ok(found) => return Ok(found),
            Err(other) => problem = Some(Misfit::nearer(problem, other)),
        }
    }
    let nothing = Misfit::Nothing("no tiles of blocks seen from above and aside");
    Err(problem.unwrap_or(nothing))
}

fn on_lattice<'a>(
    rule: &'a IsometricRule,
    sight: &Sight,
    lattice: Lattice,
    place: Place,
) -> Result<Vec<Cut<'a>>, Misfit> {
    let blocks = blocks(rule, sight, lattice);
    let sure = |tile: &&Tile| tile.block.is_some() && tile.confidence >= SURE;
    let sure = || blocks.tiles.iter().filter(sure).map(|tile| cell_of(*tile));
    let rows = (sure().map(|c| c.0).min(), sure().map(|c| c.0).max());
    let cols = (sure().map(|c| c.1).min(), sure().map(|c| c.1).max());
    let ((Some(top), Some(bottom)), (Some(left), Some(right))) = (rows, cols) else {
        return Err(Misfit::Nothing("tops of tiles, but no blocks under them"));
    };
    check(sight, &blocks)?;
    let extent = Extent {
        top,
        left,
        size: Size::new((bottom - top + 1) as usize, (right - left + 1) as usize),
    };
    Ok(boards(rule, sight, lattice, &blocks, extent, place))
}

/// Row and column of a tile, relative to an arbitrary origin.
fn cell_of(tile: Tile) -> (i32, i32) {
    ((tile.m - tile.k) / 2, (tile.m + tile.k) / 2)
}

/// Checks that nearly all block-coloured pixels belong to a block.
fn check(sight: &Sight, blocks: &Blocks) -> Result<(), Misfit> {
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
        return Err(Misfit::Unexplained((share * 100.0).round() as u32));
    }
    Ok(())
}

/// Position and size of the board on the lattice.
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

fn boards<'a>(
    rule: &'a IsometricRule,
    sight: &Sight,
    lattice: Lattice,
    blocks: &Blocks,
    extent: Extent,
    place: Place,
) -> Vec<Cut<'a>> {
    let ids = &rule.boards;
    let kind = |kind: usize| rule.colours.tops.get(kind);
    let value = |block: Option<(i32, usize)>| match block {
        Some((height, top)) => format!("{height}{}", kind(top).map_or("", |top| &top.adds)),
        None => ids.none.clone(),
    };
    let mut tiles = Grid::filled(extent.size, cell_reading(ids.none.as_str(), 0.0));
    let mut marks = Grid::filled(extent.size, cell_reading("", 1.0));
    let mut spots = Grid::filled(extent.size, ImageRect::about((0.0, 0.0), (0.0, 0.0)));
    let placed = blocks.tiles.iter();
    for (tile, cell) in placed.filter_map(|tile| Some((tile, extent.cell(*tile)?))) {
        if let (true, Some(hidden)) = (tile.hidden, &ids.hidden) {
            tiles.set(cell, cell_reading(hidden.as_str(), 1.0));
            continue;
        }
        tiles.set(
            cell,
            CellReading {
                runner_up: tile.other.map(value),
                ..cell_reading(value(tile.block), tile.confidence)
            },
        );
        let mark = tile.block.and_then(|(_, top)| kind(top));
        let mark = mark.map_or("", |top| top.mark.as_str());
        marks.set(cell, cell_reading(mark, tile.confidence));
        let height = tile.block.map_or(0, |(height, _)| height);
        spots.set(cell, spot(rule, lattice, tile, height, place));
    }
    let spots = spots.as_slice();
    let mut cuts = vec![
        Cut::read(&ids.tiles, tiles, spots.to_vec()),
        Cut::read(&ids.marks, marks, spots.to_vec()),
    ];
    if let Some(figure) = &rule.figure {
        let seen = figure::find(rule, figure, sight, lattice, blocks);
        let seen = seen.and_then(|seen| Some((extent.cell(seen.tile)?, seen)));
        // While its position is unknown, the figure may be on any cell.
        let sure = seen.as_ref().map_or(0.0, |(_, seen)| seen.confidence);
        let mut cells = Grid::filled(extent.size, cell_reading("", sure));
        if let Some((cell, seen)) = seen {
            let headings = &figure.headings;
            let names = [&headings.0, &headings.1, &headings.2, &headings.3];
            let name = names.get(seen.heading).map_or("", |name| name.as_str());
            cells.set(cell, cell_reading(name, sure));
        }
        cuts.push(Cut::read(&figure.board, cells, spots.to_vec()));
    }
    cuts
}

/// Clickable rectangle around the centre of a tile's top, in image pixels.
fn spot(
    rule: &IsometricRule,
    lattice: Lattice,
    tile: &Tile,
    height: i32,
    place: Place,
) -> ImageRect {
    let (x, y) = lattice.top(&rule.lengths, tile.k, tile.m, height);
    let (x, y) = (x + rule.area.x as f32, y + rule.area.y as f32);
    let s = lattice.scale;
    let (across, down) = (rule.lengths.across * s, rule.lengths.down * s);
    ImageRect::about(
        (place.x + x * place.scale, place.y + y * place.scale_y),
        (across * place.scale, down * place.scale_y),
    )
}
