//! Rules of a new profile, made from labelled cells. Calibration tries three until one reads the pictures as labelled:
//! by colour on a grid, by samples on a grid, by samples at fixed places. It puts colours aside if the board shows
//! numbers without samples, as colours show no digits.

use std::collections::BTreeMap;

use image::RgbaImage;

use crate::classify::{REJECT_RATIO, clue_rect, composed_of_sides, on_other_backgrounds, sample};
use crate::game::{Cell, Side};
use crate::place::{ImageRect, Placement, Tiling};
use crate::profile::{
    BoardRule, CellRule, ColourClass, FinderRule, GridRule, NumbersRule, PLAYING_PHASE, PatchRule,
    PhaseRule, PictureRule, Point, Profile, Rgb, ScaleRule, ScreenRule, TemplateClass,
    TemplateRule,
};
use crate::sampler::Sampler;

use super::propose::Proposal;
use super::samples::{
    LabelledSample, MAX_SAMPLES, MIN_SEPARATION, add_samples, class_of, nearest_classes,
    separations,
};
use super::spec::{BoardSpec, CalibrateError};

/// A board as the user has described it, with all pictures that have labels and their labels, the first picture first.
pub(super) struct LabelledBoard<'a> {
    pub(super) spec: &'a BoardSpec,
    /// Id of the board.
    pub(super) id: &'a str,
    pub(super) pictures: Vec<(&'a RgbaImage, &'a BTreeMap<Cell, String>)>,
}

/// Half the smallest channel distance between colours of different values; `None` for fewer than two.
pub(super) fn colour_margin(classes: &[ColourClass]) -> Option<u8> {
    let pairs = classes.iter().enumerate();
    let pairs = pairs.flat_map(|(index, class)| classes[..index].iter().map(move |it| (class, it)));
    let distances = pairs.flat_map(|(class, other)| {
        let colours = class.colours.iter();
        colours.flat_map(|a| other.colours.iter().map(move |b| a.distance(*b)))
    });
    distances.min().map(|distance| distance / 2)
}

/// Adds a colour to its value's class, unless the class has one that differs by at most `max_same` in each channel.
pub(super) fn add_colour(classes: &mut Vec<ColourClass>, value: &str, colour: Rgb, max_same: u8) {
    let is_same = |known: &Rgb| known.distance(colour) <= max_same;
    match classes.iter_mut().find(|class| class.value == value) {
        Some(class) if class.colours.iter().any(is_same) => {}
        Some(class) => class.colours.push(colour),
        None => classes.push(ColourClass {
            value: value.to_owned(),
            colours: vec![colour],
        }),
    }
}

/// Limits of the tolerance of colours, in channel values.
pub(super) const CHANNEL_TOLERANCES: (u8, u8) = (2, 48);
/// Minimum half distance between colours of different values, so that noise does not turn one into the other.
const MIN_MARGIN: u8 = 3;
/// Colours of one value that differ by at most this in each channel are the same.
const SAME_COLOUR: u8 = 8;

/// Profile that recognizes grid cells by their patches' colours; `None` if these are too similar, or a labelled cell
/// has no patch. `proposals` are the grids found in the pictures, in their order.
pub(super) fn by_colour(labelled: &LabelledBoard<'_>, proposals: &[Proposal]) -> Option<Profile> {
    let mut classes: Vec<ColourClass> = Vec::new();
    for ((_, samples), proposal) in labelled.pictures.iter().zip(proposals) {
        for (cell, value) in *samples {
            add_colour(&mut classes, value, proposal.colour(*cell)?, SAME_COLOUR);
        }
    }
    let margin = colour_margin(&classes).filter(|margin| *margin >= MIN_MARGIN)?;
    let values = CellRule::Patch(PatchRule {
        classes,
        // Less than half the distance, so that no colour is within the tolerance of two values.
        tolerance: margin
            .saturating_sub(1)
            .clamp(CHANNEL_TOLERANCES.0, CHANNEL_TOLERANCES.1),
        missing: None,
    });
    Some(on_grid(labelled, proposals.first()?, values))
}

/// Profile that recognizes grid cells by samples; `None` if those of different values are too similar. `proposals` are
/// the grids found in the pictures, in their order.
pub(super) fn by_grid(labelled: &LabelledBoard<'_>, proposals: &[Proposal]) -> Option<Profile> {
    let spec = labelled.spec;
    let mut cells = Vec::new();
    for ((image, samples), proposal) in labelled.pictures.iter().zip(proposals) {
        let sampler = Sampler::of_image(image);
        let rect = |cell| proposal.rect.cell(spec.size, cell);
        cells.extend(labelled_cells(samples, sampler, rect));
    }
    let proposal = proposals.first()?;
    let (across, down) = Tiling::even(proposal.rect, spec.size).pitch();
    let values = CellRule::Looks(TemplateRule {
        side: Some(across.max(down)),
        ..clearest_rule(&cells, spec).ok()?
    });
    Some(on_grid(labelled, proposal, values))
}

/// Minimum of the longest side that cells may have in later pictures, in pixels.
const MIN_LONGEST_SIDE: u32 = 400;
/// Maximum number of rows and of columns of boards whose size varies.
const MAX_CELLS: usize = 200;

/// Profile that finds cells by a grid like the proposed one.
fn on_grid(labelled: &LabelledBoard<'_>, proposal: &Proposal, values: CellRule) -> Profile {
    let LabelledBoard { spec, id, .. } = labelled;
    let longest = proposal.rule.side.1.max(MIN_LONGEST_SIDE);
    let extent = |count| match spec.varies {
        true => (1, MAX_CELLS),
        false => (count, count),
    };
    let rule = GridRule {
        side: (proposal.rule.side.0, longest),
        rows: extent(spec.size.rows),
        cols: extent(spec.size.cols),
        ..proposal.rule.clone()
    };
    // With 0, a board has as many rows or columns as its grid.
    let fixed = |count: usize| if spec.varies { 0 } else { count };
    let unit = (UNITS, UNITS);
    let board = BoardRule {
        rows: fixed(spec.size.rows),
        cols: fixed(spec.size.cols),
        ..BoardRule::new(id, unit, unit, values)
    };
    let mut profile = profile(FinderRule::Grid(rule), board);
    profile.boards.extend(free_lists(&spec.clues));
    profile
}

/// Units of the profile's picture per cell pitch, if cells are found by their grid. Any number would do, as the grid
/// gives the scale.
const UNITS: u32 = 64;
/// Picture units per cell pitch, if cell positions are rounded to them; fewer for pictures of more than [`MAX_UNITS`].
const FINE_UNITS: f32 = 128.0;
/// Maximum side of a picture in units; profiles allow up to 16,384.
const MAX_UNITS: f32 = 16_000.0;
/// Minimum number of units per cell pitch, however large the picture.
const MIN_UNITS: f32 = 4.0;
/// Maximum difference of the sides of square cells, as a share of the width: a hand-drawn rectangle is inexact.
const MAX_SQUARE_DIFF: f32 = 0.03;
/// Maximum scale of a profile.
const MAX_SCALE: f32 = 16.0;
/// Limits of a class's rejection threshold, as a distance of samples.
const SAMPLE_TOLERANCES: (f32, f32) = (5.0, 30.0);
/// Scale range of later pictures, relative to the first: the window may be made smaller or larger.
const SCALE_RANGE: (f32, f32) = (0.4, 8.0);

/// Profile that recognizes cells at fixed positions by samples.
pub(super) fn at_fixed_place(
    labelled: &LabelledBoard<'_>,
    pitch: (f32, f32),
) -> Result<Profile, CalibrateError> {
    let LabelledBoard { spec, id, pictures } = labelled;
    let Some((image, _)) = pictures.first() else {
        return Err(CalibrateError::Samples);
    };
    let is_square = (pitch.0 - pitch.1).abs() < MAX_SQUARE_DIFF * pitch.0;
    let longest = image.width().max(image.height()) as f32;
    let units_per_pitch = FINE_UNITS.min(MAX_UNITS * pitch.0 / longest);
    // Pixels per unit: a pitch is a whole number of units, so that rounding does not add up from cell to cell.
    let scale = pitch.0 / units_per_pitch.max(MIN_UNITS).floor();
    let units = |pixels: f32| (pixels / scale).round().max(0.0) as u32;
    let side = units(pitch.0).max(1);
    let pitch = match is_square {
        true => (side, side),
        false => (side, units(pitch.1).max(1)),
    };
    let seam = units(spec.seam);
    let cell = (pitch.0 - seam, pitch.1 - seam);
    // Replaced below: samples are taken at the places that this board gives its cells.
    let unknown = CellRule::Looks(TemplateRule::default());
    let mut board = BoardRule {
        rows: spec.size.rows,
        cols: spec.size.cols,
        origin: (units(spec.rect.x), units(spec.rect.y)),
        seam,
        seams: spec.seams,
        ..BoardRule::new(id, pitch, cell, unknown)
    };
    let size = (units(image.width() as f32), units(image.height() as f32));
    let mut cells = Vec::new();
    for (image, samples) in pictures {
        let place = Placement::filling(image.dimensions(), size);
        let sampler = Sampler::new(image, place, &[]);
        cells.extend(labelled_cells(samples, sampler, |cell| {
            place.cell(&board, cell)
        }));
    }
    board.values = CellRule::Looks(TemplateRule {
        side: Some(cell.0.max(cell.1) as f32 * scale),
        ..clearest_rule(&cells, spec)?
    });
    let lists = clue_lists(image, spec, &board, scale)?;
    // A scale of the picture is the number of image pixels per unit.
    let scale = ScaleRule {
        from: scale * SCALE_RANGE.0,
        to: (scale * SCALE_RANGE.1).min(MAX_SCALE),
        whole: false,
    };
    let finder = FinderRule::Fixed(PictureRule { size, scale });
    let mut profile = profile(finder, board);
    profile.boards.extend(lists);
    Ok(profile)
}

/// Value of a line without numbers.
const NO_NUMBER: &str = ".";

/// Boards for the numbers in the margins of a board at a fixed place; a unit is `scale` pixels long.
fn clue_lists(
    image: &RgbaImage,
    spec: &BoardSpec,
    board: &BoardRule,
    scale: f32,
) -> Result<Vec<BoardRule>, CalibrateError> {
    let units = |pixels: f32| (pixels / scale).round().max(0.0) as u32;
    let list = |side: &Side| {
        let margin = clue_rect(image, spec.rect, spec.size, *side);
        let margin = margin.ok_or(CalibrateError::NoClues(side.id()))?;
        let (origin, cell, (rows, cols)) = if side.is_for_rows() {
            let wide = (units(margin.width).max(1), board.cell.1);
            ((units(margin.x), board.origin.1), wide, (board.rows, 1))
        } else {
            let high = (board.cell.0, units(margin.height).max(1));
            ((board.origin.0, units(margin.y)), high, (1, board.cols))
        };
        Ok(BoardRule {
            rows,
            cols,
            origin,
            ..list_of(*side, cell)
        })
    };
    spec.clues.iter().map(list).collect()
}

/// Boards for the numbers in the margins of a board that is found by its grid.
fn free_lists(sides: &[Side]) -> impl Iterator<Item = BoardRule> + '_ {
    // The sides of their cells follow from the board that is found, so those given here do not count.
    sides.iter().map(|side| list_of(*side, (1, 1)))
}

/// Board for the numbers on a side of the main board, with the side's id; the caller sets position and size, if needed.
fn list_of(side: Side, cell: Point) -> BoardRule {
    let values = CellRule::Numbers(NumbersRule {
        blank: NO_NUMBER.to_owned(),
    });
    BoardRule::new(side.id(), cell, cell, values)
}

/// Distance of samples of different classes at which inner parts of cells discriminate well enough.
const CLEAR_SEPARATION: f32 = 12.0;
/// Factor by which this distance must be larger for whole cells than for inner parts.
const MIN_RIM_GAIN: f32 = 1.5;
/// Value of a cell, sampler of its picture, and the cell's rectangle there.
type LabelledCell<'a> = (&'a str, Sampler<'a>, ImageRect);

fn labelled_cells<'a>(
    samples: &'a BTreeMap<Cell, String>,
    sampler: Sampler<'a>,
    rect: impl Fn(Cell) -> ImageRect,
) -> impl Iterator<Item = LabelledCell<'a>> {
    let cells = samples.iter();
    cells.map(move |(cell, value)| (value.as_str(), sampler, rect(*cell)))
}

/// Rule with samples of the inner parts of cells, or of whole cells if those discriminate much better: ends of pipes
/// or bonds may be visible at the rim only.
fn clearest_rule(
    cells: &[LabelledCell<'_>],
    spec: &BoardSpec,
) -> Result<TemplateRule, CalibrateError> {
    let rule = |rims: bool| {
        let samples = cells.iter();
        let samples = samples
            .map(|(value, sampler, rect)| LabelledSample::new(value, sample(sampler, *rect, rims)));
        template_rule(&samples.collect::<Vec<_>>(), spec)
    };
    let inner = rule(false);
    let separation = |rule: &TemplateRule| {
        nearest_classes(&on_any_background(&rule.classes)).map(|(distance, ..)| distance)
    };
    // 0 if inner parts do not discriminate at all; unlimited if there is only one class.
    let inside = inner.as_ref().map(separation);
    let separation_inside = inside.map_or(0.0, |it| it.unwrap_or(f32::MAX));
    if separation_inside >= CLEAR_SEPARATION {
        return inner;
    }
    let is_clearer = |it: f32| it >= MIN_RIM_GAIN * separation_inside;
    match rule(true) {
        Ok(rule) if separation(&rule).is_some_and(is_clearer) => {
            Ok(TemplateRule { rims: true, ..rule })
        }
        _ => inner,
    }
}

/// Classes extended by synthesized samples, so that classes are compared on equal backgrounds.
fn on_any_background(classes: &[TemplateClass]) -> Vec<TemplateClass> {
    let mut all = classes.to_vec();
    for (index, class) in all.iter_mut().enumerate() {
        let synthetic = on_other_backgrounds(classes, index);
        class.looks.extend(synthetic.take(MAX_SAMPLES));
    }
    all
}

/// Rule for these samples, and for the values that are recognized without samples of their own.
fn template_rule(
    samples: &[LabelledSample<'_>],
    spec: &BoardSpec,
) -> Result<TemplateRule, CalibrateError> {
    let mut classes = Vec::new();
    add_samples(&mut classes, &spec.turned, samples);
    classes.sort_by(|a, b| a.value.cmp(&b.value));
    let nearest = nearest_classes(&classes);
    if let Some((_, a, b)) = nearest.filter(|(distance, ..)| *distance < MIN_SEPARATION) {
        return Err(CalibrateError::Ambiguous(a.value.clone(), b.value.clone()));
    }
    let tolerance =
        |distance: f32| (distance * REJECT_RATIO).clamp(SAMPLE_TOLERANCES.0, SAMPLE_TOLERANCES.1);
    // The rule states the median tolerance; classes with another one state their own.
    let separations = separations(&classes);
    let mut sorted = separations.clone();
    sorted.sort_by(f32::total_cmp);
    let usual = tolerance(sorted.get(sorted.len() / 2).copied().unwrap_or(f32::MAX));
    for (class, distance) in classes.iter_mut().zip(separations) {
        class.tolerance = Some(tolerance(distance)).filter(|own| *own != usual);
    }
    // Numbers are recognized by digits, values composed of sides by the samples of others.
    for number in &spec.numbers {
        class_of(&mut classes, number, false);
    }
    for value in composed_of_sides(&spec.turned) {
        class_of(&mut classes, value, false);
    }
    Ok(TemplateRule {
        classes,
        tolerance: usual,
        digits: !spec.numbers.is_empty(),
        blank: spec.blank.clone(),
        turned: spec.turned.clone(),
        ..TemplateRule::default()
    })
}

/// Profile with one board, which every picture is taken to show.
fn profile(finder: FinderRule, board: BoardRule) -> Profile {
    Profile {
        // For messages; the caller completes the profile.
        id: "new".to_owned(),
        finder,
        boards: vec![board],
        screen: ScreenRule {
            phases: vec![PhaseRule {
                phase: PLAYING_PHASE.to_owned(),
                when: Vec::new(),
            }],
            ..ScreenRule::default()
        },
        ..Profile::default()
    }
}
