//! Validation and reading of a candidate that a finder proposes: phase, boards and cursor.

use image::RgbaImage;

use crate::classify::{Classifier, ReadCache, Verdict};
use crate::find::{Candidate, CellSource, Mismatch, ScoredReading, Segment};
use crate::game::{Cell, CellReading, Grid, Reading, Size};
use crate::profile::{
    Area, BlankStyle, BoardRule, CellRule, Condition, OTHER_PHASE, PLAYING_PHASE, PaletteRule,
    PhaseRule, Point, Profile, Rgb,
};
use crate::reading::{CellGrid, ScreenReading, cell_reading};
use crate::sampler::{Sampler, spread};

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

/// Reads a candidate; fails if it is not the game's picture. If only its boards cannot be read, the result has another
/// phase.
pub(super) fn score_candidate(
    profile: &Profile,
    image: &RgbaImage,
    cache: &ReadCache,
    candidate: Candidate<'_>,
) -> Result<ScoredReading, Mismatch> {
    let screen = &profile.screen;
    let sampler = &Sampler::new(image, candidate.place, &screen.palette.colours);
    let (palette_share, phase) = if candidate.complete {
        let share = palette_share(&screen.palette, candidate.size, sampler)?;
        (share, phase(&screen.phases, sampler))
    } else {
        (1.0, PLAYING_PHASE.to_owned())
    };
    let boards = profile.boards.iter().filter(|it| !it.alike.is_empty());
    let ambiguous = boards.map(|it| (it.id.clone(), it.alike.clone()));
    let mut scored = ScoredReading {
        screen: ScreenReading {
            phase,
            place: candidate.place,
            complete: candidate.complete,
            ambiguous: ambiguous.collect(),
            doubtful_below: screen.doubtful_below,
            ..ScreenReading::default()
        },
        score: 0.0,
        mismatch: None,
    };
    if scored.has_boards() {
        let segments = (candidate.segment)();
        let read = |segments| read_boards((profile, cache), sampler, segments, &mut scored);
        match segments.and_then(read) {
            Ok(score) => scored.score = palette_share * score,
            Err(mismatch) => scored.reject(mismatch),
        }
    }
    Ok(scored)
}

/// Phase of the first rule whose conditions all hold; [`OTHER_PHASE`] if there is none.
fn phase(rules: &[PhaseRule], sampler: &Sampler<'_>) -> String {
    rules
        .iter()
        .find(|rule| rule.when.iter().all(|condition| holds(condition, sampler)))
        .map_or_else(|| OTHER_PHASE.to_owned(), |rule| rule.phase.clone())
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

/// Reads all boards and the cursor into `scored`. Returns the score: the cursor's score and the fits of all boards read
/// by a rule, divided by the number of boards. With one board it is at most 1.3.
fn read_boards(
    (profile, cache): (&Profile, &ReadCache),
    sampler: &Sampler<'_>,
    segments: Vec<Segment<'_>>,
    scored: &mut ScoredReading,
) -> Result<f32, Mismatch> {
    let rule = profile.screen.cursor.as_ref();
    let has_cursor = |segment: &&Segment<'_>| rule.is_some_and(|rule| rule.board() == segment.id);
    let cursor = match (rule, segments.iter().find(has_cursor)) {
        (Some(rule), Some(segment)) => match segment.cells {
            CellSource::ByRule(board, _) => find_cursor(rule, board, segment.size, sampler)?,
            CellSource::Read { .. } => None,
        },
        _ => None,
    };
    let mut score = cursor
        .as_ref()
        .map_or(0.0, |it| CURSOR_SCORE * it.confidence);
    let count = segments.len().max(1) as f32;
    let unordered = segments.iter().filter(|segment| segment.unordered);
    let properties = profile.unseen.properties.iter();
    scored.screen.reading = Reading {
        unordered: unordered.map(|segment| segment.id.to_owned()).collect(),
        properties: properties.map(|(k, v)| (k.clone(), v.clone())).collect(),
        base: profile.unseen.level.as_deref().map(Into::into),
        ..Reading::default()
    };
    for segment in segments {
        let visible = cursor.as_ref().filter(|_| has_cursor(&&segment));
        let (cells, rects) = match segment.cells {
            CellSource::Read { cells, rects } => (cells, rects),
            CellSource::ByRule(board, grid) => {
                let palette = &profile.screen.palette;
                let mut caches = cache.boards(profile);
                let cache = caches.find(|(cached, _)| std::ptr::eq(*cached, board));
                let Some((_, cache)) = cache else { continue };
                let classifier = Classifier::new(board, segment.size, grid, palette, cache);
                let cursor = visible.map(|cursor| cursor.value);
                let (cells, fit) = match &board.values {
                    CellRule::Diagram(it) => (classifier.diagrams(it, rule, sampler), 1.0),
                    CellRule::Numbers(rule) => (classifier.numbers(rule, sampler), 1.0),
                    _ => read_cells(profile, &classifier, cursor, sampler)?,
                };
                score += fit;
                (cells, Vec::new())
            }
        };
        let end = scored.screen.reading.boards.len();
        scored.insert(end, segment.id, (cells, rects));
    }
    scored.screen.reading.cursor = cursor;
    if lacks_numbers(profile, &scored.screen.reading) {
        return Err(Mismatch::NoNumbers);
    }
    Ok(score / count)
}

/// Returns whether there are number boards and all their cells are empty, which means a wrong position or size.
fn lacks_numbers(profile: &Profile, reading: &Reading) -> bool {
    let lists = profile
        .boards
        .iter()
        .filter_map(|board| match &board.values {
            CellRule::Numbers(rule) => Some((rule, reading.board(&board.id)?)),
            _ => None,
        });
    let cells = lists.flat_map(|(rule, read)| read.cells.iter().map(move |it| (rule, it.1)));
    let mut cells = cells.peekable();
    cells.peek().is_some() && cells.all(|(rule, cell)| cell.value == rule.blank)
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
    let (board, size) = (classifier.board, classifier.size);
    let verdict = |cell| (cell, classifier.cell(sampler, cell));
    let mut verdicts: Vec<(Cell, Verdict)> = size.cells().map(verdict).collect();
    if board.blanks != BlankStyle::Any {
        check_blanks(board, cursor, sampler, &mut verdicts)?;
    }
    let count = verdicts.len().max(1) as f32;
    let doubtful_below = profile.screen.doubtful_below;
    let doubtful = verdicts
        .iter()
        .filter(|it| it.1.confidence < doubtful_below);
    let doubtful_share = doubtful.count() as f32 / count;
    let (rows, cols) = board.extent();
    let max_share = match profile.finder.size().is_some() || rows * cols > 0 {
        true => MAX_DOUBTFUL_SHARE_IN_PLACE,
        false => MAX_DOUBTFUL_SHARE,
    };
    if doubtful_share > max_share {
        return Err(Mismatch::Doubtful {
            board: board.id.clone(),
            share: doubtful_share,
        });
    }
    let confidence: f32 = verdicts.iter().map(|(_, verdict)| verdict.confidence).sum();
    let valued = verdicts.iter().filter(|(_, v)| v.class.is_some()).count();
    let fit = confidence / count + VALUES_SCORE * valued as f32 / count;
    let values = board.values.values();
    let name = |class: Option<usize>| {
        let value = class.and_then(|class| values.get(class).copied());
        value.unwrap_or(board.values.blank()).to_owned()
    };
    let read = verdicts.iter().map(|(_, verdict)| CellReading {
        value: name(verdict.class),
        confidence: verdict.confidence,
        runner_up: verdict.runner_up.map(name),
    });
    let unread = || cell_reading(board.values.blank(), 0.0);
    let read = Grid::from_cells(size, read.collect());
    let read = read.unwrap_or_else(|| Grid::filled(size, unread()));
    Ok((trimmed(read, board, doubtful_below), fit))
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
    let size = Size::new(rows, cols);
    let remaining = size.cells().filter_map(|cell| cells.get(cell).cloned());
    Grid::from_cells(size, remaining.collect()).unwrap_or(cells)
}
