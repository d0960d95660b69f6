//! Extends a profile by cells that the user has labelled.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::RgbaImage;
use thiserror::Error;

use crate::classify::{REJECT_RATIO, sample};
use crate::error::VisionError;
use crate::game::Cell;
use crate::place::{ImageRect, Tiling};
use crate::profile::{BoardRule, CellRule, FinderRule, PatchRule, Profile, TemplateRule};
use crate::read::read;
use crate::reading::ScreenReading;
use crate::sampler::Sampler;

use super::propose::{Proposal, propose};
use super::rules::{CHANNEL_TOLERANCES, add_colour, colour_margin};
use super::samples::{LabelledSample, MIN_SEPARATION, add_class, add_samples, separations};

/// User-given cell values (tokens of the plain-text form) by board id and cell.
pub type CellLabels = BTreeMap<(String, Cell), String>;

#[derive(Clone, Debug, PartialEq, Error)]
pub enum TeachError {
    #[error("{0}")]
    Unreadable(#[from] VisionError),
    #[error(
        "the profile ‘{0}’ tells cells apart by points, areas or sprites that are written down, not by samples; change \
         it in its file"
    )]
    NoSamples(String),
    #[error("the cell at {cell} looks like ‘{other}’; look whether it shows ‘{label}’")]
    Ambiguous {
        cell: Cell,
        label: String,
        other: String,
    },
    /// A cell that was read confidently would change its value.
    #[error("with this sample the cell at {cell} would be read as ‘{after}’ instead of ‘{before}’")]
    Conflict {
        cell: Cell,
        before: String,
        after: String,
    },
}

/// Returns whether a board's cells are numbers, which are recognized by their digits and need no samples.
fn reads_digits(profile: &Profile, board: &str) -> bool {
    let board = profile.board(board);
    board.is_some_and(|board| matches!(board.values, CellRule::Numbers(_)))
}

/// Returns whether some board of the profile is recognized by samples.
pub fn is_teachable(profile: &Profile) -> bool {
    profile.boards.iter().any(|board| is_sampled(&board.values))
}

fn is_sampled(rule: &CellRule) -> bool {
    matches!(rule, CellRule::Looks(_) | CellRule::Patch(_))
}

/// Adds labelled cells as samples, if the profile then reads them as labelled and everything else as before. Cells of
/// number boards are ignored.
pub fn teach(
    profile: &Profile,
    image: &RgbaImage,
    labels: &CellLabels,
) -> Result<Profile, TeachError> {
    let before = read(profile, image, None)?;
    let mut taught = profile.clone();
    let mut labels = labels.clone();
    labels.retain(|(id, _), _| !reads_digits(profile, id));
    let no_samples = || TeachError::NoSamples(profile.id.clone());
    if labels.keys().any(|(id, _)| profile.board(id).is_none()) {
        return Err(no_samples());
    }
    let scene = SampleSource {
        profile,
        image,
        screen: &before,
    };
    for board in &mut taught.boards {
        // A sample of a value that looks like the other one would make both unclear.
        let of_board = labels.iter().filter(|((id, cell), value)| {
            *id == board.id && !shows_ambiguous(&before, (id, *cell), value)
        });
        let of_board: Vec<_> = of_board.map(|it| (it.0.1, it.1.as_str())).collect();
        if !of_board.is_empty() {
            scene.add(board, &of_board).ok_or_else(no_samples)?;
        }
    }
    let after = read(&taught, image, None)?;
    check(&before, &after, &labels)?;
    Ok(taught)
}

/// Like [`teach`], but cells that are confidently read as another value than labelled make the two values ambiguous,
/// such as a box that hides the goal under it.
pub fn teach_ambiguous(
    profile: &Profile,
    image: &RgbaImage,
    labels: &CellLabels,
) -> Result<Profile, TeachError> {
    let screen = read(profile, image, None)?;
    let mut taught = profile.clone();
    for ((id, cell), value) in labels.iter().filter(|it| !reads_digits(profile, &it.0.0)) {
        let board = taught.boards.iter_mut().find(|board| board.id == *id);
        if let Some((board, read)) = board.zip(screen.certain_cell(id, *cell))
            && !screen.may_show(id, &read.value, value)
        {
            board.alike.push((read.value.clone(), value.clone()));
        }
    }
    teach(&taught, image, labels)
}

/// Returns whether a cell is confidently read as a value that is ambiguous with this one.
fn shows_ambiguous(screen: &ScreenReading, (board, cell): (&str, Cell), value: &str) -> bool {
    let read = screen.certain_cell(board, cell);
    read.is_some_and(|read| read.value != value && screen.may_show(board, &read.value, value))
}

/// Adds the samples of an earlier profile of the same boards, unless they contradict the new ones.
pub fn with_samples_of(profile: &Profile, earlier: &Profile) -> Profile {
    let mut both = profile.clone();
    for board in &mut both.boards {
        let known = earlier.board(&board.id).map(|board| &board.values);
        match (&mut board.values, known) {
            // Samples with and without rims are not comparable.
            (CellRule::Looks(rule), Some(CellRule::Looks(known))) if rule.rims == known.rims => {
                for class in &known.classes {
                    add_class(&mut rule.classes, class);
                }
                let separations = separations(&rule.classes);
                if separations.iter().any(|it| *it < MIN_SEPARATION) {
                    return profile.clone();
                }
                narrow_templates(rule);
            }
            (CellRule::Patch(rule), Some(CellRule::Patch(known))) => {
                for class in &known.classes {
                    for colour in &class.colours {
                        add_colour(&mut rule.classes, &class.value, *colour, 0);
                    }
                }
                narrow_colours(rule);
            }
            // Other rules have no samples, or samples of another kind.
            _ => {}
        }
    }
    both
}

/// Returns whether the board's position and cell values can be edited on pictures: one sampled board besides number
/// boards, found by a grid or a fixed position.
pub fn is_picture_based(profile: &Profile) -> bool {
    let is_found = matches!(profile.finder, FinderRule::Grid(_) | FinderRule::Fixed(_));
    let mut others = profile.boards.iter().skip(1);
    let is_one = others.all(|board| matches!(board.values, CellRule::Numbers(_)));
    is_found && is_one && is_teachable(profile)
}

struct SampleSource<'a> {
    profile: &'a Profile,
    image: &'a RgbaImage,
    screen: &'a ScreenReading,
}

impl SampleSource<'_> {
    /// Adds samples; `None` if the board is recognized by neither samples nor patches, or a patch is not found again.
    fn add(&self, board: &mut BoardRule, labels: &[(Cell, &str)]) -> Option<()> {
        let place = self.screen.place;
        let rects: Vec<ImageRect> = labels.iter().map(|it| place.cell(board, it.0)).collect();
        match &mut board.values {
            CellRule::Looks(rule) => {
                let sampler = Sampler::new(self.image, place, &self.profile.screen.palette.colours);
                let labelled = labels.iter().zip(rects).map(|((_, value), rect)| {
                    LabelledSample::new(value, sample(&sampler, rect, rule.rims))
                });
                let labelled: Vec<LabelledSample<'_>> = labelled.collect();
                add_samples(&mut rule.classes, &rule.turned, &labelled);
                narrow_templates(rule);
            }
            CellRule::Patch(rule) => {
                let grid = self.grid(&board.id)?;
                for (cell, value) in labels {
                    // Within 0: only equal colours are left out.
                    add_colour(&mut rule.classes, value, grid.colour(*cell)?, 0);
                }
                narrow_colours(rule);
            }
            _ => return None,
        }
        Some(())
    }

    /// Grid detected where the profile has read the board; `None` if there is none of that size.
    fn grid(&self, board: &str) -> Option<Proposal> {
        let rect = self.screen.board_rect(self.profile, board)?;
        let size = self.screen.reading.board(board)?.size();
        let (across, down) = Tiling::even(rect, size).pitch();
        // A quarter of a cell, so that the background around the outer cells is visible.
        let proposal = propose(self.image, Some(rect.grown(across / 4.0, down / 4.0)))?;
        (proposal.size == size).then_some(proposal)
    }
}

/// Lowers the rejection thresholds of classes whose samples are close to another class.
fn narrow_templates(rule: &mut TemplateRule) {
    let separations = separations(&rule.classes);
    for (class, distance) in rule.classes.iter_mut().zip(separations) {
        let tolerance = class.tolerance.unwrap_or(rule.tolerance);
        let limit = (distance * REJECT_RATIO).max(MIN_SEPARATION);
        if limit < tolerance {
            class.tolerance = Some(limit);
        }
    }
}

/// Lowers the tolerance of colours that are close to those of another class.
fn narrow_colours(rule: &mut PatchRule) {
    if let Some(margin) = colour_margin(&rule.classes) {
        let limit = margin
            .saturating_sub(1)
            .clamp(CHANNEL_TOLERANCES.0, CHANNEL_TOLERANCES.1);
        rule.tolerance = rule.tolerance.min(limit);
    }
}

/// Checks that labelled cells are read as labelled and all others as before.
fn check(
    before: &ScreenReading,
    after: &ScreenReading,
    labels: &CellLabels,
) -> Result<(), TeachError> {
    for board in &before.reading.boards {
        for (cell, was) in board.cells.iter() {
            let is = after.cell(&board.id, cell);
            let read = is.map(|is| is.value.clone()).unwrap_or_default();
            let sure = |confidence: f32| confidence >= after.doubtful_below;
            match labels.get(&(board.id.clone(), cell)) {
                Some(label)
                    if !after.may_show(&board.id, &read, label)
                        || !is.is_some_and(|is| sure(is.confidence)) =>
                {
                    return Err(TeachError::Ambiguous {
                        cell,
                        label: label.clone(),
                        other: match is {
                            Some(is) if read == *label => is.runner_up.clone().unwrap_or_default(),
                            _ => read,
                        },
                    });
                }
                None if sure(was.confidence) && read != was.value => {
                    return Err(TeachError::Conflict {
                        cell,
                        before: was.value.clone(),
                        after: read,
                    });
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// A picture, its labels, and the profile that has learnt from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    pub image: Arc<RgbaImage>,
    pub labels: CellLabels,
    pub profile: Arc<Profile>,
}

impl Lesson {
    /// Labels of number boards, which hold for the pictured level only.
    pub fn level_labels(&self) -> CellLabels {
        let mut labels = self.labels.clone();
        labels.retain(|(board, _), _| reads_digits(&self.profile, board));
        labels
    }

    /// Number of labels that the profile has learnt.
    pub fn learnt(&self) -> usize {
        self.labels.len() - self.level_labels().len()
    }
}
