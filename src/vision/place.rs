//! Where the game's picture lies in an image, and sampling there.

use std::ops::Range;

use image::RgbaImage;

use super::profile::{Area, BoardRule, Rgb};
use crate::game::{Cell, Size};

/// Where the game's picture lies in an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Left edge in pixels of the image.
    pub x: f32,
    /// Upper edge in pixels of the image.
    pub y: f32,
    /// Pixels of the image for one of the picture, across.
    pub scale: f32,
    /// The same downwards; differs a little where a stretched window is rounded to whole pixels.
    pub scale_y: f32,
}

/// A rectangle in pixels of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImageRect {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl ImageRect {
    /// The smallest one that holds all of these.
    pub fn around(rects: &[Self]) -> Option<Self> {
        rects.iter().copied().reduce(|a, b| {
            let (x, y) = (a.x.min(b.x), a.y.min(b.y));
            Self {
                x,
                y,
                width: (a.x + a.width).max(b.x + b.width) - x,
                height: (a.y + a.height).max(b.y + b.height) - y,
            }
        })
    }

    /// A cell of rows and columns that fill this rectangle.
    pub fn cell(&self, size: Size, cell: Cell) -> Self {
        let (width, height) = (
            self.width / size.cols.max(1) as f32,
            self.height / size.rows.max(1) as f32,
        );
        Self {
            x: self.x + cell.col as f32 * width,
            y: self.y + cell.row as f32 * height,
            width,
            height,
        }
    }

    /// The middle.
    pub fn centre(&self) -> (f32, f32) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

impl Place {
    /// A place with one scale both ways.
    pub const fn new(x: f32, y: f32, scale: f32) -> Self {
        Self {
            x,
            y,
            scale,
            scale_y: scale,
        }
    }

    /// Whether the picture is where it was, give or take half a pixel: it does not slide.
    pub fn near(&self, other: Self) -> bool {
        (self.x - other.x).abs() <= 0.5
            && (self.y - other.y).abs() <= 0.5
            && (self.scale - other.scale).abs() <= 0.01
            && (self.scale_y - other.scale_y).abs() <= 0.01
    }

    /// The same scale at a place so many pixels of the image to the right and down.
    #[must_use]
    pub(super) fn moved(self, right: f32, down: f32) -> Self {
        Self {
            x: self.x + right,
            y: self.y + down,
            ..self
        }
    }

    /// Where a rectangle of the picture lies in the image.
    pub fn rect(&self, area: Area) -> ImageRect {
        self.rect_of(
            (i64::from(area.x), i64::from(area.y)),
            (area.width, area.height),
        )
    }

    /// Where a cell of a board lies in the image.
    pub fn cell(&self, board: &BoardRule, cell: Cell) -> ImageRect {
        self.rect_of(board.corner(cell.row, cell.col), board.cell)
    }

    /// Where a board lies in the image.
    pub fn board(&self, board: &BoardRule) -> ImageRect {
        let (rows, cols) = board.extent();
        let first = board.corner(0, 0);
        let ends = (0..rows).flat_map(|row| {
            let columns = [0, cols.saturating_sub(1)];
            columns.map(|col| board.corner(row, col))
        });
        let last = ends.fold(first, |a, b| (a.0.max(b.0), a.1.max(b.1)));
        let last = match &board.lines {
            Some(lines) => {
                let widest = lines.wrap.min(lines.longest()).saturating_sub(1);
                (last.0.max(board.corner(0, widest).0), last.1)
            }
            None => last,
        };
        let extent = |from: i64, to: i64, size: u32| {
            u32::try_from(to - from).unwrap_or(0).saturating_add(size)
        };
        let size = (
            extent(first.0, last.0, board.cell.0),
            extent(first.1, last.1, board.cell.1),
        );
        self.rect_of(first, size)
    }

    fn rect_of(&self, corner: (i64, i64), size: (u32, u32)) -> ImageRect {
        ImageRect {
            x: self.x + corner.0 as f32 * self.scale,
            y: self.y + corner.1 as f32 * self.scale_y,
            width: size.0 as f32 * self.scale,
            height: size.1 as f32 * self.scale_y,
        }
    }

    /// Left, upper, right and lower edge of a picture of `size` at this place, in pixels of the
    /// image.
    pub(super) fn edges(&self, size: (u32, u32)) -> (f32, f32, f32, f32) {
        (
            self.x,
            self.y,
            self.x + size.0 as f32 * self.scale,
            self.y + size.1 as f32 * self.scale_y,
        )
    }

    /// Whether a picture of `size` at this place lies within an image of `within`, give or take
    /// two pixels by which filters move it.
    pub fn lies_within(&self, size: (u32, u32), within: (u32, u32)) -> bool {
        self.scale > 0.0
            && self.x >= -2.0
            && self.y >= -2.0
            && self.x + size.0 as f32 * self.scale <= within.0 as f32 + 2.0
            && self.y + size.1 as f32 * self.scale_y <= within.1 as f32 + 2.0
    }
}

/// A pixel this near to a colour is taken for it without looking for a nearer one.
const CLEAN: u8 = 8;
/// A colour with such a channel is no darker twin of another one.
const BRIGHT: u8 = 224;

/// The picture at a place, sampled pixel by pixel of scale 1.
///
/// Emulators' filters smear colours at the edges of the enlarged pixels, so only the middle of
/// each is looked at: that of its pixels which comes nearest to one of the picture's colours.
/// Where these are not known it is the one middle pixel, or the median of the middle four.
#[derive(Clone, Copy)]
pub(super) struct Sampler<'a> {
    bytes: &'a [u8],
    width: usize,
    height: usize,
    place: Place,
    four: bool,
    palette: &'a [Rgb],
}

impl<'a> Sampler<'a> {
    /// Samples a picture that consists of the colours of `palette`, of any if there are none.
    pub(super) fn new(image: &'a RgbaImage, place: Place, palette: &'a [Rgb]) -> Self {
        Self {
            bytes: image.as_raw(),
            width: image.width() as usize,
            height: image.height() as usize,
            place,
            four: place.scale >= 2.0 && (place.scale.round() as i64) % 2 == 0,
            palette,
        }
    }

    /// The same, looking at one pixel each: quicker, and as good for telling whether anything
    /// changes.
    pub(super) fn quick(image: &'a RgbaImage, place: Place) -> Self {
        Self {
            four: false,
            ..Self::new(image, place, &[])
        }
    }

    /// Where the picture lies.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The mean colour between two corners, in pixels of the image; at least that of one pixel.
    pub(super) fn mean(&self, from: (f32, f32), to: (f32, f32)) -> [u8; 3] {
        // Rounded; negative numbers become 0.
        let range = |from: f32, to: f32| {
            let first = (from + 0.5) as usize;
            first..((to + 0.5) as usize).max(first + 1)
        };
        let mut sums = [0_u32; 3];
        let mut count = 0_u32;
        for row in range(from.1, to.1) {
            for column in range(from.0, to.0) {
                count += 1;
                for (sum, channel) in sums.iter_mut().zip(self.pixel(column, row)) {
                    *sum += u32::from(channel);
                }
            }
        }
        sums.map(|sum| u8::try_from((sum + count / 2) / count.max(1)).unwrap_or(u8::MAX))
    }

    /// The colour of a pixel of the picture; places outside the image show its edge.
    #[inline]
    pub(super) fn at(&self, x: i64, y: i64) -> Rgb {
        if self.palette.is_empty() {
            self.middle(x, y)
        } else {
            self.purest(x, y, self.palette)
        }
    }

    #[inline]
    fn middle(&self, x: i64, y: i64) -> Rgb {
        let across = (x as f32 + 0.5) * self.place.scale + self.place.x;
        let down = (y as f32 + 0.5) * self.place.scale_y + self.place.y;
        if self.four {
            // Rounded; negative numbers become 0.
            let (column, row) = ((across + 0.5) as usize, (down + 0.5) as usize);
            let (left, above) = (column.saturating_sub(1), row.saturating_sub(1));
            let four = [
                self.pixel(left, above),
                self.pixel(column, above),
                self.pixel(left, row),
                self.pixel(column, row),
            ];
            Rgb(std::array::from_fn(|channel| {
                middle_two(four.map(|colour| colour[channel]))
            }))
        } else {
            // A negative number becomes 0 here.
            Rgb(self.pixel(across as usize, down as usize))
        }
    }

    /// The pixel of the enlarged one that comes nearest to one of the `known` colours; its
    /// middle if there are none or the picture is not enlarged.
    pub(super) fn purest(&self, x: i64, y: i64, known: &[Rgb]) -> Rgb {
        if self.place.scale < 1.5 || known.is_empty() {
            return self.middle(x, y);
        }
        let range = |at: i64, scale: f32, offset: f32| {
            // Of blocks wider than three pixels, the middle.
            let trim = ((scale - 3.0) / 2.0).max(0.0);
            // Rounded; negative numbers become 0.
            let from = (at as f32 * scale + offset + trim + 0.5) as usize;
            let to = ((at + 1) as f32 * scale + offset - trim + 0.5) as usize;
            from..to.max(from + 1)
        };
        let rows = range(y, self.place.scale_y, self.place.y);
        let columns = range(x, self.place.scale, self.place.x);
        let mut best = (u8::MAX, Rgb([0; 3]));
        for row in rows.clone() {
            for column in columns.clone() {
                let colour = Rgb(self.pixel(column, row));
                for other in known {
                    let near = other.distance(colour);
                    if near <= CLEAN {
                        return self.undimmed(colour, rows, columns, known);
                    }
                    if near < best.0 {
                        best = (near, colour);
                    }
                }
            }
        }
        best.1
    }

    /// The colour of a block in which a pixel has this colour: a brighter one of the same hue if
    /// at least half of the block has that. Filters that draw a matrix of dots darken every other
    /// pixel, and a machine's dark and bright colours are both known.
    fn undimmed(
        &self,
        colour: Rgb,
        rows: Range<usize>,
        columns: Range<usize>,
        known: &[Rgb],
    ) -> Rgb {
        let brightest = colour.0.iter().max();
        if brightest.is_none_or(|most| *most <= CLEAN || *most >= BRIGHT) {
            return colour;
        }
        let dims = |bright: &Rgb| {
            let channels = || bright.0.into_iter().zip(colour.0);
            channels().all(|(b, c)| (b <= CLEAN) == (c <= CLEAN) && b >= c.saturating_sub(CLEAN))
                && bright.distance(colour) > CLEAN
        };
        let pixels = rows.len() * columns.len();
        let count = |bright: Rgb| {
            let block = rows
                .clone()
                .flat_map(|row| columns.clone().map(move |c| (c, row)));
            let same = block.filter(|(c, r)| bright.distance(Rgb(self.pixel(*c, *r))) <= CLEAN);
            same.count()
        };
        let twin = known
            .iter()
            .copied()
            .filter(dims)
            .find(|bright| 2 * count(*bright) >= pixels);
        twin.unwrap_or(colour)
    }

    #[inline]
    fn pixel(&self, column: usize, row: usize) -> [u8; 3] {
        let (column, row) = (column.min(self.width - 1), row.min(self.height - 1));
        let start = (row * self.width + column) * 4;
        match self.bytes.get(start..start + 3) {
            Some(&[red, green, blue]) => [red, green, blue],
            _ => [0; 3],
        }
    }
}

/// The mean of the middle two.
#[inline]
fn middle_two([a, b, c, d]: [u8; 4]) -> u8 {
    let sum = u16::from(a) + u16::from(b) + u16::from(c) + u16::from(d);
    let (least, most) = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
    ((sum - u16::from(least) - u16::from(most)) / 2) as u8
}
