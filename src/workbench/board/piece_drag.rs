//! A piece dragged by the user: it follows the pointer, its cell is dimmed, and the cells where it can be dropped are
//! highlighted.

use egui::{Id, LayerId, Order, Pos2, Ui};

use crate::game::{BoardInfo, Button, Cell, CellStyle, Gesture, Position};
use crate::kit::{sprites, theme};

use super::canvas::CanvasOutput;
use super::paint::Paint;

/// Limit of cells above which drop targets are not computed.
const MAX_CELLS: usize = 2_500;

/// Duration of a piece's return to its cell, in seconds.
const RETURN_SECONDS: f64 = 0.16;

/// A cell of one of the boards, with the board's index.
pub type IndexedCell = (usize, Cell);

#[derive(Default)]
pub struct PieceDrag {
    carried: Option<CarriedPiece>,
    /// True if a drag has started from a cell without a piece to carry.
    no_piece: bool,
    /// A returning piece, with start position and time.
    returning: Option<(CarriedPiece, Pos2, f64)>,
}

struct CarriedPiece {
    from: IndexedCell,
    style: CellStyle,
    targets: Vec<IndexedCell>,
}

impl PieceDrag {
    /// Picks up the piece of a cell, if it can be dropped anywhere.
    pub fn pick_up(&mut self, position: &dyn Position, boards: &[BoardInfo], from: IndexedCell) {
        if self.no_piece || self.carried.is_some() {
            return;
        }
        let targets = targets(position, boards, from);
        self.no_piece = targets.is_empty();
        if !self.no_piece {
            self.carried = Some(CarriedPiece {
                from,
                style: position.style(boards[from.0].id, from.1),
                targets,
            });
            self.returning = None;
        }
    }

    /// Drops the piece on the cell `target`. Returns whether a piece was carried.
    pub fn drop_piece(&mut self, ui: &Ui, target: Option<IndexedCell>) -> bool {
        self.no_piece = false;
        let Some(carried) = self.carried.take() else {
            return false;
        };
        let at = ui.input(|input| input.pointer.latest_pos());
        let legal = target.is_some_and(|to| carried.targets.contains(&to));
        let reduced = ui.style().animation_time <= 0.0;
        if let Some(at) = at.filter(|_| !legal && !reduced) {
            self.returning = Some((carried, at, ui.input(|input| input.time)));
        }
        true
    }

    pub fn is_carrying(&self) -> bool {
        self.carried.is_some()
    }

    /// Cell of a board to dim, and cells to highlight.
    pub fn marks(&self, board: usize) -> (Option<Cell>, Vec<Cell>) {
        let on = |at: &IndexedCell| (at.0 == board).then_some(at.1);
        let returning = self.returning.as_ref().map(|(carried, ..)| carried);
        let carried = self.carried.as_ref();
        let from = carried.or(returning).map(|piece| piece.from);
        let targets = carried.map_or(&[][..], |piece| &piece.targets);
        (
            from.as_ref().and_then(on),
            targets.iter().filter_map(on).collect(),
        )
    }

    /// Draws the piece at the pointer or during its return; `outputs` has the layout of the boards.
    pub fn paint(&mut self, ui: &Ui, outputs: &[CanvasOutput]) {
        let now = ui.input(|input| input.time);
        self.returning
            .take_if(|(_, _, began)| now - *began >= RETURN_SECONDS);
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let (carried, middle) = match (&self.carried, &self.returning, pointer) {
            (Some(carried), _, Some(at)) => (carried, at),
            (None, Some((carried, from, began)), _) => {
                let Some(output) = outputs.get(carried.from.0) else {
                    return;
                };
                ui.ctx().request_repaint();
                let progress = ((now - began) / RETURN_SECONDS).clamp(0.0, 1.0) as f32;
                let origin = output.lines.rect(carried.from.1).center();
                (carried, from.lerp(origin, progress * (2.0 - progress)))
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
        paint.piece(middle, &carried.style);
    }
}

fn targets(position: &dyn Position, boards: &[BoardInfo], from: IndexedCell) -> Vec<IndexedCell> {
    let cells: usize = boards.iter().map(|board| board.size.area()).sum();
    if cells > MAX_CELLS {
        return Vec::new();
    }
    let everywhere = boards.iter().enumerate();
    let everywhere =
        everywhere.flat_map(|(index, board)| board.size.cells().map(move |cell| (index, cell)));
    let is_legal = |to: &IndexedCell| {
        let mv = position.interpret(&drag(boards, from, *to));
        *to != from && mv.is_some_and(|mv| position.boxed_clone().apply(&mv).is_ok())
    };
    let mut targets: Vec<IndexedCell> = everywhere.filter(is_legal).collect();
    // The destination of a click.
    let click = position.interpret(&click(boards, from));
    let click = click.filter(|mv| position.boxed_clone().apply(mv).is_ok());
    let motions = click.map_or(Vec::new(), |mv| position.describe(&mv).motions);
    let own = motions
        .iter()
        .filter(|motion| motion.path.first() == Some(&from.1));
    let ends = own.filter_map(|motion| Some((from.0, *motion.path.last()?)));
    targets.extend(ends.filter(|to| *to != from));
    targets
}

/// Gesture for a drag between two cells: a drag, or a click if that moves the piece to the target.
pub fn drag_gesture(
    position: &dyn Position,
    boards: &[BoardInfo],
    from: IndexedCell,
    to: IndexedCell,
) -> Gesture {
    let (drag, click) = (drag(boards, from, to), click(boards, from));
    let ends = (Some(&from.1), Some(&to.1));
    let reaches = |mv| {
        let motions = position.describe(&mv).motions;
        motions
            .iter()
            .any(|motion| (motion.path.first(), motion.path.last()) == ends)
    };
    let is_drag = from.0 != to.0 || position.interpret(&drag).is_some();
    match !is_drag && position.interpret(&click).is_some_and(reaches) {
        true => click,
        false => drag,
    }
}

fn drag(boards: &[BoardInfo], from: IndexedCell, to: IndexedCell) -> Gesture {
    Gesture::Drag {
        from_board: boards[from.0].id.to_owned(),
        from: from.1,
        to_board: boards[to.0].id.to_owned(),
        to: to.1,
    }
}

fn click(boards: &[BoardInfo], at: IndexedCell) -> Gesture {
    Gesture::Click {
        board: boards[at.0].id.to_owned(),
        cell: at.1,
        button: Button::Primary,
    }
}
