//! Edits in progress: a brush stroke, or a part that floats over the board until it is placed; cells as clipboard text.

use thiserror::Error;

use super::view::{GridPos, GridRect};
use crate::game::{
    Brush, Cell, CellValue, EditError, Grid, Level, LevelRef, Region, Size, Transform,
};
use crate::games::load::load;
use crate::session::edit;

/// A stroke while the button is pressed. The level is changed only when the button is released.
pub struct BrushStroke {
    pub value: CellValue,
    pub cells: Vec<(Cell, CellValue)>,
    pub preview: LevelRef,
}

impl BrushStroke {
    /// Starts an empty stroke; `None` if the level is no grid.
    pub fn new(level: &LevelRef, value: CellValue) -> Option<Self> {
        level.as_grid()?;
        Some(Self {
            value,
            cells: Vec::new(),
            preview: level.clone(),
        })
    }

    /// Paints these positions, ignoring those off the board.
    ///
    /// # Errors
    /// Fails if the level rejects the value; the stroke is unchanged then.
    pub fn paint(&mut self, positions: &[GridPos]) -> Result<(), EditError> {
        // A stroke starts on grids only, and all its previews are grids.
        let Some(level) = self.preview.as_grid() else {
            return Ok(());
        };
        let (mut grid, mut painted) = (level.grid(), Vec::new());
        let size = grid.size();
        for cell in positions.iter().filter_map(|pos| pos.to_cell(size)) {
            if grid.get(cell) != Some(&self.value) {
                grid.set(cell, self.value);
                painted.push((cell, self.value));
            }
        }
        if !painted.is_empty() {
            self.preview = level.with_grid(grid)?;
            self.cells.append(&mut painted);
        }
        Ok(())
    }
}

/// Cells that are displayed over the board but not placed yet.
pub struct Floating {
    clip: Grid<CellValue>,
    pub corner: GridPos,
    /// Offset from its corner at which the pointer drags it.
    pub grab_offset: Option<GridPos>,
    /// Region they were taken from, which becomes blank.
    lifted: Option<Region>,
    /// Name of the undo step.
    pub name: &'static str,
    /// Level with the cells placed at this corner.
    preview: Option<(GridPos, LevelRef)>,
}

impl Floating {
    pub fn new(
        clip: Grid<CellValue>,
        corner: GridPos,
        lifted: Option<Region>,
        name: &'static str,
    ) -> Self {
        Self {
            clip,
            corner,
            grab_offset: None,
            lifted,
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

    /// Changes that place it: blanks where it was taken from, then its cells, which may overwrite them.
    pub fn cells(&self, board: Size, blank: CellValue) -> Vec<(Cell, CellValue)> {
        let blank = |region| edit::paint_region(region, blank);
        let mut cells = self.lifted.map_or(Vec::new(), blank);
        let corner = (self.corner.row, self.corner.col);
        cells.extend(edit::paste(board, &self.clip, corner));
        cells
    }

    /// First and last covered cell of the board, if any.
    pub fn corners(&self, board: Size) -> Option<[Cell; 2]> {
        let cells = edit::paste(board, &self.clip, (self.corner.row, self.corner.col));
        let mut cells = cells.iter().map(|(cell, _)| *cell);
        let first = cells.next()?;
        Some([first, cells.next_back().unwrap_or(first)])
    }

    /// Returns the level with the cells placed. All calls must be given the same level: the result is reused until the
    /// part moves or is transformed.
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

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClipError {
    #[error("the clipboard holds no cells")]
    Empty,
    #[error("the clipboard's line {line} holds ‘{token}’, which is no cell of this game")]
    Token { line: usize, token: String },
    #[error("the clipboard's line {line} has {found} cells, the lines above have {expected}")]
    Ragged {
        line: usize,
        found: usize,
        expected: usize,
    },
}

/// Formats cells as text; values without a brush are written as `blank`.
pub fn to_text(grid: &Grid<CellValue>, brushes: &[Brush], blank: CellValue) -> String {
    let brush = |value| brushes.iter().find(|brush| brush.value == value);
    let token = |value: &CellValue| brush(*value).or(brush(blank)).map_or("", Brush::text);
    let separator = if is_single_char(brushes) { "" } else { " " };
    let row = |row: &[CellValue]| {
        let tokens: Vec<&str> = row.iter().map(token).collect();
        tokens.join(separator) + "\n"
    };
    grid.rows().map(row).collect()
}

/// Returns whether all tokens are single characters, so that rows need no separators.
fn is_single_char(brushes: &[Brush]) -> bool {
    let mut brushes = brushes.iter();
    brushes.all(|brush| brush.text().chars().count() == 1)
}

/// Parses cells from rows of tokens, or from a whole level of the same game.
///
/// # Errors
/// [`ClipError`] of the text as rows, even if it resembles a level.
pub fn from_text(
    text: &str,
    level: &dyn Level,
    brushes: &[Brush],
) -> Result<Grid<CellValue>, ClipError> {
    let rows = from_rows(text, brushes);
    if rows.is_err()
        && let Ok(other) = load(text.as_bytes(), None, None)
        && other.game_id() == level.game_id()
        && let Some(grid) = other.as_grid()
    {
        return Ok(grid.grid());
    }
    rows
}

fn from_rows(text: &str, brushes: &[Brush]) -> Result<Grid<CellValue>, ClipError> {
    let mut cells = Vec::new();
    let (mut rows, mut cols) = (0, 0);
    // If a blank is a cell, trailing blanks may be missing, so rows are padded to the longest one.
    let has_blank = brushes.iter().any(|brush| brush.text().trim().is_empty());
    let longest = text.lines().map(|line| line.chars().count()).max();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        if line.is_empty() || !has_blank && line.trim().is_empty() {
            continue;
        }
        let split: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        // Cells of one character need no blanks between them; where a blank is a cell, each character is one.
        let tokens: Vec<String> = if is_single_char(brushes) && has_blank {
            let all = line.chars().chain(std::iter::repeat(' '));
            all.take(longest.unwrap_or(0)).map(String::from).collect()
        } else if is_single_char(brushes) && split.len() == 1 {
            line.trim().chars().map(String::from).collect()
        } else {
            split
        };
        if rows > 0 && tokens.len() != cols {
            return Err(ClipError::Ragged {
                line: line_number,
                found: tokens.len(),
                expected: cols,
            });
        }
        cols = tokens.len();
        rows += 1;
        for token in tokens {
            let brush = brushes.iter().find(|brush| brush.text() == token.as_str());
            let Some(brush) = brush else {
                let line = line_number;
                return Err(ClipError::Token { line, token });
            };
            cells.push(brush.value);
        }
    }
    Grid::from_cells(Size::new(rows, cols), cells)
        .filter(|grid| grid.size().area() > 0)
        .ok_or(ClipError::Empty)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games;

    fn read(text: &str) -> Result<Grid<CellValue>, ClipError> {
        let game = games::by_id("lights-out").expect("is registered");
        let level = game.blank(None);
        let brushes = level.as_grid().expect("is a grid").brushes();
        from_text(text, level.as_ref(), &brushes)
    }

    #[test]
    fn cells_round_trip_in_every_game() {
        for game in games::all() {
            let level = game.blank(None);
            let Some(grid) = level.as_grid() else {
                continue;
            };
            let brushes = grid.brushes();
            let values: Vec<CellValue> = brushes.iter().map(|brush| brush.value).collect();
            let size = Size::new(2, values.len());
            let cells = values.iter().chain(values.iter().rev()).copied().collect();
            let clip = Grid::from_cells(size, cells).expect("fits");
            let text = to_text(&clip, &brushes, grid.blank_value());
            assert_eq!(from_text(&text, level.as_ref(), &brushes), Ok(clip));
            // A level's own text can be pasted, too.
            let level_cells = from_text(&level.to_text(), level.as_ref(), &brushes);
            assert_eq!(level_cells, Ok(grid.grid()), "{}", game.info().id);
        }
    }

    #[test]
    fn errors_name_their_line() {
        assert_eq!(read(" \n"), Err(ClipError::Empty));
        let token = "x".to_owned();
        assert_eq!(read("..\n.x"), Err(ClipError::Token { line: 2, token }));
        let ragged = ClipError::Ragged {
            line: 2,
            found: 3,
            expected: 2,
        };
        assert_eq!(read("..\n###"), Err(ragged));
        assert!(read(". #\r\n# .\r\n").is_ok(), "blanks between cells");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,60}") {
            let _ = read(&text);
        }
    }
}
