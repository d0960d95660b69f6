//! The reading of a picture by its grid.

use image::RgbaImage;

use crate::game::{BoardReading, Cell, CellReading, Grid};
use crate::judge::{Judged, judge};
use crate::misfit::Misfit;
use crate::place::{ImageRect, Place};
use crate::profile::{BoardRule, DiagramRule, GridRule, PLAYING_PHASE, Profile};

use super::diagram;
use super::lattice::{Lattice, lattices};
use super::outline::{Outline, outline};
use super::patches::patches;

/// So many grids are held against the profile.
const MOST_TRIED: usize = 4;

/// What cell rules that go by the grid look at.
#[derive(Clone, Copy)]
pub(crate) struct GridSight<'a> {
    pub(crate) image: &'a RgbaImage,
    pub(crate) lattice: &'a Lattice,
    pub(crate) contrast: u8,
}

impl GridSight<'_> {
    /// What is seen of the edge of a cell that has no patch of its own.
    pub(crate) fn outline(&self, cell: Cell) -> Outline {
        outline(self.image, self.rect(cell), self.contrast)
    }

    /// The whole of a cell's place in the grid.
    pub(crate) fn rect(&self, cell: Cell) -> ImageRect {
        let board = self.lattice.rect();
        let (width, height) = (
            board.width / self.lattice.size.cols.max(1) as f32,
            board.height / self.lattice.size.rows.max(1) as f32,
        );
        ImageRect {
            x: board.x + cell.col as f32 * width,
            y: board.y + cell.row as f32 * height,
            width,
            height,
        }
    }
}

/// Why no board was found.
pub(crate) enum NoGrid {
    /// No grid at all, or only ones of these sizes.
    None(Vec<(usize, usize)>),
    /// The likeliest one is not the game's.
    Misfit(Misfit),
}

/// Finds the board and reads it.
///
/// # Errors
/// [`NoGrid`].
pub(crate) fn read(
    profile: &Profile,
    rule: &GridRule,
    image: &RgbaImage,
) -> Result<(Place, Judged), NoGrid> {
    let patches = patches(image, rule.contrast, rule.side.0.max(2) / 2);
    let found = lattices(&patches, rule);
    let mut sizes = Vec::new();
    let mut nearest: Option<Misfit> = None;
    for lattice in found.iter().take(MOST_TRIED) {
        let Some(profile) = sized(profile, lattice) else {
            sizes.push((lattice.size.rows, lattice.size.cols));
            continue;
        };
        let pitch = profile.boards.first().map_or((1, 1), |board| board.pitch);
        let place = lattice.place(pitch);
        let sight = GridSight {
            image,
            lattice,
            contrast: rule.contrast,
        };
        match judge(&profile, image, place, Some(sight)) {
            Ok(judged) if judged.phase == PLAYING_PHASE || judged.misfit.is_none() => {
                return Ok((place, judged));
            }
            Ok(judged) => nearest = nearest.or(judged.misfit),
            Err(misfit) => nearest = nearest.or(Some(misfit)),
        }
    }
    Err(match nearest {
        Some(misfit) => NoGrid::Misfit(misfit),
        None => NoGrid::None(sizes),
    })
}

/// The profile for a board of the size found; `None` if it wants another one.
fn sized(profile: &Profile, lattice: &Lattice) -> Option<Profile> {
    let mut sized = profile.clone();
    for board in &mut sized.boards {
        let fits = |wanted: usize, seen: usize| wanted == 0 || wanted == seen;
        if !fits(board.rows, lattice.size.rows) || !fits(board.cols, lattice.size.cols) {
            return None;
        }
        (board.rows, board.cols) = (lattice.size.rows, lattice.size.cols);
        let side = |count: usize, pitch: u32| u32::try_from(count).unwrap_or(1) * pitch;
        sized.picture.size = (
            side(board.cols, board.pitch.0),
            side(board.rows, board.pitch.1),
        );
    }
    Some(sized)
}

/// Reads the little maps in the cells of a board.
pub(crate) fn read_diagrams(
    board: &BoardRule,
    rule: &DiagramRule,
    grid: GridSight<'_>,
) -> BoardReading {
    let size = grid.lattice.size;
    let nothing = || CellReading {
        value: String::new(),
        confidence: 0.0,
        runner_up: None,
    };
    let cells = size.cells().map(|cell| {
        match diagram::read(rule, grid.image, grid.rect(cell), cell, size) {
            Some(map) => CellReading {
                value: map.text(),
                confidence: map.confidence,
                runner_up: None,
            },
            None => nothing(),
        }
    });
    BoardReading {
        id: board.id.clone(),
        cells: Grid::from_cells(size, cells.collect())
            .unwrap_or_else(|| Grid::filled(size, nothing())),
    }
}
