//! The run of a plan that is a program.

use egui::{Frame, Margin, Ui};

use super::run_pane::RunPane;
use crate::board::{CanvasState, Overlays, PATH_STEPS, Player, RunBoard};
use crate::game::search::Budget;
use crate::game::{Cell, Run, play};
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::level_view::{is_solid, problems, view_switch};
use crate::page::Cx;
use crate::session::{PlanRecord, Task};

/// Width in points from which the program is next to the board rather than below it.
const BESIDE: f32 = 520.0;

/// Initial size and range of the program's pane in points: width next to the board, height below it.
const WIDTH: (f32, std::ops::RangeInclusive<f32>) = (246.0, 160.0..=420.0);
const HEIGHT: (f32, std::ops::RangeInclusive<f32>) = (150.0, 80.0..=300.0);

#[derive(Default)]
pub(super) struct PlanRun {
    working: Option<Task<Option<Run>>>,
    /// Displays how the program is written, rather than its run.
    writing: bool,
    pub(super) canvas: CanvasState,
    pane: RunPane,
}

impl PlanRun {
    pub(super) fn is_busy(&self) -> bool {
        self.working.is_some()
    }

    /// Returns whether the display shows how the program is written, rather than its run.
    pub(super) fn watches_writing(&self) -> bool {
        self.writing
    }

    /// Cancels the computation, because the plan has changed.
    pub(super) fn forget(&mut self) {
        self.working = None;
    }

    pub(super) fn work_out(&mut self, cx: &Cx, record: &PlanRecord) {
        let level = cx.document.level().clone();
        let mut moves = record.done.to_vec();
        moves.extend_from_slice(&record.moves);
        let work = move |_: &_| {
            let position = play(level.as_ref(), &moves).ok()?;
            let mut run = Run::of(position.as_program()?);
            // No limit: the rules bound every run.
            run.run_to_end(&Budget::default()).ok()?;
            Some(run)
        };
        self.working = Some(Task::start("run of the plan", &cx.wake, work));
    }

    /// Passes a computed run to the player.
    pub(super) fn take_over(&mut self, player: &mut Player) {
        match Task::end_of(&mut self.working) {
            None => {}
            Some(Ok(Some(run))) => player.load_run(run),
            Some(Ok(None) | Err(_)) => {
                log::error!("the plan could not be run");
                self.writing = true;
            }
        }
    }

    /// Switch between the run and the writing of the program.
    pub(super) fn choice(&mut self, ui: &mut Ui) {
        ui.label("Watch");
        for (writing, name, tip) in [
            (false, "Run", "The robot runs the program"),
            (
                true,
                "Program steps",
                "Show how the program is written, move by move",
            ),
        ] {
            let button = ui.selectable_label(self.writing == writing, name);
            if button.on_hover_text(tip).clicked() {
                self.writing = writing;
            }
        }
    }

    /// Shows board and program in the remaining space, and advances the run if it is playing. Returns the cell under
    /// the pointer.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &mut Cx, player: &mut Player) -> Option<Cell> {
        player.advance(ui.ctx());
        let run = player.run()?;
        let frame = Frame::new()
            .fill(theme::colors(ui).panel)
            .inner_margin(Margin::same(space::PANEL));
        if ui.available_width() >= BESIDE {
            Pane::right("run", WIDTH.0, WIDTH.1)
                .frame(frame)
                .show(ui, |ui| self.pane.show(ui, run));
        } else {
            Pane::bottom("run below", HEIGHT.0, HEIGHT.1)
                .frame(frame)
                .show(ui, |ui| self.pane.show(ui, run));
        }
        self.board(ui, cx, player)
    }

    fn board(&mut self, ui: &mut Ui, cx: &mut Cx, player: &Player) -> Option<Cell> {
        let run = player.run()?;
        let path = match player.show_path {
            true => run.path(PATH_STEPS as u64),
            false => Vec::new(),
        };
        let marks = problems(cx);
        let overlays = Overlays {
            marks: &marks,
            path: &path,
            ..Overlays::default()
        };
        let board = RunBoard {
            level: cx.document.level().as_ref(),
            run: run.now(),
        };
        let canvas = &mut self.canvas;
        let output = board.show(ui, overlays, player.pace(), is_solid(cx), canvas);
        view_switch(ui, cx, output.response.rect);
        output.hovered
    }
}
