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
