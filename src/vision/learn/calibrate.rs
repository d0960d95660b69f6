//! Creates a profile from a picture and the user's labels.

use std::collections::{BTreeMap, BTreeSet};

use image::RgbaImage;

use crate::profile::{CellRule, Profile};
use crate::read::read;
use crate::reading::ScreenReading;

use super::dress::dress;
use super::propose::{Proposal, propose};
use super::rules::{Pictures, by_colour, by_grid, by_place, nearest_classes};
use super::shown::{CalibrateError, Naming, Shown};

/// Creates a profile that reads the labelled pictures as labelled, and returns its reading of the first.
///
/// If the cells contrast with their surroundings, the profile finds them by their grid at any size and position,
/// otherwise at their position in the picture. Values are recognized by colour if that suffices, otherwise by sample
/// pictures.
///
/// # Errors [`CalibrateError`], with a remedy.
pub fn calibrate(
    image: &RgbaImage,
    shown: &Shown,
    naming: &Naming,
) -> Result<(Profile, ScreenReading), CalibrateError> {
    let pitch = shown.tiling().pitch();
    let rect = shown.rect;
    let outside = |from: f32, side: f32, most: u32, pitch: f32| {
        from < -pitch / 4.0 || from + side > most as f32 + pitch / 4.0
    };
    let outside = outside(rect.x, rect.width, image.width(), pitch.0)
        || outside(rect.y, rect.height, image.height(), pitch.1);
    let least = 4.0 + shown.seam;
    if shown.size.area() == 0 || pitch.0 < least || pitch.1 < least || outside {
        return Err(CalibrateError::Box(shown.size));
    }
    let pictures = pictures(image, shown);
    let said = said(&pictures);
    let numbers = shown.numbers.iter().filter(|number| !said.contains(number));
    if said.is_empty() || said.len() + numbers.count() < 2 {
        return Err(CalibrateError::Samples);
    }
    let proposals: Option<Vec<Proposal>> = pictures
        .iter()
        .map(|(image, _)| fitting(image, shown, pitch))
        .collect();
    if let Some(proposals) = proposals.as_ref().filter(|_| shown.may_move())
        && let Some(made) = anywhere(&pictures, shown, naming, proposals)
    {
        return Ok(made);
    }
    if shown.varies {
        return Err(CalibrateError::Varies(shown.size));
    }
    let mut profile = by_place(&pictures, shown, naming, pitch)?;
    match prove(&mut profile, &pictures, shown, naming) {
        Ok(seen) => Ok((profile, seen)),
        // The position is given, so the cells must be the cause: contradictory or too few samples.
        Err(CalibrateError::Lost(why)) => Err(match contradiction(&profile) {
            Some((a, b)) => CalibrateError::Alike(a, b),
            None => CalibrateError::Unclear(why),
        }),
        Err(error) => Err(error),
    }
}

fn anywhere(
    pictures: &Pictures<'_>,
    shown: &Shown,
    naming: &Naming,
    proposals: &[Proposal],
) -> Option<(Profile, ScreenReading)> {
    let proved = |profile: Option<Profile>| {
        let mut profile = profile?;
        let seen = prove(&mut profile, pictures, shown, naming).ok()?;
        Some((profile, seen))
    };
    let said = said(pictures);
    let is_new = |value: &String| shown.numbers.contains(value) && !said.contains(value);
    let by_colour = proved(by_colour(pictures, shown, naming, proposals));
    if by_colour.is_some() && !shown.numbers.iter().any(is_new) {
        return by_colour;
    }
    // Numbers without samples need digits, not colours, if the board shows any.
    let by_look = proved(by_grid(pictures, shown, naming, proposals));
    let has_digits = by_look.as_ref().is_some_and(|(_, seen)| {
        let board = seen.reading.board(&naming.board);
        board.is_some_and(|board| board.shows(is_new))
    });
    if has_digits {
        by_look
    } else {
        by_colour.or(by_look)
    }
}

fn said<'a>(pictures: &Pictures<'a>) -> BTreeSet<&'a String> {
    let samples = pictures.iter().map(|(_, samples)| *samples);
    samples.flat_map(BTreeMap::values).collect()
}

/// Two classes whose nearest samples are less than half as far apart as the samples of one class can be.
fn contradiction(profile: &Profile) -> Option<(String, String)> {
    let CellRule::Looks(rule) = &profile.boards.first()?.values else {
        return None;
    };
    let widest = rule.classes.iter().flat_map(|class| {
        let pairs = class.looks.iter().enumerate();
        pairs.flat_map(|(index, a)| class.looks[..index].iter().map(move |b| a.distance(b)))
    });
    let widest = widest.fold(0.0, f32::max);
    let (apart, a, b) = nearest_classes(&rule.classes)?;
    (apart * 2.0 < widest).then(|| (a.value.clone(), b.value.clone()))
}

/// The first picture and all others with labels.
fn pictures<'a>(image: &'a RgbaImage, shown: &'a Shown) -> Pictures<'a> {
    let more = shown.more.iter().filter(|more| !more.samples.is_empty());
    let more = more.map(|more| (more.image.as_ref(), &more.samples));
    std::iter::once((image, &shown.samples))
        .chain(more)
        .collect()
}

/// Minimum share of patches in a grid to find a board by it: with fewer, a level with more gaps would seem to have
/// another size.
const COMPLETE: f32 = 0.85;

/// Grid detected at the user's rectangle, if it agrees.
fn fitting(image: &RgbaImage, shown: &Shown, pitch: (f32, f32)) -> Option<Proposal> {
    let rect = shown.rect;
    // A hand-drawn rectangle may cut off a border.
    let around = rect.grown(pitch.0 / 4.0, pitch.1 / 4.0);
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

/// Copy of the profile that treats no cell as doubtful.
fn without_doubt(profile: &Profile) -> Profile {
    let mut lenient = profile.clone();
    lenient.screen.doubtful_below = 0.0;
    lenient
}

/// Verifies that all pictures are read as labelled, returns the reading of the first, and marks the classes that
/// carry unrelated numbers.
fn prove(
    profile: &mut Profile,
    pictures: &Pictures<'_>,
    shown: &Shown,
    naming: &Naming,
) -> Result<ScreenReading, CalibrateError> {
    let mut first = None;
    // Further pictures may show values without samples, even in most cells.
    let lenient = (pictures.len() > 1).then(|| without_doubt(profile));
    for (image, samples) in pictures {
        let further = lenient.as_ref().filter(|_| first.is_some());
        let by = further.unwrap_or(profile);
        let seen =
            read(by, image, None).map_err(|error| CalibrateError::Lost(error.to_string()))?;
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
        first.get_or_insert((*image, seen));
    }
    let (image, seen) = first.ok_or(CalibrateError::Samples)?;
    dress(profile, image, &seen, shown, naming);
    Ok(seen)
}
