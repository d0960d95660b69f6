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
pub use path::{PathDialog, ReplaceDialog};
pub use quit::QuitDialog;

use egui::Ui;

use crate::page::DialogAnswer;
use crate::pages::import::ImportDialog;
use crate::shell::app::Workbench;

/// The open dialog.
pub enum Dialog {
    /// A new level.
    New(NewDialog),
    /// A path to open or to save to.
    Path(PathDialog),
    /// Whether a file may be replaced.
    Replace(ReplaceDialog),
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
    /// A page's own.
    Page(Box<dyn crate::page::Dialog>),
}

impl Workbench {
    /// Whether the open dialog waits for something in the background.
    pub(crate) fn dialog_is_busy(&self) -> bool {
        match &self.dialog {
            Some(Dialog::Path(path)) => path.is_fetching(),
            Some(Dialog::Blanks(blanks)) => blanks.is_busy(),
            Some(Dialog::Page(page)) => page.is_busy(),
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
            Dialog::Settings => self.settings_dialog(ui),
            Dialog::Shortcuts => help::shortcuts(ui, &self.cx.commands),
            Dialog::Rules => help::rules(ui, self.cx.document.game()),
            Dialog::About => help::about(ui),
            Dialog::Quit(quit) => self.quit_dialog(ui, quit),
            Dialog::Recovered => self.recovered_dialog(ui),
            Dialog::Blanks(blanks) => self.blanks_dialog(ui, blanks),
            Dialog::Import(import) => self.import_dialog(ui, import),
            Dialog::Page(page) => page.show(ui, &mut self.cx),
        };
        // Unless the answer was to open another one.
        let stays = match (answer, &mut dialog) {
            (DialogAnswer::Stay, _) => true,
            (DialogAnswer::Close, _) => false,
            (DialogAnswer::Try(request), dialog) => match self.carry_out_one(ui.ctx(), request) {
                Ok(()) => false,
                Err(error) => {
                    if let Dialog::Page(page) = dialog {
                        page.failed(error);
                    }
                    true
                }
            },
        };
        if stays && self.dialog.is_none() {
            self.dialog = Some(dialog);
        }
    }
}
