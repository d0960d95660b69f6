//! The board while a program runs.

use egui::Ui;

use crate::game::{BoardInfo, Cell, CellLook, Execution, Level};

use crate::board::{
    BoardSource, Canvas, CanvasOutput, CanvasState, Mark, Overlays, PATH_STEPS, Step,
};
use crate::level_view::view_switch;
use crate::shell::app::Workbench;

/// A level's board as a run has left it.
struct RunBoard<'a> {
    level: &'a dyn Level,
    run: &'a dyn Execution,
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
    fn show(
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

impl Workbench {
    /// The board as the program has left it so far; fills what is left of `ui`.
    pub(crate) fn program_board(&mut self, ui: &mut Ui, marks: &[Mark]) -> Option<Cell> {
        let level = self.cx.document.level().clone();
        let solid = self.cx.settings.isometric && level.has_heights();
        let state = &mut self.program;
        let pace = state.playing.then(|| 1.0 / self.cx.settings.program_speed);
        let board = RunBoard {
            level: level.as_ref(),
            run: state.debugger.as_ref()?.now(),
        };
        let overlays = Overlays {
            marks,
            ..Overlays::default()
        };
        let output = board.show(ui, overlays, pace, solid, &mut state.canvas);
        view_switch(ui, &mut self.cx, output.response.rect);
        output.hovered
    }

    /// The board as the run of the plan has left it so far; fills what is left of `ui`.
    pub(crate) fn watched_board(&mut self, ui: &mut Ui, marks: &[Mark]) -> Option<Cell> {
        let level = self.cx.document.level().clone();
        let solid = self.cx.settings.isometric && level.has_heights();
        let player = &self.center.player;
        let run = player.run()?;
        let path = match player.show_path {
            true => run.path(PATH_STEPS as u64),
            false => Vec::new(),
        };
        let board = RunBoard {
            level: level.as_ref(),
            run: run.now(),
        };
        let overlays = Overlays {
            marks,
            path: &path,
            ..Overlays::default()
        };
        let pace = player.pace();
        let output = board.show(ui, overlays, pace, solid, &mut self.program.canvas);
        view_switch(ui, &mut self.cx, output.response.rect);
        output.hovered
    }
}
