//! Options of solvers: presets, and the window in which they evolve.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::session::disk::RealDisk;
use planwright::session::presets::Presets;
use planwright::workbench::Workbench;

use testkit::keep::keep;
use testkit::workbench::*;

const SEVEN: &str = include_str!("../../levels/lights-out/29-seven-by-seven.txt");

/// The seven by seven board with the greedy search chosen.
fn greedy(bench: &Bench) -> Harness<'static, Workbench> {
    let path = bench.write("seven.txt", SEVEN);
    let mut settings = bench.saved_settings();
    let chosen = ("lights-out".to_owned(), "greedy".to_owned());
    settings.solving.solvers = [chosen].into();
    bench.settings(&settings);
    bench.open(&[&path])
}

/// What the list of presets shows.
fn preset(harness: &Harness<'_, Workbench>) -> String {
    let list = harness.get_by_label("Preset");
    list.value().unwrap_or_default()
}

/// Types a number into a field.
fn set(harness: &mut Harness<'_, Workbench>, name: &str, number: &str) {
    harness.get_by_label(name).focus();
    harness.run_steps(2);
    press(harness, CTRL, egui::Key::A);
    harness.event(egui::Event::Text(number.to_owned()));
    harness.run_steps(2);
    press(harness, egui::Modifiers::NONE, egui::Key::Enter);
}

#[test]
fn a_preset_that_a_solver_comes_with_makes_it_solve() {
    let bench = Bench::default();
    let mut harness = greedy(&bench);
    assert_eq!(preset(&harness), "Defaults");
    click(&mut harness, "Preset");
    click(&mut harness, "tuned");
    assert_eq!(preset(&harness), "tuned");
    run(&mut harness, "Solve");
    let answer = answer(&harness).expect("has answered");
    assert!(answer.starts_with("Solved"), "{answer}");
    click(&mut harness, "Preset");
    click(&mut harness, "Defaults");
    assert_eq!(preset(&harness), "Defaults");
}

#[test]
fn options_evolve_in_a_window_and_are_kept_used_and_forgotten() {
    let bench = Bench::default();
    let mut harness = greedy(&bench);
    run(&mut harness, "Tune options…");
    assert!(says(&harness, "Progress: nothing yet"));
    click(&mut harness, "Like the open level");
    for (name, number) in [
        ("Levels", "2"),
        ("Population", "6"),
        ("Generations", "3"),
        ("Nodes", "300000"),
    ] {
        set(&mut harness, name, number);
    }
    click(&mut harness, "Tune");
    assert!(says(&harness, "Progress: after generation 3 best"));
    assert!(says(&harness, "On other levels – best: "));
    assert!(says(&harness, "instead of "), "better ones were found");
    keep("tuning", || harness.render().ok());
    // A name is needed.
    click(&mut harness, "Keep as preset");
    assert!(says(&harness, "A preset needs a name"));
    harness.get_by_label("Name of the preset").focus();
    harness.run_steps(2);
    harness.event(egui::Event::Text("seven".to_owned()));
    harness.run_steps(2);
    click(&mut harness, "Keep as preset");
    assert!(says(&harness, "Kept as ‘seven’."));
    click(&mut harness, "Use");
    click(&mut harness, "Close");
    assert_eq!(preset(&harness), "seven");
    run(&mut harness, "Solve");
    let answer = answer(&harness).expect("has answered");
    assert!(answer.starts_with("Solved"), "{answer}");
    let kept = || {
        let presets = Presets::load(&RealDisk, &bench.places().presets()).expect("is readable");
        presets.of("lights-out", "greedy").count()
    };
    assert_eq!(kept(), 1);
    click(&mut harness, "Preset");
    click(&mut harness, "Forget seven");
    assert_eq!(kept(), 0);
    assert_eq!(preset(&harness), "Others");
}

#[test]
fn a_tuning_can_be_stopped_and_gives_the_best_so_far() {
    let bench = Bench::default();
    let mut harness = greedy(&bench);
    run(&mut harness, "Tune options…");
    click(&mut harness, "Like the open level");
    set(&mut harness, "Generations", "9999");
    harness.get_by_label("Tune").click();
    wait_for(&mut harness, "Progress: after generation");
    harness.get_by_label("Stop tuning").click();
    settle(&mut harness);
    assert!(says(&harness, "Stopped: this is the best so far."));
    click(&mut harness, "Close");
    assert!(!says(&harness, "Progress:"));
}
