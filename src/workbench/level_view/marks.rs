//! What other pages want marked on the level's board: cells that a proof names, and a pattern.

use crate::board::{BoardMark, Mark, MarkKind};
use crate::page::Cx;

/// The cells that a proof of unsolvability names.
fn problems(cx: &Cx) -> impl Iterator<Item = Mark> {
    let mark = |cell: &_| Mark {
        cell: *cell,
        kind: MarkKind::Problem,
    };
    cx.facts.problems.iter().map(mark)
}

/// The marks of the level as it is drawn: problems and the pattern.
pub fn level_marks(cx: &Cx) -> Vec<Mark> {
    problems(cx)
        .chain(cx.facts.patterns.iter().copied())
        .collect()
}

/// The problems, on the board that the level is drawn on.
pub fn problem_marks(cx: &Cx) -> Vec<BoardMark> {
    on_level_board(cx, problems(cx))
}

/// Problems and the pattern, on the board that the level is drawn on.
pub fn with_patterns(cx: &Cx) -> Vec<BoardMark> {
    on_level_board(cx, level_marks(cx).into_iter())
}

fn on_level_board(cx: &Cx, marks: impl Iterator<Item = Mark>) -> Vec<BoardMark> {
    let Some(game) = cx.document.game() else {
        return Vec::new();
    };
    let board = game.info().level_board;
    marks.map(|mark| (board.into(), mark)).collect()
}
