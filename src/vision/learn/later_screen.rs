//! Phase rule for a later screen of the game, such as the one after a solved level, from a picture in which the user
//! has picked a position to click. Auto-play then clicks only where that screen is shown.

use std::collections::HashMap;

use image::RgbaImage;

use crate::place::Placement;
use crate::profile::{Area, Condition, PLAYING_PHASE, PhaseRule, Point, Profile, Rgb};
use crate::read::read;
use crate::sampler::Sampler;

/// Name of the phase; the profile's input that leads to the next level refers to it.
const LATER_PHASE: &str = "later";
/// Number of compared areas in a row and in a column around the position; together they are about a button.
const AREAS: u32 = 3;
/// Side of such an area, in picture units.
const AREA_SIDE: u32 = 8;
/// Maximum channel difference of equal colours.
const TOLERANCE: u8 = 32;
/// Share of an area's most frequent colour that must remain, as the picture may be scaled.
const KEPT_SHARE: f32 = 0.6;

/// Rule that recognizes the screen of `later` by the pixels around `at`, a position in picture units of a profile for
/// pictures of a fixed size. `None` if these do not distinguish it from the level in `playing`.
pub fn later_screen(
    later: &RgbaImage,
    playing: &RgbaImage,
    at: Point,
    profile: &Profile,
) -> Option<PhaseRule> {
    let (width, _) = profile.finder.size()?;
    let scale = later.width() as f32 / width.max(1) as f32;
    let sampler = Sampler::new(later, Placement::new(0.0, 0.0, scale), &[]);
    let start = |at: u32| at.saturating_sub(AREAS * AREA_SIDE / 2);
    let (left, top) = (start(at.0), start(at.1));
    let areas = (0..AREAS * AREAS).map(|index| Area {
        x: left + index % AREAS * AREA_SIDE,
        y: top + index / AREAS * AREA_SIDE,
        width: AREA_SIDE,
        height: AREA_SIDE,
    });
    let rule = PhaseRule {
        phase: LATER_PHASE.to_owned(),
        when: areas.map(|area| main_colour(area, &sampler)).collect(),
    };
    let mut extended = profile.clone();
    extended.screen.phases.insert(0, rule.clone());
    let is_phase = |image, phase| read(&extended, image, None).is_ok_and(|it| it.phase == phase);
    (is_phase(later, LATER_PHASE) && is_phase(playing, PLAYING_PHASE)).then_some(rule)
}

/// Condition that an area has its most frequent colour.
fn main_colour(area: Area, sampler: &Sampler<'_>) -> Condition {
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    for (x, y) in area.points() {
        *counts.entry(sampler.at(x.into(), y.into()).0).or_default() += 1;
    }
    let counts = counts.into_iter();
    let most_frequent = counts.max_by_key(|(colour, count)| (*count, *colour));
    let colour = Rgb(most_frequent.map_or([0; 3], |(colour, _)| colour));
    let similar = area
        .points()
        .filter(|(x, y)| sampler.at((*x).into(), (*y).into()).distance(colour) <= TOLERANCE);
    let share = similar.count() as f32 / area.points().count().max(1) as f32;
    Condition::Colour {
        area,
        colour,
        tolerance: TOLERANCE,
        min_share: share * KEPT_SHARE,
    }
}
