//! What a finder hands on, and what is judged of it.

use image::RgbaImage;

use crate::game::{BoardReading, CellReading, Grid, Size};
use crate::place::{ImageRect, Place};
use crate::profile::{BoardRule, ENDED_PHASE, OTHER_PHASE, PLAYING_PHASE, Point, Profile};
use crate::reading::ScreenReading;

use super::misfit::Misfit;
use crate::grid::GridSight;

/// A picture in which a game is looked for.
pub(crate) struct Search<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) image: &'a RgbaImage,
    /// Where the picture was before.
    pub(crate) hint: Option<Place>,
    /// Tells what a sighting shows and how well it fits the profile.
    pub(crate) judge: &'a dyn Fn(Sighting<'_>) -> Result<Judged, Misfit>,
}

/// Where the game's picture may lie, with the boards that can be cut out of it.
pub(crate) struct Sighting<'a> {
    pub(crate) place: Place,
    /// Width and height of the picture at scale 1.
    pub(crate) size: Point,
    /// Whether all of the picture is in the image; else a level is taken to be in play.
    pub(crate) whole: bool,
    /// Cuts the boards into cells; called if the phase is one in which boards are read.
    pub(crate) cut: Box<dyn FnOnce() -> Result<Vec<Cut<'a>>, Misfit> + 'a>,
}

/// A board cut into cells.
pub(crate) struct Cut<'a> {
    pub(crate) id: &'a str,
    pub(crate) size: Size,
    pub(crate) cells: Cells<'a>,
    /// Whether the order of its cells means nothing.
    pub(crate) loose: bool,
}

/// How the cells of a board are known.
pub(crate) enum Cells<'a> {
    /// By a rule of the profile, which also has their places; with the grid they were found by.
    ByRule(&'a BoardRule, Option<GridSight<'a>>),
    /// The finder has read them, as it could not have found them otherwise.
    Read {
        cells: Grid<CellReading<String>>,
        /// Their places, row by row; none if the cells have no places of their own.
        spots: Vec<ImageRect>,
    },
}

impl<'a> Cut<'a> {
    /// A board whose cells a rule of the profile tells.
    pub(crate) fn by_rule(board: &'a BoardRule, size: Size, grid: Option<GridSight<'a>>) -> Self {
        Self {
            id: &board.id,
            size,
            cells: Cells::ByRule(board, grid),
            loose: false,
        }
    }

    /// A board whose cells the finder has read.
    pub(crate) fn read(
        id: &'a str,
        cells: Grid<CellReading<String>>,
        spots: Vec<ImageRect>,
    ) -> Self {
        Self {
            id,
            size: cells.size(),
            cells: Cells::Read { cells, spots },
            loose: false,
        }
    }
}

/// What a sighting shows.
pub(crate) struct Judged {
    pub(crate) seen: ScreenReading,
    /// How well it fits, to choose among sightings; 0 to about 1.
    pub(crate) score: f32,
    /// Why boards were not read although the phase is one in which they are.
    pub(crate) misfit: Option<Misfit>,
}

impl Judged {
    /// Whether boards are read in its phase.
    pub(crate) fn has_boards(&self) -> bool {
        self.seen.phase == PLAYING_PHASE || self.seen.phase == ENDED_PHASE
    }

    /// Adds a board before all those from `index` on.
    pub(crate) fn insert(
        &mut self,
        index: usize,
        id: &str,
        cells: Grid<CellReading<String>>,
        spots: Vec<ImageRect>,
    ) {
        let id = id.to_owned();
        if !spots.is_empty() {
            self.seen.spots.insert(id.clone(), spots);
        }
        let boards = &mut self.seen.reading.boards;
        boards.insert(index.min(boards.len()), BoardReading { id, cells });
    }

    /// Takes all boards back.
    pub(crate) fn refuse(&mut self, misfit: Misfit) {
        self.seen.phase = OTHER_PHASE.to_owned();
        self.seen.reading = Default::default();
        self.seen.spots.clear();
        self.seen.parts.clear();
        self.score = 0.0;
        self.misfit = Some(misfit);
    }
}

/// Why nothing was found.
pub(crate) enum Miss {
    /// The image is smaller than this.
    TooSmall { least: (u32, u32) },
    /// Nothing in it is what was looked for.
    Nothing {
        looked_for: String,
        /// What the nearest thing to it was.
        seen: String,
    },
}
