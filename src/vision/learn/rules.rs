//! Rules of a new profile, made from labelled samples.

use std::collections::BTreeMap;

use image::RgbaImage;

use crate::classify::{ROOM, made_of_sides, on_other_grounds, sample};
use crate::game::Cell;
use crate::place::Place;
use crate::profile::{
    BoardRule, CellRule, ColourClass, Finder, GridRule, Look, LookClass, LooksRule, PLAYING_PHASE,
    PatchRule, PhaseRule, PictureRule, Profile, Rgb, ScaleRule, ScreenRule, Unseen,
};
use crate::sampler::Sampler;

use super::clues::{clue_lists, free_lists};
use super::propose::Proposal;
use super::shown::{CalibrateError, Naming, Shown};

/// Pictures with the user-given values of their cells.
pub(super) type Pictures<'a> = Vec<(&'a RgbaImage, &'a BTreeMap<Cell, String>)>;

/// Values with their colours.
pub(super) type Classes = Vec<(String, Vec<Rgb>)>;

/// Half the smallest distance between colours of different values, with those values.
pub(super) fn room(classes: &Classes) -> Option<(u8, &str, &str)> {
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

/// Maximum channel tolerance of a profile.
pub(super) const TOLERANCE: u8 = 48;

/// Profile that recognizes grid cells by the colours of their patches.
pub(super) fn by_colour(
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

/// Profile that recognizes grid cells by samples.
pub(super) fn by_grid(
    pictures: &Pictures<'_>,
    shown: &Shown,
    naming: &Naming,
    proposals: &[Proposal],
) -> Option<Profile> {
    let said = |rims: bool| {
        let mut said = Vec::new();
        for ((image, samples), proposal) in pictures.iter().zip(proposals) {
            let sampler = Sampler::new(image, Place::new(0.0, 0.0, 1.0), &[]);
            for (cell, value) in *samples {
                let rect = proposal.rect.cell(shown.size, *cell);
                said.push((value.as_str(), sample(&sampler, rect, rims)));
            }
        }
        said
    };
    let values = CellRule::Looks(by_clearest_look(said, shown).ok()?);
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
    let unit = (UNITS, UNITS);
    let board = BoardRule {
        rows: fixed(shown.size.rows),
        cols: fixed(shown.size.cols),
        ..BoardRule::new(&naming.board, unit, unit, values)
    };
    let mut made = profile(naming, Finder::Grid(rule), board);
    made.boards.extend(free_lists(&shown.clues));
    made
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

/// Picture units per cell pitch.
const UNITS: u32 = 64;
/// The same where cell positions depend on it.
const FINE_UNITS: f32 = 128.0;
/// Maximum side of a picture in units.
const MOST_UNITS: f32 = 16_000.0;
/// Scale range of later pictures, relative to the first.
const SCALES: (f32, f32) = (0.4, 8.0);

/// Profile that recognizes cells at fixed positions by samples.
pub(super) fn by_place(
    pictures: &Pictures<'_>,
    shown: &Shown,
    naming: &Naming,
    pitch: (f32, f32),
) -> Result<Profile, CalibrateError> {
    let Some((image, _)) = pictures.first() else {
        return Err(CalibrateError::Samples);
    };
    // Nearly square cells are taken as square: a hand-drawn rectangle is inexact.
    let square = (pitch.0 - pitch.1).abs() < 0.03 * pitch.0;
    let longest = image.width().max(image.height()) as f32;
    let fine = FINE_UNITS
        .min(MOST_UNITS * pitch.0 / longest)
        .max(4.0)
        .floor();
    let scale = pitch.0 / fine;
    let units = |pixels: f32| (pixels / scale).round().max(0.0) as u32;
    let side = units(pitch.0).max(1);
    let pitch = (side, if square { side } else { units(pitch.1).max(1) });
    let seam = units(shown.seam);
    let cell = (pitch.0 - seam, pitch.1 - seam);
    let unknown = CellRule::Looks(LooksRule {
        classes: Vec::new(),
        tolerance: 1.0,
        rims: false,
        digits: false,
        side: None,
        blank: String::new(),
        turned: Vec::new(),
    });
    let mut board = BoardRule {
        rows: shown.size.rows,
        cols: shown.size.cols,
        origin: (units(shown.rect.x), units(shown.rect.y)),
        seam,
        seams: shown.seams,
        ..BoardRule::new(&naming.board, pitch, cell, unknown)
    };
    let size = (units(image.width() as f32), units(image.height() as f32));
    let said = |rims: bool| {
        let mut said = Vec::new();
        for (image, samples) in pictures {
            let place = Place::filling(image.dimensions(), size);
            let sampler = Sampler::new(image, place, &[]);
            for (cell, value) in *samples {
                let rect = place.cell(&board, *cell);
                said.push((value.as_str(), sample(&sampler, rect, rims)));
            }
        }
        said
    };
    board.values = CellRule::Looks(LooksRule {
        side: Some(cell.0.max(cell.1) as f32 * scale),
        ..by_clearest_look(said, shown)?
    });
    let lists = clue_lists(image, shown, &board, scale)?;
    let scales = ScaleRule {
        from: scale * SCALES.0,
        to: (scale * SCALES.1).min(16.0),
        whole: false,
    };
    let finder = Finder::Fixed(PictureRule {
        size,
        scale: scales,
    });
    let mut made = profile(naming, finder, board);
    made.boards.extend(lists);
    Ok(made)
}

/// Samples of one class closer than this are the same.
const SAME: f32 = 1.0;
/// Minimum distance between samples of different classes.
pub(super) const APART: f32 = 2.0;
/// Distance at which inner parts of cells discriminate well enough.
const CLEAR_INSIDE: f32 = 12.0;
/// Factor by which whole cells must discriminate better than inner parts.
const CLEARER: f32 = 1.5;
/// Maximum number of samples per class.
const MOST_LOOKS: usize = 32;
/// Maximum number of samples per class up to which rotated ones are added.
const ENOUGH_LOOKS: usize = 16;

/// Value, sample, and whether a number is on the cell.
pub(super) type Sample<'a> = (&'a str, (Look, bool));

/// Adds samples to their classes, then rotated ones to the classes of the turned values. User-given samples replace
/// others if a class is full.
pub(super) fn add_looks(classes: &mut Vec<LookClass>, turned: &[Vec<String>], said: &[Sample<'_>]) {
    for (value, (look, has_number)) in said {
        let class = class_of(classes, value, *has_number);
        if !is_known(class, look) {
            make_room(class, look);
            class.looks.push(look.clone());
        }
    }
    for (value, (look, has_number)) in said {
        let (mut value, mut look) = (*value, look.clone());
        for _ in 0..3 {
            let Some(next) = after_turn(turned, value) else {
                break;
            };
            (value, look) = (next, look.turned());
            add_if_room(class_of(classes, value, *has_number), ENOUGH_LOOKS, &look);
        }
    }
}

/// Adds a class's samples where there is capacity.
pub(super) fn add_class(classes: &mut Vec<LookClass>, known: &LookClass) {
    let class = class_of(classes, &known.value, known.numbered);
    for look in &known.looks {
        add_if_room(class, MOST_LOOKS, look);
    }
}

fn add_if_room(class: &mut LookClass, most: usize, look: &Look) {
    if class.looks.len() < most && !is_known(class, look) {
        class.looks.push(look.clone());
    }
}

fn is_known(class: &LookClass, look: &Look) -> bool {
    class.distance(look).is_some_and(|apart| apart <= SAME)
}

fn make_room(class: &mut LookClass, new: &Look) {
    let looks = class.looks.iter().enumerate();
    let aparts = looks.map(|(index, known)| (known.distance(new), index));
    if class.looks.len() >= MOST_LOOKS
        && let Some((_, index)) = aparts.min_by(|a, b| a.0.total_cmp(&b.0))
    {
        class.looks.remove(index);
    }
}

/// Value after a clockwise quarter turn, if known.
fn after_turn<'t>(turned: &'t [Vec<String>], value: &str) -> Option<&'t str> {
    turned.iter().find_map(|ring| {
        let at = ring.iter().position(|known| known == value)?;
        ring.get((at + 1) % ring.len()).map(String::as_str)
    })
}

/// Class of a value, added if missing. Numbers on its cells are its value or mark it as `numbered`.
fn class_of<'c>(
    classes: &'c mut Vec<LookClass>,
    value: &str,
    has_number: bool,
) -> &'c mut LookClass {
    let known = classes.iter().position(|class| class.value == value);
    let index = known.unwrap_or_else(|| {
        classes.push(LookClass {
            value: value.to_owned(),
            looks: Vec::new(),
            numbered: false,
            tolerance: None,
        });
        classes.len() - 1
    });
    let class = &mut classes[index];
    class.numbered |= has_number && value.parse::<u32>().is_err();
    class
}

/// Rule with samples of the inner parts of cells, or of whole cells if those discriminate much better: ends of pipes
/// or bonds may be visible at the rim only.
fn by_clearest_look<'a>(
    said: impl Fn(bool) -> Vec<Sample<'a>>,
    shown: &Shown,
) -> Result<LooksRule, CalibrateError> {
    let inner = by_look(&said(false), shown);
    let apart = |rule: &LooksRule| {
        let classes = on_any_ground(&rule.classes);
        nearest_classes(&classes).map(|(apart, ..)| apart)
    };
    let apart_inside = match &inner {
        Ok(rule) => apart(rule).unwrap_or(f32::MAX),
        Err(_) => 0.0,
    };
    if apart_inside >= CLEAR_INSIDE {
        return inner;
    }
    match by_look(&said(true), shown) {
        Ok(whole) if apart(&whole).is_some_and(|apart| apart >= CLEARER * apart_inside) => {
            Ok(LooksRule {
                rims: true,
                ..whole
            })
        }
        _ => inner,
    }
}

/// Classes extended by synthesized samples, so that classes are compared on equal backgrounds.
fn on_any_ground(classes: &[LookClass]) -> Vec<LookClass> {
    let mut all = classes.to_vec();
    for (index, class) in all.iter_mut().enumerate() {
        let put = on_other_grounds(classes, index);
        class.looks.extend(put.take(MOST_LOOKS));
    }
    all
}

/// Rule for these samples and for numbers without samples.
fn by_look(said: &[Sample<'_>], shown: &Shown) -> Result<LooksRule, CalibrateError> {
    let mut classes = Vec::new();
    add_looks(&mut classes, &shown.turned, said);
    classes.sort_by(|a, b| a.value.cmp(&b.value));
    let nearest = nearest_classes(&classes);
    if let Some((_, a, b)) = nearest.filter(|(apart, ..)| *apart < APART) {
        return Err(CalibrateError::Alike(a.value.clone(), b.value.clone()));
    }
    let tolerance = |apart: f32| (apart * ROOM).clamp(5.0, 30.0);
    let aparts = apart_from_others(&classes);
    let mut sorted = aparts.clone();
    sorted.sort_by(f32::total_cmp);
    let usual = tolerance(sorted.get(sorted.len() / 2).copied().unwrap_or(f32::MAX));
    for (class, apart) in classes.iter_mut().zip(aparts) {
        class.tolerance = Some(tolerance(apart)).filter(|own| *own != usual);
    }
    for number in &shown.numbers {
        class_of(&mut classes, number, false);
    }
    for value in made_of_sides(&shown.turned) {
        class_of(&mut classes, value, false);
    }
    Ok(LooksRule {
        classes,
        tolerance: usual,
        rims: false,
        digits: !shown.numbers.is_empty(),
        side: None,
        blank: shown.blank.clone(),
        turned: shown.turned.clone(),
    })
}

/// Distance of each class from the nearest sample of another; `f32::MAX` if there is none.
pub(super) fn apart_from_others(classes: &[LookClass]) -> Vec<f32> {
    let aparts = nearest_others(classes).map(|near| near.map_or(f32::MAX, |(apart, _)| apart));
    aparts.collect()
}

/// The two classes with the nearest samples, and their distance.
pub(super) fn nearest_classes(classes: &[LookClass]) -> Option<(f32, &LookClass, &LookClass)> {
    let pairs = classes.iter().zip(nearest_others(classes));
    let pairs = pairs.filter_map(|(class, near)| near.map(|(apart, other)| (apart, class, other)));
    pairs.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// For each class, the class with the nearest sample and its distance.
fn nearest_others(classes: &[LookClass]) -> impl Iterator<Item = Option<(f32, &LookClass)>> {
    let apart = |class: &LookClass, other: &LookClass| {
        let looks = class.looks.iter();
        let pairs = looks.flat_map(|own| other.looks.iter().map(move |look| own.distance(look)));
        pairs.fold(f32::MAX, f32::min)
    };
    classes.iter().map(move |class| {
        let others = classes.iter().filter(|other| other.value != class.value);
        let aparts = others.map(|other| (apart(class, other), other));
        aparts.min_by(|a, b| a.0.total_cmp(&b.0))
    })
}

fn profile(naming: &Naming, finder: Finder, board: BoardRule) -> Profile {
    Profile {
        id: naming.id.clone(),
        title: naming.title.clone(),
        game: naming.game.clone(),
        notes: "Made from a picture.".to_owned(),
        finder,
        boards: vec![board],
        screen: ScreenRule {
            phases: vec![PhaseRule {
                phase: PLAYING_PHASE.to_owned(),
                when: Vec::new(),
            }],
            ..ScreenRule::default()
        },
        unseen: Unseen {
            properties: naming.properties.clone(),
            ..Unseen::default()
        },
        ..Profile::default()
    }
}
