//! The board of a level during a program run.

use egui::Ui;

use crate::game::{BoardInfo, Cell, CellStyle, Execution, Level};

use super::access::AccessText;
use super::canvas::{Canvas, CanvasOutput};
use super::overlay::{Overlays, StepOverlay};
use super::source::BoardSource;
use super::state::CanvasState;

pub struct RunBoard<'a> {
    pub level: &'a dyn Level,
    pub run: &'a dyn Execution,
}

impl BoardSource for RunBoard<'_> {
    fn info(&self) -> BoardInfo {
        self.level.board()
    }

    fn style(&self, cell: Cell) -> CellStyle {
        self.run.style(cell)
    }

    fn has_heights(&self) -> bool {
        self.level.has_heights()
    }
}

impl RunBoard<'_> {
    /// Shows the board, filling the rest of `ui`. `pace` is the time between automatic steps, in seconds.
    pub fn show(
        &self,
        ui: &mut Ui,
        overlays: Overlays<'_>,
        pace: Option<f32>,
        solid: bool,
        canvas: &mut CanvasState,
    ) -> CanvasOutput {
        let target = self.run.shot();
        let overlays = Overlays {
            finished: self.run.ending().is_some_and(|ending| ending.won),
            // The frame moves from the robot to the end of the shot.
            step: target.is_some().then(|| StepOverlay {
                index: usize::try_from(self.run.steps()).unwrap_or(usize::MAX),
                cells: target.as_slice(),
                from: self.run.robot(),
            }),
            ..overlays
        };
        let board = Canvas {
            overlays,
            animate: Some(pace),
            isometric: solid,
            access: AccessText {
                prefix: None,
                help: "Arrow keys move the cursor. The program is beside the board.",
            },
            ..Canvas::new(self)
        };
        board.show(ui, canvas)
    }
}
