//! A profile that learns from a cell which a person has told.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::RgbaImage;
use thiserror::Error;

use crate::classify::look;
use crate::error::VisionError;
use crate::game::Cell;
use crate::profile::{
    BoardRule, CellRule, ColourClass, Finder, LooksRule, PatchRule, Profile, Rgb,
};
use crate::read::read;
use crate::reading::ScreenReading;
use crate::sampler::Sampler;

use super::propose::propose;
use super::rules::{APART, TOLERANCE, add_look, nearest_classes, room};

/// Cells of a picture with what they show, as tokens of the plain-text form, by the boards’ ids.
pub type Told = BTreeMap<(String, Cell), String>;

/// Why a profile cannot learn from what was told.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TeachError {
    /// The picture cannot be read at all.
    #[error("{0}")]
    Unreadable(#[from] VisionError),
    /// Its cells are not told apart by samples.
    #[error(
        "the profile ‘{0}’ tells cells apart by points, areas or sprites that are written down, not by samples; change \
         it in its file"
    )]
    NoSamples(String),
    /// The cell looks like one of another value.
    #[error("the cell at {cell} looks like ‘{other}’; look whether it shows ‘{told}’")]
    Alike {
        /// Which.
        cell: Cell,
        /// What was told.
        told: String,
        /// What it looks like.
        other: String,
    },
    /// Another cell, which was read clearly, would be read otherwise.
    #[error("with this sample the cell at {cell} would be read as ‘{after}’ instead of ‘{before}’")]
    Spoils {
        /// Which.
        cell: Cell,
        /// How it was read.
        before: String,
        /// How it would be.
        after: String,
    },
}

/// Whether a profile can learn what cells of one of its boards show.
pub fn learns(profile: &Profile) -> bool {
    profile.boards.iter().any(|board| is_sampled(&board.values))
}

fn is_sampled(rule: &CellRule) -> bool {
    matches!(rule, CellRule::Looks(_) | CellRule::Patch(_))
}

/// The profile with these cells as further samples, if that makes it read them as told and everything else as before.
///
/// # Errors
/// [`TeachError`].
pub fn teach(profile: &Profile, image: &RgbaImage, told: &Told) -> Result<Profile, TeachError> {
    let before = read(profile, image, None)?;
    let mut taught = profile.clone();
    for ((id, cell), value) in told {
        let Some(board) = taught.boards.iter_mut().find(|board| board.id == *id) else {
            return Err(TeachError::NoSamples(profile.id.clone()));
        };
        let scene = Scene {
            profile,
            image,
            seen: &before,
        };
        let done = scene.add(board, *cell, value);
        done.ok_or_else(|| TeachError::NoSamples(profile.id.clone()))?;
    }
    let after = read(&taught, image, None)?;
    check(&before, &after, told)?;
    Ok(taught)
}

/// The profile with the samples of an earlier one of the same board as well, unless they contradict its own.
pub fn with_samples_of(profile: &Profile, earlier: &Profile) -> Profile {
    let mut both = profile.clone();
    for board in &mut both.boards {
        let known = earlier.board(&board.id).map(|board| &board.values);
        match (&mut board.values, known) {
            (CellRule::Looks(rule), Some(CellRule::Looks(known))) => {
                for class in &known.classes {
                    for look in &class.looks {
                        add_sample(rule, &class.value, look.clone());
                    }
                }
                let nearest = nearest_classes(&rule.classes);
                if nearest.is_some_and(|(apart, ..)| apart < APART) {
                    return profile.clone();
                }
            }
            (CellRule::Patch(rule), Some(CellRule::Patch(known))) => {
                for class in &known.classes {
                    for colour in &class.colours {
                        add_colour(rule, &class.value, *colour);
                    }
                }
            }
            _ => {}
        }
    }
    both
}

/// Whether what cells of a profile's board show, and where they are, can be said anew of pictures: it has one board, on a
/// grid or at a place of its own, and samples.
pub fn is_made_of_pictures(profile: &Profile) -> bool {
    let is_found = matches!(profile.finder, Finder::Grid(_) | Finder::Fixed(_));
    is_found && profile.boards.len() == 1 && learns(profile)
}

/// A picture that is learnt from.
struct Scene<'a> {
    profile: &'a Profile,
    image: &'a RgbaImage,
    seen: &'a ScreenReading,
}

impl Scene<'_> {
    /// Adds a cell to the samples of a value; `None` if there are no such samples.
    fn add(&self, board: &mut BoardRule, cell: Cell, value: &str) -> Option<()> {
        let id = board.id.clone();
        let sampler = Sampler::new(
            self.image,
            self.seen.place,
            &self.profile.screen.palette.colours,
        );
        let rect = self.seen.place.cell(board, cell);
        match &mut board.values {
            CellRule::Looks(rule) => add_sample(rule, value, look(&sampler, rect, (0.0, 0.0))),
            CellRule::Patch(rule) => add_colour(rule, value, self.patch(&id, cell)?),
            _ => return None,
        }
        Some(())
    }

    /// The colour of a cell's patch.
    fn patch(&self, board: &str, cell: Cell) -> Option<Rgb> {
        let rect = self.seen.board_rect(self.profile, board)?;
        let size = self.seen.reading.board(board)?.size();
        let (across, down) = (
            rect.width / size.cols.max(1) as f32,
            rect.height / size.rows.max(1) as f32,
        );
        let proposal = propose(self.image, Some(rect.grown(across / 4.0, down / 4.0)))?;
        (proposal.size == size).then(|| proposal.colour(cell))?
    }
}

fn add_sample(rule: &mut LooksRule, value: &str, sample: crate::profile::Look) {
    add_look(&mut rule.classes, value, sample);
    // A sample that lies nearer to another value leaves less room around both.
    if let Some((apart, ..)) = nearest_classes(&rule.classes) {
        rule.tolerance = rule.tolerance.min((apart * 0.6).max(APART));
    }
}

fn add_colour(rule: &mut PatchRule, value: &str, colour: Rgb) {
    let known = |class: &ColourClass| class.value == value && class.colours.contains(&colour);
    if rule.classes.iter().any(known) {
        return;
    }
    match rule.classes.iter_mut().find(|class| class.value == value) {
        Some(class) => class.colours.push(colour),
        None => rule.classes.push(ColourClass {
            value: value.to_owned(),
            colours: vec![colour],
        }),
    }
    let classes = rule.classes.iter();
    let classes = classes
        .map(|class| (class.value.clone(), class.colours.clone()))
        .collect();
    if let Some((room, ..)) = room(&classes) {
        rule.tolerance = rule
            .tolerance
            .min(room.saturating_sub(1).clamp(2, TOLERANCE));
    }
}

/// Whether a picture is read as told, and otherwise as before.
fn check(before: &ScreenReading, after: &ScreenReading, told: &Told) -> Result<(), TeachError> {
    for board in &before.reading.boards {
        let now = after.reading.board(&board.id);
        for (cell, was) in board.cells.iter() {
            let is = now.and_then(|now| now.cells.get(cell));
            let read = is.map(|is| is.value.clone()).unwrap_or_default();
            let sure = |confidence: f32| confidence >= after.doubtful_below;
            match told.get(&(board.id.clone(), cell)) {
                Some(told) if read != *told || !is.is_some_and(|is| sure(is.confidence)) => {
                    return Err(TeachError::Alike {
                        cell,
                        told: told.clone(),
                        other: match is {
                            Some(is) if read == *told => is.runner_up.clone().unwrap_or_default(),
                            _ => read,
                        },
                    });
                }
                None if sure(was.confidence) && read != was.value => {
                    return Err(TeachError::Spoils {
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

/// Lessons of a person: a picture, what was told of it, and the profile that has learnt from it.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The picture.
    pub image: Arc<RgbaImage>,
    /// What its cells show.
    pub told: Told,
    /// The profile with these samples.
    pub profile: Arc<Profile>,
}
