//! Export of pictures, animations and texts to files or the clipboard.
//!
//! | file | contents |
//! |---|---|
//! | `files` | exports to files, which other pages can request too, and to the clipboard |
//! | `panel` | the dialog for choosing an export |
//! | `work` | exportable items and formats; building an export |

mod files;
mod panel;
mod work;

use egui::{ColorImage, Context, Ui};

use crate::export::BoardStyle;
use crate::page::command::commands;
use crate::page::{CommandId, CommandState, Cx, Page, PageInput, Reply, Work};
use crate::session::Task;

use self::files::FileExports;
use self::work::{ExportItem, PictureOptions};

commands! {
    File {
        110 EXPORT "Export…" "Save the plan or the level as a picture, an animation or text" [ctrl_shift(Key::E)];
        115 SHOW_EXPORT "Show in folder" "Show the last export in the file manager" [];
        200 COPY_TEXT "Copy level as text" "Copy the level's plain text, to share it" [];
        205 COPY_LINE "Copy level as game ID" "Copy the level as one line, to send it in a message" [];
        210 COPY_PICTURE "Copy level as picture" "Copy a picture of the level" [];
    }
}

const TITLE: &str = "Export";

#[derive(Default)]
pub struct ExportPage {
    /// The dialog is open.
    open: bool,
    /// `None` for the game's default.
    chosen: Option<ExportItem>,
    options: PictureOptions,
    files: FileExports,
    /// A picture being drawn for the clipboard.
    copying: Option<Task<Result<ColorImage, String>>>,
}

impl Page for ExportPage {
    fn state(&self, command: CommandId, cx: &Cx) -> CommandState {
        let enabled = command != SHOW_EXPORT || cx.facts.export_folder.is_some();
        CommandState::when(enabled, "Nothing has been exported yet")
    }

    fn run(&mut self, command: CommandId, ctx: &Context, cx: &mut Cx) {
        match command {
            SHOW_EXPORT => {
                let folder = cx.facts.export_folder.as_deref();
                if let Some(Err(error)) = folder.map(|it| cx.world.dialogs.show_folder(it)) {
                    cx.messages.fail(error);
                }
            }
            EXPORT => {
                // Drops an earlier choice that cannot be exported now.
                let item = self.item(cx);
                self.chosen.take_if(|_| work::check(item, cx).is_err());
                self.open = true;
            }
            COPY_TEXT => {
                ctx.copy_text(cx.document.level().to_text());
                cx.messages.status("Copied the level's text.");
            }
            COPY_LINE => files::level_line(ctx, cx),
            COPY_PICTURE => {
                let style = BoardStyle {
                    dark: ctx.theme() == egui::Theme::Dark,
                    letters: cx.settings.boards.letters,
                    ..BoardStyle::default()
                };
                self.copying = Some(files::copy_picture(cx, style));
            }
            _ => {}
        }
    }

    fn poll(&mut self, ctx: &Context, cx: &mut Cx) {
        self.files.poll(cx);
        match Task::outcome_of(&mut self.copying) {
            None => {}
            Some(Ok(picture)) => {
                ctx.copy_image(picture);
                cx.messages.status("Copied the level's picture.");
            }
            Some(Err(error)) => cx.messages.fail(error),
        }
    }

    fn overlay(&mut self, ui: &Ui, cx: &mut Cx) -> bool {
        self.open = self.open && self.dialog(ui, cx);
        self.open
    }

    fn status(&mut self, ui: &mut Ui, _cx: &mut Cx) {
        self.files.progress(ui);
    }

    fn accept(&mut self, input: PageInput<'_>, cx: &mut Cx) -> Option<Result<(), String>> {
        let PageInput::Answer(_, answer) = input else {
            return None;
        };
        match answer {
            Reply::Export(export) => self.files.ask(export, cx),
            Reply::File(path) => self.files.write(&path, cx),
            _ => self.files.pending = None,
        }
        Some(Ok(()))
    }

    fn work(&self) -> Option<Work> {
        (!self.files.running.is_empty() || self.copying.is_some()).then_some(Work::Running)
    }
}
