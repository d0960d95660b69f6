//! The plan that is watched, and the boards it is watched on.

use std::sync::Arc;

use egui::Ui;

use super::run::PlanRun;
use crate::board::{Boards, Canvas, CanvasState, LevelBoard, Overlays, Player, plan_boards};
use crate::game::{Cell, Move};
use crate::level_view::{ListingPanes, is_solid, level_marks, on_level_board, problems};
use crate::page::Cx;
use crate::session::{PlanRecord, Playback};

/// The plan that is watched.
#[derive(Default)]
pub(super) struct Watching {
    pub(super) player: Player,
    /// The plan that the player holds, and whether its run.
    held: Option<(Arc<[Move]>, bool)>,
    pub(super) run: PlanRun,
    boards: Boards,
    lists: ListingPanes,
    /// The level, as long as there is no program.
    level: CanvasState,
}

impl Watching {
    /// Whether there is a plan for the level as it is now.
    pub(super) fn has_plan(&self) -> bool {
        self.held.is_some()
    }

    /// Whether the run of the plan is being worked out.
    pub(super) fn is_busy(&self) -> bool {
        self.run.is_busy()
    }

    /// Zooms what is on screen.
    pub(super) fn zoom(&mut self, factor: Option<f32>) {
        if self.player.run().is_some() {
            self.run.canvas.zoom(factor);
        } else {
            self.boards.zoom(factor);
            self.level.zoom(factor);
        }
    }

    /// Brings the player in line with the document's plan.
    pub(super) fn follow(&mut self, cx: &Cx) {
        let Some(record) = cx.document.current_plan() else {
            if self.held.take().is_some() {
                self.player.unload();
                self.run.forget();
            }
            return;
        };
        let runs = cx.is_programmed() && !self.run.watches_writing();
        let same = |held: &(_, _)| Arc::ptr_eq(&held.0, &record.moves) && held.1 == runs;
        if self.held.as_ref().is_some_and(same) {
            return self.run.take_over(&mut self.player);
        }
        self.player.unload();
        self.run.forget();
        self.held = Some((record.moves.clone(), runs));
        if runs {
            self.run.work_out(cx, record);
        } else {
            self.load_moves(cx, record);
        }
    }

    fn load_moves(&mut self, cx: &Cx, record: &PlanRecord) {
        let report = record.report();
        let solution = report.and_then(|report| report.outcome.solution());
        let reasons = solution.map_or(Vec::new(), |solution| solution.reasons.clone());
        let moves = record.moves.to_vec();
        match Playback::new(cx.document.level(), &record.done, moves) {
            Ok(playback) => self.player.load(playback.with_reasons(reasons)),
            Err(error) => {
                self.held = None;
                log::error!("the plan does not fit its own level: {error}");
            }
        }
    }

    /// Shows the run, the plan, or the level if there is none; fills what is left of `ui`. Returns the
    /// cell under the pointer.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<Cell> {
        if self.player.run().is_some() {
            self.run.show(ui, cx, &mut self.player)
        } else if self.player.playback().is_some() {
            self.show_plan(ui, cx)
        } else if cx.is_programmed() {
            self.show_level(ui, cx)
        } else {
            self.show_start(ui, cx)
        }
    }

    fn show_plan(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<Cell> {
        let playback = self.player.playback()?;
        let done = cx.document.plan().map_or(&[][..], |plan| &plan.done);
        let made = &playback.moves()[..playback.at()];
        self.lists.follow(&cx.document, [done, made]);
        let Some(hidden) = self.lists.show(ui, cx, false) else {
            self.player.advance(ui.ctx());
            return None;
        };
        let marks = on_level_board(cx, problems(cx));
        let answer = plan_boards(ui, &mut self.boards, &mut self.player, &marks, hidden);
        answer.hovered.map(|(_, cell)| cell)
    }

    /// Where a plan would begin, laid out as it would be.
    fn show_start(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<Cell> {
        self.lists.follow(&cx.document, [&[], cx.document.moves()]);
        let hidden = self.lists.show(ui, cx, false)?;
        let marks = on_level_board(cx, level_marks(cx));
        let position = cx.document.position();
        let answer = self.boards.look_at(ui, position, &marks, hidden);
        answer.hovered.map(|(_, cell)| cell)
    }

    /// The level whose solutions are programs, without one.
    fn show_level(&mut self, ui: &mut Ui, cx: &Cx) -> Option<Cell> {
        let marks = level_marks(cx);
        let overlays = Overlays {
            marks: &marks,
            ..Overlays::default()
        };
        Canvas::new(&LevelBoard(cx.document.level().as_ref()))
            .overlays(overlays)
            .isometric(is_solid(cx))
            .show(ui, &mut self.level)
            .hovered
    }
}
