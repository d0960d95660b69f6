//! A piece dragged by the user: it follows the pointer, its cell is dimmed, and the cells where it can be dropped are
//! highlighted.

use egui::{Id, LayerId, Order, Pos2, Ui};

use crate::game::{BoardInfo, Button, Cell, CellLook, Gesture, Position};
use crate::kit::{sprites, theme};

use super::canvas::CanvasOutput;
use super::paint::Paint;

/// Limit of cells above which drop targets are not computed.
const MOST_CELLS: usize = 2_500;

/// Duration of a piece's return to its cell, in seconds.
const BACK: f64 = 0.16;

/// A cell of one of the boards, with the board's index.
pub type At = (usize, Cell);

/// State of a drag.
#[derive(Default)]
pub struct Hand {
    carried: Option<Carried>,
    /// True if a drag has started from a cell without a piece to carry.
    empty: bool,
    /// A returning piece, with start position and time.
    back: Option<(Carried, Pos2, f64)>,
}

struct Carried {
    from: At,
    look: CellLook,
    targets: Vec<At>,
}

impl Hand {
    /// Picks up the piece of a cell, if it can be dropped anywhere.
    pub fn take(&mut self, position: &dyn Position, boards: &[BoardInfo], from: At) {
        if self.empty || self.carried.is_some() {
            return;
        }
        let targets = targets(position, boards, from);
        self.empty = targets.is_empty();
        if !self.empty {
            self.carried = Some(Carried {
                from,
                look: position.look(boards[from.0].id, from.1),
                targets,
            });
            self.back = None;
        }
    }

    /// Drops the piece on the cell `landed`. Returns whether a piece was carried.
    pub fn open(&mut self, ui: &Ui, landed: Option<At>) -> bool {
        self.empty = false;
        let Some(carried) = self.carried.take() else {
            return false;
        };
        let at = ui.input(|input| input.pointer.latest_pos());
        let arrives = landed.is_some_and(|to| carried.targets.contains(&to));
        let calm = ui.style().animation_time <= 0.0;
        if let Some(at) = at.filter(|_| !arrives && !calm) {
            self.back = Some((carried, at, ui.input(|input| input.time)));
        }
        true
    }

    pub fn is_full(&self) -> bool {
        self.carried.is_some()
    }

    /// Cell of a board to dim, and cells to highlight.
    pub fn marks(&self, board: usize) -> (Option<Cell>, Vec<Cell>) {
        let on = |at: &At| (at.0 == board).then_some(at.1);
        let back = self.back.as_ref().map(|(carried, ..)| carried);
        let from = self.carried.as_ref().or(back).map(|carried| carried.from);
        let targets = self.carried.as_ref().map_or(&[][..], |it| &it.targets);
        (
            from.as_ref().and_then(on),
            targets.iter().filter_map(on).collect(),
        )
    }

    /// Draws the piece at the pointer or during its return; `outputs` has the layout of the boards.
    pub fn paint(&mut self, ui: &Ui, outputs: &[CanvasOutput]) {
        let now = ui.input(|input| input.time);
        self.back.take_if(|(_, _, began)| now - *began >= BACK);
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let (carried, middle) = match (&self.carried, &self.back, pointer) {
            (Some(carried), _, Some(at)) => (carried, at),
            (None, Some((carried, from, began)), _) => {
                let Some(output) = outputs.get(carried.from.0) else {
                    return;
                };
                ui.ctx().request_repaint();
                let part = ((now - began) / BACK).clamp(0.0, 1.0) as f32;
                let home = output.lines.rect(carried.from.1).center();
                (carried, from.lerp(home, part * (2.0 - part)))
            }
            _ => return,
        };
        let Some(output) = outputs.get(carried.from.0) else {
            return;
        };
        let layer = LayerId::new(Order::Tooltip, Id::unique("piece in the hand"));
        let painter = ui.ctx().layer_painter(layer);
        let paint = Paint {
            painter: &painter,
            lines: output.lines,
            canvas: ui.ctx().content_rect(),
            colors: theme::colors(ui),
            dark: ui.visuals().dark_mode,
            letters: sprites::letters(ui.ctx()),
        };
        paint.piece(middle, &carried.look);
    }
}

fn targets(position: &dyn Position, boards: &[BoardInfo], from: At) -> Vec<At> {
    let cells: usize = boards.iter().map(|board| board.size.area()).sum();
    if cells > MOST_CELLS {
        return Vec::new();
    }
    let everywhere = boards
        .iter()
        .enumerate()
        .flat_map(|(index, board)| board.size.cells().map(move |cell| (index, cell)));
    let is_legal = |to: &At| {
        let mv = position.interpret(&drag(boards, from, *to));
        *to != from && mv.is_some_and(|mv| position.boxed_clone().apply(&mv).is_ok())
    };
    let mut targets: Vec<At> = everywhere.filter(is_legal).collect();
    // The destination of a click.
    let click = position.interpret(&click(boards, from));
    let click = click.filter(|mv| position.boxed_clone().apply(mv).is_ok());
    let glides = click.map_or(Vec::new(), |mv| position.describe(&mv).glides);
    let goes = glides
        .iter()
        .filter(|glide| glide.path.first() == Some(&from.1));
    let ends = goes.filter_map(|glide| Some((from.0, *glide.path.last()?)));
    targets.extend(ends.filter(|to| *to != from));
    targets
}

/// Gesture for a drag between two cells: a drag, or a click if that moves the piece to the target.
pub fn meant(position: &dyn Position, boards: &[BoardInfo], from: At, to: At) -> Gesture {
    let (drag, click) = (drag(boards, from, to), click(boards, from));
    let goes = |mv| {
        let glides = position.describe(&mv).glides;
        glides
            .iter()
            .any(|glide| glide.path.first() == Some(&from.1) && glide.path.last() == Some(&to.1))
    };
    let other = from.0 != to.0 || position.interpret(&drag).is_some();
    match !other && position.interpret(&click).is_some_and(goes) {
        true => click,
        false => drag,
    }
}

fn drag(boards: &[BoardInfo], from: At, to: At) -> Gesture {
    Gesture::Drag {
        from_board: boards[from.0].id.to_owned(),
        from: from.1,
        to_board: boards[to.0].id.to_owned(),
        to: to.1,
    }
}

fn click(boards: &[BoardInfo], at: At) -> Gesture {
    Gesture::Click {
        board: boards[at.0].id.to_owned(),
        cell: at.1,
        button: Button::Primary,
    }
}
