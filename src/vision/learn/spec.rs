//! User input for a new profile, and the reasons why it may not suffice.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::RgbaImage;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{Cell, Seams, Side, Size};
use crate::place::{ImageRect, Tiling};

/// A board as the user describes it. Drafts of profiles save all of it but labels and what the game's rules determine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardSpec {
    /// Board rectangle, from the first to the last cell's corner.
    pub rect: ImageRect,
    pub size: Size,
    /// User-given cell values, as tokens of the plain-text form.
    #[serde(skip)]
    pub samples: BTreeMap<Cell, String>,
    /// Further pictures of the same window with the board at the same position.
    #[serde(skip)]
    pub more: Vec<LabelledPicture>,
    /// True if other levels may have other numbers of rows and columns.
    pub varies: bool,
    /// True if the board's position in the picture is fixed, even if it could be found by its cells.
    pub anchored: bool,
    /// Sides with number lists for each row or column.
    #[serde(skip)]
    pub clues: Vec<Side>,
    /// Values that are numbers, recognized by digits if no sample matches.
    #[serde(skip)]
    pub numbers: Vec<String>,
    /// Value of positions in which nothing is recognized.
    #[serde(skip)]
    pub blank: String,
    /// Cycles of values related by clockwise quarter turns.
    #[serde(skip)]
    pub turned: Vec<Vec<String>>,
    /// Width of seams in pixels; 0 for none.
    pub seam: f32,
    pub seams: Seams,
}

impl BoardSpec {
    pub fn new(rect: ImageRect, size: Size) -> Self {
        Self {
            rect,
            size,
            ..Self::default()
        }
    }

    /// Returns whether the board may be searched for anywhere. Seams, and clues of a fixed size, need a position.
    pub(super) fn is_movable(&self) -> bool {
        !self.anchored && self.seam <= 0.0 && (self.clues.is_empty() || self.varies)
    }

    /// Returns whether a value was given for a cell, not only for seams.
    pub(super) fn is_in_cells(&self, value: &str) -> bool {
        let more = self.more.iter().map(|more| &more.samples);
        let mut all = std::iter::once(&self.samples).chain(more).flatten();
        let is_cell = |cell: &Cell| !self.seams.is_seam(cell.row) && !self.seams.is_seam(cell.col);
        all.any(|(cell, label)| label == value && (self.seam <= 0.0 || is_cell(cell)))
    }

    pub fn tiling(&self) -> Tiling {
        Tiling {
            rect: self.rect,
            size: self.size,
            seam: self.seam,
            seams: self.seams,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct LabelledPicture {
    pub image: Arc<RgbaImage>,
    pub samples: BTreeMap<Cell, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CalibrateError {
    #[error(
        "the box is too small for {0} cells, or outside the picture; draw it around the whole board"
    )]
    Box(Size),
    #[error("say of at least one cell for each of two values what it shows")]
    Samples,
    #[error("the cells for ‘{0}’ and ‘{1}’ look the same; look whether both are what you say")]
    Ambiguous(String, String),
    #[error(
        "the cell at {cell} would be read as ‘{read}’ instead of ‘{label}’; choose the cells again, \
         or draw the box more closely"
    )]
    Misread {
        cell: Cell,
        label: String,
        read: String,
    },
    #[error(
        "beside the board ({0}) no numbers are seen that belong to its rows or columns; draw the box around the cells \
         alone"
    )]
    NoClues(&'static str),
    /// Boards of variable size need cells that contrast with their surroundings.
    #[error(
        "cells of this board cannot be found without knowing how many there are, so all levels must \
         have {0} of them; take the mark for sizes that differ away"
    )]
    Varies(Size),
    #[error("say of more cells what they show: {0}")]
    Unclear(String),
    #[error("the board would not be found again in this picture: {0}")]
    NotFound(String),
}
