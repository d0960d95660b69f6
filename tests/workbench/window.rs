//! The window: commands, settings, panes, keyboard.

use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use egui::{Event, FallbackRequest, FontInsert, Key, Modifiers, PointerButton, ViewportId};
use egui_kittest::kittest::Queryable as _;
use planwright::workbench::settings::{MotionChoice, OnQuit, SolvedFilter, ThemePreference};

use testkit::workbench::*;

#[test]
fn the_palette_finds_and_runs_a_command() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL_SHIFT, Key::P);
    harness.event(Event::Text("dark the".to_owned()));
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(harness.state().settings().theme, ThemePreference::Dark);
    assert!(
        harness
            .query_by_label("Find a command or a level")
            .is_none(),
        "has closed"
    );
    assert_eq!(bench.saved_settings().theme, ThemePreference::Dark);
}

#[test]
fn settings_take_effect_and_are_kept() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::Comma);
    click(&mut harness, "Light");
    click(&mut harness, "Ask what to do with unsaved changes");
    click(&mut harness, "Done");
    assert_eq!(harness.ctx.theme(), egui::Theme::Light);
    let saved = bench.saved_settings();
    assert_eq!(
        (saved.theme, saved.saving.on_quit),
        (ThemePreference::Light, OnQuit::Ask)
    );
}

#[test]
fn a_button_that_is_held_for_long_and_let_go_is_clicked() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::Comma);
    let place = middle(&harness, "Light");
    harness.event(Event::PointerMoved(place));
    button(&mut harness, place, PointerButton::Primary, true);
    // Of a tenth of a second each.
    harness.run_steps(30);
    assert_ne!(harness.ctx.theme(), egui::Theme::Light, "not yet let go");
    button(&mut harness, place, PointerButton::Primary, false);
    settle(&mut harness);
    assert_eq!(harness.ctx.theme(), egui::Theme::Light);
}

#[test]
fn unreadable_settings_are_kept_aside_and_named() {
    let bench = Bench::default();
    fs::create_dir_all(bench.places().config).expect("is writable");
    fs::write(bench.places().config.join("settings.ron"), "nonsense").expect("is writable");
    let harness = bench.start();
    assert!(says(&harness, "settings.ron.broken"));
    let backup = fs::read_to_string(bench.places().config.join("settings.ron.broken"));
    assert_eq!(backup.expect("was kept"), "nonsense");
}

#[test]
fn f6_goes_round_the_panes() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    // Without a plan there is no timeline.
    press(&mut harness, Modifiers::NONE, Key::F5);
    for pane in [
        "Library pane",
        "Board pane",
        "Inspector pane",
        "Timeline pane",
        "Library pane",
    ] {
        press(&mut harness, Modifiers::NONE, Key::F6);
        assert!(harness.get_by_label(pane).is_focused(), "{pane}");
    }
    press(&mut harness, Modifiers::SHIFT, Key::F6);
    assert!(harness.get_by_label("Timeline pane").is_focused());
}

#[test]
fn characters_without_a_font_are_looked_up_among_those_of_the_system() {
    let asked = Arc::new(Mutex::new(String::new()));
    let record = asked.clone();
    let system = move |request: &FallbackRequest<'_>| -> Option<FontInsert> {
        record.lock().expect("is whole").push_str(request.cluster);
        None
    };
    let bench = Bench {
        system_fonts: Some(Arc::new(system)),
        ..Bench::default()
    };
    let title = CROSS.replace("Cross", "十字 צלב 한");
    let path = bench.write("十.txt", &title);
    let mut harness = bench.open(&[&path]);
    settle(&mut harness);
    let asked = asked.lock().expect("is whole");
    for c in ['十', '字', 'צ', '한'] {
        assert!(asked.contains(c), "{c} of {asked}");
    }
    // Two families of type, and each character once in each.
    let times = asked.matches('十').count();
    assert!(times <= 2, "{asked}");
}

#[test]
fn a_still_workbench_asks_for_no_frames() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    // The threads that write marks and read the library wake the screen once more.
    wait_until(&mut harness, "no more frames are wanted", |harness| {
        harness.run_steps(30);
        let root = &harness.output().viewport_output[&ViewportId::ROOT];
        (root.repaint_delay >= Duration::from_secs(1)).then_some(())
    });
}

#[test]
fn a_narrow_window_leaves_the_board_its_room() {
    let bench = Bench::default();
    let mut harness = bench.start();
    harness.set_size(egui::vec2(780.0, 520.0));
    settle(&mut harness);
    let board = |harness: &egui_kittest::Harness<'_, planwright::workbench::Workbench>| {
        harness.get_by_label("Target, 6×10").rect().width()
    };
    assert!(board(&harness) > 400.0, "{}", board(&harness));
    assert!(!says(&harness, "Search levels"));
    assert!(says(&harness, "Draw it first"));
    press(&mut harness, CTRL, Key::F);
    assert!(harness.get_by_label("Search levels").is_focused());
    assert!(!says(&harness, "Draw it first"));
    assert!(board(&harness) > 400.0, "{}", board(&harness));
    press(&mut harness, CTRL, Key::J);
    assert!(says(&harness, "Draw it first"));
    harness.set_size(egui::vec2(1280.0, 800.0));
    settle(&mut harness);
    assert!(says(&harness, "Search levels") && says(&harness, "Draw it first"));
    let panes = bench.saved_settings().panes;
    assert!(panes.library && panes.inspector, "nothing was closed");
}

#[test]
fn the_palette_is_as_high_when_it_is_opened_again() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL_SHIFT, Key::P);
    harness.event(Event::Text("next solver".to_owned()));
    harness.run_steps(6);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, CTRL_SHIFT, Key::P);
    // The ninth in the list: where it is not in sight, the click would close the palette.
    harness.run_steps(6);
    harness.get_by_label_contains("File – Close tab").click();
    settle(&mut harness);
    assert!(says(&harness, "Start with a game"));
}

/// However small or large the window and its letters: nothing breaks, and the window goes on to
/// answer when it has its size back.
#[test]
fn every_view_of_every_game_bears_any_size() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels");
    let first = |game: &str| {
        let files = std::fs::read_dir(format!("{folder}/{game}")).expect("is there");
        let mut paths: Vec<_> = files.map(|file| file.expect("is read").path()).collect();
        paths.sort();
        paths.swap_remove(0)
    };
    for game in [
        "logo",
        "lights-out",
        "puzlogic",
        "light-bot",
        "robos-escape",
        "gdl",
    ] {
        let bench = Bench::default();
        let mut harness = bench.open(&[&first(game)]);
        for (width, height, scale) in [
            (320.0, 240.0, 1.0),
            (320.0, 240.0, 2.0),
            (3840.0, 2160.0, 1.0),
        ] {
            harness.set_size(egui::vec2(width, height));
            harness.set_pixels_per_point(scale);
            for mode in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5] {
                press(&mut harness, CTRL, mode);
                harness.run_steps(2);
            }
            for command in ["Settings…", "Generate…", "New…"] {
                press(&mut harness, CTRL, Key::Num1);
                run(&mut harness, command);
                harness.run_steps(2);
                press(&mut harness, Modifiers::NONE, Key::Escape);
            }
        }
        harness.set_size(egui::vec2(1280.0, 800.0));
        harness.set_pixels_per_point(1.0);
        press(&mut harness, CTRL, Key::Num1);
        assert_eq!(harness.state().tab(), "Edit", "{game}");
    }
}

#[test]
fn a_dialog_is_in_the_middle_and_has_the_keyboard_to_itself() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    for (command, title) in [
        ("Generate…", "Generate level"),
        ("Export…", "Export"),
        ("Solve many levels…", "Solve many levels"),
        ("Settings…", "Settings"),
        ("New…", "New level"),
        ("About", "About Planwright"),
    ] {
        run(&mut harness, command);
        harness.run_steps(6);
        press(&mut harness, Modifiers::NONE, Key::F5);
        assert!(harness.state().document().plan().is_none(), "{command}");
        let left = harness.get_by_label(title).rect().left();
        let right = harness.get_by_label("Leave dialog").rect().right();
        assert!(
            (left + right - 1280.0).abs() < 8.0,
            "{command}: {left}..{right}"
        );
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(
            harness.query_by_label("Leave dialog").is_none(),
            "{command}"
        );
    }
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(harness.state().document().plan().is_some());
}

#[test]
fn arrow_keys_in_an_open_list_start_at_what_is_chosen() {
    let bench = Bench::default();
    let mut harness = bench.start();
    click(&mut harness, "Solved filter");
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let first = bench.saved_settings().library.solved;
    click(&mut harness, "Solved filter");
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let all = SolvedFilter::ALL;
    assert_eq!(
        [first, bench.saved_settings().library.solved],
        [all[1].0, all[2].0]
    );
}

#[test]
fn the_search_field_is_reached_from_everywhere() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Library");
    for place in [
        "Edit mode",
        "Play mode",
        "Plan mode",
        "States mode",
        "Play in a window",
        "History of play",
        "New screen profile…",
        "Start page",
    ] {
        run(&mut harness, place);
        press(&mut harness, CTRL, Key::F);
        harness.run_steps(4);
        assert!(
            harness.get_by_label("Search levels").is_focused(),
            "{place}"
        );
    }
}

#[test]
fn a_tooltip_ends_when_a_dialog_opens() {
    let bench = Bench::default();
    let mut harness = bench.start();
    let at = middle(&harness, "Resize board…");
    harness.hover_at(at);
    harness.run_steps(20);
    let tip = "Change the size by dragging the edges";
    assert!(says(&harness, tip));
    press(&mut harness, Modifiers::NONE, Key::F1);
    assert!(!says(&harness, tip));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    harness.hover_at(at);
    harness.run_steps(20);
    assert!(says(&harness, tip));
}

#[test]
fn numbers_follow_the_order_of_the_tabs() {
    let bench = Bench::default();
    let mut harness = bench.start();
    let keys = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
    ];
    let mut before = 0.0;
    for key in keys {
        press(&mut harness, CTRL, key);
        let tab = harness.state().tab();
        let tabs = harness.get_all_by_label(tab);
        // The menus have entries of the same name, further up.
        let at = tabs
            .map(|tab| tab.rect())
            .max_by(|a, b| a.top().total_cmp(&b.top()));
        let left = at.expect("is on screen").left();
        assert!(left > before, "{tab}");
        before = left;
    }
}

#[test]
fn the_whole_window_is_sized_by_keys_and_motion_can_be_reduced() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::Plus);
    press(&mut harness, CTRL, Key::Plus);
    press(&mut harness, CTRL, Key::Minus);
    assert!((bench.saved_settings().zoom - 1.1).abs() < 0.01);
    press(&mut harness, CTRL, Key::Num0);
    assert_eq!(bench.saved_settings().zoom, 1.0);
    press(&mut harness, CTRL, Key::Comma);
    for (choice, motion) in [
        ("Reduced", MotionChoice::Reduced),
        ("Full", MotionChoice::Full),
    ] {
        click(&mut harness, choice);
        let style = harness.ctx.style_of(egui::Theme::Dark);
        assert_eq!(style.animation_time > 0.0, motion == MotionChoice::Full);
        assert_eq!(bench.saved_settings().feel.motion, motion);
    }
}
