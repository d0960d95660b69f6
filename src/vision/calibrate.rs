//! A profile from a picture and what a person says of it: where the board is, how many rows and
//! columns it has, and what a few of its cells show. For any game whose board is a grid.

use std::collections::{BTreeMap, HashMap};

use image::RgbaImage;
use thiserror::Error;

use crate::game::{Cell, Size};

use super::grid::{Proposal, propose};
use super::place::ImageRect;
use super::profile::{
    Area, BlankLook, BoardRule, CellRule, ColourClass, PLAYING_PHASE, PatchRule, PhaseRule,
    PictureRule, Profile, Rgb, ScaleRule, ShareRule, VERSION, WindowRule,
};
use super::read::{ScreenReading, read};

/// What the profile is to be called, and what it is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// The profile's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Id of the game.
    pub game: String,
    /// Id of the board that is seen.
    pub board: String,
    /// The token of an empty cell.
    pub blank: String,
    /// What every level is like beyond its board.
    pub properties: BTreeMap<String, String>,
}

/// What a person says of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The board, from the first cell's corner to the last one's.
    pub rect: ImageRect,
    /// Rows × columns.
    pub size: Size,
    /// What some cells show, as tokens of the plain-text form.
    pub samples: BTreeMap<Cell, String>,
}

/// Why there is no profile yet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CalibrateError {
    /// The box is too small, or outside the picture.
    #[error("the box is too small for {0} cells; draw it around the whole board")]
    Box(Size),
    /// Nothing to tell apart.
    #[error("say of at least one cell for each of two values what it shows")]
    Samples,
    /// Two values cannot be told apart by their colours.
    #[error("the cells for ‘{0}’ and ‘{1}’ look the same; look whether both are what you say")]
    Alike(String, String),
    /// The profile made of it reads the samples otherwise.
    #[error(
        "the cell at {cell} would be read as ‘{read}’ instead of ‘{said}’; choose the cells again, \
         or draw the box more closely"
    )]
    Wrong {
        /// Which.
        cell: Cell,
        /// What the person said.
        said: String,
        /// What is read.
        read: String,
    },
    /// The profile made of it does not find the board.
    #[error("the board would not be found again in this picture: {0}")]
    Lost(String),
}

/// Values with the colour they are told by.
type Classes = Vec<(String, Vec<Rgb>)>;

/// A profile that reads this picture as the person says, and what it reads.
///
/// Where the cells are even patches, the profile finds them by their grid, at any size and place;
/// else it looks for the picture as a whole and tells cells by the share of a colour.
///
/// # Errors
/// [`CalibrateError`], with what to do.
pub fn calibrate(
    image: &RgbaImage,
    shown: &Shown,
    naming: &Naming,
) -> Result<(Profile, ScreenReading), CalibrateError> {
    let pitch = (
        shown.rect.width / shown.size.cols.max(1) as f32,
        shown.rect.height / shown.size.rows.max(1) as f32,
    );
    if shown.size.area() == 0 || pitch.0 < 4.0 || pitch.1 < 4.0 {
        return Err(CalibrateError::Box(shown.size));
    }
    let values: std::collections::BTreeSet<&String> = shown.samples.values().collect();
    if values.len() < 2 {
        return Err(CalibrateError::Samples);
    }
    if let Some(proposal) = fitting(image, shown, pitch)
        && let Some(profile) = by_grid(shown, naming, &proposal)
        && let Ok(seen) = proved(image, shown, naming, &profile)
    {
        return Ok((profile, seen));
    }
    let profile = by_share(image, shown, naming, pitch)?;
    let seen = proved(image, shown, naming, &profile)?;
    Ok((profile, seen))
}

/// The grid that is seen where the person says the board is, if it is the same.
fn fitting(image: &RgbaImage, shown: &Shown, pitch: (f32, f32)) -> Option<Proposal> {
    let rect = shown.rect;
    // A box drawn by hand may cut a rim.
    let around = ImageRect {
        x: rect.x - pitch.0 / 4.0,
        y: rect.y - pitch.1 / 4.0,
        width: rect.width + pitch.0 / 2.0,
        height: rect.height + pitch.1 / 2.0,
    };
    let proposal = propose(image, Some(around))?;
    let near = |a: f32, b: f32, pitch: f32| (a - b).abs() < 0.4 * pitch;
    let found = proposal.rect;
    let same = proposal.size == shown.size
        && near(found.x, rect.x, pitch.0)
        && near(found.y, rect.y, pitch.1)
        && near(found.x + found.width, rect.x + rect.width, pitch.0)
        && near(found.y + found.height, rect.y + rect.height, pitch.1);
    same.then_some(proposal)
}

/// Half the smallest distance between colours of different values, with those two values.
fn room(classes: &Classes) -> Option<(u8, &str, &str)> {
    let mut least: Option<(u8, &str, &str)> = None;
    for (index, (value, colours)) in classes.iter().enumerate() {
        for (other, others) in &classes[..index] {
            let pairs = colours
                .iter()
                .flat_map(|a| others.iter().map(move |b| a.distance(*b)));
            if let Some(distance) = pairs.min()
                && least.is_none_or(|(known, ..)| distance < known)
            {
                least = Some((distance, other, value));
            }
        }
    }
    least.map(|(distance, a, b)| (distance / 2, a, b))
}

/// Largest tolerance that is given to a profile.
const TOLERANCE: u8 = 48;

fn by_grid(shown: &Shown, naming: &Naming, proposal: &Proposal) -> Option<Profile> {
    let mut classes: Classes = Vec::new();
    for (cell, value) in &shown.samples {
        add(&mut classes, value, proposal.colour(*cell)?);
    }
    let (room, ..) = room(&classes)?;
    if room < 3 {
        return None;
    }
    let longest = proposal.rule.side.1.max(400);
    let rule = super::profile::GridRule {
        side: (proposal.rule.side.0, longest),
        rows: (shown.size.rows, shown.size.rows),
        cols: (shown.size.cols, shown.size.cols),
        ..proposal.rule.clone()
    };
    let board = BoardRule {
        id: naming.board.clone(),
        rows: shown.size.rows,
        cols: shown.size.cols,
        origin: (0, 0),
        pitch: (UNITS, UNITS),
        cell: (UNITS, UNITS),
        values: CellRule::Patch(PatchRule {
            classes: named(classes),
            tolerance: room.saturating_sub(1).clamp(2, TOLERANCE),
            missing: None,
        }),
        lines: None,
        trim: false,
        blanks: BlankLook::Any,
    };
    Some(profile(
        naming,
        picture((0, 0), ScaleRule::default()),
        Some(rule),
        board,
    ))
}

fn add(classes: &mut Classes, value: &str, colour: Rgb) {
    match classes.iter_mut().find(|(known, _)| known == value) {
        Some((_, colours)) if colours.iter().any(|known| known.distance(colour) <= 8) => {}
        Some((_, colours)) => colours.push(colour),
        None => classes.push((value.to_owned(), vec![colour])),
    }
}

fn named(classes: Classes) -> Vec<ColourClass> {
    let class = |(value, colours)| ColourClass { value, colours };
    classes.into_iter().map(class).collect()
}

/// Units of the picture from cell to cell.
const UNITS: u32 = 64;
/// Part of a cell's side that is looked at: rims are smeared, or belong to neighbours.
const INNER: f32 = 0.8;
/// A colour tells a value if it has this much more of the cells than of blank ones.
const TELLING: f32 = 0.04;

fn by_share(
    image: &RgbaImage,
    shown: &Shown,
    naming: &Naming,
    pitch: (f32, f32),
) -> Result<Profile, CalibrateError> {
    let sampled = |value: &str| -> Vec<Cell> {
        let cells = shown.samples.iter().filter(|(_, v)| *v == value);
        cells.map(|(cell, _)| *cell).collect()
    };
    let blank = match shown.samples.values().find(|value| **value == naming.blank) {
        Some(blank) => blank.clone(),
        // One of the values is what a cell shows that has no other's colour.
        None => shown.samples.values().next().cloned().unwrap_or_default(),
    };
    let ground = colours(image, shown, pitch, sampled(&blank));
    let mut values: Vec<&String> = shown.samples.values().filter(|v| **v != blank).collect();
    values.sort();
    values.dedup();
    let mut classes: Classes = Vec::new();
    let mut least_share = 1.0_f32;
    for value in values {
        let own = colours(image, shown, pitch, sampled(value));
        let telling = own.iter().map(|(colour, share)| {
            let elsewhere: f32 = ground
                .iter()
                .filter(|(other, _)| other.distance(*colour) <= 32)
                .map(|(_, share)| share)
                .sum();
            (*colour, share - elsewhere)
        });
        match telling.max_by(|a, b| a.1.total_cmp(&b.1)) {
            Some((colour, more)) if more >= TELLING => {
                least_share = least_share.min(more);
                classes.push((value.clone(), vec![colour]));
            }
            _ => return Err(CalibrateError::Alike(blank, value.clone())),
        }
    }
    let tolerance = match room(&classes) {
        Some((room, a, b)) if room < 4 => {
            return Err(CalibrateError::Alike(a.to_owned(), b.to_owned()));
        }
        Some((room, ..)) => room.saturating_sub(1).min(TOLERANCE),
        None => TOLERANCE,
    };
    // Not so much that the ground counts as well.
    let to_ground = classes
        .iter()
        .flat_map(|(_, colours)| colours)
        .map(|colour| {
            let apart = |(other, share): &(Rgb, f32)| {
                (*share >= TELLING).then(|| other.distance(*colour) / 2)
            };
            ground.iter().filter_map(apart).min().unwrap_or(TOLERANCE)
        });
    let tolerance = to_ground
        .min()
        .map_or(tolerance, |ground| tolerance.min(ground))
        .max(4);
    let scale = pitch.0 / UNITS as f32;
    let units = |pixels: f32| (pixels / scale).round().max(0.0) as u32;
    let inset = (UNITS as f32 * (1.0 - INNER) / 2.0) as u32;
    let cell = (UNITS, units(pitch.1).max(1));
    let board = BoardRule {
        id: naming.board.clone(),
        rows: shown.size.rows,
        cols: shown.size.cols,
        origin: (units(shown.rect.x), units(shown.rect.y)),
        pitch: cell,
        cell,
        values: CellRule::Share(ShareRule {
            area: Area {
                x: inset,
                y: inset.min(cell.1 / 3),
                width: UNITS - 2 * inset,
                height: cell.1 - 2 * inset.min(cell.1 / 3),
            },
            classes: named(classes),
            tolerance,
            min_share: (least_share / 2.0).max(0.02),
            blank,
        }),
        lines: None,
        trim: false,
        blanks: BlankLook::Any,
    };
    let size = (units(image.width() as f32), units(image.height() as f32));
    let scales = ScaleRule {
        from: scale * 0.6,
        to: (scale * 4.0).min(16.0),
        whole: false,
    };
    Ok(profile(naming, picture(size, scales), None, board))
}

/// The colours of cells, near ones taken together, with the share of pixels each has.
fn colours(
    image: &RgbaImage,
    shown: &Shown,
    pitch: (f32, f32),
    cells: Vec<Cell>,
) -> Vec<(Rgb, f32)> {
    let mut sums: HashMap<[u8; 3], (u32, [u64; 3])> = HashMap::new();
    let mut pixels = 0_u32;
    for cell in cells {
        let from =
            |at: f32, index: usize, pitch: f32| at + (index as f32 + (1.0 - INNER) / 2.0) * pitch;
        let (x, y) = (
            from(shown.rect.x, cell.col, pitch.0),
            from(shown.rect.y, cell.row, pitch.1),
        );
        let edge = |at: f32, most: u32| (at.max(0.0) as u32).min(most);
        for row in edge(y, image.height())..edge(y + INNER * pitch.1, image.height()) {
            for column in edge(x, image.width())..edge(x + INNER * pitch.0, image.width()) {
                let [r, g, b, _] = image.get_pixel(column, row).0;
                let sum = sums.entry([r >> 5, g >> 5, b >> 5]).or_default();
                sum.0 += 1;
                pixels += 1;
                for (sum, channel) in sum.1.iter_mut().zip([r, g, b]) {
                    *sum += u64::from(channel);
                }
            }
        }
    }
    let mut colours: Vec<(Rgb, u32)> = sums
        .into_values()
        .map(|(count, sum)| {
            let mean = |sum: u64| u8::try_from(sum / u64::from(count.max(1))).unwrap_or(u8::MAX);
            (Rgb(sum.map(mean)), count)
        })
        .collect();
    // The commonest first, and always in one order.
    colours.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), colour.0));
    let mut merged: Vec<(Rgb, u32)> = Vec::new();
    for (colour, count) in colours {
        match merged
            .iter_mut()
            .find(|(known, _)| known.distance(colour) <= 24)
        {
            Some((_, sum)) => *sum += count,
            None => merged.push((colour, count)),
        }
    }
    let share = |count: u32| count as f32 / pixels.max(1) as f32;
    merged
        .into_iter()
        .map(|(colour, count)| (colour, share(count)))
        .collect()
}

fn picture(size: (u32, u32), scale: ScaleRule) -> PictureRule {
    PictureRule {
        size,
        scale,
        palette: Vec::new(),
        tolerance: TOLERANCE,
        palette_share: 0.0,
    }
}

fn profile(
    naming: &Naming,
    picture: PictureRule,
    grid: Option<super::profile::GridRule>,
    board: BoardRule,
) -> Profile {
    Profile {
        version: VERSION,
        id: naming.id.clone(),
        title: naming.title.clone(),
        game: naming.game.clone(),
        notes: "Made from a picture.".to_owned(),
        window: WindowRule::default(),
        picture,
        grid,
        squares: None,
        isometric: None,
        boards: vec![board],
        cursor: None,
        phases: vec![PhaseRule {
            phase: PLAYING_PHASE.to_owned(),
            when: Vec::new(),
        }],
        properties: naming.properties.clone(),
        level: None,
        doubtful_below: 0.5,
        controls: None,
        cost: None,
        start: None,
    }
}

/// What the profile reads, if that is what the person said.
fn proved(
    image: &RgbaImage,
    shown: &Shown,
    naming: &Naming,
    profile: &Profile,
) -> Result<ScreenReading, CalibrateError> {
    let seen =
        read(profile, image, None).map_err(|error| CalibrateError::Lost(error.to_string()))?;
    let board = seen.reading.board(&naming.board);
    let Some(board) = board.filter(|board| board.size() == shown.size) else {
        let why = seen.why_no_boards.clone();
        return Err(CalibrateError::Lost(
            why.unwrap_or_else(|| seen.phase.clone()),
        ));
    };
    for (cell, said) in &shown.samples {
        let read = board.cells.get(*cell).map(|read| read.value.clone());
        if read.as_ref() != Some(said) {
            return Err(CalibrateError::Wrong {
                cell: *cell,
                said: said.clone(),
                read: read.unwrap_or_default(),
            });
        }
    }
    Ok(seen)
}
