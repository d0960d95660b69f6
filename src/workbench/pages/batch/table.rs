//! The table of a batch: one level per line, for one or two solvers.

use std::cmp::Ordering;

use egui::{Align, Button, Color32, FontId, Label, Layout, Rect, RichText, ScrollArea, Ui, vec2};

use crate::kit::answer;
use crate::kit::fields;
use crate::kit::theme::{self, Colors, text};
use crate::session::results::{Ending, Found};

use super::row::{BatchRow, Cell};
use super::sorting::{Column, Sorting};

const LINE: f32 = 24.0;

const GAP: f32 = 14.0;

const OF_SOLVER: [(&str, Column); 4] = [
    ("Result", Column::Result),
    ("Cost", Column::Cost),
    ("Optimal", Column::Optimal),
    ("Time", Column::Time),
];

struct Line {
    row: usize,
    title: String,
    game: &'static str,
    cells: Vec<Words>,
}

/// Texts of a solver's columns in a line.
struct Words {
    texts: [String; 4],
    color: Color32,
    hint: String,
}

/// Shows the table. Returns the row of a clicked level, and whether to open it in a new tab.
pub(super) fn show(
    ui: &mut Ui,
    rows: &[BatchRow],
    solvers: &[&str],
    sorting: &mut Sorting,
) -> Option<(usize, bool)> {
    let colors = theme::colors(ui);
    let several = rows.windows(2).any(|two| two[0].game() != two[1].game());
    let lines: Vec<Line> = sorting
        .order(rows)
        .into_iter()
        .map(|row| line_of(row, &rows[row], solvers.len(), colors))
        .collect();
    let widths = widths(ui, &lines, several, solvers.len());
    let mut chosen = None;
    ScrollArea::horizontal()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, 0.0);
            ui.spacing_mut().interact_size.y = LINE;
            if solvers.len() > 1 {
                names_of_solvers(ui, &widths, solvers);
            }
            heads(ui, &widths, solvers.len(), sorting);
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show_rows(ui, LINE, lines.len(), |ui, range| {
                    for index in range {
                        if index % 2 == 1 {
                            let size = vec2(ui.available_width(), LINE);
                            let rect = Rect::from_min_size(ui.cursor().min, size);
                            ui.painter()
                                .rect_filled(rect, 2.0, ui.visuals().faint_bg_color);
                        }
                        if let Some(new_tab) = show_line(ui, &lines[index], &widths) {
                            chosen = Some((lines[index].row, new_tab));
                        }
                    }
                });
        });
    chosen
}

/// Widths of the columns for level, game (if there are several) and each solver.
struct Widths {
    level: f32,
    game: Option<f32>,
    of_solver: Vec<[f32; 4]>,
}

/// Fits the columns to their contents; the level's column takes the remaining width.
fn widths(ui: &Ui, lines: &[Line], several: bool, solvers: usize) -> Widths {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let wide = |text: &str, font: &FontId| -> f32 {
        ui.fonts_mut(|fonts| text.chars().map(|c| fonts.glyph_width(font, c)).sum())
    };
    // Each head has space for the sort mark.
    let head = |name: &str| wide(name, &font) + 22.0;
    let widest = |least: f32, texts: &mut dyn Iterator<Item = &str>| {
        texts.fold(least, |most, text| most.max(wide(text, &font) + 4.0))
    };
    let mut level = widest(head("Level"), &mut lines.iter().map(|line| &*line.title)) + 12.0;
    let game = several.then(|| widest(head("Game"), &mut lines.iter().map(|line| line.game)));
    let of_solver: Vec<[f32; 4]> = (0..solvers)
        .map(|solver| {
            std::array::from_fn(|column| {
                let texts = lines.iter().map(|line| &*line.cells[solver].texts[column]);
                widest(head(OF_SOLVER[column].0), &mut { texts })
            })
        })
        .collect();
    let others = of_solver.iter().flatten().chain(game.as_ref());
    let others: f32 = others.map(|width| width + GAP).sum();
    let bar = ui.spacing().scroll.allocated_width();
    level = level.max(ui.available_width() - others - bar - GAP);
    Widths {
        level,
        game,
        of_solver,
    }
}

/// Names of the solvers, above their columns.
fn names_of_solvers(ui: &mut Ui, widths: &Widths, solvers: &[&str]) {
    ui.horizontal(|ui| {
        fixed(ui, widths.level, |_| {});
        if let Some(game) = widths.game {
            fixed(ui, game, |_| {});
        }
        for (name, widths) in solvers.iter().zip(&widths.of_solver) {
            let wide = widths.iter().sum::<f32>() + 3.0 * GAP;
            fixed(ui, wide, |ui| {
                ui.add(Label::new(RichText::new(*name).strong()).truncate());
            });
        }
    });
}

/// Column heads: a click sorts by the column, a second click reverses the order.
fn heads(ui: &mut Ui, widths: &Widths, solvers: usize, sorting: &mut Sorting) {
    let mut head = |ui: &mut Ui, name: &str, column: Column, solver, width| {
        fixed(ui, width, |ui| {
            if column == Column::Level {
                // Aligned with the names below.
                ui.add_space(ui.spacing().button_padding.x);
            }
            let sign = match sorting.direction(column, solver) {
                Some(Ordering::Less) => " ⏶",
                Some(_) => " ⏷",
                None => "",
            };
            let text = RichText::new(format!("{name}{sign}")).strong();
            let button = Button::new(text).frame(false);
            let button = ui.add(button).on_hover_text("Sort by this column");
            if button.clicked() {
                sorting.sort_by(column, solver);
            }
        });
    };
    ui.horizontal(|ui| {
        head(ui, "Level", Column::Level, 0, widths.level);
        if let Some(game) = widths.game {
            head(ui, "Game", Column::Game, 0, game);
        }
        for (solver, widths) in widths.of_solver.iter().enumerate().take(solvers) {
            for ((name, column), width) in OF_SOLVER.into_iter().zip(widths) {
                head(ui, name, column, solver, *width);
            }
        }
    });
}

/// A cell of fixed width, so that columns do not move while the table is scrolled.
fn fixed(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui)) {
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(width, LINE), layout, |ui| {
        ui.set_min_size(vec2(width, LINE));
        ui.set_max_width(width);
        add(ui);
    });
}

/// Shows a level. If it was clicked, returns whether to open it in a new tab.
fn show_line(ui: &mut Ui, line: &Line, widths: &Widths) -> Option<bool> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        fixed(ui, widths.level, |ui| {
            let button = Button::new(&line.title).frame_when_inactive(false);
            let response = ui.add(button);
            chosen = fields::chosen(ui, &response);
            response.on_hover_text(format!("Open “{}”", line.title));
        });
        if let Some(game) = widths.game {
            fixed(ui, game, |ui| {
                ui.label(RichText::new(line.game).size(text::BODY));
            });
        }
        for (words, widths) in line.cells.iter().zip(&widths.of_solver) {
            for (index, (text, width)) in words.texts.iter().zip(widths).enumerate() {
                let mut text = RichText::new(text);
                if index == 0 {
                    text = text.color(words.color);
                }
                fixed(ui, *width, |ui| {
                    let label = ui.label(text);
                    if !words.hint.is_empty() {
                        label.on_hover_text(&words.hint);
                    }
                });
            }
        }
    });
    chosen
}

fn line_of(index: usize, row: &BatchRow, solvers: usize, colors: &Colors) -> Line {
    let cells = row.cells.iter().take(solvers);
    Line {
        row: index,
        title: row.title.clone(),
        game: row.game(),
        cells: cells.map(|cell| words(cell, colors)).collect(),
    }
}

/// Texts of a solver's columns, with the colour of the first and the tooltip.
fn words(cell: &Cell, colors: &Colors) -> Words {
    let dash = || "–".to_owned();
    match cell {
        Cell::Open => Words {
            texts: Default::default(),
            color: colors.weak,
            hint: String::new(),
        },
        Cell::Running(since) => Words {
            texts: [
                "solving…".to_owned(),
                String::new(),
                String::new(),
                answer::time(since.elapsed()),
            ],
            color: colors.accent,
            hint: String::new(),
        },
        Cell::Earlier(found) | Cell::Now(found) => {
            let time = std::time::Duration::try_from_secs_f64(found.seconds).unwrap_or_default();
            let mut hint = found.note.clone();
            if matches!(cell, Cell::Earlier(_)) {
                if !hint.is_empty() {
                    hint.push('\n');
                }
                hint.push_str("Known from an earlier run.");
            }
            Words {
                texts: [
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
                ],
                color: color(found, colors),
                hint,
            }
        }
    }
}

fn color(found: &Found, colors: &Colors) -> Color32 {
    match found.ending {
        Ending::Solved => colors.good,
        Ending::Unsolvable => colors.text,
        Ending::Failed => colors.bad,
        _ => colors.warn,
    }
}
