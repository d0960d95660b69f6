use crate::place::{ImageRect, Place};
use crate::profile::{ListRule, ScrollRule};
use crate::sampler::Sampler;

/// Minimum number of bar pixels outside its thumb.
const LEAST: usize = 2;

/// Scroll state, in picture pixels at scale 1.
#[derive(Clone, Copy)]
pub(super) struct Bar {
    /// Length of the whole list.
    pub(super) whole: f32,
    /// Length hidden above.
    pub(super) hidden: f32,
    /// Thumb movement per pixel of the list.
    pub(super) rate: f32,
    /// Start and length of the thumb.
    thumb: (u32, u32),
}

impl Bar {
    /// Detects the bar of a list; `None` if it is not scrolled.
    pub(super) fn seen(list: &ListRule, sampler: &Sampler<'_>) -> Option<Self> {
        let ScrollRule { bar, colour, .. } = list.scroll.as_ref()?;
        let x = i64::from(bar.x + bar.width / 2);
        let is_bare = |y: &u32| {
            let there = sampler.at(x, i64::from(*y));
            colour.distance(there) <= list.tolerance
        };
        let (top, bottom) = (bar.y, bar.end().1);
        if (top..bottom).filter(is_bare).count() < LEAST {
            return None;
        }
        let from = (top..bottom).find(|y| !is_bare(y))?;
        let to = (from..bottom).find(is_bare).unwrap_or(bottom);
        let (length, thumb) = (bar.height as f32, (to - from) as f32);
        let seen = list.area.height as f32;
        let whole = seen * length / thumb;
        let rate = (length - thumb) / (whole - seen);
        Some(Self {
            whole,
            hidden: (from - top) as f32 / rate,
            rate,
            thumb: (from, to - from),
        })
    }

    pub(super) fn thumb(&self, list: &ListRule, place: Place) -> Option<ImageRect> {
        let mut area = list.scroll.as_ref()?.bar;
        (area.y, area.height) = self.thumb;
        Some(place.rect(area))
    }
}
