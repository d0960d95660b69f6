//! What a move means on a screen.

use crate::game::Intent;

use super::board::{GRID, Layout, words};

/// What is done on the screen for a move: where it names one place, it is done there, by the name of
/// the move and its other words; where it names two or more, something is dragged from the first to
/// the last; else it is a control of its own.
pub(super) fn intent(layout: &Layout, mv: &str) -> Intent {
    let (name, args) = words(mv).unwrap_or((mv.trim_matches(['(', ')']), Vec::new()));
    let mut said = vec![name];
    let mut places = Vec::new();
    let mut rest = args.as_slice();
    while let [word, others @ ..] = rest {
        let next = others.first();
        match next.and_then(|next| layout.cell(word, next)) {
            Some(cell) => {
                places.push(cell);
                rest = others.get(1..).unwrap_or_default();
            }
            None => {
                said.push(word);
                rest = others;
            }
        }
    }
    let said = said.join(" ").into();
    match places.as_slice() {
        [] => Intent::Control(said),
        [cell] => Intent::Act {
            board: GRID,
            cell: *cell,
            action: said,
        },
        [from, .., to] => Intent::Drag {
            from_board: GRID,
            from: *from,
            to_board: GRID,
            to: *to,
        },
    }
}
