//! A dialog: a question that needs an answer before work goes on, left with Escape.

use std::path::Path;

use egui::{Frame, Id, Modal, RichText, Ui};

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

/// A dialog with a title; Escape and a click beside it close it.
pub fn window(
    ui: &Ui,
    title: &str,
    width: f32,
    content: impl FnOnce(&mut Ui) -> DialogAnswer,
) -> DialogAnswer {
    let id = Id::unique(("dialog", title.to_owned()));
    let frame = Frame::popup(ui.style()).inner_margin(space::LARGE as i8);
    let modal = Modal::new(id).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(width.min(ui.ctx().content_rect().width() - 60.0));
        ui.label(RichText::new(title).heading());
        ui.add_space(space::SMALL);
        content(ui)
    });
    if modal.should_close() {
        DialogAnswer::Close
    } else {
        modal.inner
    }
}
