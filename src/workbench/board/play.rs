//! The boards during play: gestures become moves, or show why there is none. While a plan is watched: its current step.

use std::borrow::Cow;

use egui::{Align2, Area, Frame, Id, Order, RichText, Stroke, Ui, vec2};

use super::boards::{BoardCell, BoardMark, BoardScene, Boards, BoardsOutput};
use super::last_move::LastMove;
use super::marks::{Mark, MarkKind};
use super::player::Player;
use crate::game::{BoardInfo, Button, Gesture, Move, MoveError, words};
use crate::kit::theme;
use crate::session::Document;

/// Seconds that the reason for an impossible move stays.
const REFUSAL_SECONDS: f64 = 3.0;

/// Boards on which the user plays, with their animation and messages.
#[derive(Default)]
pub struct PlayBoards {
    pub boards: Boards,
    refusal: Option<Refusal>,
    /// Must be updated whenever the window is drawn, before the boards.
    pub last_move: LastMove,
}

/// Displayed reason why there is no move.
struct Refusal {
    cell: BoardCell,
    text: String,
    /// Time at which it disappears, in the context's seconds.
    until: f64,
}

#[derive(Debug, Default)]
pub struct PlayOutput {
    /// Requested moves, each with its cell. [`PlayBoards::refuse`] must be called for those the rules refuse.
    pub moves: Vec<(Move, BoardCell)>,
    pub hovered: Option<BoardCell>,
}

impl PlayBoards {
    /// Shows the position in the rest of `ui`. `marks` are drawn on it; `hidden` are ids of boards shown elsewhere.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        marks: &[BoardMark],
        hidden: &[&str],
    ) -> PlayOutput {
        let position = document.position();
        self.last_move.update(document);
        let now = ui.input(|input| input.time);
        self.refusal.take_if(|refusal| refusal.until <= now);
        let refused = self.refusal.as_ref().map(|refusal| {
            let (board, cell) = &refusal.cell;
            let kind = MarkKind::Wrong;
            (Cow::Borrowed(*board), Mark { cell: *cell, kind })
        });
        let marks: Vec<BoardMark> = marks.iter().cloned().chain(refused).collect();
        // At its own pace, as the user makes the moves.
        self.last_move.last.advance(ui, None);
        let last = &self.last_move.last;
        // A level whose start is solved already is shown as solved only after a move.
        let scene = BoardScene {
            marks: &marks,
            displayed: last.position(),
            pace: last.pace(),
            solved: !document.moves().is_empty() && position.is_solved() && !last.is_running(),
            playable: true,
            hidden,
            animated_step: last.animated(),
            ..BoardScene::default()
        };
        let output = self.boards.show(ui, position, &scene);
        if !output.gestures.is_empty() {
            self.refusal = None;
        }
        if let Some(refusal) = &self.refusal {
            let mut layouts = output.layouts.iter();
            if let Some((_, canvas, lines)) = layouts.find(|(id, ..)| *id == refusal.cell.0) {
                let cell = lines.rect(refusal.cell.1);
                let at = canvas.clamp(cell.center_top()) - vec2(0.0, 6.0);
                bubble(ui, &refusal.text, at);
            }
            let rest = (refusal.until - now) as f32;
            ui.ctx().request_repaint_after_secs(rest);
        }
        let mut boards = position.boards();
        boards.retain(|board| !hidden.contains(&board.id));
        let mut moves = Vec::new();
        for (gesture, at) in output.gestures {
            let Some(first) = boards.first() else {
                break;
            };
            if let Some(mv) = position.interpret(&gesture) {
                moves.push((mv, at));
                continue;
            }
            let advice = position.advice(&gesture);
            if let Some(text) = advice.or_else(|| refusal_text(&gesture, first)) {
                self.show_refusal(ui.ctx(), at, &text);
            }
        }
        PlayOutput {
            moves,
            hovered: output.hovered,
        }
    }

    /// Shows near a cell why a move is illegal, until the next gesture but at most three seconds.
    pub fn refuse(&mut self, ctx: &egui::Context, at: BoardCell, error: &MoveError) {
        let text = match error {
            MoveError::Illegal { reason, .. } | MoveError::Undecided { reason, .. } => reason,
            MoveError::Syntax { .. } => &error.to_string(),
        };
        self.show_refusal(ctx, at, text);
    }

    fn show_refusal(&mut self, ctx: &egui::Context, at: BoardCell, text: &str) {
        let now = ctx.input(|input| input.time);
        self.refusal = Some(Refusal {
            cell: at,
            text: words::capitalized(text),
            until: now + REFUSAL_SECONDS,
        });
        ctx.request_repaint();
    }
}

/// Message for a gesture without a move, if the game has no better advice.
fn refusal_text(gesture: &Gesture, first: &BoardInfo) -> Option<String> {
    match gesture {
        Gesture::Click { button, .. } if *button == Button::Secondary => None,
        Gesture::Click { board, .. } if *board != first.id => {
            Some(format!("Make moves on the board “{}”.", first.title))
        }
        Gesture::Click { .. } => Some("No move here.".to_owned()),
        Gesture::Drag { .. } => Some("No move from there to here.".to_owned()),
        Gesture::Type { .. } | Gesture::Steer(_) => None,
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

/// Shows the current position of the plan, if there is one, filling the rest of `ui`, and advances a running plan.
pub fn plan_boards(
    ui: &mut Ui,
    boards: &mut Boards,
    player: &mut Player,
    marks: &[BoardMark],
    hidden: &[&str],
) -> BoardsOutput {
    player.advance(ui.ctx());
    let pace = player.pace();
    player.last_step.advance(ui, pace);
    let player = &*player;
    let Some(playback) = player.playback() else {
        return BoardsOutput::default();
    };
    let at = playback.at();
    let step = at.checked_sub(1).and_then(|last| playback.describe(last));
    let step_cells = step.as_ref().map_or(&[][..], |step| {
        // Of a movement, only the end is framed.
        match step.motions.first() {
            Some(motion) => &motion.path[motion.path.len().saturating_sub(1)..],
            None => &step.cells,
        }
    });
    let path = match player.show_path {
        true => player.path(),
        false => Vec::new(),
    };
    let reason = at.checked_sub(1).and_then(|last| playback.reason(last));
    let cells = reason.map_or(&[][..], |reason| &reason.cells);
    // The cells of a reason belong to the main board, which comes first.
    let first = playback.position().boards();
    let first = first.first().map_or("", |board| board.id);
    let reason_marks = cells.iter().map(|cell| {
        let kind = MarkKind::Reason;
        (Cow::Borrowed(first), Mark { cell: *cell, kind })
    });
    let marks: Vec<BoardMark> = marks.iter().cloned().chain(reason_marks).collect();
    let last = &player.last_step;
    let scene = BoardScene {
        marks: &marks,
        path: (player.board(), &path),
        step: (step.as_ref().map_or("", |step| &step.board), step_cells),
        displayed: last.position(),
        pace: last.pace().or(player.pace()),
        solved: at > 0 && playback.position().is_solved() && !last.is_running(),
        playable: false,
        hidden,
        animated_step: last.animated(),
    };
    boards.show(ui, playback.position(), &scene)
}
