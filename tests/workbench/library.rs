//! Choosing levels, and solving many of them.

use std::fs;

use egui::{Event, Key};
use egui_kittest::kittest::Queryable as _;
use planwright::session::disk::{RealDisk, load_ron};
use planwright::session::results::Results;
use planwright::workbench::settings::{LibraryFilter, Settings, SolvedFilter};

use testkit::workbench::*;

/// Shows the levels of one game only.
fn filtered(bench: &Bench, game: &str, solved: SolvedFilter) {
    bench.settings(&Settings {
        library: LibraryFilter {
            game: game.to_owned(),
            solved,
            ..LibraryFilter::default()
        },
        welcome: NO_WELCOME,
        ..Settings::default()
    });
}

#[test]
fn the_library_is_filtered_by_game_and_by_what_is_solved() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("puzlogic".to_owned()));
    harness.run_steps(3);
    assert!(says(&harness, "Puzlogic"), "games are found by name");
    assert!(!says(&harness, "Cross, Logo"));
    drop(harness);
    filtered(&bench, "logo", SolvedFilter::Unsolved);
    let mut harness = bench.start();
    assert!(says(&harness, "Cross, Logo: Part 1, 5×5"));
    assert!(!says(&harness, "Lights Out"));
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    run(&mut harness, "Solve");
    assert!(!says(&harness, "Cross, Logo: Part 1, 5×5"), "is solved now");
    drop(harness);
    filtered(&bench, "", SolvedFilter::Solved);
    let mut harness = bench.start();
    assert!(says(&harness, "0 of 1 solved by you, 1 by the program"));
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("first steps".to_owned()));
    harness.run_steps(3);
    assert!(says(&harness, "The filter hides 1 matching level."));
    click(&mut harness, "Show all");
    assert!(says(&harness, "First steps"));
    drop(harness);
    filtered(&bench, "", SolvedFilter::Solved);
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("zzz".to_owned()));
    harness.run_steps(3);
    click(&mut harness, "Show all levels");
    assert!(says(&harness, "Logo: Part 1"));
    assert_eq!(bench.saved_settings().library, LibraryFilter::default());
}

#[test]
fn the_search_begins_anew_when_it_is_gone_to_again() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("butterfly".to_owned()));
    harness.run_steps(3);
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("cross".to_owned()));
    harness.run_steps(3);
    assert!(says(&harness, "Cross, Logo: Part 1, 5×5"));
}

#[test]
fn many_levels_are_solved_at_once_and_the_results_kept() {
    let bench = Bench::default();
    bench.write("lone.txt", IMPOSSIBLE);
    filtered(&bench, "logo", SolvedFilter::All);
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("5×5".to_owned()));
    harness.run_steps(3);
    click(&mut harness, "Solve many levels…");
    assert!(says(&harness, "Compare with"));
    click(&mut harness, "Start");
    assert!(says(&harness, "5 stamps"), "the cross");
    // They are written on a thread.
    let path = bench.places().results();
    testkit::wait::wait_for("the results are written", 30, || {
        path.exists().then_some(())
    });
    let results: Results = load_ron(&RealDisk, &path).expect("were kept");
    let level = planwright::games::load::load(CROSS.as_bytes(), None, None).expect("is a level");
    let id = planwright::session::library::content_id(&level);
    let found = results.get("logo", id, "peel").expect("was found");
    assert_eq!(found.cost, Some(5));
    let out = bench.home.path().join("results.csv");
    bench
        .dialogs
        .answers
        .lock()
        .expect("is fine")
        .push_back(Some(out.with_extension("")));
    click(&mut harness, "Save as CSV…");
    let text = fs::read_to_string(&out).expect("was written");
    assert!(
        text.contains("Cross,logo,peel,solved,5,stamps,yes,5,"),
        "{text}"
    );
    // Known at the next start, and not solved again.
    drop(harness);
    let mut harness = bench.start();
    assert!(says(&harness, "Cross, Logo: Part 1, 5×5, solved"));
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("5×5".to_owned()));
    harness.run_steps(3);
    run(&mut harness, "Solve many levels…");
    assert!(says(&harness, "5 stamps"));
    click(&mut harness, "Start");
    assert!(says(&harness, "All results are already known"));
    // A click on its title opens a level.
    click(&mut harness, "Cross");
    assert_eq!(harness.state().document().name(), "Cross");
    assert!(!says(&harness, "Compare with"), "the dialog has closed");
}

#[test]
fn one_begins_on_a_page_with_what_there_is() {
    let bench = Bench::default();
    let path = bench.write("mine.txt", IMPOSSIBLE);
    let mut settings = Settings::default();
    settings.add_recent(&path);
    bench.settings(&settings);
    let mut harness = bench.start();
    assert!(says(&harness, "Start with a game"));
    assert!(says(&harness, "Lone two"), "recent");
    for game in planwright::games::all() {
        let title = game.info().title;
        assert!(says(&harness, title), "{title}");
    }
    click(&mut harness, "Lights Out");
    assert_eq!(harness.state().document().level().game_id(), "lights-out");
    assert!(!says(&harness, "Start with a game"), "the level is on show");
    run(&mut harness, "Start page");
    assert!(says(&harness, "Start with a game"));
    // The level behind it stays as it is.
    let before = harness.state().document().level().to_text();
    for command in ["Clear", "Rotate right", "Save"] {
        run(&mut harness, command);
        assert!(says(&harness, "The level is not shown here."), "{command}");
    }
    assert_eq!(harness.state().document().level().to_text(), before);
    click(&mut harness, "Lone two");
    assert_eq!(harness.state().document().name(), "Lone two");
    run(&mut harness, "Start page");
    press(&mut harness, egui::Modifiers::NONE, Key::Escape);
    assert!(!says(&harness, "Start with a game"));
    assert_eq!(harness.state().document().name(), "Lone two");
    run(&mut harness, "New tab");
    press(&mut harness, egui::Modifiers::NONE, Key::Escape);
    assert_eq!(harness.state().tab(), "Edit", "an empty level is drawn");
    run(&mut harness, "Start page");
    click(&mut harness, "Show at startup");
    drop(harness);
    assert!(!bench.saved_settings().welcome.start_page);
    let harness = bench.start();
    assert!(says(&harness, "Draw, or start with"));
}

#[test]
fn a_file_named_at_the_start_is_shown_at_once() {
    let bench = Bench::default();
    bench.settings(&Settings::default());
    let path = bench.write("a.txt", CROSS);
    let harness = bench.open(&[&path]);
    assert!(!says(&harness, "Start with a game"));
}

#[test]
fn a_search_says_where_it_found_something_that_the_title_does_not_say() {
    let bench = Bench::default();
    bench.write("shy.txt", "logo\ntitle Plain\nauthor Zebulon\n\n.1.\n");
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("zebulon".to_owned()));
    harness.run_steps(3);
    assert!(says(&harness, "Plain, Logo: Part 1, 1×3 · author: Zebulon"));
    assert!(!says(&harness, "Cross, Logo"));
}

#[test]
fn the_palette_finds_levels_by_name_and_author() {
    let bench = Bench::default();
    bench.write("shy.txt", "logo\ntitle Plain\nauthor Zebulon\n\n.1.\n");
    let mut harness = bench.start();
    for (query, name) in [("zebulon", "Plain"), ("cross", "Cross")] {
        press(&mut harness, CTRL_SHIFT, Key::P);
        harness.event(Event::Text(query.to_owned()));
        harness.run_steps(3);
        press(&mut harness, egui::Modifiers::NONE, Key::Enter);
        assert_eq!(harness.state().document().name(), name);
    }
    let recent = &bench.saved_settings().recent;
    assert!(recent[0].ends_with("cross.txt") && recent[1].ends_with("shy.txt"));
    harness
        .get_by_role_and_label(egui::Role::Button, "File")
        .click();
    harness.run_steps(4);
    harness.get_by_label_contains("Open recent").click();
    harness.run_steps(4);
    harness.get_by_label_contains("Plain shy.txt").click();
    settle(&mut harness);
    assert_eq!(harness.state().document().name(), "Plain");
}
