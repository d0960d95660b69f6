//! Levels as editable grids of signs.

use crate::game::{Brush, CellValue, EditError, Grid, GridLevel, Level as _, LevelRef, Size};

use super::game_file::PuzzleLevel;
use super::style;

/// Maximum number of rows or columns in editing, unless the level has more already.
const MAX_SIDE: usize = 128;

impl GridLevel for PuzzleLevel {
    fn grid(&self) -> Grid<CellValue> {
        let size = self.board().size;
        let mut grid = Grid::filled(size, 0);
        for cell in size.cells() {
            let objects = style::normalize(&self.file.game, self.objects(cell).unwrap_or_default());
            let value = self.file.palette.value(&objects);
            grid.set(cell, value.unwrap_or_else(|| self.written_value(cell)));
        }
        grid
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        let start = self.start.clone().unwrap_or_default();
        let size = grid.size();
        EditError::check_sides(size, MAX_SIDE.max(start.width).max(start.height))?;
        let old = self.grid();
        let mut rows = vec![String::new(); size.rows];
        let mut cells = vec![Vec::new(); size.rows * size.cols];
        for (cell, value) in grid.iter() {
            // An unchanged cell keeps its sign, although others may mean the same.
            let same = old.get(cell) == Some(value);
            let row = start.rows.get(cell.row).filter(|_| same);
            let written = row.and_then(|row| row.text.get(cell.col)).copied();
            let sign = written.or_else(|| self.file.palette.sign(*value));
            let Some(sign) = sign else {
                let reason = "the legend has no sign for it".to_owned();
                return Err(EditError::Value { cell, reason });
            };
            rows[cell.row].push(sign);
            let objects = self.file.game.signs.objects(sign).unwrap_or_default();
            cells[cell.col * size.rows + cell.row] = objects.to_vec();
        }
        if let Some(background) = self.file.game.background {
            background.fill(&self.file.game.names, &mut cells);
        }
        Ok(self.with_rows(&start, &rows, cells))
    }

    fn brushes(&self) -> Vec<Brush> {
        let signs = self.file.palette.signs.iter().enumerate();
        let brush = |(index, (sign, objects)): (usize, &(char, Vec<usize>))| {
            let style = self.file.cell_style(objects);
            Brush::new(index as CellValue, style, Some(*sign))
        };
        signs.map(brush).collect()
    }

    fn blank_value(&self) -> CellValue {
        // An object alone, such as the background.
        let mut signs = self.file.palette.signs.iter();
        let lone = signs.position(|(_, objects)| objects.len() == 1);
        lone.unwrap_or(0) as CellValue
    }

    fn size_limits(&self) -> (Size, Size) {
        (Size::new(1, 1), Size::new(MAX_SIDE, MAX_SIDE))
    }
}
