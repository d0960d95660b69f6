//! A profile from a picture and what a person says of it: where the board is, how many rows and
//! columns it has, and what a few of its cells show. For any game whose board is a grid.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::RgbaImage;
use thiserror::Error;

use crate::game::{Cell, Size};

use super::grid::{Proposal, propose};
use super::looks::look;
use super::place::{ImageRect, Place, Sampler};
use super::profile::{
    BlankLook, BoardRule, CellRule, ColourClass, GridRule, Look, LookClass, LooksRule,
    PLAYING_PHASE, PatchRule, PhaseRule, PictureRule, Profile, Rgb, ScaleRule, VERSION, WindowRule,
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
    /// What is said of further pictures of the same window, in which the board is at the same
    /// place.
    pub more: Vec<Sampled>,
    /// Whether other levels may have other numbers of rows and columns.
    pub varies: bool,
    /// Whether the board is always at the same place of the picture, even where it could be found
    /// by its cells.
    pub anchored: bool,
}

/// A further picture with what some of its cells show.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    /// The picture.
    pub image: Arc<RgbaImage>,
    /// What some cells show.
    pub samples: BTreeMap<Cell, String>,
}

/// Why there is no profile yet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CalibrateError {
    /// The box is too small, or outside the picture.
    #[error(
        "the box is too small for {0} cells, or outside the picture; draw it around the whole board"
    )]
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
    /// Boards of other sizes can only be found where cells are set off from each other.
    #[error(
        "cells of this board cannot be found without knowing how many there are, so all levels must \
         have {0} of them; take the mark for sizes that differ away"
    )]
    Varies(Size),
    /// Most cells look like none of the samples.
    #[error("say of more cells what they show: {0}")]
    Unclear(String),
    /// The profile made of it does not find the board.
    #[error("the board would not be found again in this picture: {0}")]
    Lost(String),
}

/// Values with the colour they are told by.
type Classes = Vec<(String, Vec<Rgb>)>;

/// A profile that reads this picture as the person says, and what it reads.
///
/// Where the cells are set off from each other, the profile finds them by their grid, at any size
/// and place, and tells them by colour if that is enough; else it looks for the picture as a whole.
/// What colour does not tell is told by the whole look of the samples.
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
    let rect = shown.rect;
    let outside = |from: f32, side: f32, most: u32, pitch: f32| {
        from < -pitch / 4.0 || from + side > most as f32 + pitch / 4.0
    };
    let outside = outside(rect.x, rect.width, image.width(), pitch.0)
        || outside(rect.y, rect.height, image.height(), pitch.1);
    if shown.size.area() == 0 || pitch.0 < 4.0 || pitch.1 < 4.0 || outside {
        return Err(CalibrateError::Box(shown.size));
    }
    let pictures = pictures(image, shown);
    let said = pictures.iter().flat_map(|(_, samples)| samples.values());
    let values: std::collections::BTreeSet<&String> = said.collect();
    if values.len() < 2 {
        return Err(CalibrateError::Samples);
    }
    let proposals: Option<Vec<Proposal>> = pictures
        .iter()
        .map(|(image, _)| fitting(image, shown, pitch))
        .collect();
    if let Some(proposals) = proposals.as_ref().filter(|_| !shown.anchored) {
        for make in [by_colour, by_grid] {
            if let Some(profile) = make(&pictures, shown, naming, proposals)
                && let Ok(seen) = proved(&pictures, shown, naming, &profile)
            {
                return Ok((profile, seen));
            }
        }
    }
    if shown.varies {
        return Err(CalibrateError::Varies(shown.size));
    }
    let profile = by_place(&pictures, shown, naming, pitch)?;
    match proved(&pictures, shown, naming, &profile) {
        Ok(seen) => Ok((profile, seen)),
        // The place is given, so it can only be the cells: samples contradict each other, or there
        // are too few.
        Err(CalibrateError::Lost(why)) => Err(match contradiction(&profile) {
            Some((a, b)) => CalibrateError::Alike(a, b),
            None => CalibrateError::Unclear(why),
        }),
        Err(error) => Err(error),
    }
}

/// Two values of which a sample of the one is much nearer to one of the other than the samples of a
/// value are to each other.
fn contradiction(profile: &Profile) -> Option<(String, String)> {
    let CellRule::Looks(rule) = &profile.boards.first()?.values else {
        return None;
    };
    let widest = rule.classes.iter().flat_map(|class| {
        let pairs = class.looks.iter().enumerate();
        pairs.flat_map(|(index, a)| class.looks[..index].iter().map(move |b| a.distance(b)))
    });
    let widest = widest.fold(0.0, f32::max);
    let mut nearest: Option<(f32, &LookClass, &LookClass)> = None;
    for (index, class) in rule.classes.iter().enumerate() {
        for other in &rule.classes[..index] {
            let pairs = class.looks.iter();
            let pairs = pairs.flat_map(|a| other.looks.iter().map(move |b| a.distance(b)));
            let apart = pairs.fold(f32::MAX, f32::min);
            if nearest.is_none_or(|(least, ..)| apart < least) {
                nearest = Some((apart, other, class));
            }
        }
    }
    let (apart, a, b) = nearest?;
    (apart * 2.0 < widest).then(|| (a.value.clone(), b.value.clone()))
}

/// Pictures with what is said of their cells.
type Pictures<'a> = Vec<(&'a RgbaImage, &'a BTreeMap<Cell, String>)>;

fn pictures<'a>(image: &'a RgbaImage, shown: &'a Shown) -> Pictures<'a> {
    let more = shown.more.iter();
    let more = more.map(|more| (more.image.as_ref(), &more.samples));
    std::iter::once((image, &shown.samples))
        .chain(more)
        .collect()
}

/// Share of the places of a grid that must have a cell of their own for the board to be found by
/// it: with fewer, a level in which more are empty would have another size.
const COMPLETE: f32 = 0.85;

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
    (same && proposal.complete() >= COMPLETE).then_some(proposal)
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

/// By the colour of even patches on a grid.
fn by_colour(
    pictures: &Pictures<'_>,
    shown: &Shown,
    naming: &Naming,
    proposals: &[Proposal],
) -> Option<Profile> {
    let mut classes: Classes = Vec::new();
    for ((_, samples), proposal) in pictures.iter().zip(proposals) {
        for (cell, value) in *samples {
            add(&mut classes, value, proposal.colour(*cell)?);
        }
    }
    let (room, ..) = room(&classes)?;
    if room < 3 {
        return None;
    }
    let values = CellRule::Patch(PatchRule {
        classes: named(classes),
        tolerance: room.saturating_sub(1).clamp(2, TOLERANCE),
        missing: None,
    });
    Some(on_grid(shown, naming, proposals.first()?, values))
}

/// By the look of cells on a grid.
fn by_grid(
    pictures: &Pictures<'_>,
    shown: &Shown,
    naming: &Naming,
    proposals: &[Proposal],
) -> Option<Profile> {
    let mut classes = Vec::new();
    for ((image, samples), proposal) in pictures.iter().zip(proposals) {
        let sampler = Sampler::new(image, Place::new(0.0, 0.0, 1.0), &[]);
        for (cell, value) in *samples {
            let rect = proposal.rect.cell(shown.size, *cell);
            add_look(&mut classes, value, look(&sampler, rect, (0.0, 0.0)));
        }
    }
    let values = CellRule::Looks(by_look(classes).ok()?);
    Some(on_grid(shown, naming, proposals.first()?, values))
}

fn on_grid(shown: &Shown, naming: &Naming, proposal: &Proposal, values: CellRule) -> Profile {
    let longest = proposal.rule.side.1.max(400);
    let extent = |count: usize| {
        if shown.varies {
            (1, 200)
        } else {
            (count, count)
        }
    };
    let rule = GridRule {
        side: (proposal.rule.side.0, longest),
        rows: extent(shown.size.rows),
        cols: extent(shown.size.cols),
        ..proposal.rule.clone()
    };
    let fixed = |count: usize| if shown.varies { 0 } else { count };
    let board = BoardRule {
        id: naming.board.clone(),
        rows: fixed(shown.size.rows),
        cols: fixed(shown.size.cols),
        origin: (0, 0),
        pitch: (UNITS, UNITS),
        cell: (UNITS, UNITS),
        values,
        lines: None,
        trim: false,
        blanks: BlankLook::Any,
    };
    let whole = picture((0, 0), ScaleRule::default());
    profile(naming, whole, Some(rule), board)
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
/// The same where the place of cells follows from it.
const FINE_UNITS: f32 = 128.0;
/// Longest side of a picture in units.
const MOST_UNITS: f32 = 16_000.0;

/// By the look of cells at a fixed place of the picture.
fn by_place(
    pictures: &Pictures<'_>,
    shown: &Shown,
    naming: &Naming,
    pitch: (f32, f32),
) -> Result<Profile, CalibrateError> {
    let Some((image, _)) = pictures.first() else {
        return Err(CalibrateError::Samples);
    };
    // Cells that are nearly square are square: a box drawn by hand is not that exact.
    let square = (pitch.0 - pitch.1).abs() < 0.03 * pitch.0;
    let longest = image.width().max(image.height()) as f32;
    let fine = FINE_UNITS
        .min(MOST_UNITS * pitch.0 / longest)
        .max(4.0)
        .floor();
    let scale = pitch.0 / fine;
    let units = |pixels: f32| (pixels / scale).round().max(0.0) as u32;
    let side = units(pitch.0).max(1);
    let cell = (side, if square { side } else { units(pitch.1).max(1) });
    let mut board = BoardRule {
        id: naming.board.clone(),
        rows: shown.size.rows,
        cols: shown.size.cols,
        origin: (units(shown.rect.x), units(shown.rect.y)),
        pitch: cell,
        cell,
        values: CellRule::Looks(LooksRule {
            classes: Vec::new(),
            tolerance: 1.0,
        }),
        lines: None,
        trim: false,
        blanks: BlankLook::Any,
    };
    let size = (units(image.width() as f32), units(image.height() as f32));
    let mut classes = Vec::new();
    for (image, samples) in pictures {
        let place = Place {
            x: 0.0,
            y: 0.0,
            scale: image.width() as f32 / size.0.max(1) as f32,
            scale_y: image.height() as f32 / size.1.max(1) as f32,
        };
        let sampler = Sampler::new(image, place, &[]);
        for (cell, value) in *samples {
            let rect = place.cell(&board, *cell);
            add_look(&mut classes, value, look(&sampler, rect, (0.0, 0.0)));
        }
    }
    board.values = CellRule::Looks(by_look(classes)?);
    let scales = ScaleRule {
        from: scale * 0.6,
        to: (scale * 4.0).min(16.0),
        whole: false,
    };
    Ok(profile(naming, picture(size, scales), None, board))
}

/// Samples of one value that are nearer to each other are one.
const SAME: f32 = 1.0;
/// Samples of two values must be so far apart.
const APART: f32 = 2.0;
/// Most samples of a value.
const MOST_LOOKS: usize = 16;

fn add_look(classes: &mut Vec<LookClass>, value: &str, look: Look) {
    match classes.iter_mut().find(|class| class.value == value) {
        Some(class) => {
            let known = class
                .looks
                .iter()
                .any(|known| known.distance(&look) <= SAME);
            if !known && class.looks.len() < MOST_LOOKS {
                class.looks.push(look);
            }
        }
        None => classes.push(LookClass {
            value: value.to_owned(),
            looks: vec![look],
        }),
    }
}

/// The rule for these samples.
fn by_look(mut classes: Vec<LookClass>) -> Result<LooksRule, CalibrateError> {
    classes.sort_by(|a, b| a.value.cmp(&b.value));
    let mut least = f32::MAX;
    for (index, class) in classes.iter().enumerate() {
        for other in &classes[..index] {
            let pairs = class.looks.iter();
            let pairs = pairs.flat_map(|a| other.looks.iter().map(move |b| a.distance(b)));
            let nearest = pairs.fold(f32::MAX, f32::min);
            if nearest < APART {
                let (a, b) = (other.value.clone(), class.value.clone());
                return Err(CalibrateError::Alike(a, b));
            }
            least = least.min(nearest);
        }
    }
    Ok(LooksRule {
        classes,
        tolerance: (least * 0.6).clamp(5.0, 30.0),
    })
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

/// What the profile reads in the first picture, if in all of them that is what the person said.
fn proved(
    pictures: &Pictures<'_>,
    shown: &Shown,
    naming: &Naming,
    profile: &Profile,
) -> Result<ScreenReading, CalibrateError> {
    let mut first = None;
    for (image, samples) in pictures {
        let seen =
            read(profile, image, None).map_err(|error| CalibrateError::Lost(error.to_string()))?;
        let board = seen.reading.board(&naming.board);
        let Some(board) = board.filter(|board| board.size() == shown.size) else {
            let why = seen.why_no_boards.clone();
            return Err(CalibrateError::Lost(
                why.unwrap_or_else(|| seen.phase.clone()),
            ));
        };
        for (cell, said) in *samples {
            let read = board.cells.get(*cell).map(|read| read.value.clone());
            if read.as_ref() != Some(said) {
                return Err(CalibrateError::Wrong {
                    cell: *cell,
                    said: said.clone(),
                    read: read.unwrap_or_default(),
                });
            }
        }
        first.get_or_insert(seen);
    }
    first.ok_or(CalibrateError::Samples)
}
