//! Data exchanged between finders and the evaluation of candidates.

use image::RgbaImage;

use crate::game::{BoardReading, CellReading, Grid, Size};
use crate::place::{ImageRect, Place};
use crate::profile::{BoardRule, ENDED_PHASE, OTHER_PHASE, PLAYING_PHASE, Point, Profile};
use crate::reading::ScreenReading;

use super::misfit::Misfit;
use crate::grid::GridSight;

/// Picture to be searched.
pub(crate) struct Search<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) image: &'a RgbaImage,
    /// Placement in an earlier picture.
    pub(crate) hint: Option<Place>,
    /// Reads a candidate and scores its fit.
    pub(crate) judge: &'a dyn Fn(Sighting<'_>) -> Result<Judged, Misfit>,
}

/// Possible placement of the game's picture, with its boards.
pub(crate) struct Sighting<'a> {
    pub(crate) place: Place,
    /// Width and height of the picture at scale 1.
    pub(crate) size: Point,
    /// True if the whole picture is in the image; otherwise a level is assumed to be in play.
    pub(crate) whole: bool,
    /// Segments the boards; called only if boards are read in the detected phase.
    pub(crate) cut: Box<dyn FnOnce() -> Result<Vec<Cut<'a>>, Misfit> + 'a>,
}

/// Board segmented into cells.
pub(crate) struct Cut<'a> {
    pub(crate) id: &'a str,
    pub(crate) size: Size,
    pub(crate) cells: Cells<'a>,
    /// True if the order of its cells is irrelevant.
    pub(crate) loose: bool,
}

/// Source of a board's cell values.
pub(crate) enum Cells<'a> {
    /// Recognized by a rule of the profile, with the grid if there is one.
    ByRule(&'a BoardRule, Option<GridSight<'a>>),
    /// Read by the finder itself.
    Read {
        cells: Grid<CellReading<String>>,
        /// Cell rectangles, row by row; empty if the cells have none.
        spots: Vec<ImageRect>,
    },
}

impl<'a> Cut<'a> {
    pub(crate) fn by_rule(board: &'a BoardRule, size: Size, grid: Option<GridSight<'a>>) -> Self {
        Self {
            id: &board.id,
            size,
            cells: Cells::ByRule(board, grid),
            loose: false,
        }
    }

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

/// Reading of a candidate.
pub(crate) struct Judged {
    pub(crate) seen: ScreenReading,
    /// Fit compared with other candidates, 0 to about 1.
    pub(crate) score: f32,
    /// Reason why boards were not read although the phase has some.
    pub(crate) misfit: Option<Misfit>,
}

impl Judged {
    pub(crate) fn has_boards(&self) -> bool {
        self.seen.phase == PLAYING_PHASE || self.seen.phase == ENDED_PHASE
    }

    /// Inserts a board at `index`, at most at the end.
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

    /// Removes all boards and sets the phase to [`OTHER_PHASE`].
    pub(crate) fn refuse(&mut self, misfit: Misfit) {
        self.seen.phase = OTHER_PHASE.to_owned();
        self.seen.reading = Default::default();
        self.seen.spots.clear();
        self.seen.parts.clear();
        self.score = 0.0;
        self.misfit = Some(misfit);
    }
}

/// Reason why nothing was found.
pub(crate) enum Miss {
    /// The image is smaller than this.
    TooSmall { least: (u32, u32) },
    /// The expected picture is not in the image.
    Nothing {
        looked_for: String,
        /// Best approximation found.
        seen: String,
    },
}
