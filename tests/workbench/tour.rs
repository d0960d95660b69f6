//! The tour on the first start.

use std::fs;

use egui::{Key, Modifiers};

use testkit::workbench::*;

/// A home without settings: the program was never started here.
fn new_home() -> Bench {
    let bench = Bench::default();
    fs::remove_file(bench.places().config.join("settings.ron")).expect("is there");
    bench
}

const PLAY: &str = "Make a move on the board";
const SOLVE: &str = "Let the solver find a plan";
const WATCH: &str = "Play the plan, step by step";

#[test]
fn the_tour_goes_on_as_the_person_does_what_it_shows() {
    let bench = new_home();
    let mut harness = bench.start();
    wait_for(&mut harness, PLAY);
    assert_eq!(harness.state().tab(), "Play");

    harness.state_mut().play("3 5");
    settle(&mut harness);
    assert!(says(&harness, SOLVE) && !says(&harness, PLAY));
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(says(&harness, WATCH));
    press(&mut harness, CTRL, Key::Period);
    assert!(!says(&harness, WATCH));
    drop(harness);
    assert!(!bench.saved_settings().welcome.tour_due);
    let mut harness = bench.start();
    assert!(!says(&harness, PLAY));
    run(&mut harness, "Tour");
    for step in [PLAY, SOLVE] {
        assert!(says(&harness, step));
        click(&mut harness, "Next");
    }
    assert!(says(&harness, WATCH));
}

#[test]
fn the_tour_is_left_at_any_time_and_does_not_come_to_a_file() {
    let bench = new_home();
    let path = bench.write("a.txt", CROSS);
    let harness = bench.open(&[&path]);
    assert!(!says(&harness, PLAY));
    drop(harness);
    let mut harness = bench.start();
    wait_for(&mut harness, PLAY);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!says(&harness, PLAY));
    drop(harness);
    let harness = bench.start();
    assert!(!says(&harness, PLAY));
}
