//! Programs: written by hand and as text, run step by step, tried on other levels.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::workbench::settings::Settings;
use planwright::workbench::{PlayPage, Workbench};

use testkit::workbench::*;

const NONE: Modifiers = Modifiers::NONE;
const STAIRS: &str = "light-bot\ntitle Stairs\nrobot 1 1 E\nslots 5 3 2\n\n0 0 1* 1*\n0 0 0  0\n";
const FLAT: &str = "light-bot\ntitle Plain\nrobot 1 1 E\n\n0 0 0 0*\n";
const CORNER: &str = "light-bot\ntitle Corner\nrobot 1 1 E\nslots 1 5\n\n0 0\n. 0\n. 1*\n";
const VAULT: &str = "robos-escape\ntitle Vault\n\nS C \nOX  \n   E\n";

/// The workbench with a level whose program is to be written.
fn open(text: &str) -> (Bench, Harness<'static, Workbench>) {
    let bench = Bench::default();
    let path = bench.write("program.txt", text);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num2);
    assert_eq!(harness.state().tab(), "Play");
    (bench, harness)
}

fn source(harness: &Harness<'_, Workbench>) -> String {
    let position = harness.state().document().position();
    let program = position.as_program().expect("is a program");
    program.source().trim_end().replace('\n', " ")
}

fn type_text(harness: &mut Harness<'_, Workbench>, text: &str) {
    for letter in text.chars() {
        harness.event(Event::Text(letter.to_string()));
        harness.run_steps(2);
    }
    settle(harness);
}

fn drag(harness: &mut Harness<'_, Workbench>, from: Pos2, to: Pos2) {
    harness.event(Event::PointerMoved(from));
    harness.step();
    button(harness, from, PointerButton::Primary, true);
    for part in [0.3, 0.7, 1.0] {
        harness.event(Event::PointerMoved(from.lerp(to, part)));
        harness.step();
    }
    button(harness, to, PointerButton::Primary, false);
    settle(harness);
}

fn steps(harness: &Harness<'_, Workbench>) -> u64 {
    let page = harness.state().page::<PlayPage>().expect("is there");
    let debugger = page.program().debugger();
    debugger.expect("runs a program").state().steps()
}

#[test]
fn commands_are_clicked_typed_and_taken_away() {
    let (_bench, mut harness) = open(STAIRS);
    click(&mut harness, "Add forward");
    assert_eq!(source(&harness), "main: F");
    type_text(&mut harness, "jx1");
    assert_eq!(source(&harness), "main: FJX1");
    press(&mut harness, NONE, Key::ArrowDown);
    type_text(&mut harness, "fx");
    assert_eq!(source(&harness), "main: FJX1 f1: FX");
    // It wins once it was run.
    assert!(says(&harness, "Run the program to see whether it wins."));
    assert!(!says(&harness, "All lights are lit"));
    run(&mut harness, "Run program to its end");
    assert!(says(&harness, "All lights are lit"));
    run(&mut harness, "Go to program's start");
    press(&mut harness, NONE, Key::Backspace);
    press(&mut harness, NONE, Key::Home);
    press(&mut harness, NONE, Key::Delete);
    assert_eq!(source(&harness), "main: FJX1");
    // A selection goes at once; each change is one step of undo.
    press(&mut harness, NONE, Key::ArrowUp);
    press(&mut harness, NONE, Key::Home);
    press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    press(&mut harness, NONE, Key::Delete);
    assert_eq!(source(&harness), "main: X1");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(source(&harness), "main: FJX1");
    press(&mut harness, CTRL, Key::Z);
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(source(&harness), "main: FJX1 f1: FX");
    press(&mut harness, CTRL, Key::Y);
    assert_eq!(source(&harness), "main: FJX1 f1: F");
}

#[test]
fn results_outlast_starts_with_an_empty_level_that_any_program_wins() {
    let bench = Bench::default();
    bench.settings(&Settings {
        game: "light-bot".to_owned(),
        ..Settings::default()
    });
    let cross = bench.write("cross.txt", CROSS);
    let mut harness = bench.open(&[&cross]);
    press(&mut harness, NONE, Key::F5);
    wait_for(&mut harness, "Solved: 5 stamps");
    let solved = bench.places().solved();
    let read = || std::fs::read_to_string(&solved).unwrap_or_default();
    while !read().contains("logo") {
        harness.step();
    }
    drop(harness);
    let before = read();
    for _ in 0..2 {
        let mut harness = bench.start();
        settle(&mut harness);
        assert!(!says(&harness, "Solved."));
        drop(harness);
        assert_eq!(read(), before);
    }
}

#[test]
fn a_full_procedure_takes_no_more_and_says_so() {
    let (_bench, mut harness) = open(STAIRS);
    click(&mut harness, "Add forward");
    type_text(&mut harness, "FFFFF");
    assert_eq!(source(&harness), "main: FFFFF");
    assert!(says(&harness, "main has only 5 slots"));
}

#[test]
fn tiles_are_dragged_in_about_and_out() {
    let (_bench, mut harness) = open(STAIRS);
    let (jump, slot) = (
        middle(&harness, "Add jump"),
        middle(&harness, "main slot 1, empty"),
    );
    drag(&mut harness, jump, slot);
    assert_eq!(source(&harness), "main: J");
    let light = middle(&harness, "Add light");
    let before = harness
        .get_by_label("main slot 1, jump, next")
        .rect()
        .left_center();
    drag(&mut harness, light, before + egui::vec2(4.0, 0.0));
    assert_eq!(source(&harness), "main: XJ");
    // From main to f1, and back behind the other.
    let (first, there) = (
        middle(&harness, "main slot 1, light, next"),
        middle(&harness, "f1 slot 1, empty"),
    );
    drag(&mut harness, first, there);
    assert_eq!(source(&harness), "main: J f1: X");
    let (first, there) = (
        middle(&harness, "f1 slot 1, light"),
        middle(&harness, "main slot 2, empty"),
    );
    drag(&mut harness, first, there);
    assert_eq!(source(&harness), "main: JX");
    // Out, onto the board: away with it.
    let tile = middle(&harness, "main slot 1, jump, next");
    drag(&mut harness, tile, tile - egui::vec2(0.0, 260.0));
    assert_eq!(source(&harness), "main: X");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(source(&harness), "main: JX");
}

#[test]
fn the_text_says_what_is_wrong_and_where() {
    let (_bench, mut harness) = open(STAIRS);
    harness.get_by_label("Program text").focus();
    harness.run_steps(2);
    type_text(&mut harness, "main: FJ");
    assert_eq!(source(&harness), "main: FJ");
    assert!(says(&harness, "main slot 2, jump"), "the slots are in step");
    type_text(&mut harness, "Q");
    assert!(says(&harness, "Line 1, column 9"));
    assert_eq!(source(&harness), "main: FJ", "as it was before");
    press(&mut harness, NONE, Key::Backspace);
    assert!(!says(&harness, "Line 1, column 9"));
    type_text(&mut harness, "X f1: FFFF");
    assert!(says(&harness, "f1 has only 3 slots"));
    // What is done with the tiles shows in the text.
    click(&mut harness, "Add turn left");
    assert!(!says(&harness, "f1 has only 3 slots"));
}

#[test]
fn a_run_stops_at_breakpoints_goes_into_and_over_calls_and_back() {
    let (_bench, mut harness) = open(STAIRS);
    harness.get_by_label("Program text").focus();
    harness.run_steps(2);
    type_text(&mut harness, "main: FJX1 f1: FX");
    press(&mut harness, NONE, Key::F11);
    assert_eq!(steps(&harness), 1);
    assert!(says(&harness, "main slot 2, jump, next"));
    // The robot on the board is where the program has brought it.
    assert!(says(
        &harness,
        "row 1 column 2, height 0, robot facing east"
    ));
    press(&mut harness, Modifiers::SHIFT, Key::F10);
    assert_eq!(steps(&harness), 0);
    assert!(says(
        &harness,
        "row 1 column 1, height 0, robot facing east"
    ));
    // A breakpoint by the right button.
    let tile = middle(&harness, "f1 slot 2, light");
    harness.event(Event::PointerMoved(tile));
    harness.step();
    button(&mut harness, tile, PointerButton::Secondary, true);
    button(&mut harness, tile, PointerButton::Secondary, false);
    harness.run_steps(2);
    assert!(says(&harness, "f1 slot 2, light, breakpoint"));
    press(&mut harness, NONE, Key::F8);
    harness.run_steps(40);
    assert!(says(&harness, "f1 slot 2, light, next, breakpoint"));
    assert_eq!(steps(&harness), 5);
    assert!(says(&harness, "main › f1"));
    press(&mut harness, NONE, Key::F8);
    harness.run_steps(20);
    assert!(says(
        &harness,
        "All lights are lit after 6 steps, with 6 commands"
    ));
    // From the start over the call: stopped by the breakpoint in it, then to the end at once.
    press(&mut harness, CTRL, Key::F8);
    assert_eq!(steps(&harness), 0);
    for _ in 0..4 {
        press(&mut harness, NONE, Key::F10);
    }
    assert_eq!(steps(&harness), 5);
    run(&mut harness, "Clear breakpoints");
    press(&mut harness, CTRL, Key::F8);
    for _ in 0..4 {
        press(&mut harness, NONE, Key::F10);
    }
    assert_eq!(steps(&harness), 6, "the call as a whole");
}

#[test]
fn a_change_brings_the_run_to_its_start_and_a_failure_is_told() {
    let (_bench, mut harness) = open(STAIRS);
    click(&mut harness, "Add forward");
    press(&mut harness, Modifiers::SHIFT, Key::F8);
    assert!(says(
        &harness,
        "The program ends after 1 step: 0 of 2 lights lit"
    ));
    assert!(says(&harness, "last: F in main, slot 1"));
    type_text(&mut harness, "J");
    assert_eq!(steps(&harness), 0);
}

#[test]
fn a_program_without_slots_is_written_with_labels() {
    let (_bench, mut harness) = open(VAULT);
    click(&mut harness, "Add shoot");
    type_text(&mut harness, "1'1f");
    assert_eq!(source(&harness), "X1'1F");
    press(&mut harness, NONE, Key::Backspace);
    press(&mut harness, NONE, Key::Backspace);
    press(&mut harness, NONE, Key::Backspace);
    type_text(&mut harness, "fflfff");
    assert_eq!(source(&harness), "XFFLFFF");
    press(&mut harness, Modifiers::SHIFT, Key::F8);
    assert!(says(&harness, "Escaped without a coin: 33 points"));
    // Steps back from the end show the block that was shot again.
    press(&mut harness, CTRL, Key::F8);
    assert!(says(&harness, "row 2 column 1, block"));
    press(&mut harness, NONE, Key::F11);
    assert!(says(&harness, "row 2 column 1, floor"));
    press(&mut harness, Modifiers::SHIFT, Key::F10);
    assert!(says(&harness, "row 2 column 1, block"));
}

#[test]
fn a_click_on_a_block_paints_that_block() {
    let bench = Bench::default();
    let path = bench.write("program.txt", STAIRS);
    let mut harness = bench.open(&[&path]);
    assert!(harness.state().settings().boards.isometric);
    press(&mut harness, CTRL, Key::Num1);
    // The right button leaves the blank tile.
    let erase = |harness: &mut egui_kittest::Harness<'_, _>, shown: &str| {
        let at = middle(harness, shown);
        harness.event(Event::PointerMoved(at));
        harness.step();
        button(harness, at, PointerButton::Secondary, true);
        button(harness, at, PointerButton::Secondary, false);
        harness.run_steps(2);
        at
    };
    let before = erase(&mut harness, "row 1 column 3, height 1, light off");
    erase(&mut harness, "row 2 column 4, height 0");
    assert!(says(&harness, "row 1 column 3, height 0"));
    // From another corner, too.
    press(&mut harness, CTRL, Key::Z);
    click(&mut harness, "Turn view right");
    let after = erase(&mut harness, "row 1 column 3, height 1, light off");
    assert!(before.distance(after) > 20.0, "it is seen elsewhere");
    assert!(says(&harness, "row 1 column 3, height 0"));
    run(&mut harness, "Isometric view");
    assert!(!harness.state().settings().boards.isometric);
    harness.run_steps(2);
    assert!(!bench.saved_settings().boards.isometric, "is remembered");
}

#[test]
fn the_plans_program_is_taken_to_be_run() {
    let (_bench, mut harness) = open(FLAT);
    press(&mut harness, NONE, Key::F5);
    assert_eq!(harness.state().tab(), "Plan");
    click(&mut harness, "Use this program");
    assert_eq!(harness.state().tab(), "Play");
    assert!(!source(&harness).is_empty());
    press(&mut harness, Modifiers::SHIFT, Key::F8);
    assert!(says(&harness, "All lights are lit"));
}

#[test]
fn the_robot_is_placed_and_turned_with_its_own_tool() {
    let (_bench, mut harness) = open(FLAT);
    press(&mut harness, CTRL, Key::Num1);
    let robot = |harness: &Harness<'_, Workbench>| {
        let properties = harness.state().document().level().properties();
        let robot = properties
            .into_iter()
            .find(|property| property.field.key == "robot");
        robot.expect("has a robot").value
    };
    assert_eq!(robot(&harness), "row 1, column 1, east");
    let tool = harness.get_by_role_and_label(Role::Button, "Robot");
    tool.click();
    settle(&mut harness);
    click(&mut harness, "row 1 column 3, height 0");
    assert_eq!(robot(&harness), "row 1, column 3, east");
    click(&mut harness, "row 1 column 3, height 0, robot facing east");
    assert_eq!(robot(&harness), "row 1, column 3, south");
    press(&mut harness, CTRL, Key::Z);
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(robot(&harness), "row 1, column 1, east", "two steps");
    press(&mut harness, NONE, Key::ArrowRight);
    type_text(&mut harness, "b");
    assert_eq!(
        robot(&harness),
        "row 1, column 4, east",
        "placed by its key"
    );
}

#[test]
fn the_plan_of_a_robot_is_watched_as_a_run_step_by_step() {
    let (_bench, mut harness) = open(CORNER);
    press(&mut harness, NONE, Key::F5);
    assert_eq!(harness.state().tab(), "Plan");
    // The steps of the run, and not the two moves that write the program.
    assert!(says(&harness, "Step 0 of 9") && says(&harness, "Command 0 of 9"));
    let robot = |harness: &Harness<'_, Workbench>, place: &str, facing: &str| {
        says(
            harness,
            &format!("{place}, height 0, robot facing {facing}"),
        )
    };
    assert!(robot(&harness, "row 1 column 1", "east"));
    press(&mut harness, CTRL, Key::Period);
    assert_eq!(harness.state().step(), Some(1));
    assert!(says(&harness, "main command 1, call f1, carried out"));
    assert!(says(&harness, "f1, from main, slot 1"));
    press(&mut harness, CTRL, Key::Period);
    assert!(says(&harness, "f1 command 1, forward, carried out"));
    assert!(robot(&harness, "row 1 column 2", "east"));
    // The list of steps, and the keys of every plan.
    assert!(says(&harness, "3. jump, no effect (f1, slot 2)"));
    click(&mut harness, "5. turn right (f1, slot 4)");
    assert!(robot(&harness, "row 1 column 2", "south"));
    assert!(says(&harness, "Command 5 of 9") && says(&harness, "lights 0 of 1"));
    press(&mut harness, CTRL, Key::End);
    assert!(says(&harness, "All lights are lit after 9 steps"));
    press(&mut harness, CTRL_SHIFT, Key::Period);
    assert!(says(&harness, "lights 0 of 1"), "the light is off again");
    // It plays by itself to its end.
    press(&mut harness, CTRL, Key::Home);
    press(&mut harness, CTRL, Key::Space);
    wait_until(&mut harness, "the run is at its end", |harness| {
        harness.step();
        (harness.state().step() == Some(9)).then_some(())
    });
    // How the program is written can be watched, too.
    click(&mut harness, "Program steps");
    assert!(says(&harness, "Step 0 of 2"));
    click(&mut harness, "Run");
    assert!(says(&harness, "Step 0 of 9"));
}

#[test]
fn a_shot_of_the_plan_is_seen_where_it_ends() {
    let (_bench, mut harness) = open("robos-escape\ntitle Door\n\nS\nO\nE\n");
    press(&mut harness, NONE, Key::F5);
    assert!(says(&harness, "row 2 column 1, block"));
    click(&mut harness, "1. shoot (slot 1)");
    assert!(says(&harness, "row 2 column 1, floor"));
    assert!(says(&harness, "program command 1, shoot, carried out"));
    click(&mut harness, "0. Start");
    assert!(says(&harness, "row 2 column 1, block"));
}

#[test]
fn a_program_without_commands_is_no_beginning() {
    let (_bench, mut harness) = open(CORNER);
    type_text(&mut harness, "1");
    press(&mut harness, NONE, Key::Backspace);
    assert!(!harness.state().document().moves().is_empty());
    run(&mut harness, "Solve");
    assert!(answer(&harness).is_some_and(|text| !text.contains("this beginning")));
}

#[test]
fn solving_from_the_start_leaves_the_program_and_undo_brings_its_answer_back() {
    let (_bench, mut harness) = open(CORNER);
    // The keys work although a button has the keyboard.
    harness.get_by_label("Turn view right").focus();
    harness.run_steps(2);
    type_text(&mut harness, "1");
    assert_eq!(source(&harness), "main: 1");
    run(&mut harness, "Solve");
    assert!(answer(&harness).is_some_and(|text| text.contains("this beginning")));
    click(&mut harness, "Solve from the start");
    assert!(answer(&harness).is_some_and(|text| !text.contains("this beginning")));
    assert_eq!(source(&harness), "main: 1");
    run(&mut harness, "Undo");
    assert!(answer(&harness).is_some_and(|text| text.contains("this beginning")));
    run(&mut harness, "Undo");
    assert_eq!(answer(&harness), None);
}

#[test]
fn without_a_program_its_commands_say_why() {
    let (_bench, mut harness) = open(CROSS);
    run(&mut harness, "Run or pause program");
    let reason = "Solutions of this game are not programs.";
    assert!(says(&harness, reason) && !says(&harness, "Step into"));
}
