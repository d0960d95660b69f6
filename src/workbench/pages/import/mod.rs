//! The command that imports a level from a picture.

use std::path::Path;

use egui::Context;

use crate::import::ImportDialog;
use crate::page::command::commands;
use crate::page::{CommandId, CommandInfo, Cx, Page, Request};

commands! {
    File {
        25 IMPORT_PICTURE "Import picture…" "Read a level from a screenshot" [ctrl(Key::I)];
    }
}

/// The page, which has only a command.
#[derive(Default)]
pub struct ImportPage;

impl Page for ImportPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn run(&mut self, _command: CommandId, _ctx: &Context, cx: &mut Cx) {
        let dialog = ImportDialog::from_file(Path::new(""), cx);
        cx.send(Request::OpenDialog(Box::new(dialog)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::test_page::{TestPage, TestView, run};

    #[test]
    fn alone_it_asks_for_its_dialog() {
        let level = "logo\n\n...\n.1.\n...\n";
        let mut harness = TestPage::open(ImportPage, level, TestView::Overlay);
        run(&mut harness, IMPORT_PICTURE);
        assert!(matches!(
            harness.state().requests[..],
            [Request::OpenDialog(_)]
        ));
    }
}
