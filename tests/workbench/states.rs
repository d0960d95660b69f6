//! The graph of states: explored, searched step by step, looked into.

use std::fs;

use egui::{Key, Modifiers};

use testkit::workbench::*;

const RIVER: &str = "levels/gdl/02-wolf-goat-cabbage.kif";

/// A workbench with a small level in states mode.
fn river(bench: &Bench) -> egui_kittest::Harness<'_, planwright::workbench::Workbench> {
    let text = fs::read_to_string(RIVER).expect("is there");
    let path = bench.write("river.kif", &text);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num4);
    harness
}

#[test]
fn a_small_level_is_explored_whole() {
    let bench = Bench::default();
    let mut harness = river(&bench);
    assert_eq!(harness.state().tab(), "States");
    assert!(says(&harness, "15 states, 26 moves, 1 solved, 5 lost"));
    assert!(says(&harness, "State 14, depth 7, solved"));
    click(&mut harness, "−");
    assert!(says(&harness, "14 of 15 explored"));
    // The last state was found by the last but one: now it is not known yet.
    for _ in 0..14 {
        click(&mut harness, "−");
    }
    assert!(says(&harness, "0 of 15 explored"));
    assert!(!says(&harness, "State 1, depth 1"));
    click(&mut harness, "+");
    assert!(says(&harness, "State 1, depth 1, dead end"));
}

#[test]
fn a_state_is_looked_into_and_played_from() {
    let bench = Bench::default();
    let mut harness = river(&bench);
    click(&mut harness, "State 5, depth 2");
    assert!(says(&harness, "2 moves from the start"));
    click(&mut harness, "Take cabbage → state 7");
    assert!(says(&harness, "3 moves from the start"));
    click(&mut harness, "Play from here");
    assert_eq!(harness.state().tab(), "Play");
    assert_eq!(harness.state().document().moves().len(), 3);
    press(&mut harness, CTRL, Key::Z);
    assert!(harness.state().document().moves().is_empty());
}

#[test]
fn the_plan_comes_first_where_not_all_can_be_looked_at() {
    let bench = Bench::default();
    let text = fs::read_to_string("levels/gdl/06-eight-puzzle.kif").expect("is there");
    let path = bench.write("eight.kif", &text);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    press(&mut harness, CTRL, Key::Num4);
    assert!(says(&harness, "500 states"));
    assert!(says(&harness, "1 solved"));
    assert!(says(&harness, "raise the limit to see more"));
}

#[test]
fn the_states_of_a_robot_are_those_of_its_board() {
    let bench = Bench::default();
    let path = bench.write("row.txt", "light-bot\nrobot 1 1 E\n\n0 0 0*\n");
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num4);
    // Three tiles, four directions, and the light off; and on, which ends it.
    assert!(says(&harness, "16 states, 32 moves, 4 solved"));
    click(&mut harness, "State 3, depth 1");
    assert!(says(&harness, "robot facing"));
    click(&mut harness, "Write program");
    assert_eq!(harness.state().tab(), "Play");
    let program = harness.state().document().position().as_program();
    assert!(program.is_some_and(|it| it.source() == "main: R\n"));
}

#[test]
fn an_edit_begins_the_graph_anew() {
    let bench = Bench::default();
    let path = bench.write("cross.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num4);
    assert!(!says(&harness, "1 state, 0 moves"));
    press(&mut harness, CTRL, Key::Num1);
    press(&mut harness, CTRL, Key::Delete);
    press(&mut harness, CTRL, Key::Num4);
    assert!(says(&harness, "1 state, 0 moves"));
}

/// Exports the graph in a form, to a file of this name.
fn export(harness: &mut egui_kittest::Harness<'_, planwright::workbench::Workbench>, form: &str) {
    click(harness, "Export…");
    click(harness, form);
}

#[test]
fn the_graph_is_exported_in_every_form() {
    let bench = Bench::default();
    let mut harness = river(&bench);
    for (form, name, begin) in [
        ("Drawing (SVG)", "river.svg", &b"<svg"[..]),
        ("Picture (PNG)", "river.png", b"\x89PNG"),
        ("Animation (GIF)", "river.gif", b"GIF89a"),
        ("Animated PNG", "river.apng", b"\x89PNG"),
        ("Graphviz (DOT)", "river.dot", b"digraph"),
    ] {
        let path = bench.home.path().join(name);
        let mut answers = bench.dialogs.answers.lock().expect("is fine");
        answers.push_back(Some(path.clone()));
        drop(answers);
        export(&mut harness, form);
        let bytes = fs::read(&path).expect("was written");
        assert!(bytes.starts_with(begin), "{form}");
        assert!(says(&harness, "Exported"), "{form}");
    }
    let asked = bench.dialogs.asked.lock().expect("is fine");
    assert_eq!(
        asked[0].name.as_deref(),
        Some("wolf-goat-and-cabbage-states.svg")
    );
}

#[test]
fn states_that_differ_in_the_step_counter_only_are_one() {
    let bench = Bench::default();
    let text = fs::read_to_string("levels/gdl/03-hanoi-three.kif").expect("is there");
    let path = bench.write("hanoi.kif", &text);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num4);
    assert!(says(&harness, "27 states"));
    assert!(says(&harness, "without the step counter"));
    click(&mut harness, "Separate by step counter");
    assert!(!says(&harness, "27 states"));
}

#[test]
fn a_solvers_search_is_watched_beside_plain_ones() {
    let bench = Bench::default();
    let mut harness = river(&bench);
    choose(&mut harness, "as “Iterative deepening” explores them");
    assert!(says(&harness, "pruned"));
    let film =
        |harness: &egui_kittest::Harness<'_, _>| says(harness, "15 explored, 0 in the frontier");
    assert!(!film(&harness), "it looks at states again and again");
    assert!(says(&harness, "15 states, 26 moves, 1 solved"));
    choose(&mut harness, "depth first");
    assert!(says(
        &harness,
        "15 of 15 explored, 0 in the frontier, 0 pruned"
    ));
    click(&mut harness, "−");
    assert!(says(
        &harness,
        "14 of 15 explored, 1 in the frontier, 0 pruned"
    ));
}

fn choose(harness: &mut egui_kittest::Harness<'_, planwright::workbench::Workbench>, order: &str) {
    click(harness, "Order of states");
    click(harness, order);
}

#[test]
fn the_best_moves_lead_home_from_any_state() {
    let bench = Bench::default();
    let mut harness = river(&bench);
    click(&mut harness, "State 5, depth 2");
    assert!(says(&harness, "best outcome 100, in 5 moves"));
    click(&mut harness, "Best move");
    assert!(says(&harness, "best outcome 100, in 4 moves"));
    for _ in 0..4 {
        click(&mut harness, "Best move");
    }
    assert!(says(&harness, "7 moves from the start; solved"));
}
