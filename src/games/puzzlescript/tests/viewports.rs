//! Viewports and animation of a game in play.

use std::time::Duration;

use super::*;
use crate::game::{Move, Position};

/// The rows of a position's board, joined by `/`.
fn board(position: &dyn Position) -> String {
    let size = position.boards()[0].size;
    let sign = |cell| position.style("level", cell).value;
    let row = |row| (0..size.cols).map(move |col| sign(Cell::new(row, col)).to_string());
    let rows = (0..size.rows).map(|at| row(at).collect::<String>());
    rows.collect::<Vec<String>>().join("/").to_lowercase()
}

#[test]
fn a_move_of_several_turns_is_animated() {
    let slide = "[ Mark Crate ] -> [ right Mark right Crate ] again\n[ > Player | Crate ] -> [ Player | > Crate > Mark ] again";
    let start = level(&text("again_interval 0.05", slide, "", "p*...")).start();
    let right = Move::new("right");
    let course = start.animation(&right);
    assert_eq!(course.interval, Duration::from_millis(50));
    let frames = course.frames.iter();
    let boards: Vec<String> = frames.map(|frame| board(frame.position.as_ref())).collect();
    let mut after = start.boxed_clone();
    after.apply(&right).expect("is a move");
    assert!(boards.len() > 1, "{boards:?}");
    assert_eq!(boards.last(), Some(&board(after.as_ref())));
    assert!(start.animation(&Move::new("left")).frames.is_empty());
}

/// Row and column of the viewport's corner, and its size, after some moves.
fn viewport(option: &str, rules: &str, level: &str, moves: &str) -> Option<[usize; 4]> {
    let mut position = super::level(&text(option, rules, "", level)).start();
    for mv in moves.split_whitespace() {
        position.apply(&Move::new(mv)).expect("is a move");
    }
    let view = position.viewport("level")?;
    let Cell { row, col } = view.corner;
    Some([row, col, view.size.rows, view.size.cols])
}

#[test]
fn the_viewport_follows_the_player() {
    let wide = "......./....p../......./.......";
    let flicks = "flickscreen 3x2";
    let zooms = "zoomscreen 3x3";
    let gone = "[ action Player ] -> [ ]";
    for (option, rules, moves, expected) in [
        ("", "", "", None),
        (flicks, "", "", Some([0, 3, 2, 3])),
        (flicks, "", "d r", Some([2, 3, 2, 3])),
        // The last block is smaller.
        (flicks, "", "r r", Some([0, 6, 2, 1])),
        (zooms, "", "", Some([0, 3, 3, 3])),
        (zooms, "", "d", Some([1, 3, 3, 3])),
        (zooms, "", "d d r r", Some([1, 4, 3, 3])),
        // All is visible.
        ("zoomscreen 9x9", "", "", None),
        // Without a player, the viewport stays.
        (flicks, gone, "d x", Some([2, 3, 2, 3])),
    ] {
        assert_eq!(
            viewport(option, rules, wide, moves),
            expected,
            "{option} {moves}"
        );
    }
    let parts = super::level(&text(flicks, "", "", wide)).viewport_size();
    assert_eq!(parts.map(|size| (size.rows, size.cols)), Some((2, 3)));
}
