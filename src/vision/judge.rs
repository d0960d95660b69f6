//! Whether a picture at a place is the game's, in which phase it is, and what its boards show.

use image::RgbaImage;

use crate::game::{BoardReading, Cell, CellReading, Grid, Reading, Size};

use super::classify::{Classifier, Verdict, by_patch};
use super::cursor::find_cursor;
use super::grid::{GridSight, read_diagrams};
use super::looks::by_look;
use super::misfit::{Misfit, spread};
use super::place::{Place, Sampler};
use super::profile::{
    Area, BlankLook, BoardRule, CellRule, Condition, ENDED_PHASE, OTHER_PHASE, PLAYING_PHASE,
    PictureRule, Profile, Rgb,
};

/// What a picture at a place shows.
pub(super) struct Judged {
    pub(super) phase: String,
    pub(super) reading: Reading,
    /// How well it fits, to choose among places; 0 to about 1.
    pub(super) score: f32,
    /// Why the boards were not read although the phase's rule would have had them.
    pub(super) misfit: Option<Misfit>,
}

impl Misfit {
    /// How near it came, to tell of the nearest; later checks count more.
    pub(super) fn nearness(&self) -> f32 {
        match self {
            Self::Palette { share, .. } => *share,
            Self::Plain { .. } | Self::Patterned { .. } => 1.0,
            Self::Unlike { blank, unlike, .. } => 3.0 - *unlike as f32 / (*blank).max(1) as f32,
            Self::Cursors { count } => 3.0 + 1.0 / (*count).max(1) as f32,
            Self::Doubtful { share, .. } => 5.0 - share,
        }
    }
}

/// Two pixels of one colour may differ by so much where the profile gives no tolerance.
const ALIKE: u8 = 64;
/// Share of a cell's pixels that must be alike for two blank cells to be alike.
const ALIKE_PIXELS: f32 = 0.75;
/// A blank cell of which no more than the first share of the pixels is as in the others is wholly
/// doubtful, one with the second share not at all.
const DOUBT: (f32, f32) = (0.75, 0.95);
/// Share of the blank cells that must be alike.
const ALIKE_CELLS: f32 = 0.85;
/// With fewer blank cells than this nothing is said about their look.
const FEW_BLANKS: usize = 3;
/// Share of doubtful cells above which a board is none.
const DOUBTFUL_CELLS: f32 = 0.5;

/// Judges the picture.
///
/// # Errors
/// When it is not the game's at all. A picture of the game in which no boards can be read comes
/// back with another phase.
pub(super) fn judge(
    profile: &Profile,
    image: &RgbaImage,
    place: Place,
    grid: Option<GridSight<'_>>,
) -> Result<Judged, Misfit> {
    let sampler = &Sampler::new(image, place, &profile.picture.palette);
    let share = check_palette(&profile.picture, sampler)?;
    let phase = phase(profile, sampler);
    if phase != PLAYING_PHASE && phase != ENDED_PHASE {
        return Ok(Judged {
            phase,
            reading: Reading::default(),
            score: 0.0,
            misfit: None,
        });
    }
    match boards(profile, sampler, grid) {
        Ok((reading, score)) => Ok(Judged {
            phase,
            reading,
            score: share * score,
            misfit: None,
        }),
        Err(misfit) => Ok(Judged {
            phase: OTHER_PHASE.to_owned(),
            reading: Reading::default(),
            score: 0.0,
            misfit: Some(misfit),
        }),
    }
}

/// Looks at about 600 pixels, and gives up early where hardly any fits.
fn check_palette(rule: &PictureRule, sampler: &Sampler<'_>) -> Result<f32, Misfit> {
    if rule.palette.is_empty() {
        return Ok(1.0);
    }
    let (width, height) = rule.size;
    // Steps without a common factor with usual cell sizes, from coarse to fine.
    let (across, down) = ((width / 29).max(1) | 1, (height / 21).max(1) | 1);
    let (mut seen, mut fitting) = (0_u32, 0_u32);
    let mut last = (
        Rgb([0; 3]),
        rule.palette
            .iter()
            .any(|known| known.distance(Rgb([0; 3])) <= rule.tolerance),
    );
    for y in (down / 2..height).step_by(down as usize) {
        for x in (across / 2..width).step_by(across as usize) {
            let colour = sampler.at(x.into(), y.into());
            seen += 1;
            // Most neighbours have the same colour.
            if last.0 != colour {
                let near = |known: &Rgb| known.distance(colour) <= rule.tolerance;
                last = (colour, rule.palette.iter().any(near));
            }
            fitting += u32::from(last.1);
        }
        if seen > 60 && (fitting as f32) < 0.3 * rule.palette_share * seen as f32 {
            break;
        }
    }
    let share = fitting as f32 / seen.max(1) as f32;
    if share < rule.palette_share {
        let least = rule.palette_share;
        return Err(Misfit::Palette { share, least });
    }
    Ok(share)
}

pub(super) fn phase(profile: &Profile, sampler: &Sampler<'_>) -> String {
    profile
        .phases
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
            let near = colours(*area).filter(|seen| seen.distance(*colour) <= *tolerance);
            near.count() as f32 >= min_share * (area.width * area.height) as f32
        }
    }
}

fn boards(
    profile: &Profile,
    sampler: &Sampler<'_>,
    grid: Option<GridSight<'_>>,
) -> Result<(Reading, f32), Misfit> {
    let cursor = match &profile.cursor {
        Some(rule) => find_cursor(profile, rule, sampler)?,
        None => None,
    };
    let properties = profile.properties.iter();
    let mut reading = Reading {
        cursor,
        properties: properties.map(|(k, v)| (k.clone(), v.clone())).collect(),
        base: profile.level.as_deref().map(Into::into),
        ..Reading::default()
    };
    // A place that is off by a few pixels mostly shows no cursor.
    let seen = reading.cursor.as_ref();
    let mut score = seen.map_or(0.0, |cursor| 0.2 * cursor.confidence);
    for board in &profile.boards {
        let on_it = profile
            .cursor
            .as_ref()
            .filter(|rule| rule.board() == board.id)
            .and(reading.cursor.as_ref())
            .map(|cursor| cursor.value);
        let (seen, fit) = match &board.values {
            CellRule::Diagram(rule) => match grid {
                Some(grid) => (read_diagrams(board, rule, grid), 1.0),
                None => continue,
            },
            _ => read_board(profile, board, on_it, sampler, grid)?,
        };
        score += fit;
        reading.boards.push(seen);
    }
    Ok((reading, score / profile.boards.len().max(1) as f32))
}

/// A cell for which there is no place.
const NOWHERE: Verdict = Verdict {
    class: None,
    confidence: 1.0,
    runner_up: None,
};

/// The cells without the rows and columns at the end in which all are blank; one that is doubtful
/// is not.
fn trimmed(cells: &Grid<CellReading<String>>, blank: &str) -> Grid<CellReading<String>> {
    let used = || {
        let used = cells.iter();
        used.filter(|(_, read)| read.value != blank || read.confidence < 0.5)
    };
    // One cell is left of a board on which there is nothing.
    let rows = used().map(|(cell, _)| cell.row + 1).max().unwrap_or(1);
    let cols = used().map(|(cell, _)| cell.col + 1).max().unwrap_or(1);
    let size = Size::new(rows, cols);
    let kept = size.cells().filter_map(|cell| cells.get(cell).cloned());
    Grid::from_cells(size, kept.collect()).unwrap_or_else(|| cells.clone())
}

/// Reads a board; the number is how well it fits, 0 to about 1.
fn read_board(
    profile: &Profile,
    board: &BoardRule,
    cursor: Option<Cell>,
    sampler: &Sampler<'_>,
    grid: Option<GridSight<'_>>,
) -> Result<(BoardReading, f32), Misfit> {
    let classifier = Classifier::new(&board.values, &profile.picture);
    let (rows, cols) = board.extent();
    let size = Size::new(rows, cols);
    let mut verdicts: Vec<(Cell, Verdict)> = size
        .cells()
        .map(|cell| {
            let corner = board.corner(cell.row, cell.col);
            if !board.has(cell.row, cell.col) {
                return (cell, NOWHERE);
            }
            let verdict = match (&board.values, grid) {
                (CellRule::Patch(rule), Some(grid)) => by_patch(rule, grid, cell),
                (CellRule::Looks(rule), _) => by_look(rule, sampler, board, cell),
                _ => classifier.cell(sampler, corner),
            };
            (cell, verdict)
        })
        .collect();
    if board.blanks != BlankLook::Any {
        check_blanks(board, cursor, sampler, &mut verdicts)?;
    }
    let doubtful = verdicts
        .iter()
        .filter(|(_, verdict)| verdict.confidence < profile.doubtful_below)
        .count();
    let share = doubtful as f32 / verdicts.len().max(1) as f32;
    if share > DOUBTFUL_CELLS {
        return Err(Misfit::Doubtful {
            board: board.id.clone(),
            share,
        });
    }
    let sure: f32 = verdicts.iter().map(|(_, verdict)| verdict.confidence).sum();
    let told = verdicts.iter().filter(|(_, v)| v.class.is_some()).count();
    let count = verdicts.len().max(1) as f32;
    // Off by a few pixels, values are taken for blanks: more values, better fit.
    let fit = sure / count + 0.1 * told as f32 / count;
    let values = board.values.values();
    let name = |class: Option<usize>| {
        let value = class.and_then(|class| values.get(class).copied());
        value.unwrap_or(board.values.blank()).to_owned()
    };
    let cells = verdicts
        .iter()
        .map(|(_, verdict)| CellReading {
            value: name(verdict.class),
            confidence: verdict.confidence,
            runner_up: verdict.runner_up.map(name),
        })
        .collect();
    let blank = CellReading {
        value: board.values.blank().to_owned(),
        confidence: 0.0,
        runner_up: None,
    };
    let mut cells = Grid::from_cells(size, cells).unwrap_or_else(|| Grid::filled(size, blank));
    if board.trim {
        cells = trimmed(&cells, board.values.blank());
    }
    let id = board.id.clone();
    Ok((BoardReading { id, cells }, fit))
}

/// Holds the cells that were read as blank against each other: on the game's screen they look
/// alike, on any other they do not. Single ones that do not become doubtful.
fn check_blanks(
    board: &BoardRule,
    cursor: Option<Cell>,
    sampler: &Sampler<'_>,
    verdicts: &mut [(Cell, Verdict)],
) -> Result<(), Misfit> {
    let whole = Area {
        x: 0,
        y: 0,
        width: board.cell.0,
        height: board.cell.1,
    };
    let look = |cell: Cell, area: Area| -> Vec<Rgb> {
        let corner = board.corner(cell.row, cell.col);
        area.points()
            .map(|(x, y)| sampler.at(corner.0 + i64::from(x), corner.1 + i64::from(y)))
            .collect()
    };
    let blanks: Vec<(usize, Vec<Rgb>)> = verdicts
        .iter()
        .enumerate()
        .filter(|(_, (cell, verdict))| verdict.class.is_none() && Some(*cell) != cursor)
        .map(|(index, (cell, _))| (index, look(*cell, whole)))
        .collect();
    if blanks.len() < FEW_BLANKS {
        return Ok(());
    }
    // The look most of them have: that of one of a few, spread over the board.
    let step = blanks.len().div_ceil(5);
    let mut best: (usize, &[Rgb]) = (0, &[]);
    for (_, pattern) in blanks.iter().step_by(step) {
        let alike = blanks
            .iter()
            .filter(|(_, other)| agreement(pattern, other) >= ALIKE_PIXELS);
        let alike = alike.count();
        if alike > best.0 {
            best = (alike, pattern);
        }
        if 2 * alike > blanks.len() {
            break;
        }
    }
    let (alike, pattern) = best;
    if (alike as f32) < ALIKE_CELLS * blanks.len() as f32 {
        return Err(Misfit::Unlike {
            board: board.id.clone(),
            blank: blanks.len(),
            unlike: blanks.len() - alike,
        });
    }
    // Judged by all of them: a strip of a neighbour, as a shifted place shows it in one column, is
    // no pattern.
    let plain = |(_, look): &&(usize, Vec<Rgb>)| spread(look.iter().copied()) <= ALIKE;
    let plain = blanks.iter().filter(plain).count() as f32 / blanks.len() as f32;
    let id = || board.id.clone();
    match board.blanks {
        BlankLook::Pattern if plain > 1.0 - ALIKE_CELLS => {
            return Err(Misfit::Plain { board: id() });
        }
        BlankLook::Plain if plain < ALIKE_CELLS => {
            return Err(Misfit::Patterned { board: id() });
        }
        _ => {}
    }
    // Each is held to the part of the look that tells values apart, which the cursor leaves free.
    let area = match &board.values {
        CellRule::Colour(_) | CellRule::Patch(_) | CellRule::Diagram(_) | CellRule::Looks(_) => {
            whole
        }
        CellRule::Share(rule) => rule.area,
    };
    let part: Vec<Rgb> = area
        .points()
        .filter_map(|(x, y)| pattern.get((y * board.cell.0 + x) as usize).copied())
        .collect();
    for (cell, verdict) in verdicts.iter_mut().filter(|(_, v)| v.class.is_none()) {
        let agreement = agreement(&part, &look(*cell, area));
        let (none, full) = DOUBT;
        verdict.confidence *= ((agreement - none) / (full - none)).clamp(0.0, 1.0);
    }
    Ok(())
}

/// Share of the pixels that are alike.
fn agreement(a: &[Rgb], b: &[Rgb]) -> f32 {
    let alike = a.iter().zip(b).filter(|(a, b)| a.distance(**b) <= ALIKE);
    alike.count() as f32 / a.len().max(1) as f32
}
