//! What people get who do not use a pointer or do not see the screen.

use std::collections::BTreeSet;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};
use planwright::workbench::Workbench;

use testkit::workbench::*;

const NONE: Modifiers = Modifiers::NONE;

/// Roles of things that can be done something with.
const CONTROLS: &[Role] = &[
    Role::Button,
    Role::CheckBox,
    Role::ComboBox,
    Role::Grid,
    Role::ListBox,
    Role::MultilineTextInput,
    Role::RadioButton,
    Role::Slider,
    Role::SpinButton,
    Role::TextInput,
];

/// Controls on screen: role, name, whether it can be used, and whether it is in sight.
fn controls(harness: &Harness<'_, Workbench>) -> Vec<(Role, String, bool)> {
    let is_control = by().predicate(|node| CONTROLS.contains(&node.role()));
    let nodes = harness.query_all(is_control);
    nodes
        .map(|node| {
            let node = node.accesskit_node();
            let name = node.label().unwrap_or_default();
            (node.role(), name, !node.is_disabled())
        })
        .collect()
}

pub fn nameless(harness: &Harness<'_, Workbench>) -> Vec<Role> {
    controls(harness)
        .into_iter()
        .filter(|(_, name, _)| name.trim().is_empty())
        .map(|(role, ..)| role)
        .collect()
}

#[test]
fn every_control_has_a_name() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    for mode in ["Edit mode", "Play mode", "Plan mode", "Play in a window"] {
        run(&mut harness, mode);
        assert_eq!(nameless(&harness), [], "in {mode}");
    }
    press(&mut harness, NONE, Key::F5);
    assert_eq!(nameless(&harness), [], "with a plan");
    run(&mut harness, "Edit mode");
    run(&mut harness, "Resize board…");
    assert_eq!(nameless(&harness), [], "while choosing a size");
    for dialog in [
        "New…",
        "Open path or URL…",
        "Settings…",
        "Keyboard shortcuts",
        "Rules of the game",
        "About",
        "Command palette…",
    ] {
        run(&mut harness, dialog);
        harness.run_steps(4);
        assert_eq!(nameless(&harness), [], "in {dialog}");
        press(&mut harness, NONE, Key::Escape);
    }
}

#[test]
fn tab_reaches_every_control() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, NONE, Key::F5);
    for mode in ["Plan mode", "Play mode", "Edit mode"] {
        run(&mut harness, mode);
        let usable = controls(&harness)
            .into_iter()
            .filter(|(.., usable)| *usable)
            .map(|(_, name, _)| name);
        let mut left: BTreeSet<String> = usable.collect();
        let second = match mode {
            "Edit mode" => "",
            _ => "Target, 5×5",
        };
        for _ in 0..400 {
            harness.key_press(Key::Tab);
            harness.step();
            let focused = by().predicate(|node| node.is_focused());
            if let Some(node) = harness.query_all(focused).last() {
                let name = node.accesskit_node().label().unwrap_or_default();
                // A board hands the focus on to the cell at its cursor.
                match name.split_once("row ") {
                    Some(("", _)) => {
                        left.retain(|name| !name.ends_with(", 5×5") || *name == second)
                    }
                    Some((board, _)) => left.retain(|name| !name.starts_with(board)),
                    None => {}
                }
                left.remove(&name);
            }
            if left.is_empty() {
                break;
            }
        }
        assert!(left.is_empty(), "in {mode}: {left:?}");
    }
}

#[test]
fn every_cell_is_reached_by_arrow_keys_and_told() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    harness.get_by_label("row 3 column 3, 1").click();
    settle(&mut harness);
    press(&mut harness, NONE, Key::Home);
    for (row, tokens) in [".....", "..2..", ".212."].iter().enumerate() {
        for (col, token) in tokens.chars().enumerate() {
            let value = if token == '.' {
                "empty".to_owned()
            } else {
                token.to_string()
            };
            let name = format!("row {} column {}, {value}", row + 1, col + 1);
            assert!(harness.query_by_label(&name).is_some(), "{name}");
        }
    }
    press(&mut harness, NONE, Key::ArrowDown);
    harness.event(egui::Event::Text("4".to_owned()));
    settle(&mut harness);
    assert!(harness.query_by_label("row 4 column 1, 4").is_some());
}

#[test]
fn an_entry_chosen_by_key_closes_its_list() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Edit mode");
    harness
        .get_by_role_and_label(Role::ComboBox, "Solver")
        .focus();
    harness.step();
    press(&mut harness, NONE, Key::Enter);
    let entries = |harness: &Harness<'_, Workbench>| {
        let named = by().predicate(|node| {
            let label = node.label().unwrap_or_default();
            label.starts_with("Backward search (reference). ")
        });
        harness.query_all(named).count()
    };
    assert_eq!(entries(&harness), 1, "the list is open");
    for _ in 0..10 {
        press(&mut harness, NONE, Key::Tab);
        let focused = by().predicate(|node| node.is_focused());
        let node = harness.query_all(focused).last().expect("is there");
        let label = node.accesskit_node().label().unwrap_or_default();
        if label.starts_with("Backward search") {
            break;
        }
    }
    press(&mut harness, NONE, Key::Enter);
    assert_eq!(entries(&harness), 0, "the list is closed");
    let solver = harness.get_by_role_and_label(Role::ComboBox, "Solver");
    assert_eq!(
        solver.accesskit_node().value().as_deref(),
        Some("Backward search")
    );
    assert!(solver.is_focused());
}
