//! What was played: listed, filtered, looked into, opened, deleted.

use std::fs;
use std::path::PathBuf;

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::workbench::Workbench;
use serde_json::{Value, json};

use testkit::workbench::*;

type Window = Harness<'static, Workbench>;

/// Writes a run down as auto-play does.
fn run(bench: &Bench, id: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
    let folder = bench.places().history().join(id);
    fs::create_dir_all(&folder).expect("can be made");
    let mut run = json!({
        "version": 1, "profile": "logo-fuse", "title": "Logo in Fuse", "game": "logo",
        "started": "2026-05-04T03:02:01Z", "state": "done", "text": "The level is solved.",
        "elapsed_s": 75.0, "keys": 1234,
        "levels": [{
            "level": 1, "text": CROSS, "plan": ["3 3", "2 3"], "made": 2, "solved": true,
            "keys": 30, "confirmed": 27, "lost": 2, "doubled": 1, "time_s": 4.5,
            "planning_s": 0.2, "presses": 25, "plain_presses": 31,
        }],
    });
    change(&mut run);
    fs::write(folder.join("run.json"), run.to_string()).expect("can be written");
    folder
}

#[test]
fn before_anything_was_played_it_says_so() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::Num6);
    assert_eq!(harness.state().tab(), "History");
    assert!(says(&harness, "No runs yet"));
}

#[test]
fn runs_are_listed_the_latest_first_and_filtered() {
    let bench = Bench::default();
    run(&bench, "20260504-030201-logo-fuse", |_| {});
    run(&bench, "20260505-030201-flip", |run| {
        run["profile"] = "flip".into();
        run["title"] = "Flip".into();
        run["game"] = "lights-out".into();
        run["state"] = "running".into();
    });
    let broken = bench.places().history().join("20260506-000000-mine");
    fs::create_dir_all(&broken).expect("can be made");
    fs::write(broken.join("run.json"), "nonsense").expect("can be written");
    let mut harness = bench.start();
    run_command(&mut harness);
    assert!(says(&harness, "3 runs"));
    let fuse = "Logo in Fuse, Done";
    assert!(says(&harness, fuse));
    let counts = "1 of 1 level, 1,234 keys, 2 missed, 1 repeated, 1:15 min";
    assert!(says(&harness, counts));
    // Nobody holds its lock, so it does not go on.
    assert!(says(&harness, "Flip, Interrupted"));
    assert!(says(&harness, "20260506-000000-mine, Cannot be read"));
    let find = |harness: &mut Window, words: &str| {
        harness.get_by_label("Find runs").focus();
        harness.step();
        harness.get_by_label("Find runs").type_text(words);
        settle(harness);
    };
    find(&mut harness, "flip");
    assert!(says(&harness, "1 of 3 runs") && says(&harness, "Flip, Interrupted"));
    assert!(!says(&harness, fuse));
    find(&mut harness, " stopped");
    assert!(says(&harness, "No matching runs."));
}

fn run_command(harness: &mut Window) {
    testkit::workbench::run(harness, "History of play");
}

#[test]
fn a_run_is_looked_into_its_level_opened_its_folder_shown_and_it_is_deleted() {
    let bench = Bench::default();
    let board = |cell: &str| json!([{ "id": "field", "title": "Field", "rows": [format!("1 {cell}"), "· ·".to_owned()] }]);
    let folder = run(&bench, "20260504-030201-logo-fuse", |run| {
        run["state"] = "stopped".into();
        run["text"] = "Stopped.".into();
        run["troubles"] = json!([{
            "at_s": 3.2, "level": 1, "text": "After step 2 the screen is not as expected.",
            "picture": "0001.png", "expected": board("2"), "seen": board("3"),
        }, { "at_s": 4.0, "level": 1, "text": "The window was closed.", "picture": "0002.png" }]);
    });
    image::RgbaImage::new(32, 24)
        .save(folder.join("0001.png"))
        .expect("can be written");
    let mut harness = bench.start();
    run_command(&mut harness);
    let row = harness
        .get_all_by_label_contains("Logo in Fuse, Stopped")
        .next();
    row.expect("is listed").click();
    harness.run_steps(3);
    settle(&mut harness);
    for text in ["Outcome", "1 of 1 level", "6 presses"] {
        assert!(says(&harness, text), "{text}");
    }
    click(
        &mut harness,
        "3.2 s, level 1: After step 2 the screen is not as expected.",
    );
    assert!(says(&harness, "Expected: Field, 1 cell differs"));
    assert!(says(&harness, "Seen: Field, 1 cell differs"));
    assert!(says(&harness, "The window at that time"));
    // A picture that is gone is no reason to break down.
    click(&mut harness, "4.0 s, level 1: The window was closed.");
    wait_for(&mut harness, "0002.png cannot be read");
    click(&mut harness, "Level 1: solved in 4.5 s");
    harness.run_steps(10);
    assert!(says(&harness, "3 3, 2 3"));
    click(&mut harness, "Open folder");
    let shown = bench.dialogs.shown.lock().expect("is fine").clone();
    assert_eq!(shown, std::slice::from_ref(&folder));
    harness.get_by_label("Open level").scroll_to_me();
    harness.run_steps(4);
    click(&mut harness, "Open level");
    assert_eq!(harness.state().tab(), "Edit");
    assert_eq!(harness.state().document().name(), "Cross");
    run_command(&mut harness);
    click(&mut harness, "Delete…");
    click(&mut harness, "Keep");
    click(&mut harness, "Delete…");
    assert!(folder.exists());
    click(&mut harness, "Delete permanently");
    assert!(!folder.exists());
    assert!(says(&harness, "No runs yet"));
}
