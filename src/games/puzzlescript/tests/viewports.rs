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
    let boards: Vec<String> = course
        .frames
        .iter()
        .map(|moment| board(moment.position.as_ref()))
        .collect();
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
    assert_eq!(viewport("", "", wide, ""), None);
    assert_eq!(viewport(flicks, "", wide, ""), Some([0, 3, 2, 3]));
    assert_eq!(viewport(flicks, "", wide, "d r"), Some([2, 3, 2, 3]));
    assert_eq!(
        viewport(flicks, "", wide, "r r"),
        Some([0, 6, 2, 1]),
        "the last block is less"
    );
    let zooms = "zoomscreen 3x3";
    assert_eq!(viewport(zooms, "", wide, ""), Some([0, 3, 3, 3]));
    assert_eq!(viewport(zooms, "", wide, "d"), Some([1, 3, 3, 3]));
    assert_eq!(viewport(zooms, "", wide, "d d r r"), Some([1, 4, 3, 3]));
    assert_eq!(
        viewport("zoomscreen 9x9", "", wide, ""),
        None,
        "all is seen"
    );
    // Without a player, the viewport stays.
    let gone = "[ action Player ] -> [ ]";
    assert_eq!(viewport(flicks, gone, wide, "d x"), Some([2, 3, 2, 3]));
    let parts = super::level(&text(flicks, "", "", wide)).viewport_size();
    assert_eq!(parts.map(|size| (size.rows, size.cols)), Some((2, 3)));
}
