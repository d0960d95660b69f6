//! A profile that learns from a cell which a person has told.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::RgbaImage;
use thiserror::Error;

use crate::classify::{ROOM, sample};
use crate::error::VisionError;
use crate::game::Cell;
use crate::place::ImageRect;
use crate::profile::{
    BoardRule, CellRule, ColourClass, Finder, LooksRule, PatchRule, Profile, Rgb,
};
use crate::read::read;
use crate::reading::ScreenReading;
use crate::sampler::Sampler;

use super::propose::{Proposal, propose};
use super::rules::{APART, Sample, TOLERANCE, add_class, add_looks, apart_from_others, room};

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

/// Whether a board's cells show numbers that are read by their digits, of which nothing can be learnt.
fn reads_digits(profile: &Profile, board: &str) -> bool {
    let board = profile.board(board);
    board.is_some_and(|board| matches!(board.values, CellRule::Numbers(_)))
}

/// Whether a profile can learn what cells of one of its boards show.
pub fn learns(profile: &Profile) -> bool {
    profile.boards.iter().any(|board| is_sampled(&board.values))
}

fn is_sampled(rule: &CellRule) -> bool {
    matches!(rule, CellRule::Looks(_) | CellRule::Patch(_))
}

/// The profile with these cells as further samples, if that makes it read them as told and everything else as before.
/// Numbers that are read by their digits are left out: there is nothing in them to learn for other levels.
///
/// # Errors
/// [`TeachError`].
pub fn teach(profile: &Profile, image: &RgbaImage, told: &Told) -> Result<Profile, TeachError> {
    let before = read(profile, image, None)?;
    let mut taught = profile.clone();
    let mut told = told.clone();
    told.retain(|(id, _), _| !reads_digits(profile, id));
    let no_samples = || TeachError::NoSamples(profile.id.clone());
    if told.keys().any(|(id, _)| profile.board(id).is_none()) {
        return Err(no_samples());
    }
    let scene = Scene {
        profile,
        image,
        seen: &before,
    };
    for board in &mut taught.boards {
        let is_new = |((id, cell), value): &(&(String, Cell), &String)| {
            *id == board.id && !shows_alike(&before, (id, *cell), value)
        };
        let own = told.iter().filter(is_new);
        let own: Vec<(Cell, &str)> = own
            .map(|((_, cell), value)| (*cell, value.as_str()))
            .collect();
        if !own.is_empty() {
            scene.add(board, &own).ok_or_else(no_samples)?;
        }
    }
    let after = read(&taught, image, None)?;
    check(&before, &after, &told)?;
    Ok(taught)
}

/// The same, where cells that are clearly read as another value than was told look the same in the game, as a box that
/// hides the goal it stands on: from now on each such look may be either.
///
/// # Errors
/// As [`teach`].
pub fn teach_alike(
    profile: &Profile,
    image: &RgbaImage,
    told: &Told,
) -> Result<Profile, TeachError> {
    let seen = read(profile, image, None)?;
    let mut taught = profile.clone();
    let learnt = told
        .iter()
        .filter(|((id, _), _)| !reads_digits(profile, id));
    for ((id, cell), value) in learnt {
        let board = taught.boards.iter_mut().find(|board| board.id == *id);
        let read = seen
            .reading
            .board(id)
            .and_then(|board| board.cells.get(*cell));
        if let (Some(board), Some(read)) = (board, read)
            && read.confidence >= seen.doubtful_below
            && !seen.may_show(id, &read.value, value)
        {
            board.alike.push((read.value.clone(), value.clone()));
        }
    }
    teach(&taught, image, told)
}

/// Whether a cell is clearly read as a value that looks like this one.
fn shows_alike(seen: &ScreenReading, (board, cell): (&str, Cell), value: &str) -> bool {
    let read = seen
        .reading
        .board(board)
        .and_then(|board| board.cells.get(cell));
    read.is_some_and(|read| {
        read.value != value
            && read.confidence >= seen.doubtful_below
            && seen.may_show(board, &read.value, value)
    })
}

/// The profile with the samples of an earlier one of the same board as well, unless they contradict its own.
pub fn with_samples_of(profile: &Profile, earlier: &Profile) -> Profile {
    let mut both = profile.clone();
    for board in &mut both.boards {
        let known = earlier.board(&board.id).map(|board| &board.values);
        match (&mut board.values, known) {
            // Samples of another part of cells tell nothing.
            (CellRule::Looks(rule), Some(CellRule::Looks(known))) if rule.rims == known.rims => {
                for class in &known.classes {
                    add_class(&mut rule.classes, class);
                }
                if apart_from_others(&rule.classes)
                    .iter()
                    .any(|apart| *apart < APART)
                {
                    return profile.clone();
                }
                narrow_looks(rule);
            }
            (CellRule::Patch(rule), Some(CellRule::Patch(known))) => {
                for class in &known.classes {
                    for colour in &class.colours {
                        add_colour(rule, &class.value, *colour);
                    }
                }
                narrow_colours(rule);
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
    let mut boards = profile.boards.iter();
    // Numbers beside it are found by its place.
    let is_one =
        boards.next().is_some() && boards.all(|board| matches!(board.values, CellRule::Numbers(_)));
    is_found && is_one && learns(profile)
}

/// A picture that is learnt from.
struct Scene<'a> {
    profile: &'a Profile,
    image: &'a RgbaImage,
    seen: &'a ScreenReading,
}

impl Scene<'_> {
    /// Adds cells to the samples of their values; `None` if there are no such samples.
    fn add(&self, board: &mut BoardRule, told: &[(Cell, &str)]) -> Option<()> {
        let places = told
            .iter()
            .map(|(cell, _)| self.seen.place.cell(board, *cell));
        let places: Vec<ImageRect> = places.collect();
        match &mut board.values {
            CellRule::Looks(rule) => {
                let palette = &self.profile.screen.palette.colours;
                let sampler = Sampler::new(self.image, self.seen.place, palette);
                let rims = rule.rims;
                let samples = places.into_iter();
                let samples = samples.map(|rect| sample(&sampler, rect, rims));
                let said: Vec<Sample<'_>> =
                    told.iter().map(|(_, value)| *value).zip(samples).collect();
                add_looks(&mut rule.classes, &rule.turned, &said);
                narrow_looks(rule);
            }
            CellRule::Patch(rule) => {
                let grid = self.grid(&board.id)?;
                for (cell, value) in told {
                    add_colour(rule, value, grid.colour(*cell)?);
                }
                narrow_colours(rule);
            }
            _ => return None,
        }
        Some(())
    }

    /// The grid of a board's patches.
    fn grid(&self, board: &str) -> Option<Proposal> {
        let rect = self.seen.board_rect(self.profile, board)?;
        let size = self.seen.reading.board(board)?.size();
        let (across, down) = (
            rect.width / size.cols.max(1) as f32,
            rect.height / size.rows.max(1) as f32,
        );
        let proposal = propose(self.image, Some(rect.grown(across / 4.0, down / 4.0)))?;
        (proposal.size == size).then_some(proposal)
    }
}

/// Leaves less room around samples that lie nearer to those of another value.
fn narrow_looks(rule: &mut LooksRule) {
    let aparts = apart_from_others(&rule.classes);
    for (class, apart) in rule.classes.iter_mut().zip(aparts) {
        let own = class.tolerance.unwrap_or(rule.tolerance);
        let room = (apart * ROOM).max(APART);
        if room < own {
            class.tolerance = Some(room);
        }
    }
}

fn add_colour(rule: &mut PatchRule, value: &str, colour: Rgb) {
    match rule.classes.iter_mut().find(|class| class.value == value) {
        Some(class) if class.colours.contains(&colour) => {}
        Some(class) => class.colours.push(colour),
        None => rule.classes.push(ColourClass {
            value: value.to_owned(),
            colours: vec![colour],
        }),
    }
}

/// The same for colours.
fn narrow_colours(rule: &mut PatchRule) {
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
                Some(told)
                    if !after.may_show(&board.id, &read, told)
                        || !is.is_some_and(|is| sure(is.confidence)) =>
                {
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
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The picture.
    pub image: Arc<RgbaImage>,
    /// What its cells show.
    pub told: Told,
    /// The profile with these samples.
    pub profile: Arc<Profile>,
}

impl Lesson {
    /// What was told of numbers that are read by their digits: it holds for the level in the picture alone.
    pub fn of_level(&self) -> Told {
        let mut told = self.told.clone();
        told.retain(|(board, _), _| reads_digits(&self.profile, board));
        told
    }

    /// How many cells were told that the profile learns.
    pub fn learnt(&self) -> usize {
        let boards = self.told.keys().map(|(board, _)| board);
        let learnt = boards.filter(|board| !reads_digits(&self.profile, board));
        learnt.count()
    }
}
