//! Panels keep the size that the person gave them, and what is needed keeps inside the window.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Rect, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};
use planwright::workbench::Workbench;

use testkit::workbench::*;

type Window = Harness<'static, Workbench>;

/// Where the panels begin: the board's left edge, the inspector's, and the timeline's upper one.
fn edges(harness: &Window) -> [f32; 3] {
    let at = |name: &str| harness.get_by_label(name).rect().min;
    [
        at("Board pane").x,
        at("Inspector pane").x,
        at("Timeline pane").y,
    ]
}

fn solved(bench: &Bench) -> Window {
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    harness
}

#[test]
fn nothing_that_is_chosen_or_written_moves_the_edge_of_a_panel() {
    let bench = Bench::default();
    let mut harness = solved(&bench);
    let before = edges(&harness);
    for (list, choices) in [
        (
            "Game filter",
            vec!["Light-Bot", "Robo's Escape", "Puzlogic"],
        ),
        ("Solved filter", vec!["Unsolved", "Solved"]),
    ] {
        for choice in choices {
            click(&mut harness, list);
            harness.get_by_role_and_label(Role::Button, choice).click();
            settle(&mut harness);
            assert_eq!(edges(&harness), before, "{list}: {choice}");
        }
    }
    let long = "A name without any end and_without_a_place_to_break_it ".repeat(5);
    for field in ["Search levels", "Title", "Author", "Notes"] {
        harness.get_by_label(field).focus();
        harness.run_steps(2);
        harness.event(Event::Text(long.clone()));
        press(&mut harness, Modifiers::NONE, Key::Tab);
        assert_eq!(edges(&harness), before, "{field}");
    }
}

#[test]
fn what_a_panel_was_dragged_to_is_kept_until_the_layout_is_reset() {
    let bench = Bench::default();
    let mut harness = solved(&bench);
    let usual = edges(&harness);
    let edge = pos2(usual[0] - 1.0, 400.0);
    harness.event(Event::PointerMoved(edge));
    harness.run_steps(2);
    button(&mut harness, edge, PointerButton::Primary, true);
    let to = edge + vec2(80.0, 0.0);
    harness.event(Event::PointerMoved(to));
    harness.run_steps(2);
    button(&mut harness, to, PointerButton::Primary, false);
    settle(&mut harness);
    let dragged = edges(&harness);
    assert!((dragged[0] - usual[0] - 80.0).abs() < 6.0, "{dragged:?}");
    // A window that was too small for it leaves no trace.
    harness.set_size(vec2(500.0, 400.0));
    settle(&mut harness);
    harness.set_size(vec2(1280.0, 800.0));
    settle(&mut harness);
    assert_eq!(edges(&harness), dragged);
    drop(harness);
    let mut harness = solved(&bench);
    assert_eq!(edges(&harness), dragged);
    run(&mut harness, "Reset layout");
    assert_eq!(edges(&harness), usual);
    assert!(bench.saved_settings().panes.sizes.is_empty());
}

/// The smallest window in which nothing may be missing.
const SMALL: Rect = Rect::from_min_max(pos2(-0.5, -0.5), pos2(900.5, 600.5));

/// Sizes of windows, the smallest first.
const SIZES: [(f32, f32); 4] = [
    (760.0, 500.0),
    (900.0, 600.0),
    (1280.0, 800.0),
    (1920.0, 1080.0),
];

const CONTROLS: [Role; 4] = [
    Role::Button,
    Role::CheckBox,
    Role::ComboBox,
    Role::RadioButton,
];

/// What has one of these roles, with its name.
fn nodes_of(harness: &Window, roles: &[Role]) -> Vec<(String, Rect)> {
    let roles = roles.to_vec();
    let nodes = harness.query_all(by().predicate(move |node| roles.contains(&node.role())));
    nodes
        .map(|node| {
            let inner = node.accesskit_node();
            let name = inner.label().or_else(|| inner.value()).unwrap_or_default();
            (name, node.rect())
        })
        .collect()
}

/// What can be clicked.
fn controls(harness: &Window) -> Vec<(String, Rect)> {
    nodes_of(harness, &CONTROLS)
}

/// The left and the right edge of the middle of the window.
fn middle(harness: &Window, window: Rect) -> (f32, f32) {
    let left = harness.get_by_label("Board pane").rect().left();
    let right = harness.query_by_label("Inspector pane");
    let right = right.map_or(window.right(), |pane| pane.rect().left() - 24.0);
    (left, right)
}

/// Controls and words in the middle of the window that lie on each other. Cells lie in their board.
fn overlaps(harness: &Window, window: Rect) -> Vec<String> {
    let mut roles = CONTROLS.to_vec();
    roles.extend([Role::Label, Role::TextInput, Role::SpinButton, Role::Slider]);
    let mut nodes = nodes_of(harness, &roles);
    let (left, right) = middle(harness, window);
    nodes.retain(|(name, rect)| {
        // The status line lies below, over what scrolls.
        let above = window.with_max_y(window.bottom() - 28.0);
        let inside = above.contains_rect(*rect) && rect.left() >= left && rect.right() <= right;
        inside && rect.area() > 4.0 && !name.contains("row ")
    });
    let mut found = Vec::new();
    for (index, (name, rect)) in nodes.iter().enumerate() {
        for (other, beside) in &nodes[index + 1..] {
            let shared = rect.intersect(*beside);
            let nested = rect.contains_rect(*beside) || beside.contains_rect(*rect);
            if shared.width() > 1.0 && shared.height() > 1.0 && !nested {
                found.push(format!("{name} {rect} and {other} {beside}"));
            }
        }
    }
    found
}

#[test]
fn at_any_size_every_control_of_every_tab_is_inside_and_none_lies_on_another() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels");
    let mut outside = Vec::new();
    for game in planwright::games::all() {
        let id = game.info().id;
        let files = std::fs::read_dir(format!("{folder}/{id}")).expect("is there");
        let mut paths: Vec<_> = files.map(|file| file.expect("is read").path()).collect();
        paths.sort();
        let bench = Bench::default();
        let mut harness = bench.open(&[&paths[0]]);
        if matches!(id, "logo" | "lights-out" | "puzlogic") {
            press(&mut harness, Modifiers::NONE, Key::F5);
        }
        for (width, height) in SIZES {
            harness.set_size(vec2(width, height));
            let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height)).expand(0.5);
            for side in ["Inspector", "Library"] {
                for tab in [
                    "Edit mode",
                    "Play mode",
                    "Plan mode",
                    "States mode",
                    "Play in a window",
                    "History of play",
                ] {
                    run(&mut harness, tab);
                    harness.run_steps(4);
                    let place = format!("{id}, {tab}, {side}, {width}×{height}");
                    let lie = overlaps(&harness, window).into_iter();
                    outside.extend(lie.map(|lie| format!("{place}: {lie}")));
                    let (left, right) = middle(&harness, window);
                    // What scrolls in a panel at a side may lie below the window for the moment.
                    for (name, rect) in controls(&harness) {
                        let scrolls = rect.left() >= right || rect.right() <= left;
                        let across = window.x_range().contains(rect.left())
                            && window.x_range().contains(rect.right());
                        if !across || !(scrolls || window.contains_rect(rect)) {
                            outside.push(format!("{place}: {name} {rect}"));
                        }
                    }
                    for name in ["Undo", "Redo"] {
                        if harness.query_by_label(name).is_none() {
                            outside.push(format!("{place}: {name} is not there"));
                        }
                    }
                }
                run(&mut harness, "Library");
            }
        }
    }
    let bench = Bench::default();
    let mut harness = solved(&bench);
    harness.set_size(vec2(900.0, 600.0));
    settle(&mut harness);
    assert!(says(&harness, "Moves of the plan"));
    for dialog in [
        "Settings…",
        "New…",
        "Generate…",
        "Export…",
        "Solve many levels…",
    ] {
        run(&mut harness, dialog);
        harness.run_steps(6);
        for (name, rect) in controls(&harness) {
            if !SMALL.contains_rect(rect) && rect.left() > 310.0 {
                outside.push(format!("{dialog}: {name} {rect}"));
            }
        }
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
    assert!(outside.is_empty(), "{}", outside.join("\n"));
}

#[test]
fn a_panel_that_is_closed_has_a_handle_to_open_it_again() {
    let bench = Bench::default();
    let mut harness = solved(&bench);
    let open = edges(&harness);
    for (command, handle) in [
        ("Library", "Open library"),
        ("Inspector", "Open inspector"),
        ("Timeline", "Open timeline"),
    ] {
        assert!(harness.query_by_label(handle).is_none());
        run(&mut harness, command);
        harness.run_steps(10);
        click(&mut harness, handle);
        harness.run_steps(10);
        assert_eq!(edges(&harness), open, "{command}");
    }
}

#[test]
fn a_timeline_is_shown_where_there_is_a_plan_and_never_in_play() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    let timeline = |harness: &Window| harness.query_by_label("Timeline pane").is_some();
    assert!(!timeline(&harness));
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(timeline(&harness));
    run(&mut harness, "Play mode");
    assert!(!timeline(&harness));
    assert!(!says(&harness, "Open timeline"));
}

/// Where the cells of a level's first column are.
fn column(harness: &Window) -> Vec<Rect> {
    let cells = (1..=5).map(|row| format!("row {row} column 1, empty"));
    cells
        .map(|cell| harness.get_by_label(&cell).rect())
        .collect()
}

#[test]
fn a_hint_moves_no_board_and_boards_lie_alike_in_play_and_plan() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Play mode");
    let before = column(&harness);
    for _ in 0..3 {
        run(&mut harness, "Hint");
        assert_eq!(column(&harness), before);
    }
    assert!(says(&harness, "Why"));
    // Without the panel at the right it takes its space from the board, rather than cover it.
    run(&mut harness, "Inspector");
    harness.run_steps(10);
    let why = harness.get_by_label("Why").rect();
    assert!(why.bottom() < column(&harness)[0].top(), "{why}");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!says(&harness, "Why"));
    run(&mut harness, "Inspector");
    harness.run_steps(10);
    // Beside each other in both, also where a plan takes room from below.
    let beside = |harness: &Window| {
        let board = harness.get_by_label("row 1 column 1, empty").rect();
        let target = harness.get_by_label("Target, row 1 column 1, empty");
        (board.top() - target.rect().top()).abs() < 1.0
    };
    assert!(beside(&harness));
    run(&mut harness, "Plan mode");
    assert!(beside(&harness));
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(beside(&harness));
}

#[test]
fn a_small_board_fills_a_large_window() {
    let bench = Bench::default();
    let path = bench.write("a.txt", "logo\n\n.1\n1.\n");
    let mut harness = bench.open(&[&path]);
    harness.set_size(vec2(1920.0, 1080.0));
    settle(&mut harness);
    let cell = harness.get_by_label("row 1 column 1, empty").rect();
    assert!(cell.width() > 200.0, "{cell}");
}
