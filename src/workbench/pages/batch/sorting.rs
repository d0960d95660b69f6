//! Filter and order of the table's rows.

use std::cmp::Ordering;

use egui::{ComboBox, TextEdit, Ui};

use crate::kit::fields::{named_field, set_list_name};
use crate::session::results::{SolverEnding, SolverResult};

use super::BatchRow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Level,
    Game,
    Result,
    Cost,
    Optimal,
    Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ResultFilter {
    #[default]
    All,
    Solved,
    Unsolved,
    Unsolvable,
    Unproved,
}

impl ResultFilter {
    const ALL: [(Self, &'static str); 5] = [
        (Self::All, "All results"),
        (Self::Solved, "Solved"),
        (Self::Unsolved, "Not solved"),
        (Self::Unsolvable, "Proved unsolvable"),
        (Self::Unproved, "Not proved optimal"),
    ];

    fn name(self) -> &'static str {
        let filter = Self::ALL.iter().find(|(filter, _)| *filter == self);
        filter.map_or("", |(_, name)| name)
    }

    fn matches(self, row: &BatchRow) -> bool {
        let mut found = row.cells.iter().filter_map(|cell| cell.result());
        match self {
            Self::All => true,
            Self::Solved => found.any(|found| found.cost.is_some()),
            Self::Unsolved => found.all(|found| found.cost.is_none()),
            Self::Unsolvable => found.any(|found| found.ending == SolverEnding::Unsolvable),
            Self::Unproved => found.any(|found| found.cost.is_some() && !found.optimal),
        }
    }
}

#[derive(Default)]
pub(super) struct Sorting {
    /// Part of the level's or game's name.
    query: String,
    filter: ResultFilter,
    /// Column, index of the solver, and whether the order is descending.
    key: Option<(Column, usize, bool)>,
}

impl Sorting {
    pub(super) fn fields(&mut self, ui: &mut Ui) {
        let field = TextEdit::singleline(&mut self.query)
            .hint_text("Filter levels")
            .desired_width(150.0);
        let response = ui.add(field);
        response.widget_info(|| named_field("Filter levels", &self.query));
        let combo = ComboBox::from_id_salt("result filter")
            .selected_text(self.filter.name())
            .show_ui(ui, |ui| {
                for (filter, name) in ResultFilter::ALL {
                    ui.selectable_value(&mut self.filter, filter, name);
                }
            });
        set_list_name(&combo.response, "Result filter", self.filter.name());
    }

    /// Sorts by a column; reverses the order if already sorted by it.
    pub(super) fn sort_by(&mut self, column: Column, solver: usize) {
        self.key = match self.key {
            Some((by, of, desc)) if (by, of) == (column, solver) => Some((column, solver, !desc)),
            _ => Some((column, solver, false)),
        };
    }

    /// Order of the column; `None` if the table is sorted by another one.
    pub(super) fn direction(&self, column: Column, solver: usize) -> Option<Ordering> {
        let (by, index, desc) = self.key?;
        ((by, index) == (column, solver)).then_some(match desc {
            true => Ordering::Greater,
            false => Ordering::Less,
        })
    }

    /// Indices of the visible rows, in order.
    pub(super) fn order(&self, rows: &[BatchRow]) -> Vec<usize> {
        let query = self.query.trim().to_lowercase();
        let contains = |text: &str| text.to_lowercase().contains(&query);
        let visible = |index: &usize| {
            let row = &rows[*index];
            self.filter.matches(row) && (contains(&row.title) || contains(row.game()))
        };
        let mut order: Vec<usize> = (0..rows.len()).filter(visible).collect();
        if let Some((column, solver, desc)) = self.key {
            order.sort_by(|one, two| compare(&rows[*one], &rows[*two], column, solver, desc));
        }
        order
    }
}

/// Compares two rows. Rows without a result come last in both directions.
fn compare(one: &BatchRow, two: &BatchRow, column: Column, solver: usize, desc: bool) -> Ordering {
    let directed = |ordering: Ordering| if desc { ordering.reverse() } else { ordering };
    let found = |row: &BatchRow| row.cells[solver].result().cloned();
    let by =
        |has: fn(&SolverResult) -> bool, cmp: &dyn Fn(&SolverResult, &SolverResult) -> _| match (
            found(one).filter(has),
            found(two).filter(has),
        ) {
            (Some(one), Some(two)) => directed(cmp(&one, &two)),
            (one, two) => two.is_some().cmp(&one.is_some()),
        };
    let any = |_: &SolverResult| true;
    match column {
        Column::Level => directed(one.title.to_lowercase().cmp(&two.title.to_lowercase())),
        Column::Game => directed(one.game().cmp(two.game())),
        Column::Result => by(any, &|one, two| one.ending.word().cmp(two.ending.word())),
        Column::Cost => by(|it| it.cost.is_some(), &|one, two| one.cost.cmp(&two.cost)),
        Column::Optimal => by(any, &|one, two| two.optimal.cmp(&one.optimal)),
        Column::Time => by(any, &|one, two| one.seconds.total_cmp(&two.seconds)),
    }
}
