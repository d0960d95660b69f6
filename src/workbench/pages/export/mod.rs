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

use egui::{Context, Ui};

use crate::page::command::commands;
use crate::page::{CommandId, CommandState, Cx, Page, Reply, Work};

use self::files::{FileExports, PictureCopy};
use self::panel::ExportPanel;

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
    open: bool,
    panel: ExportPanel,
    files: FileExports,
    /// A picture being drawn for the clipboard.
    copying: Option<PictureCopy>,
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
                self.panel.on_open(cx);
                self.open = true;
            }
            COPY_TEXT => files::level_text(ctx, cx),
            COPY_LINE => files::level_line(ctx, cx),
            COPY_PICTURE => {
                let dark = ctx.theme() == egui::Theme::Dark;
                self.copying = Some(PictureCopy::start(cx, dark));
            }
            _ => {}
        }
    }

    fn poll(&mut self, ctx: &Context, cx: &mut Cx) {
        self.files.poll(cx);
        files::poll(&mut self.copying, ctx, cx);
    }

    fn overlay(&mut self, ui: &Ui, cx: &mut Cx) -> bool {
        if !self.open {
            return false;
        }
        let (action, closed) = self.panel.show(ui, cx);
        self.open &= !closed;
        match action {
            None => {}
            Some(panel::ExportAction::Save(export)) => {
                self.open = false;
                self.files.ask(export, cx);
            }
            Some(panel::ExportAction::Copy(picture)) => self.copying = Some(picture),
        }
        self.open
    }

    fn status(&mut self, ui: &mut Ui, _cx: &mut Cx) {
        self.files.progress(ui);
    }

    fn answer(
        &mut self,
        _command: CommandId,
        answer: Reply,
        _ctx: &Context,
        cx: &mut Cx,
    ) -> Result<(), String> {
        match answer {
            Reply::Export(export) => self.files.ask(export, cx),
            Reply::File(path) => self.files.write(&path, cx),
            // The user has cancelled the question.
            _ => self.files.drop_pending(),
        }
        Ok(())
    }

    fn work(&self) -> Work {
        Work::running(self.files.is_busy() || self.copying.is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use egui_kittest::Harness;

    use super::*;
    use crate::page::test_page::{LEVEL, TestPage, TestView, click, run, shows, wait_idle};
    use crate::page::{Export, Request};

    fn give_file(harness: &mut Harness<'_, TestPage<ExportPage>>, path: &Path) {
        let ctx = harness.ctx.clone();
        let test = harness.state_mut();
        let answer = Reply::File(path.to_owned());
        assert_eq!(test.page.answer(EXPORT, answer, &ctx, &mut test.cx), Ok(()));
        wait_idle(harness);
    }

    #[test]
    fn alone_it_asks_for_a_file_and_writes_the_level_there() {
        let mut harness = TestPage::open(ExportPage::default(), COMMANDS, LEVEL, TestView::Overlay);
        run(&mut harness, EXPORT);
        // Without a plan, the first exportable item is preselected.
        assert!(!shows(&harness, "Solve the level first"));
        click(&mut harness, "Format");
        click(&mut harness, "Plan as text");
        assert!(shows(&harness, "Solve the level first"));
        click(&mut harness, "Format");
        click(&mut harness, "Level as SVG");
        click(&mut harness, "Save as…");
        let Some(Request::ChooseFile(question)) = harness.state_mut().requests.pop() else {
            panic!("asks for a file");
        };
        assert_eq!((question.asker, question.save), (Some(EXPORT), true));
        assert_eq!(question.dialog.kinds, [("SVG", vec!["svg"])]);
        let path = harness.state().home().join("level.svg");
        give_file(&mut harness, &path);
        let text = std::fs::read_to_string(&path).expect("was written");
        assert!(text.starts_with("<svg"));
        let folder = harness.state().cx.facts.export_folder.clone();
        assert_eq!(folder.as_deref(), path.parent());
    }

    #[test]
    fn what_another_page_hands_over_is_written_without_the_window() {
        let mut harness = TestPage::open(ExportPage::default(), COMMANDS, LEVEL, TestView::Overlay);
        let path = harness.state().home().join("table.csv");
        let ctx = harness.ctx.clone();
        let test = harness.state_mut();
        let export = Export {
            name: "a table".to_owned(),
            file_name: "table.csv".to_owned(),
            kind: ("Comma-separated values", "csv"),
            work: Box::new(|_| Ok(b"a,b".to_vec())),
        };
        let asked = test
            .page
            .answer(EXPORT, Reply::Export(export), &ctx, &mut test.cx);
        assert_eq!(asked, Ok(()));
        give_file(&mut harness, &path.with_extension(""));
        assert_eq!(std::fs::read(&path).expect("has its extension"), b"a,b");
        assert!(!harness.state().page.open);
    }
}
