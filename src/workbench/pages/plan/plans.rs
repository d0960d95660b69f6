//! Plans that no solver made: what was played by hand, and what is read from a text.

use crate::page::known;
use std::path::Path;

use egui::Context;

use crate::game::{MoveError, read_attempt};
use crate::games::load::MAX_BYTES;
use crate::session::PlanSource;

use crate::kit::answer;
use crate::kit::fields::strip;
use crate::page::messages::Weight;
use crate::shell::app::Workbench;

impl Workbench {
    /// Takes the moves made by hand as the level's plan.
    pub(crate) fn use_my_moves(&mut self) {
        let moves = self.cx.document.moves().to_vec();
        let name = "Use my moves as plan";
        match self.cx.document.take_attempt(name, moves, PlanSource::Hand) {
            Ok(()) => {
                self.cx.tab = known::PLAN;
                self.cx.messages.status("Your moves are the plan now.");
            }
            Err(error) => self.cx.messages.toast(Weight::Bad, format!("{error}.")),
        }
    }

    /// Takes so many of the plan's moves, at most all, as the person's own.
    pub(crate) fn continue_by_hand(&mut self, count: usize) {
        let Some(record) = self.cx.document.plan() else {
            return;
        };
        let mut moves = record.done.to_vec();
        moves.extend(record.moves.iter().take(count).cloned());
        match self.cx.document.set_moves("Play on from the plan", moves) {
            Ok(()) => self.cx.tab = known::PLAY,
            Err(error) => self.cx.messages.toast(Weight::Bad, format!("{error}.")),
        }
    }

    /// Puts the plan on the clipboard.
    pub(crate) fn copy_plan(&mut self, ctx: &Context) {
        if let Some(record) = self.cx.document.plan() {
            ctx.copy_text(record.text());
            self.cx.messages.status("The plan is on the clipboard.");
        }
    }

    /// Opens the plan in a file.
    ///
    /// # Errors
    /// When the file cannot be read or its first line is no move of the open level.
    pub(crate) fn open_plan_file(&mut self, path: &Path) -> Result<(), String> {
        let name = path.file_name().map_or_else(
            || path.display().to_string(),
            |name| name.to_string_lossy().into_owned(),
        );
        let text = self.plan_file(path)?;
        self.open_plan(&text, &name)
    }

    fn plan_file(&self, path: &Path) -> Result<String, String> {
        let read = self.cx.world.disk.read(path, MAX_BYTES as u64);
        let bytes = read.map_err(|error| format!("{} cannot be read: {error}.", path.display()))?;
        String::from_utf8(bytes).map_err(|_| format!("{} is not a text file.", path.display()))
    }

    /// Whether a text is a plan of the open level rather than a broken level: it begins with a
    /// possible move, and every line looks like one.
    fn looks_like_plan(&self, text: &str) -> bool {
        read_attempt(self.cx.document.level().as_ref(), text).is_ok_and(|attempt| {
            let error = attempt.wrong.map(|wrong| wrong.error);
            !attempt.moves.is_empty() && !matches!(error, Some(MoveError::Syntax { .. }))
        })
    }

    /// Opens a file that holds no level as a plan of the open one, if it looks like that.
    pub(crate) fn opened_as_plan(&mut self, path: &Path) -> bool {
        let text = self.plan_file(path);
        text.is_ok_and(|text| self.looks_like_plan(&text)) && self.open_plan_file(path).is_ok()
    }

    /// Takes a pasted text as a plan, if it looks like one.
    pub(crate) fn pasted_as_plan(&mut self, text: &str) -> bool {
        matches!(self.cx.tab, known::PLAY | known::PLAN)
            && self.looks_like_plan(text)
            && self.open_plan(text, PASTED).is_ok()
    }

    /// Takes a plan from its text. The moves before a line that the rules refuse are kept; which
    /// line and why is told.
    ///
    /// # Errors
    /// When there is no move to keep.
    pub(crate) fn open_plan(&mut self, text: &str, name: &str) -> Result<(), String> {
        let level = self.cx.document.level().clone();
        let attempt = read_attempt(level.as_ref(), text).map_err(|errors| {
            let first = errors.first().map(ToString::to_string);
            format!("{name}, {}.", first.unwrap_or_default())
        })?;
        let wrong = attempt.wrong.map(|wrong| format!("{name}, {wrong}."));
        let moves = attempt.moves.len();
        if moves == 0 {
            return Err(wrong.unwrap_or_else(|| format!("There is no move in {name}.")));
        }
        let source = PlanSource::Text(name.to_owned());
        self.cx
            .document
            .take_attempt("Open plan", attempt.moves, source)
            .map_err(|error| answer::sentence(&error.to_string()))?;
        self.cx.start_page = false;
        self.cx.tab = known::PLAN;
        if attempt.solved {
            self.cx.mark_solved(&level);
        }
        let moves = answer::cost(moves as i64, "moves");
        match wrong {
            Some(wrong) => {
                let text = format!("{wrong} The {moves} before it are the plan.");
                self.cx.messages.toast(Weight::Warn, text);
            }
            None => {
                let text = format!("Opened the plan from {name}: {moves}.");
                self.cx.messages.status(text);
            }
        }
        Ok(())
    }

    /// On a plan that no solver made: whose it is and how far it gets.
    pub(crate) fn attempt_strip(&mut self, ui: &mut egui::Ui) {
        let Some(record) = self.cx.document.current_plan() else {
            return;
        };
        let whose = match &record.source {
            PlanSource::Solver(_) => return,
            PlanSource::Hand => "Your own moves".to_owned(),
            PlanSource::Text(name) => format!("The plan from {name}"),
        };
        let end = if record.solved {
            "the puzzle is solved after them"
        } else {
            "the puzzle is not solved after them"
        };
        let moves = answer::cost(record.moves.len() as i64, "moves");
        strip(ui, |ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                self.cx.button(ui, known::SAVE_PLAN);
                self.cx.button(ui, known::CONTINUE_BY_HAND);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let text = format!("{whose}: {moves}; {end}.");
                    ui.add(egui::Label::new(text).truncate());
                });
            });
        });
    }
}

/// Name of a plan that was pasted, in messages.
pub(crate) const PASTED: &str = "the pasted text";
