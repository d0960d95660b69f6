//! Questions of parts that are no pages yet.

use std::path::PathBuf;

use egui::Context;

use crate::dialogs::{DISCARD, RESTORE, SAVE};
use crate::page::{Answer, Command, Question, known};
use crate::shell::app::Workbench;
use crate::world::Ask;

impl Workbench {
    fn export_folder(&self) -> Option<PathBuf> {
        let levels = || self.cx.levels_folder().filter(|folder| folder.is_dir());
        self.exports.folder.clone().or_else(levels)
    }

    pub(crate) fn plan_question(&self) -> Question {
        Question {
            by: Some(known::OPEN_PLAN),
            ask: Ask {
                title: "Open a plan",
                kinds: vec![("Plans", vec!["txt"]), ("All files", vec!["*"])],
                folder: self.export_folder(),
                name: None,
            },
            typed_title: "Open plan",
            ..self.open_question()
        }
    }

    pub(crate) fn export_question(&self) -> Question {
        let export = self.exports.asked.as_ref();
        let kind = export.map(|export| export.kind);
        let folder = self.export_folder();
        let start = folder.clone().or_else(|| std::env::current_dir().ok());
        let name = export.map(|export| export.file_name.clone());
        Question {
            by: Some(known::EXPORT),
            save: true,
            ask: Ask {
                title: "Export",
                kinds: kind
                    .map(|(name, extension)| (name, vec![extension]))
                    .into_iter()
                    .collect(),
                folder,
                name: name.clone(),
            },
            start: start.unwrap_or_default().join(name.unwrap_or_default()),
            typed_title: "Export to",
            action: "Export",
            ..self.open_question()
        }
    }

    pub(crate) fn graph_question(&self) -> Question {
        let form = self
            .graph_form
            .unwrap_or(crate::pages::states::GraphForm::ALL[0]);
        let name = format!("{}-states.{}", self.cx.file_stem(), form.extension());
        Question {
            by: Some(known::STATES),
            save: true,
            ask: Ask {
                title: "Export the graph of states",
                kinds: vec![(form.name(), vec![form.extension()])],
                folder: self.export_folder(),
                name: Some(name.clone()),
            },
            start: self.cx.levels_folder().unwrap_or_default().join(name),
            typed_title: "Export to",
            action: "Export",
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
            (known::EXPORT, Answer::File(path)) => self.export_to(&path),
            (known::EXPORT, Answer::None) => self.exports.asked = None,
            (known::STATES, Answer::File(path)) => {
                if let Some(form) = self.graph_form {
                    self.export_graph(form, &path);
                }
            }
            _ => {}
        }
        Ok(())
    }
}
