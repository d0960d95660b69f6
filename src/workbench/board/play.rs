//! The boards while a person plays: gestures become moves, refused ones say why.

use std::borrow::Cow;

use egui::{Align2, Area, Frame, Id, Order, RichText, Stroke, Ui, vec2};

use crate::game::{BoardInfo, Button, Cell, Gesture, Move, MoveError};
use crate::kit::theme;
use crate::session::{Counts, Document};

use super::boards::{BoardMark, Boards, Marked, Scene};
use super::last_move::LastMove;
use super::marks::{Mark, MarkKind};
use super::view::Lines;

/// How long the reason for a refusal is shown, in seconds.
const REFUSAL_SECONDS: f64 = 3.0;

/// The boards of a game that is played by hand.
#[derive(Default)]
pub struct PlayBoards {
    /// View and cursor of the boards.
    pub boards: Boards,
    refusal: Option<Refusal>,
    last_move: LastMove,
}

struct Refusal {
    at: Spot,
    text: String,
    until: f64,
}

/// What the person wants.
#[derive(Debug, Default)]
pub struct PlayAnswer {
    /// Moves to be made, each with where it was asked for. Tell [`PlayBoards::refuse`] if the rules
    /// say no.
    pub wanted: Vec<(Move, Spot)>,
    /// The cell under the pointer and its board's id.
    pub hovered: Option<(&'static str, Cell)>,
    /// Where the first board's cells are.
    pub lines: Option<Lines>,
}

/// A cell of the board with an id.
pub type Spot = (String, Cell);

impl PlayBoards {
    /// Gives the board to play on the keyboard.
    pub fn focus(&mut self) {
        self.boards.canvas().focus();
    }

    /// Looks what was done to the moves since the last frame.
    pub fn follow(&mut self, document: &Document) {
        self.last_move.follow(document);
    }

    /// What the moves count as.
    pub fn counts(&self) -> &Counts {
        self.last_move.counts()
    }

    /// Whether the last move is still seen going on by itself.
    pub fn is_moving(&self) -> bool {
        self.last_move.going().is_on()
    }

    /// Shows the position; fills what is left of `ui`. `marks` are drawn over the boards.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        marks: &[BoardMark],
        hidden: &[&str],
    ) -> PlayAnswer {
        let position = document.position();
        self.follow(document);
        let now = ui.input(|input| input.time);
        self.refusal.take_if(|refusal| refusal.until <= now);
        let refused = self.refusal.as_ref().map(|refusal| {
            let (board, cell) = &refusal.at;
            let kind = MarkKind::Wrong;
            (Cow::Owned(board.clone()), Mark { cell: *cell, kind })
        });
        let marks: Vec<BoardMark> = marks.iter().cloned().chain(refused).collect();
        let marked = Marked::new(position, &marks);
        self.last_move.advance(ui);
        let going = self.last_move.going();
        let scene = Scene {
            overlays: &|board| marked.overlays(board),
            shown: going.position(),
            pace: going.pace(),
            solved: !document.moves().is_empty() && position.is_solved() && !going.is_on(),
            playable: true,
            hidden,
            moving: self.last_move.moving(),
        };
        let answer = self.boards.show(ui, position, &scene);
        if !answer.gestures.is_empty() {
            self.refusal = None;
        }
        if let Some(refusal) = &self.refusal {
            let mut places = answer.places.iter();
            if let Some((_, canvas, lines)) = places.find(|(id, ..)| *id == refusal.at.0) {
                let cell = lines.rect(refusal.at.1);
                let at = canvas.clamp(cell.center_top()) - vec2(0.0, 6.0);
                bubble(ui, &refusal.text, at);
            }
            ui.ctx()
                .request_repaint_after_secs((refusal.until - now) as f32);
        }
        let mut boards = position.boards();
        boards.retain(|board| !hidden.contains(&board.id));
        let mut wanted = Vec::new();
        for (gesture, cell) in &answer.gestures {
            let Some(first) = boards.first() else {
                break;
            };
            let at = (board_of(gesture, first), *cell);
            match position.interpret(gesture) {
                Some(mv) => wanted.push((mv, at)),
                None => {
                    let advice = position.advice(gesture);
                    if let Some(text) = advice.or_else(|| no_move(gesture, first)) {
                        self.tell(ui.ctx(), at, &text);
                    }
                }
            }
        }
        PlayAnswer {
            wanted,
            hovered: answer.hovered,
            lines: answer.places.first().map(|(_, _, lines)| *lines),
        }
    }

    /// Says near a cell why a move cannot be made; for a moment, or until the next gesture.
    pub fn refuse(&mut self, ctx: &egui::Context, at: Spot, error: &MoveError) {
        let reason = match error {
            MoveError::Illegal { reason, .. } | MoveError::Undecided { reason, .. } => {
                reason.clone()
            }
            MoveError::Syntax { .. } => error.to_string(),
        };
        self.tell(ctx, at, &reason);
    }

    fn tell(&mut self, ctx: &egui::Context, at: Spot, text: &str) {
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase);
        let text = first.into_iter().flatten().chain(letters).collect();
        let now = ctx.input(|input| input.time);
        self.refusal = Some(Refusal {
            at,
            text,
            until: now + REFUSAL_SECONDS,
        });
        ctx.request_repaint();
    }
}

/// Id of the board that a gesture is about; `first` is the one to play on.
fn board_of(gesture: &Gesture, first: &BoardInfo) -> String {
    match gesture {
        Gesture::Click { board, .. } | Gesture::Type { board, .. } => board.clone(),
        Gesture::Drag { to_board, .. } => to_board.clone(),
        Gesture::Steer(_) => first.id.to_owned(),
    }
}

/// What is said of a gesture that means no move, where the game has nothing better to say.
fn no_move(gesture: &Gesture, first: &BoardInfo) -> Option<String> {
    match gesture {
        Gesture::Click { button, .. } if *button == Button::Secondary => None,
        Gesture::Click { board, .. } if *board != first.id => {
            Some(format!("Moves are made on the board “{}”.", first.title))
        }
        Gesture::Click { .. } => Some("There is no move here.".to_owned()),
        Gesture::Drag { .. } => Some("There is no move from there to here.".to_owned()),
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
