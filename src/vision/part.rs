//! A list of which a part is seen, as it is scrolled.
//!
//! A picture tells where the part lies in the whole list, in pixels, but not how many entries are before
//! it. Whoever knows which entries there should be can tell: their lengths are known. So entries that are
//! all alike are told apart, and one too many is seen wherever it is.

use crate::place::ImageRect;
use crate::profile::ListRule;

/// Most by which a length in a picture differs from what the entries come to, in lengths of an entry.
const UNSURE: f32 = 1.0 / 3.0;
/// Where in what is seen an entry is brought to.
const AT: f32 = 0.25;

/// A list of which a part is seen. Lengths are in pixels of the picture at scale 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ListPart {
    pub(crate) rule: ListRule,
    /// Length of the whole list.
    pub(crate) whole: f32,
    /// Length of what is hidden before the part.
    pub(crate) hidden: f32,
    /// Where the first cell that is seen begins, from the begin of the list.
    pub(crate) first: f32,
    /// The thumb of the scroll bar in the image.
    pub(crate) thumb: ImageRect,
    /// By how many pixels of the image the thumb moves for one of the list.
    pub(crate) rate: f32,
}

impl ListPart {
    /// Which of these values the first cell that is seen has, if they are the list's; none if they cannot
    /// be.
    pub fn first_of(&self, values: &[impl AsRef<str>]) -> Option<usize> {
        let places = self.places(values)?;
        let unsure = self.unsure()?;
        let near = |place: &f32| (place - self.first).abs() <= unsure;
        places.iter().position(near)
    }

    /// The drag of the thumb, from pixel to pixel of the image, that brings one of these values, or the place after
    /// them, in sight; none if they cannot be the list's.
    pub fn drag_to(
        &self,
        values: &[impl AsRef<str>],
        index: usize,
    ) -> Option<((f32, f32), (f32, f32))> {
        let place = *self.places(values)?.get(index)?;
        let seen = self.rule.area.height as f32;
        let hidden = (place - AT * seen).min(self.whole - seen).max(0.0);
        let (x, y) = self.thumb.centre();
        Some(((x, y), (x, y + (hidden - self.hidden) * self.rate)))
    }

    /// Where these values begin, from the begin of the list, and the first empty cell after them; none if the list has
    /// another length.
    fn places(&self, values: &[impl AsRef<str>]) -> Option<Vec<f32>> {
        let ListRule {
            nested, end, empty, ..
        } = &self.rule;
        let scroll = self.rule.scroll.as_ref()?;
        let values = values.iter().map(AsRef::as_ref);
        let values: Vec<&str> = values.take_while(|value| value != empty).collect();
        let is_blank = |pair: &[&str]| matches!(pair, [a, b] if a.ends_with(nested) && b == end);
        let blanks = values.windows(2).filter(|pair| is_blank(pair)).count();
        let (shortest, longest) = scroll.blank;
        let lengths = values.iter().enumerate().map(|(index, value)| {
            let blank = values.get(index..index + 2).is_some_and(is_blank);
            match () {
                () if value == end => scroll.end,
                () if blank => scroll.head + shortest,
                () if value.ends_with(nested) => scroll.head,
                () => scroll.entry,
            }
        });
        let mut places = vec![scroll.before];
        let mut at = scroll.before;
        places.extend(lengths.map(|length| {
            at += length;
            at
        }));
        let more = self.whole - at - scroll.after;
        let (unsure, slack) = (self.unsure()?, (longest - shortest) * blanks as f32);
        if !(-unsure..=slack + unsure).contains(&more) {
            return None;
        }
        // What there is more is in the lists without an entry: mostly in one.
        if let Some(blank) = values.windows(2).position(is_blank) {
            let longer = more.clamp(0.0, slack);
            places
                .iter_mut()
                .skip(blank + 1)
                .for_each(|it| *it += longer);
        }
        Some(places)
    }

    /// Most by which a length in the picture differs from what the entries come to.
    fn unsure(&self) -> Option<f32> {
        Some(self.rule.scroll.as_ref()?.entry * UNSURE)
    }
}
