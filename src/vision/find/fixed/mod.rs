//! Finder for boards at fixed positions of a picture: the window's client area, a letterboxed one, a window with its
//! frame, or a screenshot with the window in it.

mod contrast;
mod edges;
mod lines;
mod repeats;

use std::cmp::Reverse;

use crate::classify::{Classifier, Verdict, look};
use crate::game::{Cell, Size};
use crate::place::Place;
use crate::profile::{BoardRule, CellRule, OTHER_PHASE, PLAYING_PHASE, PictureRule, Profile};
use crate::sampler::Sampler;

use super::misfit::Misfit;
use super::sighting::{Cut, Judged, Miss, Search, Sighting};

use contrast::contrasting;
use edges::{CONTRASTS, framed};
use lines::Lines;
use repeats::repeating_places;

/// Finds the picture, at the hint if it is still there.
///
/// An image of exactly the picture's shape is accepted in any phase; elsewhere only a picture with boards, or with a
/// known phase inside a frame.
///
/// # Errors When no board is found.
pub(super) fn find(rule: &PictureRule, search: &Search<'_>) -> Result<Judged, Miss> {
    let least = |side: u32| (side as f32 * rule.scale.from).floor().max(1.0) as u32;
    let least = (least(rule.size.0), least(rule.size.1));
    let size = search.image.dimensions();
    if size.0 < least.0 || size.1 < least.1 {
        return Err(Miss::TooSmall { least });
    }
    let mut best = Best::new(rule, search);
    let hint = search.hint.filter(|place| {
        place.lies_within(rule.size, size) || place.scale > 0.0 && best.has_boards_in_sight(*place)
    });
    if let Some(place) = hint
        && let Ok(judged) = best.judge(place)
        && (judged.seen.phase != OTHER_PHASE || Some(place) == best.whole_image())
    {
        return Ok(judged);
    }
    best.search();
    best.found.or(best.fallback).ok_or_else(|| Miss::Nothing {
        looked_for: looked_for(rule, search.profile),
        seen: best.nearest.map_or_else(
            || "nothing of that shape".to_owned(),
            |misfit| format!("at the likeliest place, {misfit}"),
        ),
    })
}

fn looked_for(rule: &PictureRule, profile: &Profile) -> String {
    let boards = profile.boards.iter();
    let boards = boards.map(|b| format!("‘{}’ of {}×{} cells", b.id, b.rows, b.cols));
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

fn cut(profile: &Profile) -> Vec<Cut<'_>> {
    let boards = profile.boards.iter();
    // Diagrams need a grid.
    let boards = boards.filter(|board| !matches!(board.values, CellRule::Diagram(_)));
    let sized = boards.map(|board| (board, board.extent()));
    sized
        .map(|(board, (rows, cols))| Cut::by_rule(board, Size::new(rows, cols), None))
        .collect()
}

/// Maximum displacement by filters and blurred frames, in image pixels.
const NUDGE: i8 = 2;
/// Maximum number of positions whose neighbours are tried.
const MOST_NUDGED: u32 = 4;

/// Maximum share of bars above and below the picture in a window's height.
const BARS: f32 = 0.25;
/// Vertical step of tried positions, in cell pitches.
const COARSE: f32 = 0.06;
/// Pixels of a board that may lie outside the image.
const SLACK: f32 = 2.0;
/// Share of doubtful cells up to which a picture that fills the image counts as well placed.
const FEW_DOUBTFUL: f32 = 0.05;
/// Step sizes of the local search, in image pixels.
const STEPS: [f32; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0];

/// Search for the picture, with the best candidate so far.
struct Best<'a> {
    rule: &'a PictureRule,
    search: &'a Search<'a>,
    found: Option<Judged>,
    /// The picture in a phase without boards, used unless the game is found inside it.
    fallback: Option<Judged>,
    nearest: Option<Misfit>,
    nudged: u32,
}

impl<'a> Best<'a> {
    fn new(rule: &'a PictureRule, search: &'a Search<'a>) -> Self {
        Self {
            rule,
            search,
            found: None,
            fallback: None,
            nearest: None,
            nudged: 0,
        }
    }

    fn judge(&self, place: Place) -> Result<Judged, Misfit> {
        let profile = self.search.profile;
        (self.search.judge)(Sighting {
            place,
            size: self.rule.size,
            whole: true,
            cut: Box::new(|| Ok(cut(profile))),
        })
    }

    fn search(&mut self) {
        let (rule, search) = (self.rule, self.search);
        // In a window of unchanged size, unknown cells do not suggest another position.
        let few_doubtful = match search.hint {
            Some(_) => 1.0,
            None => FEW_DOUBTFUL,
        };
        if let Some(place) = self.whole_image() {
            match self.judge(place) {
                Ok(judged) if judged.seen.phase == PLAYING_PHASE => {
                    let is_clear = judged.seen.doubtful().is_empty();
                    let is_elsewhere = self.has_lines(place, Lines::are_clearly_elsewhere)
                        || is_clear && self.is_background(&judged);
                    if !is_elsewhere {
                        self.found = Some(judged);
                        self.refine(few_doubtful);
                        return;
                    }
                }
                Ok(judged) => self.fallback = Some(judged),
                Err(misfit) => self.miss(misfit),
            }
            // Some filters shift the picture.
            self.nudge(place);
            if self.found.is_some() {
                self.refine(few_doubtful);
                return;
            }
        }
        for place in self.as_wide() {
            self.try_near(place);
        }
        self.refine(0.0);
        if self.has_doubtful_at_most(0.0) {
            return;
        }
        let mut trusted = self.letterboxed();
        for contrast in CONTRASTS {
            for (all_sides, place) in framed(rule, search.image, contrast) {
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
        trusted.extend(contrasting(rule, search.profile, search.image));
        for place in trusted {
            self.try_place(place);
        }
        self.climb();
    }

    /// Placement that fills the image, if the aspect ratios agree.
    fn whole_image(&self) -> Option<Place> {
        let (width, height) = self.rule.size;
        let place = Place::filling(self.search.image.dimensions(), (width, height));
        let (across, down) = (place.scale, place.scale_y);
        // Rounding accounts for up to two pixels.
        let same_shape = (across - down).abs() * (width.max(height) as f32) <= 2.0;
        let scale = &self.rule.scale;
        (same_shape && scale.allows(across) && scale.allows(down)).then_some(place)
    }

    /// Placements as wide as the image at different heights: bars above and below keep their height when the window
    /// is enlarged.
    fn as_wide(&self) -> Vec<Place> {
        let (width, height) = self.rule.size;
        let image = self.search.image;
        let scale = image.width() as f32 / width.max(1) as f32;
        let more = image.height() as f32 - height as f32 * scale;
        if !self.rule.scale.allows(scale) || more.abs() > BARS * image.height() as f32 {
            return Vec::new();
        }
        let pitches = self.search.profile.boards.iter().map(|board| board.pitch.1);
        let step = (COARSE * pitches.min().unwrap_or(1) as f32 * scale).max(1.0);
        let places = (0..=(more.abs() / step) as u16).map(|index| {
            let down = f32::from(index) * step * more.signum();
            Place::new(0.0, down, scale)
        });
        places
            .filter(|place| self.has_boards_in_sight(*place))
            .collect()
    }

    fn has_boards_in_sight(&self, place: Place) -> bool {
        let (width, height) = self.search.image.dimensions();
        let mut boards = self.search.profile.boards.iter();
        boards.all(|board| {
            let rect = place.board(board);
            rect.x >= -SLACK
                && rect.y >= -SLACK
                && rect.x + rect.width <= width as f32 + SLACK
                && rect.y + rect.height <= height as f32 + SLACK
        })
    }

    /// Returns whether known cells of different classes lie next to a board, so that this position cuts it off.
    fn goes_on(&self, place: Place) -> bool {
        let profile = self.search.profile;
        let (width, height) = self.search.image.dimensions();
        let palette = &profile.screen.palette.colours;
        let is_plain = |board: &&BoardRule| {
            board.seam == 0 && board.lines.is_none() && matches!(board.values, CellRule::Looks(_))
        };
        profile.boards.iter().filter(is_plain).any(|board| {
            let size = Size::new(board.rows, board.cols);
            let classifier = Classifier::new(board, size, None, &profile.screen.palette);
            [(0, -1), (0, 1), (-1, 0), (1, 0)]
                .into_iter()
                .any(|(right, below)| {
                    let (across, down) = (board.pitch.0 as f32, board.pitch.1 as f32);
                    let aside = place.moved(
                        right as f32 * across * place.scale,
                        below as f32 * down * place.scale_y,
                    );
                    let rect = aside.board(board);
                    let is_inside = rect.x >= 0.0
                        && rect.y >= 0.0
                        && rect.x + rect.width <= width as f32
                        && rect.y + rect.height <= height as f32;
                    let is_beside = |cell: &Cell| match (right, below) {
                        (-1, _) => cell.col == 0,
                        (1, _) => cell.col + 1 == size.cols,
                        (_, -1) => cell.row == 0,
                        _ => cell.row + 1 == size.rows,
                    };
                    let sampler = Sampler::new(self.search.image, aside, palette);
                    let read = size
                        .cells()
                        .filter(is_beside)
                        .map(|cell| classifier.cell(&sampler, cell));
                    let clear =
                        |verdict: &Verdict| verdict.confidence >= profile.screen.doubtful_below;
                    let mut known: Vec<_> = match is_inside {
                        true => read.filter(clear).map(|verdict| verdict.class).collect(),
                        false => Vec::new(),
                    };
                    let line = if below == 0 { size.rows } else { size.cols };
                    let most = 2 * known.len() > line;
                    known.sort_unstable();
                    known.dedup();
                    most && known.len() > 1
                })
        })
    }

    /// Returns whether all cells have one value, no edges and no content, as the background outside a board has.
    fn is_background(&self, judged: &Judged) -> bool {
        let boards = judged.seen.reading.boards.iter();
        let mut values = boards.flat_map(|board| board.cells.iter().map(|(_, cell)| &cell.value));
        let first = values.next();
        let place = judged.seen.place;
        let sampler = Sampler::new(self.search.image, place, &[]);
        let is_even = |board: &BoardRule| {
            let mut cells = Size::new(board.rows, board.cols).cells();
            cells.all(|cell| look(&sampler, place.cell(board, cell)).is_even())
        };
        values.all(|value| Some(value) == first)
            && self.has_lines(place, Lines::are_none)
            && self.search.profile.boards.iter().all(is_even)
    }

    /// Returns whether the edges of some board meet a condition.
    fn has_lines(&self, place: Place, is_elsewhere: impl Fn(&Lines) -> bool) -> bool {
        let profile = self.search.profile;
        let sampler = Sampler::new(self.search.image, place, &profile.screen.palette.colours);
        let lines = |board| Lines::of(board, place, &sampler);
        let mut lines = profile.boards.iter().filter_map(lines);
        lines.any(|lines| is_elsewhere(&lines))
    }

    /// Placements in the middle or the upper left corner of the image with bars around.
    fn letterboxed(&self) -> Vec<Place> {
        let (width, height) = self.rule.size;
        let image = self.search.image;
        let fill = (image.width() as f32 / width.max(1) as f32)
            .min(image.height() as f32 / height.max(1) as f32);
        let rule = &self.rule.scale;
        let mut scales = vec![fill];
        scales.extend((1..=fill.floor().min(16.0) as u32).rev().map(|s| s as f32));
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
                let place = Place::new(x, y, scale);
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
            let boards = found.seen.reading.boards.iter();
            let cells: usize = boards.map(|board| board.cells.iter().count()).sum();
            found.seen.doubtful().len() as f32 <= share * cells as f32
        })
    }

    /// Improves the best candidate and tries positions of repeating cells, unless at most this share of its cells is
    /// doubtful.
    fn refine(&mut self, share: f32) {
        if self.has_doubtful_at_most(share) {
            return;
        }
        // Bars that keep their height displace the board a little.
        self.climb();
        if self.search.hint.is_some() || self.has_doubtful_at_most(share) {
            return;
        }
        for place in repeating_places(self.rule, self.search.profile, self.search.image) {
            if self.has_boards_in_sight(place) {
                self.try_near(place);
            }
        }
        if !self.has_doubtful_at_most(share) {
            self.climb();
        }
    }

    fn climb(&mut self) {
        while let Some(start) = self.found.as_ref().map(|found| found.seen.place) {
            for step in STEPS {
                for (right, down) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
                    let place = start.moved(right, down);
                    if self.has_boards_in_sight(place) {
                        self.try_near(place);
                    }
                }
            }
            if self
                .found
                .as_ref()
                .is_none_or(|found| found.seen.place == start)
            {
                return;
            }
        }
    }

    /// Accepts a framed position as a phase without boards, if the profile knows that phase and the fallback is
    /// unknown.
    fn try_page(&mut self, place: Place) {
        let unknown = self
            .fallback
            .as_ref()
            .is_none_or(|it| it.seen.phase == OTHER_PHASE);
        if unknown
            && place.lies_within(self.rule.size, self.search.image.dimensions())
            && let Ok(judged) = self.judge(place)
            && !judged.has_boards()
            && judged.seen.phase != OTHER_PHASE
        {
            self.fallback = Some(judged);
        }
    }

    fn try_framed(&mut self, place: Place) {
        if !place.lies_within(self.rule.size, self.search.image.dimensions()) {
            return;
        }
        let near_miss = self.try_near(place);
        if near_miss && self.nudged < MOST_NUDGED {
            self.nudged += 1;
            self.nudge(place);
        }
    }

    fn nudge(&mut self, start: Place) {
        if start.scale < 1.5 {
            return;
        }
        for down in -NUDGE..=NUDGE {
            for right in -NUDGE..=NUDGE {
                self.try_near(start.moved(right.into(), down.into()));
            }
        }
    }

    fn try_place(&mut self, place: Place) {
        if !place.lies_within(self.rule.size, self.search.image.dimensions()) {
            return;
        }
        self.try_near(place);
    }

    /// Tries a position of which a border may lie outside the image. Returns whether it has the game's colours but
    /// not its boards.
    fn try_near(&mut self, place: Place) -> bool {
        match self.judge(place) {
            Ok(judged) if judged.seen.phase == PLAYING_PHASE => {
                let rank = |judged: &Judged| (Reverse(judged.seen.doubtful().len()), judged.score);
                let better = |found: &Judged| rank(&judged) > rank(found);
                let is_beside = || {
                    self.goes_on(place)
                        || self.has_lines(place, Lines::are_elsewhere)
                        || self.is_background(&judged)
                };
                if self.found.as_ref().is_none_or(better) && !is_beside() {
                    self.found = Some(judged);
                }
                false
            }
            Ok(judged) => {
                if let Some(misfit) = judged.misfit {
                    self.miss(misfit);
                }
                true
            }
            Err(misfit) => {
                self.miss(misfit);
                false
            }
        }
    }

    fn miss(&mut self, misfit: Misfit) {
        self.nearest = Some(Misfit::nearer(self.nearest.take(), misfit));
    }
}
