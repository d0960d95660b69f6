//! The run of a plan that is a program.

use egui::Ui;

use super::run_pane::RunPane;
use crate::board::{CanvasState, MAX_PATH_STEPS, Player};
use crate::game::search::Budget;
use crate::game::{Cell, RunTimeline, play};
use crate::kit::fields::panel_frame;
use crate::kit::pane::Pane;
use crate::level_view::run_board;
use crate::page::Cx;
use crate::session::{PlanRecord, Task};

/// Initial size and range of the program's pane in points: width next to the board, height below it.
const PANE_WIDTH: (f32, std::ops::RangeInclusive<f32>) = (246.0, 160.0..=420.0);
const PANE_HEIGHT: (f32, std::ops::RangeInclusive<f32>) = (150.0, 80.0..=300.0);

#[derive(Default)]
pub(super) struct PlanRun {
    pub(super) task: Option<Task<Option<RunTimeline>>>,
    /// Displays how the program is written, rather than its run.
    pub(super) writing: bool,
    pub(super) canvas: CanvasState,
    pane: RunPane,
}

impl PlanRun {
    pub(super) fn start(&mut self, cx: &Cx, record: &PlanRecord) {
        let level = cx.document.level().clone();
        let mut moves = record.done.to_vec();
        moves.extend_from_slice(&record.moves);
        let work = move |_: &_| {
            let position = play(level.as_ref(), &moves).ok()?;
            let mut run = RunTimeline::new(position.as_program()?);
            // No limit: the rules bound every run.
            run.run_to_end(&Budget::default()).ok()?;
            Some(run)
        };
        self.task = Some(Task::start("run of the plan", &cx.wake, work));
    }

    pub(super) fn poll(&mut self, player: &mut Player) {
        match Task::result_of(&mut self.task) {
            None => {}
            Some(Ok(Some(run))) => player.load_run(run),
            Some(Ok(None) | Err(_)) => {
                log::error!("the plan could not be run");
                self.writing = true;
            }
        }
    }

    /// Switch between the run and the writing of the program.
    pub(super) fn mode_switch(&mut self, ui: &mut Ui) {
        ui.label("Watch");
        for (writing, name, tip) in [
            (false, "Run", "Watch the robot run the program"),
            (
                true,
                "Program steps",
                "Watch the program being written, command by command",
            ),
        ] {
            let button = ui.selectable_label(self.writing == writing, name);
            if button.on_hover_text(tip).clicked() {
                self.writing = writing;
            }
        }
    }

    /// Shows board and program, and advances a running playback. Returns the cell under the pointer.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &mut Cx, player: &mut Player) -> Option<Cell> {
        player.advance(ui.ctx());
        let run = player.run()?;
        let frame = panel_frame(ui);
        // The program is where the board remains larger.
        let room = ui.available_size();
        let [right, below] = [
            (room.x - PANE_WIDTH.0).min(room.y),
            room.x.min(room.y - PANE_HEIGHT.0),
        ];
        let pane = match right >= below {
            true => Pane::right("run", PANE_WIDTH.0, PANE_WIDTH.1),
            false => Pane::bottom("run below", PANE_HEIGHT.0, PANE_HEIGHT.1),
        };
        pane.frame(frame).show(ui, |ui| self.pane.show(ui, run));
        let path = match player.show_path {
            true => run.path(MAX_PATH_STEPS as u64),
            false => Vec::new(),
        };
        run_board(ui, cx, run.now(), &path, player.pace(), &mut self.canvas)
    }
}
