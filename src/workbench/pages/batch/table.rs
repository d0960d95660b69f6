//! The table of a batch: one level per line, for one or two solvers, and its order.

use std::cmp::Ordering;

use egui::{Align, Button, Color32, Label, Layout, Rect, RichText, ScrollArea, Ui, vec2};

use super::{BatchRow, SolverState};
use crate::kit::answer;
use crate::kit::fields;
use crate::kit::theme::{self, Colors, text};
use crate::session::results::{SolverEnding, SolverResult};

/// Height of a line, and distance of columns, in points.
const LINE_HEIGHT: f32 = 24.0;
const COLUMN_GAP: f32 = 14.0;

/// A column: its content and the index of its solver, 0 if it belongs to none.
type ColumnKey = (Column, usize);

/// Columns of each solver, with their heads.
const SOLVER_COLUMNS: [(&str, Column); 4] = [
    ("Result", Column::Result),
    ("Cost", Column::Cost),
    ("Optimal", Column::Optimal),
    ("Time", Column::Time),
];

struct TableColumn {
    head: &'static str,
    key: ColumnKey,
    width: f32,
}

struct TableLine<'a> {
    /// Index of the row among all rows.
    index: usize,
    row: &'a BatchRow,
    cells: Vec<ResultText>,
}

/// Texts of a solver's columns in a line, in the order of [`SOLVER_COLUMNS`], with the colour of the first.
struct ResultText {
    texts: [String; 4],
    color: Color32,
    hint: String,
}

impl TableLine<'_> {
    fn text(&self, (column, solver): ColumnKey) -> &str {
        match column {
            Column::Level => &self.row.title,
            Column::Game => self.row.game(),
            _ => {
                let mut columns = SOLVER_COLUMNS.iter().zip(&self.cells[solver].texts);
                let own = columns.find(|((_, own), _)| *own == column);
                own.map_or("", |(_, text)| text)
            }
        }
    }
}

/// Shows the table. Returns the row of a clicked level, and whether to open it in a new tab.
pub(super) fn show(
    ui: &mut Ui,
    rows: &[BatchRow],
    solvers: &[&str],
    sorting: &mut Sorting,
) -> Option<(usize, bool)> {
    let colors = theme::colors(ui);
    let with_game = rows.windows(2).any(|two| two[0].game() != two[1].game());
    let line = |index: usize| {
        let row = &rows[index];
        let cells = row.cells.iter().take(solvers.len());
        TableLine {
            index,
            row,
            cells: cells.map(|cell| result_text(cell, colors)).collect(),
        }
    };
    let lines: Vec<TableLine<'_>> = sorting.order(rows).into_iter().map(line).collect();
    let columns = columns(ui, &lines, with_game, solvers.len());
    let mut chosen = None;
    ScrollArea::horizontal()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(COLUMN_GAP, 0.0);
            ui.spacing_mut().interact_size.y = LINE_HEIGHT;
            if solvers.len() > 1 {
                solver_names(ui, &columns, solvers);
            }
            ui.horizontal(|ui| {
                for column in &columns {
                    fixed_cell(ui, column.width, |ui| column_head(ui, column, sorting));
                }
            });
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show_rows(ui, LINE_HEIGHT, lines.len(), |ui, range| {
                    for index in range {
                        if index % 2 == 1 {
                            let size = vec2(ui.available_width(), LINE_HEIGHT);
                            let rect = Rect::from_min_size(ui.cursor().min, size);
                            ui.painter()
                                .rect_filled(rect, 2.0, ui.visuals().faint_bg_color);
                        }
                        if let Some(new_tab) = show_line(ui, &lines[index], &columns) {
                            chosen = Some((lines[index].index, new_tab));
                        }
                    }
                });
        });
    chosen
}

/// Columns for level, game (if there are several) and each solver, fitted to their contents; the level's takes the
/// remaining width.
fn columns(ui: &Ui, lines: &[TableLine<'_>], with_game: bool, solvers: usize) -> Vec<TableColumn> {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let text_width = |text: &str| -> f32 {
        ui.fonts_mut(|fonts| text.chars().map(|c| fonts.glyph_width(&font, c)).sum())
    };
    let column = |(head, column): (&'static str, Column), solver| {
        let key = (column, solver);
        // Each head has space for the sort mark.
        let widths = lines.iter().map(|line| text_width(line.text(key)) + 4.0);
        let width = widths.fold(text_width(head) + 22.0, f32::max);
        TableColumn { head, key, width }
    };
    let game = with_game.then(|| column(("Game", Column::Game), 0));
    let of_solver = |solver| SOLVER_COLUMNS.map(|it| column(it, solver));
    let others = game.into_iter().chain((0..solvers).flat_map(of_solver));
    let mut columns = vec![column(("Level", Column::Level), 0)];
    columns.extend(others);
    let others: f32 = columns[1..].iter().map(|it| it.width + COLUMN_GAP).sum();
    let bar = ui.spacing().scroll.allocated_width();
    let rest = ui.available_width() - others - bar - COLUMN_GAP;
    columns[0].width = (columns[0].width + 12.0).max(rest);
    columns
}

/// Names of the solvers, above their columns.
fn solver_names(ui: &mut Ui, columns: &[TableColumn], solvers: &[&str]) {
    ui.horizontal(|ui| {
        let of_solvers = columns.len() - solvers.len() * SOLVER_COLUMNS.len();
        for column in &columns[..of_solvers] {
            fixed_cell(ui, column.width, |_| {});
        }
        let groups = columns[of_solvers..].chunks(SOLVER_COLUMNS.len());
        for (name, columns) in solvers.iter().zip(groups) {
            let width = columns.iter().map(|it| it.width).sum::<f32>() + 3.0 * COLUMN_GAP;
            fixed_cell(ui, width, |ui| {
                ui.add(Label::new(RichText::new(*name).strong()).truncate());
            });
        }
    });
}

/// Column head: a click sorts by the column, a second click reverses the order.
fn column_head(ui: &mut Ui, column: &TableColumn, sorting: &mut Sorting) {
    if column.key.0 == Column::Level {
        // Aligned with the names below.
        ui.add_space(ui.spacing().button_padding.x);
    }
    let arrow = match sorting.direction(column.key) {
        Some(Ordering::Less) => " ⏶",
        Some(_) => " ⏷",
        None => "",
    };
    let text = RichText::new(format!("{}{arrow}", column.head)).strong();
    let button = ui.add(Button::new(text).frame(false));
    if button.on_hover_text("Sort by this column").clicked() {
        sorting.sort_by(column.key);
    }
}

/// A cell of fixed width, so that columns do not move while the table is scrolled.
fn fixed_cell(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui)) {
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(width, LINE_HEIGHT), layout, |ui| {
        ui.set_min_size(vec2(width, LINE_HEIGHT));
        ui.set_max_width(width);
        add(ui);
    });
}

/// Shows a level. If it was clicked, returns whether to open it in a new tab.
fn show_line(ui: &mut Ui, line: &TableLine<'_>, columns: &[TableColumn]) -> Option<bool> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        for column in columns {
            let (text, (content, solver)) = (line.text(column.key), column.key);
            fixed_cell(ui, column.width, |ui| match content {
                Column::Level => {
                    let response = ui.add(Button::new(text).frame_when_inactive(false));
                    chosen = fields::opens_new_tab(ui, &response);
                    response.on_hover_text(format!("Open “{text}”"));
                }
                Column::Game => {
                    ui.label(RichText::new(text).size(text::BODY));
                }
                _ => {
                    let result = &line.cells[solver];
                    let mut text = RichText::new(text);
                    if content == Column::Result {
                        text = text.color(result.color);
                    }
                    let label = ui.label(text);
                    if !result.hint.is_empty() {
                        label.on_hover_text(&result.hint);
                    }
                }
            });
        }
    });
    chosen
}

fn result_text(cell: &SolverState, colors: &Colors) -> ResultText {
    let dash = || "–".to_owned();
    let mut text = ResultText {
        texts: Default::default(),
        color: colors.accent,
        hint: String::new(),
    };
    match cell {
        SolverState::Pending => {}
        SolverState::Running(since) => {
            text.texts[0] = "solving…".to_owned();
            text.texts[3] = answer::time(since.elapsed());
        }
        SolverState::Done(found) => {
            let time = std::time::Duration::try_from_secs_f64(found.seconds).unwrap_or_default();
            let optimal = if found.optimal { "yes" } else { "no" };
            let cost = |cost| answer::cost(cost, &found.unit);
            text.texts = [
                found.ending.word().to_owned(),
                found.cost.map_or_else(dash, cost),
                found.cost.map_or_else(dash, |_| optimal.to_owned()),
                answer::time(time),
            ];
            text.color = match found.ending {
                SolverEnding::Solved => colors.good,
                SolverEnding::Unsolvable => colors.text,
                SolverEnding::Failed => colors.bad,
                _ => colors.warn,
            };
            text.hint.clone_from(&found.note);
        }
    }
    text
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Level,
    Game,
    Result,
    Cost,
    Optimal,
    Time,
}

/// Order of the rows, as chosen by the user: a column and its direction; `None` for the order of the library.
#[derive(Default)]
pub(super) struct Sorting {
    key: Option<(ColumnKey, Ordering)>,
}

impl Sorting {
    /// Sorts by a column; reverses the order if already sorted by it.
    fn sort_by(&mut self, column: ColumnKey) {
        let before = self.direction(column).unwrap_or(Ordering::Greater);
        self.key = Some((column, before.reverse()));
    }

    /// Order of the column; `None` if the table is sorted by another one.
    fn direction(&self, column: ColumnKey) -> Option<Ordering> {
        let (sorted, direction) = self.key?;
        (sorted == column).then_some(direction)
    }

    /// Indices of the rows, in order.
    pub(super) fn order(&self, rows: &[BatchRow]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        if let Some((column, direction)) = self.key {
            order.sort_by(|one, two| compare(&rows[*one], &rows[*two], column, direction));
        }
        order
    }
}

/// Compares two rows. Rows without a result come last in both directions.
fn compare(
    one: &BatchRow,
    two: &BatchRow,
    (column, solver): ColumnKey,
    direction: Ordering,
) -> Ordering {
    let directed = |ordering: Ordering| match direction {
        Ordering::Greater => ordering.reverse(),
        _ => ordering,
    };
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
