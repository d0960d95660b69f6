//! Levels that are written: the editor, what is wrong, the facts of a position.

use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::game::Cell;
use planwright::workbench::Workbench;

use testkit::workbench::*;

const RULES: &str = "\
; title: Steps
(role robot)
(init (at a))
(init (step 1))
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
(link a b) (link b c) (link b a)
(<= (legal robot (go ?y)) (true (at ?x)) (link ?x ?y))
(<= (next (at ?y)) (does robot (go ?y)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (at c)))
(<= terminal (true (step 6)))
(<= (goal robot 100) (true (at c)))
(<= (goal robot 0) (not (true (at c))))
";

fn steps(bench: &Bench) -> Harness<'_, Workbench> {
    let path = bench.write("steps.kif", RULES);
    bench.open(&[&path])
}

/// Puts the caret at the end of the text and types there.
fn type_at_end(harness: &mut Harness<'_, Workbench>, text: &str) {
    harness.get_by_label("Text of the level").focus();
    harness.run_steps(3);
    // A real keyboard says both.
    harness.key_press_modifiers(CTRL | egui::Modifiers::CTRL, Key::End);
    harness.run_steps(2);
    harness.event(Event::Text(text.to_owned()));
    harness.run_steps(2);
}

#[test]
fn what_is_typed_becomes_the_level() {
    let bench = Bench::default();
    let mut harness = steps(&bench);
    assert!(says(&harness, "Parsed without errors."));
    type_at_end(&mut harness, "(link a c)");
    assert!(harness.state().document().draft().is_some());
    settle(&mut harness);
    assert!(harness.state().document().draft().is_none());
    harness.state_mut().play("(go c)");
    assert!(harness.state().document().position().is_solved());
    assert!(harness.state().document().is_dirty());
}

#[test]
fn a_broken_text_leaves_the_last_good_game_to_play() {
    let bench = Bench::default();
    let mut harness = steps(&bench);
    type_at_end(&mut harness, "(link b");
    settle(&mut harness);
    assert!(says(&harness, "1 error. Play uses"));
    assert!(says(
        &harness,
        "Line 14, column 1: This parenthesis is not closed"
    ));
    harness.state_mut().play("(go b)");
    assert_eq!(harness.state().document().moves().len(), 1);
    // Undo in the field is the level's: the move first, then the text.
    press(&mut harness, CTRL, Key::Z);
    assert!(harness.state().document().moves().is_empty());
    press(&mut harness, CTRL, Key::Z);
    settle(&mut harness);
    assert_eq!(harness.state().document().level().to_text(), RULES);
    assert!(!harness.state().document().is_dirty() && says(&harness, "Parsed without errors."));
}

#[test]
fn a_broken_text_is_saved_as_it_is() {
    let bench = Bench::default();
    let mut harness = steps(&bench);
    type_at_end(&mut harness, "(link b");
    run(&mut harness, "Save");
    let path = bench.places().levels().join("steps.kif");
    let saved = std::fs::read_to_string(path).expect("is there");
    assert_eq!(saved, format!("{RULES}(link b"));
    assert!(!harness.state().document().is_dirty());
}

#[test]
fn a_click_on_a_problem_leads_to_its_place() {
    let bench = Bench::default();
    let mut harness = steps(&bench);
    type_at_end(&mut harness, "(<= (next ?z) (true (at a)))");
    settle(&mut harness);
    harness.run_steps(4);
    harness
        .get_by_label_contains("Line 14, column 1: The variable ‘?z’")
        .click();
    harness.run_steps(6);
    assert!(says(&harness, "Line 14, column 29"));
}

#[test]
fn the_text_is_converted_and_back() {
    let bench = Bench::default();
    let mut harness = steps(&bench);
    click(&mut harness, "Convert to infix");
    settle(&mut harness);
    let text = harness.state().document().level().to_text();
    assert!(text.contains("legal(robot, go(Y)) :-"), "{text}");
    assert!(harness.state().document().draft().is_none());
    assert_eq!(harness.state().document().name(), "Steps");
    click(&mut harness, "Convert to prefix (KIF)");
    settle(&mut harness);
    assert!(
        harness
            .state()
            .document()
            .level()
            .to_text()
            .contains("(<= (legal robot (go ")
    );
}

#[test]
fn facts_are_listed_and_moves_are_buttons() {
    let bench = Bench::default();
    let mut harness = steps(&bench);
    press(&mut harness, CTRL, Key::Num2);
    assert_eq!(harness.state().tab(), "Play");
    assert!(says(&harness, "at (1)") && says(&harness, "(at a)"));
    assert!(says(&harness, "0 steps"));
    click(&mut harness, "(go b)");
    assert!(says(&harness, "+ (at b)") && says(&harness, "− (at a)"));
    assert!(says(&harness, "1 step"));
    let field = harness.get_by_label("Find facts");
    field.focus();
    field.type_text(" STEP");
    settle(&mut harness);
    assert!(says(&harness, "step (1)") && !says(&harness, "at (1)"));
    press(&mut harness, CTRL, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    assert!(says(&harness, "at (1)"));
    assert!(says(&harness, "Legal moves (2)"));
    assert!(says(&harness, "Step limit"));
    click(&mut harness, "(go c)");
    assert!(says(&harness, "There are no legal moves."));
    assert!(harness.state().document().position().is_solved());
}

#[test]
fn a_long_text_is_read_while_it_is_typed() {
    use std::fmt::Write as _;
    let mut text = RULES.to_owned();
    for n in 0..2_000 {
        writeln!(
            text,
            "(far place{n} place{})  ; a fact that nobody reads",
            n + 1
        )
        .expect("fits");
    }
    assert!(text.len() > 100_000);
    let bench = Bench::default();
    let path = bench.write("long.kif", &text);
    let mut harness = bench.open(&[&path]);
    type_at_end(&mut harness, "(link a c)");
    settle(&mut harness);
    assert!(harness.state().document().draft().is_none());
}

#[test]
fn a_broken_file_is_opened_to_be_mended() {
    let bench = Bench::default();
    let path = bench.write("broken.kif", &format!("{RULES}(link b"));
    let mut harness = bench.open(&[&path]);
    assert!(says(&harness, "1 error."));
    assert!(!says(&harness, "Play uses"), "there is nothing to play");
    assert!(!harness.state().document().is_dirty());
    assert_eq!(harness.state().document().name(), "broken");
    // No other game is shown in its place.
    for mode in ["Play mode", "Plan mode", "States mode"] {
        run(&mut harness, mode);
        assert!(
            says(&harness, "The text of this level has errors"),
            "{mode}"
        );
        assert!(!says(&harness, "Legal moves"), "{mode}");
        run(&mut harness, "Solve");
        assert!(harness.state().document().current_plan().is_none());
    }
    click(&mut harness, "Show errors");
    type_at_end(&mut harness, " c)");
    settle(&mut harness);
    assert!(
        says(&harness, "Parsed without errors.") && harness.state().document().draft().is_none()
    );
    assert_eq!(harness.state().document().name(), "Steps");
    run(&mut harness, "Play mode");
    assert!(says(&harness, "Legal moves"));
}

#[test]
fn edit_puts_the_caret_into_the_text_and_problems_leave_it_in_sight() {
    let bench = Bench::default();
    let lines = "; a line that says nothing\n".repeat(80);
    let path = bench.write("steps.kif", &format!("{RULES}{lines}"));
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::Num2);
    press(&mut harness, CTRL, Key::Num1);
    assert!(harness.get_by_label("Text of the level").is_focused());
    type_at_end(&mut harness, "(link b");
    settle(&mut harness);
    harness.run_steps(10);
    let problem = harness.get_by_label_contains("This parenthesis is not closed");
    let ime = harness.output().platform_output.ime.expect("is written in");
    assert!(ime.cursor_rect.bottom() <= problem.rect().top());
    assert!(ime.cursor_rect.top() > 100.0);
}

/// A walk on three squares; the thing to be drawn has no known name.
const WALK: &str = "\
(role robot)
(init (cell 1 1 thing)) (init (cell 1 2 b)) (init (cell 2 1 wall)) (init (cell 2 2 b))
(<= (legal robot (go ?y)) (true (cell 1 ?x thing)) (true (cell 1 ?y b)))
(<= (next (cell 1 ?y thing)) (does robot (go ?y)))
(<= (next (cell 1 ?x b)) (does robot (go ?y)) (true (cell 1 ?x thing)))
(<= (next (cell 2 ?x ?v)) (true (cell 2 ?x ?v)))
(<= terminal (true (cell 1 2 thing)))
(<= (goal robot 100) (true (cell 1 2 thing)))
(<= (goal robot 0) (not (true (cell 1 2 thing))))
";

#[test]
fn a_picture_is_chosen_for_a_value_and_taken_back() {
    let bench = Bench::default();
    let path = bench.write("walk.kif", WALK);
    let mut harness = bench.open(&[&path]);
    settle(&mut harness);
    let drawn = |harness: &Harness<'_, Workbench>| {
        let look = harness
            .state()
            .document()
            .position()
            .style("grid", Cell::new(0, 0));
        look.art.and_then(|art| art.piece).map(|sprite| sprite.name)
    };
    assert_eq!(drawn(&harness), None);
    // They may have to be scrolled to.
    for name in ["Picture of thing", "crate"] {
        harness.get_by_label(name).click_accesskit();
        settle(&mut harness);
    }
    assert_eq!(drawn(&harness), Some("crate"));
    let text = harness.state().document().level().to_text();
    assert!(text.contains("; board-look: thing=thing"), "{text}");
    assert!(text.contains("picture crate"), "{text}");
    press(&mut harness, CTRL, Key::Z);
    assert_eq!(drawn(&harness), None);
    press(&mut harness, CTRL, Key::Y);
    assert_eq!(drawn(&harness), Some("crate"));
    harness.get_by_label("Reset thing").click_accesskit();
    settle(&mut harness);
    assert_eq!(drawn(&harness), None);
    assert!(
        !harness
            .state()
            .document()
            .level()
            .to_text()
            .contains("board-look")
    );
}

#[test]
fn text_is_found_while_the_text_has_the_focus() {
    let bench = Bench::default();
    let mut harness = steps(&bench);
    let name = "Find in the text";
    harness.get_by_label("Search levels").focus();
    harness.run_steps(3);
    press(&mut harness, CTRL, Key::F);
    assert!(harness.query_by_label(name).is_none());
    harness.get_by_label("Text of the level").focus();
    harness.run_steps(3);
    press(&mut harness, CTRL, Key::F);
    assert!(harness.get_by_label(name).is_focused());
}
