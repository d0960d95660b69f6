//! The table of a batch: one level per line, for one or two solvers, and its order.

use std::cmp::Ordering;

use egui::{
    Align, Button, Color32, ComboBox, FontId, Label, Layout, Rect, RichText, ScrollArea, TextEdit,
    Ui, vec2,
};

use super::{BatchRow, SolverState};
use crate::kit::answer;
use crate::kit::fields::{self, named_field, named_list};
use crate::kit::theme::{self, Colors, text};
use crate::session::results::{SolverEnding, SolverResult};

/// Height of a line, and distance of columns, in points.
const LINE_HEIGHT: f32 = 24.0;
const COLUMN_GAP: f32 = 14.0;

const SOLVER_COLUMNS: [(&str, Column); 4] = [
    ("Result", Column::Result),
    ("Cost", Column::Cost),
    ("Optimal", Column::Optimal),
    ("Time", Column::Time),
];

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
    let widths = widths(ui, &lines, with_game, solvers.len());
    let mut chosen = None;
    ScrollArea::horizontal()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(COLUMN_GAP, 0.0);
            ui.spacing_mut().interact_size.y = LINE_HEIGHT;
            if solvers.len() > 1 {
                solver_names(ui, &widths, solvers);
            }
            header(ui, &widths, sorting);
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
                        if let Some(new_tab) = show_line(ui, &lines[index], &widths) {
                            chosen = Some((lines[index].index, new_tab));
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
    solvers: Vec<[f32; 4]>,
}

/// Fits the columns to their contents; the level's column takes the remaining width.
fn widths(ui: &Ui, lines: &[TableLine<'_>], with_game: bool, solvers: usize) -> Widths {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let text_width = |text: &str, font: &FontId| -> f32 {
        ui.fonts_mut(|fonts| text.chars().map(|c| fonts.glyph_width(font, c)).sum())
    };
    // Each head has space for the sort mark.
    let head = |name: &str| text_width(name, &font) + 22.0;
    let widest = |min_width: f32, texts: &mut dyn Iterator<Item = &str>| {
        texts.fold(min_width, |width, text| {
            width.max(text_width(text, &font) + 4.0)
        })
    };
    let mut level = widest(
        head("Level"),
        &mut lines.iter().map(|line| &*line.row.title),
    ) + 12.0;
    let games = || lines.iter().map(|line| line.row.game());
    let game = with_game.then(|| widest(head("Game"), &mut games()));
    let solver_widths: Vec<[f32; 4]> = (0..solvers)
        .map(|solver| {
            std::array::from_fn(|column| {
                let texts = lines.iter().map(|line| &*line.cells[solver].texts[column]);
                widest(head(SOLVER_COLUMNS[column].0), &mut { texts })
            })
        })
        .collect();
    let others = solver_widths.iter().flatten().chain(game.as_ref());
    let others: f32 = others.map(|width| width + COLUMN_GAP).sum();
    let bar = ui.spacing().scroll.allocated_width();
    level = level.max(ui.available_width() - others - bar - COLUMN_GAP);
    Widths {
        level,
        game,
        solvers: solver_widths,
    }
}

/// Names of the solvers, above their columns.
fn solver_names(ui: &mut Ui, widths: &Widths, solvers: &[&str]) {
    ui.horizontal(|ui| {
        fixed_cell(ui, widths.level, |_| {});
        if let Some(game) = widths.game {
            fixed_cell(ui, game, |_| {});
        }
        for (name, widths) in solvers.iter().zip(&widths.solvers) {
            let width = widths.iter().sum::<f32>() + 3.0 * COLUMN_GAP;
            fixed_cell(ui, width, |ui| {
                ui.add(Label::new(RichText::new(*name).strong()).truncate());
            });
        }
    });
}

/// Column heads: a click sorts by the column, a second click reverses the order.
fn header(ui: &mut Ui, widths: &Widths, sorting: &mut Sorting) {
    let mut column_head = |ui: &mut Ui, name: &str, column: Column, solver, width| {
        fixed_cell(ui, width, |ui| {
            if column == Column::Level {
                // Aligned with the names below.
                ui.add_space(ui.spacing().button_padding.x);
            }
            let arrow = match sorting.direction(column, solver) {
                Some(Ordering::Less) => " ⏶",
                Some(_) => " ⏷",
                None => "",
            };
            let text = RichText::new(format!("{name}{arrow}")).strong();
            let button = Button::new(text).frame(false);
            let button = ui.add(button).on_hover_text("Sort by this column");
            if button.clicked() {
                sorting.sort_by(column, solver);
            }
        });
    };
    ui.horizontal(|ui| {
        column_head(ui, "Level", Column::Level, 0, widths.level);
        if let Some(game) = widths.game {
            column_head(ui, "Game", Column::Game, 0, game);
        }
        for (solver, widths) in widths.solvers.iter().enumerate() {
            for ((name, column), width) in SOLVER_COLUMNS.into_iter().zip(widths) {
                column_head(ui, name, column, solver, *width);
            }
        }
    });
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
fn show_line(ui: &mut Ui, line: &TableLine<'_>, widths: &Widths) -> Option<bool> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        fixed_cell(ui, widths.level, |ui| {
            let title = &line.row.title;
            let response = ui.add(Button::new(title).frame_when_inactive(false));
            chosen = fields::opens_new_tab(ui, &response);
            response.on_hover_text(format!("Open “{title}”"));
        });
        if let Some(game) = widths.game {
            fixed_cell(ui, game, |ui| {
                ui.label(RichText::new(line.row.game()).size(text::BODY));
            });
        }
        for (result, widths) in line.cells.iter().zip(&widths.solvers) {
            for (index, (text, width)) in result.texts.iter().zip(widths).enumerate() {
                let mut text = RichText::new(text);
                if index == 0 {
                    text = text.color(result.color);
                }
                fixed_cell(ui, *width, |ui| {
                    let label = ui.label(text);
                    if !result.hint.is_empty() {
                        label.on_hover_text(&result.hint);
                    }
                });
            }
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
        SolverState::Earlier(found) | SolverState::Current(found) => {
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
            if matches!(cell, SolverState::Earlier(_)) {
                if !text.hint.is_empty() {
                    text.hint.push('\n');
                }
                text.hint.push_str("Known from an earlier run.");
            }
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

#[derive(Clone, Copy)]
struct SortKey {
    column: Column,
    /// Index of the solver; 0 for columns that belong to none.
    solver: usize,
    descending: bool,
}

/// Filter and order of the rows, as chosen by the user.
#[derive(Default)]
pub(super) struct Sorting {
    /// Part of the level's or game's name.
    query: String,
    filter: ResultFilter,
    /// `None` for the order of the library.
    key: Option<SortKey>,
}

impl Sorting {
    pub(super) fn fields(&mut self, ui: &mut Ui) {
        let field = TextEdit::singleline(&mut self.query)
            .hint_text("Filter levels")
            .desired_width(150.0);
        let response = ui.add(field);
        response.widget_info(|| named_field("Filter levels", &self.query));
        let list = ComboBox::from_id_salt("result filter");
        named_list(
            ui,
            "Result filter",
            list,
            &mut self.filter,
            ResultFilter::ALL,
        );
    }

    /// Sorts by a column; reverses the order if already sorted by it.
    pub(super) fn sort_by(&mut self, column: Column, solver: usize) {
        let descending = self.direction(column, solver) == Some(Ordering::Less);
        self.key = Some(SortKey {
            column,
            solver,
            descending,
        });
    }

    /// Order of the column; `None` if the table is sorted by another one.
    pub(super) fn direction(&self, column: Column, solver: usize) -> Option<Ordering> {
        let key = self.key?;
        ((key.column, key.solver) == (column, solver)).then_some(match key.descending {
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
        if let Some(key) = self.key {
            order.sort_by(|one, two| compare(&rows[*one], &rows[*two], key));
        }
        order
    }
}

/// Compares two rows. Rows without a result come last in both directions.
fn compare(one: &BatchRow, two: &BatchRow, key: SortKey) -> Ordering {
    let directed = |ordering: Ordering| match key.descending {
        true => ordering.reverse(),
        false => ordering,
    };
    let found = |row: &BatchRow| row.cells[key.solver].result().cloned();
    let by =
        |has: fn(&SolverResult) -> bool, cmp: &dyn Fn(&SolverResult, &SolverResult) -> _| match (
            found(one).filter(has),
            found(two).filter(has),
        ) {
            (Some(one), Some(two)) => directed(cmp(&one, &two)),
            (one, two) => two.is_some().cmp(&one.is_some()),
        };
    let any = |_: &SolverResult| true;
    match key.column {
        Column::Level => directed(one.title.to_lowercase().cmp(&two.title.to_lowercase())),
        Column::Game => directed(one.game().cmp(two.game())),
        Column::Result => by(any, &|one, two| one.ending.word().cmp(two.ending.word())),
        Column::Cost => by(|it| it.cost.is_some(), &|one, two| one.cost.cmp(&two.cost)),
        Column::Optimal => by(any, &|one, two| two.optimal.cmp(&one.optimal)),
        Column::Time => by(any, &|one, two| one.seconds.total_cmp(&two.seconds)),
    }
}
