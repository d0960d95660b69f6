//! A dialog: a question that needs an answer before work goes on, left with Escape.

use std::path::Path;

use egui::{
    Align, Button, Frame, Id, Key, Layout, Modal, Modifiers, Order, RichText, Role, Ui, WidgetInfo,
};

use super::cx::Cx;
use super::request::Request;
use crate::kit::theme::space;

/// A modal dialog. At most one is open.
pub trait Dialog {
    /// Shows it and says what came of it.
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer;

    /// Whether it waits for something in the background.
    fn is_busy(&self) -> bool {
        false
    }

    /// What it tried could not be done; says why and stays open.
    fn failed(&mut self, _error: String) {}

    /// A file was chosen for it, see [`Question::by`](super::request::Question::by).
    fn chosen(&mut self, _path: &Path, _cx: &mut Cx) {}
}

/// What came of a frame with a dialog.
pub enum DialogAnswer {
    /// It stays.
    Stay,
    /// It goes.
    Close,
    /// It goes if this can be done, and is told why if it cannot.
    Try(Request),
}

/// A dialog with a title; Escape and its cross close it. A click beside it does not: what is in it would be
/// lost by a slip of the hand.
pub fn window(
    ui: &Ui,
    title: &str,
    width: f32,
    content: impl FnOnce(&mut Ui) -> DialogAnswer,
) -> DialogAnswer {
    match shown(ui, ("dialog", title), width, content) {
        (_, true) => DialogAnswer::Close,
        (answer, false) => answer,
    }
}

/// The same with any content, for dialogs that pages keep themselves; what came of that, and whether the
/// person closed it.
pub fn modal<R>(ui: &Ui, title: &str, width: f32, content: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    // It may ask for a file by a dialog of the same title.
    shown(ui, ("dialog of a page", title), width, content)
}

fn shown<R>(
    ui: &Ui,
    (kind, title): (&'static str, &str),
    width: f32,
    content: impl FnOnce(&mut Ui) -> R,
) -> (R, bool) {
    let id = Id::unique((kind, title));
    let frame = Frame::popup(ui.style()).inner_margin(space::LARGE as i8);
    let mut crossed = false;
    // Below lists that drop down, which would else stay behind it if it was clicked in the same frame.
    let area = Modal::default_area(id).order(Order::Middle);
    let modal = Modal::new(id).area(area).frame(frame);
    let modal = modal.show(ui.ctx(), |ui| {
        ui.set_width(width.min(ui.ctx().content_rect().width() - 60.0));
        ui.horizontal(|ui| {
            ui.label(RichText::new(title).heading());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                crossed = cross(ui);
            });
        });
        ui.add_space(space::SMALL);
        // On its own, so that the height it sets is not that of the title, too.
        ui.vertical(content).inner
    });
    let escaped = || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let closed = crossed || modal.is_top_modal && !modal.any_popup_open && escaped();
    (modal.inner, closed)
}

/// The cross in the corner; whether it was clicked.
fn cross(ui: &mut Ui) -> bool {
    let button = Button::new("×").frame_when_inactive(false);
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Leave dialog"));
    response.on_hover_text("Close (Esc)").clicked()
}
