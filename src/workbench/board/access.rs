//! Accessibility of boards: names of the cells.

use std::collections::HashMap;

use egui::accesskit::{Action, NodeId};
use egui::{Id, Rect, Response, Role, Sense, Ui, UiBuilder, WidgetInfo};

use crate::game::Cell;

use super::paint::Visible;
use super::source::BoardSource;

/// Number of cells above which only the cell at the cursor has a name.
pub const MAX_NAMED_CELLS: usize = 2_000;

#[derive(Clone, Copy, Debug, Default)]
pub struct AccessText<'a> {
    /// Prefix of each cell's name, to distinguish several boards on one screen.
    pub prefix: Option<&'a str>,
    pub help: &'a str,
}

/// Names board and cells, and returns the cells clicked through accessibility.
pub fn expose(
    ui: &mut Ui,
    response: &Response,
    source: &dyn BoardSource,
    cell_rect: &dyn Fn(Cell) -> Rect,
    visible: &Visible,
    cursor: Cell,
    text: AccessText<'_>,
) -> Vec<Cell> {
    let info = source.info();
    response.widget_info(|| {
        let name = format!("{}, {}", info.title, info.size);
        WidgetInfo::labeled(Role::Grid, ui.is_enabled(), name)
    });
    let name_all = info.size.area() <= MAX_NAMED_CELLS;
    let listening = ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_row_count(info.size.rows);
        node.set_column_count(info.size.cols);
        node.set_description(text.help);
        node.set_active_descendant(cell_id(response.id, cursor).accesskit_id());
    });
    if listening.is_none() {
        return Vec::new();
    }
    let mut nodes: HashMap<NodeId, Cell> = HashMap::new();
    let builder = UiBuilder::new()
        .id_salt((response.id, "cells"))
        .max_rect(response.rect)
        .accessibility_parent(response.id);
    let child = ui.new_child(builder);
    let mut add = |cell: Cell| {
        let id = cell_id(response.id, cell);
        let rect = cell_rect(cell).intersect(response.rect);
        let prefix = text.prefix.map(|prefix| format!("{prefix}, "));
        let label = prefix.unwrap_or_default() + &source.style(cell).label(cell);
        let node = child.interact(rect, id, Sense::hover());
        node.widget_info(|| WidgetInfo::labeled(Role::GridCell, true, &label));
        child.ctx().accesskit_node_builder(id, |node| {
            node.set_row_index(cell.row);
            node.set_column_index(cell.col);
            node.add_action(Action::Click);
        });
        nodes.insert(id.accesskit_id(), cell);
    };
    if name_all {
        let (rows, cols) = visible;
        for row in rows.clone() {
            for col in cols.clone() {
                add(Cell { row, col });
            }
        }
    }
    let on_screen = visible.0.contains(&cursor.row) && visible.1.contains(&cursor.col);
    if (!name_all || !on_screen) && info.size.contains(cursor) {
        add(cursor);
    }
    ui.input(|input| {
        let clicked = input.events.iter().filter_map(|event| match event {
            egui::Event::AccessKitActionRequest(request) if request.action == Action::Click => {
                nodes.get(&request.target_node).copied()
            }
            _ => None,
        });
        clicked.collect()
    })
}

fn cell_id(board: Id, cell: Cell) -> Id {
    board.with(cell)
}
