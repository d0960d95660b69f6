//! What is seen of a game in play.

use std::time::Duration;

use super::*;
use crate::game::{Move, Position};

/// The rows of a position's board, joined by `/`.
fn board(position: &dyn Position) -> String {
    let size = position.boards()[0].size;
    let sign = |cell| position.look("level", cell).value;
    let row = |row| (0..size.cols).map(move |col| sign(Cell::new(row, col)).to_string());
    let rows = (0..size.rows).map(|at| row(at).collect::<String>());
    rows.collect::<Vec<String>>().join("/").to_lowercase()
}

#[test]
fn a_move_that_goes_on_is_seen_step_by_step() {
    let slide = "[ Mark Crate ] -> [ right Mark right Crate ] again\n[ > Player | Crate ] -> [ Player | > Crate > Mark ] again";
    let start = level(&text("again_interval 0.05", slide, "", "p*...")).start();
    let right = Move::new("right");
    let course = start.course(&right);
    assert_eq!(course.interval, Duration::from_millis(50));
    let boards: Vec<String> = course
        .moments
        .iter()
        .map(|moment| board(moment.position.as_ref()))
        .collect();
    let mut after = start.boxed_clone();
    after.apply(&right).expect("is a move");
    assert!(boards.len() > 1, "{boards:?}");
    assert_eq!(boards.last(), Some(&board(after.as_ref())));
    assert!(start.course(&Move::new("left")).moments.is_empty());
}
