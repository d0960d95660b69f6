//! Palette and slots, with drag and drop.

use egui::{
    DragAndDrop, Id, LayerId, Order, Pos2, Rect, Response, RichText, Role, Sense, Stroke, Ui, Vec2,
    pos2, vec2,
};

use super::ProgramEditor;
use super::action::{self, Caret, DraggedCommand, SlotAction};
use crate::board::tile::{self, GAP, SIDE, TileState, wrap_slots};
use crate::game::{CommandKind, CommandTile, Procedure, Slot};
use crate::kit::fields::set_name;
use crate::kit::theme::{self, space};
use crate::page::Cx;
use crate::session::{CommandHint, Debugger};

/// Width of a procedure's name, in points.
const NAME_WIDTH: f32 = 66.0;

/// Drawn state, and the actions of this frame.
struct SlotGrid<'a> {
    debugger: Option<&'a Debugger>,
    caret: &'a Caret,
    palette: &'a [CommandTile],
    hint: Option<&'a CommandHint>,
    actions: Vec<SlotAction>,
}

impl ProgramEditor {
    /// Shows the commands to choose from. Returns those that were clicked.
    pub(super) fn palette(&self, ui: &mut Ui, cx: &Cx) -> Vec<SlotAction> {
        let program = cx.document.position().as_program();
        let palette = program.map_or(Vec::new(), |program| program.palette());
        let mut actions = Vec::new();
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(GAP);
            palette_row(ui, &palette, &mut actions);
        });
        ui.add_space(space::SMALL);
        actions
    }

    /// Shows the procedures and applies this frame's actions, after those of the palette. `hint` is displayed in its
    /// slot as a proposal.
    pub(super) fn slots(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx,
        hint: Option<&CommandHint>,
        actions: Vec<SlotAction>,
    ) {
        let Some(program) = cx.document.position().as_program() else {
            return;
        };
        let (palette, procedures) = (program.palette(), program.procedures());
        let mut slots = SlotGrid {
            debugger: self.debugger.as_ref(),
            caret: &self.caret,
            palette: &palette,
            hint,
            actions,
        };
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        let top = ui.cursor().min;
        for (index, procedure) in procedures.iter().enumerate() {
            slots.procedure_row(ui, index, procedure);
        }
        let mut actions = slots.actions;
        let area = Rect::from_min_max(top, pos2(ui.max_rect().right(), ui.min_rect().bottom()));
        action::handle(ui, area, &mut self.caret, &mut actions);
        dragged_tile(ui);
        // The slots have already taken what was dropped into them.
        drop_outside(ui, &mut actions);
        for action in actions {
            self.apply(ui.ctx(), cx, action);
        }
    }
}

impl<'a> SlotGrid<'a> {
    fn procedure_row(&mut self, ui: &mut Ui, index: usize, procedure: &Procedure) {
        let used = procedure.commands.len();
        ui.horizontal_top(|ui| {
            let fill = match procedure.capacity {
                Some(capacity) => format!("{used}/{capacity}"),
                None => format!("{used}"),
            };
            ui.allocate_ui(vec2(NAME_WIDTH, SIDE), |ui| {
                ui.set_min_width(NAME_WIDTH);
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.vertical(|ui| {
                    ui.label(RichText::new(procedure.name.as_ref()).strong());
                    ui.label(RichText::new(fill).small().color(theme::colors(ui).weak));
                });
            });
            ui.vertical(|ui| self.procedure_slots(ui, index, procedure));
        });
        ui.add_space(2.0);
    }

    fn procedure_slots(&mut self, ui: &mut Ui, index: usize, procedure: &Procedure) {
        let used = procedure.commands.len();
        let count = procedure.capacity.unwrap_or(used + 1).max(used);
        for line in wrap_slots(procedure, count, ui.available_width()) {
            ui.horizontal(|ui| {
                for at in line {
                    self.slot(ui, Slot::new(index, at), procedure);
                }
            });
        }
    }

    fn slot(&mut self, ui: &mut Ui, slot: Slot, procedure: &Procedure) {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click_and_drag());
        let command = procedure.commands.get(slot.index);
        let debugger = self.debugger;
        let next = debugger.and_then(|it| it.state().next());
        let started = debugger.is_some_and(|it| it.state().steps() > 0);
        let breakpoint = debugger.is_some_and(|it| it.breakpoints().contains(&slot));
        let dragged = DragAndDrop::payload::<DraggedCommand>(ui.ctx());
        let selected = self.caret.selects(slot);
        let name = self.slot_name(slot, procedure, next == Some(slot), breakpoint);
        set_name(&response, Role::Button, &name);
        let dark = ui.visuals().dark_mode;
        let colors = theme::colors(ui);
        let proposed = self.proposed(slot).filter(|_| command.is_none());
        let state = TileState {
            current: next == Some(slot) && started,
            breakpoint,
            selected,
            hovered: response.hovered(),
            proposed: proposed.is_some(),
            dragged: dragged.as_ref().is_some_and(|it| it.from == Some(slot)),
        };
        match (command, &proposed) {
            (Some(command), _) => tile::paint(ui.painter(), rect, command, state, dark),
            (None, Some(command)) => {
                tile::paint_empty(ui.painter(), rect, false, colors);
                tile::paint(ui.painter(), rect, command, state, dark);
            }
            (None, None) => tile::paint_empty(ui.painter(), rect, response.hovered(), colors),
        }
        self.handle_pointer(ui, slot, procedure, &response);
        self.draw_caret(ui, slot, procedure, rect);
        slot_tooltip(response, command, breakpoint);
    }

    fn handle_pointer(&mut self, ui: &Ui, slot: Slot, procedure: &Procedure, response: &Response) {
        let used = procedure.commands.len();
        let command = procedure.commands.get(slot.index);
        let accent = theme::colors(ui).accent;
        // Before this slot, or behind it.
        let half = |at: Pos2| usize::from(at.x > response.rect.center().x && command.is_some());
        let slot_at = |at: Pos2| Slot::new(slot.procedure, (slot.index + half(at)).min(used));
        if let Some(command) = command {
            response.dnd_set_drag_payload(DraggedCommand {
                tile: command.clone(),
                from: Some(slot),
            });
        }
        let pointer = ui.input(|input| input.pointer.interact_pos());
        if let Some(at) = pointer {
            if let Some(dragged) = response.dnd_release_payload::<DraggedCommand>() {
                let drop = SlotAction::Drop((*dragged).clone(), slot_at(at));
                self.actions.push(drop);
            } else if response.dnd_hover_payload::<DraggedCommand>().is_some() {
                caret_bar(ui, response.rect, half(at) == 1, accent, 3.0);
            }
            if response.clicked() {
                let extend = ui.input(|input| input.modifiers.shift);
                self.actions.push(SlotAction::Caret(slot_at(at), extend));
            }
        }
        if response.secondary_clicked() && command.is_some() {
            self.actions.push(SlotAction::Breakpoint(slot));
        }
    }

    /// Draws the caret before this slot, or behind it at the end of a full procedure.
    fn draw_caret(&self, ui: &Ui, slot: Slot, procedure: &Procedure, rect: Rect) {
        let dragging = DragAndDrop::has_payload_of_type::<DraggedCommand>(ui.ctx());
        let at = self.caret.slot;
        if dragging || !action::have_focus(ui) || at.procedure != slot.procedure {
            return;
        }
        let color = theme::colors(ui).cursor;
        if at.index == slot.index {
            caret_bar(ui, rect, false, color, 2.0);
        } else if at.index == slot.index + 1 && Some(at.index) == procedure.capacity {
            caret_bar(ui, rect, true, color, 2.0);
        }
    }

    fn proposed(&self, slot: Slot) -> Option<&'a CommandTile> {
        let hint = self.hint.filter(|hint| hint.slot == slot)?;
        self.palette.iter().find(|tile| tile.name == hint.name)
    }

    fn slot_name(&self, slot: Slot, procedure: &Procedure, next: bool, breakpoint: bool) -> String {
        let command = procedure.commands.get(slot.index);
        let what = match (command, self.proposed(slot)) {
            (Some(tile), _) => tile.name.to_string(),
            (None, Some(tile)) => format!("empty, hint: {}", tile.name),
            (None, None) => "empty".to_owned(),
        };
        let mut name = format!("{} slot {}, {what}", procedure.name, slot.index + 1);
        name.push_str(if next { ", next" } else { "" });
        name.push_str(if breakpoint { ", breakpoint" } else { "" });
        name
    }
}

fn palette_row(ui: &mut Ui, palette: &[CommandTile], actions: &mut Vec<SlotAction>) {
    ui.horizontal_wrapped(|ui| {
        for (index, command) in palette.iter().enumerate() {
            let is_label = |index: usize| palette[index].kind == CommandKind::Label;
            if index > 0 && is_label(index) && !is_label(index - 1) {
                ui.add_space(space::SMALL);
            }
            let (rect, response) =
                ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click_and_drag());
            let name = format!("Add {}", command.name);
            set_name(&response, Role::Button, &name);
            let state = TileState {
                hovered: response.hovered() || response.has_focus(),
                ..TileState::default()
            };
            tile::paint(ui.painter(), rect, command, state, ui.visuals().dark_mode);
            response.dnd_set_drag_payload(DraggedCommand {
                tile: command.clone(),
                from: None,
            });
            if response.clicked() {
                actions.push(SlotAction::Insert(command.text.clone()));
            }
            let CommandTile { name, text, .. } = command;
            response.on_hover_text(format!(
                "{name}: click to add it at the caret, drag it to a slot, or type {text}"
            ));
        }
    });
}

/// Draws the caret at the left edge of a slot or, with `right`, at its right edge.
fn caret_bar(ui: &Ui, rect: Rect, right: bool, color: egui::Color32, width: f32) {
    let gap = rect.expand(GAP / 2.0);
    let x = if right { gap.right() } else { gap.left() };
    let line = [pos2(x, rect.top() - 1.0), pos2(x, rect.bottom() + 1.0)];
    ui.painter().line_segment(line, Stroke::new(width, color));
}

fn slot_tooltip(response: Response, command: Option<&CommandTile>, breakpoint: bool) {
    if let Some(command) = command {
        let what = if breakpoint { "remove the" } else { "set a" };
        let name = &command.name;
        response.on_hover_text(format!(
            "{name}: drag to move, drag out to delete, right-click to {what} breakpoint"
        ));
    }
}

fn dragged_tile(ui: &Ui) {
    let Some(dragged) = DragAndDrop::payload::<DraggedCommand>(ui.ctx()) else {
        return;
    };
    if let Some(at) = ui.input(|input| input.pointer.interact_pos()) {
        let layer = LayerId::new(Order::Tooltip, Id::unique("carried command"));
        let rect = Rect::from_center_size(at, Vec2::splat(SIDE));
        let state = TileState {
            selected: true,
            ..TileState::default()
        };
        let painter = ui.ctx().layer_painter(layer);
        tile::paint(&painter, rect, &dragged.tile, state, ui.visuals().dark_mode);
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    }
}

/// A command dropped outside of all slots is removed.
fn drop_outside(ui: &Ui, actions: &mut Vec<SlotAction>) {
    if !ui.input(|input| input.pointer.any_released()) {
        return;
    }
    if let Some(dragged) = DragAndDrop::take_payload::<DraggedCommand>(ui.ctx())
        && let Some(from) = dragged.from
    {
        let range = from.index..from.index + 1;
        actions.push(SlotAction::Remove(from.procedure, range));
    }
}
