//! Reader of a list of entries next to the board, some of which contain nested lists: a program with repeats, as
//! [`ListRule`] describes it. Entries are found by their left edges, in the rule's rim colours, and distinguished by
//! their *sign*, a small picture in the upper left corner. Coordinates are pixels of the game's picture at scale 1, as
//! in the profile; a [`Placement`] turns them into pixels of the image.

#[cfg(test)]
mod tests;

use image::RgbaImage;

use crate::digits::{Ink, lone_number};
use crate::game::{CellReading, Grid, Size};
use crate::list_part::ListPart;
use crate::place::{ImageRect, Placement};
use crate::profile::{Area, ListRule, ScrollRule};
use crate::reading::{ReadBoard, cell_reading};
use crate::sampler::Sampler;

/// Minimum height of an entry's left edge; lower ones are parts of signs.
const MIN_EDGE: i64 = 14;
/// Distance of clicks from the upper left corner of an entry, to the right and down.
const CLICK_INSET: i64 = 14;
/// Height of the upper part of an entry, in which the field with the count is.
const FIELD_RANGE: i64 = 28;
/// Minimum brightness of ink in a sign, as the sum of the channels.
const MIN_BRIGHTNESS: u32 = 3 * 180;
/// Maximum percentage of differing pixels between equal signs.
const MAX_DIFFERENT: usize = 6;
/// Maximum vertical offset of a sign between entries, in pixels.
const MAX_OFFSET: i64 = 2;
/// Distance of the drop position above the lower edge of an entry with a nested list: the centre of the dragged entry
/// counts, which may be lower than the pointer.
const ABOVE_RIM: i64 = 28;
/// Drop position for the end of the whole list: distance above the end of its area.
const ABOVE_END: i64 = 40;
/// Minimum distance of that position below the last entry.
const BELOW_LAST: i64 = 6;
/// Width of the buttons at the right of a field, visible or not.
const BUTTON_WIDTH: i64 = 15;
/// Width of a stretch of the field's colour, without ink, by which the field is found.
const BLANK_WIDTH: i64 = 20;
/// Minimum number of bar pixels outside its thumb; with fewer, the whole list is visible.
const MIN_BARE_PIXELS: usize = 2;

/// Reads the visible part of the list in a picture at `place`.
pub(crate) fn read_list<'a>(
    rule: &'a ListRule,
    image: &RgbaImage,
    place: Placement,
) -> (ReadBoard<'a>, Option<ListPart>) {
    let sampler = &Sampler::new(image, place, &[]);
    let Area { x, y, width, .. } = rule.area;
    let bar = ScrollBar::detect(rule, sampler);
    let mut list = ListReader {
        rule,
        sampler,
        place,
        top: i64::from(y),
        bottom: i64::from(rule.area.end().1),
        is_partial: bar.is_some(),
        continues: false,
        first: None,
        cells: Vec::new(),
        rects: Vec::new(),
    };
    let end_of_last = list.entries(i64::from(x + rule.left), list.top, list.bottom);
    let middle = i64::from(x) + i64::from(width) / 2;
    // A drop there appends an entry.
    let drop_y = (list.bottom - ABOVE_END).max(end_of_last + BELOW_LAST);
    let drop_y = drop_y.min(list.bottom - BELOW_LAST);
    let empty = |sure| cell_reading(rule.empty.as_str(), sure);
    let count = match bar {
        // Of the empty cells only the first exists, and only if no entry is hidden below.
        Some(bar) => {
            let below = bar.list_length - bar.hidden - (end_of_last - list.top) as f32;
            list.cells.len() + usize::from(!list.continues && below <= space_after(rule))
        }
        None => rule.cells as usize,
    };
    while list.cells.len() < count {
        list.add(empty(1.0), end_of_last, (middle, drop_y));
    }
    list.cells.truncate(count);
    list.rects.truncate(count);
    let part = bar.and_then(|bar| {
        Some(ListPart {
            rule: rule.clone(),
            length: bar.list_length,
            hidden: bar.hidden,
            first: bar.hidden + (list.first? - list.top) as f32,
            thumb: bar.thumb(rule, place)?,
            rate: bar.rate * place.scale_y,
        })
    });
    let size = Size::new(1, count);
    let unread = || Grid::filled(size, empty(0.0));
    let cells = Grid::from_cells(size, list.cells).unwrap_or_else(unread);
    (ReadBoard::new(&rule.board, cells, list.rects), part)
}

/// Maximum height below the last entry of a list scrolled to its end.
fn space_after(rule: &ListRule) -> f32 {
    let scroll = rule.scroll.as_ref();
    // Half an entry for the error of the measured lengths.
    scroll.map_or(0.0, |scroll| scroll.after + scroll.entry / 2.0)
}

struct ListReader<'a> {
    rule: &'a ListRule,
    sampler: &'a Sampler<'a>,
    place: Placement,
    /// First row of the list's area.
    top: i64,
    /// End of its rows, exclusive.
    bottom: i64,
    /// Other entries are above or below the area: the list has a scroll bar.
    is_partial: bool,
    /// True if a partly visible cell at the end was left out.
    continues: bool,
    /// Upper end of the first cell; `None` while there are no cells.
    first: Option<i64>,
    cells: Vec<CellReading<String>>,
    rects: Vec<ImageRect>,
}

impl ListReader<'_> {
    /// Adds a cell that starts at `begin` and is clicked at `(x, y)`.
    fn add(&mut self, cell: CellReading<String>, begin: i64, (x, y): (i64, i64)) {
        let place = self.place;
        let (across, down) = (x as f32 * place.scale, y as f32 * place.scale_y);
        let at = (place.x + across, place.y + down);
        let rect = ImageRect::centred(at, (place.scale, place.scale_y));
        self.first.get_or_insert(begin);
        self.cells.push(cell);
        self.rects.push(rect);
    }

    /// Reads the entries whose left edges are at `left`, from `top` to `bottom`, and returns the end of the last. In
    /// a partly visible list, partly hidden entries are skipped.
    fn entries(&mut self, left: i64, top: i64, bottom: i64) -> i64 {
        let rims = self.rims(left, top, bottom);
        // A single unrecognized edge is the text of an empty list.
        let is_single = rims.len() == 1;
        let last = rims.last().map_or(top, |rim| rim.1);
        for (from, to) in rims {
            if self.is_partial && from <= self.top {
                self.rest_of_nested(left, from, to);
                continue;
            }
            let is_whole = to < self.bottom;
            let inside = (left + CLICK_INSET, from + CLICK_INSET);
            match self.kind(left, from) {
                Some(kind) if kind == self.rule.nested => self.nested(left, from, to),
                _ if self.is_partial && !is_whole => self.continues = true,
                Some(kind) => {
                    // The last entry may continue below.
                    let sure = if is_whole { 1.0 } else { 0.0 };
                    self.add(cell_reading(kind, sure), from, inside);
                }
                None if is_single => {}
                None => self.add(cell_reading("?", 0.0), from, inside),
            }
        }
        last
    }

    /// Reads an entry with a count and a list of its own.
    fn nested(&mut self, left: i64, from: i64, to: i64) {
        let scroll = self.rule.scroll.as_ref();
        let head = scroll.map_or(0, |scroll| scroll.head.ceil() as i64);
        if self.is_partial && from + head >= self.bottom {
            self.continues = true;
            return;
        }
        let (count, button) = self.count(left, from, to);
        // The profile's value of such an entry begins with the count.
        let value = count.value.clone() + &self.rule.nested;
        self.add(CellReading { value, ..count }, from, button);
        let inner = left + i64::from(self.rule.indent);
        let below = self.rims(inner, from, to).first().map_or(to, |rim| rim.0);
        self.entries(inner, below, to);
        self.end(to);
    }

    /// Reads the rest of an entry whose start is hidden, if it contains entries; otherwise its kind is unknown.
    fn rest_of_nested(&mut self, left: i64, from: i64, to: i64) {
        let inner = left + i64::from(self.rule.indent);
        if !self.rims(inner, from, to).is_empty() {
            self.entries(inner, from, to);
            self.end(to);
        }
    }

    /// Adds the end of a nested list that ends at `to`, unless a drop there would be out of view.
    fn end(&mut self, to: i64) {
        if self.is_partial && to + MIN_EDGE > self.bottom {
            self.continues = true;
            return;
        }
        let area = self.rule.area;
        let middle = i64::from(area.x) + i64::from(area.width) / 2;
        let scroll = self.rule.scroll.as_ref();
        let length = scroll.map_or(0, |scroll| scroll.end.round() as i64);
        let end = cell_reading(self.rule.end.as_str(), 1.0);
        self.add(end, to - length, (middle, to - ABOVE_RIM));
    }

    /// Vertical ranges of left edges at `left`.
    fn rims(&self, left: i64, top: i64, bottom: i64) -> Vec<(i64, i64)> {
        let mut found = Vec::new();
        let mut from = None;
        for y in top..=bottom {
            let rim = y < bottom && self.is_rim(left, y);
            match (rim, from) {
                (true, None) => from = Some(y),
                (false, Some(start)) => {
                    if y - start >= MIN_EDGE {
                        found.push((start, y));
                    }
                    from = None;
                }
                _ => {}
            }
        }
        found
    }

    fn is_rim(&self, x: i64, y: i64) -> bool {
        let colour = self.sampler.at(x, y);
        let mut rims = self.rule.rims.iter();
        rims.any(|rim| rim.distance(colour) <= self.rule.tolerance)
    }

    /// Kind of the entry with this corner, by comparison with the signs of the entries at fixed places.
    fn kind(&self, left: i64, top: i64) -> Option<&str> {
        // Line heights are fractional, so signs may be a pixel or two off.
        let signs = (top - MAX_OFFSET..=top + MAX_OFFSET).map(|top| self.sign(left, top));
        let signs: Vec<Vec<bool>> = signs.collect();
        let max_unlike = signs.first().map_or(0, Vec::len) * MAX_DIFFERENT / 100;
        let kinds = self.rule.kinds.iter().flat_map(|kind| {
            let of_kind = self.sign(kind.at.0.into(), kind.at.1.into());
            let unlike =
                |signs: &Vec<bool>| signs.iter().zip(&of_kind).filter(|(a, b)| a != b).count();
            let least_unlike = signs.iter().map(unlike).min();
            least_unlike.map(|least_unlike| (least_unlike, kind.value.as_str()))
        });
        let (unlike, value) = kinds.min_by_key(|(unlike, _)| *unlike)?;
        (unlike <= max_unlike).then_some(value)
    }

    /// Bright pixels of the sign of an entry, row by row.
    fn sign(&self, left: i64, top: i64) -> Vec<bool> {
        let points = self.rule.sign.points();
        let bright = |(x, y): (u32, u32)| {
            let colour = self.sampler.at(left + i64::from(x), top + i64::from(y));
            colour.0.iter().map(|part| u32::from(*part)).sum::<u32>() >= MIN_BRIGHTNESS
        };
        points.map(bright).collect()
    }

    /// Count in the field of an entry, and the position of its increment button.
    fn count(&self, left: i64, from: i64, to: i64) -> (CellReading<String>, (i64, i64)) {
        let below = to.min(from + FIELD_RANGE);
        let Some(((first, upper), rows)) = self.field(left, from, below) else {
            let inside = (left + CLICK_INSET, from + CLICK_INSET);
            return (cell_reading("", 0.0), inside);
        };
        let width = i64::from(self.rule.field_width);
        // At the field's right end, the button for more is above that for less.
        let button = (first + width - BUTTON_WIDTH / 2, upper + rows / 4);
        let digits = (width - BUTTON_WIDTH).max(1);
        let rows_of = upper..upper + rows;
        let pixels = rows_of.flat_map(|y| (first..first + digits).map(move |x| (x, y)));
        let away = pixels.map(|(x, y)| f32::from(self.rule.field.distance(self.sampler.at(x, y))));
        let away: Vec<f32> = away.collect();
        let (ink, _) = Ink::from_contrasts(&away, digits as usize, rows as usize);
        let count = match lone_number(&ink, &ink.blobs()) {
            Some(number) => number.reading(),
            None => cell_reading("", 0.0),
        };
        (count, button)
    }

    /// Upper left corner and height of the field with the count.
    fn field(&self, left: i64, from: i64, below: i64) -> Option<((i64, i64), i64)> {
        let right = i64::from(self.rule.area.x + self.rule.area.width);
        let is_field = |x: i64, y: i64| {
            let colour = self.sampler.at(x, y);
            self.rule.field.distance(colour) <= self.rule.tolerance
        };
        // The field is blank above or below the digits. A line of its colour may surround it.
        let mut places = (from..below).flat_map(|y| (left..right).map(move |x| (x, y)));
        let is_empty = |y: i64, x: i64| (x..x + BLANK_WIDTH).all(|x| is_field(x, y));
        let (x, y) = places.find(|(x, y)| is_empty(*y, *x) && is_empty(y + 1, *x))?;
        // Its corners may be rounded.
        let row = y + 1;
        let first = (left..=x).rev().take_while(|x| is_field(*x, row)).last()?;
        let upwards = (from..=row).rev().take_while(|y| is_field(first, *y));
        let upper = upwards.last()?;
        let rows = (upper..below).take_while(|y| is_field(first, *y)).count() as i64;
        Some(((first, upper), rows))
    }
}

/// State of a scroll bar, in picture pixels at scale 1.
#[derive(Clone, Copy)]
struct ScrollBar {
    /// Length of the whole list.
    list_length: f32,
    /// Length of the list hidden above its area.
    hidden: f32,
    /// Thumb movement per pixel of the list.
    rate: f32,
    /// Start and length of the thumb.
    thumb: (u32, u32),
}

impl ScrollBar {
    /// Detects the scroll bar of a list; `None` if the profile describes none, or the whole list is visible.
    fn detect(list: &ListRule, sampler: &Sampler<'_>) -> Option<Self> {
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
    fn thumb(&self, list: &ListRule, place: Placement) -> Option<ImageRect> {
        let mut area = list.scroll.as_ref()?.bar;
        (area.y, area.height) = self.thumb;
        Some(place.rect(area))
    }
}
