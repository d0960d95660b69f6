//! Search for the place of a picture of fixed size. Places are tried from the likeliest on; the one with the fewest
//! doubtful cells wins, unless straight edges or its surroundings show that the board lies elsewhere.

use std::cmp::Reverse;

use crate::classify::{Classifier, cell_template};
use crate::error::VisionError;
use crate::find::Mismatch;
use crate::find::fixed::{CONTRASTS, EdgeStats, FixedPicture};
use crate::game::{Cell, Size};
use crate::place::Placement;
use crate::profile::{BoardRule, CellRule, OTHER_PHASE, PLAYING_PHASE, PictureRule};
use crate::sampler::Sampler;

use super::PictureReader;
use super::score::ScoredReading;

/// Maximum displacement by emulator filters and blurred frames, in image pixels.
const MAX_NUDGE: i8 = 2;
/// Minimum scale of a picture that counts as enlarged, so that filters may displace it.
const MIN_ENLARGED_SCALE: f32 = 1.5;
/// Maximum number of framed positions whose neighbours are tried.
const MAX_NUDGED: u32 = 4;
/// Share of doubtful cells up to which a picture that fills the image counts as well placed.
const MAX_DOUBTFUL_SHARE: f32 = 0.05;
/// Step sizes of the local search, in image pixels.
const CLIMB_STEPS: [f32; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0];

impl PictureReader<'_> {
    /// Reads the picture, at the hint (its place in an earlier image of the window) if it is still there.
    ///
    /// An image of exactly the picture's shape is accepted in any phase; elsewhere only a picture with boards, or with a
    /// known phase inside a frame.
    pub(super) fn fixed(&self, rule: &PictureRule) -> Result<ScoredReading, VisionError> {
        let picture = FixedPicture {
            rule,
            profile: self.profile,
            image: self.image,
        };
        let (size, least) = (self.image.dimensions(), picture.least_size());
        if size.0 < least.0 || size.1 < least.1 {
            return Err(VisionError::TooSmall {
                profile: self.profile.id.clone(),
                size,
                least,
            });
        }
        let is_possible = |place: &Placement| {
            picture.is_inside(*place) || place.scale > 0.0 && picture.shows_boards(*place)
        };
        if let Some(place) = self.hint.filter(is_possible)
            && let Ok(scored) = self.score(place, rule.size, None)
            && (scored.screen.phase != OTHER_PHASE || Some(place) == picture.whole_image())
        {
            return Ok(scored);
        }
        let mut search = PlaceSearch {
            reader: self,
            picture,
            found: None,
            fallback: None,
            nearest: None,
            nudged: 0,
        };
        search.run();
        let seen = || match search.nearest {
            Some(mismatch) => format!("at the likeliest place, {mismatch}"),
            None => "no picture of these proportions".to_owned(),
        };
        let found = search.found.or(search.fallback);
        found.ok_or_else(|| self.not_found(picture.looked_for(), seen()))
    }
}

/// Search for a picture, with the best reading so far.
struct PlaceSearch<'a> {
    reader: &'a PictureReader<'a>,
    picture: FixedPicture<'a>,
    /// Best reading with boards.
    found: Option<ScoredReading>,
    /// The whole image in a phase without boards, used unless the game is found inside it.
    fallback: Option<ScoredReading>,
    /// Rejection that came closest to a match, for display.
    nearest: Option<Mismatch>,
    /// Number of framed positions whose neighbours were tried.
    nudged: u32,
}

impl PlaceSearch<'_> {
    fn score(&self, place: Placement) -> Result<ScoredReading, Mismatch> {
        self.reader.score(place, self.picture.rule.size, None)
    }

    /// Tries all candidates, until one is clear.
    fn run(&mut self) {
        let picture = self.picture;
        // In a window of unchanged size, unknown cells do not suggest another position.
        let max_doubtful = match self.reader.hint {
            Some(_) => 1.0,
            None => MAX_DOUBTFUL_SHARE,
        };
        if let Some(place) = picture.whole_image() {
            match self.score(place) {
                Ok(scored) if scored.screen.phase == PLAYING_PHASE => {
                    let is_clear = scored.screen.doubtful().is_empty();
                    let is_misplaced = self.has_edges(place, EdgeStats::is_clearly_misplaced)
                        || is_clear && self.is_background(&scored);
                    if !is_misplaced {
                        self.found = Some(scored);
                        self.refine(max_doubtful);
                        return;
                    }
                }
                Ok(scored) => self.fallback = Some(scored),
                Err(mismatch) => self.note_mismatch(mismatch),
            }
            // Some filters shift the picture.
            self.nudge(place);
            if self.found.is_some() {
                self.refine(max_doubtful);
                return;
            }
        }
        for place in picture.full_width() {
            self.try_place(place);
        }
        self.refine(0.0);
        if self.has_doubtful_at_most(0.0) {
            return;
        }
        for contrast in CONTRASTS {
            for place in picture.framed_places(contrast) {
                self.try_page(place);
                self.try_framed(place);
            }
            // A lower contrast finds noise, so it is tried only if this one finds nothing.
            if self.found.is_some() {
                return;
            }
        }
        // If the sides are invisible, a shifted position may fit too: the best candidate wins and is refined.
        let trusted = picture.letterboxed().into_iter();
        for place in trusted.chain(picture.contrast_places()) {
            if picture.is_inside(place) {
                self.try_place(place);
            }
        }
        self.climb();
    }

    /// Returns whether known cells of different classes lie next to a board, so that this position cuts it off: what
    /// surrounds a board looks like one class at most.
    fn cuts_off_board(&self, place: Placement) -> bool {
        let profile = self.reader.profile;
        let palette = &profile.screen.palette;
        let is_plain = |board: &&BoardRule| {
            board.seam == 0 && board.lines.is_none() && matches!(board.values, CellRule::Looks(_))
        };
        let boards = self.reader.cache.boards(profile);
        let mut boards = boards.filter(|(board, _)| is_plain(board));
        boards.any(|(board, cache)| {
            let size = Size::new(board.rows, board.cols);
            let classifier = Classifier::new(board, size, None, palette, cache);
            let mut sides = [(0, -1), (0, 1), (-1, 0), (1, 0)].into_iter();
            // At a place one cell aside, the outermost cells of that side are those just outside the board.
            sides.any(|(right, below)| {
                let (across, down) = (board.pitch.0 as f32, board.pitch.1 as f32);
                let shifted = place.moved(
                    right as f32 * across * place.scale,
                    below as f32 * down * place.scale_y,
                );
                let image = self.reader.image;
                if !shifted.board(board).lies_within(image.dimensions(), 0.0) {
                    return false;
                }
                let is_outer = |cell: &Cell| match (right, below) {
                    (-1, _) => cell.col == 0,
                    (1, _) => cell.col + 1 == size.cols,
                    (_, -1) => cell.row == 0,
                    _ => cell.row + 1 == size.rows,
                };
                let sampler = self.reader.sampler(shifted);
                let outer = size.cells().filter(is_outer);
                let read = outer.map(|cell| classifier.cell(&sampler, cell));
                let clear = read.filter(|it| it.confidence >= profile.screen.doubtful_below);
                let mut known: Vec<_> = clear.map(|verdict| verdict.class).collect();
                let line = if below == 0 { size.rows } else { size.cols };
                let is_mostly_clear = 2 * known.len() > line;
                known.sort_unstable();
                known.dedup();
                is_mostly_clear && known.len() > 1
            })
        })
    }

    /// Returns whether all cells have one value, no edges and no content, as the background outside a board has.
    fn is_background(&self, scored: &ScoredReading) -> bool {
        let boards = scored.screen.reading.boards.iter();
        let mut values = boards.flat_map(|board| board.cells.iter().map(|(_, cell)| &cell.value));
        let first = values.next();
        let place = scored.screen.place;
        let sampler = Sampler::new(self.reader.image, place, &[]);
        let is_even = |board: &BoardRule| {
            let mut cells = Size::new(board.rows, board.cols).cells();
            cells.all(|cell| cell_template(&sampler, place.cell(board, cell)).is_even())
        };
        values.all(|value| Some(value) == first)
            && self.has_edges(place, EdgeStats::is_empty)
            && self.reader.profile.boards.iter().all(is_even)
    }

    /// Returns whether the edges of some board meet a condition.
    fn has_edges(&self, place: Placement, condition: impl Fn(&EdgeStats) -> bool) -> bool {
        let sampler = self.reader.sampler(place);
        let edges = |board| EdgeStats::new(board, place, &sampler);
        let mut edges = self.reader.profile.boards.iter().filter_map(edges);
        edges.any(|lines| condition(&lines))
    }

    /// Returns whether at most this share of the best candidate's cells is doubtful.
    fn has_doubtful_at_most(&self, share: f32) -> bool {
        self.found.as_ref().is_some_and(|found| {
            let boards = found.screen.reading.boards.iter();
            let cells: usize = boards.map(|board| board.cells.iter().count()).sum();
            found.screen.doubtful().len() as f32 <= share * cells as f32
        })
    }

    /// Improves the best candidate: by moving it if more than this share of its cells is doubtful; then, if any is, by
    /// trying cells a whole number of pixels wide.
    fn refine(&mut self, share: f32) {
        if !self.has_doubtful_at_most(share) {
            self.search_near(share);
        }
        if self.reader.hint.is_some() || self.has_doubtful_at_most(0.0) {
            return;
        }
        let found = self.found.as_ref().map(|found| found.screen.place);
        let near = found.map(|place| self.picture.whole_pitch_places(place));
        self.try_all(near.unwrap_or_default());
    }

    /// Moves the best candidate, and tries places where the image repeats like a board.
    fn search_near(&mut self, share: f32) {
        // Bars that keep their height displace the board a little.
        self.climb();
        if self.reader.hint.is_some() || self.has_doubtful_at_most(share) {
            return;
        }
        self.try_all(self.picture.repeating_places());
        if !self.has_doubtful_at_most(share) {
            self.climb();
        }
    }

    /// Moves the best candidate by a step at a time while that improves it.
    fn climb(&mut self) {
        while let Some(start) = self.found.as_ref().map(|found| found.screen.place) {
            for step in CLIMB_STEPS {
                self.try_all(start.moved_by(step).to_vec());
            }
            let found = self.found.as_ref();
            if found.is_none_or(|found| found.screen.place == start) {
                return;
            }
        }
    }

    /// Tries those positions at which all boards are in the image.
    fn try_all(&mut self, places: Vec<Placement>) {
        for place in places {
            if self.picture.shows_boards(place) {
                self.try_place(place);
            }
        }
    }

    /// Accepts a framed position as a phase without boards, if that is known and the fallback is not.
    fn try_page(&mut self, place: Placement) {
        let fallback = self.fallback.as_ref();
        if fallback.is_none_or(|it| it.screen.phase == OTHER_PHASE)
            && self.picture.is_inside(place)
            && let Ok(scored) = self.score(place)
            && !scored.has_boards()
            && scored.screen.phase != OTHER_PHASE
        {
            self.fallback = Some(scored);
        }
    }

    /// Tries a position framed by edges, and those around it if its colours fit.
    fn try_framed(&mut self, place: Placement) {
        if self.picture.is_inside(place) && self.try_place(place) && self.nudged < MAX_NUDGED {
            self.nudged += 1;
            self.nudge(place);
        }
    }

    /// Tries the positions around one in an enlarged picture.
    fn nudge(&mut self, start: Placement) {
        if start.scale < MIN_ENLARGED_SCALE {
            return;
        }
        for down in -MAX_NUDGE..=MAX_NUDGE {
            for right in -MAX_NUDGE..=MAX_NUDGE {
                self.try_place(start.moved(right.into(), down.into()));
            }
        }
    }

    /// Reads the boards at a position, which becomes the best candidate if it has fewer doubtful cells and no signs of
    /// being misplaced. Returns whether it has the game's colours but not its boards.
    fn try_place(&mut self, place: Placement) -> bool {
        match self.score(place) {
            Ok(scored) if scored.screen.phase == PLAYING_PHASE => {
                let rank = |it: &ScoredReading| (Reverse(it.screen.doubtful().len()), it.score);
                let better = |found: &ScoredReading| rank(&scored) > rank(found);
                let is_misplaced = || {
                    self.cuts_off_board(place)
                        || self.has_edges(place, EdgeStats::is_misplaced)
                        || self.is_background(&scored)
                };
                if self.found.as_ref().is_none_or(better) && !is_misplaced() {
                    self.found = Some(scored);
                }
                false
            }
            Ok(scored) => {
                if let Some(mismatch) = scored.mismatch {
                    self.note_mismatch(mismatch);
                }
                true
            }
            Err(mismatch) => {
                self.note_mismatch(mismatch);
                false
            }
        }
    }

    fn note_mismatch(&mut self, mismatch: Mismatch) {
        self.nearest = Some(Mismatch::closer(self.nearest.take(), mismatch));
    }
}
