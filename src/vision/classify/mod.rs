//! Classifiers that recognize the value of a cell by its board's rule.

mod backgrounds;
mod cache;
mod clue_margin;
mod colours;
mod diagram;
mod numbers;
mod pattern;
mod sides;
mod strip;
mod template;
mod ties;
mod verdict;

pub(crate) use backgrounds::on_other_backgrounds;
pub use cache::ReadCache;
pub(crate) use clue_margin::{clue_rect, read_clues};
pub(crate) use diagram::read_diagrams;
pub(crate) use numbers::read_numbers;
pub(crate) use pattern::MIN_SIZE_DIFF;
pub use sides::composed_of_sides;
pub(crate) use template::{MAX_COLOUR_DISTANCE, cell_template, sample, sampled_rect, template_at};
pub(crate) use verdict::{REJECT_RATIO, Verdict};

use crate::find::grid::GridView;
use crate::game::{Cell, Size};
use crate::profile::{BoardRule, CellRule, PaletteRule};
use crate::sampler::Sampler;

use cache::BoardCache;
use colours::{KnownColours, by_patch};
use template::by_template;

/// Board rule prepared for classifying many cells.
pub(crate) struct Classifier<'a> {
    pub(crate) board: &'a BoardRule,
    pub(crate) size: Size,
    /// Grid in which the cells were found.
    pub(crate) grid: Option<GridView<'a>>,
    colours: KnownColours,
    cache: &'a BoardCache,
}

impl<'a> Classifier<'a> {
    pub(crate) fn new(
        board: &'a BoardRule,
        size: Size,
        grid: Option<GridView<'a>>,
        palette: &PaletteRule,
        cache: &'a BoardCache,
    ) -> Self {
        Self {
            board,
            size,
            grid,
            colours: KnownColours::new(&board.values, palette),
            cache,
        }
    }

    /// Classifies a cell; it is blank where the board has none.
    pub(crate) fn cell(&self, sampler: &Sampler<'_>, cell: Cell) -> Verdict {
        if !self.board.has(cell.row, cell.col) {
            return Verdict::BLANK;
        }
        let corner = self.board.corner(cell.row, cell.col);
        match (&self.board.values, self.grid) {
            (CellRule::Colour(rule), _) => self.colours.by_colour(rule, sampler, corner),
            (CellRule::Share(rule), _) => self.colours.by_share(rule, sampler, corner),
            (CellRule::Looks(rule), _) => {
                let rect = sampler.place().cell(self.board, cell);
                by_template(rule, self.cache, sampler, rect)
            }
            (CellRule::Patch(rule), Some(grid)) => by_patch(rule, grid, cell),
            // Patches need a grid; diagrams and numbers have no classes.
            (CellRule::Patch(_) | CellRule::Diagram(_) | CellRule::Numbers(_), _) => {
                Verdict::UNKNOWN
            }
        }
    }
}
