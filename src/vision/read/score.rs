//! Reading of a picture at one place, which may be wrong: phase, boards and cursor.

use crate::classify::{Classifier, read_clues, read_diagrams, read_numbers};
use crate::find::Mismatch;
use crate::find::grid::GridView;
use crate::game::{BoardReading, Cell, CellReading, Grid, Reading, Side, Size};
use crate::place::{ImageRect, Placement};
use crate::profile::{
    Area, BlankStyle, BoardRule, CellRule, Condition, ENDED_PHASE, OTHER_PHASE, PLAYING_PHASE,
    PaletteRule, PhaseRule, Point, Profile, Rgb,
};
use crate::reading::{CellGrid, ReadBoard, ScreenReading};
use crate::sampler::{Sampler, spread};

use super::PictureReader;
use super::blanks::check_blanks;
use super::cursor::find_cursor;

/// Maximum share of doubtful cells in a board whose position and size were guessed; with more, the guess is wrong.
const MAX_DOUBTFUL_SHARE: f32 = 0.5;
/// Maximum share of doubtful cells in a board whose position or size the profile says; its cells may show values that
/// the profile has no samples of.
const MAX_DOUBTFUL_SHARE_IN_PLACE: f32 = 0.8;
/// Columns and rows of the pixels that are compared with the palette, approximately.
const PALETTE_SAMPLES: (u32, u32) = (29, 21);
/// Number of compared pixels after which the comparison may end early.
const MIN_SAMPLES: u32 = 60;
/// The comparison ends early if the share of fitting pixels is below this fraction of the required share.
const HOPELESS_FRACTION: f32 = 0.3;
/// Score of a surely read cursor: at a position off by a few pixels, mostly none is found.
const CURSOR_SCORE: f32 = 0.2;
/// Score of a board all of whose cells have a value: a position off by a few pixels turns values into blanks.
const VALUES_SCORE: f32 = 0.1;

/// Reading of a picture at one place.
pub(super) struct ScoredReading {
    pub(super) screen: ScreenReading,
    /// Fit of the colours and of the boards read by rules, to compare places: 0 to 1.3.
    pub(super) score: f32,
    /// Reason why boards were not read although the phase has some.
    pub(super) mismatch: Option<Mismatch>,
}

impl ScoredReading {
    /// Returns whether boards are read in the phase.
    pub(super) fn has_boards(&self) -> bool {
        self.screen.phase == PLAYING_PHASE || self.screen.phase == ENDED_PHASE
    }

    /// Inserts the boards that a finder has read before those read by rules. If it could not read them, there are none.
    pub(super) fn insert(&mut self, boards: Result<Vec<ReadBoard<'_>>, Mismatch>) {
        match boards {
            Ok(boards) => {
                let indexed = boards.into_iter().enumerate();
                indexed.for_each(|(index, board)| self.insert_board(index, board));
            }
            Err(mismatch) => self.reject(mismatch),
        }
    }

    fn insert_board(&mut self, index: usize, board: ReadBoard<'_>) {
        let id = board.id.to_owned();
        if !board.rects.is_empty() {
            self.screen.cell_rects.insert(id.clone(), board.rects);
        }
        let reading = &mut self.screen.reading;
        let unordered = board.unordered.then(|| id.clone());
        reading.unordered.extend(unordered);
        let cells = board.cells;
        reading.boards.insert(index, BoardReading { id, cells });
    }

    /// Removes all boards and sets the phase to [`OTHER_PHASE`].
    fn reject(&mut self, mismatch: Mismatch) {
        self.screen.phase = OTHER_PHASE.to_owned();
        self.screen.reading = Reading::default();
        self.screen.cell_rects.clear();
        self.screen.parts.clear();
        self.mismatch = Some(mismatch);
    }
}

impl<'a> PictureReader<'a> {
    /// Reads the boards of the profile's rules in a picture of `size` at this place, where a finder has found `grid`, if
    /// the phase has boards. Fails if it is not the game's picture; if only its boards cannot be read, the result has
    /// another phase.
    pub(super) fn score(
        &self,
        place: Placement,
        size: Point,
        grid: Option<GridView<'_>>,
    ) -> Result<ScoredReading, Mismatch> {
        let mut scored = self.at_place(place, size)?;
        if scored.has_boards()
            && let Err(mismatch) = self.read_boards(&mut scored, grid)
        {
            scored.reject(mismatch);
        }
        Ok(scored)
    }

    /// Phase of a picture of `size` at this place. Fails if its colours are not the game's.
    pub(super) fn at_place(
        &self,
        place: Placement,
        size: Point,
    ) -> Result<ScoredReading, Mismatch> {
        let screen = &self.profile.screen;
        let sampler = &self.sampler(place);
        let share = palette_share(&screen.palette, size, sampler)?;
        Ok(ScoredReading {
            score: share,
            ..self.in_phase(phase(&screen.phases, sampler), place, true)
        })
    }

    /// Reading without boards of a picture in a phase; the image may show a part of it only.
    pub(super) fn in_phase(
        &self,
        phase: &str,
        place: Placement,
        is_complete: bool,
    ) -> ScoredReading {
        let ambiguous = self.profile.boards.iter().filter(|it| !it.alike.is_empty());
        let ambiguous = ambiguous.map(|it| (it.id.clone(), it.alike.clone()));
        let mut scored = ScoredReading {
            screen: ScreenReading {
                phase: phase.to_owned(),
                place,
                complete: is_complete,
                ambiguous: ambiguous.collect(),
                doubtful_below: self.profile.screen.doubtful_below,
                ..ScreenReading::default()
            },
            score: 1.0,
            mismatch: None,
        };
        if scored.has_boards() {
            let unseen = &self.profile.unseen;
            let properties = unseen.properties.iter();
            let reading = &mut scored.screen.reading;
            reading.properties = properties.map(|(k, v)| (k.clone(), v.clone())).collect();
            reading.base = unseen.level.as_deref().map(Into::into);
        }
        scored
    }

    /// Colours of the picture at a place.
    pub(super) fn sampler(&self, place: Placement) -> Sampler<'a> {
        Sampler::new(self.image, place, &self.profile.screen.palette.colours)
    }

    /// Reads the boards of all rules and the cursor. The score is multiplied by their fit: the cursor's score and the
    /// fits of all boards, divided by the number of boards. With one board it is at most 1.3.
    fn read_boards(
        &self,
        scored: &mut ScoredReading,
        grid: Option<GridView<'_>>,
    ) -> Result<(), Mismatch> {
        let profile = self.profile;
        let sampler = &self.sampler(scored.screen.place);
        // First, as a grid without numbers in its margins is none of the game's.
        let boards = profile.boards.iter();
        let lists = boards.map(|board| list_in_margin(board, grid));
        let lists = lists.collect::<Result<Vec<_>, _>>()?;
        let size = |board: &BoardRule| grid.map_or_else(|| board.extent(), |it| it.lattice.size);
        let palette = &profile.screen.palette;
        let rule = profile.screen.cursor.as_ref();
        let cursor_board = rule.and_then(|rule| profile.board(rule.board()));
        let cursor = match rule.zip(cursor_board) {
            Some((rule, board)) => find_cursor(rule, board, size(board), sampler)?,
            None => None,
        };
        let cursor_score = cursor.as_ref().map(|it| CURSOR_SCORE * it.confidence);
        let mut fit = cursor_score.unwrap_or(0.0);
        let mut has_numbers = Vec::new();
        for ((board, cache), list) in self.cache.boards(profile).zip(lists) {
            // Diagrams need a grid.
            if grid.is_none() && matches!(board.values, CellRule::Diagram(_)) {
                continue;
            }
            let (cells, rects) = match list {
                Some(list) => list,
                None => {
                    let has_cursor = cursor_board.is_some_and(|it| it.id == board.id);
                    let cursor = cursor.as_ref().filter(|_| has_cursor).map(|it| it.value);
                    let classifier = Classifier::new(board, size(board), grid, palette, cache);
                    let (cells, board_fit) = self.read_board(&classifier, cursor, sampler)?;
                    fit += board_fit;
                    (cells, Vec::new())
                }
            };
            if let CellRule::Numbers(rule) = &board.values {
                has_numbers.push(cells.as_slice().iter().any(|cell| cell.value != rule.blank));
            }
            let at = scored.screen.reading.boards.len();
            scored.insert_board(at, ReadBoard::new(&board.id, cells, rects));
        }
        // Lists without any number mean a wrong position or size.
        if !has_numbers.is_empty() && !has_numbers.contains(&true) {
            return Err(Mismatch::NoNumbers);
        }
        let reading = &mut scored.screen.reading;
        reading.cursor = cursor;
        scored.score *= fit / reading.boards.len().max(1) as f32;
        Ok(())
    }

    /// Cells of a board with their fit, 1 for maps and numbers. The cell with the game's cursor may look different.
    fn read_board(
        &self,
        classifier: &Classifier<'_>,
        cursor: Option<Cell>,
        sampler: &Sampler<'_>,
    ) -> Result<(CellGrid, f32), Mismatch> {
        let Classifier {
            board, size, grid, ..
        } = *classifier;
        match (&board.values, grid) {
            (CellRule::Diagram(rule), Some(grid)) => {
                let cursor = self.profile.screen.cursor.as_ref();
                Ok((read_diagrams(rule, cursor, grid, sampler), 1.0))
            }
            (CellRule::Numbers(rule), _) => Ok((read_numbers(rule, board, size, sampler), 1.0)),
            _ => read_cells(self.profile, classifier, cursor, sampler),
        }
    }
}

/// Number list of a board in the margin of a grid; `None` if its cells are elsewhere. Fails if there are no numbers.
fn list_in_margin(
    board: &BoardRule,
    grid: Option<GridView<'_>>,
) -> Result<Option<(CellGrid, Vec<ImageRect>)>, Mismatch> {
    match (&board.values, grid, Side::from_id(&board.id)) {
        (CellRule::Numbers(rule), Some(grid), Some(side)) => {
            let list = read_clues(rule, grid, side).ok_or(Mismatch::NoNumbers)?;
            Ok(Some(list))
        }
        _ => Ok(None),
    }
}

/// Phase of the first rule whose conditions all hold; [`OTHER_PHASE`] if there is none.
fn phase<'p>(rules: &'p [PhaseRule], sampler: &Sampler<'_>) -> &'p str {
    let holds = |rule: &&PhaseRule| rule.when.iter().all(|it| holds(it, sampler));
    let rule = rules.iter().find(holds);
    rule.map_or(OTHER_PHASE, |rule| &rule.phase)
}

fn holds(condition: &Condition, sampler: &Sampler<'_>) -> bool {
    let colours = |area: Area| area.points().map(|(x, y)| sampler.at(x.into(), y.into()));
    match condition {
        Condition::OneColour { area, tolerance } => spread(colours(*area)) <= *tolerance,
        Condition::Pattern { area, tolerance } => spread(colours(*area)) > *tolerance,
        Condition::Colour {
            area,
            colour,
            tolerance,
            min_share,
        } => {
            let matching = colours(*area).filter(|pixel| pixel.distance(*colour) <= *tolerance);
            matching.count() as f32 >= min_share * (area.width * area.height) as f32
        }
    }
}

/// Share of sampled pixels whose colour is in the palette; 1 without a palette. Fails below the required share.
fn palette_share(
    palette: &PaletteRule,
    (width, height): Point,
    sampler: &Sampler<'_>,
) -> Result<f32, Mismatch> {
    if palette.colours.is_empty() {
        return Ok(1.0);
    }
    // Odd steps, so that they rarely coincide with the cells' pitch.
    let (across, down) = (
        (width / PALETTE_SAMPLES.0).max(1) | 1,
        (height / PALETTE_SAMPLES.1).max(1) | 1,
    );
    let (mut sampled, mut fitting) = (0_u32, 0_u32);
    let mut last_colour = Rgb([0; 3]);
    let mut last_fits = palette.has(last_colour);
    for y in (down / 2..height).step_by(down as usize) {
        for x in (across / 2..width).step_by(across as usize) {
            let colour = sampler.at(x.into(), y.into());
            sampled += 1;
            // Neighbours mostly have the same colour.
            if last_colour != colour {
                (last_colour, last_fits) = (colour, palette.has(colour));
            }
            fitting += u32::from(last_fits);
        }
        if sampled > MIN_SAMPLES
            && (fitting as f32) < HOPELESS_FRACTION * palette.share * sampled as f32
        {
            break;
        }
    }
    let share = fitting as f32 / sampled.max(1) as f32;
    if share < palette.share {
        let least = palette.share;
        return Err(Mismatch::Palette { share, least });
    }
    Ok(share)
}

/// Reads a board cell by cell; `cursor` is the cell with the game's cursor, which may look different. Returns the fit:
/// the mean confidence, 0 to 1, plus [`VALUES_SCORE`] times the share of cells with a value. Fails if the blank cells
/// do not look as the rule says, or too many cells are doubtful.
fn read_cells(
    profile: &Profile,
    classifier: &Classifier<'_>,
    cursor: Option<Cell>,
    sampler: &Sampler<'_>,
) -> Result<(CellGrid, f32), Mismatch> {
    let board = classifier.board;
    let mut verdicts = Grid::from_fn(classifier.size, |cell| classifier.cell(sampler, cell));
    if board.blanks != BlankStyle::Any {
        check_blanks(board, cursor, sampler, &mut verdicts)?;
    }
    let doubtful_below = profile.screen.doubtful_below;
    let all = || verdicts.as_slice().iter();
    let count = all().len().max(1) as f32;
    let doubtful = all().filter(|verdict| verdict.confidence < doubtful_below);
    let share = doubtful.count() as f32 / count;
    let max_share = match profile.finder.size().is_some() || board.extent().area() > 0 {
        true => MAX_DOUBTFUL_SHARE_IN_PLACE,
        false => MAX_DOUBTFUL_SHARE,
    };
    if share > max_share {
        let board = board.id.clone();
        return Err(Mismatch::Doubtful { board, share });
    }
    let confidence: f32 = all().map(|verdict| verdict.confidence).sum();
    let valued = all().filter(|verdict| verdict.class.is_some()).count();
    let fit = confidence / count + VALUES_SCORE * valued as f32 / count;
    let values = board.values.values();
    let name = |class: Option<usize>| {
        let value = class.and_then(|class| values.get(class).copied());
        value.unwrap_or(board.values.blank()).to_owned()
    };
    let cells = verdicts.map(|verdict| CellReading {
        value: name(verdict.class),
        confidence: verdict.confidence,
        runner_up: verdict.runner_up.map(name),
    });
    Ok((trimmed(cells, board, doubtful_below), fit))
}

/// Drops trailing rows and columns that are confidently blank, if the rule asks for it.
fn trimmed(cells: CellGrid, board: &BoardRule, doubtful_below: f32) -> CellGrid {
    if !board.trim {
        return cells;
    }
    let blank = board.values.blank();
    let used = || {
        let used = cells.iter();
        used.filter(|(_, read)| read.value != blank || read.confidence < doubtful_below)
    };
    // At least one cell remains.
    let rows = used().map(|(cell, _)| cell.row + 1).max().unwrap_or(1);
    let cols = used().map(|(cell, _)| cell.col + 1).max().unwrap_or(1);
    cells.crop(Cell::new(0, 0), Size::new(rows, cols))
}
