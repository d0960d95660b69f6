//! Data exchanged between finders, which propose candidates, and `read::score`, which reads and rejects or scores them.

use image::RgbaImage;

use crate::classify::ReadCache;
use crate::game::{BoardReading, Size};
use crate::place::{ImageRect, Placement};
use crate::profile::{BoardRule, ENDED_PHASE, OTHER_PHASE, PLAYING_PHASE, Point, Profile};
use crate::reading::{CellGrid, ScreenReading};

use super::mismatch::Mismatch;
use crate::grid::GridView;

/// A picture with the profile that reads it.
pub(crate) struct PictureSearch<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) image: &'a RgbaImage,
    /// Placement of an earlier reading of the same window.
    pub(crate) hint: Option<Placement>,
    pub(crate) cache: &'a ReadCache,
    /// Reads a candidate and scores its fit.
    pub(crate) score: &'a dyn Fn(Candidate<'_>) -> Result<ScoredReading, Mismatch>,
}

/// Possible placement of the game's picture, with its boards.
pub(crate) struct Candidate<'a> {
    pub(crate) place: Placement,
    /// Width and height of the picture at scale 1.
    pub(crate) size: Point,
    /// True if the whole picture is in the image; otherwise a level is assumed to be in play.
    pub(crate) complete: bool,
    /// Segments the boards; called only if boards are read in the detected phase.
    pub(crate) segment: Box<dyn FnOnce() -> Result<Vec<Segment<'a>>, Mismatch> + 'a>,
}

/// A board that was found, divided into cells.
pub(crate) struct Segment<'a> {
    pub(crate) id: &'a str,
    pub(crate) size: Size,
    pub(crate) cells: CellSource<'a>,
    /// True if the order of its cells is irrelevant.
    pub(crate) unordered: bool,
}

pub(crate) enum CellSource<'a> {
    /// Recognized by a rule of the profile, with the grid if there is one.
    ByRule(&'a BoardRule, Option<GridView<'a>>),
    /// Read by the finder itself.
    Read {
        cells: CellGrid,
        /// Cell rectangles, row by row; empty if the cells have none.
        rects: Vec<ImageRect>,
    },
}

impl<'a> Segment<'a> {
    pub(crate) fn by_rule(board: &'a BoardRule, size: Size, grid: Option<GridView<'a>>) -> Self {
        Self {
            id: &board.id,
            size,
            cells: CellSource::ByRule(board, grid),
            unordered: false,
        }
    }

    pub(crate) fn read(id: &'a str, cells: CellGrid, rects: Vec<ImageRect>) -> Self {
        Self {
            id,
            size: cells.size(),
            cells: CellSource::Read { cells, rects },
            unordered: false,
        }
    }
}

pub(crate) struct ScoredReading {
    pub(crate) screen: ScreenReading,
    /// Fit of the boards, to compare candidates: 0 to 1.3; 0 if no board was read.
    pub(crate) score: f32,
    /// Reason why boards were not read although the phase has some.
    pub(crate) mismatch: Option<Mismatch>,
}

impl ScoredReading {
    /// Returns whether boards are read in the phase.
    pub(crate) fn has_boards(&self) -> bool {
        self.screen.phase == PLAYING_PHASE || self.screen.phase == ENDED_PHASE
    }

    /// Inserts a board with its cells' rectangles, if it has any, at `index` of the boards, or at the end if there are
    /// fewer.
    pub(crate) fn insert(
        &mut self,
        index: usize,
        id: &str,
        (cells, rects): (CellGrid, Vec<ImageRect>),
    ) {
        let id = id.to_owned();
        if !rects.is_empty() {
            self.screen.cell_rects.insert(id.clone(), rects);
        }
        let boards = &mut self.screen.reading.boards;
        boards.insert(index.min(boards.len()), BoardReading { id, cells });
    }

    /// Removes all boards and sets the phase to [`OTHER_PHASE`].
    pub(crate) fn reject(&mut self, mismatch: Mismatch) {
        self.screen.phase = OTHER_PHASE.to_owned();
        self.screen.reading = Default::default();
        self.screen.cell_rects.clear();
        self.screen.parts.clear();
        self.score = 0.0;
        self.mismatch = Some(mismatch);
    }
}

/// Result of a finder: the best reading, which may have a phase without boards.
pub(crate) type FindResult = Result<ScoredReading, FindError>;

pub(crate) enum FindError {
    /// The image is smaller than the picture at its smallest scale, `least` pixels.
    TooSmall { least: (u32, u32) },
    /// No candidate is the game's picture. Both texts are for display.
    Nothing {
        looked_for: String,
        /// Best approximation found.
        seen: String,
    },
}
