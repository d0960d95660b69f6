//! The reading of a whole picture.

use image::{DynamicImage, RgbaImage};
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::hash::Hasher;
use thiserror::Error;

use crate::game::{Cell, Reading};

use super::grid::{self, NoGrid};
use super::isometric;
use super::judge::{Judged, judge, phase};
use super::locate;
use super::place::{ImageRect, Place, Sampler};
use super::profile::{
    BoardRule, ENDED_PHASE, GridRule, OTHER_PHASE, PLAYING_PHASE, Profile, SquaresRule,
};
use super::squares;

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenReading {
    /// The phase of the game. Boards and cursor are read in [`PLAYING_PHASE`] only.
    pub phase: String,
    /// Boards and cursor; empty in other phases.
    pub reading: Reading,
    /// Where the game's picture lies in the image; the hint for the next reading.
    pub place: Place,
    /// Whether the whole picture is in the image, so that its points can be told from `place`.
    pub whole: bool,
    /// Where the cells of boards lie whose places no rule knows, row by row, by the boards' ids.
    pub spots: BTreeMap<String, Vec<ImageRect>>,
    /// Cells below this confidence are doubtful, 0 to 1.
    pub doubtful_below: f32,
    /// In [`OTHER_PHASE`], why the boards could not be read, for people.
    pub why_no_boards: Option<String>,
}

impl ScreenReading {
    /// Whether the game is being played, so that boards were read.
    pub fn is_playing(&self) -> bool {
        self.phase == PLAYING_PHASE
    }

    /// All cells that were read with too little confidence, as (board, place).
    pub fn doubtful(&self) -> Vec<(&str, Cell)> {
        let boards = self.reading.boards.iter();
        boards
            .flat_map(|board| {
                let cells = board.doubtful(self.doubtful_below);
                cells.map(|(cell, _)| (board.id.as_str(), cell))
            })
            .collect()
    }

    /// Where a cell lies in the image, for overlays and clicks; `None` for a board that the
    /// profile does not have.
    pub fn cell_rect(&self, profile: &Profile, board: &str, cell: Cell) -> Option<ImageRect> {
        if let (Some(spots), Some(seen)) = (self.spots.get(board), self.reading.board(board)) {
            let index = cell.row * seen.size().cols + cell.col;
            return spots.get(index).copied();
        }
        Some(self.place.cell(profile.board(board)?, cell))
    }

    /// Where a board lies in the image.
    pub fn board_rect(&self, profile: &Profile, board: &str) -> Option<ImageRect> {
        if let Some(spots) = self.spots.get(board) {
            return ImageRect::around(spots);
        }
        let rule = profile.board(board)?;
        match self.reading.board(board) {
            // Of a grid only the picture says how large it is.
            Some(seen) if rule.lines.is_none() => Some(self.place.board(&BoardRule {
                rows: seen.size().rows,
                cols: seen.size().cols,
                ..rule.clone()
            })),
            Some(_) => Some(self.place.board(rule)),
            None => Some(self.place.board(rule)),
        }
    }
}

/// A picture that cannot be read.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum VisionError {
    /// The image is smaller than the game's picture at its smallest scale.
    #[error(
        "the picture is too small for the profile ‘{profile}’: it has {}×{} pixels, the game's \
         picture has at least {}×{}. Take the screenshot without making it smaller.",
        size.0, size.1, least.0, least.1
    )]
    TooSmall {
        /// The profile's id.
        profile: String,
        /// Width and height of the image.
        size: (u32, u32),
        /// Least width and height.
        least: (u32, u32),
    },
    /// The game's picture is nowhere in the image.
    #[error(
        "this picture does not show what the profile ‘{profile}’ expects. Looked for: {looked_for}. \
         Seen: {seen}. {remedy}"
    )]
    NotThisGame {
        /// The profile's id.
        profile: String,
        /// What was looked for.
        looked_for: String,
        /// What the nearest thing to it was.
        seen: String,
        /// What to do about it.
        remedy: String,
    },
    /// The game's picture, but no board in it.
    #[error(
        "this picture shows no board that the profile ‘{profile}’ could read: the game is in its \
         phase ‘{phase}’{}. Take the picture while a level is being played.",
        why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default()
    )]
    NoBoards {
        /// The profile's id.
        profile: String,
        /// The phase seen.
        phase: String,
        /// Why boards could not be read, if that was tried.
        why: Option<String>,
    },
}

/// Reads an image of the game's window or of a screen with that window on it.
///
/// With a `hint`, the place of an earlier reading of the same window, nothing is searched as
/// long as the picture is still there: well below a millisecond. Without, or when it has moved,
/// the whole image is searched: some tens of milliseconds for a full screen.
///
/// # Errors
/// [`VisionError::TooSmall`] and [`VisionError::NotThisGame`]. A picture of the game in a phase
/// without boards is no error.
pub fn read(
    profile: &Profile,
    image: &RgbaImage,
    hint: Option<Place>,
) -> Result<ScreenReading, VisionError> {
    if let Some(rule) = &profile.squares {
        return by_squares(profile, rule, image, hint);
    }
    if let Some(rule) = &profile.grid {
        return by_grid(profile, rule, image);
    }
    check_size(profile, image)?;
    if let Some(place) = hint.filter(|p| p.lies_within(profile.picture.size, image.dimensions()))
        && let Ok(judged) = judge(profile, image, place, None)
        && (judged.phase != OTHER_PHASE || Some(place) == locate::whole_image(profile, image))
    {
        return Ok(with_blocks(profile, image, told(profile, place, judged)));
    }
    match locate::find(profile, image) {
        Ok((place, judged)) => Ok(with_blocks(profile, image, told(profile, place, judged))),
        Err(nearest) => {
            let (width, height) = profile.picture.size;
            let scale = &profile.picture.scale;
            let boards: Vec<_> = profile
                .boards
                .iter()
                .map(|board| format!("‘{}’ of {}×{} cells", board.id, board.rows, board.cols))
                .collect();
            Err(VisionError::NotThisGame {
                profile: profile.id.clone(),
                looked_for: format!(
                    "a picture of {width}×{height} pixels at {} to {} times that size, with the \
                     boards {}",
                    scale.from,
                    scale.to,
                    boards.join(", ")
                ),
                seen: nearest.map_or_else(
                    || "nothing of that shape".to_owned(),
                    |misfit| format!("at the likeliest place, {misfit}"),
                ),
                remedy: format!(
                    "Show the game's window in full, uncovered and with a level on it, or choose \
                     another profile than ‘{}’.",
                    profile.title
                ),
            })
        }
    }
}

/// Adds the board of blocks, if the profile has one and boards are read in this phase.
fn with_blocks(profile: &Profile, image: &RgbaImage, mut seen: ScreenReading) -> ScreenReading {
    let Some(rule) = &profile.isometric else {
        return seen;
    };
    if seen.phase != PLAYING_PHASE && seen.phase != ENDED_PHASE {
        return seen;
    }
    match isometric::read(rule, image, seen.place) {
        Ok(found) => {
            seen.reading.boards.splice(0..0, found.boards);
            seen.spots.extend(found.spots);
        }
        Err(why) => {
            seen.phase = OTHER_PHASE.to_owned();
            seen.reading = Reading::default();
            seen.why_no_boards = Some(why.to_string());
        }
    }
    seen
}

/// Reads boards of outlined squares.
fn by_squares(
    profile: &Profile,
    rule: &SquaresRule,
    image: &RgbaImage,
    hint: Option<Place>,
) -> Result<ScreenReading, VisionError> {
    let place = squares::canvas(rule, image, hint);
    let mut seen = ScreenReading {
        phase: PLAYING_PHASE.to_owned(),
        reading: Reading::default(),
        place: place.unwrap_or(Place::new(0.0, 0.0, 1.0)),
        whole: place.is_some(),
        spots: BTreeMap::new(),
        doubtful_below: profile.doubtful_below,
        why_no_boards: None,
    };
    if let Some(place) = place {
        seen.phase = phase(profile, &Sampler::new(image, place, &[]));
        if seen.phase != PLAYING_PHASE {
            return Ok(seen);
        }
    }
    match squares::read(rule, image, place) {
        Ok(found) => {
            let properties = profile.properties.iter();
            seen.reading = Reading {
                boards: found.boards,
                loose: vec![rule.tray.clone()],
                properties: properties.map(|(k, v)| (k.clone(), v.clone())).collect(),
                base: profile.level.as_deref().map(Into::into),
                ..Reading::default()
            };
            seen.spots = found.spots;
            seen.place = place.unwrap_or(Place::new(0.0, 0.0, found.scale));
            Ok(seen)
        }
        // The game's ground without a board on it: its menu, perhaps.
        Err(why) if place.is_some() => {
            seen.phase = OTHER_PHASE.to_owned();
            seen.why_no_boards = Some(why.to_string());
            Ok(seen)
        }
        Err(why) => {
            let (width, height) = rule.picture;
            let (least, most) = rule.scale;
            let side = |scale: f32| (rule.cell as f32 * scale).round();
            Err(VisionError::NotThisGame {
                profile: profile.id.clone(),
                looked_for: format!(
                    "an even ground of {width}×{height} pixels at {least} to {most} times that size, and on it \
                     outlined squares {} to {} pixels wide at even distances, and filled ones with numbers",
                    side(least),
                    side(most)
                ),
                seen: why.to_string(),
                remedy: format!(
                    "Show the game in full, uncovered and with a level on it, or choose another \
                     profile than ‘{}’.",
                    profile.title
                ),
            })
        }
    }
}

/// Reads a board that is found by its grid; quick enough to be done anew each time.
fn by_grid(
    profile: &Profile,
    rule: &GridRule,
    image: &RgbaImage,
) -> Result<ScreenReading, VisionError> {
    let why = match grid::read(profile, rule, image) {
        Ok((place, judged)) => return Ok(told(profile, place, judged)),
        Err(why) => why,
    };
    let (rows, cols) = (rule.rows, rule.cols);
    let counted = |fixed: usize, (from, to): (usize, usize)| match fixed {
        0 => format!("{from} to {to}"),
        fixed => fixed.to_string(),
    };
    let wanted = profile.boards.first();
    Err(VisionError::NotThisGame {
        profile: profile.id.clone(),
        looked_for: format!(
            "a grid of {} rows and {} columns, of even patches {} to {} pixels wide",
            counted(wanted.map_or(0, |board| board.rows), rows),
            counted(wanted.map_or(0, |board| board.cols), cols),
            rule.side.0,
            rule.side.1
        ),
        seen: match why {
            NoGrid::None(sizes) if sizes.is_empty() => "no such grid".to_owned(),
            NoGrid::None(sizes) => {
                let sizes: Vec<_> = sizes.iter().map(|(r, c)| format!("{r}×{c}")).collect();
                format!("only grids of {}", sizes.join(", "))
            }
            NoGrid::Misfit(misfit) => format!("at the likeliest place, {misfit}"),
        },
        remedy: format!(
            "Show the game's window in full, uncovered and with a level on it, or choose another \
             profile than ‘{}’.",
            profile.title
        ),
    })
}

/// Reads an image that a level is to be made from: [`read`] without a hint, with boards.
///
/// # Errors
/// [`VisionError`]; a picture without boards is one.
pub fn import_image(profile: &Profile, image: &DynamicImage) -> Result<ScreenReading, VisionError> {
    let seen = match image {
        DynamicImage::ImageRgba8(image) => read(profile, image, None)?,
        other => read(profile, &other.to_rgba8(), None)?,
    };
    if !seen.is_playing() {
        return Err(VisionError::NoBoards {
            profile: profile.id.clone(),
            phase: seen.phase,
            why: seen.why_no_boards,
        });
    }
    Ok(seen)
}

/// A number that stays the same as long as nothing that is read from the picture changes, for
/// waiting until it is stable. What lies outside boards and phase rules, such as a clock, does
/// not count.
pub fn fingerprint(profile: &Profile, image: &RgbaImage, place: Place) -> u64 {
    let sampler = Sampler::quick(image, place);
    let mut hasher = FxHasher::default();
    let mut add = |x: i64, y: i64| {
        let [red, green, blue] = sampler.at(x, y).0;
        hasher.write_u32(u32::from_le_bytes([red, green, blue, 0]));
    };
    for board in &profile.boards {
        let (rows, cols) = board.extent();
        for row in 0..rows {
            for col in (0..cols).filter(|col| board.has(row, *col)) {
                let (x, y) = board.corner(row, col);
                for down in 0..i64::from(board.cell.1) {
                    for across in 0..i64::from(board.cell.0) {
                        add(x + across, y + down);
                    }
                }
            }
        }
    }
    for condition in profile.phases.iter().flat_map(|phase| &phase.when) {
        for (x, y) in condition.area().points() {
            add(x.into(), y.into());
        }
    }
    hasher.finish()
}

fn check_size(profile: &Profile, image: &RgbaImage) -> Result<(), VisionError> {
    let (width, height) = profile.picture.size;
    let least = |side: u32| (side as f32 * profile.picture.scale.from).floor().max(1.0) as u32;
    let least = (least(width), least(height));
    let size = image.dimensions();
    if size.0 < least.0 || size.1 < least.1 {
        return Err(VisionError::TooSmall {
            profile: profile.id.clone(),
            size,
            least,
        });
    }
    Ok(())
}

fn told(profile: &Profile, place: Place, judged: Judged) -> ScreenReading {
    ScreenReading {
        phase: judged.phase,
        reading: judged.reading,
        place,
        whole: true,
        spots: BTreeMap::new(),
        doubtful_below: profile.doubtful_below,
        why_no_boards: judged.misfit.map(|misfit| misfit.to_string()),
    }
}
