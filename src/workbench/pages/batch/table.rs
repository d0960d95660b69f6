//! The table of a batch: one level per line, for one or two solvers, and its order.

use std::time::Duration;

use egui::{Align, Button, Color32, Label, Layout, Rect, RichText, ScrollArea, Ui, vec2};

use super::BatchRow;
use crate::kit::answer;
use crate::kit::fields;
use crate::kit::theme::{self, Colors};
use crate::session::TaskState;
use crate::session::results::SolverEnding;

/// Height of a line, and distance of columns, in points.
const LINE_HEIGHT: f32 = 24.0;
const COLUMN_GAP: f32 = 14.0;

/// Indices of the cells for level and game in a line; those of the solvers follow.
const LEVEL: usize = 0;
const GAME: usize = 1;
/// Heads of each solver's columns.
const SOLVER_HEADS: [&str; 4] = ["Result", "Cost", "Optimal", "Time"];

/// Index of the cells to sort by, and whether in descending order; `None` for the order of the library.
pub(super) type Sorting = Option<(usize, bool)>;

struct TableColumn {
    head: &'static str,
    /// Index of its cell in each line.
    index: usize,
    width: f32,
}

struct TableLine {
    /// Index of the row among all rows.
    row: usize,
    cells: Vec<TableCell>,
}

#[derive(Default)]
struct TableCell {
    text: String,
    /// `None` for that of other text.
    color: Option<Color32>,
    hint: String,
    /// Sort key: a number, then a text; `None` without a result.
    key: Option<(i64, String)>,
}

impl TableLine {
    fn new((row, content): (usize, &BatchRow), colors: &Colors) -> Self {
        let plain = |text: &str, key: String| TableCell {
            text: text.to_owned(),
            key: Some((0, key)),
            ..TableCell::default()
        };
        let title = plain(&content.title, content.title.to_lowercase());
        let game = plain(content.game(), content.game().to_owned());
        let solvers = content.cells.iter().flat_map(|it| solver_cells(it, colors));
        Self {
            row,
            cells: [title, game].into_iter().chain(solvers).collect(),
        }
    }
}

/// Cells of a solver, in the order of [`SOLVER_HEADS`].
fn solver_cells(state: &TaskState, colors: &Colors) -> [TableCell; 4] {
    let mut cells: [TableCell; 4] = Default::default();
    cells[0].color = Some(colors.accent);
    match state {
        TaskState::Waiting => {}
        TaskState::Running(since) => {
            cells[0].text = "solving…".to_owned();
            cells[3].text = answer::time(since.elapsed());
        }
        TaskState::Done(found) => {
            let time = Duration::try_from_secs_f64(found.seconds).unwrap_or_default();
            let optimal = if found.optimal { "yes" } else { "no" };
            let cost = found.cost.map(|cost| answer::cost(cost, &found.unit));
            let (word, dash) = (found.ending.word().to_owned(), || "–".to_owned());
            cells[0].key = Some((0, word.clone()));
            cells[1].key = found.cost.map(|cost| (cost, String::new()));
            cells[2].key = Some((i64::from(!found.optimal), String::new()));
            cells[3].key = Some((time.as_micros() as i64, String::new()));
            cells[0].text = word;
            cells[2].text = cost.as_ref().map_or_else(dash, |_| optimal.to_owned());
            cells[1].text = cost.unwrap_or_else(dash);
            cells[3].text = answer::time(time);
            cells[0].color = Some(match found.ending {
                SolverEnding::Solved => colors.good,
                SolverEnding::Unsolvable => colors.text,
                SolverEnding::Failed => colors.bad,
                _ => colors.warn,
            });
            for cell in &mut cells {
                cell.hint.clone_from(&found.note);
            }
        }
    }
    cells
}

/// Shows the table. Returns the row of a clicked level, and whether to open it in a new tab.
pub(super) fn show(
    ui: &mut Ui,
    rows: &[BatchRow],
    solvers: &[&str],
    sorting: &mut Sorting,
) -> Option<(usize, bool)> {
    let colors = theme::colors(ui);
    let lines = rows.iter().enumerate();
    let mut lines: Vec<_> = lines.map(|row| TableLine::new(row, colors)).collect();
    if let Some((index, descending)) = *sorting {
        lines.sort_by(|one, two| {
            let keys = [one, two].map(|line| line.cells[index].key.as_ref());
            let [Some(one), Some(two)] = keys else {
                // Lines without a result come last in both directions.
                return keys[1].is_some().cmp(&keys[0].is_some());
            };
            let order = one.cmp(two);
            if descending { order.reverse() } else { order }
        });
    }
    let with_game = rows.windows(2).any(|two| two[0].game() != two[1].game());
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
                            chosen = Some((lines[index].row, new_tab));
                        }
                    }
                });
        });
    chosen
}

/// Columns for level, game (if there are several) and each solver, fitted to their contents; the level's takes the
/// remaining width.
fn columns(ui: &Ui, lines: &[TableLine], with_game: bool, solvers: usize) -> Vec<TableColumn> {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let text_width = |text: &str| -> f32 {
        ui.fonts_mut(|fonts| text.chars().map(|c| fonts.glyph_width(&font, c)).sum())
    };
    let heads = [SOLVER_HEADS; 2].concat().into_iter();
    let heads = ["Level", "Game"].into_iter().chain(heads).enumerate();
    let heads = heads.take(GAME + 1 + solvers * SOLVER_HEADS.len());
    let heads = heads.filter(|(index, _)| with_game || *index != GAME);
    let mut columns: Vec<TableColumn> = heads
        .map(|(index, head)| {
            // Each head has space for the sort mark.
            let texts = lines.iter().map(|line| &line.cells[index].text);
            let widths = texts.map(|text| text_width(text) + 4.0);
            let width = widths.fold(text_width(head) + 22.0, f32::max);
            TableColumn { head, index, width }
        })
        .collect();
    let others: f32 = columns[1..].iter().map(|it| it.width + COLUMN_GAP).sum();
    let bar = ui.spacing().scroll.allocated_width();
    let rest = ui.available_width() - others - bar - COLUMN_GAP;
    columns[0].width = (columns[0].width + 12.0).max(rest);
    columns
}

/// Names of the solvers, above their columns.
fn solver_names(ui: &mut Ui, columns: &[TableColumn], solvers: &[&str]) {
    ui.horizontal(|ui| {
        let of_solvers = columns.len() - solvers.len() * SOLVER_HEADS.len();
        for column in &columns[..of_solvers] {
            fixed_cell(ui, column.width, |_| {});
        }
        let groups = columns[of_solvers..].chunks(SOLVER_HEADS.len());
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
    if column.index == LEVEL {
        // Aligned with the names below.
        ui.add_space(ui.spacing().button_padding.x);
    }
    let arrow = match *sorting {
        Some((index, false)) if index == column.index => " ⏶",
        Some((index, true)) if index == column.index => " ⏷",
        _ => "",
    };
    let text = RichText::new(format!("{}{arrow}", column.head)).strong();
    let button = ui.add(Button::new(text).frame(false));
    if button.on_hover_text("Sort by this column").clicked() {
        let descending = *sorting == Some((column.index, false));
        *sorting = Some((column.index, descending));
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
fn show_line(ui: &mut Ui, line: &TableLine, columns: &[TableColumn]) -> Option<bool> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        for column in columns {
            let cell = &line.cells[column.index];
            fixed_cell(ui, column.width, |ui| {
                if column.index == LEVEL {
                    let button = Button::new(&cell.text).frame_when_inactive(false);
                    let response = ui.add(button);
                    chosen = fields::opens_new_tab(ui, &response);
                    response.on_hover_text(format!("Open “{}”", cell.text));
                    return;
                }
                let text = RichText::new(&cell.text);
                let label = ui.label(match cell.color {
                    Some(color) => text.color(color),
                    None => text,
                });
                if !cell.hint.is_empty() {
                    label.on_hover_text(&cell.hint);
                }
            });
        }
    });
    chosen
}
