//! Several open levels, each in a tab of its own.

use std::fs;

use egui::{Event, Key, Modifiers, PointerButton, ViewportCommand};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::workbench::Workbench;
use planwright::workbench::settings::{OnQuit, SavingSettings, Settings};

use testkit::workbench::*;

const CROSS_ROW: &str = "Cross, Logo: Part 1, 5×5";
const LONE_ROW: &str = "Lone two, Logo: Part 1, 3×3";

fn open(harness: &Harness<'_, Workbench>) -> Vec<String> {
    harness.state().open_levels()
}

fn name(harness: &Harness<'_, Workbench>) -> String {
    harness.state().document().name()
}

/// Clicks a level with this button and these keys held.
fn click_with(
    harness: &mut Harness<'_, Workbench>,
    label: &str,
    button: PointerButton,
    modifiers: Modifiers,
) {
    harness.run_steps(3);
    let pos = middle(harness, label);
    harness.event(Event::PointerMoved(pos));
    harness.step();
    for pressed in [true, false] {
        harness.event_modifiers(
            Event::PointerButton {
                pos,
                button,
                pressed,
                modifiers,
            },
            modifiers,
        );
        harness.step();
    }
    settle(harness);
}

/// A workbench with the cross in front and another level in a second tab.
fn two(bench: &Bench) -> Harness<'static, Workbench> {
    bench.write("lone.txt", IMPOSSIBLE);
    let mut harness = bench.start();
    click(&mut harness, CROSS_ROW);
    click_with(
        &mut harness,
        LONE_ROW,
        PointerButton::Middle,
        Modifiers::NONE,
    );
    assert_eq!(open(&harness), ["Cross", "Lone two"]);
    harness
}

#[test]
fn each_tab_has_its_own_level_with_its_own_steps() {
    let bench = Bench::default();
    let mut harness = two(&bench);
    assert_eq!(name(&harness), "Lone two");
    press(&mut harness, CTRL, Key::Delete);
    press(&mut harness, CTRL, Key::Tab);
    assert_eq!(name(&harness), "Cross");
    assert!(!harness.state().document().is_dirty());
    assert!(says(&harness, "Tab Lone two, Logo: Part 1, unsaved"));
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert_eq!(harness.state().tab(), "Plan");
    click(&mut harness, "Tab Lone two, Logo: Part 1, unsaved");
    assert_eq!(harness.state().tab(), "Edit");
    assert!(harness.state().document().plan().is_none());
    press(&mut harness, CTRL, Key::Z);
    assert!(!harness.state().document().is_dirty());
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(
        name(&harness),
        "Lone two",
        "the other tab's steps are not here"
    );
    // The level is open already: its tab is shown, not the file once more.
    click(
        &mut harness,
        "Cross, Logo: Part 1, 5×5, solved by the program",
    );
    assert_eq!(
        (name(&harness).as_str(), open(&harness).len()),
        ("Cross", 2)
    );
    assert!(harness.state().document().plan().is_some());
}

#[test]
fn an_opened_level_takes_the_place_of_one_without_changes_only() {
    let bench = Bench::default();
    bench.write("lone.txt", IMPOSSIBLE);
    let mut harness = bench.start();
    click(&mut harness, CROSS_ROW);
    click(&mut harness, LONE_ROW);
    assert_eq!(open(&harness), ["Lone two"]);
    press(&mut harness, CTRL, Key::Delete);
    click(&mut harness, CROSS_ROW);
    assert_eq!(open(&harness), ["Lone two", "Cross"]);
    click_with(&mut harness, CROSS_ROW, PointerButton::Primary, CTRL);
    assert_eq!(open(&harness).len(), 2, "it is in front");
    // An unfinished game stays open, too.
    press(&mut harness, CTRL, Key::Num2);
    click(&mut harness, "row 3 column 3, empty");
    assert_eq!(harness.state().document().moves().len(), 1);
    let third = bench.write("third.txt", "logo\ntitle Third\n\n.1\n");
    drop_file(&mut harness, &third);
    assert_eq!(open(&harness), ["Lone two", "Cross", "Third"]);
    press(&mut harness, CTRL, Key::W);
    press(&mut harness, CTRL, Key::T);
    assert!(says(&harness, "Start with a game"));
    assert_eq!(open(&harness).len(), 3);
}

#[test]
fn a_level_with_a_plan_that_is_closed_for_another_can_be_got_back() {
    let bench = Bench::default();
    bench.write("lone.txt", IMPOSSIBLE);
    let mut harness = bench.start();
    click(&mut harness, CROSS_ROW);
    press(&mut harness, Modifiers::NONE, Key::F5);
    click(&mut harness, LONE_ROW);
    assert_eq!(open(&harness), ["Lone two"]);
    assert!(says(&harness, "“Cross” was closed."));
    click(&mut harness, "Reopen closed tab");
    assert_eq!(name(&harness), "Cross");
    assert!(harness.state().document().plan().is_some());
}

#[test]
fn a_closed_tab_asks_about_changes_and_can_be_opened_again() {
    let bench = Bench::default();
    let mut harness = two(&bench);
    press(&mut harness, CTRL, Key::Delete);
    press(&mut harness, CTRL, Key::W);
    assert!(says(&harness, "“Lone two” has unsaved changes."));
    click(&mut harness, "Cancel");
    assert_eq!(open(&harness).len(), 2);
    click(&mut harness, "Close Lone two");
    click(&mut harness, "Discard and close");
    assert_eq!(open(&harness), ["Cross"]);
    press(&mut harness, CTRL_SHIFT, Key::T);
    assert_eq!(name(&harness), "Lone two");
    assert!(harness.state().document().is_dirty());
    press(&mut harness, CTRL, Key::W);
    click(&mut harness, "Save");
    assert_eq!(open(&harness), ["Cross"]);
    let saved = fs::read_to_string(bench.places().levels().join("lone.txt"));
    assert!(!saved.expect("is there").contains(".2."));
    press(&mut harness, CTRL, Key::W);
    assert_eq!(open(&harness), ["Untitled"]);
    assert!(says(&harness, "Start with a game"));
}

#[test]
fn a_solver_goes_on_for_its_own_level() {
    let bench = Bench::default();
    let mut harness = two(&bench);
    press(&mut harness, CTRL, Key::Tab);
    let ctx = harness.ctx.clone();
    let workbench = harness.state_mut();
    assert!(workbench.command(&ctx, "Solve") && workbench.command(&ctx, "Next tab"));
    settle(&mut harness);
    assert_eq!(
        (name(&harness).as_str(), harness.state().tab()),
        ("Lone two", "Edit")
    );
    assert!(harness.state().document().plan().is_none());
    let said = harness
        .state()
        .messages()
        .latest()
        .map(|it| it.text.clone());
    assert!(said.is_some_and(|said| said.starts_with("“Cross”: Solved")));
    press(&mut harness, CTRL_SHIFT, Key::Tab);
    assert_eq!(
        (name(&harness).as_str(), harness.state().tab()),
        ("Cross", "Plan")
    );
    assert!(harness.state().document().plan().is_some());
}

#[test]
fn closing_the_window_asks_once_for_all_unsaved_levels() {
    let bench = Bench::default();
    bench.settings(&Settings {
        saving: SavingSettings {
            on_quit: OnQuit::Ask,
            ..SavingSettings::default()
        },
        welcome: NO_WELCOME,
        ..Settings::default()
    });
    let mut harness = two(&bench);
    press(&mut harness, CTRL, Key::Delete);
    press(&mut harness, CTRL, Key::Tab);
    press(&mut harness, CTRL, Key::Delete);
    assert!(close_window(&mut harness).contains(&ViewportCommand::CancelClose));
    harness.run_steps(3);
    assert!(says(&harness, "2 levels have unsaved changes"));
    harness.get_by_label("Save all").click();
    harness.step();
    harness.step();
    let closed = commands(&harness).contains(&ViewportCommand::Close)
        || close_window(&mut harness).is_empty();
    assert!(closed);
    for file in ["lone.txt", "cross.txt"] {
        let saved = fs::read_to_string(bench.places().levels().join(file));
        assert!(!saved.expect("is there").contains('2'), "{file}");
    }
}

#[test]
fn a_crash_loses_no_tab_and_no_file_name_also_the_second_time() {
    let bench = Bench::default();
    let mut harness = two(&bench);
    press(&mut harness, CTRL, Key::Delete);
    press(&mut harness, CTRL, Key::Tab);
    press(&mut harness, CTRL, Key::Delete);
    for _ in 0..2 {
        // What a crash leaves: both recovery files, and no lock.
        wait_until(&mut harness, "both are kept", |harness| {
            harness.step();
            let files = fs::read_dir(bench.places().recovery()).expect("is a folder");
            let names = files.map(|file| file.expect("is a file").file_name());
            let kept = names.filter(|name| name.to_string_lossy().ends_with(".ron"));
            (kept.count() == 2).then_some(())
        });
        drop(harness);
        harness = bench.start();
        click(&mut harness, "Restore all");
        let mut levels = open(&harness);
        levels.sort();
        assert_eq!(levels, ["Cross", "Lone two"]);
    }
    for _ in 0..2 {
        press(&mut harness, CTRL, Key::S);
        assert!(!harness.state().document().is_dirty());
        press(&mut harness, CTRL, Key::Tab);
    }
    for file in ["lone.txt", "cross.txt"] {
        let saved = fs::read_to_string(bench.places().levels().join(file));
        assert!(!saved.expect("is there").contains('2'), "{file}");
    }
}
