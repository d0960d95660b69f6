//! The displayed plan and its boards; the reason for the displayed step, computed by the game if the solver gave none.

use std::sync::Arc;
use std::time::Duration;

use egui::Ui;

use super::run::PlanRun;
use crate::board::{
    BoardScene, BoardSource, Boards, Canvas, CanvasState, Overlays, Player, plan_boards,
};
use crate::game::{Cell, Move, MoveReason, PlanStep};
use crate::level_view::{ListingPanes, level_marks, on_level_board, problem_marks};
use crate::page::Cx;
use crate::search::Budget;
use crate::session::{LatestTask, PlanRecord, Playback, Task};

/// Time to search for a reason.
const REASON_TIME_LIMIT: Duration = Duration::from_secs(2);
/// Steps at shorter intervals, in seconds, are not explained, since nobody could read the reason.
const MIN_EXPLAINED_INTERVAL: f32 = 0.7;

#[derive(Default)]
pub(super) struct PlanViewer {
    pub(super) player: Player,
    /// The plan loaded into the player, and whether as a run.
    loaded: Option<(Arc<[Move]>, bool)>,
    pub(super) run: PlanRun,
    boards: Boards,
    lists: ListingPanes,
    /// Canvas for the level, while there is no program.
    level_canvas: CanvasState,
}

impl PlanViewer {
    pub(super) fn has_plan(&self) -> bool {
        self.loaded.is_some()
    }

    pub(super) fn zoom(&mut self, factor: Option<f32>) {
        if self.player.run().is_some() {
            self.run.canvas.zoom(factor);
        } else {
            self.boards.canvas().zoom(factor);
            self.level_canvas.zoom(factor);
        }
    }

    /// Updates the player to the document's plan.
    pub(super) fn follow(&mut self, cx: &Cx) {
        let Some(record) = cx.document.current_plan() else {
            if self.loaded.take().is_some() {
                self.player.unload();
                self.run.task = None;
            }
            return;
        };
        let as_run = cx.is_programmed() && !self.run.writing;
        let same = |(moves, is_run): &(Arc<[Move]>, bool)| {
            Arc::ptr_eq(moves, &record.moves) && *is_run == as_run
        };
        if self.loaded.as_ref().is_some_and(same) {
            return self.run.poll(&mut self.player);
        }
        self.player.unload();
        self.run.task = None;
        self.loaded = Some((record.moves.clone(), as_run));
        if as_run {
            self.run.start(cx, record);
        } else {
            self.load_moves(cx, record);
        }
    }

    fn load_moves(&mut self, cx: &Cx, record: &PlanRecord) {
        // Solvers of games with a cursor count its way.
        let mut options = cx.solvers().iter().flat_map(|solver| solver.info().options);
        self.player.has_cursor = options.any(|option| option.fact.is_some());
        let report = record.report();
        let solution = report.and_then(|report| report.outcome.solution());
        let reasons = solution.map_or(Vec::new(), |solution| solution.reasons.clone());
        let moves = record.moves.to_vec();
        match Playback::new(cx.document.level(), &record.done, moves) {
            Ok(playback) => self.player.load(playback.with_reasons(reasons)),
            Err(error) => {
                self.loaded = None;
                log::error!("the plan does not fit its own level: {error}");
            }
        }
    }

    /// Shows the run, the plan, or the level if there is none. Returns the cell under the pointer.
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
        let played = &playback.moves()[..playback.at()];
        self.lists.update(&cx.document, [done, played]);
        let Some(hidden) = self.lists.show(ui, cx, false) else {
            self.player.advance(ui.ctx());
            return None;
        };
        let marks = on_level_board(cx, problem_marks(cx));
        let answer = plan_boards(ui, &mut self.boards, &mut self.player, &marks, hidden);
        answer.hovered.map(|(_, cell)| cell)
    }

    /// Shows the position in which a plan would begin.
    fn show_start(&mut self, ui: &mut Ui, cx: &mut Cx) -> Option<Cell> {
        self.lists.update(&cx.document, [&[], cx.document.moves()]);
        let playable = false;
        let hidden = self.lists.show(ui, cx, playable)?;
        let marks = on_level_board(cx, level_marks(cx));
        let scene = BoardScene {
            marks: &marks,
            hidden,
            ..BoardScene::default()
        };
        let answer = self.boards.show(ui, cx.document.position(), &scene);
        answer.hovered.map(|(_, cell)| cell)
    }

    /// Shows a level whose solutions are programs, without a program.
    fn show_level(&mut self, ui: &mut Ui, cx: &Cx) -> Option<Cell> {
        let marks = level_marks(cx);
        let overlays = Overlays {
            marks: &marks,
            ..Overlays::default()
        };
        let board = BoardSource::from_level(cx.document.level().as_ref());
        let canvas = Canvas {
            overlays,
            isometric: cx.settings.boards.isometric,
            ..Canvas::new(&board)
        };
        canvas.show(ui, &mut self.level_canvas).hovered
    }
}

/// Search for a reason, by the level's revision and the number of moves made.
pub(super) type ReasonSearch = LatestTask<(u64, usize), Option<MoveReason>>;

/// Searches the reason for the last step in the background, and passes it to the player once it is found.
pub(super) fn follow_reasons(search: &mut ReasonSearch, cx: &Cx, player: &mut Player) {
    let is_fast = player.is_playing() && player.interval() < MIN_EXPLAINED_INTERVAL;
    let (Some(playback), Some(record)) = (player.playback(), cx.document.current_plan()) else {
        return;
    };
    let last = playback.at().checked_sub(1);
    let last = last.filter(|last| !is_fast && playback.reason(*last).is_none());
    let (Some(last), Some(game)) = (last, cx.document.game()) else {
        return;
    };
    let key = (cx.document.revision(), last);
    search.request(key, |_| {
        let level = cx.document.level().clone();
        let done = [&record.done[..], &playback.moves()[..last]].concat();
        let plan = playback.moves()[last..].to_vec();
        Task::start("search for a reason", &cx.wake, move |stop| {
            let step = PlanStep {
                level: level.as_ref(),
                done: &done,
                plan: &plan,
            };
            let budget = Budget::default().with_cancel(stop.clone());
            game.reason(&step, &budget.with_time(REASON_TIME_LIMIT))
        })
    });
    search.poll();
    if search.is_for(&key)
        && let Some(Ok(Some(reason))) = search.value()
    {
        player.explain(last, reason.clone());
    }
}
