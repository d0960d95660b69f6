//! The board's widgets, used as a person would: by pointer, by keys, by names.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use planwright::game::{Cell, Region, Size, Transform};
use testkit::board::{EditBench, cell_name, edit_bench, picture, place_of};

fn text(harness: &Harness<'_, EditBench>) -> String {
    let text = harness.state().document.level().to_text();
    text.lines().skip(2).collect::<Vec<_>>().join("\n")
}

fn button(harness: &Harness<'_, EditBench>, pos: Pos2, button: PointerButton, pressed: bool) {
    harness.event(Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    });
}

/// Drags with few samples, as a fast hand does.
fn drag(harness: &mut Harness<'_, EditBench>, with: PointerButton, cells: &[Cell]) {
    let points: Vec<Pos2> = cells.iter().map(|cell| place_of(harness, *cell)).collect();
    harness.hover_at(points[0]);
    button(harness, points[0], with, true);
    for point in &points[1..] {
        harness.hover_at(*point);
    }
    harness.step();
    button(harness, points[points.len() - 1], with, false);
    harness.step();
    harness.step();
}

fn type_text(harness: &mut Harness<'_, EditBench>, text: &str) {
    for letter in text.chars() {
        harness.event(Event::Text(letter.to_string()));
    }
    harness.step();
}

fn click(harness: &mut Harness<'_, EditBench>, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

#[test]
fn a_fast_stroke_leaves_no_gaps_and_is_one_step() {
    let mut harness = edit_bench(Size::new(5, 8));
    let stroke = [Cell::new(0, 0), Cell::new(4, 4), Cell::new(4, 7)];
    drag(&mut harness, PointerButton::Primary, &stroke);
    assert_eq!(
        text(&harness),
        "1.......\n.1......\n..1.....\n...1....\n....1111"
    );
    assert_eq!(harness.state().document.history().depth(), 1);
    harness.state_mut().document.undo();
    assert!(!harness.state().document.is_dirty());
}

#[test]
fn nothing_is_painted_before_the_button_comes_up() {
    let mut harness = edit_bench(Size::new(3, 3));
    let at = place_of(&harness, Cell::new(1, 1));
    harness.hover_at(at);
    button(&harness, at, PointerButton::Primary, true);
    harness.step();
    harness.step();
    assert_eq!(harness.state().document.history().depth(), 0);
    // Seen already, though.
    assert!(harness.query_by_label("row 2 column 2, 1").is_some());
    // The other button calls the stroke off.
    button(&harness, at, PointerButton::Secondary, true);
    button(&harness, at, PointerButton::Secondary, false);
    button(&harness, at, PointerButton::Primary, false);
    harness.step();
    harness.step();
    assert_eq!(harness.state().document.history().depth(), 0);
    assert!(harness.query_by_label("row 2 column 2, 1").is_none());
}

#[test]
fn the_right_button_erases() {
    let mut harness = edit_bench(Size::new(2, 4));
    click(&mut harness, "Brush 3");
    drag(
        &mut harness,
        PointerButton::Primary,
        &[Cell::new(0, 0), Cell::new(0, 3)],
    );
    drag(
        &mut harness,
        PointerButton::Secondary,
        &[Cell::new(0, 1), Cell::new(0, 2)],
    );
    assert_eq!(text(&harness), "3..3\n....");
    assert_eq!(harness.state().document.history().depth(), 2);
}

#[test]
fn cells_are_clicked_by_their_names() {
    let mut harness = edit_bench(Size::new(6, 10));
    click(&mut harness, "Brush 4");
    click(&mut harness, &cell_name(5, 9, "empty"));
    assert!(harness.query_by_label("row 6 column 10, 4").is_some());
    // Also without a pointer, as a screen reader does.
    harness
        .get_by_label("row 1 column 1, empty")
        .click_accesskit();
    harness.run();
    assert!(harness.query_by_label("row 1 column 1, 4").is_some());
}

#[test]
fn fill_stops_at_other_cells() {
    let mut harness = edit_bench(Size::new(3, 4));
    drag(
        &mut harness,
        PointerButton::Primary,
        &[Cell::new(0, 1), Cell::new(2, 1)],
    );
    click(&mut harness, "Fill");
    click(&mut harness, "Brush 2");
    click(&mut harness, "row 2 column 4, empty");
    assert_eq!(text(&harness), ".122\n.122\n.122");
    assert_eq!(harness.state().document.history().depth(), 2);
}

#[test]
fn what_is_selected_can_be_copied_and_pasted() {
    let mut harness = edit_bench(Size::new(4, 6));
    click(&mut harness, "row 1 column 1, empty");
    click(&mut harness, "Brush 3");
    click(&mut harness, "row 2 column 2, empty");
    click(&mut harness, "Select");
    drag(
        &mut harness,
        PointerButton::Primary,
        &[Cell::new(0, 0), Cell::new(1, 1)],
    );
    harness.event(Event::Copy);
    harness.step();
    let copied =
        harness
            .output()
            .platform_output
            .commands
            .iter()
            .find_map(|command| match command {
                egui::OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            });
    assert_eq!(copied.as_deref(), Some("1.\n.3\n"));
    // The keyboard's cursor says where to.
    for _ in 0..3 {
        harness.key_press(Key::ArrowRight);
    }
    harness.run();
    harness.event(Event::Paste("1.\n.3\n".to_owned()));
    harness.step();
    assert_eq!(
        text(&harness).lines().next(),
        Some("1....."),
        "it only floats yet"
    );
    assert!(harness.state().editor.is_floating());
    harness.key_press(Key::ArrowDown);
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(text(&harness), "1.....\n.3....\n....1.\n.....3");
    let depth = harness.state().document.history().depth();
    assert_eq!(depth, 3, "one step for the paste");
    picture(&mut harness, "pasted");
    let corner = Cell::new(2, 4);
    let pasted = Region {
        corner,
        size: Size::new(2, 2),
    };
    assert_eq!(harness.state().editor.selection(), Some(pasted));
}

#[test]
fn what_is_selected_can_be_moved_by_dragging() {
    let mut harness = edit_bench(Size::new(3, 5));
    drag(
        &mut harness,
        PointerButton::Primary,
        &[Cell::new(0, 0), Cell::new(0, 1)],
    );
    click(&mut harness, "Select");
    drag(
        &mut harness,
        PointerButton::Primary,
        &[Cell::new(0, 0), Cell::new(0, 1)],
    );
    drag(
        &mut harness,
        PointerButton::Primary,
        &[Cell::new(0, 1), Cell::new(2, 4)],
    );
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(text(&harness), ".....\n.....\n...11");
    assert_eq!(harness.state().document.history().depth(), 2);
}

#[test]
fn text_that_is_no_board_is_refused_with_a_reason() {
    let mut harness = edit_bench(Size::new(3, 5));
    click(&mut harness, "row 1 column 1, empty");
    harness.event(Event::Paste("12\n1x".to_owned()));
    harness.run();
    let message = harness.state().message.clone().unwrap_or_default();
    assert_eq!(
        message,
        "The clipboard's line 2 holds ‘x’, which is no cell of this game."
    );
}

#[test]
fn a_board_is_drawn_by_keys_alone() {
    let mut harness = edit_bench(Size::new(2, 3));
    harness.get_by_label_contains("2×3").focus();
    harness.key_press(Key::Home);
    harness.run();
    type_text(&mut harness, "123");
    type_text(&mut harness, "4");
    assert_eq!(text(&harness), "123\n4..");
    harness.key_press(Key::Backspace);
    harness.run();
    assert_eq!(text(&harness), "123\n...");
    harness.key_press(Key::Home);
    harness.key_press(Key::ArrowUp);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    harness.run();
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(text(&harness), "..3\n...");
    // Space paints with the brush of the last key.
    harness.key_press(Key::End);
    harness.key_press(Key::ArrowDown);
    harness.key_press(Key::Space);
    harness.run();
    assert_eq!(text(&harness), "..3\n..4");
}

#[test]
fn turning_and_flipping_are_one_step_each() {
    let mut harness = edit_bench(Size::new(2, 3));
    harness.get_by_label_contains("2×3").focus();
    harness.key_press(Key::Home);
    harness.run();
    type_text(&mut harness, "123");
    let turn = |harness: &mut Harness<'_, EditBench>, transform| {
        let EditBench {
            document, editor, ..
        } = harness.state_mut();
        editor.transform(document, transform);
        harness.run();
    };
    turn(&mut harness, Transform::FlipHorizontal);
    assert_eq!(text(&harness), "321\n...");
    turn(&mut harness, Transform::RotateRight);
    assert_eq!(text(&harness), ".3\n.2\n.1");
    assert_eq!(harness.state().document.history().depth(), 5);
    click(&mut harness, "Clear");
    assert_eq!(text(&harness), "..\n..\n..");
}

#[test]
fn a_key_picks_the_value_at_the_cursor() {
    let mut harness = edit_bench(Size::new(2, 3));
    click(&mut harness, "row 1 column 3, empty");
    harness.key_press(Key::Home);
    harness.run();
    type_text(&mut harness, "3");
    harness.key_press(Key::ArrowRight);
    harness.run();
    type_text(&mut harness, "i");
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(text(&harness), "3.1\n..1");
}

#[test]
fn another_size_is_seen_before_it_is_taken() {
    let mut harness = edit_bench(Size::new(2, 3));
    click(&mut harness, "row 1 column 3, empty");
    click(&mut harness, "Resize board…");
    let edge = harness.get_by_label("row 1 column 3, 1").rect();
    let drag_edge = |harness: &mut Harness<'_, EditBench>, from: Pos2, by: f32| {
        let to = from + vec2(by, 0.0);
        harness.hover_at(from);
        button(harness, from, PointerButton::Primary, true);
        harness.hover_at(to);
        harness.step();
        button(harness, to, PointerButton::Primary, false);
        harness.run();
    };
    drag_edge(&mut harness, edge.right_center(), -edge.width());
    assert!(harness.query_by_label_contains("Cuts off 1 cell").is_some());
    assert_eq!(
        harness.state().document.level().board().size,
        Size::new(2, 3)
    );
    picture(&mut harness, "resize");
    click(&mut harness, "Resize board");
    assert_eq!(
        harness.state().document.level().board().size,
        Size::new(2, 2)
    );
    harness.state_mut().document.undo();
    harness.run();
    assert_eq!(text(&harness), "..1\n...");
    // The left edge adds columns before the first; the limits of the game hold at any distance.
    for (columns, expected) in [(-2.0, "....1\n....."), (640.0, "1\n.")] {
        click(&mut harness, "Resize board…");
        let edge = harness.get_by_label("row 1 column 1, empty").rect();
        drag_edge(&mut harness, edge.left_center(), columns * edge.width());
        click(&mut harness, "Resize board");
        assert_eq!(text(&harness), expected);
    }
}

#[test]
fn zooming_keeps_the_point_under_the_pointer() {
    let mut harness = edit_bench(Size::new(20, 30));
    let cell = Cell::new(12, 20);
    let at = place_of(&harness, cell) + vec2(3.0, -2.0);
    harness.hover_at(at);
    let before = harness.state().editor.canvas.view.cell();
    harness.event_modifiers(
        Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: vec2(0.0, 3.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::CTRL,
        },
        Modifiers::CTRL,
    );
    harness.run();
    assert!(harness.state().editor.canvas.view.cell() > 1.2 * before);
    let rect = harness.get_by_label(&cell_name(12, 20, "empty")).rect();
    assert!(rect.contains(at), "{rect} no longer holds {at}");
}

#[test]
fn space_and_the_pointer_move_the_board() {
    let mut harness = edit_bench(Size::new(20, 30));
    let cell = Cell::new(10, 10);
    let at = place_of(&harness, cell);
    harness.hover_at(at);
    harness.key_down(Key::Space);
    button(&harness, at, PointerButton::Primary, true);
    harness.hover_at(at + vec2(-40.0, 25.0));
    harness.step();
    button(
        &harness,
        at + vec2(-40.0, 25.0),
        PointerButton::Primary,
        false,
    );
    harness.key_up(Key::Space);
    harness.run();
    let moved = place_of(&harness, cell) - at;
    assert!((moved - vec2(-40.0, 25.0)).length() < 1.5, "{moved}");
    assert_eq!(
        harness.state().document.history().depth(),
        0,
        "nothing is painted"
    );
}

#[test]
fn a_large_board_costs_no_more_than_the_screen_shows() {
    // 200 × 200 as a whole is one picture; zoomed in, only what is in sight is drawn.
    let mut harness = edit_bench(Size::new(200, 200));
    let cost = |harness: &Harness<'_, EditBench>| {
        let shapes = harness.output().shapes.clone();
        let count = shapes.len();
        let primitives = harness.ctx.tessellate(shapes, 1.0);
        let vertices: usize = primitives
            .iter()
            .map(|primitive| match &primitive.primitive {
                egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
                egui::epaint::Primitive::Callback(_) => 0,
            })
            .sum();
        (count, vertices)
    };
    picture(&mut harness, "whole");
    let (shapes, vertices) = cost(&harness);
    assert!(
        shapes < 500 && vertices < 20_000,
        "whole: {shapes}, {vertices}"
    );
    harness.state_mut().editor.canvas.zoom_full();
    harness.run();
    picture(&mut harness, "full");
    let (shapes, vertices) = cost(&harness);
    assert!(
        shapes < 2_000 && vertices < 40_000,
        "at 100 %: {shapes}, {vertices}"
    );
    // Names for the cell at the cursor only, so that the tree stays small.
    assert!(harness.query_by_label("row 1 column 1, empty").is_some());
    assert!(harness.query_by_label("row 2 column 2, empty").is_none());
}

#[test]
fn both_themes_show_all_values() {
    for (theme, name) in [(egui::Theme::Light, "light"), (egui::Theme::Dark, "dark")] {
        let mut harness = edit_bench(Size::new(6, 10));
        harness.ctx.set_theme(theme);
        harness.get_by_label_contains("6×10").focus();
        harness.key_press(Key::Home);
        harness.run();
        type_text(&mut harness, "1234");
        harness.key_press(Key::Home);
        harness.key_press(Key::ArrowDown);
        harness.run();
        type_text(&mut harness, "4321");
        harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
        harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
        harness.run();
        let region = harness.state().editor.selection();
        assert_eq!(region.map(|region| region.size), Some(Size::new(2, 2)));
        picture(&mut harness, name);
        assert!(text(&harness).starts_with("1234......\n4321......"));
    }
}

#[test]
fn a_still_board_asks_for_no_frames() {
    let mut harness = edit_bench(Size::new(6, 10));
    harness
        .ctx
        .all_styles_mut(|style| style.animation_time = 0.1);
    click(&mut harness, "Select");
    drag(
        &mut harness,
        PointerButton::Primary,
        &[Cell::new(0, 0), Cell::new(3, 3)],
    );
    harness.remove_cursor();
    // The selection's frame marches for a moment and then rests.
    for _ in 0..60 {
        harness.step();
    }
    let delay = harness
        .output()
        .viewport_output
        .values()
        .map(|output| output.repaint_delay);
    assert!(delay.min().is_some_and(|delay| delay.as_secs() > 60));
}
