//! Choosing levels, and solving many of them.

use std::fs;

use egui::{Event, Key};
use planwright::session::disk::RealDisk;
use planwright::session::results::Results;
use planwright::workbench::settings::{LibraryFilter, Settings, SolvedFilter};

use crate::support::*;

/// Shows the levels of one game only.
fn filtered(bench: &Bench, game: &str, solved: SolvedFilter) {
    bench.settings(&Settings {
        library: LibraryFilter {
            game: game.to_owned(),
            solved,
        },
        ..Settings::default()
    });
}

#[test]
fn the_library_is_filtered_by_game_and_by_what_is_solved() {
    let bench = Bench::new();
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
    assert!(says(&harness, "1 level, 1 solved"));
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("zzz".to_owned()));
    harness.run_steps(3);
    click(&mut harness, "Show all levels");
    assert!(says(&harness, "Logo: Part 1"));
    assert_eq!(bench.saved_settings().library, LibraryFilter::default());
}

#[test]
fn the_search_begins_anew_when_it_is_gone_to_again() {
    let bench = Bench::new();
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
    let bench = Bench::new();
    bench.write("lone.txt", IMPOSSIBLE);
    filtered(&bench, "logo", SolvedFilter::All);
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("5×5".to_owned()));
    harness.run_steps(3);
    click(&mut harness, "Solve all…");
    assert!(says(&harness, "Compare with"));
    click(&mut harness, "Start");
    assert!(says(&harness, "5 stamps"), "the cross");
    let results = Results::load(&RealDisk, &bench.places().results()).expect("were kept");
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
        .push_back(Some(out.clone()));
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
    assert!(says(&harness, "All of it is known from earlier"));
}
