//! Games that nothing is known of are taught in the wizard with a pattern of the gallery, from their open windows, and
//! played to the end there; then the program plays by the profile that was saved.

use std::path::Path;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use planwright::workbench::Workbench;
use planwright::workbench::world::RealLive;
use testkit::desktop::Desktop;
use testkit::program::{Running, installed};
use testkit::wait::{try_wait_for, wait_for};
use testkit::workbench::{self, Bench, button, click, run, says};

use crate::page;

/// Which game the page is to learn.
const GAME: &str = "PLANWRIGHT_TEST_GAME";

/// The picture in the middle of the page.
const PICTURE: &str = "The picture; draw a box around the board";

type Page = Harness<'static, Workbench>;

/// The board's corner in the picture, and its width.
type Place = ((f32, f32), f32);

/// A game, and what a person says of it.
struct Lesson {
    name: &'static str,
    program: &'static str,
    /// The level, as the program takes it.
    level: &'static str,
    title: &'static str,
    pattern: &'static str,
    /// What the cells of that level show, row by row, and the names of these values.
    board: &'static str,
    names: &'static [(char, &'static str)],
    /// The board's corner and its width and height in the picture, where the person has to draw a box around it.
    drawn: Option<((f32, f32), (f32, f32))>,
    /// Says how it is played; given are the board's corner and side in the picture.
    controls: fn(&mut Page, Place),
    /// Seconds that a plan may take.
    patience: &'static str,
}

/// What cells of boards with nine numbered tiles show.
const NINE_TILES: [(char, &str); 9] = [
    ('1', "tile 1"),
    ('2', "tile 2"),
    ('3', "tile 3"),
    ('4', "tile 4"),
    ('5', "tile 5"),
    ('6', "tile 6"),
    ('7', "tile 7"),
    ('8', "tile 8"),
    ('9', "tile 9"),
];

const LESSONS: &[Lesson] = &[
    Lesson {
        name: "sixteen",
        program: "/usr/games/sgt-sixteen",
        level: "3x3:7,6,4,3,8,5,1,9,2",
        title: "Sixteen",
        pattern: "Turning lines",
        board: "764/385/192",
        names: &NINE_TILES,
        drawn: None,
        controls: arrows_around,
        patience: "10",
    },
    Lesson {
        name: "flood",
        program: "/usr/games/sgt-flood",
        level: "5x5c4m5:3112122021133132031232131,12",
        title: "Flood",
        pattern: "Flood fill",
        board: "31121/22021/13313/20312/32131",
        names: &[
            ('0', "colour 1"),
            ('1', "colour 2"),
            ('2', "colour 3"),
            ('3', "colour 4"),
        ],
        drawn: Some(((16.0, 41.0), (160.0, 160.0))),
        controls: |_, _| (),
        patience: "10",
    },
    Lesson {
        name: "unruly",
        program: "/usr/games/sgt-unruly",
        level: "6x6dt:DdCDeAddBaDa",
        title: "Unruly",
        pattern: "Fill by balance",
        board: "...#../.o..#./..#.../.o#.../o...o./#o...#",
        names: &[('.', "empty"), ('#', "black"), ('o', "white")],
        drawn: None,
        controls: clicks_until,
        patience: "10",
    },
    Lesson {
        name: "twiddle",
        program: "/usr/games/sgt-twiddle",
        level: "3x3n2:6,1,5,4,2,8,7,3,9",
        title: "Twiddle",
        pattern: "Turning blocks",
        board: "615/428/739",
        names: &NINE_TILES,
        drawn: None,
        controls: letters,
        patience: "10",
    },
    Lesson {
        name: "pegs",
        program: "/usr/games/sgt-pegs",
        level: "5x5random:OPPPOOPPHPPHPPOOPPPOOOPOO",
        title: "Pegs",
        pattern: "Peg jumps",
        board: ".PPP./.PPHP/PHPP./.PPP./..P..",
        names: &[('.', "no hole"), ('P', "a peg"), ('H', "an empty hole")],
        drawn: Some(((16.0, 41.0), (165.0, 165.0))),
        controls: |_, _| (),
        patience: "20",
    },
];

/// A number of the board's box.
fn number(page: &Page, label: &str) -> f32 {
    let field = page.get_by_role_and_label(Role::SpinButton, label);
    let node = field.accesskit_node();
    let value = node.value().or(node.numeric_value().map(|n| n.to_string()));
    value.expect("has one").parse().expect("is a number")
}

/// Draws a box in the picture, which is so wide.
fn draw(page: &mut Page, ((x, y), (width, height)): ((f32, f32), (f32, f32)), picture: f32) {
    let area = page.get_by_label(PICTURE).rect();
    let scale = area.width() / picture;
    let from: Pos2 = area.min + vec2(x, y) * scale;
    let to = from + vec2(width, height) * scale;
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

/// Clicks a pixel of the picture.
fn point(page: &mut Page, (x, y): (f32, f32), width: f32) {
    let area = page.get_by_label(PICTURE).rect();
    let at: Pos2 = area.min + vec2(x, y) * (area.width() / width);
    page.hover_at(at);
    page.step();
    button(page, at, PointerButton::Primary, true);
    button(page, at, PointerButton::Primary, false);
    page.run_steps(3);
}

/// Which control is to be given a place now.
fn place_asked(page: &Page) -> Option<String> {
    let asked = page.query_by_label_contains("Click the place of")?;
    asked
        .accesskit_node()
        .value()
        .or(asked.accesskit_node().label())
}

/// Twelve arrows around the board get their places a side at a time.
fn arrows_around(page: &mut Page, (corner, side): Place) {
    let pitch = side / 3.0;
    let (left, top) = corner;
    for index in 0..4 {
        let all: Vec<_> = page.get_all_by_label("in a row…").collect();
        all[index].click_accesskit();
        page.run_steps(3);
        let from_to = |way: &str| {
            let asked = format!("Click the place of ‘{way}");
            says(page, &asked)
        };
        let (near, far) = (pitch / 2.0, side - pitch / 2.0);
        let (first, last) = match () {
            () if from_to("left") => ((-near, near), (-near, far)),
            () if from_to("right") => ((side + near, near), (side + near, far)),
            () if from_to("up") => ((near, -near), (far, -near)),
            () => ((near, side + near), (far, side + near)),
        };
        for (x, y) in [first, last] {
            let asked = place_asked(page);
            // The window is as far away from the board at the right as at the left.
            point(page, (left + x, top + y), 2.0 * left + side);
            let taken = try_wait_for(60, || {
                page.step();
                (place_asked(page) != asked).then_some(())
            });
            assert!(taken.is_some(), "the place is taken: {asked:?}");
        }
    }
}

/// Each corner of a board of three by three tiles turns at a letter, the other way with the shift key.
fn letters(page: &mut Page, _: Place) {
    for (way, letters) in [("anticlockwise", "abcd"), ("clockwise", "ABCD")] {
        for (index, letter) in letters.chars().enumerate() {
            let field = format!("Key for {way} {}", index + 1);
            page.get_by_label(&field).focus();
            page.run_steps(2);
            page.get_by_label(&field).type_text(&letter.to_string());
            page.run_steps(2);
        }
    }
}

fn clicks_until(page: &mut Page, _: Place) {
    for action in ["paint black", "paint white"] {
        let how = format!("How ‘{action}’ is done");
        page.get_by_role_and_label(Role::ComboBox, &how).click();
        page.run_steps(4);
        click(page, "click until the cell shows it");
    }
}

fn taught(name: &str) {
    let lesson = LESSONS.iter().find(|lesson| lesson.name == name);
    let lesson = lesson.expect("is known");
    let desktop = Desktop::start();
    let program = installed(&[lesson.program]);
    let game = Running::start(desktop.command(&program).arg(lesson.level));
    desktop.picture(desktop.window(lesson.name, lesson.title).id);
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
    let _game = Running::start(desktop.command(&program).arg(lesson.level));
    desktop.picture(desktop.window(lesson.name, lesson.title).id);
    page::play_a_level(&desktop, name, &["--time-limit", lesson.patience]);
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
    click(&mut page, "Game description");
    click(&mut page, &format!("Pattern ‘{}’", lesson.pattern));
    click(&mut page, "Next");
    let window = format!("Window ‘{}’", lesson.title);
    workbench::wait_for(&mut page, &window);
    click(&mut page, &window);
    workbench::wait_for(&mut page, "Left");
    if let Some((corner, size)) = lesson.drawn {
        // The window is as far away from the board at the right as at the left.
        draw(&mut page, (corner, size), 2.0 * corner.0 + size.0);
    }
    workbench::wait_for(&mut page, "Move its edges");
    workbench::settle(&mut page);
    let size = (number(&page, "Rows"), number(&page, "Columns"));
    let rows: Vec<&str> = lesson.board.split('/').collect();
    let cols = rows[0].chars().count();
    assert_eq!(
        size,
        (rows.len() as f32, cols as f32),
        "the size is proposed"
    );
    let board = (
        (number(&page, "Left"), number(&page, "Top")),
        number(&page, "Width"),
    );
    click(&mut page, "Next");
    for (sign, value) in lesson.names {
        let places = rows.iter().enumerate().find_map(|(row, cells)| {
            let col = cells.chars().position(|cell| cell == *sign)?;
            Some((row, col))
        });
        let (row, col) = places.expect("occurs");
        // It may have to be scrolled to.
        page.get_by_label(value).click_accesskit();
        page.run_steps(3);
        click(
            &mut page,
            &format!("Picture row {} column {}", row + 1, col + 1),
        );
    }
    workbench::wait_for(&mut page, "cells are clear");
    click(&mut page, "Next");
    (lesson.controls)(&mut page, board);
    // A long list has to be scrolled; whoever works with a screen reader needs not.
    page.get_by_label("after a key or click").click_accesskit();
    page.run_steps(4);
    page.get_by_label("Key for next level").focus();
    page.run_steps(2);
    page.get_by_label("Key for next level").type_text("n");
    page.run_steps(3);
    click(&mut page, "Next");
    workbench::wait_for(&mut page, "This is what is read");
    click(&mut page, "Whole level…");
    page.get_by_label("Play the level").click();
    workbench::wait_for(&mut page, "The level is solved.");
    click(&mut page, "Next");
    click(&mut page, "Save profile");
    page::hand_over(&bench, &name);
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
