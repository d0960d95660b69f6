//! Windows of dialogs, which are questions that need an answer before work goes on. Escape closes them.

use egui::{
    Align, Button, Frame, Id, Key, Layout, Modal, Modifiers, Order, RichText, Role, Ui, Vec2,
};

use super::cx::{DialogAnswer, Request};
use crate::kit::fields::{buttons, set_name};
use crate::kit::theme::space;

/// A titled dialog, closed by Escape and its cross but not by a click outside, which could lose input by accident.
pub fn window(
    ui: &Ui,
    title: &str,
    width: f32,
    content: impl FnOnce(&mut Ui) -> DialogAnswer,
) -> DialogAnswer {
    let (answer, closed) = show_modal(ui, ("dialog", title), width, content);
    if closed { DialogAnswer::Close } else { answer }
}

/// Like [`window`], for dialogs of pages. Returns the content's result and whether the user closed it.
pub fn modal<R>(ui: &Ui, title: &str, width: f32, content: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    // The id differs from that of [`window`]: it may open a file dialog with the same title.
    show_modal(ui, ("dialog of a page", title), width, content)
}

fn show_modal<R>(
    ui: &Ui,
    (kind, title): (&'static str, &str),
    width: f32,
    content: impl FnOnce(&mut Ui) -> R,
) -> (R, bool) {
    let id = Id::unique((kind, title));
    let frame = Frame::popup(ui.style()).inner_margin(space::LARGE as i8);
    let mut close_clicked = false;
    // Below drop-down lists, which would otherwise end up behind the dialog if it was clicked in the same frame.
    let area = Modal::default_area(id).order(Order::Middle);
    let modal = Modal::new(id).area(area).frame(frame);
    let modal = modal.show(ui.ctx(), |ui| {
        let room = ui.ctx().content_rect().size() - Vec2::splat(60.0);
        ui.set_width(width.min(room.x));
        // The area remembers its size, also from when the window was larger.
        ui.set_max_height(ui.available_height().min(room.y));
        ui.horizontal(|ui| {
            ui.label(RichText::new(title).heading());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                close_clicked = close_button(ui);
            });
        });
        ui.add_space(space::SMALL);
        // A layout of its own, so that the content's height does not affect the title.
        ui.vertical(content).inner
    });
    let escape = || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let closed = close_clicked || modal.is_top_modal && !modal.any_popup_open && escape();
    (modal.inner, closed)
}

/// Buttons of a dialog: those added and, to the left of them, Cancel. Returns the answer of the pressed one.
pub fn answer_buttons(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> Option<Request>) -> DialogAnswer {
    buttons(ui, |ui| {
        let request = add(ui);
        let closes = ui.button("Cancel").clicked();
        request.map_or(DialogAnswer::close_if(closes), DialogAnswer::Try)
    })
}

/// Close button in the corner. Returns whether it was clicked.
fn close_button(ui: &mut Ui) -> bool {
    let response = ui.add(Button::new("×").frame_when_inactive(false));
    set_name(&response, Role::Button, "Leave dialog");
    response.on_hover_text("Close (Esc)").clicked()
}
