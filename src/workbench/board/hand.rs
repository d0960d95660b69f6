//! A piece in the person's hand: it follows the pointer, its cell is dimmed, and the cells where it
//! may be put are lit.

use egui::{Id, LayerId, Order, Pos2, Ui};

use crate::game::{BoardInfo, Button, Cell, CellLook, Gesture, Position};
use crate::kit::{sprites, theme};

use super::canvas::CanvasOutput;
use super::paint::Paint;

/// On larger boards no cells are lit.
const MOST_CELLS: usize = 2_500;

/// How long a piece takes that goes back to its cell, in seconds.
const BACK: f64 = 0.16;

/// A cell of one of the boards, by the board's index.
pub type At = (usize, Cell);

/// What is in the hand.
#[derive(Default)]
pub struct Hand {
    carried: Option<Carried>,
    /// A drag began with something that cannot be carried.
    empty: bool,
    /// A piece that goes back, from where and since when.
    back: Option<(Carried, Pos2, f64)>,
}

/// A piece that is carried.
struct Carried {
    from: At,
    look: CellLook,
    targets: Vec<At>,
}

impl Hand {
    /// Takes up what lies on a cell, if there is any cell where it may be put.
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

    /// Opens the hand at a place on screen; whether something was in it. `landed` is where.
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

    /// Whether something is carried.
    pub fn is_full(&self) -> bool {
        self.carried.is_some()
    }

    /// The cell of a board that is dimmed, and those that are lit.
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

    /// Draws the piece at the pointer or on its way back; the boards lie as `outputs` say.
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

/// Where what lies on a cell may be put.
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
    // Where it would go by a click.
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

/// The gesture that is meant by a drag from a cell to another: a drag, or the click that takes what
/// lies there to where it was put.
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
