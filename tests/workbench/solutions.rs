//! Several solutions: asked for, and shown one after the other.

use std::fs;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use testkit::workbench::*;

#[test]
fn solutions_are_shown_one_after_the_other() {
    let bench = Bench::default();
    let text = fs::read_to_string("levels/gdl/02-wolf-goat-cabbage.kif").expect("is there");
    let path = bench.write("river.kif", &text);
    let mut harness = bench.open(&[&path]);
    let set = |harness: &mut egui_kittest::Harness<'_, _>, number: &str| {
        harness.get_by_label("Solutions to find").focus();
        harness.run_steps(2);
        press(harness, CTRL, Key::A);
        harness.get_by_label("Solutions to find").type_text(number);
        press(harness, Modifiers::NONE, Key::Enter);
    };
    set(&mut harness, "5");
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(says(&harness, "2 distinct solutions found"));
    assert!(says(&harness, "Solution 1 of 2"));
    let plan = |harness: &egui_kittest::Harness<'_, planwright::workbench::Workbench>| {
        let record = harness.state().document().plan();
        record.expect("has a plan").text()
    };
    let first = plan(&harness);
    click(&mut harness, "Next solution");
    assert!(says(&harness, "Solution 2 of 2"));
    assert_ne!(plan(&harness), first);
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(plan(&harness), first);
}

#[test]
fn solve_for_the_best_takes_a_solver_that_proves_it() {
    let bench = Bench::default();
    let text = fs::read_to_string("levels/lights-out/05-four-by-four.txt").expect("is there");
    let path = bench.write("four.txt", &text);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::F5);
    wait_for(&mut harness, "Solved: 4 presses");
    assert!(says(&harness, "Proved: the fewest"));
    assert!(says(&harness, "by Fewest presses"));
}
