//! Edits in progress: a stroke, or a part that floats over the board until it is placed.

use crate::game::{Cell, CellValue, EditError, Grid, LevelRef, Size, Transform};
use crate::session::edit::{self, Region};

use super::grid_pos::{GridPos, GridRect};

/// A stroke while the button is pressed. The level is changed only when the button is released.
pub struct BrushStroke {
    value: CellValue,
    grid: Grid<CellValue>,
    cells: Vec<(Cell, CellValue)>,
    preview: LevelRef,
}

impl BrushStroke {
    /// Starts an empty stroke; `None` if the level is no grid.
    pub fn new(level: &LevelRef, value: CellValue) -> Option<Self> {
        Some(Self {
            value,
            grid: level.as_grid()?.grid(),
            cells: Vec::new(),
            preview: level.clone(),
        })
    }

    /// Paints these positions, ignoring those off the board.
    ///
    /// # Errors
    /// Fails if the level rejects the value; the stroke is unchanged then.
    pub fn paint(&mut self, positions: &[GridPos]) -> Result<(), EditError> {
        let before = (self.grid.clone(), self.cells.len());
        let size = self.grid.size();
        for cell in positions.iter().filter_map(|pos| pos.to_cell(size)) {
            if self.grid.get(cell) != Some(&self.value) {
                self.grid.set(cell, self.value);
                self.cells.push((cell, self.value));
            }
        }
        if self.cells.len() == before.1 {
            return Ok(());
        }
        let Some(level) = self.preview.as_grid() else {
            return Ok(());
        };
        match level.with_grid(self.grid.clone()) {
            Ok(level) => {
                self.preview = level;
                Ok(())
            }
            Err(error) => {
                self.grid = before.0;
                self.cells.truncate(before.1);
                Err(error)
            }
        }
    }

    pub fn preview(&self) -> &LevelRef {
        &self.preview
    }

    pub fn cells(&self) -> &[(Cell, CellValue)] {
        &self.cells
    }

    pub fn value(&self) -> CellValue {
        self.value
    }
}

/// Cells that are displayed over the board but not placed yet.
pub struct Floating {
    clip: Grid<CellValue>,
    pub corner: GridPos,
    /// Region they were taken from, which becomes blank.
    lifted: Option<Region>,
    pub name: &'static str,
    preview: Option<(GridPos, LevelRef)>,
}

impl Floating {
    pub fn new(clip: Grid<CellValue>, corner: GridPos) -> Self {
        Self {
            clip,
            corner,
            lifted: None,
            name: "Paste",
            preview: None,
        }
    }

    /// Takes a part of the board; with `moves` it is moved, otherwise copied.
    pub fn from_region(
        grid: &Grid<CellValue>,
        region: Region,
        moves: bool,
        name: &'static str,
    ) -> Self {
        Self {
            clip: grid.crop(region.corner, region.size),
            corner: region.corner.into(),
            lifted: moves.then_some(region),
            name,
            preview: None,
        }
    }

    pub fn rect(&self) -> GridRect {
        GridRect {
            corner: self.corner,
            size: self.clip.size(),
        }
    }

    /// Moves it, keeping at least one row and column on the board.
    pub fn move_to(&mut self, corner: GridPos, board: Size) {
        let Size { rows, cols } = self.clip.size();
        let clamp = |at: isize, len: usize, board: usize| {
            at.clamp(1 - len as isize, (board as isize - 1).max(0))
        };
        self.corner = GridPos::new(
            clamp(corner.row, rows, board.rows),
            clamp(corner.col, cols, board.cols),
        );
    }

    /// Flips or rotates it, keeping its upper left corner.
    pub fn transform(&mut self, transform: Transform) {
        self.clip = self.clip.transformed(transform);
        self.preview = None;
    }

    pub fn cells(&self, board: Size, blank: CellValue) -> Vec<(Cell, CellValue)> {
        let blank = |region| edit::paint_region(region, blank);
        let mut cells = self.lifted.map_or(Vec::new(), blank);
        let corner = (self.corner.row, self.corner.col);
        cells.extend(edit::paste(board, &self.clip, corner));
        cells
    }

    /// Covered region of the board, if any.
    pub fn region(&self, board: Size) -> Option<Region> {
        let on_board = |cell: &Cell| board.contains(*cell);
        let corner = (self.corner.row, self.corner.col);
        let cells = edit::paste(board, &self.clip, corner);
        let mut cells = cells.iter().map(|(cell, _)| *cell).filter(on_board);
        let first = cells.next()?;
        Some(Region::between(first, cells.next_back().unwrap_or(first)))
    }

    /// Returns the level with the cells placed.
    ///
    /// # Errors
    /// Fails if the level rejects them here.
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
