//! What other pages want marked on the level's board: cells that a proof names, and a pattern.

use crate::board::{BoardMark, Mark, MarkKind};
use crate::page::Cx;

/// The cells that a proof of unsolvability names.
pub fn problems(cx: &Cx) -> Vec<Mark> {
    let mark = |cell: &_| Mark {
        cell: *cell,
        kind: MarkKind::Problem,
    };
    cx.facts.problems.iter().map(mark).collect()
}

/// The marks of the level as it is drawn: problems and the pattern.
pub fn level_marks(cx: &Cx) -> Vec<Mark> {
    let mut marks = problems(cx);
    marks.extend(&cx.facts.patterns);
    marks
}

/// Marks of the level, on the board that it is drawn on.
pub fn on_level_board(cx: &Cx, marks: Vec<Mark>) -> Vec<BoardMark> {
    let Some(game) = cx.document.game() else {
        return Vec::new();
    };
    let board = game.info().level_board;
    let marks = marks.into_iter();
    marks.map(|mark| (board.into(), mark)).collect()
}
