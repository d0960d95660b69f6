//! A level's board as the run of a program has left it.

use egui::Ui;

use crate::game::{BoardInfo, Cell, CellLook, Execution, Level};

use super::canvas::{Canvas, CanvasOutput};
use super::overlay::{Overlays, Step};
use super::source::BoardSource;
use super::state::CanvasState;

/// A level's board as a run has left it.
pub struct RunBoard<'a> {
    /// The level.
    pub level: &'a dyn Level,
    /// The run, somewhere between its start and its end.
    pub run: &'a dyn Execution,
}

impl BoardSource for RunBoard<'_> {
    fn info(&self) -> BoardInfo {
        self.level.board()
    }

    fn look(&self, cell: Cell) -> CellLook {
        self.run.look(cell)
    }

    fn has_heights(&self) -> bool {
        self.level.has_heights()
    }
}

impl RunBoard<'_> {
    /// Fills what is left of `ui`. `pace` is the time between two steps if they come by themselves,
    /// in seconds.
    pub fn show(
        &self,
        ui: &mut Ui,
        overlays: Overlays<'_>,
        pace: Option<f32>,
        solid: bool,
        canvas: &mut CanvasState,
    ) -> CanvasOutput {
        let shot = self.run.shot();
        let overlays = Overlays {
            finished: self.run.ending().is_some_and(|ending| ending.won),
            // The frame flies from the robot to where the shot ended.
            step: shot.is_some().then(|| Step {
                index: usize::try_from(self.run.steps()).unwrap_or(usize::MAX),
                cells: shot.as_slice(),
                from: self.run.robot(),
            }),
            ..overlays
        };
        Canvas::new(self)
            .overlays(overlays)
            .animate(true)
            .pace(pace)
            .isometric(solid)
            .help("Arrow keys move the cursor. The program is beside the board.")
            .show(ui, canvas)
    }
}
