//! Playing a level to its end by hand: what is told, kept and offered then.

use std::sync::Mutex;

use egui::{Event, Key, Modifiers};
use planwright::workbench::world::Sound;

use testkit::workbench::*;

const PUSH: &str = "sokoban\ntitle One push\n\n######\n#@ $.#\n######\n";

#[test]
fn a_win_by_hand_is_told_kept_and_compared() {
    let bench = Bench::default();
    let path = bench.write("push.txt", PUSH);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num2);
    // Arrows play at once.
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    assert!(says(&harness, "There is a wall up"));
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert!(says(&harness, "1 step, 0 pushes made."));
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    wait_for(&mut harness, "Proved: the fewest pushes.");
    assert!(says(&harness, "3 of 3 stars"));
    assert!(says(&harness, "2 steps, 1 push in "));
    assert!(says(
        &harness,
        "1 push, optimal, solved by you, 3 of 3 stars"
    ));
    click(&mut harness, "Try again");
    assert!(harness.state().document().moves().is_empty());
    assert!(!says(&harness, "Proved: "));
    drop(harness);
    let mut harness = bench.start();
    wait_for(&mut harness, "1 push, optimal, solved by you, 3 of 3 stars");
}

#[test]
fn keys_of_one_frame_are_moves_one_after_the_other() {
    let bench = Bench::default();
    let level = "sokoban\n\n#####\n#@  #\n#   #\n#$. #\n#####\n";
    let path = bench.write("walk.txt", level);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num2);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowDown] {
        for pressed in [true, false] {
            harness.input_mut().events.push(Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: Modifiers::NONE,
            });
        }
    }
    settle(&mut harness);
    assert_eq!(harness.state().document().moves().len(), 3);
}

#[test]
fn moves_can_be_heard_if_the_person_wants_to() {
    static HEARD: Mutex<Vec<Sound>> = Mutex::new(Vec::new());
    let bench = Bench {
        play_sound: Some(|sound| HEARD.lock().expect("is fine").push(sound)),
        ..Bench::default()
    };
    let path = bench.write("two.txt", "logo\n\n.1\n1.\n");
    let mut harness = bench.open(&[&path]);
    harness.state_mut().play("1 2");
    run(&mut harness, "Settings…");
    click(&mut harness, "Play sounds for moves");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    for (mv, sound) in [("1 2", Sound::Refused), ("2 1", Sound::Solved)] {
        harness.state_mut().play(mv);
        testkit::wait::wait_for("the sound", 30, || {
            (HEARD.lock().expect("is fine").pop() == Some(sound)).then_some(())
        });
    }
    assert_eq!(HEARD.lock().expect("is fine").len(), 0);
}

#[test]
fn undo_goes_on_where_undo_move_ended() {
    let bench = Bench::default();
    let path = bench.write("push.txt", PUSH);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num2);
    for _ in 0..2 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    for (command, made) in [("Undo move", 1), ("Undo", 0), ("Redo", 1), ("Redo", 2)] {
        run(&mut harness, command);
        assert_eq!(harness.state().document().moves().len(), made, "{command}");
    }
}

#[test]
fn what_a_hint_has_played_does_not_count() {
    let bench = Bench::default();
    let path = bench.write("push.txt", PUSH);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num2);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, CTRL, Key::H);
    wait_for(&mut harness, "Hint again: the move.");
    press(&mut harness, CTRL, Key::H);
    click(&mut harness, "Do it");
    assert!(says(&harness, "it does not count"));
    assert!(!says(&harness, "3 stars"));
    click(&mut harness, "Best plan");
    wait_for(&mut harness, "Step 0 of");
    assert_eq!(harness.state().tab(), "Plan");
}

#[test]
fn a_solvers_plan_tells_as_much_as_a_hint() {
    let bench = Bench::default();
    let path = bench.write("push.txt", PUSH);
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Solve");
    wait_for(&mut harness, "Step 0 of");
    press(&mut harness, CTRL, Key::Num2);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert!(says(&harness, "2 of 3 stars"));
    assert!(says(&harness, ", after a solver's plan."));
}

#[test]
fn a_level_solved_as_drawn_has_nothing_to_solve() {
    let bench = Bench::default();
    let path = bench.write("done.txt", &PUSH.replace("$.", "* "));
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Solve");
    assert!(says(&harness, "This level is solved as drawn"));
    assert!(!says(&harness, "Proved: "));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.state().document().plan().is_none());
}

#[test]
fn keys_lead_through_the_library() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::PageDown);
    let first = harness.state().document().name();
    press(&mut harness, CTRL, Key::PageDown);
    assert_ne!(harness.state().document().name(), first);
    press(&mut harness, CTRL, Key::PageUp);
    assert_eq!(harness.state().document().name(), first);
}
