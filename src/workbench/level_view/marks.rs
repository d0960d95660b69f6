//! Marks on the level's board: cells named by a proof, and a pattern.

use crate::board::{BoardMark, Mark, MarkKind};
use crate::page::Cx;

/// Cells named by a proof of unsolvability.
pub fn problem_marks(cx: &Cx) -> Vec<Mark> {
    let mark = |cell: &_| Mark {
        cell: *cell,
        kind: MarkKind::Problem,
    };
    cx.facts.problems.iter().map(mark).collect()
}

/// Marks of the level as drawn: problems and the pattern.
pub fn level_marks(cx: &Cx) -> Vec<Mark> {
    let mut marks = problem_marks(cx);
    marks.extend(&cx.facts.patterns);
    marks
}

/// Places marks on the board that the level is drawn on.
pub fn on_level_board(cx: &Cx, marks: Vec<Mark>) -> Vec<BoardMark> {
    let Some(game) = cx.document.game() else {
        return Vec::new();
    };
    let board = game.info().level_board;
    let marks = marks.into_iter();
    marks.map(|mark| (board.into(), mark)).collect()
}
