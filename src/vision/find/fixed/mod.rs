//! Finder for boards at fixed positions of a picture: the window's client area, a letterboxed one, a window with its
//! frame, or a screenshot with the window in it. Candidates are tried from the likeliest on; the one with the fewest
//! doubtful cells wins, unless straight edges or its surroundings show that the board lies elsewhere.

mod contrast;
mod edges;
mod lines;
mod repeats;

use std::cmp::Reverse;

use crate::classify::{Classifier, cell_template};
use crate::game::{Cell, Size};
use crate::place::Placement;
use crate::profile::{BoardRule, CellRule, OTHER_PHASE, PLAYING_PHASE, PictureRule, Profile};
use crate::sampler::Sampler;

use super::candidate::{Candidate, FindError, FindResult, PictureSearch, ScoredReading, Segment};
use super::mismatch::Mismatch;

use contrast::contrast_places;
use edges::{CONTRASTS, MAX_WHOLE_SCALE, framed_places};
use lines::EdgeStats;
use repeats::{repeating_places, whole_pitch_places};

/// Finds the picture, at the hint if it is still there.
///
/// An image of exactly the picture's shape is accepted in any phase; elsewhere only a picture with boards, or with a
/// known phase inside a frame.
pub(super) fn find(rule: &PictureRule, search: &PictureSearch<'_>) -> FindResult {
    let least = |side: u32| (side as f32 * rule.scale.from).floor().max(1.0) as u32;
    let least = (least(rule.size.0), least(rule.size.1));
    let size = search.image.dimensions();
    if size.0 < least.0 || size.1 < least.1 {
        return Err(FindError::TooSmall { least });
    }
    let mut best = PictureFinder {
        rule,
        search,
        found: None,
        fallback: None,
        nearest: None,
        nudged: 0,
    };
    let hint = search.hint.filter(|place| {
        place.lies_within(rule.size, size) || place.scale > 0.0 && best.shows_boards(*place)
    });
    if let Some(place) = hint
        && let Ok(scored) = best.score(place)
        && (scored.screen.phase != OTHER_PHASE || Some(place) == best.whole_image())
    {
        return Ok(scored);
    }
    best.search();
    let found = best.found.or(best.fallback);
    found.ok_or_else(|| FindError::Nothing {
        looked_for: looked_for(rule, search.profile),
        seen: match best.nearest {
            Some(mismatch) => format!("at the likeliest place, {mismatch}"),
            None => "no picture of these proportions".to_owned(),
        },
    })
}

fn looked_for(rule: &PictureRule, profile: &Profile) -> String {
    let boards = profile.boards.iter();
    // A board without a size of its own has no cells to count.
    let boards = boards.map(|board| match (board.rows, board.cols) {
        (0, _) | (_, 0) => format!("‘{}’", board.id),
        (rows, cols) => format!("‘{}’ of {rows}×{cols} cells", board.id),
    });
    let at = |scale: f32| {
        let side = |units: u32| (units as f32 * scale).round();
        format!("{}×{}", side(rule.size.0), side(rule.size.1))
    };
    format!(
        "a picture of {} to {} pixels in these proportions, with these boards at their places: {}",
        at(rule.scale.from),
        at(rule.scale.to),
        boards.collect::<Vec<_>>().join(", ")
    )
}

/// All boards at their fixed positions.
fn segments<'a>(profile: &'a Profile) -> Vec<Segment<'a>> {
    let boards = profile.boards.iter();
    // Diagrams need a grid.
    let boards = boards.filter(|board| !matches!(board.values, CellRule::Diagram(_)));
    let segment = |board: &'a BoardRule| {
        let (rows, cols) = board.extent();
        Segment::by_rule(board, Size::new(rows, cols), None)
    };
    boards.map(segment).collect()
}

/// Maximum displacement by emulator filters and blurred frames, in image pixels.
const MAX_NUDGE: i8 = 2;
/// Minimum scale of a picture that counts as enlarged, so that filters may displace it.
const MIN_ENLARGED_SCALE: f32 = 1.5;
/// Maximum number of framed positions whose neighbours are tried.
const MAX_NUDGED: u32 = 4;
/// Maximum share of bars above and below the picture in a window's height.
const MAX_BARS: f32 = 0.25;
/// Vertical step of positions tried between such bars, in cell pitches.
const BAR_STEP: f32 = 0.06;
/// Pixels of a board that may lie outside the image.
const MAX_OUTSIDE: f32 = 2.0;
/// Share of doubtful cells up to which a picture that fills the image counts as well placed.
const MAX_DOUBTFUL: f32 = 0.05;
/// Step sizes of the local search, in image pixels.
const CLIMB_STEPS: [f32; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0];

/// Search for the picture, with the best candidate so far.
struct PictureFinder<'a> {
    rule: &'a PictureRule,
    search: &'a PictureSearch<'a>,
    found: Option<ScoredReading>,
    /// The whole image in a phase without boards, used unless the game is found inside it.
    fallback: Option<ScoredReading>,
    /// Rejection that came closest to a match, for display.
    nearest: Option<Mismatch>,
    /// Number of framed positions whose neighbours were tried.
    nudged: u32,
}

impl PictureFinder<'_> {
    fn score(&self, place: Placement) -> Result<ScoredReading, Mismatch> {
        let profile = self.search.profile;
        (self.search.score)(Candidate {
            place,
            size: self.rule.size,
            complete: true,
            segment: Box::new(|| Ok(segments(profile))),
        })
    }

    /// Tries all candidates, until one is clear.
    fn search(&mut self) {
        let (rule, search) = (self.rule, self.search);
        // In a window of unchanged size, unknown cells do not suggest another position.
        let max_doubtful = match search.hint {
            Some(_) => 1.0,
            None => MAX_DOUBTFUL,
        };
        if let Some(place) = self.whole_image() {
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
        for place in self.full_width() {
            self.try_place(place);
        }
        self.refine(0.0);
        if self.has_doubtful_at_most(0.0) {
            return;
        }
        let mut trusted = self.letterboxed();
        for contrast in CONTRASTS {
            for (all_sides, place) in framed_places(rule, search.image, contrast) {
                if all_sides {
                    self.try_page(place);
                    self.try_framed(place);
                } else {
                    trusted.push(place);
                }
            }
            if self.found.is_some() {
                return;
            }
        }
        // If the sides are invisible, a shifted position may fit too: the best candidate wins and is refined.
        trusted.extend(contrast_places(rule, search));
        for place in trusted {
            if place.lies_within(rule.size, search.image.dimensions()) {
                self.try_place(place);
            }
        }
        self.climb();
    }

    /// Placement that fills the image, if the aspect ratios agree.
    fn whole_image(&self) -> Option<Placement> {
        let (width, height) = self.rule.size;
        let place = Placement::filling(self.search.image.dimensions(), (width, height));
        let (across, down) = (place.scale, place.scale_y);
        // Rounding accounts for up to two pixels.
        let same_shape = (across - down).abs() * (width.max(height) as f32) <= 2.0;
        let scale = &self.rule.scale;
        (same_shape && scale.allows(across) && scale.allows(down)).then_some(place)
    }

    /// Placements as wide as the image at different heights: bars keep their height in a larger window.
    fn full_width(&self) -> Vec<Placement> {
        let (width, height) = self.rule.size;
        let image = self.search.image;
        let scale = image.width() as f32 / width.max(1) as f32;
        let spare = image.height() as f32 - height as f32 * scale;
        if !self.rule.scale.allows(scale) || spare.abs() > MAX_BARS * image.height() as f32 {
            return Vec::new();
        }
        let pitches = self.search.profile.boards.iter().map(|board| board.pitch.1);
        let step = (BAR_STEP * pitches.min().unwrap_or(1) as f32 * scale).max(1.0);
        let places = (0..=(spare.abs() / step) as u16).map(|index| {
            let down = f32::from(index) * step * spare.signum();
            Placement::new(0.0, down, scale)
        });
        places.filter(|place| self.shows_boards(*place)).collect()
    }

    fn shows_boards(&self, place: Placement) -> bool {
        let image = self.search.image.dimensions();
        let mut boards = self.search.profile.boards.iter();
        boards.all(|board| place.board(board).lies_within(image, MAX_OUTSIDE))
    }

    /// Returns whether known cells of different classes lie next to a board, so that this position cuts it off.
    fn continues(&self, place: Placement) -> bool {
        let profile = self.search.profile;
        let palette = &profile.screen.palette;
        let is_plain = |board: &&BoardRule| {
            board.seam == 0 && board.lines.is_none() && matches!(board.values, CellRule::Looks(_))
        };
        let boards = self.search.cache.boards(profile);
        let mut boards = boards.filter(|(board, _)| is_plain(board));
        boards.any(|(board, cache)| {
            let size = Size::new(board.rows, board.cols);
            let classifier = Classifier::new(board, size, None, palette, cache);
            let mut sides = [(0, -1), (0, 1), (-1, 0), (1, 0)].into_iter();
            sides.any(|(right, below)| {
                let (across, down) = (board.pitch.0 as f32, board.pitch.1 as f32);
                let shifted = place.moved(
                    right as f32 * across * place.scale,
                    below as f32 * down * place.scale_y,
                );
                let image = self.search.image;
                if !shifted.board(board).lies_within(image.dimensions(), 0.0) {
                    return false;
                }
                let is_outer = |cell: &Cell| match (right, below) {
                    (-1, _) => cell.col == 0,
                    (1, _) => cell.col + 1 == size.cols,
                    (_, -1) => cell.row == 0,
                    _ => cell.row + 1 == size.rows,
                };
                let sampler = Sampler::new(image, shifted, &palette.colours);
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
        let sampler = Sampler::new(self.search.image, place, &[]);
        let is_even = |board: &BoardRule| {
            let mut cells = Size::new(board.rows, board.cols).cells();
            cells.all(|cell| cell_template(&sampler, place.cell(board, cell)).is_even())
        };
        values.all(|value| Some(value) == first)
            && self.has_edges(place, EdgeStats::is_empty)
            && self.search.profile.boards.iter().all(is_even)
    }

    /// Returns whether the edges of some board meet a condition.
    fn has_edges(&self, place: Placement, condition: impl Fn(&EdgeStats) -> bool) -> bool {
        let profile = self.search.profile;
        let sampler = Sampler::new(self.search.image, place, &profile.screen.palette.colours);
        let edges = |board| EdgeStats::new(board, place, &sampler);
        let mut edges = profile.boards.iter().filter_map(edges);
        edges.any(|lines| condition(&lines))
    }

    /// Placements in the middle or the upper left corner of the image with bars around.
    fn letterboxed(&self) -> Vec<Placement> {
        let (width, height) = self.rule.size;
        let image = self.search.image;
        let fill = (image.width() as f32 / width.max(1) as f32)
            .min(image.height() as f32 / height.max(1) as f32);
        let rule = &self.rule.scale;
        let mut scales = vec![fill];
        let largest = (fill as u32).min(MAX_WHOLE_SCALE);
        scales.extend((1..=largest).rev().map(|s| s as f32));
        scales.dedup();
        scales.retain(|scale| rule.allows(*scale));
        let mut places = Vec::new();
        for scale in scales {
            let spare = |image: u32, picture: u32| (image as f32 - picture as f32 * scale).max(0.0);
            let (x, y) = (spare(image.width(), width), spare(image.height(), height));
            for (x, y) in [
                ((x / 2.0).floor(), (y / 2.0).floor()),
                ((x / 2.0).ceil(), (y / 2.0).ceil()),
                (0.0, 0.0),
            ] {
                let place = Placement::new(x, y, scale);
                if places.last() != Some(&place) {
                    places.push(place);
                }
            }
        }
        places
    }

    /// Returns whether at most this share of the best candidate's cells is doubtful.
    fn has_doubtful_at_most(&self, share: f32) -> bool {
        self.found.as_ref().is_some_and(|found| {
            let boards = found.screen.reading.boards.iter();
            let cells: usize = boards.map(|board| board.cells.iter().count()).sum();
            found.screen.doubtful().len() as f32 <= share * cells as f32
        })
    }

    /// Improves the best candidate while more than this share of its cells is doubtful, then by cells of whole pixels
    /// while any is.
    fn refine(&mut self, share: f32) {
        if !self.has_doubtful_at_most(share) {
            self.search_near(share);
        }
        if self.search.hint.is_some() || self.has_doubtful_at_most(0.0) {
            return;
        }
        let found = self.found.as_ref().map(|found| found.screen.place);
        let near = found.map(|place| whole_pitch_places(self.rule, self.search, place));
        for place in near.into_iter().flatten() {
            if self.shows_boards(place) {
                self.try_place(place);
            }
        }
    }

    /// Moves the best candidate, and tries places where the image repeats like a board.
    fn search_near(&mut self, share: f32) {
        // Bars that keep their height displace the board a little.
        self.climb();
        if self.search.hint.is_some() || self.has_doubtful_at_most(share) {
            return;
        }
        for place in repeating_places(self.rule, self.search) {
            if self.shows_boards(place) {
                self.try_place(place);
            }
        }
        if !self.has_doubtful_at_most(share) {
            self.climb();
        }
    }

    /// Moves the best candidate by a step at a time while that improves it.
    fn climb(&mut self) {
        while let Some(start) = self.found.as_ref().map(|found| found.screen.place) {
            for step in CLIMB_STEPS {
                for (right, down) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
                    let place = start.moved(right, down);
                    if self.shows_boards(place) {
                        self.try_place(place);
                    }
                }
            }
            let found = self.found.as_ref();
            if found.is_none_or(|found| found.screen.place == start) {
                return;
            }
        }
    }

    /// Accepts a framed position as a phase without boards, if that is known and the fallback is not.
    fn try_page(&mut self, place: Placement) {
        let fallback = self.fallback.as_ref();
        let is_unknown = fallback.is_none_or(|it| it.screen.phase == OTHER_PHASE);
        if is_unknown
            && place.lies_within(self.rule.size, self.search.image.dimensions())
            && let Ok(scored) = self.score(place)
            && !scored.has_boards()
            && scored.screen.phase != OTHER_PHASE
        {
            self.fallback = Some(scored);
        }
    }

    /// Tries a position framed by edges, and those around it if its colours fit.
    fn try_framed(&mut self, place: Placement) {
        let is_inside = place.lies_within(self.rule.size, self.search.image.dimensions());
        if is_inside && self.try_place(place) && self.nudged < MAX_NUDGED {
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
                    self.continues(place)
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
