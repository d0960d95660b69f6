use super::*;
use crate::game::Intent;

fn auto_layout<'f>(facts: impl Iterator<Item = &'f str>) -> GridLayout {
    GridLayout::new(facts, None, &GridSettings::default())
}

#[test]
fn facts_with_coordinates_lie_on_a_grid() {
    let facts = "(cell 1 1 8);(cell 1 2 b);(cell 2 1 3);(cell 2 2 8);(step 4);done";
    let layout = auto_layout(facts.split(';'));
    assert_eq!(layout.size, Some(Size::new(2, 2)));
    let current = ["(cell 1 2 b)", "(step 4)", "done"].map(str::to_owned);
    assert_eq!(layout.draw(&current, Cell::new(0, 1)).value, "b");
    assert_eq!(layout.draw(&current, Cell::new(1, 1)).name, "nothing");
    let state = StateSummary {
        facts: current.into(),
        ..StateSummary::default()
    };
    assert_eq!(draw_list(&state, FACTS, Cell::new(1, 0)).value, "(step 4)");
    let none = auto_layout(["(on 1 left)", "(step 3)"].into_iter());
    assert_eq!(boards(&none, 2, 0).len(), 2);
}

/// The grid as rows of glyphs, drawn with one more fact under the same settings.
fn glyph_rows(facts: &[&str], settings: &GridSettings) -> Vec<Vec<String>> {
    let layout = GridLayout::new(facts.iter().copied(), None, settings);
    let current: Vec<String> = facts.iter().map(|fact| (*fact).to_owned()).collect();
    let size = layout.size.unwrap_or(Size::new(0, 0));
    let glyph = |row, col| layout.draw(&current, Cell::new(row, col)).glyph;
    let row = |row| {
        (0..size.cols)
            .map(|col| glyph(row, col).into_owned())
            .collect()
    };
    (0..size.rows).map(row).collect()
}

#[test]
fn the_board_is_as_the_settings_say() {
    let facts = ["(cell a 1 x)", "(cell b 2 o)", "(cell b 10 x)", "(at x 3)"];
    let mut settings = GridSettings::default();
    assert_eq!(glyph_rows(&facts, &settings).len(), 2);
    settings.facts = "cell row 2 column 1 value 3".parse().expect("is right");
    settings.order = vec!["10".into(), "1".into()];
    settings.styles = planwright_art::read_styles("x=X 3").expect("is right");
    let board = [["", "X"], ["X", ""], ["", "o"]];
    assert_eq!(glyph_rows(&facts, &settings), board);
    settings.flip_rows = true;
    settings.flip_columns = true;
    let board = [["o", ""], ["", "X"], ["X", ""]];
    assert_eq!(glyph_rows(&facts, &settings), board);
    settings.facts = GridFacts::None;
    assert!(glyph_rows(&facts, &settings).is_empty());
    settings.facts = "gone row 1 column 2".parse().expect("is right");
    assert!(glyph_rows(&facts, &settings).is_empty());
    let offers = GridLayout::new(facts.iter().copied(), None, &settings).suggestions;
    assert_eq!(offers[0], "cell row 1 column 2 value 3", "{offers:?}");
}

#[test]
fn a_click_is_the_only_move_about_its_cell() {
    let facts = ["(lit 1 1)", "(lit 1 2)", "(lit 2 1)", "(lit 2 2)"];
    let layout = auto_layout(facts.into_iter());
    let moves = ["(press 1 2)", "(press 2 1)", "(swap 2 2)", "(drop 2 2)"].map(str::to_owned);
    assert_eq!(layout.move_at(&moves, Cell::new(0, 1)), Some(&moves[0]));
    assert_eq!(layout.move_at(&moves, Cell::new(1, 1)), None, "two");
    assert_eq!(layout.move_at(&moves, Cell::new(0, 0)), None, "none");
}

#[test]
fn pieces_are_animated_and_gaps_are_not() {
    let owned = |facts: &str| -> Vec<String> { facts.split(';').map(str::to_owned).collect() };
    let before = owned("(cell 1 1 5);(cell 1 2 b);(cell 2 1 7);(cell 2 2 7)");
    let after = owned("(cell 1 1 b);(cell 1 2 5);(cell 2 1 7);(cell 2 2 7)");
    let layout = auto_layout(before.iter().chain(&after).map(String::as_str));
    let none = Intent::Control("slide".into());
    let paths = |before: &[String], after: &[String], intent: &Intent| -> Vec<Vec<Cell>> {
        let animations = layout.animations(before, after, intent).into_iter();
        animations.map(|animation| animation.path).collect()
    };
    let [here, there] = [Cell::new(0, 0), Cell::new(0, 1)];
    assert_eq!(paths(&before, &after, &none), [[here, there]]);
    // If two pieces look the same, the move says which one moves.
    let jumped = owned("(cell 1 2 7);(cell 2 2 7)");
    let both = &before[2..];
    assert!(paths(both, &owned("(cell 1 1 7)"), &none).is_empty());
    let drag = Intent::Drag {
        from_board: GRID,
        from: Cell::new(1, 0),
        to_board: GRID,
        to: there,
    };
    assert_eq!(paths(both, &jumped, &drag), [[Cell::new(1, 0), there]]);
}
