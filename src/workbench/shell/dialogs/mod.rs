//! Questions that need an answer before work goes on, each small and left with Escape.

mod beside;
mod blanks;
mod generate;
mod help;
mod new;
mod path;
mod quit;
mod settings;

pub use beside::Beside;
pub use blanks::BlanksDialog;
pub use generate::Generating;
pub use new::NewDialog;
pub use path::{PasteDialog, PathDialog, ReplaceDialog};
pub use quit::QuitDialog;

use egui::{Button, Frame, Id, Modal, Response, RichText, ScrollArea, Ui};

use crate::shell::app::Workbench;
use crate::pages::import::ImportDialog;
use crate::kit::theme::{self, space};

/// The open dialog.
pub enum Dialog {
    /// A new level.
    New(NewDialog),
    /// A path to open or to save to.
    Path(PathDialog),
    /// Whether a file may be replaced.
    Replace(ReplaceDialog),
    /// A level's text.
    Paste(PasteDialog),
    /// Settings.
    Settings,
    /// All keys.
    Shortcuts,
    /// The rules of the game.
    Rules,
    /// Version and licence.
    About,
    /// What is to become of unsaved work.
    Quit(QuitDialog),
    /// Unsaved levels of an earlier run.
    Recovered,
    /// What the open board may have been before its blanks were lost.
    Blanks(Box<BlanksDialog>),
    /// A level from a picture.
    Import(Box<ImportDialog>),
}

/// What came of a frame with a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogAnswer {
    /// It stays.
    Stay,
    /// It goes.
    Close,
}

impl Workbench {
    /// Whether the open dialog waits for something in the background.
    pub(crate) fn dialog_is_busy(&self) -> bool {
        match &self.dialog {
            Some(Dialog::Path(path)) => path.is_fetching(),
            Some(Dialog::Blanks(blanks)) => blanks.is_busy(),
            _ => false,
        }
    }

    /// Shows the open dialog, if any.
    pub(crate) fn show_dialog(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.dialog.take() else {
            return;
        };
        let answer = match &mut dialog {
            Dialog::New(new) => self.new_dialog(ui, new),
            Dialog::Path(path) => self.show_path_dialog(ui, path),
            Dialog::Replace(replace) => self.replace_dialog(ui, replace),
            Dialog::Paste(paste) => self.paste_dialog(ui, paste),
            Dialog::Settings => self.settings_dialog(ui),
            Dialog::Shortcuts => help::shortcuts(ui),
            Dialog::Rules => help::rules(ui, self.document.game()),
            Dialog::About => help::about(ui),
            Dialog::Quit(quit) => self.quit_dialog(ui, quit),
            Dialog::Recovered => self.recovered_dialog(ui),
            Dialog::Blanks(blanks) => self.blanks_dialog(ui, blanks),
            Dialog::Import(import) => self.import_dialog(ui, import),
        };
        // Unless the answer was to open another one.
        if answer == DialogAnswer::Stay && self.dialog.is_none() {
            self.dialog = Some(dialog);
        }
    }
}

/// A dialog with a title; Escape and a click beside it close it.
pub(crate) fn window(
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

/// A row of buttons at the lower right, written from right to left.
pub(crate) fn buttons(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.add_space(space::MEDIUM);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), add);
}

/// The button that does what the dialog is for; Enter presses it.
pub(crate) fn primary(ui: &mut Ui, text: &str, enabled: bool) -> bool {
    let response = primary_button(ui, text, enabled);
    // With the focus on another button, Enter presses that one.
    let free = ui.memory(|memory| memory.focused().is_none()) || ui.text_edit_focused();
    let enter = enabled
        && free
        && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
    response.clicked() || enter
}

/// A button in the colour of the main thing to do.
pub(crate) fn primary_button(ui: &mut Ui, text: &str, enabled: bool) -> Response {
    let colors = theme::colors(ui);
    let button = if enabled {
        Button::new(RichText::new(text).color(colors.on_accent)).fill(colors.accent)
    } else {
        Button::new(text)
    };
    ui.add_enabled(enabled, button)
}

/// A list that scrolls if it must.
pub(crate) fn list(ui: &mut Ui, height: f32, add: impl FnOnce(&mut Ui)) {
    let height = height.min(ui.ctx().content_rect().height() - 180.0);
    // A window remembers its last size, which must not make the list smaller than it may be.
    ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink([false, true])
        .show(ui, add);
}

/// What is wrong, in place.
pub(crate) fn problem(ui: &mut Ui, text: &str) {
    let colors = theme::colors(ui);
    ui.add_space(space::TIGHT);
    ui.add(egui::Label::new(RichText::new(text).color(colors.bad)).wrap());
}
