//! Games that nothing is known of are taught in the wizard with a pattern of the gallery, from their open windows, and
//! played to the end there; then the program plays by the profile that was saved.

mod controls;
mod hands;
mod lessons;
mod place;
mod saves;

use std::path::Path;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{PointerButton, Pos2, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use image::RgbaImage;
use planwright::autoplay::desktop;
use planwright::workbench::world::RealLive;
use testkit::desktop::Desktop;
use testkit::distort::assert_sizes_as_recorded;
use testkit::program::{Running, installed};
use testkit::wait::wait_for;
use testkit::workbench::{self, Bench, button, click, run, says};

use crate::page::{self, Page};
use crate::sizes::read_at_sizes;
use hands::Hand;
use lessons::{Found, LESSONS, Lesson, Rules};
use place::Place;

pub use saves::save_sudoku;

/// Which game the page is to learn.
const GAME: &str = "PLANWRIGHT_TEST_GAME";

/// The picture in the middle of the page.
const PICTURE: &str = "The picture; draw a box around the board";

/// A number of the board's box.
fn number(page: &Page, label: &str) -> f32 {
    let field = page.get_by_role_and_label(Role::SpinButton, label);
    let node = field.accesskit_node();
    let value = node.value().or(node.numeric_value().map(|n| n.to_string()));
    value.expect("has one").parse().expect("is a number")
}

/// Says the board's box, its rows and columns, and what is between cells, in numbers.
fn say_box(page: &mut Page, place: &Place, (rows, cols): (f32, f32), between: Option<f32>) {
    let numbers = [
        ("Rows", rows),
        ("Columns", cols),
        ("Left", place.corner.0),
        ("Top", place.corner.1),
        ("Width", place.size.0),
        ("Height", place.size.1),
    ];
    let between = between.map(|pixels| ("Gap", pixels));
    for (label, number) in numbers.into_iter().chain(between) {
        let field = page.get_by_role_and_label(Role::SpinButton, label);
        field.set_value_accesskit(number.into());
        page.run_steps(3);
    }
    workbench::settle(page);
}

/// Draws a box in the picture.
fn draw(page: &mut Page, place: &Place, picture: &RgbaImage) {
    let area = page.get_by_label(PICTURE).rect();
    let scale = area.width() / picture.width() as f32;
    let from: Pos2 = area.min + Vec2::from(place.corner) * scale;
    let to = from + Vec2::from(place.size) * scale;
    page.hover_at(from);
    page.step();
    button(page, from, PointerButton::Primary, true);
    for share in [0.3, 0.7, 1.0] {
        page.hover_at(from + (to - from) * share);
        page.step();
    }
    button(page, to, PointerButton::Primary, false);
    workbench::settle(page);
}

/// Says what a cell shows.
fn say(page: &mut Page, value: &str, (row, column): (usize, usize)) {
    // It may have to be scrolled to.
    page.get_by_label(value).click_accesskit();
    page.run_steps(3);
    click(page, &format!("Picture row {row} column {column}"));
}

/// Says what cells show when the run asks, and lets it go on.
fn learn(page: &mut Page, cells: &[(&str, &str)]) {
    let ask = "Identify cells…";
    workbench::wait_for(page, ask);
    // The window is looked at all the time, so the page is never idle.
    page.get_by_label(ask).click();
    for (cell, value) in cells {
        workbench::wait_for(page, cell);
        page.get_by_label_contains(cell).click();
        page.run_steps(3);
        // It may have to be scrolled to.
        page.get_by_label(value).click_accesskit();
        page.run_steps(3);
    }
    page.get_by_label("Learn and continue").click();
    workbench::wait_until(page, "the run goes on", |page| {
        page.step();
        (!says(page, ask)).then_some(())
    });
}

/// Starts the game, and waits until it shows its level.
fn opened(lesson: &Lesson, desktop: &Desktop, arguments: &[&str]) -> Running {
    (lesson.before)(desktop);
    let mut program = desktop.command(installed(&[lesson.program]));
    let home = desktop.home().to_string_lossy();
    let arguments = arguments.iter();
    let game = Running::start(program.args(arguments.map(|it| it.replace('~', &home))));
    let id = desktop.window(lesson.name, lesson.title).id;
    desktop.picture(id);
    for hand in lesson.begin {
        let mut before = None;
        let place = wait_for("a board that stays in its place", 60, || {
            let place = lesson.place_in(&desktop.picture(id));
            let last = before.replace(place);
            place.filter(|place| last == Some(Some(*place)))
        });
        hand.act(&mut desktop.world(), id, &place);
    }
    game
}

fn taught(name: &str) {
    let lesson = LESSONS.iter().find(|lesson| lesson.name == name);
    let lesson = lesson.expect("is known");
    let desktop = Desktop::start();
    let game = opened(lesson, &desktop, lesson.arguments);
    page::run_on(
        &desktop,
        "taught::the_page_on_that_desktop",
        &[(GAME, name)],
    );

    drop(game);
    wait_for("the window is closed", 60, || {
        desktop
            .find(lesson.name, lesson.title)
            .is_none()
            .then_some(())
    });
    let again = lesson.again.unwrap_or(lesson.arguments);
    let game = opened(lesson, &desktop, again);
    let window = desktop.window(lesson.name, lesson.title).id;
    let saved = page::saved(&desktop, lesson.profile());
    let sizes = read_at_sizes(&desktop, (&game, window), &saved);
    page::play_levels(
        &desktop,
        lesson.profile(),
        lesson.levels,
        &["--time-limit", lesson.patience],
    );
    assert_sizes_as_recorded(&[(lesson.profile().to_owned(), sizes)]);
}

#[test]
#[ignore = "needs the desktop of another test, which runs it"]
fn the_page_on_that_desktop() {
    let name = std::env::var(GAME).expect("is run by the other test");
    let lesson = LESSONS.iter().find(|lesson| lesson.name == name);
    let lesson = lesson.expect("is known");
    let bench = Bench::default();
    let level = bench.write("lights.txt", "lights-out\n\n.#\n#.\n");
    let live = RealLive::new(Some(bench.places().profiles()), None);
    let mut page = bench.open_live(&[Path::new(&level)], Arc::new(live), 1.0);
    run(&mut page, "New screen profile…");
    let games = "Which of these games does the screen show?";
    page.get_by_role_and_label(Role::ComboBox, games).click();
    page.run_steps(4);
    match lesson.rules {
        Rules::Of(game) => click(&mut page, game),
        Rules::Pattern(pattern) => {
            click(&mut page, "Another game, by pattern or rules");
            workbench::choose_pattern(&mut page, pattern);
        }
    }
    if let Some((question, answer)) = lesson.answer {
        let field = page.get_by(|node| {
            matches!(node.role(), Role::SpinButton | Role::TextInput)
                && node.label().is_some_and(|label| label.contains(question))
        });
        let label = field.accesskit_node().label().expect("was found by it");
        if let Ok(number) = answer.parse::<f32>() {
            field.set_value_accesskit(number.into());
        } else {
            page::write_over(&mut page, &label, answer);
        }
        page.run_steps(3);
    }
    click(&mut page, "Next");
    let window = format!("Window ‘{}’", lesson.title);
    workbench::wait_for(&mut page, &window);
    click(&mut page, &window);
    workbench::wait_for(&mut page, "Left");
    let mut world = desktop::connect().expect("has a desktop");
    let windows = world.windows().expect("can be listed");
    let game = windows.iter().find(|it| it.title.contains(lesson.title));
    let id = game.expect("is open").id;
    let picture = world.capture(id).expect("has a picture");
    let place = lesson.place_in(&picture);
    if let Some(place) = &place {
        draw(&mut page, place, &picture);
    }
    workbench::wait_for(&mut page, "This looks like the board");
    workbench::settle(&mut page);
    if let (Found::Said(_, between), Some(place)) = (lesson.found, &place) {
        say_box(&mut page, place, lesson.cells(), between);
    } else {
        let size = (number(&page, "Rows"), number(&page, "Columns"));
        assert_eq!(size, lesson.cells(), "the size is proposed");
    }
    if lesson.again.is_some() {
        click(&mut page, "Other levels have other sizes");
    }
    let place = lesson.place(
        (number(&page, "Left"), number(&page, "Top")),
        (number(&page, "Width"), number(&page, "Height")),
    );
    click(&mut page, "Next");
    let rows: Vec<&str> = lesson.board.split('/').collect();
    for (sign, value) in lesson.names {
        let cell = rows.iter().enumerate().find_map(|(row, cells)| {
            let col = cells.find(sign)?;
            Some((row + 1, col + 1))
        });
        say(&mut page, value, cell.expect("occurs"));
    }
    let mut act = |hands: &[Hand]| {
        let hands = hands.iter();
        hands.for_each(|hand| hand.act(world.as_mut(), id, &place));
    };
    for (number, more) in (2..).zip(lesson.more) {
        act(more.hands);
        // It may have to be scrolled to.
        page.get_by_label("One more").click_accesskit();
        workbench::wait_for(&mut page, &format!("Picture {number}"));
        for (value, cell) in more.cells {
            say(&mut page, value, *cell);
        }
    }
    if lesson.alike {
        let same = "They look the same in this game";
        workbench::wait_for(&mut page, same);
        click(&mut page, same);
    }
    act(lesson.back);
    workbench::wait_for(&mut page, "cells are clear");
    click(&mut page, "Next");
    (lesson.controls)(&mut page, &place);
    if let Some(key) = lesson.next {
        page::next_level_comes_after(&mut page, key);
    }
    click(&mut page, "Next");
    workbench::wait_for(&mut page, "This level was recognized");
    click(&mut page, "Whole level…");
    page.get_by_label("Play the level").click();
    if !lesson.asked.is_empty() {
        learn(&mut page, lesson.asked);
    }
    workbench::wait_for(&mut page, "The level is solved.");
    click(&mut page, "Next");
    page::save(&mut page);
    page::hand_over(&bench, lesson.profile());
    assert!(!says(&page, "7. Save"));
}

#[test]
fn sixteen_is_taught_by_its_arrows() {
    taught("sixteen");
}

#[test]
fn flood_is_taught() {
    taught("flood");
}

#[test]
fn unruly_is_taught_with_clicks_until_a_cell_shows_its_value() {
    taught("unruly");
}

#[test]
fn twiddle_is_taught_by_letters() {
    taught("twiddle");
}

#[test]
fn pegs_are_taught_with_drags() {
    taught("pegs");
}

#[test]
fn inertia_is_taught_by_two_pictures() {
    taught("inertia");
}

#[test]
fn lamps_are_taught_with_what_they_light() {
    taught("lightup");
}

#[test]
fn pipes_are_taught_by_a_few_shapes() {
    taught("net");
}

#[test]
fn singles_are_taught() {
    taught("singles");
}

#[test]
fn range_is_taught_with_numbers_that_need_no_samples() {
    taught("range");
}

#[test]
fn mosaic_is_taught_with_numbers_on_painted_cells() {
    taught("mosaic");
}

#[test]
fn rectangles_are_taught_in_a_game_that_makes_some_moves_by_itself() {
    taught("rect");
}

#[test]
fn a_nonogram_of_any_size_is_taught_with_the_numbers_beside_it() {
    taught("pattern");
}

#[test]
fn sudoku_is_taught_with_a_click_and_a_digit() {
    taught("solo");
}

#[test]
fn regions_are_taught_with_numbers_that_need_no_samples() {
    taught("filling");
}

#[test]
fn same_game_is_taught_with_two_clicks() {
    taught("samegame");
}

#[test]
fn unequal_is_taught_with_the_signs_between_cells() {
    taught("unequal");
}

#[test]
fn dominoes_are_taught_by_clicks_between_cells() {
    taught("dominosa");
}

#[test]
fn tents_are_taught_with_the_numbers_beside_them() {
    taught("tents");
}

#[test]
fn klotski_is_taught_with_blocks_of_several_cells() {
    taught("klotski");
}

#[test]
fn gnome_sudoku_is_taught_by_empty_cells() {
    taught("sudoku");
}

#[test]
fn boxes_are_taught_that_hide_the_goals_they_stand_on() {
    taught("xsok");
}

#[test]
fn atoms_are_taught_whose_bonds_lie_in_the_shadow_of_walls() {
    taught("atomix");
}

#[test]
fn hitori_is_taught_with_numbers_on_black_cells() {
    taught("hitori");
}

#[test]
fn loops_are_taught_with_edges_up_to_the_rim() {
    taught("loopy");
}

#[test]
fn bridges_are_taught_with_drags_from_island_to_island() {
    taught("bridges");
}
