//! Classifiers that recognize the value of a cell by its board's rule.

mod beside;
mod colours;
mod diagram;
mod grounds;
mod look;
mod numbers;
mod patch;
mod pattern;
mod sides;
mod strip;
mod telling;
mod verdict;

pub(crate) use beside::{read_beside, strip as strip_beside};
pub(crate) use grounds::on_other_grounds;
pub(crate) use look::{ROOM, SAME_COLOURS, look, look_at, looked_at, sample};
pub use sides::made_of_sides;
pub(crate) use verdict::Verdict;

use crate::game::{Cell, CellReading, Grid, Side, Size};
use crate::grid::GridSight;
use crate::profile::{BoardRule, CellRule, CursorRule, DiagramRule, NumbersRule, Palette};
use crate::reading::cell_reading;
use crate::sampler::Sampler;

use colours::KnownColours;
use grounds::Grounds;
use sides::Sides;
use strip::Strip;
use telling::Telling;

/// Board rule prepared for classifying many cells.
pub(crate) struct Classifier<'a> {
    pub(crate) board: &'a BoardRule,
    pub(crate) size: Size,
    /// Grid in which the cells were found.
    grid: Option<GridSight<'a>>,
    colours: KnownColours,
    telling: Telling,
    grounds: Grounds,
    sides: Sides,
}

impl<'a> Classifier<'a> {
    pub(crate) fn new(
        board: &'a BoardRule,
        size: Size,
        grid: Option<GridSight<'a>>,
        palette: &Palette,
    ) -> Self {
        let colours = KnownColours::new(&board.values, palette);
        Self {
            board,
            size,
            grid,
            colours,
            telling: Telling::new(board.values.values().len()),
            grounds: Grounds::new(&board.values),
            sides: Sides::default(),
        }
    }

    pub(crate) fn cell(&self, sampler: &Sampler<'_>, cell: Cell) -> Verdict {
        if !self.board.has(cell.row, cell.col) {
            return Verdict::sure(None);
        }
        let corner = self.board.corner(cell.row, cell.col);
        match (&self.board.values, self.grid) {
            (CellRule::Colour(rule), _) => self.colours.by_colour(rule, sampler, corner),
            (CellRule::Share(rule), _) => self.colours.by_share(rule, sampler, corner),
            (CellRule::Looks(rule), _) => {
                let rect = sampler.place().cell(self.board, cell);
                let known = (&self.telling, &self.grounds, &self.sides);
                look::by_look(rule, known, sampler, rect)
            }
            (CellRule::Patch(rule), Some(grid)) => patch::by_patch(rule, grid, cell),
            // Diagrams and numbers have no classes.
            (CellRule::Patch(_) | CellRule::Diagram(_) | CellRule::Numbers(_), _) => {
                Verdict::UNKNOWN
            }
        }
    }

    pub(crate) fn diagrams(
        &self,
        rule: &DiagramRule,
        cursor: Option<&CursorRule>,
        sampler: &Sampler<'_>,
    ) -> Grid<CellReading<String>> {
        match self.grid {
            Some(grid) => diagram::read(rule, cursor, grid, sampler, self.size),
            None => self.grid_of(|_| cell_reading("", 0.0)),
        }
    }

    pub(crate) fn numbers(
        &self,
        rule: &NumbersRule,
        sampler: &Sampler<'_>,
    ) -> Grid<CellReading<String>> {
        let side = Side::of(&self.board.id);
        self.grid_of(|cell| {
            let rect = sampler.place().cell(self.board, cell);
            numbers::read(rule, sampler, Strip { rect, side })
        })
    }

    fn grid_of(&self, read: impl Fn(Cell) -> CellReading<String>) -> Grid<CellReading<String>> {
        let cells = self.size.cells().map(read).collect();
        Grid::from_cells(self.size, cells)
            .unwrap_or_else(|| Grid::filled(self.size, cell_reading("", 0.0)))
    }
}
