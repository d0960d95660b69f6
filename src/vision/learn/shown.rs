//! What a person says of a picture, and why that may not be enough for a profile.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::RgbaImage;
use thiserror::Error;

use crate::game::{Cell, Seams, Side, Size};
use crate::place::{ImageRect, Tiling};

/// What the profile is to be called, and what it is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// The profile's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Id of the game.
    pub game: String,
    /// Id of the board that is seen.
    pub board: String,
    /// What every level is like beyond its board.
    pub properties: BTreeMap<String, String>,
}

/// What a person says of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The board, from the first cell's corner to the last one's.
    pub rect: ImageRect,
    /// Rows × columns.
    pub size: Size,
    /// What some cells show, as tokens of the plain-text form.
    pub samples: BTreeMap<Cell, String>,
    /// What is said of further pictures of the same window, in which the board is at the same
    /// place.
    pub more: Vec<Sampled>,
    /// Whether other levels may have other numbers of rows and columns.
    pub varies: bool,
    /// Whether the board is always at the same place of the picture, even where it could be found
    /// by its cells.
    pub anchored: bool,
    /// Sides beside which numbers stand, a list of them for each row or column.
    pub clues: Vec<Side>,
    /// Values that are numbers; their digits are read where no sample looks like the cell.
    pub numbers: Vec<String>,
    /// The value of places in which nothing is read.
    pub blank: String,
    /// Values that become each other by quarter turns to the right.
    pub turned: Vec<Vec<String>>,
    /// Width of seams in pixels; 0 for none.
    pub seam: f32,
    /// Where seams are.
    pub seams: Seams,
}

impl Shown {
    /// A board of which nothing more is said.
    pub fn new(rect: ImageRect, size: Size) -> Self {
        Self {
            rect,
            size,
            samples: BTreeMap::new(),
            more: Vec::new(),
            varies: false,
            anchored: false,
            clues: Vec::new(),
            numbers: Vec::new(),
            blank: String::new(),
            turned: Vec::new(),
            seam: 0.0,
            seams: Seams::default(),
        }
    }

    /// Whether the board may be looked for anywhere in the picture. Seams are found by its place, and so are numbers beside it
    /// as long as it has one size.
    pub(super) fn may_move(&self) -> bool {
        !self.anchored && self.seam <= 0.0 && (self.clues.is_empty() || self.varies)
    }

    /// Whether a value was said of a cell, not only of places between cells.
    pub(super) fn is_in_cells(&self, value: &str) -> bool {
        let more = self.more.iter().map(|more| &more.samples);
        let mut all = std::iter::once(&self.samples).chain(more).flatten();
        let is_cell = |cell: &Cell| !self.seams.is_seam(cell.row) && !self.seams.is_seam(cell.col);
        all.any(|(cell, said)| said == value && (self.seam <= 0.0 || is_cell(cell)))
    }

    /// Where its cells lie.
    pub fn tiling(&self) -> Tiling {
        Tiling {
            rect: self.rect,
            size: self.size,
            seam: self.seam,
            seams: self.seams,
        }
    }
}

/// A further picture with what some of its cells show.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    /// The picture.
    pub image: Arc<RgbaImage>,
    /// What some cells show.
    pub samples: BTreeMap<Cell, String>,
}

/// Why there is no profile yet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CalibrateError {
    /// The box is too small, or outside the picture.
    #[error(
        "the box is too small for {0} cells, or outside the picture; draw it around the whole board"
    )]
    Box(Size),
    /// Nothing to tell apart.
    #[error("say of at least one cell for each of two values what it shows")]
    Samples,
    /// Two values cannot be told apart by their colours.
    #[error("the cells for ‘{0}’ and ‘{1}’ look the same; look whether both are what you say")]
    Alike(String, String),
    /// The profile made of it reads the samples otherwise.
    #[error(
        "the cell at {cell} would be read as ‘{read}’ instead of ‘{said}’; choose the cells again, \
         or draw the box more closely"
    )]
    Wrong {
        /// Which.
        cell: Cell,
        /// What the person said.
        said: String,
        /// What is read.
        read: String,
    },
    /// Nothing stands beside the board.
    #[error(
        "beside the board ({0}) no numbers are seen that belong to its rows or columns; draw the box around the cells \
         alone"
    )]
    NoClues(&'static str),
    /// Boards of other sizes can only be found where cells are set off from each other.
    #[error(
        "cells of this board cannot be found without knowing how many there are, so all levels must \
         have {0} of them; take the mark for sizes that differ away"
    )]
    Varies(Size),
    /// Most cells look like none of the samples.
    #[error("say of more cells what they show: {0}")]
    Unclear(String),
    /// The profile made of it does not find the board.
    #[error("the board would not be found again in this picture: {0}")]
    Lost(String),
}
