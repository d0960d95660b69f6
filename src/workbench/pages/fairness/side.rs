//! The report as text, with buttons that display its positions on the board.

use egui::{Label, Panel, RichText, Ui};

use crate::board::{BoardMark, BoardScene, Boards, Mark, MarkKind};
use crate::export::fairness::describe;
use crate::game::{Cell, DeadEnd, EditEffect, Fairness, Level, Move, Position};
use crate::kit::answer;
use crate::kit::fields::{panel_frame, scroll_area, tip_button, tool_strip};
use crate::kit::theme::space;
use crate::page::Cx;

/// Width of the panel, in points.
const WIDTH: f32 = 380.0;

pub(super) fn show(ui: &mut Ui, report: &Fairness, board: &mut ReportBoard, cx: &mut Cx) {
    Panel::right("report")
        .exact_size(WIDTH)
        .resizable(false)
        .frame(panel_frame(ui))
        .show(ui, |ui| {
            scroll_area(ui, "report", |ui| {
                buttons(ui, report, board, cx);
                ui.add_space(space::SMALL);
                dead_ends(ui, report, board, cx);
                // The dead ends are listed above, so none is described.
                for line in describe(report, 0) {
                    ui.add(Label::new(line).wrap());
                }
            });
        });
}

/// Buttons for marks and plans.
fn buttons(ui: &mut Ui, report: &Fairness, board: &mut ReportBoard, cx: &mut Cx) {
    let level = cx.document.level().clone();
    ui.horizontal_wrapped(|ui| {
        let help = "Mark the cells whose contents make a difference";
        if tip_button(ui, "Cells", help) {
            board.show_level(level.as_ref(), report);
        }
        let shortest = report.shortest.iter();
        for (index, plan) in shortest.flat_map(|shortest| &shortest.examples).enumerate() {
            let name = format!("Plan {}", index + 1);
            if tip_button(ui, &name, "Show the end of this plan") {
                board.show_end(level.as_ref(), plan.moves(), &name.to_lowercase());
            }
        }
        let help = "Make the moves that lead to this position";
        if !board.moves.is_empty() && tip_button(ui, "Play from here", help) {
            cx.play_from("Play from a report", board.moves.clone());
        }
    });
}

fn dead_ends(ui: &mut Ui, report: &Fairness, board: &mut ReportBoard, cx: &Cx) {
    let ends = report.dead_ends.as_ref();
    let ends = ends.map_or(&[][..], |ends| &ends.nearest);
    if ends.is_empty() {
        return;
    }
    ui.label(RichText::new("Dead ends near the shortest plan").strong());
    for end in ends {
        let level = cx.document.level();
        ui.horizontal(|ui| {
            let name = format!("Step {}: {}", answer::number(end.way.len() + 1), end.wrong);
            if ui.link(name).clicked() {
                board.show_dead_end(level.as_ref(), end);
            }
            ui.weak(match end.moves {
                0 => "no more moves".to_owned(),
                moves => format!("{} left", answer::count(moves, "moves")),
            });
        });
    }
    ui.add_space(space::SMALL);
}

/// A displayed position with its caption.
#[derive(Default)]
pub(super) struct ReportBoard {
    pub(super) caption: String,
    pub(super) moves: Vec<Move>,
    position: Option<Box<dyn Position>>,
    marks: Vec<BoardMark>,
    /// Cells to be framed.
    cells: Vec<Cell>,
    /// Board that these cells are on.
    board_id: &'static str,
    pub(super) boards: Boards,
}

impl ReportBoard {
    /// Shows the level, with the cells that matter marked.
    pub(super) fn show_level(&mut self, level: &dyn Level, report: &Fairness) {
        self.set_moves(level, Vec::new());
        let marks = report.effects().filter_map(effect_mark);
        let board = self.board_id;
        self.marks = marks.map(|mark| (board.into(), mark)).collect();
        let blocked = report.obstacles.as_ref();
        let blocked = blocked.map(|it| format!(" or filled with {}", it.by));
        self.caption = match self.marks.is_empty() {
            true => "The level as drawn".to_owned(),
            false => format!(
                "With the cell emptied{}: × means it cannot be won, a number the moves it then takes",
                blocked.unwrap_or_default()
            ),
        };
    }

    pub(super) fn show_dead_end(&mut self, level: &dyn Level, end: &DeadEnd) {
        let before = answer::count(end.way.len(), "moves");
        self.set_moves(level, end.way.iter().chain([&end.wrong]).cloned().collect());
        self.cells.clone_from(&end.cells);
        let wrong = &end.wrong;
        self.caption = format!("After {before}, {wrong}: the level can no longer be won");
    }

    pub(super) fn show_end(&mut self, level: &dyn Level, plan: &[Move], name: &str) {
        self.set_moves(level, plan.to_vec());
        self.caption = format!("The end of {name}");
    }

    fn set_moves(&mut self, level: &dyn Level, moves: Vec<Move>) {
        let mut position = level.start();
        let done = moves.iter().try_for_each(|mv| position.apply(mv));
        self.position = done.is_ok().then_some(position);
        self.moves = moves;
        self.marks.clear();
        self.cells.clear();
        self.board_id = level.board().id;
    }

    /// Shows caption and board in the remaining space.
    pub(super) fn show(&mut self, ui: &mut Ui) {
        let Some(position) = &self.position else {
            return;
        };
        tool_strip(ui, |ui| {
            ui.add(Label::new(&self.caption).wrap());
        });
        let scene = BoardScene {
            marks: &self.marks,
            step: (self.board_id, &self.cells),
            solved: position.is_solved(),
            ..BoardScene::default()
        };
        self.boards.show(ui, position.as_ref(), &scene);
    }
}

/// Mark of a cell that matters.
fn effect_mark((cell, effect): (Cell, EditEffect)) -> Option<Mark> {
    let number = |moves: usize| u8::try_from(moves).unwrap_or(u8::MAX);
    let kind = match effect {
        EditEffect::Same => return None,
        EditEffect::Shorter(moves) | EditEffect::Longer(moves) => MarkKind::Pattern(number(moves)),
        EditEffect::Lost => MarkKind::Wrong,
        EditEffect::Opened(_) => MarkKind::Right,
        EditEffect::Unknown => MarkKind::Doubt,
    };
    Some(Mark { cell, kind })
}
