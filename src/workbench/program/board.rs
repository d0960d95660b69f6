//! The board while a program runs.

use egui::Ui;

use crate::game::{BoardInfo, Cell, CellLook, Execution, Level};

use super::super::app::Workbench;
use super::super::board::{BoardSource, Canvas, Mark, Overlays};

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

impl Workbench {
    /// The board as the program has left it so far; fills what is left of `ui`.
    pub(in super::super) fn program_board(&mut self, ui: &mut Ui, marks: &[Mark]) -> Option<Cell> {
        let level = self.document.level().clone();
        let pace = self
            .program
            .playing
            .then(|| 1.0 / self.settings.program_speed);
        let solid = self.settings.isometric && level.has_heights();
        let state = &mut self.program;
        let run = state.debugger.as_ref()?.now();
        let board = RunBoard {
            level: level.as_ref(),
            run,
        };
        let won = run.ending().is_some_and(|ending| ending.won);
        let overlays = Overlays {
            marks,
            finished: won,
            ..Overlays::default()
        };
        let output = Canvas::new(&board)
            .overlays(overlays)
            .animate(true)
            .pace(pace)
            .isometric(solid)
            .help("Arrow keys move the cursor. The program is written below.")
            .show(ui, &mut state.canvas);
        let hovered = output.hovered;
        self.view_switch(ui, output.response.rect);
        hovered
    }
}
