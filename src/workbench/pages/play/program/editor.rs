//! Palette and slots: commands are dragged, clicked and typed into their places.

use std::borrow::Cow;

use egui::{
    DragAndDrop, Event, EventFilter, Id, Key, LayerId, Modifiers, Order, Pos2, Rect, Response,
    RichText, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::game::{CommandTile, Meaning, Procedure, Slot};
use crate::session::Hint;

use super::tile::{self, SIDE, TileLook};
use crate::kit::theme::{self, space};
use crate::shell::app::Workbench;

/// Between two tiles, in points.
pub(crate) const GAP: f32 = 4.0;

/// Room for the name of a procedure, in points.
const NAME: f32 = 66.0;

/// What is being dragged.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Carried {
    tile: CommandTile,
    /// Where it was; `None` from the palette.
    from: Option<Slot>,
}

/// What the person did, to be done once all is drawn.
enum Act {
    Append(Cow<'static, str>),
    Caret(Slot, bool),
    Breakpoint(Slot),
    Drop(Carried, Slot),
    Out(Slot),
    Erase {
        back: bool,
    },
    /// A character was typed.
    Typed(char),
    /// A key that goes somewhere or takes away.
    Key(Key, Modifiers),
}

/// The widget that has the keyboard.
fn focus_id() -> Id {
    Id::unique("slots of the program")
}

impl Workbench {
    /// Whether the slots have the keyboard.
    pub(crate) fn slots_focused(ui: &Ui) -> bool {
        ui.memory(|memory| memory.has_focus(focus_id()))
    }

    /// Palette and procedures.
    pub(crate) fn program_slots(&mut self, ui: &mut Ui) {
        let Some(program) = self.cx.document.position().as_program() else {
            return;
        };
        let (palette, procedures) = (program.palette(), program.procedures());
        let mut acts = Vec::new();
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        self.palette_row(ui, &palette, &mut acts);
        ui.add_space(space::SMALL);
        let top = ui.cursor().min;
        for (index, procedure) in procedures.iter().enumerate() {
            self.procedure_row(ui, index, procedure, &mut acts);
        }
        let area = Rect::from_min_max(top, pos2(ui.max_rect().right(), ui.min_rect().bottom()));
        self.take_slot_keys(ui, area, &mut acts);
        carried_tile(ui);
        drop_outside(ui, &mut acts);
        for act in acts {
            self.act(ui, act);
        }
    }

    fn palette_row(&self, ui: &mut Ui, palette: &[CommandTile], acts: &mut Vec<Act>) {
        ui.horizontal_wrapped(|ui| {
            for (index, command) in palette.iter().enumerate() {
                let first_label = command.meaning == Meaning::Label
                    && index > 0
                    && palette[index - 1].meaning != Meaning::Label;
                if first_label {
                    ui.add_space(space::SMALL);
                }
                let (rect, response) =
                    ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click_and_drag());
                let name = format!("Add {}", command.name);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                let look = TileLook {
                    hovered: response.hovered() || response.has_focus(),
                    ..TileLook::default()
                };
                tile::paint(ui.painter(), rect, command, look, ui.visuals().dark_mode);
                response.dnd_set_drag_payload(Carried {
                    tile: command.clone(),
                    from: None,
                });
                if response.clicked() {
                    acts.push(Act::Append(command.text.clone()));
                }
                response.on_hover_text(format!(
                    "{}: click to add it at the caret, drag it to a slot, or type {}",
                    command.name, command.text
                ));
            }
        });
    }

    fn procedure_row(&self, ui: &mut Ui, index: usize, procedure: &Procedure, acts: &mut Vec<Act>) {
        let used = procedure.commands.len();
        ui.horizontal_top(|ui| {
            let name = match procedure.room {
                Some(room) => format!("{used}/{room}"),
                None => format!("{used}"),
            };
            ui.allocate_ui(vec2(NAME, SIDE), |ui| {
                ui.set_min_width(NAME);
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.vertical(|ui| {
                    ui.label(RichText::new(procedure.name.as_ref()).strong());
                    ui.label(RichText::new(name).small().color(theme::colors(ui).weak));
                });
            });
            ui.vertical(|ui| self.slots_of(ui, index, procedure, acts));
        });
        ui.add_space(2.0);
    }

    /// The slots of a procedure.
    fn slots_of(&self, ui: &mut Ui, index: usize, procedure: &Procedure, acts: &mut Vec<Act>) {
        let used = procedure.commands.len();
        let shown = procedure.room.unwrap_or(used + 1).max(used);
        let lines = lines_of(procedure, shown, ui.available_width());
        for line in lines {
            ui.horizontal(|ui| {
                for at in line {
                    self.slot(ui, Slot::new(index, at), procedure, acts);
                }
            });
        }
    }

    fn slot(&self, ui: &mut Ui, slot: Slot, procedure: &Procedure, acts: &mut Vec<Act>) {
        let used = procedure.commands.len();
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click_and_drag());
        let command = procedure.commands.get(slot.index);
        let state = &self.program;
        let debugger = state.debugger.as_ref();
        let next = debugger.and_then(|it| it.now().next());
        let started = debugger.is_some_and(|it| it.now().steps() > 0);
        let breakpoint = debugger.is_some_and(|it| it.breakpoints().contains(&slot));
        let carried = DragAndDrop::payload::<Carried>(ui.ctx());
        let selected = state.caret.procedure == slot.procedure
            && self.selected_commands().contains(&slot.index);
        let name = self.slot_name(slot, procedure, next == Some(slot), breakpoint);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let dark = ui.visuals().dark_mode;
        let colors = theme::colors(ui);
        let proposed = self.proposed(slot).filter(|_| command.is_none());
        let look = TileLook {
            marked: next == Some(slot) && started,
            breakpoint,
            selected,
            hovered: response.hovered(),
            proposed: proposed.is_some(),
            away: carried.as_ref().is_some_and(|it| it.from == Some(slot)),
        };
        match (command, &proposed) {
            (Some(command), _) => tile::paint(ui.painter(), rect, command, look, dark),
            (None, Some(command)) => {
                tile::empty(ui.painter(), rect, false, colors);
                tile::paint(ui.painter(), rect, command, look, dark);
            }
            (None, None) => tile::empty(ui.painter(), rect, response.hovered(), colors),
        }
        // Before this slot, or behind it.
        let half = |at: Pos2| usize::from(at.x > rect.center().x && command.is_some());
        let place = |at: Pos2| Slot::new(slot.procedure, (slot.index + half(at)).min(used));
        if let Some(command) = command {
            response.dnd_set_drag_payload(Carried {
                tile: command.clone(),
                from: Some(slot),
            });
        }
        let pointer = ui.input(|input| input.pointer.interact_pos());
        if let Some(at) = pointer {
            if let Some(carried) = response.dnd_release_payload::<Carried>() {
                acts.push(Act::Drop((*carried).clone(), place(at)));
            } else if response.dnd_hover_payload::<Carried>().is_some() {
                bar(ui, rect, half(at) == 1, colors.accent, 3.0);
            }
            if response.clicked() {
                acts.push(Act::Caret(
                    place(at),
                    ui.input(|input| input.modifiers.shift),
                ));
            }
        }
        if response.secondary_clicked() && command.is_some() {
            acts.push(Act::Breakpoint(slot));
        }
        if Self::slots_focused(ui) && carried.is_none() && state.caret.procedure == slot.procedure {
            let caret = state.caret.index;
            if caret == slot.index {
                bar(ui, rect, false, colors.cursor, 2.0);
            } else if caret == slot.index + 1 && Some(caret) == procedure.room {
                bar(ui, rect, true, colors.cursor, 2.0);
            }
        }
        slot_tip(response, command, breakpoint);
    }

    /// The command that a hint proposes for a slot.
    fn proposed(&self, slot: Slot) -> Option<CommandTile> {
        let Some(Hint::Command(hint)) = self.center.hints.what() else {
            return None;
        };
        let program = self.cx.document.position().as_program()?;
        let mut palette = program.palette().into_iter();
        let tile = palette.find(|tile| tile.text == hint.text)?;
        (hint.slot == slot).then_some(tile)
    }

    fn slot_name(&self, slot: Slot, procedure: &Procedure, next: bool, breakpoint: bool) -> String {
        let command = procedure.commands.get(slot.index);
        let what = match (command, self.proposed(slot)) {
            (Some(tile), _) => tile.name.to_string(),
            (None, Some(tile)) => format!("empty, hint: {}", tile.name),
            (None, None) => "empty".to_owned(),
        };
        let mut name = format!("{} slot {}, {what}", procedure.name, slot.index + 1);
        for (holds, words) in [(next, ", next"), (breakpoint, ", breakpoint")] {
            if holds {
                name.push_str(words);
            }
        }
        name
    }

    /// Keys while the slots have the focus.
    fn take_slot_keys(&mut self, ui: &mut Ui, area: Rect, acts: &mut Vec<Act>) {
        let id = focus_id();
        let response = ui.interact(area, id, Sense::focusable_noninteractive());
        response.widget_info(|| WidgetInfo::labeled(Role::Group, true, "Slots of the program"));
        // Who has just come here, or clicks beside a slot, wants to type.
        let beside = ui.input(|input| {
            let at = input
                .pointer
                .interact_pos()
                .filter(|_| input.pointer.primary_clicked());
            at.is_some_and(|at| area.contains(at))
        });
        let alone = self.dialog.is_none() && self.palette.is_none();
        let free = alone && ui.memory(|memory| memory.focused().is_none());
        if std::mem::take(&mut self.program.to_focus) || beside || free {
            response.request_focus();
        }
        if !response.has_focus() {
            self.program.pending.clear();
            return;
        }
        let filter = EventFilter {
            tab: false,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: false,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let outline = Stroke::new(1.0, theme::colors(ui).accent);
        ui.painter()
            .rect_stroke(area.expand(3.0), 4.0, outline, egui::StrokeKind::Outside);
        for event in ui.input(|input| input.events.clone()) {
            match event {
                Event::Text(text) => acts.extend(text.chars().map(Act::Typed)),
                Event::Key {
                    key,
                    pressed: true,
                    modifiers,
                    ..
                } if !modifiers.command && !modifiers.alt => {
                    acts.push(Act::Key(key, modifiers));
                }
                _ => {}
            }
        }
    }

    /// A character: a command, or the beginning of one that is written with several.
    fn typed(&mut self, letter: char, palette: &[CommandTile]) -> Option<Act> {
        let mut text = std::mem::take(&mut self.program.pending);
        text.extend(letter.to_uppercase());
        if let Some(tile) = palette.iter().find(|tile| tile.text == text) {
            return Some(Act::Append(tile.text.clone()));
        }
        if palette.iter().any(|tile| tile.text.starts_with(&text)) {
            self.program.pending = text;
        }
        None
    }

    fn slot_key(&self, key: Key, modifiers: Modifiers, procedures: &[Procedure]) -> Option<Act> {
        let caret = self.program.caret;
        let length = |procedure: usize| procedures.get(procedure).map_or(0, |it| it.commands.len());
        let to = |procedure: usize, index: usize| {
            let slot = Slot::new(procedure, index.min(length(procedure)));
            Some(Act::Caret(
                slot,
                modifiers.shift && procedure == caret.procedure,
            ))
        };
        match key {
            Key::ArrowLeft => to(caret.procedure, caret.index.saturating_sub(1)),
            Key::ArrowRight => to(caret.procedure, caret.index + 1),
            Key::ArrowUp => to(caret.procedure.saturating_sub(1), caret.index),
            Key::ArrowDown => to(
                (caret.procedure + 1).min(procedures.len().saturating_sub(1)),
                caret.index,
            ),
            Key::Home => to(caret.procedure, 0),
            Key::End => to(caret.procedure, usize::MAX),
            Key::Backspace => Some(Act::Erase { back: true }),
            Key::Delete => Some(Act::Erase { back: false }),
            _ => None,
        }
    }

    fn act(&mut self, ui: &Ui, act: Act) {
        let state = &mut self.program;
        // Who clicks or drops wants to go on typing there.
        state.to_focus |= !matches!(act, Act::Breakpoint(_));
        match act {
            // What came before in the same frame has been done by now.
            Act::Typed(letter) => {
                let program = self.cx.document.position().as_program();
                let palette = program.map_or(Vec::new(), |program| program.palette());
                if let Some(act) = self.typed(letter, &palette) {
                    self.act(ui, act);
                }
            }
            Act::Key(key, modifiers) => {
                let program = self.cx.document.position().as_program();
                let procedures = program.map_or(Vec::new(), |program| program.procedures());
                if let Some(act) = self.slot_key(key, modifiers, &procedures) {
                    self.act(ui, act);
                }
            }
            Act::Append(text) => self.insert_command(text),
            Act::Caret(slot, extend) => {
                let anchor = state.anchor.unwrap_or(state.caret.index);
                let same = state.caret.procedure == slot.procedure;
                state.anchor = (extend && same).then_some(anchor);
                state.caret = slot;
            }
            Act::Breakpoint(slot) => {
                if let Some(debugger) = &mut state.debugger {
                    debugger.toggle_breakpoint(slot);
                }
            }
            Act::Drop(Carried { tile, from }, to) => match from {
                Some(from) => self.carry_command(from, to),
                None => {
                    state.caret = to;
                    state.anchor = None;
                    self.insert_command(tile.text);
                }
            },
            Act::Out(slot) => self.remove_commands(slot.procedure, slot.index..slot.index + 1),
            Act::Erase { back } => {
                let (procedure, at) = (state.caret.procedure, state.caret.index);
                let selected = self.selected_commands();
                let range = match (selected.is_empty(), back) {
                    (false, _) => selected,
                    (true, true) => at.saturating_sub(1)..at,
                    (true, false) => at..at + 1,
                };
                if !range.is_empty() {
                    self.remove_commands(procedure, range);
                }
            }
        }
        ui.ctx().request_repaint();
    }
}

/// The first slots of a procedure in lines that fit; where there is no limit to them, a label begins
/// a line.
pub(crate) fn lines_of(procedure: &Procedure, shown: usize, width: f32) -> Vec<Vec<usize>> {
    let most = ((width + GAP) / (SIDE + GAP)).floor().max(1.0) as usize;
    let mut lines: Vec<Vec<usize>> = vec![Vec::new()];
    for at in 0..shown {
        let command = procedure.commands.get(at);
        let label =
            procedure.room.is_none() && command.is_some_and(|it| it.meaning == Meaning::Label);
        let line = lines.last().map_or(0, Vec::len);
        if line == most || (label && line > 0) {
            lines.push(Vec::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push(at);
        }
    }
    lines
}

/// A bar at the left or right edge of a slot.
fn bar(ui: &Ui, rect: Rect, right: bool, color: egui::Color32, width: f32) {
    let x = if right {
        rect.right() + GAP / 2.0
    } else {
        rect.left() - GAP / 2.0
    };
    let line = [pos2(x, rect.top() - 1.0), pos2(x, rect.bottom() + 1.0)];
    ui.painter().line_segment(line, Stroke::new(width, color));
}

fn slot_tip(response: Response, command: Option<&CommandTile>, breakpoint: bool) {
    if let Some(command) = command {
        let what = if breakpoint {
            "takes the breakpoint away"
        } else {
            "sets a breakpoint"
        };
        response.on_hover_text(format!(
            "{} – drag it elsewhere, or out to delete it; the right button {what}",
            command.name
        ));
    }
}

/// The tile under the pointer while it is dragged.
fn carried_tile(ui: &Ui) {
    let Some(carried) = DragAndDrop::payload::<Carried>(ui.ctx()) else {
        return;
    };
    if let Some(at) = ui.input(|input| input.pointer.interact_pos()) {
        let layer = LayerId::new(Order::Tooltip, Id::unique("carried command"));
        let rect = Rect::from_center_size(at, Vec2::splat(SIDE));
        let look = TileLook {
            selected: true,
            ..TileLook::default()
        };
        let painter = ui.ctx().layer_painter(layer);
        tile::paint(&painter, rect, &carried.tile, look, ui.visuals().dark_mode);
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    }
}

/// A command that is let go of where no slot is goes away.
fn drop_outside(ui: &Ui, acts: &mut Vec<Act>) {
    if !ui.input(|input| input.pointer.any_released()) {
        return;
    }
    if let Some(carried) = DragAndDrop::take_payload::<Carried>(ui.ctx())
        && let Some(from) = carried.from
    {
        acts.push(Act::Out(from));
    }
}
