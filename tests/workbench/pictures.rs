//! Levels from pictures.

use std::fs;
use std::path::Path;

use planwright::game::Cell;

use crate::support::*;

#[test]
fn a_picture_is_read_and_its_doubtful_cell_corrected() {
    let bench = Bench::new();
    let picture = bench.home.path().join("screen.png");
    fs::write(&picture, "").expect("is writable");
    let mut harness = bench.open(&[&picture]);
    wait_for(&mut harness, "1 cell is doubtful");
    assert!(says(
        &harness,
        "Row 2, column 3: read as 3 with 40 %, could be 2"
    ));
    assert!(says(&harness, "Read row 2 column 3, 3, doubtful"));
    click(&mut harness, "2");
    assert!(says(&harness, "Every cell was read with confidence"));
    click(&mut harness, "Use level");
    let text = harness.state().document().level().to_text();
    assert_eq!(text, CROSS.replace("title Cross\n", ""));
    assert!(harness.state().document().is_dirty(), "it is nowhere saved");
}

#[test]
fn doubts_are_not_passed_over_silently() {
    let bench = Bench::new();
    let picture = bench.home.path().join("screen.png");
    fs::write(&picture, "").expect("is writable");
    let mut harness = bench.open(&[&picture]);
    wait_for(&mut harness, "1 cell is doubtful");
    click(&mut harness, "Use level");
    assert_eq!(
        harness.state().document().history().depth(),
        0,
        "is disabled"
    );
    click(&mut harness, "Use as read, doubts and all");
    let level = harness.state().document().level().clone();
    assert_eq!(level.look(Cell::new(1, 2)).value, "3");
}

#[test]
fn a_picture_that_cannot_be_read_says_why() {
    let bench = Bench::new();
    let mut harness = bench.open(&[Path::new("nowhere.png")]);
    wait_for(&mut harness, "there is no such file");
}
