//! Simulated and recognized boards, side by side.

use egui::{Align2, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::autoplay::{BoardView, Divergence, PlayCommand as Order};
use crate::game::{Cell, CellStyle, Grid, Size};
use crate::kit::answer;
use crate::kit::fields::{primary_button, set_name};
use crate::kit::picture::mark_cell;
use crate::kit::sprites;
use crate::kit::theme::{self, space};

/// Largest side of a cell, in points.
const MAX_CELL: f32 = 44.0;
/// Height of a board's title, in points.
const TITLE_HEIGHT: f32 = 22.0;
/// Horizontal margins of a board together, and margin below it, in points.
const MARGIN: f32 = 16.0;

/// Shows the expected boards, one below the other, limited to those that captures show.
pub(super) fn show_expected(
    ui: &mut Ui,
    bounds: Rect,
    title: &str,
    expected: &[BoardView],
    read_ids: &[String],
) {
    let (anchor, font) = (Align2::CENTER_TOP, FontId::proportional(theme::text::BODY));
    let (at, color) = (bounds.center_top(), theme::colors(ui).text);
    ui.painter().text(at, anchor, title, font, color);
    let is_read = |board: &&BoardView| read_ids.contains(&board.id);
    let mut boards: Vec<&BoardView> = expected.iter().filter(is_read).collect();
    if boards.is_empty() {
        // Nothing has been read yet.
        boards = expected.iter().collect();
    }
    let bounds = bounds.with_min_y(bounds.top() + TITLE_HEIGHT);
    let share = bounds.height() / boards.len().max(1) as f32;
    let mut top = bounds.top();
    for (index, board) in boards.into_iter().enumerate() {
        let height = share.min(height(board.cells.size(), bounds.width()));
        let area = bounds.with_min_y(top).with_max_y(top + height);
        let id = ui.scope_id().with(("expected", index));
        let response = ui.interact(area, id, Sense::hover());
        let name = format!("{title}, {}, {}", board.title, board.cells.size());
        set_name(&response, Role::Image, name);
        paint(ui, area, &board.title, &board.cells, None);
        top += height;
    }
}

/// Height of a board with its title, if only the width is limited.
fn height(size: Size, width: f32) -> f32 {
    let side = ((width - MARGIN) / size.cols.max(1) as f32).min(MAX_CELL);
    side * size.rows as f32 + TITLE_HEIGHT + MARGIN
}

/// Shows expected and recognized boards of a divergence. Returns the command chosen by the user.
pub(super) fn show_divergence(ui: &mut Ui, divergence: &Divergence) -> Option<Order> {
    let mut command = None;
    ui.add_space(space::MEDIUM);
    if divergence.recognized.is_empty() {
        ui.vertical_centered(|ui| ui.label("No board can be read in the window."));
    }
    // Text and button are below.
    let height = (ui.available_height() - 76.0).max(80.0);
    side_by_side(ui, height, &divergence.expected, &divergence.recognized);
    ui.add_space(space::SMALL);
    ui.vertical_centered(|ui| {
        let text =
            "Correct it in the game's window and resume, or make a new plan from this board.";
        ui.label(text);
        if primary_button(ui, "Plan again from here", true).clicked() {
            command = Some(Order::Replan);
        }
    });
    command
}

/// Shows expected and recognized boards side by side within this height, and frames cells that differ.
pub fn side_by_side(ui: &mut Ui, available: f32, expected: &[BoardView], recognized: &[BoardView]) {
    let pairs = board_pairs(expected, recognized);
    let width = ui.available_width();
    let share = available / pairs.len().max(1) as f32;
    for (expected, recognized) in pairs {
        let height = share.min(height(expected.cells.size(), width / 2.0));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let sides = [
                ("Expected", Some(expected), recognized),
                ("Seen", recognized, Some(expected)),
            ];
            for (word, board, other) in sides {
                let size = vec2(width / 2.0, height);
                let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
                let Some(board) = board else {
                    continue;
                };
                let title = format!("{word}: {}", board.title);
                let other = other.map(|other| &other.cells);
                let text = match other.map(|other| count_differing(&board.cells, other)) {
                    None => title.clone(),
                    Some(1) => format!("{title}, 1 cell differs"),
                    Some(n) => format!("{title}, {} differ", answer::count(n, "cells")),
                };
                set_name(&response, Role::Image, text);
                paint(ui, rect, &title, &board.cells, other);
            }
        });
    }
}

/// Expected boards with the recognized ones of the same id.
type BoardPairs<'a> = Vec<(&'a BoardView, Option<&'a BoardView>)>;

/// Pairs boards by id. If some pairs differ, the others are left out.
fn board_pairs<'a>(expected: &'a [BoardView], recognized: &'a [BoardView]) -> BoardPairs<'a> {
    let counterpart = |board: &BoardView| recognized.iter().find(|other| other.id == board.id);
    let all = expected.iter().map(|board| (board, counterpart(board)));
    let (changed, same): (BoardPairs<'_>, _) = all.partition(|(board, other)| {
        other.is_some_and(|other| count_differing(&board.cells, &other.cells) > 0)
    });
    if changed.is_empty() { same } else { changed }
}

fn differs(other: &Grid<CellStyle>, cell: Cell, style: &CellStyle) -> bool {
    other
        .get(cell)
        .is_none_or(|other| other.value != style.value)
}

fn count_differing(grid: &Grid<CellStyle>, other: &Grid<CellStyle>) -> usize {
    let cells = grid.iter();
    cells
        .filter(|(cell, style)| differs(other, *cell, style))
        .count()
}

/// Draws a board below its title, and marks cells that differ from those of `other`.
fn paint(
    ui: &Ui,
    area: Rect,
    title: &str,
    grid: &Grid<CellStyle>,
    other: Option<&Grid<CellStyle>>,
) {
    let colors = theme::colors(ui);
    let painter = ui.painter();
    let size = grid.size();
    let scale = ((area.width() - MARGIN) / size.cols.max(1) as f32)
        .min((area.height() - TITLE_HEIGHT - MARGIN / 2.0) / size.rows.max(1) as f32)
        .clamp(2.0, MAX_CELL);
    let board = vec2(size.cols as f32, size.rows as f32) * scale;
    let corner = pos2(area.center().x - board.x / 2.0, area.top() + TITLE_HEIGHT);
    let frame = Rect::from_min_size(corner, board);
    let at = frame.center_top() - vec2(0.0, 4.0);
    let font = FontId::proportional(theme::text::BODY);
    painter.text(at, Align2::CENTER_BOTTOM, title, font, colors.weak);
    for (cell, style) in grid.iter() {
        let corner = frame.min + vec2(cell.col as f32, cell.row as f32) * scale;
        let square = Rect::from_min_size(corner, vec2(scale, scale));
        sprites::cell(painter, square, style, ui.visuals().dark_mode);
        let line = Stroke::new(0.5, colors.line);
        painter.rect_stroke(square, 0.0, line, StrokeKind::Middle);
        if other.is_some_and(|other| differs(other, cell, style)) {
            mark_cell(painter, square, 3.0, colors.bad);
        }
    }
}
