//! Questions of parts that are no pages yet.

use std::path::PathBuf;

use egui::Context;

use crate::dialogs::{DISCARD, RESTORE, SAVE};
use crate::page::{Answer, Command, Question, known};
use crate::shell::app::Workbench;
use crate::world::Ask;

impl Workbench {
    pub(crate) fn plan_question(&self) -> Question {
        Question {
            by: Some(known::OPEN_PLAN),
            ask: Ask {
                title: "Open a plan",
                kinds: vec![("Plans", vec!["txt"]), ("All files", vec!["*"])],
                folder: self.cx.export_folder(),
                name: None,
            },
            typed_title: "Open plan",
            ..self.open_question()
        }
    }

    /// Takes an answer to a question of the shell.
    pub(crate) fn shell_answer(
        &mut self,
        ctx: &Context,
        command: Command,
        answer: Answer,
    ) -> Result<(), String> {
        match (command, answer) {
            (known::OPEN, Answer::File(path)) => self.try_open(&path)?,
            (known::SAVE_AS, Answer::File(path)) => self.save_to(ctx, &path)?,
            (known::SAVE_AS, Answer::None) => self.files.quit_after_save = false,
            (known::PASTE_TEXT, Answer::Text(text)) => self.open_text(&text)?,
            (known::RESTORE_RECOVERED, Answer::Button(RESTORE, index)) => self.restore(index),
            (known::RESTORE_RECOVERED, Answer::Button(DISCARD, index)) => {
                self.discard_leftover(index);
            }
            (known::QUIT, Answer::Button(SAVE, _)) => {
                self.files.quit_after_save = true;
                self.save(ctx);
            }
            (known::OPEN_PLAN, Answer::File(path)) => self.open_plan_file(&path)?,
            (known::PASTE_PLAN, Answer::Text(text)) => {
                self.open_plan(&text, crate::pages::plan::plans::PASTED)?;
            }
            _ => {}
        }
        Ok(())
    }
}
