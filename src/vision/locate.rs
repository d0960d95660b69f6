//! Where in an image the game's picture lies: the window's client area as it is, a letterboxed
//! one, a window with its frame, or a shot of the whole screen with the window somewhere in it.

use image::RgbaImage;

use super::judge::{Judged, judge};
use super::misfit::Misfit;
use super::place::Place;
use super::profile::{PLAYING_PHASE, Profile};
use super::search::{CONTRASTS, contrasting, framed};

/// A place and what the picture shows there, or the nearest miss.
pub(super) type Found = Result<(Place, Judged), Option<Misfit>>;

/// Looks for the picture.
///
/// An image of exactly the picture's shape is taken for the picture in any phase; elsewhere
/// only a picture with boards is recognised.
pub(super) fn find(profile: &Profile, image: &RgbaImage) -> Found {
    let mut best = Best::default();
    if let Some(place) = whole_image(profile, image) {
        match judge(profile, image, place, None) {
            Ok(judged) if judged.phase == PLAYING_PHASE => return Ok((place, judged)),
            // The game's picture in another phase, unless the game is found inside it.
            Ok(judged) => best.fallback = Some((place, judged)),
            Err(misfit) => best.miss(misfit),
        }
        // Some filters move the picture.
        best.nudge(profile, image, place);
        if let Some(found) = best.found {
            return Ok(found);
        }
    }
    let mut trusted = letterboxed(profile, image);
    for contrast in CONTRASTS {
        for (all_sides, place) in framed(profile, image, contrast) {
            if all_sides {
                best.try_framed(profile, image, place);
            } else {
                trusted.push(place);
            }
        }
        if best.found.is_some() {
            break;
        }
    }
    // Where the sides cannot be seen, a place near the right one may look right too: take the
    // best of all, and see whether it gets better when it is moved.
    if best.found.is_none() {
        trusted.extend(contrasting(profile, image));
        for place in trusted {
            best.try_place(profile, image, place);
        }
        best.climb(profile, image);
    }
    match (best.found, best.fallback) {
        (Some(found), _) | (None, Some(found)) => Ok(found),
        (None, None) => Err(best.nearest),
    }
}

/// Filters, and frames smeared by them, make a place wrong by up to so many pixels of the image.
const NUDGE: i8 = 2;
/// Around so many places the neighbours are tried.
const MOST_NUDGED: u32 = 4;

/// How far a place is moved to see whether it gets better, in pixels of the image.
const STEPS: [f32; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0];

#[derive(Default)]
struct Best {
    found: Option<(Place, Judged)>,
    fallback: Option<(Place, Judged)>,
    nearest: Option<Misfit>,
    nudged: u32,
}

impl Best {
    /// Moves the best place as long as that makes it better.
    fn climb(&mut self, profile: &Profile, image: &RgbaImage) {
        while let Some((start, _)) = self.found {
            for step in STEPS {
                for (right, down) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
                    self.try_place(profile, image, start.moved(right, down));
                }
            }
            if self.found.as_ref().is_none_or(|(place, _)| *place == start) {
                return;
            }
        }
    }

    /// Tries a place that edges speak for, and those near it if it nearly fits.
    fn try_framed(&mut self, profile: &Profile, image: &RgbaImage, place: Place) {
        if !place.lies_within(profile.picture.size, image.dimensions()) {
            return;
        }
        let near_miss = self.try_near(profile, image, place);
        if near_miss && self.nudged < MOST_NUDGED {
            self.nudged += 1;
            self.nudge(profile, image, place);
        }
    }

    /// Tries the places to which a filter may have moved the picture from `start`.
    fn nudge(&mut self, profile: &Profile, image: &RgbaImage, start: Place) {
        if start.scale < 1.5 {
            return;
        }
        for down in -NUDGE..=NUDGE {
            for right in -NUDGE..=NUDGE {
                self.try_near(profile, image, start.moved(right.into(), down.into()));
            }
        }
    }

    fn try_place(&mut self, profile: &Profile, image: &RgbaImage, place: Place) {
        if !place.lies_within(profile.picture.size, image.dimensions()) {
            return;
        }
        self.try_near(profile, image, place);
    }

    /// The same, although a rim of the picture may lie outside the image. Tells whether it is a
    /// near miss: the game's colours, but not its boards.
    fn try_near(&mut self, profile: &Profile, image: &RgbaImage, place: Place) -> bool {
        match judge(profile, image, place, None) {
            Ok(judged) if judged.phase == PLAYING_PHASE => {
                let better = |(_, found): &(Place, Judged)| judged.score > found.score;
                if self.found.as_ref().is_none_or(better) {
                    self.found = Some((place, judged));
                }
                false
            }
            Ok(judged) => {
                if let Some(misfit) = judged.misfit {
                    self.miss(misfit);
                }
                true
            }
            Err(misfit) => {
                self.miss(misfit);
                false
            }
        }
    }

    fn miss(&mut self, misfit: Misfit) {
        let nearer = |known: &Misfit| misfit.nearness() > known.nearness();
        if self.nearest.as_ref().is_none_or(nearer) {
            self.nearest = Some(misfit);
        }
    }
}

/// The place where the picture fills the image, if the shapes are the same.
pub(super) fn whole_image(profile: &Profile, image: &RgbaImage) -> Option<Place> {
    let (width, height) = profile.picture.size;
    let across = image.width() as f32 / width.max(1) as f32;
    let down = image.height() as f32 / height.max(1) as f32;
    let rule = &profile.picture.scale;
    // Two pixels more or less are rounding.
    let same_shape = (across - down).abs() * (width.max(height) as f32) <= 2.0;
    let place = Place {
        x: 0.0,
        y: 0.0,
        scale: across,
        scale_y: down,
    };
    (same_shape && rule.allows(across) && rule.allows(down)).then_some(place)
}

/// Places in the middle or the upper left corner of the image, with bars around.
fn letterboxed(profile: &Profile, image: &RgbaImage) -> Vec<Place> {
    let (width, height) = profile.picture.size;
    let fill = (image.width() as f32 / width.max(1) as f32)
        .min(image.height() as f32 / height.max(1) as f32);
    let rule = &profile.picture.scale;
    let mut scales = vec![fill];
    scales.extend((1..=fill.floor().min(16.0) as u32).rev().map(|s| s as f32));
    scales.dedup();
    scales.retain(|scale| rule.allows(*scale));
    let mut places = Vec::new();
    for scale in scales {
        let spare = |image: u32, picture: u32| (image as f32 - picture as f32 * scale).max(0.0);
        let (x, y) = (spare(image.width(), width), spare(image.height(), height));
        for (x, y) in [
            ((x / 2.0).floor(), (y / 2.0).floor()),
            ((x / 2.0).ceil(), (y / 2.0).ceil()),
            (0.0, 0.0),
        ] {
            let place = Place::new(x, y, scale);
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
    }
    places
}
