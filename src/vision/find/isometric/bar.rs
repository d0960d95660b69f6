//! Scroll bar of the list beside an isometric board: which part of the list is visible.

use crate::place::{ImageRect, Placement};
use crate::profile::{ListRule, ScrollRule};
use crate::sampler::Sampler;

/// Minimum number of bar pixels outside its thumb; with fewer, the whole list is visible.
const MIN_BARE_PIXELS: usize = 2;

/// State of a scroll bar, in picture pixels at scale 1.
#[derive(Clone, Copy)]
pub(super) struct ScrollBar {
    /// Length of the whole list.
    pub(super) list_length: f32,
    /// Length of the list hidden above its area.
    pub(super) hidden: f32,
    /// Thumb movement per pixel of the list.
    pub(super) rate: f32,
    /// Start and length of the thumb.
    thumb: (u32, u32),
}

impl ScrollBar {
    /// Detects the scroll bar of a list; `None` if the profile describes none, or the whole list is visible.
    pub(super) fn detect(list: &ListRule, sampler: &Sampler<'_>) -> Option<Self> {
        let ScrollRule { bar, colour, .. } = list.scroll.as_ref()?;
        let x = i64::from(bar.x + bar.width / 2);
        let is_bare = |y: &u32| {
            let observed = sampler.at(x, i64::from(*y));
            colour.distance(observed) <= list.tolerance
        };
        let (top, bottom) = (bar.y, bar.end().1);
        if (top..bottom).filter(is_bare).count() < MIN_BARE_PIXELS {
            return None;
        }
        let from = (top..bottom).find(|y| !is_bare(y))?;
        let to = (from..bottom).find(is_bare).unwrap_or(bottom);
        let (bar_length, thumb_length) = (bar.height as f32, (to - from) as f32);
        let visible = list.area.height as f32;
        let list_length = visible * bar_length / thumb_length;
        let rate = (bar_length - thumb_length) / (list_length - visible);
        Some(Self {
            list_length,
            hidden: (from - top) as f32 / rate,
            rate,
            thumb: (from, to - from),
        })
    }

    /// Rectangle of the thumb in the image; `None` if the list has no scroll bar.
    pub(super) fn thumb(&self, list: &ListRule, place: Placement) -> Option<ImageRect> {
        let mut area = list.scroll.as_ref()?.bar;
        (area.y, area.height) = self.thumb;
        Some(place.rect(area))
    }
}
