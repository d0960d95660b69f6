//! Plans that no solver made: what was played by hand, and what is read from a text.

use std::fs;
use std::io::Cursor;

use egui::{Event, Key};
use egui_kittest::Harness;
use image::AnimationDecoder as _;
use planwright::workbench::Workbench;

use testkit::workbench::*;

/// Plays the cross by hand as far as `moves` go.
fn played(bench: &Bench, moves: &[&str]) -> Harness<'static, Workbench> {
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Play mode");
    for mv in moves {
        harness.state_mut().play(mv);
    }
    settle(&mut harness);
    harness
}

const SOLVED: [&str; 5] = ["2 3", "3 2", "3 4", "4 3", "3 3"];

fn plan(harness: &Harness<'_, Workbench>) -> (Vec<String>, bool) {
    let plan = harness
        .state()
        .document()
        .current_plan()
        .expect("there is one");
    (
        plan.moves.iter().map(ToString::to_string).collect(),
        plan.solved,
    )
}

#[test]
fn what_was_played_is_a_plan_to_watch_save_and_export() {
    let bench = Bench::default();
    let mut harness = played(&bench, &SOLVED);
    run(&mut harness, "Use my moves as plan");
    settle(&mut harness);
    assert_eq!(harness.state().tab(), "Plan");
    assert!(says(&harness, "Your own plan, 5 moves, solves the puzzle."));
    press(&mut harness, CTRL, Key::Period);
    assert_eq!(harness.state().step(), Some(1));
    // Saved, it comes back by being dropped.
    let file = bench.home.path().join("cross-plan.txt");
    let answers = || bench.dialogs.answers.lock().expect("is fine");
    answers().push_back(Some(file.clone()));
    run(&mut harness, "Save plan…");
    settle(&mut harness);
    assert_eq!(
        fs::read_to_string(&file).expect("was written"),
        SOLVED.join("\n") + "\n"
    );
    run(&mut harness, "Undo");
    assert!(harness.state().document().current_plan().is_none());
    drop_file(&mut harness, &file);
    assert_eq!(plan(&harness), (SOLVED.map(str::to_owned).to_vec(), true));
    assert!(says(&harness, "The plan from cross-plan.txt"));
    // Export takes it like a solver's.
    let film = bench.home.path().join("cross.gif");
    answers().push_back(Some(film.clone()));
    press(&mut harness, CTRL_SHIFT, Key::E);
    click(&mut harness, "Save as…");
    settle(&mut harness);
    let decoder =
        image::codecs::gif::GifDecoder::new(Cursor::new(fs::read(film).expect("is there")));
    let frames = decoder.expect("is a GIF").into_frames().collect_frames();
    assert_eq!(frames.expect("decodes").len(), 6);
}

#[test]
fn an_export_asked_for_while_a_file_dialog_is_open_takes_nothing_from_it() {
    let bench = Bench::default();
    let mut harness = played(&bench, &SOLVED[..3]);
    run(&mut harness, "Use my moves as plan");
    let command = |harness: &mut Harness<'_, Workbench>, name: &str| {
        let ctx = harness.ctx.clone();
        assert!(harness.state_mut().command(&ctx, name));
        harness.run_steps(2);
    };
    let file = bench.home.path().join("mine.txt");
    // The dialog is open as long as its answer is held back.
    let mut answers = bench.dialogs.answers.lock().expect("is fine");
    command(&mut harness, "Save plan…");
    command(&mut harness, "Solve");
    wait_until(&mut harness, "the plan is a solver's", |harness| {
        harness.step();
        (plan(harness).0.len() > 3).then_some(())
    });
    for save in ["Save plan…", "Save as…", "Open…"] {
        command(&mut harness, save);
        assert!(says(&harness, "A file dialog is already open."), "{save}");
    }
    answers.push_back(Some(file.clone()));
    drop(answers);
    settle(&mut harness);
    let saved = fs::read_to_string(&file).expect("was written");
    assert_eq!(saved, SOLVED[..3].join("\n") + "\n");
    assert_eq!(bench.dialogs.asked.lock().expect("is fine").len(), 1);
}

#[test]
fn an_attempt_that_does_not_solve_is_watched_but_not_played_in_a_window() {
    let bench = Bench::default();
    let mut harness = played(&bench, &SOLVED[..3]);
    run(&mut harness, "Use my moves as plan");
    settle(&mut harness);
    assert_eq!(plan(&harness).0.len(), 3);
    assert!(!plan(&harness).1);
    assert!(says(&harness, "does not solve the puzzle"));
    press(&mut harness, CTRL, Key::End);
    assert_eq!(harness.state().step(), Some(3));
    run(&mut harness, "Continue by hand");
    assert_eq!(harness.state().document().moves().len(), 3);
}

#[test]
fn a_wrong_line_is_named_and_the_moves_before_it_are_kept() {
    let bench = Bench::default();
    let mut harness = played(&bench, &[]);
    let text = "; mine\n2 3\n\n3 2\n3 2\n4 3\n";
    let file = bench.write("mine.txt", text);
    bench
        .dialogs
        .answers
        .lock()
        .expect("is fine")
        .push_back(Some(file));
    run(&mut harness, "Open plan…");
    settle(&mut harness);
    assert!(says(
        &harness,
        "mine.txt, line 5: you can’t stamp row 3, column 2"
    ));
    assert!(says(
        &harness,
        "The plan consists of the 2 moves before it."
    ));
    assert_eq!(
        plan(&harness),
        (vec!["2 3".to_owned(), "3 2".to_owned()], false)
    );
    // Where no line is a move, what was there stays.
    paste(&mut harness, "Paste plan", "stamp it");
    assert!(says(&harness, "line 1: ‘stamp it’ is not a move"));
    assert_eq!(plan(&harness).0.len(), 2);
}

#[test]
fn a_pasted_plan_is_taken_and_cells_and_levels_are_none() {
    let bench = Bench::default();
    let mut harness = played(&bench, &[]);
    harness.event(Event::Paste(SOLVED.join("\n")));
    settle(&mut harness);
    assert!(plan(&harness).1);
    harness.event(Event::Paste("..1\n.1.\n".to_owned()));
    harness.event(Event::Paste(IMPOSSIBLE.to_owned()));
    settle(&mut harness);
    assert_eq!(harness.state().document().name(), "Lone two");
    assert!(harness.state().document().current_plan().is_none());
    // Where it cannot be cells for the board, a level need not name its game.
    run(&mut harness, "Play mode");
    harness.event(Event::Paste("#####\n#@$.#\n#####\n".to_owned()));
    settle(&mut harness);
    assert_eq!(harness.state().document().level().game_id(), "sokoban");
}

#[test]
fn a_program_is_a_plan_too() {
    let bench = Bench::default();
    let text = "light-bot\nrobot 1 1 E\nslots 4 2\n\n0 0 0*\n";
    let path = bench.write("a.txt", text);
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Plan mode");
    harness.event(Event::Paste("main: FFX".to_owned()));
    settle(&mut harness);
    assert!(plan(&harness).1);
    paste(&mut harness, "Paste plan", "main: FFFFFF");
    assert!(says(&harness, "The pasted text, line 1, column 11"));
    // A picture is no plan, and the next paste is for others.
    let ctx = harness.ctx.clone();
    assert!(harness.state_mut().command(&ctx, "Paste plan"));
    let picture = egui::ColorImage::filled([8, 8], egui::Color32::RED);
    harness.event(Event::PasteImage(picture.into()));
    wait_for(&mut harness, "The clipboard holds no text.");
    assert!(!says(&harness, "Import picture"));
}

#[test]
fn a_plan_from_elsewhere_is_improved() {
    let bench = Bench::default();
    let text = fs::read_to_string("levels/gdl/02-wolf-goat-cabbage.kif").expect("is there");
    let path = bench.write("river.kif", &text);
    let mut harness = bench.open(&[&path]);
    // It rows back and forth once too often.
    let moves =
        "(take goat)\nrow\nrow\nrow\n(take wolf)\n(take goat)\n(take cabbage)\nrow\n(take goat)\n";
    let file = bench.write("mine.txt", moves);
    drop_file(&mut harness, &file);
    assert_eq!(plan(&harness).0.len(), 9);
    click(&mut harness, "Improve plan");
    wait_for(&mut harness, "Improved from 9 moves");
    assert_eq!(plan(&harness).0.len(), 7);
    assert!(!says(&harness, "Improve plan"), "it is the best");
    run(&mut harness, "Undo");
    assert_eq!(plan(&harness).0.len(), 9);
}
