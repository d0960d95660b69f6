//! Drawing with commands and keys of the whole window.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use planwright::game::Size;

use testkit::workbench::*;

const NONE: Modifiers = Modifiers::NONE;

#[test]
fn the_first_stroke_moves_nothing() {
    let bench = Bench::default();
    let mut harness = bench.start();
    let cell = |harness: &egui_kittest::Harness<'_, planwright::workbench::Workbench>, what| {
        harness
            .get_by_label(&format!("row 2 column 3, {what}"))
            .rect()
    };
    let before = cell(&harness, "empty");
    assert!(says(&harness, "Draw, or start with"));
    click(&mut harness, "row 2 column 3, empty");
    assert!(!says(&harness, "Draw, or start with"));
    assert_eq!(cell(&harness, "1"), before);
}

#[test]
fn the_size_is_chosen_by_arrow_keys_and_taken_with_enter() {
    let bench = Bench::default();
    let mut harness = bench.start();
    run(&mut harness, "Resize board…");
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowUp] {
        press(&mut harness, NONE, key);
    }
    let size = |harness: &egui_kittest::Harness<'_, planwright::workbench::Workbench>| {
        harness.state().document().level().board().size
    };
    assert_eq!(size(&harness), Size::new(6, 10), "is only a preview yet");
    press(&mut harness, NONE, Key::Enter);
    assert_eq!(size(&harness), Size::new(5, 12));
    run(&mut harness, "Resize board…");
    press(&mut harness, NONE, Key::ArrowDown);
    press(&mut harness, NONE, Key::Escape);
    assert_eq!(size(&harness), Size::new(5, 12));
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(size(&harness), Size::new(6, 10), "was one step");
}

#[test]
fn shift_moves_the_upper_and_left_edges_and_the_menu_turns_the_board() {
    let bench = Bench::default();
    let mut harness = bench.start();
    click(&mut harness, "row 1 column 1, empty");
    run(&mut harness, "Resize board…");
    press(&mut harness, Modifiers::SHIFT, Key::ArrowLeft);
    press(&mut harness, Modifiers::SHIFT, Key::ArrowUp);
    press(&mut harness, NONE, Key::Enter);
    let size = harness.state().document().level().board().size;
    assert_eq!(size, Size::new(7, 11));
    assert!(says(&harness, "row 2 column 2, 1"));
    run(&mut harness, "Flip left to right");
    assert!(says(&harness, "row 2 column 10, 1"));
    run(&mut harness, "Flip top to bottom");
    assert!(says(&harness, "row 6 column 10, 1"));
    press(&mut harness, CTRL, Key::R);
    assert!(says(&harness, "row 10 column 2, 1"));
}

#[test]
fn a_pasted_part_is_moved_by_keys_also_with_the_cursor_at_the_edge() {
    let bench = Bench::default();
    let mut harness = bench.start();
    click(&mut harness, "row 1 column 3, empty");
    // Three cells are selected from the right end to the left one, where the cursor stays.
    press(&mut harness, NONE, Key::Home);
    for _ in 0..2 {
        press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    }
    for _ in 0..9 {
        press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    }
    harness.event(egui::Event::Copy);
    harness.event(egui::Event::Paste("111\n".to_owned()));
    settle(&mut harness);
    press(&mut harness, NONE, Key::ArrowRight);
    press(&mut harness, NONE, Key::ArrowDown);
    press(&mut harness, NONE, Key::Enter);
    let text = harness.state().document().level().to_text();
    let rows: Vec<&str> = text.lines().skip(2).take(2).collect();
    assert_eq!(rows, ["..1.......", ".111......"]);
}

#[test]
fn undo_takes_a_floating_part_away_before_steps_and_use_places_it() {
    let bench = Bench::default();
    let mut harness = bench.start();
    let paste = |harness: &mut egui_kittest::Harness<'_, planwright::workbench::Workbench>| {
        run(harness, "Paste");
        harness.event(egui::Event::Paste("3".to_owned()));
        settle(harness);
    };
    click(&mut harness, "row 1 column 1, empty");
    paste(&mut harness);
    run(&mut harness, "Undo");
    assert_eq!(harness.state().document().history().depth(), 1);
    run(&mut harness, "Undo");
    assert_eq!(harness.state().document().history().depth(), 0);
    paste(&mut harness);
    assert_eq!(harness.state().document().history().depth(), 0);
    run(&mut harness, "Play mode");
    let history = harness.state().document().history();
    assert_eq!(history.undo_name(), Some("Paste"));
}

#[test]
fn a_new_level_says_how_to_begin_unless_it_is_complete() {
    for (game, hinted) in [("logo", true), ("sokoban", true), ("puzzlescript", false)] {
        let title = planwright::games::by_id(game)
            .expect("is a game")
            .info()
            .title;
        let bench = Bench::default();
        let mut harness = bench.start();
        run(&mut harness, "New…");
        harness
            .get_by_role_and_label(egui::Role::ComboBox, "Game")
            .click();
        settle(&mut harness);
        let entry = harness.query_all_by_label(title).last();
        entry.expect("is listed").click();
        settle(&mut harness);
        click(&mut harness, "Create");
        run(&mut harness, "Edit mode");
        let hint = says(&harness, "Draw, or start with");
        assert_eq!(hint, hinted, "{title}");
    }
}
