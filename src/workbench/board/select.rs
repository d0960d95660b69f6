//! Selection of cells: a rectangle is drawn, extended, or picked up to be moved.

use crate::game::{Button, Cell};
use crate::session::Document;
use crate::session::edit::Region;

use super::draft::Floating;
use super::editor::{Editor, Grip, Selection};
use super::grid_pos::GridPos;

impl Editor {
    pub(super) fn press_select(
        &mut self,
        document: &Document,
        at: GridPos,
        button: Button,
        modifiers: egui::Modifiers,
    ) {
        let size = document.level().board().size;
        if button == Button::Secondary {
            self.selection = None;
            return;
        }
        let hit = self.selection.filter(|selection| {
            at.to_cell(size)
                .is_some_and(|cell| selection.region.contains(cell))
        });
        match hit {
            Some(Selection { region, .. }) if !modifiers.shift => {
                let Some(grid) = document.level().as_grid() else {
                    return;
                };
                let copy = modifiers.command;
                let name = if copy { "Copy part" } else { "Move part" };
                self.floating = Some(Floating::from_region(&grid.grid(), region, !copy, name));
                let corner = GridPos::from(region.corner);
                let offset = GridPos::new(at.row - corner.row, at.col - corner.col);
                self.grip = Some(Grip::Float(offset));
            }
            _ => {
                let cell = at.clamped(size);
                let anchor = match self.selection {
                    Some(selection) if modifiers.shift => selection.anchor,
                    _ => cell,
                };
                self.selection = None;
                self.grip = Some(Grip::Select(anchor));
                if modifiers.shift {
                    self.select(anchor, cell);
                }
            }
        }
    }

    pub(crate) fn select(&mut self, anchor: Cell, to: Cell) {
        let region = Region::between(anchor, to);
        self.selection = Some(Selection { region, anchor });
    }

    pub(crate) fn select_region(&mut self, region: Option<Region>) {
        self.selection = region.map(|region| Selection {
            region,
            anchor: region.corner,
        });
    }
}
