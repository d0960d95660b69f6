//! Edits on the way: a stroke, or a part that floats over the board until it is placed.

use crate::game::{Cell, CellValue, EditError, Grid, LevelRef, Size};
use crate::session::edit::{self, Region};

use super::place::Place;

/// A stroke while the button is down. The level itself is not touched before it comes up.
pub struct Stroke {
    value: CellValue,
    grid: Grid<CellValue>,
    cells: Vec<(Cell, CellValue)>,
    preview: LevelRef,
}

impl Stroke {
    /// A stroke that has painted nothing yet; `None` if the level is no grid.
    pub fn new(level: &LevelRef, value: CellValue) -> Option<Self> {
        Some(Self {
            value,
            grid: level.as_grid()?.grid(),
            cells: Vec::new(),
            preview: level.clone(),
        })
    }

    /// Paints these places, as far as they are on the board.
    ///
    /// # Errors
    /// When the level does not take the value; the stroke is without these places then.
    pub fn paint(&mut self, places: &[Place]) -> Result<(), EditError> {
        let before = (self.grid.clone(), self.cells.len());
        let size = self.grid.size();
        for cell in places.iter().filter_map(|place| place.on(size)) {
            if self.grid.get(cell) != Some(&self.value) {
                self.grid.set(cell, self.value);
                self.cells.push((cell, self.value));
            }
        }
        if self.cells.len() == before.1 {
            return Ok(());
        }
        let level = self
            .preview
            .as_grid()
            .map(|level| level.with_grid(self.grid.clone()));
        match level.transpose() {
            Ok(level) => {
                self.preview = level.unwrap_or_else(|| self.preview.clone());
                Ok(())
            }
            Err(error) => {
                self.grid = before.0;
                self.cells.truncate(before.1);
                Err(error)
            }
        }
    }

    /// The level with the stroke on it.
    pub fn preview(&self) -> &LevelRef {
        &self.preview
    }

    /// What is to be painted.
    pub fn cells(&self) -> &[(Cell, CellValue)] {
        &self.cells
    }

    /// What it paints with.
    pub fn value(&self) -> CellValue {
        self.value
    }
}

/// Cells that are seen in their place but are not there yet.
pub struct Floating {
    clip: Grid<CellValue>,
    corner: Place,
    /// Where they were taken from, to be left blank.
    lifted: Option<Region>,
    /// Name of the step once placed.
    name: &'static str,
    preview: Option<(Place, LevelRef)>,
}

impl Floating {
    /// A clip to be pasted.
    pub fn pasted(clip: Grid<CellValue>, corner: Place) -> Self {
        Self {
            clip,
            corner,
            lifted: None,
            name: "Paste",
            preview: None,
        }
    }

    /// A part of the board that is moved; a copy stays where it was unless `lift`.
    pub fn taken(grid: &Grid<CellValue>, region: Region, lift: bool, name: &'static str) -> Self {
        Self {
            clip: grid.part(region.corner, region.size),
            corner: region.corner.into(),
            lifted: lift.then_some(region),
            name,
            preview: None,
        }
    }

    /// Where it is.
    pub fn corner(&self) -> Place {
        self.corner
    }

    /// Rows × columns.
    pub fn size(&self) -> Size {
        self.clip.size()
    }

    /// Whether a place is on it.
    pub fn contains(&self, place: Place) -> bool {
        let (row, col) = (place.row - self.corner.row, place.col - self.corner.col);
        Place::new(row, col).on(self.clip.size()).is_some()
    }

    /// Moves it, but not off the board altogether.
    pub fn move_to(&mut self, corner: Place, board: Size) {
        let Size { rows, cols } = self.clip.size();
        let clamp = |at: isize, len: usize, board: usize| {
            at.clamp(1 - len as isize, (board as isize - 1).max(0))
        };
        self.corner = Place::new(
            clamp(corner.row, rows, board.rows),
            clamp(corner.col, cols, board.cols),
        );
    }

    /// Flips or turns it about its upper left corner.
    pub fn transform(&mut self, transform: crate::game::Transform) {
        self.clip = self.clip.transformed(transform);
        self.preview = None;
    }

    /// What is to be painted to place it.
    pub fn cells(&self, board: Size, blank: CellValue) -> Vec<(Cell, CellValue)> {
        let mut cells = self
            .lifted
            .map_or(Vec::new(), |region| edit::paint_region(region, blank));
        let corner = (self.corner.row, self.corner.col);
        cells.extend(edit::paste(board, &self.clip, corner));
        cells
    }

    /// Name of the step once placed.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The part of the board that it covers, if any.
    pub fn region(&self, board: Size) -> Option<Region> {
        let on_board = |cell: &Cell| board.contains(*cell);
        let corner = (self.corner.row, self.corner.col);
        let cells = edit::paste(board, &self.clip, corner);
        let mut cells = cells.iter().map(|(cell, _)| *cell).filter(on_board);
        let first = cells.next()?;
        Some(Region::between(first, cells.next_back().unwrap_or(first)))
    }

    /// The level as it would be.
    ///
    /// # Errors
    /// When the level does not take it here.
    pub fn preview(&mut self, level: &LevelRef) -> Result<LevelRef, EditError> {
        if let Some((corner, preview)) = &self.preview
            && *corner == self.corner
        {
            return Ok(preview.clone());
        }
        let Some(board) = level.as_grid() else {
            return Ok(level.clone());
        };
        let mut grid = board.grid();
        for (cell, value) in self.cells(grid.size(), board.blank_value()) {
            grid.set(cell, value);
        }
        let preview = board.with_grid(grid)?;
        self.preview = Some((self.corner, preview.clone()));
        Ok(preview)
    }
}
