//! Creates a profile from a picture and the user's labels.

use std::collections::{BTreeMap, BTreeSet};

use image::RgbaImage;

use crate::classify::{MAX_COLOUR_DISTANCE, cell_template};
use crate::profile::{CellRule, Profile, Template, TemplateClass, screen_text};
use crate::read::read;
use crate::reading::ScreenReading;
use crate::sampler::Sampler;

use super::propose::{Proposal, propose};
use super::rules::{LabelledBoard, at_fixed_place, by_colour, by_grid};
use super::samples::nearest_classes;
use super::spec::{BoardSpec, CalibrateError};

/// Maximum distance by which the board may reach beyond the picture or the user's rectangle, in cells.
const MAX_OUTSIDE: f32 = 0.25;
/// Minimum side of a cell without its seam, in pixels.
const MIN_CELL_SIDE: f32 = 4.0;

/// Creates a profile that reads the labelled pictures as labelled, as the board with the id `board`, and returns its
/// reading of the first. The profile's id is `new`; it has no title, game, notes, window or controls.
///
/// If the cells contrast with their surroundings, the profile finds them by their grid at any size and position,
/// otherwise at their position in the picture. Values are recognized by colour if that suffices, otherwise by samples.
pub fn calibrate(
    image: &RgbaImage,
    spec: &BoardSpec,
    board: &str,
) -> Result<(Profile, ScreenReading), CalibrateError> {
    let pitch = spec.tiling().pitch();
    let rect = spec.rect;
    let outside = |from: f32, side: f32, most: u32, pitch: f32| {
        let margin = MAX_OUTSIDE * pitch;
        from < -margin || from + side > most as f32 + margin
    };
    let outside = outside(rect.x, rect.width, image.width(), pitch.0)
        || outside(rect.y, rect.height, image.height(), pitch.1);
    let min_pitch = MIN_CELL_SIDE + spec.seam;
    if spec.size.area() == 0 || pitch.0 < min_pitch || pitch.1 < min_pitch || outside {
        return Err(CalibrateError::Box(spec.size));
    }
    let more = spec.more.iter().filter(|more| !more.samples.is_empty());
    let more = more.map(|more| (more.image.as_ref(), &more.samples));
    let labelled = &LabelledBoard {
        spec,
        id: board,
        pictures: std::iter::once((image, &spec.samples))
            .chain(more)
            .collect(),
    };
    let values = labelled_values(labelled);
    let numbers = spec.numbers.iter().filter(|it| !values.contains(it));
    if values.is_empty() || values.len() + numbers.count() < 2 {
        return Err(CalibrateError::Samples);
    }
    let pictures = labelled.pictures.iter();
    let proposals = pictures.map(|it| fitting_grid(it.0, spec, pitch));
    let proposals: Option<Vec<Proposal>> = proposals.collect();
    if let Some(proposals) = proposals.filter(|_| spec.is_movable())
        && let Some(result) = by_cells(labelled, &proposals)
    {
        return Ok(result);
    }
    if spec.varies {
        return Err(CalibrateError::Varies(spec.size));
    }
    let mut profile = at_fixed_place(labelled, pitch)?;
    match verify(&mut profile, labelled) {
        Ok(screen) => Ok((profile, screen)),
        // The position is given, so the cells must be the cause: contradictory or too few samples.
        Err(CalibrateError::NotFound(why)) => Err(match contradiction(&profile) {
            Some((a, b)) => CalibrateError::Ambiguous(a, b),
            None => CalibrateError::Unclear(why),
        }),
        Err(error) => Err(error),
    }
}

/// Profile that finds cells by their grid and recognizes them by colour, otherwise by samples; `None` if neither reads
/// the pictures as labelled.
fn by_cells(
    labelled: &LabelledBoard<'_>,
    proposals: &[Proposal],
) -> Option<(Profile, ScreenReading)> {
    let verified = |profile: Option<Profile>| {
        let mut profile = profile?;
        let screen = verify(&mut profile, labelled).ok()?;
        Some((profile, screen))
    };
    let values = labelled_values(labelled);
    let is_new = |value: &String| labelled.spec.numbers.contains(value) && !values.contains(value);
    let by_colour = verified(by_colour(labelled, proposals));
    if by_colour.is_some() && !labelled.spec.numbers.iter().any(is_new) {
        return by_colour;
    }
    // Numbers without samples need digits, not colours, if the board shows any.
    let by_template = verified(by_grid(labelled, proposals));
    let has_digits = by_template.as_ref().is_some_and(|(_, screen)| {
        let board = screen.reading.board(labelled.id);
        board.is_some_and(|board| board.shows(is_new))
    });
    by_colour.filter(|_| !has_digits).or(by_template)
}

/// Values with a sample in any picture.
fn labelled_values<'a>(labelled: &LabelledBoard<'a>) -> BTreeSet<&'a String> {
    let samples = labelled.pictures.iter().map(|(_, samples)| *samples);
    samples.flat_map(BTreeMap::values).collect()
}

/// Values of two classes whose nearest samples are less than half as far apart as the samples of one class can be;
/// `None` if there are none.
fn contradiction(profile: &Profile) -> Option<(String, String)> {
    let CellRule::Looks(rule) = &profile.boards.first()?.values else {
        return None;
    };
    let widest = rule.classes.iter().flat_map(|class| {
        let pairs = class.looks.iter().enumerate();
        pairs.flat_map(|(index, a)| class.looks[..index].iter().map(move |b| a.distance(b)))
    });
    let widest = widest.fold(0.0, f32::max);
    let (distance, a, b) = nearest_classes(&rule.classes)?;
    (distance * 2.0 < widest).then(|| (a.value.clone(), b.value.clone()))
}

/// Minimum share of patches in a grid to find a board by it: gaps of other levels may change its size.
const MIN_COMPLETE: f32 = 0.85;
/// Maximum distance between an edge of a detected grid and of the user's rectangle, in cells.
const MAX_EDGE_DIFF: f32 = 0.4;

/// Grid detected at the user's rectangle, if it agrees.
fn fitting_grid(image: &RgbaImage, spec: &BoardSpec, pitch: (f32, f32)) -> Option<Proposal> {
    let rect = spec.rect;
    // A hand-drawn rectangle may cut off a border.
    let around = rect.grown(MAX_OUTSIDE * pitch.0, MAX_OUTSIDE * pitch.1);
    let proposal = propose(image, Some(around))?;
    let is_near = proposal
        .rect
        .is_near(&rect, (MAX_EDGE_DIFF * pitch.0, MAX_EDGE_DIFF * pitch.1));
    let agrees = proposal.size == spec.size && is_near;
    (agrees && proposal.completeness() >= MIN_COMPLETE).then_some(proposal)
}

/// Verifies that all pictures are read as labelled, marks classes with unrelated numbers, returns the first reading.
fn verify(
    profile: &mut Profile,
    labelled: &LabelledBoard<'_>,
) -> Result<ScreenReading, CalibrateError> {
    let mut first = None;
    // Further pictures may show values without samples, even in most cells, so no cell counts as doubtful there: too
    // many of them would make the reading fail.
    let mut lenient = profile.clone();
    lenient.screen.doubtful_below = 0.0;
    for (image, samples) in &labelled.pictures {
        let reader = if first.is_some() { &lenient } else { &*profile };
        let screen = read(reader, image, None)
            .map_err(|error| CalibrateError::NotFound(error.to_string()))?;
        let board = screen.reading.board(labelled.id);
        let Some(board) = board.filter(|board| board.size() == labelled.spec.size) else {
            let why = screen.why_no_boards.clone();
            let why =
                why.unwrap_or_else(|| format!("the picture shows {}", screen_text(&screen.phase)));
            return Err(CalibrateError::NotFound(why));
        };
        for (cell, label) in *samples {
            let read = board.cells.get(*cell).map(|read| read.value.clone());
            if read.as_ref() != Some(label) {
                return Err(CalibrateError::Misread {
                    cell: *cell,
                    label: label.clone(),
                    read: read.unwrap_or_default(),
                });
            }
        }
        first.get_or_insert((*image, screen));
    }
    let (image, screen) = first.ok_or(CalibrateError::Samples)?;
    mark_numbered(profile, image, &screen, labelled);
    Ok(screen)
}

/// Marks a class as `numbered` if its colours differ from all numbered cells of the picture: a number on such a cell
/// remains from before it changed.
fn mark_numbered(
    profile: &mut Profile,
    image: &RgbaImage,
    screen: &ScreenReading,
    labelled: &LabelledBoard<'_>,
) {
    let LabelledBoard { spec, id, .. } = labelled;
    let board = profile.boards.iter_mut().find(|it| it.id == **id);
    let Some(CellRule::Looks(rule)) = board.map(|board| &mut board.values) else {
        return;
    };
    let Some(read) = screen.reading.board(id) else {
        return;
    };
    let tiling = spec.tiling();
    let sampler = Sampler::of_image(image);
    let numbers = read.cells.iter();
    let numbers = numbers.filter(|(_, read)| spec.numbers.contains(&read.value));
    let numbers = numbers.map(|(cell, _)| cell_template(&sampler, tiling.cell(cell)));
    let numbers: Vec<Template> = numbers.collect();
    if numbers.is_empty() {
        return;
    }
    let differ = |a: &Template, b: &Template| f32::from(a.colour_distance(b)) > MAX_COLOUR_DISTANCE;
    let is_other = |class: &TemplateClass| {
        let mut templates = class.looks.iter();
        templates.all(|own| numbers.iter().all(|number| differ(own, number)))
    };
    for class in &mut rule.classes {
        // The player may write numbers on empty cells.
        let is_candidate = class.number().is_none() && class.value != spec.blank;
        if is_candidate && spec.is_in_cells(&class.value) && is_other(class) {
            class.numbered = true;
        }
    }
}
