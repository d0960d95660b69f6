//! Scrolled lists of which a part is visible; auto-play enters programs into such lists.
//!
//! A picture gives the pixel position of the visible part in the whole list, but not the number of entries before it.
//! The expected entries have known lengths, so their sequence determines which of them are visible. An entry that
//! contains a list of its own (a repeat) takes several values: its count followed by `ListRule::nested`, the entries in
//! it, and `ListRule::end`.

use crate::place::ImageRect;
use crate::profile::ListRule;

/// Maximum deviation between a measured and an expected length, in entry lengths.
const MAX_LENGTH_ERROR: f32 = 1.0 / 3.0;
/// Position of an entry after scrolling to it, as a share of the visible length from its start.
const TARGET_POSITION: f32 = 0.25;

/// List of which a part is visible. Lengths are in picture pixels at scale 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ListPart {
    pub(crate) rule: ListRule,
    /// Length of the whole list.
    pub(crate) length: f32,
    /// Length hidden before the visible part.
    pub(crate) hidden: f32,
    /// Distance from the start of the list to the first visible cell.
    pub(crate) first: f32,
    /// Rectangle of the scroll bar's thumb in the image.
    pub(crate) thumb: ImageRect,
    /// Thumb movement in image pixels per pixel of the list.
    pub(crate) rate: f32,
}

impl ListPart {
    /// Index of the first visible cell if the list has these values; `None` if its length or position excludes that.
    /// The visible values themselves are not compared.
    pub fn first_of(&self, values: &[impl AsRef<str>]) -> Option<usize> {
        let offsets = self.offsets(values)?;
        let tolerance = self.tolerance()?;
        let is_near = |offset: &f32| (offset - self.first).abs() <= tolerance;
        offsets.iter().position(is_near)
    }

    /// Thumb drag, from point to point of the image, that brings the value at `index` (or the position after the
    /// last) into view; `None` if the list cannot have these values.
    pub fn drag_to(
        &self,
        values: &[impl AsRef<str>],
        index: usize,
    ) -> Option<((f32, f32), (f32, f32))> {
        let offset = *self.offsets(values)?.get(index)?;
        let visible = self.rule.area.height as f32;
        let hidden = (offset - TARGET_POSITION * visible).min(self.length - visible);
        let hidden = hidden.max(0.0);
        let (x, y) = self.thumb.centre();
        Some(((x, y), (x, y + (hidden - self.hidden) * self.rate)))
    }

    /// Offsets of these values and of the first empty cell after them in the list; `None` if it has another length.
    fn offsets(&self, values: &[impl AsRef<str>]) -> Option<Vec<f32>> {
        let (nested, end, empty) = (&self.rule.nested, &self.rule.end, &self.rule.empty);
        let scroll = self.rule.scroll.as_ref()?;
        let values = values.iter().map(AsRef::as_ref);
        let values: Vec<&str> = values.take_while(|value| value != empty).collect();
        // The value that starts a nested list, directly followed by the one that ends it.
        let is_blank = |pair: &[&str]| matches!(pair, [a, b] if a.ends_with(nested) && b == end);
        let blanks = values.windows(2).filter(|pair| is_blank(pair)).count();
        let (shortest, longest) = scroll.blank;
        // Distance from each value to the next. A nested list without entries has its shortest length here.
        let lengths = values.iter().enumerate().map(|(index, value)| {
            let blank = values.get(index..index + 2).is_some_and(is_blank);
            match *value {
                value if value == end => scroll.end,
                _ if blank => scroll.head + shortest,
                value if value.ends_with(nested) => scroll.head,
                _ => scroll.entry,
            }
        });
        let mut offsets = vec![scroll.before];
        let mut at = scroll.before;
        offsets.extend(lengths.map(|length| {
            at += length;
            at
        }));
        let excess = self.length - at - scroll.after;
        let (tolerance, slack) = (self.tolerance()?, (longest - shortest) * blanks as f32);
        if !(-tolerance..=slack + tolerance).contains(&excess) {
            return None;
        }
        // Excess length belongs to the nested lists without entries, but not known to which: the first gets all of it.
        // Offsets between the first and the last of them may thus be too large, by at most the excess.
        if let Some(blank) = values.windows(2).position(is_blank) {
            let longer = excess.clamp(0.0, slack);
            let later = offsets.iter_mut().skip(blank + 1);
            later.for_each(|it| *it += longer);
        }
        Some(offsets)
    }

    /// Maximum error of a measured length, in pixels; `None` if the rule describes no scroll bar.
    fn tolerance(&self) -> Option<f32> {
        Some(self.rule.scroll.as_ref()?.entry * MAX_LENGTH_ERROR)
    }
}
