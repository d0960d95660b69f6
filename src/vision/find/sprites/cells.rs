//! Decoding of pixel squares into cell values: which sprites, drawn over each other by their layers, make a cell.

use rustc_hash::FxHashMap;

use crate::game::{Pixel, Size, SpriteSheet};

use super::dots::{BACKGROUND, Dot, Dots, OTHER, SheetColours};

/// Minimum share of a board's cells that must be decoded; the rest may be covered.
const MIN_DECODED_SHARE: f32 = 0.8;
/// Maximum number of compared pairs of cells, each of a known board and of the picture.
pub(super) const MAX_PAIRS: usize = 4_000_000;

/// Index into [`Decoder::values`].
pub(super) type ValueId = u16;

/// Decodes cells, and remembers those it has decoded.
pub(super) struct Decoder<'a> {
    pub(super) sheet: &'a SpriteSheet,
    colours: &'a SheetColours,
    known: FxHashMap<Box<[Dot]>, Option<ValueId>>,
    /// Values decoded so far.
    pub(super) values: Vec<String>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(sheet: &'a SpriteSheet, colours: &'a SheetColours) -> Self {
        Self {
            sheet,
            colours,
            known: FxHashMap::default(),
            values: Vec::new(),
        }
    }

    /// Id of a value; `None` if it has not been decoded so far.
    pub(super) fn id(&self, value: &str) -> Option<ValueId> {
        let index = self.values.iter().position(|known| known == value)?;
        ValueId::try_from(index).ok()
    }

    /// Value of a cell with these dots, row by row; `None` if no sprites make it.
    fn value(&mut self, dots: &[Dot]) -> Option<ValueId> {
        if let Some(known) = self.known.get(dots) {
            return *known;
        }
        let pixels: Option<Vec<Pixel>> = dots.iter().map(|dot| self.colours.pixel(*dot)).collect();
        let sprites = pixels.and_then(|pixels| self.sheet.decompose(&pixels));
        let value = sprites.map(|sprites| self.sheet.value(&sprites));
        let id = value.and_then(|value| match self.id(&value) {
            Some(id) => Some(id),
            None => {
                // Beyond 65536 values, a cell counts as not decoded.
                self.values.push(value);
                ValueId::try_from(self.values.len() - 1).ok()
            }
        });
        self.known.insert(dots.into(), id);
        id
    }

    /// Decodes all whole cells of a picture from square (`left`, `top`) on. Each of its dots is a square of the image,
    /// a pixel of a sprite.
    pub(super) fn cells(&mut self, squares: &Dots, (left, top): (usize, usize)) -> DecodedCells {
        let side = self.sheet.side;
        let cols = squares.width.saturating_sub(left) / side;
        let rows = squares.height.saturating_sub(top) / side;
        let mut values = Vec::with_capacity(rows * cols);
        let mut dots: Vec<Dot> = Vec::with_capacity(side * side);
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            dots.clear();
            for line in 0..side {
                let from = left + col * side;
                dots.extend(&squares.row(top + row * side + line)[from..from + side]);
            }
            // No sprites make a cell with a colour that the sheet lacks.
            values.push(match dots.contains(&OTHER) {
                true => None,
                false => self.value(&dots),
            });
        }
        DecodedCells {
            rows,
            cols,
            values,
            blank: self.value(&vec![BACKGROUND; side * side]),
        }
    }
}

/// Decoded cells; `None` where no sprites match.
pub(super) struct DecodedCells {
    pub(super) rows: usize,
    pub(super) cols: usize,
    values: Vec<Option<ValueId>>,
    /// Value of a cell that looks like the surroundings of the board; `None` if no sprites make one.
    pub(super) blank: Option<ValueId>,
}

impl DecodedCells {
    /// Value of a cell; `None` if no sprites make it, or it is not in the picture.
    pub(super) fn get(&self, row: usize, col: usize) -> Option<ValueId> {
        let row = self.values.chunks_exact(self.cols.max(1)).nth(row)?;
        row.get(col).copied().flatten()
    }

    /// Decoded cells that are not blank.
    pub(super) fn marked(&self) -> impl Iterator<Item = ((usize, usize), ValueId)> + '_ {
        let all = self.values.iter().enumerate();
        all.filter(|(_, value)| **value != self.blank)
            .filter_map(|(index, value)| Some(((index / self.cols, index % self.cols), (*value)?)))
    }

    /// Board of this size with this corner (row, column); `None` if too few of its cells are decoded. `weight` is the
    /// number of its cells that speak for it, such as those that match a known board.
    pub(super) fn extent(
        &self,
        (row, col): (usize, usize),
        size: Size,
        weight: usize,
    ) -> Option<BoardExtent> {
        let decoded = size.cells();
        let decoded = decoded.filter(|cell| self.get(row + cell.row, col + cell.col).is_some());
        let (decoded, all) = (decoded.count(), size.area());
        (decoded as f32 >= MIN_DECODED_SHARE * all as f32).then_some(BoardExtent {
            row,
            col,
            size,
            weight,
            complete: decoded == all,
        })
    }
}

/// A board among the decoded cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardExtent {
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) size: Size,
    /// Number of its cells that speak for it.
    pub(super) weight: usize,
    /// True if all of its cells are decoded.
    pub(super) complete: bool,
}
