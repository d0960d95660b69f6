//! The board in the middle of the window: drawn on, played on, or watched.

use crate::page::known;
use egui::Ui;

use crate::game::Cell;

use crate::board::{
    BoardMark, Canvas, LevelBoard, Mark, MarkKind, Overlays, ZOOM_STEP, plan_boards,
};
use crate::page::Command;
use crate::shell::app::Workbench;

impl Workbench {
    /// Shows the board; fills what is left of the pane.
    /// `hidden` are the ids of boards that are shown elsewhere.
    pub(crate) fn board(&mut self, ui: &mut Ui, hidden: &'static [&'static str]) {
        let problems = self.problems();
        self.center.hovered = match self.cx.tab {
            known::PLAY if self.cx.is_programmed() => {
                let marks: Vec<Mark> = problems.iter().map(|(_, mark)| *mark).collect();
                self.program_board(ui, &marks)
            }
            known::PLAY => self.played_board(ui, &problems, hidden),
            known::PLAN if self.watches_run() => {
                let marks: Vec<Mark> = problems.iter().map(|(_, mark)| *mark).collect();
                self.watched_run(ui, &marks)
            }
            known::PLAN if self.center.player.playback().is_some() => {
                let center = &mut self.center;
                let (boards, player) = (&mut center.watched, &mut center.player);
                let answer = plan_boards(ui, boards, player, &problems, hidden);
                answer.hovered.map(|(_, cell)| cell)
            }
            known::PLAN => self.looked_at_board(ui, &problems),
            _ => None,
        };
    }

    /// The level as long as there is no plan to watch: to look at, not to draw on.
    fn looked_at_board(&mut self, ui: &mut Ui, problems: &[BoardMark]) -> Option<Cell> {
        let mut marks: Vec<Mark> = problems.iter().map(|(_, mark)| *mark).collect();
        marks.extend(self.pattern_marks());
        let overlays = Overlays {
            marks: &marks,
            ..Overlays::default()
        };
        let level = self.cx.document.level().clone();
        let canvas = &mut self.center.level_canvas;
        Canvas::new(&LevelBoard(level.as_ref()))
            .overlays(overlays)
            .isometric(self.cx.settings.isometric && level.has_heights())
            .show(ui, canvas)
            .hovered
    }

    fn played_board(
        &mut self,
        ui: &mut Ui,
        problems: &[BoardMark],
        hidden: &[&str],
    ) -> Option<Cell> {
        let mut marks = problems.to_vec();
        let board = self.cx.document.game().map(|game| game.info().level_board);
        let pattern = self.pattern_marks().into_iter();
        marks.extend(pattern.map(|mark| (board.unwrap_or_default().into(), mark)));
        marks.extend(self.center.hints.marks(board.unwrap_or_default()));
        let position = self.cx.document.position();
        let answer = self.center.play.show(ui, position, &marks, hidden);
        for (mv, cell) in &answer.wanted {
            if let Some(error) = self.cx.make_move(mv) {
                self.center.play.refuse(ui.ctx(), *cell, &error);
            }
        }
        answer.hovered.map(|(_, cell)| cell)
    }

    /// The cells that a proof of unsolvability is about.
    pub(crate) fn problems(&self) -> Vec<BoardMark> {
        let board = self.cx.document.game().map(|game| game.info().level_board);
        let Some(board) = board else {
            return Vec::new();
        };
        let cells = self.solving.marked_cells(self.cx.document.revision());
        let mark = |cell: &Cell| Mark {
            cell: *cell,
            kind: MarkKind::Problem,
        };
        cells
            .iter()
            .map(|cell| (board.into(), mark(cell)))
            .collect()
    }

    /// Zooms whatever board is shown: in, out, or to its whole size.
    pub(crate) fn zoom_board(&mut self, command: Command) {
        let factor = match command {
            known::ZOOM_IN => Some(ZOOM_STEP),
            known::ZOOM_OUT => Some(1.0 / ZOOM_STEP),
            _ => None,
        };
        if let Some(front) = self.front() {
            return self.pages[front].zoom(factor, &mut self.cx);
        }
        if self.cx.tab == known::STATES {
            self.states.zoom_by(factor);
            return;
        }
        let programming = self.shows_program() || self.watches_run();
        let watching = self.cx.tab == known::PLAN && self.center.has_plan();
        let boards = match self.cx.tab {
            known::PLAY => Some(&mut self.center.play.boards),
            _ if watching => Some(&mut self.center.watched),
            _ => None,
        };
        if programming {
            let canvas = &mut self.program.canvas;
            return canvas.zoom(factor);
        }
        match boards {
            Some(boards) => boards.zoom(factor),
            None => self.center.level_canvas.zoom(factor),
        }
    }
}
