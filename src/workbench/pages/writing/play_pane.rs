//! The playable board next to the text. Moves are replayed after each change of the text. A list below shows the rules
//! that the last move applied, with the board after each.

use egui::{ScrollArea, Ui};

use crate::board::{Boards, PlayBoards};
use crate::game::{Language, RuleEffect, play};
use crate::kit::pane::Pane;
use crate::kit::theme::space;
use crate::page::Cx;

use super::sprite::SpriteField;

const MAX_STEPS: usize = 500;

#[derive(Default)]
pub(super) struct PlayPane {
    pub(super) boards: PlayBoards,
    step_boards: Boards,
    sprite: SpriteField,
    /// Level revision and number of moves that the steps belong to.
    key: Option<(u64, usize)>,
    steps: Vec<RuleEffect>,
    /// The step whose board is displayed.
    chosen: Option<usize>,
}

impl PlayPane {
    /// Shows the pane at the right. Returns the source line of a chosen rule.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        language: &'static dyn Language,
        caret_line: usize,
        cx: &mut Cx,
    ) -> Option<usize> {
        self.boards.update(&cx.document);
        self.update_steps(cx);
        let mut line = None;
        Pane::right("beside the rules", 380.0, 220.0..=900.0).show(ui, |ui| {
            line = self.steps(ui);
            self.sprite.show(ui, language, caret_line, cx);
            self.board(ui, cx);
        });
        line
    }

    /// Updates the steps of the last move.
    fn update_steps(&mut self, cx: &Cx) {
        let document = &cx.document;
        let moves = document.moves();
        let key = (document.revision(), moves.len());
        if self.key == Some(key) {
            return;
        }
        self.key = Some(key);
        self.chosen = None;
        self.steps.clear();
        if let Some((last, before)) = moves.split_last()
            && let Ok(position) = play(document.level().as_ref(), before)
        {
            self.steps = position.trace(last);
        }
    }

    fn steps(&mut self, ui: &mut Ui) -> Option<usize> {
        let mut line = None;
        Pane::bottom("rules that applied", 160.0, 60.0..=500.0).show(ui, |ui| {
            ui.add_space(space::SMALL);
            ui.horizontal_wrapped(|ui| {
                ui.strong("What the last move did");
                if self.chosen.is_some() && ui.button("Show the result").clicked() {
                    self.chosen = None;
                }
            });
            if self.steps.is_empty() {
                ui.weak("No rule has applied yet. Click the board and press an arrow key or X.");
                return;
            }
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    for (index, step) in self.steps.iter().enumerate().take(MAX_STEPS) {
                        let chosen = self.chosen == Some(index);
                        let text = format!("{}. {}", index + 1, step.text);
                        if ui.selectable_label(chosen, text).clicked() {
                            self.chosen = Some(index);
                            line = step.line;
                        }
                    }
                    if self.steps.len() > MAX_STEPS {
                        ui.weak(format!("and {} more", self.steps.len() - MAX_STEPS));
                    }
                });
        });
        line
    }

    fn board(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if let Some(step) = self.chosen.and_then(|index| self.steps.get(index)) {
            self.step_boards
                .show_marks(ui, step.position.as_ref(), &[], &[]);
            return;
        }
        let answer = self.boards.show(ui, &cx.document, &[], &[]);
        for (mv, at) in answer.moves {
            if let Some(error) = cx.make_move(&mv) {
                self.boards.refuse(ui.ctx(), at, &error);
            }
        }
    }
}
