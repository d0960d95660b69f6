//! Geometry: where the game's picture, its boards and their cells are in an image. A pixel of the picture at scale 1
//! is a unit of the profile.

use image::RgbaImage;
use serde::{Deserialize, Serialize};

use super::profile::{Area, BoardRule};
use crate::game::{Cell, Seams, Size};

/// Offset and scale of the game's picture in an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    pub x: f32,
    pub y: f32,
    /// Image pixels per picture pixel, horizontally.
    pub scale: f32,
    /// The same vertically; differs slightly where a stretched window is rounded to whole pixels.
    pub scale_y: f32,
}

impl Default for Placement {
    fn default() -> Self {
        Self::new(0.0, 0.0, 1.0)
    }
}

impl Placement {
    /// Placement with one scale for both axes.
    pub const fn new(x: f32, y: f32, scale: f32) -> Self {
        Self {
            x,
            y,
            scale,
            scale_y: scale,
        }
    }

    /// Placement of a picture of `units` pixels at scale 1 that fills an image of `image` pixels.
    pub(crate) fn filling(image: (u32, u32), units: (u32, u32)) -> Self {
        Self {
            x: 0.0,
            y: 0.0,
            scale: image.0 as f32 / units.0.max(1) as f32,
            scale_y: image.1 as f32 / units.1.max(1) as f32,
        }
    }

    /// Returns whether both are the same within half a pixel and 0.01 of scale.
    pub fn is_near(&self, other: Self) -> bool {
        (self.x - other.x).abs() <= 0.5
            && (self.y - other.y).abs() <= 0.5
            && (self.scale - other.scale).abs() <= 0.01
            && (self.scale_y - other.scale_y).abs() <= 0.01
    }

    #[must_use]
    pub(crate) fn moved(self, right: f32, down: f32) -> Self {
        Self {
            x: self.x + right,
            y: self.y + down,
            ..self
        }
    }

    /// Placements `step` pixels to the right, left, below and above.
    pub(crate) fn moved_by(self, step: f32) -> [Self; 4] {
        let offsets = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
        offsets.map(|(right, down)| self.moved(right, down))
    }

    /// Image rectangle of an area of the picture.
    pub fn rect(&self, area: Area) -> ImageRect {
        let corner = (i64::from(area.x), i64::from(area.y));
        self.rect_of(corner, (area.width, area.height))
    }

    /// Image rectangle of a cell of a board.
    pub fn cell(&self, board: &BoardRule, cell: Cell) -> ImageRect {
        let corner = board.corner(cell.row, cell.col);
        self.rect_of(corner, board.side(cell.row, cell.col))
    }

    /// Bounding box of the cells of a board that are read.
    pub fn board(&self, board: &BoardRule) -> ImageRect {
        let cells = board.extent().cells();
        let cells = cells.filter(|cell| board.has(cell.row, cell.col));
        let rects: Vec<ImageRect> = cells.map(|cell| self.cell(board, cell)).collect();
        ImageRect::bounding(&rects).unwrap_or_else(|| self.cell(board, Cell::new(0, 0)))
    }

    fn rect_of(&self, corner: (i64, i64), size: (u32, u32)) -> ImageRect {
        ImageRect {
            x: self.x + corner.0 as f32 * self.scale,
            y: self.y + corner.1 as f32 * self.scale_y,
            width: size.0 as f32 * self.scale,
            height: size.1 as f32 * self.scale_y,
        }
    }

    /// Image rectangle of a whole picture of `size`.
    pub(crate) fn bounds(&self, size: (u32, u32)) -> ImageRect {
        self.rect_of((0, 0), size)
    }

    /// Returns whether a picture of `size` lies within an image of `within`. Filters may move it by up to two pixels.
    pub fn lies_within(&self, size: (u32, u32), within: (u32, u32)) -> bool {
        self.scale > 0.0 && self.bounds(size).lies_within(within, 2.0)
    }
}

/// A rectangle in pixels of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImageRect {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl ImageRect {
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// Bounding box; `None` for an empty slice.
    pub fn bounding(rects: &[Self]) -> Option<Self> {
        rects.iter().copied().reduce(|a, b| {
            let (x, y) = (a.x.min(b.x), a.y.min(b.y));
            let right = (a.x + a.width).max(b.x + b.width);
            let bottom = (a.y + a.height).max(b.y + b.height);
            Self::new(x, y, right - x, bottom - y)
        })
    }

    pub(crate) fn centred((x, y): (f32, f32), (width, height): (f32, f32)) -> Self {
        Self::new(x - width / 2.0, y - height / 2.0, width, height)
    }

    #[must_use]
    pub(crate) fn moved(self, right: f32, down: f32) -> Self {
        Self::new(self.x + right, self.y + down, self.width, self.height)
    }

    /// Returns whether the rectangle lies within an image, or at most `slack` pixels outside.
    pub(crate) fn lies_within(&self, (width, height): (u32, u32), slack: f32) -> bool {
        self.x >= -slack
            && self.y >= -slack
            && self.x + self.width <= width as f32 + slack
            && self.y + self.height <= height as f32 + slack
    }

    /// Returns whether a point lies strictly inside.
    pub fn contains(&self, (x, y): (f32, f32)) -> bool {
        x > self.x && y > self.y && x < self.x + self.width && y < self.y + self.height
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Returns whether each edge is within `(across, down)` pixels of the other's.
    pub fn is_near(&self, other: &Self, (across, down): (f32, f32)) -> bool {
        let near = |edge: f32, other: f32, off: f32| (edge - other).abs() <= off;
        near(self.x, other.x, across)
            && near(self.y, other.y, down)
            && near(self.x + self.width, other.x + other.width, across)
            && near(self.y + self.height, other.y + other.height, down)
    }

    /// Crops a picture to this rectangle, in whole pixels. A corner left of or above the picture moves to its edge, and the
    /// size stays; what lies beyond the other edges is left out.
    pub fn crop(&self, picture: &RgbaImage) -> RgbaImage {
        let to_pixels = |pixels: f32| pixels.max(0.0) as u32;
        let (x, y) = (to_pixels(self.x), to_pixels(self.y));
        let (width, height) = (to_pixels(self.width), to_pixels(self.height));
        image::imageops::crop_imm(picture, x, y, width, height).to_image()
    }

    /// Moves each edge to the nearest pixel.
    pub(crate) fn rounded(&self) -> Self {
        let (x, y) = ((self.x + 0.5).floor(), (self.y + 0.5).floor());
        Self {
            x,
            y,
            width: (self.x + self.width + 0.5).floor() - x,
            height: (self.y + self.height + 0.5).floor() - y,
        }
    }

    /// Moves each edge outwards by `across` or `down` pixels.
    #[must_use]
    pub fn grown(&self, across: f32, down: f32) -> Self {
        Self {
            x: self.x - across,
            y: self.y - down,
            width: self.width + 2.0 * across,
            height: self.height + 2.0 * down,
        }
    }

    /// Rectangle of a cell when `size` cells fill this rectangle evenly.
    pub fn cell(&self, size: Size, cell: Cell) -> Self {
        Tiling::even(*self, size).cell(cell)
    }

    pub fn centre(&self) -> (f32, f32) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

/// Grid of rows and columns that fills a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiling {
    pub rect: ImageRect,
    /// Rows and columns, including seams.
    pub size: Size,
    /// Width of seams in pixels; 0 for none.
    pub seam: f32,
    pub seams: Seams,
}

impl Tiling {
    pub fn even(rect: ImageRect, size: Size) -> Self {
        Self {
            rect,
            size,
            seam: 0.0,
            seams: Seams::default(),
        }
    }

    /// Distance from a cell to the next one that is no seam, horizontally and vertically. `n` cells have `n − 1` seams
    /// between them, or `n + 1` around, so the side is `n` pitches less or more one seam.
    pub fn pitch(&self) -> (f32, f32) {
        let pitch = |length: f32, count: usize| match self.seam {
            seam if seam > 0.0 => {
                let cells = self.seams.cells(count).max(1) as f32;
                let is_rim = self.seams.before() > 0;
                (length + if is_rim { -seam } else { seam }) / cells
            }
            _ => length / count.max(1) as f32,
        };
        (
            pitch(self.rect.width, self.size.cols),
            pitch(self.rect.height, self.size.rows),
        )
    }

    /// Rectangle of a cell or of the seam in its place.
    pub fn cell(&self, cell: Cell) -> ImageRect {
        let span = |from: f32, pitch: f32, index: usize| match self.seam {
            seam if seam > 0.0 => {
                let before = self.seams.before();
                let first = from - before as f32 * (pitch - seam);
                let at = first + ((index + before) / 2) as f32 * pitch;
                match self.seams.is_seam(index) {
                    false => (at, pitch - seam),
                    true => (at + pitch - seam, seam),
                }
            }
            _ => (from + index as f32 * pitch, pitch),
        };
        let (across, down) = self.pitch();
        let (x, width) = span(self.rect.x, across, cell.col);
        let (y, height) = span(self.rect.y, down, cell.row);
        ImageRect::new(x, y, width, height)
    }

    /// Returns whether a cell, or a seam that may show something, is there, not a crossing of seams.
    pub fn has(&self, cell: Cell) -> bool {
        self.seam <= 0.0 || self.seams.has_content(cell.row, cell.col)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{CellRule, NumbersRule};

    /// Two rows of three cells of 20×20 pixels, with seams of 4 pixels.
    fn board(seams: Seams) -> BoardRule {
        let values = CellRule::Numbers(NumbersRule {
            blank: ".".to_owned(),
        });
        BoardRule {
            rows: seams.lines(2),
            cols: seams.lines(3),
            origin: (100, 50),
            seam: 4,
            seams,
            ..BoardRule::new("grid", (24, 24), (20, 20), values)
        }
    }

    #[test]
    fn seams_lie_between_or_around_cells() {
        let rect = ImageRect::new;
        let place = Placement::new(0.0, 0.0, 1.0);
        for (seams, size_px, first_cell, read) in [
            (Seams::Between, (68.0, 44.0), (0, 0), 6 + 4 + 3),
            (Seams::Around, (76.0, 52.0), (1, 1), 6 + 8 + 9),
        ] {
            let rule = board(seams);
            let size = Size::new(rule.rows, rule.cols);
            assert_eq!((seams.cells(size.rows), seams.cells(size.cols)), (2, 3));
            let all = place.board(&rule);
            assert_eq!(all, rect(100.0, 50.0, size_px.0, size_px.1), "{seams:?}");
            let tiling = Tiling {
                rect: all,
                size,
                seam: 4.0,
                seams,
            };
            assert_eq!(tiling.pitch(), (24.0, 24.0), "{seams:?}");
            let inset = 4.0 * first_cell.0 as f32;
            let first = tiling.cell(Cell::new(first_cell.0, first_cell.1));
            assert_eq!(first, rect(100.0 + inset, 50.0 + inset, 20.0, 20.0));
            for cell in size.cells() {
                let area = place.cell(&rule, cell);
                assert_eq!(tiling.cell(cell), area, "{seams:?} {cell:?}");
                let is_read = rule.has(cell.row, cell.col);
                assert_eq!(tiling.has(cell), is_read, "{seams:?} {cell:?}");
                let (x, y) = area.centre();
                let at_centre = is_read.then_some((cell.row, cell.col));
                assert_eq!(rule.cell_at(x as u32, y as u32), at_centre, "{seams:?}");
            }
            let cells = size.cells().filter(|cell| tiling.has(*cell));
            assert_eq!(cells.count(), read, "{seams:?}");
        }
    }
}
