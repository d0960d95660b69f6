//! Playing by hand and watching a plan, used as a person would.

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::game::{Cell, Move};
use planwright::workbench::board::{Mark, MarkKind, SPEEDS};
use testkit::board::{PlanBench, PlayBench, picture, plan_bench, play_bench};

const CROSS: &str = "logo\n\n.....\n..2..\n.212.\n..2..\n.....\n";

fn at(harness: &Harness<'_, PlanBench>) -> usize {
    harness.state().player.playback().expect("is loaded").at()
}

fn moves(harness: &Harness<'_, PlayBench>) -> Vec<String> {
    let moves = harness.state().document.moves();
    moves.iter().map(ToString::to_string).collect()
}

/// The plan of the cross, as a person would stamp it.
fn cross() -> Harness<'static, PlanBench> {
    plan_bench(CROSS, &["2 3", "3 2", "3 4", "4 3", "3 3"])
}

#[test]
fn a_click_makes_a_move_and_the_target_stays_as_it_is() {
    let mut harness = play_bench(CROSS);
    harness.get_by_label("row 2 column 3, empty").click();
    harness.run();
    assert_eq!(moves(&harness), ["2 3"]);
    picture(&mut harness, "play");
    // The target's cells have the target's name before theirs.
    harness.get_by_label("Target, row 3 column 3, 1").click();
    harness.run();
    assert_eq!(moves(&harness), ["2 3"]);
    harness.get_by_label("Make moves on the board “Board”.");
}

#[test]
fn enter_and_space_make_moves_at_the_cursor() {
    let mut harness = play_bench(CROSS);
    harness.get_by_label("Board, 5×5").focus();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.key_press(Key::Enter);
    harness.key_press(Key::ArrowRight);
    harness.key_press(Key::Space);
    harness.run();
    assert_eq!(moves(&harness), ["2 1", "2 2"]);
}

#[test]
fn a_refused_move_says_why_beside_its_cell() {
    let mut harness = play_bench(CROSS);
    harness.get_by_label("row 3 column 3, empty").click();
    harness.run();
    let cell = harness
        .get_by_label_contains("row 3 column 3, 1, right")
        .rect();
    harness
        .get_by_label_contains("row 3 column 3, 1, right")
        .click();
    harness.run();
    assert_eq!(moves(&harness).len(), 1);
    let reason = harness.get_by_label("It is already stamped").rect();
    assert!(reason.bottom() <= cell.top() && cell.top() - reason.bottom() < 30.0);
    assert!((reason.center().x - cell.center().x).abs() < 5.0);
    picture(&mut harness, "refused");
    // It goes by itself.
    harness.run_steps(150);
    assert!(harness.query_by_label("It is already stamped").is_none());
}

#[test]
fn a_press_that_ends_elsewhere_is_no_click() {
    let mut harness = play_bench(CROSS);
    let from = harness
        .get_by_label("row 1 column 1, empty")
        .rect()
        .center();
    let to = harness
        .get_by_label("row 1 column 3, empty")
        .rect()
        .center();
    harness.hover_at(from);
    harness.drag_at(from);
    harness.hover_at(to);
    harness.drop_at(to);
    harness.run();
    assert!(moves(&harness).is_empty());
}

#[test]
fn the_last_move_shows_that_it_is_solved() {
    let mut harness = play_bench(CROSS);
    for mv in ["3 3", "2 3", "3 2", "3 4", "4 3"] {
        let _ = harness.state_mut().document.make_move(&Move::new(mv));
    }
    harness.run();
    assert!(
        harness.query_by_label("Solved").is_none(),
        "all around are 1"
    );
    harness.state_mut().document.take_back_to(0);
    for mv in ["2 3", "3 2", "3 4", "4 3", "3 3"] {
        let _ = harness.state_mut().document.make_move(&Move::new(mv));
    }
    harness.run();
    assert!(harness.query_by_label("Solved").is_some());
    picture(&mut harness, "solved");
}

#[test]
fn hints_and_reasons_are_marked_on_their_board() {
    let mut harness = play_bench(CROSS);
    let mark = |kind, row, col| Mark {
        cell: Cell::new(row, col),
        kind,
    };
    harness.state_mut().marks = vec![
        ("field".into(), mark(MarkKind::Hint, 1, 2)),
        ("target".into(), mark(MarkKind::Problem, 2, 2)),
        ("target".into(), mark(MarkKind::Doubt, 0, 0)),
        ("target".into(), mark(MarkKind::Wrong, 0, 1)),
        ("target".into(), mark(MarkKind::Right, 0, 2)),
    ];
    harness.run();
    picture(&mut harness, "marks");
}

#[test]
fn a_plan_steps_both_ways() {
    let mut harness = cross();
    harness.get_by_label("Step forward").click();
    harness.run();
    harness.get_by_label("Step forward").click();
    harness.run();
    assert_eq!(at(&harness), 2);
    assert!(harness.query_by_label_contains("Step 2 of 5").is_some());
    assert!(
        harness
            .query_by_label_contains("row 3 column 2, 1")
            .is_some()
    );
    harness.get_by_label("Step back").click();
    harness.run();
    assert_eq!(at(&harness), 1);
    harness.get_by_label("Go to end").click();
    harness.run();
    assert_eq!(at(&harness), 5);
    assert!(harness.query_by_label("Solved").is_some());
    picture(&mut harness, "plan");
    harness.get_by_label("Go to start").click();
    harness.run();
    assert_eq!(at(&harness), 0);
}

#[test]
fn playing_makes_steps_with_time() {
    let mut harness = cross();
    harness.get_by_label("Play").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("Pause").is_some());
    // 2.5 steps a second at 30 frames a second.
    harness.run_steps(30);
    assert!((2..=3).contains(&at(&harness)), "{}", at(&harness));
    harness.get_by_label("Pause").click();
    harness.run_steps(3);
    let here = at(&harness);
    harness.run_steps(60);
    assert_eq!(at(&harness), here);
}

#[test]
fn playing_waits_between_steps_and_rests_at_the_end() {
    let mut harness = cross();
    harness.state_mut().player.speed = SPEEDS[0];
    harness.get_by_label("Play").click();
    harness.run_steps(4);
    let delay = |harness: &Harness<'_, PlanBench>| {
        let outputs = harness.output().viewport_output.values();
        outputs
            .map(|output| output.repaint_delay.as_secs_f32())
            .fold(f32::MAX, f32::min)
    };
    assert!(
        delay(&harness) > 0.05,
        "no frames between the steps: {}",
        delay(&harness)
    );
    harness.state_mut().player.speed = SPEEDS[SPEEDS.len() - 1];
    harness.run_steps(90);
    assert_eq!(at(&harness), 5);
    assert!(delay(&harness) > 60.0, "nothing is done at the end");
}

#[test]
fn the_slider_scrubs() {
    let mut harness = cross();
    let slider = harness.get_by_label("Step of the plan").rect();
    harness.hover_at(slider.left_center());
    harness.drag_at(slider.left_center());
    harness.step();
    harness.hover_at(slider.center());
    harness.step();
    assert!((2..=3).contains(&at(&harness)));
    harness.hover_at(slider.right_center());
    harness.drop_at(slider.right_center());
    harness.run();
    assert_eq!(at(&harness), 5);
    harness.get_by_label("Step of the plan").focus();
    harness.run();
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert_eq!(at(&harness), 4);
}

#[test]
fn the_list_and_the_board_go_together() {
    let mut harness = cross();
    harness.get_by_label("3. Stamp row 3, column 4").click();
    harness.run();
    assert_eq!(at(&harness), 3);
    harness.key_press(Key::ArrowDown);
    harness.run();
    assert_eq!(at(&harness), 4);
    harness.key_press_modifiers(Modifiers::NONE, Key::Home);
    harness.run();
    assert_eq!(at(&harness), 0);
}

#[test]
fn speed_and_repeat_are_set_by_name() {
    let mut harness = cross();
    harness.get_by_label("Speed, 1×").click();
    harness.run();
    harness.get_by_label("32×").click();
    harness.run();
    assert_eq!(harness.state().player.speed, 32.0);
    harness.get_by_label("Repeat").click();
    harness.run();
    assert!(harness.state().player.looping);
}

#[test]
fn a_plan_of_40_000_moves_lists_what_is_in_sight() {
    let rows = "4".repeat(200);
    let level = format!("logo\n\n{}", format!("{rows}\n").repeat(200));
    let moves: Vec<String> = (1..=200)
        .flat_map(|row| (1..=200).map(move |col| format!("{row} {col}")))
        .collect();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut harness = plan_bench(&level, &moves);
    let named =
        |harness: &Harness<'_, PlanBench>, name: &str| harness.query_by_label(name).is_some();
    assert!(named(&harness, "1. Stamp row 1, column 1"));
    assert!(!named(&harness, "100. Stamp row 1, column 100"));
    harness.state_mut().player.seek(30_000);
    harness.run();
    assert!(named(&harness, "30,000. Stamp row 150, column 200"));
    picture(&mut harness, "long");
    let shapes = harness.output().shapes.len();
    assert!(shapes < 3_000, "{shapes}");
}

#[test]
fn numbers_change_in_a_short_animation() {
    let mut harness = cross();
    harness
        .ctx
        .all_styles_mut(|style| style.animation_time = 0.1);
    harness.state_mut().player.seek(4);
    harness.run();
    harness.state_mut().player.step_forward();
    // At 30 frames a second it takes five frames or so, and then rests.
    harness.run_steps(3);
    picture(&mut harness, "moving");
    let steps = harness.run();
    assert!((1..=8).contains(&steps), "{steps}");
}
