//! The board in the middle of the window: drawn on, played on, or watched.

use crate::page::known;
use egui::{Context, Ui};

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
            _ => self.drawn_board(ui, &problems),
        };
        if self.cx.tab == known::EDIT {
            self.start_hint(ui);
        }
    }

    fn drawn_board(&mut self, ui: &mut Ui, problems: &[BoardMark]) -> Option<Cell> {
        let mut marks: Vec<Mark> = problems.iter().map(|(_, mark)| *mark).collect();
        marks.extend(&self.cx.facts.patterns);
        self.center.editor.solid = self.cx.settings.isometric;
        let answer = self.center.editor.show(ui, &mut self.cx.document, &marks);
        if let Some(canvas) = self.center.editor.canvas.rect() {
            self.view_switch(ui, canvas);
        }
        if let Some(message) = answer.message {
            self.cx.messages.status(message);
        }
        answer.hovered
    }

    /// The level as long as there is no plan to watch: to look at, not to draw on.
    fn looked_at_board(&mut self, ui: &mut Ui, problems: &[BoardMark]) -> Option<Cell> {
        let mut marks: Vec<Mark> = problems.iter().map(|(_, mark)| *mark).collect();
        marks.extend(&self.cx.facts.patterns);
        let overlays = Overlays {
            marks: &marks,
            ..Overlays::default()
        };
        let level = self.cx.document.level().clone();
        let canvas = &mut self.center.editor.canvas;
        Canvas::new(&LevelBoard(level.as_ref()))
            .overlays(overlays)
            .isometric(self.cx.settings.isometric && level.has_heights())
            .show(ui, canvas)
            .hovered
    }

    /// In the upper right corner of a board whose cells have heights: as blocks, or flat.
    pub(crate) fn view_switch(&mut self, ui: &mut Ui, canvas: egui::Rect) {
        if !self.cx.document.level().has_heights() || canvas.width() < 260.0 {
            return;
        }
        let size = egui::vec2(150.0, 26.0);
        let corner = canvas.right_top() + egui::vec2(-10.0 - size.x, 8.0);
        let builder = egui::UiBuilder::new()
            .id_salt("view")
            .max_rect(egui::Rect::from_min_size(corner, size))
            .layout(egui::Layout::right_to_left(egui::Align::Center));
        let mut ui = ui.new_child(builder);
        ui.spacing_mut().item_spacing.x = 2.0;
        let tip = self.cx.commands.tooltip(ui.ctx(), known::TOGGLE_ISOMETRIC);
        for (solid, name) in [(false, "Flat"), (true, "Isometric")] {
            let chosen = self.cx.settings.isometric == solid;
            let button = ui.selectable_label(chosen, name).on_hover_text(&tip);
            if button.clicked() && !chosen {
                self.run(ui.ctx(), known::TOGGLE_ISOMETRIC);
            }
        }
    }

    fn played_board(
        &mut self,
        ui: &mut Ui,
        problems: &[BoardMark],
        hidden: &[&str],
    ) -> Option<Cell> {
        let mut marks = problems.to_vec();
        let board = self.cx.document.game().map(|game| game.info().level_board);
        let pattern = self.cx.facts.patterns.iter();
        marks.extend(pattern.map(|mark| (board.unwrap_or_default().into(), *mark)));
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
    fn problems(&self) -> Vec<BoardMark> {
        let board = self.cx.document.game().map(|game| game.info().level_board);
        let Some(board) = board else {
            return Vec::new();
        };
        let cells = &self.cx.facts.problems;
        let mark = |cell: &Cell| Mark {
            cell: *cell,
            kind: MarkKind::Problem,
        };
        cells
            .iter()
            .map(|cell| (board.into(), mark(cell)))
            .collect()
    }

    /// Commands about the drawing.
    pub(crate) fn run_on_editor(&mut self, ctx: &Context, command: Command) {
        use crate::game::Transform;
        let (editor, document) = (&mut self.center.editor, &mut self.cx.document);
        match command {
            known::CUT => editor.cut(ctx, document),
            known::COPY => editor.copy(ctx, document),
            known::PASTE => {
                // The clipboard's text comes as an event in a later frame, to whom the keyboard
                // belongs then.
                editor.canvas.focus();
                ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
            }
            known::SELECT_ALL => editor.select_all(document),
            known::DESELECT => editor.deselect(),
            known::FLIP_HORIZONTAL => editor.transform(document, Transform::FlipHorizontal),
            known::FLIP_VERTICAL => editor.transform(document, Transform::FlipVertical),
            known::ROTATE_LEFT => editor.transform(document, Transform::RotateLeft),
            known::ROTATE_RIGHT => editor.transform(document, Transform::RotateRight),
            known::CLEAR => editor.clear(document),
            _ => {}
        }
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
        let programming = self.shows_program() || self.watches_run();
        let watching = self.cx.tab == known::PLAN && self.center.has_plan();
        let boards = match self.cx.tab {
            known::PLAY => Some(&mut self.center.play.boards),
            _ if watching => Some(&mut self.center.watched),
            _ => None,
        };
        if programming {
            let canvas = &mut self.program.canvas;
            return match factor {
                Some(factor) => canvas.zoom_by(factor),
                None => canvas.zoom_fit(),
            };
        }
        match (boards, factor) {
            (Some(boards), Some(factor)) => boards.zoom_by(factor),
            (Some(boards), None) => boards.zoom_fit(),
            (None, Some(factor)) => self.center.editor.canvas.zoom_by(factor),
            (None, None) => self.center.editor.canvas.zoom_fit(),
        }
    }
}
