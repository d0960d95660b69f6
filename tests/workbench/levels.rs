//! Levels: opened, drawn, solved, watched, played.

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use testkit::project;
use testkit::workbench::*;

#[test]
fn an_empty_start_says_where_to_begin() {
    let bench = Bench::default();
    let harness = bench.start();
    assert!(says(&harness, "Draw, or start with"));
    assert!(says(&harness, "Cross, Logo: Part 1, 5×5"));
    assert_eq!(harness.state().tab(), "Edit");
}

#[test]
fn a_level_is_opened_solved_and_watched() {
    let bench = Bench::default();
    let mut harness = bench.start();
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    assert_eq!(harness.state().document().name(), "Cross");
    press(&mut harness, Modifiers::NONE, Key::F5);
    let answer = answer(&harness).expect("has answered");
    assert!(
        answer.starts_with("Solved: 5 stamps. Proved: the fewest stamps."),
        "{answer}"
    );
    assert_eq!(harness.state().tab(), "Plan");
    assert!(
        says(&harness, "Cross, Logo: Part 1, 5×5, solved"),
        "has its mark"
    );
    assert_eq!(harness.state().step(), Some(0));
    press(&mut harness, CTRL, Key::Period);
    press(&mut harness, CTRL, Key::Period);
    assert_eq!(harness.state().step(), Some(2));
    press(&mut harness, CTRL_SHIFT, Key::Period);
    assert_eq!(harness.state().step(), Some(1));
    press(&mut harness, CTRL, Key::End);
    assert_eq!(harness.state().step(), Some(5));
    press(&mut harness, CTRL, Key::Home);
    press(&mut harness, Modifiers::NONE, Key::Space);
    wait_until(&mut harness, "the plan plays", |harness| {
        harness.step();
        (harness.state().step() > Some(0)).then_some(())
    });
}

#[test]
fn an_unsolvable_level_is_told_with_its_reason() {
    let bench = Bench::default();
    let path = bench.write("lone.txt", IMPOSSIBLE);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    let answer = answer(&harness).expect("has answered");
    assert!(answer.starts_with("There is no solution."), "{answer}");
    assert!(says(&harness, "There is no solution"));
    assert_eq!(harness.state().tab(), "Edit", "there is nothing to watch");
}

#[test]
fn an_answer_is_shown_for_the_level_that_it_is_about() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    press(&mut harness, CTRL, Key::Num1);
    press(&mut harness, CTRL, Key::R);
    // A cross turned is the same board, so no change; a flip of the upper half is one.
    assert!(says(&harness, "Solved: 5 stamps"));
    press(&mut harness, CTRL, Key::Delete);
    assert!(!says(&harness, "Solved: 5 stamps"));
    press(&mut harness, CTRL, Key::Num3);
    assert!(says(&harness, "The level has changed since this plan"));
    press(&mut harness, CTRL, Key::Z);
    assert!(says(&harness, "Solved: 5 stamps"));
}

#[test]
fn a_broken_file_is_named_with_line_and_column() {
    let bench = Bench::default();
    let path = bench.write("broken.txt", "logo\n\n..5\n");
    let harness = bench.open(&[&path]);
    assert!(says(&harness, "line 3, column 3"));
    assert!(says(&harness, "Dismiss"));
    assert_eq!(harness.state().document().name(), "Untitled");
}

#[test]
fn a_new_level_opens_in_edit_wherever_one_was() {
    let bench = Bench::default();
    let level = project("levels/robos-escape/01-four-corners.txt");
    let mut harness = bench.open(&[&level]);
    for tab in ["Plan mode", "Play in a window", "Play mode"] {
        run(&mut harness, "Solve");
        settle(&mut harness);
        run(&mut harness, tab);
        press(&mut harness, CTRL, Key::N);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        settle(&mut harness);
        assert_eq!(harness.state().tab(), "Edit", "{tab}");
        run(&mut harness, "Reopen closed tab");
        settle(&mut harness);
    }
}

#[test]
fn undo_goes_back_across_solve_and_never_to_another_level() {
    let bench = Bench::default();
    bench.write("lone.txt", IMPOSSIBLE);
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::N);
    click(&mut harness, "Create");
    assert_eq!(harness.state().tab(), "Edit");
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(harness.state().document().plan().is_some());
    assert!(says(&harness, "Solved: 5 stamps"));
    for _ in 0..3 {
        press(&mut harness, CTRL, Key::Z);
    }
    assert!(harness.state().document().plan().is_none());
    assert!(
        !says(&harness, "Solved: 5 stamps"),
        "the answer was about that plan"
    );
    assert_eq!(harness.state().document().name(), "Cross");
    press(&mut harness, CTRL_SHIFT, Key::Z);
    assert!(harness.state().document().plan().is_some());
    // A level with a plan is closed, not lost.
    click(&mut harness, "Lone two, Logo: Part 1, 3×3");
    press(&mut harness, CTRL_SHIFT, Key::T);
    assert_eq!(harness.state().document().name(), "Cross");
    assert!(harness.state().document().plan().is_some());
}

#[test]
fn the_search_field_narrows_the_library() {
    let bench = Bench::default();
    bench.write("lone.txt", IMPOSSIBLE);
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("lone".to_owned()));
    harness.run_steps(3);
    assert!(says(&harness, "Lone two, Logo"));
    assert!(!says(&harness, "Cross, Logo"));
    harness.event(Event::Text("zzz".to_owned()));
    harness.run_steps(3);
    assert!(says(&harness, "No matching levels"));
    // A number names no size.
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("cross 5".to_owned()));
    harness.run_steps(3);
    assert!(says(&harness, "No matching levels"));
}

#[test]
fn a_pasted_text_opens_a_level_or_says_what_is_wrong() {
    let bench = Bench::default();
    let mut harness = bench.start();
    paste(&mut harness, "Paste level", "logo\n\n..x\n");
    assert!(says(&harness, "line 3, column 3"));
    let long = format!("{CROSS}{}", "\n".repeat(1 << 20));
    paste(&mut harness, "Paste level", &long);
    assert!(says(&harness, "bytes; the limit is 1,048,576."));
    paste(&mut harness, "Paste level", CROSS);
    assert_eq!(harness.state().document().name(), "Cross");
    assert!(harness.state().document().is_dirty(), "it is nowhere saved");
    run(&mut harness, "Paste level");
    wait_for(&mut harness, "The clipboard holds no text.");
}

#[test]
fn playing_by_hand_keeps_the_rules_and_gives_hints() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL, Key::H);
    assert_eq!(harness.state().tab(), "Play");
    assert!(says(&harness, "Look at row"), "where to look");
    assert!(!says(&harness, "5 to go"));
    press(&mut harness, CTRL, Key::H);
    assert!(says(&harness, "5 to go"), "what to do");
    assert!(!says(&harness, "The target shows"));
    press(&mut harness, CTRL, Key::H);
    assert!(says(&harness, "The target shows"), "why");
    click(&mut harness, "Do it");
    assert_eq!(harness.state().document().moves().len(), 1);
    // A corner is empty in the target: nothing can mend that.
    harness.state_mut().play("1 1");
    press(&mut harness, CTRL, Key::H);
    assert!(says(&harness, "can no longer be solved from here"));
    click(&mut harness, "Undo to step 1");
    assert_eq!(harness.state().document().moves().len(), 1);
}

#[test]
fn keys_typed_in_a_field_do_nothing_on_the_board_behind_it() {
    let bench = Bench::default();
    let path = bench.write("cross.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    for page in [Key::Num1, Key::Num2] {
        press(&mut harness, CTRL, page);
        for field in ["Author", "Search levels"] {
            harness.get_by_label(field).focus();
            harness.run();
            harness.get_by_label(field).type_text("3zz");
            harness.run();
            harness.key_press(Key::Enter);
            settle(&mut harness);
            let document = harness.state().document();
            assert!(document.moves().is_empty(), "{field}");
            assert!(
                document.level().to_text().ends_with(&CROSS[16..]),
                "{field}"
            );
        }
    }
}

#[test]
fn a_title_being_typed_is_not_lost_when_another_level_is_opened() {
    let bench = Bench::default();
    let mut harness = bench.start();
    harness.get_by_label("Title").focus();
    harness.run_steps(2);
    harness.event(Event::Text("Mine".to_owned()));
    harness.run_steps(2);
    click(&mut harness, "Cross, Logo: Part 1, 5×5");
    assert_eq!(harness.state().document().name(), "Cross");
    assert_eq!(harness.state().open_levels(), ["Mine", "Cross"]);
}

#[test]
fn enter_in_the_search_field_opens_the_first_level_found() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::F);
    harness.event(Event::Text("cross".to_owned()));
    harness.run_steps(3);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(harness.state().document().name(), "Cross");
}

#[test]
fn an_undone_edit_brings_the_answer_back() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    press(&mut harness, CTRL, Key::Num1);
    click(&mut harness, "row 1 column 1, empty");
    // Where the pointer was last at work, a number is for the brush.
    harness.event(Event::Text("4".to_owned()));
    settle(&mut harness);
    click(&mut harness, "row 1 column 1, 1");
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(says(&harness, "There is no solution"));
    press(&mut harness, CTRL, Key::Z);
    press(&mut harness, CTRL, Key::Z);
    assert!(says(&harness, "Solved: 5 stamps"));
}

#[test]
fn without_a_plan_the_plan_mode_draws_nothing() {
    let bench = Bench::default();
    let mut harness = bench.start();
    press(&mut harness, CTRL, Key::Num3);
    assert!(says(&harness, "This level is empty"));
    click(&mut harness, "row 1 column 1, empty");
    assert_eq!(harness.state().document().history().depth(), 0);
}

#[test]
fn what_was_last_said_goes_when_the_level_changes() {
    let bench = Bench::default();
    let mut harness = bench.start();
    click(&mut harness, "row 1 column 1, empty");
    press(&mut harness, CTRL, Key::Z);
    assert!(says(&harness, "Undone: paint."));
    click(&mut harness, "row 1 column 2, empty");
    assert!(!says(&harness, "Undone: paint."));
}

#[test]
fn a_plan_that_nobody_sees_does_not_run() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    press(&mut harness, CTRL, Key::Space);
    assert!(harness.query_by_label("Pause").is_some());
    press(&mut harness, CTRL, Key::Num1);
    assert!(harness.query_by_label("Pause").is_none());
}

#[test]
fn quiet_patterns_are_browsed_on_the_board() {
    let bench = Bench::default();
    let path = bench.write("lights.txt", "lights-out\n\n#...\n....\n....\n....\n");
    let mut harness = bench.open(&[&path]);
    assert!(!says(&harness, "Quiet pattern 1"));
    click(&mut harness, "Show quiet patterns");
    settle(&mut harness);
    assert!(says(&harness, "Quiet pattern 1 of 4"));
    click(&mut harness, "Next");
    assert!(says(&harness, "Quiet pattern 2 of 4"));
    click(&mut harness, "Previous");
    click(&mut harness, "Previous");
    assert!(says(&harness, "Quiet pattern 4 of 4"));
    click(&mut harness, "Hide");
    assert!(!says(&harness, "Quiet pattern"));
    click(&mut harness, "Show quiet patterns");
    settle(&mut harness);
    assert!(says(&harness, "Quiet pattern 1 of 4"));
    // Of a level that has changed they say nothing.
    press(&mut harness, Modifiers::COMMAND, Key::R);
    assert!(says(&harness, "Show quiet patterns"));
}

#[test]
fn a_board_without_quiet_patterns_says_so() {
    let bench = Bench::default();
    let path = bench.write("lights.txt", "lights-out\n\n...\n#..\n...\n");
    let mut harness = bench.open(&[&path]);
    click(&mut harness, "Show quiet patterns");
    settle(&mut harness);
    assert!(says(&harness, "There is no quiet pattern"));
}

#[test]
fn levels_are_made_by_chance_seen_and_opened() {
    let bench = Bench::default();
    let path = bench.write("lights.txt", "lights-out\n\n.#\n#.\n");
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::COMMAND, Key::G);
    settle(&mut harness);
    assert!(says(&harness, "Generated level"));
    assert!(says(&harness, "5×5"));
    // Difficulty by the shortest solution.
    harness
        .get_by_role_and_label(egui::accesskit::Role::TextInput, "Shortest solution")
        .focus();
    harness.run_steps(2);
    press(&mut harness, Modifiers::COMMAND, Key::A);
    harness.event(Event::Text("6-7".to_owned()));
    harness.run_steps(2);
    harness
        .get_by_role_and_label(egui::accesskit::Role::TextInput, "Rows")
        .focus();
    harness.run_steps(2);
    settle(&mut harness);
    click(&mut harness, "Generate another");
    settle(&mut harness);
    click(&mut harness, "Open");
    settle(&mut harness);
    assert!(harness.state().document().is_dirty(), "it is in no file");
    let level = harness.state().document().level().clone();
    assert_eq!(level.game_id(), "lights-out");
    let game = planwright::games::by_id("lights-out").expect("is registered");
    let solver = game
        .solvers()
        .iter()
        .find(|solver| solver.info().id == "fewest-presses")
        .expect("is there");
    let report = planwright::game::solve(
        *solver,
        &planwright::game::SolveRequest::new(level.as_ref()),
        &planwright::search::Budget::default(),
        &planwright::search::NoProgress,
    )
    .expect("is solved");
    let solution = report.outcome.solution().expect("can be solved");
    assert!((6..=7).contains(&solution.cost), "{}", solution.cost);
    // One more by the same options, without a window.
    let before = level.to_text();
    run(&mut harness, "Another one like this");
    let another = harness.state().document().level().clone();
    assert_ne!(another.to_text(), before);
    press(&mut harness, CTRL, Key::Tab);
    let front = harness.state().document().level().to_text();
    assert_eq!(front, another.to_text(), "the first one made room");
    assert_eq!(another.board().size, level.board().size);
    // A difficulty sets options.
    press(&mut harness, Modifiers::COMMAND, Key::G);
    click(&mut harness, "Easy");
    let fewest = harness
        .get_by_role_and_label(egui::accesskit::Role::TextInput, "Shortest solution")
        .value();
    assert_eq!(fewest.as_deref(), Some("2-3"));
    // Where there are few values, one is chosen; what is usual among others is a click away.
    harness
        .get_all_by_role_and_label(egui::accesskit::Role::ComboBox, "Wrap around")
        // The open level's own comes before it.
        .last()
        .expect("is there")
        .click();
    harness.run_steps(2);
    click(&mut harness, "torus");
    click(&mut harness, "Suggested values of Press pattern");
    click(&mut harness, "box");
    settle(&mut harness);
    let pattern = harness
        .get_all_by_role_and_label(egui::accesskit::Role::TextInput, "Press pattern")
        .last()
        .and_then(|field| field.value());
    assert_eq!(pattern.as_deref(), Some("box"));
    click(&mut harness, "Open");
    settle(&mut harness);
    let made = harness.state().document().level().to_text();
    assert!(
        made.contains("torus") && made.contains("pattern box"),
        "{made}"
    );
    // A value that is none is told.
    press(&mut harness, Modifiers::COMMAND, Key::G);
    settle(&mut harness);
    harness
        .get_by_role_and_label(egui::accesskit::Role::TextInput, "Rows")
        .focus();
    harness.run_steps(2);
    press(&mut harness, Modifiers::COMMAND, Key::A);
    harness.event(Event::Text("many".to_owned()));
    harness.run_steps(2);
    harness
        .get_by_role_and_label(egui::accesskit::Role::TextInput, "Columns")
        .focus();
    harness.run_steps(2);
    settle(&mut harness);
    assert!(says(&harness, "expected a whole number from 1 to 2000"));
}

#[test]
fn a_collection_is_gone_through_level_by_level() {
    let bench = Bench::default();
    let set = "; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n#####\n#.$@#\n#####\n";
    let path = bench.write("set.xsb", set);
    let mut harness = bench.open(&[&path]);
    settle(&mut harness);
    for (command, number) in [("Next level", 2), ("Previous level", 1), ("Next level", 2)] {
        run(&mut harness, command);
        settle(&mut harness);
        let level = harness.state().document().level();
        assert_eq!(level.number(), Some(number), "{command}");
    }
    let second = harness.state().document().level().to_text();
    close_window(&mut harness);
    drop(harness);
    let harness = bench.start();
    assert_eq!(harness.state().document().level().to_text(), second);
}

#[test]
fn an_empty_level_is_empty_and_not_solved() {
    let bench = Bench::default();
    let mut harness = bench.start();
    run(&mut harness, "Plan mode");
    assert!(says(&harness, "This level is empty"));
    assert!(harness.query_by_label("Solved").is_none());
    // A brush's key chooses it as soon as the tab is in front.
    run(&mut harness, "Edit mode");
    harness.event(Event::Text("4".to_owned()));
    settle(&mut harness);
    assert!(!harness.state().document().is_dirty());
    click(&mut harness, "row 1 column 1, empty");
    assert!(says(&harness, "row 1 column 1, 4"));
    run(&mut harness, "Plan mode");
    assert!(!says(&harness, "This level is empty"));
}
