//! The table of a batch: one level a line, one solver or two.

use egui::{Button, Grid, RichText, ScrollArea, Ui};

use crate::session::results::{Ending, Found};

use super::row::{Cell, Row};
use crate::kit::answer;
use crate::kit::theme::{self, Colors};

/// Height of a line in points.
const LINE: f32 = 24.0;

/// Least width of the first column, in points; it also takes whatever width is left over.
const LEVEL: f32 = 190.0;

/// The columns of a solver, with their widths in points.
const COLUMNS: [(&str, f32); 4] = [
    ("Result", 90.0),
    ("Cost", 90.0),
    ("Optimal", 60.0),
    ("Time", 70.0),
];

/// Shows the table, and returns the row that was clicked.
pub(super) fn show(ui: &mut Ui, rows: &[Row], solvers: &[&str]) -> Option<usize> {
    let mut chosen = None;
    let columns = 1 + COLUMNS.len() * solvers.len();
    let each = |(_, width): &(&str, f32)| width + ui.spacing().item_spacing.x;
    let others = solvers.len() as f32 * COLUMNS.iter().map(each).sum::<f32>();
    let bar = ui.spacing().scroll.allocated_width();
    let level = (ui.available_width() - others - bar).max(LEVEL);
    ScrollArea::horizontal()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            Grid::new("batch head").num_columns(columns).show(ui, |ui| {
                head(ui, "Level", level);
                for solver in solvers {
                    for (index, (name, width)) in COLUMNS.iter().enumerate() {
                        // With two of them, the first column says whose they are.
                        let name = match (index, solvers.len()) {
                            (0, 2..) => *solver,
                            _ => name,
                        };
                        head(ui, name, *width);
                    }
                }
                ui.end_row();
            });
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show_rows(ui, LINE, rows.len(), |ui, range| {
                    let first = range.start;
                    Grid::new("batch")
                        .num_columns(columns)
                        .min_row_height(LINE)
                        .start_row(first)
                        .striped(true)
                        .show(ui, |ui| {
                            for index in range {
                                if line(ui, &rows[index], level, solvers.len()) {
                                    chosen = Some(index);
                                }
                                ui.end_row();
                            }
                        });
                });
        });
    chosen
}

fn head(ui: &mut Ui, name: &str, width: f32) {
    fixed(ui, width, |ui| {
        ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
    });
}

/// A cell of a fixed width, so that columns do not jump while the table is scrolled.
fn fixed(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui)) {
    let size = egui::vec2(width, ui.spacing().interact_size.y);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(width);
        ui.set_max_width(width);
        add(ui);
    });
}

/// Shows one level, and returns whether it was clicked.
fn line(ui: &mut Ui, row: &Row, width: f32, solvers: usize) -> bool {
    let mut clicked = false;
    fixed(ui, width, |ui| {
        let button = Button::new(&row.title)
            .frame_when_inactive(false)
            .truncate();
        let hint = format!("Open ‘{}’", row.title);
        clicked = ui.add(button).on_hover_text(hint).clicked();
    });
    for cell in row.cells.iter().take(solvers) {
        let colors = theme::colors(ui);
        let (words, color, hint) = words(cell, colors);
        for ((_, width), (index, text)) in COLUMNS.iter().zip(words.iter().enumerate()) {
            let mut text = RichText::new(text);
            if index == 0 {
                text = text.color(color);
            }
            fixed(ui, *width, |ui| {
                let label = ui.add(egui::Label::new(text).truncate());
                if !hint.is_empty() {
                    label.on_hover_text(&hint);
                }
            });
        }
    }
    clicked
}

/// The texts of a solver's columns, the colour of the first one, and the text shown on hovering.
fn words(cell: &Cell, colors: &Colors) -> ([String; 4], egui::Color32, String) {
    let dash = || "–".to_owned();
    match cell {
        Cell::Open => (
            [String::new(), String::new(), String::new(), String::new()],
            colors.weak,
            String::new(),
        ),
        Cell::Running(since) => {
            let time = answer::time(since.elapsed());
            let words = ["solving…".to_owned(), String::new(), String::new(), time];
            (words, colors.accent, String::new())
        }
        Cell::Earlier(found) | Cell::Now(found) => {
            let color = color(found, colors);
            let time = std::time::Duration::try_from_secs_f64(found.seconds).unwrap_or_default();
            let words = [
                found.ending.word().to_owned(),
                found
                    .cost
                    .map_or_else(dash, |cost| answer::cost(cost, &found.unit)),
                match (found.cost, found.optimal) {
                    (None, _) => dash(),
                    (_, true) => "yes".to_owned(),
                    (_, false) => "no".to_owned(),
                },
                answer::time(time),
            ];
            let mut hint = found.note.clone();
            if matches!(cell, Cell::Earlier(_)) {
                if !hint.is_empty() {
                    hint.push('\n');
                }
                hint.push_str("Known from an earlier run.");
            }
            (words, color, hint)
        }
    }
}

fn color(found: &Found, colors: &Colors) -> egui::Color32 {
    match found.ending {
        Ending::Solved => colors.good,
        Ending::Unsolvable => colors.text,
        Ending::Failed => colors.bad,
        _ => colors.warn,
    }
}
