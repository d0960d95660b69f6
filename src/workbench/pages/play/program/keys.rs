//! Keyboard input of the slots: typing commands, moving the caret, removing commands.

use egui::{Event, EventFilter, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui};

use super::action::SlotAction;
use super::caret::Caret;
use crate::kit::fields::set_name;
use crate::kit::theme;

fn focus_id() -> Id {
    Id::unique("slots of the program")
}

pub(super) fn have_focus(ui: &Ui) -> bool {
    ui.memory(|memory| memory.has_focus(focus_id()))
}

/// Handles keys while the slots, drawn in this area, have the focus.
pub(super) fn handle(ui: &mut Ui, area: Rect, caret: &mut Caret, actions: &mut Vec<SlotAction>) {
    let id = focus_id();
    let response = ui.interact(area, id, Sense::focusable_noninteractive());
    set_name(&response, Role::Group, "Slots of the program");
    // A click next to a slot also starts typing.
    let clicked = ui.input(|input| {
        let at = input.pointer.interact_pos();
        input.pointer.primary_clicked() && at.is_some_and(|at| area.contains(at))
    });
    let layer = ui.layer_id();
    let unfocused =
        ui.memory(|memory| memory.focused().is_none() && memory.is_above_modal_layer(layer));
    if caret.take_focus() || clicked || unfocused {
        response.request_focus();
    }
    if !response.has_focus() {
        caret.clear_pending();
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
        .rect_stroke(area.expand(3.0), 4.0, outline, StrokeKind::Outside);
    for event in ui.input(|input| input.events.clone()) {
        match event {
            Event::Text(text) => actions.extend(text.chars().map(SlotAction::Typed)),
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } if !modifiers.command && !modifiers.alt => {
                actions.push(SlotAction::Key(key, modifiers));
            }
            _ => {}
        }
    }
}
