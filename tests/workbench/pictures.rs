//! Levels from pictures.

use std::fs;
use std::path::Path;

use image::{Rgba, RgbaImage};
use planwright::drawing::raster;
use planwright::export::board::draw_level;
use planwright::export::{BoardStyle, animation};
use planwright::game::Cell;
use planwright::games::load::load;
use planwright::vision::ProfileStore;

use testkit::workbench::*;

#[test]
fn a_picture_is_read_and_its_doubtful_cell_corrected() {
    let bench = Bench::default();
    let picture = bench.home.path().join("screen.png");
    fs::write(&picture, "").expect("is writable");
    let mut harness = bench.open(&[&picture]);
    wait_for(&mut harness, "1 cell is unclear");
    assert!(says(&harness, "Row 2, column 3: read as 3, could be 2"));
    assert!(says(&harness, "Read row 2 column 3, 3, unclear"));
    click(&mut harness, "2");
    assert!(says(&harness, "All cells are clear"));
    click(&mut harness, "Use level");
    let text = harness.state().document().level().to_text();
    assert_eq!(text, CROSS.replace("title Cross\n", ""));
    assert!(harness.state().document().is_dirty(), "it is nowhere saved");
}

#[test]
fn doubts_are_not_passed_over_silently() {
    let bench = Bench::default();
    let picture = bench.home.path().join("screen.png");
    fs::write(&picture, "").expect("is writable");
    let mut harness = bench.open(&[&picture]);
    wait_for(&mut harness, "1 cell is unclear");
    click(&mut harness, "Use level");
    assert_eq!(
        harness.state().document().history().depth(),
        0,
        "is disabled"
    );
    click(&mut harness, "Use with unclear cells as read");
    let level = harness.state().document().level().clone();
    assert_eq!(level.style(Cell::new(1, 2)).value, "3");
}

#[test]
fn another_picture_is_chosen_after_one_was_read() {
    let bench = Bench::default();
    let picture = bench.home.path().join("screen.png");
    fs::write(&picture, "").expect("is writable");
    let mut answers = bench.dialogs.answers.lock().expect("is fine");
    answers.extend([Some(picture), None, Some("nowhere.png".into())]);
    drop(answers);
    let mut harness = bench.open(&[]);
    run(&mut harness, "Import picture…");
    wait_for(&mut harness, "1 cell is unclear");
    click(&mut harness, "2");
    click(&mut harness, "Choose…");
    wait_for(&mut harness, "has no file dialog");
    click(&mut harness, "Cancel");
    assert!(says(&harness, "All cells are clear"), "it is kept");
    click(&mut harness, "Choose…");
    wait_for(&mut harness, "cannot be read");
    assert!(!says(&harness, "1 cell is unclear"));
}

#[test]
fn a_picture_that_cannot_be_read_says_why() {
    let bench = Bench::default();
    let mut harness = bench.open_real(&[Path::new("nowhere.png")]);
    wait_for(&mut harness, "nowhere.png cannot be read");
    assert!(!says(&harness, "screen profiles"), "no profile can read it");
}

const WINDOWS: [&str; 4] = ["#..#", ".##.", "#...", ".#.#"];

/// A house front at night: windows lit or dark, in colours no shipped profile knows.
pub fn house() -> RgbaImage {
    let mut picture = RgbaImage::from_pixel(360, 300, Rgba([96, 40, 32, 255]));
    for (row, line) in (0..).zip(WINDOWS) {
        for (col, window) in (0..).zip(line.chars()) {
            let colour = match window {
                '#' => Rgba([250, 230, 150, 255]),
                _ => Rgba([20, 24, 40, 255]),
            };
            for y in 0..40 {
                for x in 0..40 {
                    picture.put_pixel(90 + 60 * col + x, 30 + 60 * row + y, colour);
                }
            }
        }
    }
    picture
}

#[test]
fn a_picture_of_any_look_becomes_a_profile_and_a_level() {
    let bench = Bench::default();
    bench.write("lights.txt", "lights-out\n\n.#\n#.\n");
    let path = bench.home.path().join("house.png");
    house().save(&path).expect("is writable");
    let level = bench.places().levels().join("lights.txt");
    let mut harness = bench.open_real(&[&level]);
    harness.state_mut().import_picture(&path);
    settle(&mut harness);
    wait_for(
        &mut harness,
        "screen profiles recognizes a level in this picture",
    );
    click(&mut harness, "New profile…");
    // The board is proposed.
    wait_for(&mut harness, "This looks like the board");
    click(&mut harness, "Next");
    assert!(says(&harness, "Picture row 4 column 4"));
    assert!(!says(&harness, "Picture row 5 column 1"));
    assert!(says(&harness, "One cell for each value is enough"));
    click(&mut harness, "on");
    click(&mut harness, "Picture row 1 column 1");
    assert!(says(&harness, "1 cell identified"));
    click(&mut harness, "off");
    // A slip, told at once and taken back.
    click(&mut harness, "Picture row 1 column 4");
    wait_for(&mut harness, "look whether both are what you say");
    click(&mut harness, "Picture row 1 column 4, labelled .");
    click(&mut harness, "Picture row 1 column 2");
    wait_for(&mut harness, "All 16 cells are clear");
    // It is kept while something else is looked at.
    run(&mut harness, "Play mode");
    click(&mut harness, "New profile");
    wait_for(&mut harness, "All 16 cells are clear");
    click(&mut harness, "7. Save");
    click(&mut harness, "Save profile");
    settle(&mut harness);
    wait_for(&mut harness, "All cells are clear");
    click(&mut harness, "Use level");
    let text = harness.state().document().level().to_text();
    assert!(text.contains(&WINDOWS.join("\n")), "{text}");
    // It stays, among the shipped ones.
    let store = ProfileStore::load(Some(&bench.places().profiles()));
    let profile = store.get("house").expect("was saved");
    assert_eq!(profile.game, "lights-out");
    // The same name again does not replace it.
    harness.state_mut().import_picture(&path);
    settle(&mut harness);
    click(&mut harness, "New profile…");
    wait_for(&mut harness, "This looks like the board");
    click(&mut harness, "Next");
    click(&mut harness, "off");
    click(&mut harness, "Picture row 1 column 2");
    click(&mut harness, "on");
    click(&mut harness, "Picture row 1 column 1");
    wait_for(&mut harness, "All 16 cells are clear");
    click(&mut harness, "7. Save");
    click(&mut harness, "Save profile");
    settle(&mut harness);
    let store = ProfileStore::load(Some(&bench.places().profiles()));
    assert!(store.get("house").is_ok() && store.get("house-2").is_ok());
}

#[test]
fn a_file_that_is_no_picture_makes_no_profile() {
    let bench = Bench::default();
    let path = bench.home.path().join("text.png");
    fs::write(&path, "not a picture").expect("is writable");
    let mut harness = bench.open_real(&[]);
    harness.state_mut().import_picture(&path);
    settle(&mut harness);
    click(&mut harness, "New profile…");
    wait_for(&mut harness, "is not a supported picture");
    click(&mut harness, "Discard");
    assert!(!says(&harness, "New profile"));
}

#[test]
fn the_profile_that_reads_the_picture_is_found() {
    let bench = Bench::default();
    // In the colours of Flip, while a level of Logo is open.
    let mut picture = RgbaImage::from_pixel(240, 240, Rgba([230, 230, 230, 255]));
    for (row, line) in (0..).zip(WINDOWS) {
        for (col, window) in (0..).zip(line.chars()) {
            let colour = if window == '#' { [255; 3] } else { [76; 3] };
            let (left, top) = (24 + 48 * col, 24 + 48 * row);
            for (x, y) in (0..49).flat_map(|y| (0..49).map(move |x| (x, y))) {
                let line = x == 0 || y == 0 || x == 48 || y == 48;
                // The map of a cell that switches itself.
                let map = (21..28).contains(&x) && (21..28).contains(&y);
                let [r, g, b] = if line || map { [153; 3] } else { colour };
                picture.put_pixel(left + x, top + y, Rgba([r, g, b, 255]));
            }
        }
    }
    let path = bench.home.path().join("flip.png");
    picture.save(&path).expect("is writable");
    let mut harness = bench.open_real(&[]);
    harness.state_mut().import_picture(&path);
    settle(&mut harness);
    wait_for(&mut harness, "All cells are clear");
    assert!(says(&harness, "Switches: 4×4 cells, all clear"));
    click(&mut harness, "Use level");
    let text = harness.state().document().level().to_text();
    assert!(text.contains(&WINDOWS.join("\n")), "{text}");
    assert!(text.contains("2 2: 2 2"), "{text}");
}

#[test]
fn an_exported_picture_opens_as_its_level() {
    let bench = Bench::default();
    let level = load(CROSS.as_bytes(), None, None).expect("is a level");
    let drawing = draw_level(level.as_ref(), BoardStyle::default());
    let pixels = raster::pixels(&drawing, 1.0).expect("is small");
    let mut bytes = Vec::new();
    animation::png(&pixels, drawing.level.as_deref(), &mut bytes).expect("is encoded");
    let path = bench.home.path().join("exported.png");
    fs::write(&path, bytes).expect("is writable");
    let mut harness = bench.open_real(&[&path]);
    wait_for(&mut harness, "Opened “Cross”.");
    assert!(!says(&harness, "Import picture"));
    assert_eq!(harness.state().document().level().to_text(), CROSS);
    assert!(
        harness.state().document().file().path.is_none(),
        "saving must not replace the picture"
    );
}
