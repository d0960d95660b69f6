//! The boards while a person plays: gestures become moves, refused ones say why.

use egui::{Align2, Area, Frame, Id, Order, RichText, Stroke, Ui, vec2};

use crate::game::{Cell, Move, MoveError, Position};
use crate::kit::theme;

use super::boards::{BoardMark, Boards, Scene, marks_of};
use super::marks::{Mark, MarkKind};
use super::overlay::Overlays;
use super::view::Lines;

/// How long the reason for a refusal is shown, in seconds.
const REFUSAL_SECONDS: f64 = 3.0;

/// The boards of a game that is played by hand.
#[derive(Default)]
pub struct PlayBoards {
    /// View and cursor of the boards.
    pub boards: Boards,
    refusal: Option<Refusal>,
}

struct Refusal {
    cell: Cell,
    text: String,
    until: f64,
}

/// What the person wants.
#[derive(Debug, Default)]
pub struct PlayAnswer {
    /// Moves to be made, each with the cell that was clicked. Tell [`PlayBoards::refuse`] if the
    /// rules say no.
    pub wanted: Vec<(Move, Cell)>,
    /// The cell under the pointer and its board's id.
    pub hovered: Option<(&'static str, Cell)>,
    /// Where the first board's cells are.
    pub lines: Option<Lines>,
}

impl PlayBoards {
    /// Shows the position; fills what is left of `ui`. `marks` are drawn over the boards.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        position: &dyn Position,
        marks: &[BoardMark],
        hidden: &[&str],
    ) -> PlayAnswer {
        let now = ui.input(|input| input.time);
        self.refusal.take_if(|refusal| refusal.until <= now);
        let refused = self.refusal.as_ref().map(|refusal| Mark {
            cell: refusal.cell,
            kind: MarkKind::Wrong,
        });
        let all: Vec<(&str, Vec<Mark>)> = position
            .boards()
            .iter()
            .enumerate()
            .map(|(index, board)| {
                let mut mine = marks_of(marks, board.id);
                mine.extend(refused.filter(|_| index == 0));
                (board.id, mine)
            })
            .collect();
        let overlays = |board: &str| {
            let mine = all.iter().find(|(id, _)| *id == board);
            Overlays {
                marks: mine.map_or(&[], |(_, marks)| marks),
                ..Overlays::default()
            }
        };
        let scene = Scene {
            overlays: &overlays,
            pace: None,
            solved: position.is_solved(),
            playable: true,
            hidden,
        };
        let answer = self.boards.show(ui, position, &scene);
        if !answer.gestures.is_empty() {
            self.refusal = None;
        }
        if let (Some(refusal), Some((canvas, lines))) = (&self.refusal, answer.first) {
            let cell = lines.rect(refusal.cell);
            let at = canvas.clamp(cell.center_top()) - vec2(0.0, 6.0);
            bubble(ui, &refusal.text, at);
            ui.ctx()
                .request_repaint_after_secs((refusal.until - now) as f32);
        }
        let wanted = answer
            .gestures
            .iter()
            .filter_map(|(gesture, cell)| Some((position.interpret(gesture)?, *cell)));
        PlayAnswer {
            wanted: wanted.collect(),
            hovered: answer.hovered,
            lines: answer.first.map(|(_, lines)| lines),
        }
    }

    /// Says near a cell why a move cannot be made; for a moment, or until the next gesture.
    pub fn refuse(&mut self, ctx: &egui::Context, cell: Cell, error: &MoveError) {
        let reason = match error {
            MoveError::Illegal { reason, .. } | MoveError::Undecided { reason, .. } => {
                reason.clone()
            }
            MoveError::Syntax { .. } => error.to_string(),
        };
        let mut letters = reason.chars();
        let first = letters.next().map(char::to_uppercase);
        let text = first.into_iter().flatten().chain(letters).collect();
        let now = ctx.input(|input| input.time);
        self.refusal = Some(Refusal {
            cell,
            text,
            until: now + REFUSAL_SECONDS,
        });
        ctx.request_repaint();
    }
}

fn bubble(ui: &Ui, text: &str, at: egui::Pos2) {
    let colors = theme::colors(ui);
    let id = Id::unique("why a move is refused");
    let frame = Frame::popup(ui.style()).stroke(Stroke::new(1.5, colors.bad));
    Area::new(id)
        .order(Order::Tooltip)
        .interactable(false)
        .fade_in(false)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(at)
        .role(egui::Role::Alert)
        .show(ui, |ui| {
            frame.show(ui, |ui| {
                ui.set_max_width(260.0);
                ui.label(RichText::new(text).color(colors.text));
            });
        });
}
