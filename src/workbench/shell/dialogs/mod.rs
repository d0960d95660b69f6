//! The open dialog.

mod beside;

pub use beside::Beside;

use egui::Ui;

use crate::page::DialogAnswer;
use crate::shell::app::Workbench;

impl Workbench {
    /// Whether the open dialog waits for something in the background.
    pub(crate) fn dialog_is_busy(&self) -> bool {
        self.dialog.as_ref().is_some_and(|dialog| dialog.is_busy())
    }

    /// Shows the open dialog, if any.
    pub(crate) fn show_dialog(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.dialog.take() else {
            return;
        };
        let stays = match dialog.show(ui, &mut self.cx) {
            DialogAnswer::Stay => true,
            DialogAnswer::Close => false,
            DialogAnswer::Try(request) => match self.carry_out_one(ui.ctx(), request) {
                Ok(()) => false,
                Err(error) => {
                    dialog.failed(error);
                    true
                }
            },
        };
        // Unless the answer was to open another one.
        if stays && self.dialog.is_none() {
            self.dialog = Some(dialog);
        }
    }
}
