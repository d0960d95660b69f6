//! Keyboard actions of an [`Editor`].

use crate::game::Cell;
use crate::session::Document;
use crate::session::edit;

use super::editor::{Editor, Selection, Tool};

impl Editor {
    /// Applies the tool at a cell, for Enter, Space or a click through accessibility.
    pub(crate) fn activate(&mut self, document: &mut Document, cell: Cell) {
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            return;
        };
        let value = self.brush_value(&level);
        match self.brush.tool {
            Tool::Paint => self.paint(document, "Paint", &[(cell, value)]),
            Tool::Fill => {
                let cells = edit::fill(&grid.grid(), cell, value);
                self.paint(document, "Fill", &cells);
            }
            Tool::Select => self.select(cell, cell),
            Tool::Actor => self.place_actor(document, cell),
            Tool::Pick => {
                self.brush.value = grid.grid().get(cell).copied();
                self.brush.tool = Tool::Paint;
            }
        }
    }

    /// Handles a typed character. A brush's key paints the selection, or the cell at the cursor, which moves on. If the
    /// pointer was used last, it selects the brush instead.
    pub(crate) fn typed(&mut self, document: &mut Document, letter: char) {
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            return;
        };
        let brushes = grid.brushes();
        let Some(brush) = brushes.iter().find(|brush| brush.key == Some(letter)) else {
            if grid.actor().is_some_and(|actor| actor.key == letter) {
                self.place_actor(document, self.canvas.cursor);
            } else if let Some((tool, ..)) = Tool::ALL.iter().find(|tool| tool.2 == letter) {
                self.brush.tool = *tool;
            }
            return;
        };
        if let Some(Selection { region, .. }) = self.selection {
            let cells = edit::paint_region(region, brush.value);
            self.paint(document, "Paint", &cells);
            return;
        }
        if (self.pointer_cell == Some(self.canvas.cursor) || !self.canvas.show_cursor)
            && matches!(self.brush.tool, Tool::Paint | Tool::Fill)
        {
            self.brush.value = Some(brush.value);
            return;
        }
        let size = grid.grid().size();
        let cursor = self.canvas.cursor;
        self.paint(document, "Paint", &[(cursor, brush.value)]);
        let mut following = size.cells().skip_while(|cell| *cell != cursor).skip(1);
        self.canvas.go_to(following.next().unwrap_or(cursor), size);
    }

    pub(crate) fn erase(&mut self, document: &mut Document, back: bool) {
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            return;
        };
        let (size, blank) = (grid.grid().size(), grid.blank_value());
        if let Some(Selection { region, .. }) = self.selection {
            self.paint(document, "Erase", &edit::paint_region(region, blank));
            return;
        }
        let Cell { row, col } = self.canvas.cursor;
        if back {
            let before = if col > 0 {
                Cell::new(row, col - 1)
            } else if row > 0 {
                Cell::new(row - 1, size.cols - 1)
            } else {
                return;
            };
            self.canvas.go_to(before, size);
        }
        self.paint(document, "Erase", &[(self.canvas.cursor, blank)]);
    }
}
