//! Files and what keeps unsaved work.

use std::fs;
use std::time::Duration;

use egui::{Event, Key, Modifiers, ViewportCommand};
use egui_kittest::kittest::Queryable as _;
use planwright::game::{Cell, Meta};
use planwright::session::Document;
use planwright::session::disk::RealDisk;
use planwright::session::recovery::Autosave;
use planwright::workbench::settings::{OnQuit, SavingSettings, Settings};

use testkit::workbench::*;

#[test]
fn saving_goes_through_the_system_dialog_in_the_form_of_the_name() {
    let bench = Bench::default();
    let path = bench.home.path().join("new.ron");
    let mut harness = bench.start();
    bench
        .dialogs
        .answers
        .lock()
        .expect("is fine")
        .push_back(Some(path.clone()));
    press(&mut harness, CTRL, Key::S);
    let text = fs::read_to_string(&path).expect("was written");
    assert!(text.contains("game: \"logo\""), "{text}");
    assert!(!harness.state().document().is_dirty());
    let asked = bench.dialogs.asked.lock().expect("is fine");
    assert_eq!(asked[0].name.as_deref(), Some("untitled.txt"));
}

#[test]
fn without_a_file_dialog_a_path_can_be_typed_and_nothing_is_replaced_unasked() {
    let bench = Bench::default();
    let path = bench.write("there.txt", IMPOSSIBLE);
    let mut harness = bench.start();
    bench
        .dialogs
        .answers
        .lock()
        .expect("is fine")
        .push_back(None);
    press(&mut harness, CTRL_SHIFT, Key::S);
    assert!(says(&harness, "has no file dialog"));
    press(&mut harness, CTRL, Key::A);
    let typed = path.to_string_lossy().into_owned();
    harness.event(Event::Text(typed));
    harness.run_steps(2);
    click(&mut harness, "Save");
    assert!(says(&harness, "exists already. Replace it?"));
    click(&mut harness, "Cancel");
    assert_eq!(fs::read_to_string(&path).expect("is there"), IMPOSSIBLE);
}

#[test]
fn a_file_changed_by_another_program_is_not_replaced_unasked() {
    let bench = Bench::default();
    let path = bench.write("shared.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Delete);
    assert!(harness.state().document().is_dirty());
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    fs::write(&path, IMPOSSIBLE).expect("is writable");
    let file = fs::File::options()
        .write(true)
        .open(&path)
        .expect("is there");
    file.set_modified(later).expect("takes a time");
    press(&mut harness, CTRL, Key::S);
    assert!(says(&harness, "was changed by another program"));
    click(&mut harness, "Cancel");
    assert_eq!(fs::read_to_string(&path).expect("is there"), IMPOSSIBLE);
}

#[test]
fn quitting_asks_before_unsaved_work_is_lost() {
    let bench = Bench::default();
    bench.settings(&Settings {
        saving: SavingSettings {
            on_quit: OnQuit::Ask,
            ..SavingSettings::default()
        },
        ..Settings::default()
    });
    let path = bench.write("mine.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    assert!(close_window(&mut harness).is_empty(), "nothing to ask");
    press(&mut harness, CTRL, Key::Delete);
    let answer = close_window(&mut harness);
    assert!(answer.contains(&ViewportCommand::CancelClose), "{answer:?}");
    harness.run_steps(2);
    assert!(says(&harness, "“Cross” has unsaved changes."));
    harness.get_by_label("Discard and quit").click();
    harness.step();
    harness.step();
    let closed = commands(&harness).contains(&ViewportCommand::Close)
        || close_window(&mut harness).is_empty();
    assert!(closed);
    assert_eq!(fs::read_to_string(&path).expect("is there"), CROSS);
}

#[test]
fn all_tabs_with_unsaved_work_games_and_plans_are_back_at_the_next_start() {
    let bench = Bench::default();
    let game = bench.write("game.txt", "logo\ntitle Game\n\n.1\n1.\n");
    let planned = bench.write("planned.txt", "logo\ntitle Planned\n\n1\n");
    let mut harness = bench.start();
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    press(&mut harness, CTRL, Key::Delete);
    drop_file(&mut harness, &game);
    press(&mut harness, CTRL, Key::Num2);
    click(&mut harness, "row 2 column 1, empty");
    drop_file(&mut harness, &planned);
    run(&mut harness, "Solve");
    wait_for(&mut harness, "Step 0 of 1");
    press(&mut harness, CTRL, Key::Tab);
    press(&mut harness, CTRL, Key::Tab);
    assert!(!close_window(&mut harness).contains(&ViewportCommand::CancelClose));
    drop(harness);
    for _ in 0..2 {
        let mut harness = bench.start();
        assert!(!says(&harness, "Unsaved levels"));
        assert_eq!(harness.state().open_levels(), ["Cross", "Game", "Planned"]);
        for expected in [
            ("Game", false, 1, 0, "Play"),
            ("Planned", false, 0, 1, "Plan"),
            ("Cross", true, 0, 0, "Edit"),
        ] {
            let tab = harness.state().tab();
            let document = harness.state().document();
            let (name, moves) = (document.name(), document.moves().len());
            let planned = document.current_plan().map_or(0, |plan| plan.moves.len());
            let found = (name.as_str(), document.is_dirty(), moves, planned, tab);
            assert_eq!(found, expected);
            press(&mut harness, CTRL, Key::Tab);
        }
        close_window(&mut harness);
    }
}

#[test]
fn a_crash_is_followed_by_an_offer_to_restore() {
    let bench = Bench::default();
    let mut document = Document::blank("logo", None).expect("is a game");
    document
        .paint("Paint", &[(Cell::new(1, 2), 3)])
        .expect("takes the value");
    for title in ["First", "Second"] {
        document.set_meta(Meta {
            title: title.to_owned(),
            ..Meta::default()
        });
        let mut autosave = Autosave::begin(&bench.places().recovery()).expect("has a place");
        autosave.write(&RealDisk, &document).expect("is writable");
    }
    let mut harness = bench.start();
    assert!(says(&harness, "Unsaved levels"));
    // The dialog stays for the other one.
    click(&mut harness, "Restore First");
    click(&mut harness, "Decide later");
    press(&mut harness, CTRL_SHIFT, Key::P);
    harness.event(Event::Text("restore unsaved".to_owned()));
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    click(&mut harness, "Restore Second");
    let text = harness.state().document().level().to_text();
    assert_eq!(text, document.level().to_text());
    drop(harness);
    let mut harness = bench.start();
    click(&mut harness, "Discard First");
    click(&mut harness, "Discard Second");
    drop(harness);
    assert!(!says(&bench.start(), "Unsaved levels"));
}

#[test]
fn a_file_dropped_on_the_window_is_opened() {
    let bench = Bench::default();
    let path = bench.write("dropped.txt", CROSS);
    let mut harness = bench.start();
    drop_file(&mut harness, &path);
    assert_eq!(harness.state().document().name(), "Cross");
    let broken = bench.write("broken.txt", "logo\n\n..5\n");
    drop_file(&mut harness, &broken);
    assert!(says(&harness, "line 3, column 3"));
    assert_eq!(harness.state().document().name(), "Cross");
}

#[test]
fn a_typed_path_that_leads_nowhere_is_told_in_place() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL_SHIFT, Key::O);
    press(&mut harness, CTRL, Key::A);
    harness.event(Event::Text("/nowhere/at-all.txt".to_owned()));
    harness.run_steps(2);
    click(&mut harness, "Open");
    assert!(says(&harness, "/nowhere/at-all.txt cannot be read"));
    let path = bench.write("there.txt", CROSS);
    press(&mut harness, CTRL, Key::A);
    harness.event(Event::Text(path.to_string_lossy().into_owned()));
    harness.run_steps(2);
    click(&mut harness, "Open");
    assert_eq!(harness.state().document().name(), "Cross");
}
