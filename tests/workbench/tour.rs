//! The first steps that are pointed out on the first start.

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
const SOLVE: &str = "Let a solver find a plan";
const WATCH: &str = "Play the plan step by step";

#[test]
fn first_steps_point_at_what_comes_next_and_do_nothing() {
    let bench = new_home();
    let mut harness = bench.start();
    wait_for(&mut harness, "Start with a game");
    assert!(!says(&harness, PLAY), "one welcome at a time");
    click(&mut harness, "Logo: Part 1");
    wait_for(&mut harness, PLAY);
    assert_eq!(harness.state().tab(), "Play");

    harness.state_mut().play("3 5");
    settle(&mut harness);
    assert!(says(&harness, SOLVE) && !says(&harness, PLAY));
    assert_eq!(
        harness.state().document().moves().len(),
        1,
        "the move stays"
    );
    press(&mut harness, CTRL, Key::Z);
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(says(&harness, WATCH));
    press(&mut harness, CTRL, Key::Period);
    assert!(!says(&harness, WATCH));
    drop(harness);
    assert!(!bench.saved_settings().welcome.tour_due);
    let mut harness = bench.start();
    assert!(!says(&harness, PLAY));
    run(&mut harness, "First steps");
    for step in [PLAY, SOLVE] {
        assert!(says(&harness, step));
        click(&mut harness, "Next");
    }
    assert!(says(&harness, WATCH));
    assert!(harness.state().document().plan().is_none());
}

#[test]
fn first_steps_are_left_at_any_time_and_do_not_come_to_a_file() {
    let bench = new_home();
    let path = bench.write("a.txt", CROSS);
    let harness = bench.open(&[&path]);
    assert!(!says(&harness, PLAY));
    drop(harness);
    let mut harness = bench.start();
    wait_for(&mut harness, "Start with a game");
    click(&mut harness, "Logo: Part 1");
    wait_for(&mut harness, PLAY);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!says(&harness, PLAY));
    drop(harness);
    let harness = bench.start();
    assert!(!says(&harness, PLAY));
}
