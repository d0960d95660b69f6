//! The worked example of `docs/adding-a-profile.md` does what the text says.

use image::RgbaImage;
use planwright::game::Cell;
use planwright::games;
use planwright::vision::{Placement, Profile, VisionError, read};

use testkit::draw::{Enlarge, enlarge, fill, noisy, opaque};

fn example() -> Profile {
    let text = include_str!("../../../docs/adding-a-profile.md");
    let (_, rest) = text.split_once("```ron\n").expect("has an example");
    let (source, _) = rest.split_once("```").expect("ends");
    Profile::from_ron(source).expect("is a profile")
}

/// Lamps by row; bit 0 is the first column.
fn draw(lamps: [u8; 5]) -> RgbaImage {
    let mut image = RgbaImage::from_pixel(200, 220, opaque([0x20, 0x20, 0x28]));
    for mark in 0..10 {
        fill(&mut image, 14 + 8 * mark, 7, 4, 9, [0xE8; 3]);
    }
    for (row, lamps) in (0..).zip(lamps) {
        for col in 0..5 {
            let colour = if lamps >> col & 1 == 1 {
                [0xF0, 0xD0, 0x20]
            } else {
                [0x18, 0x28, 0x50]
            };
            fill(&mut image, 12 + 36 * col, 28 + 36 * row, 32, 32, colour);
        }
    }
    image
}

fn lamps(seen: &planwright::vision::ScreenReading) -> [u8; 5] {
    let board = seen.reading.board("lights").expect("was read");
    let mut lamps = [0; 5];
    for (cell, read) in board.cells.iter() {
        if read.value == "#" {
            lamps[cell.row] |= 1 << cell.col;
        }
    }
    lamps
}

#[test]
fn the_example_has_no_findings() {
    let game = games::by_id("lights-out").expect("is registered");
    let findings = example().check(&[game]);
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn the_example_reads_its_game_at_any_scale_and_place() {
    let profile = example();
    for (scale, pattern) in [(1.0, 0), (1.5, 0b10101), (2.0, 0b11111), (3.0, 0b01010)] {
        let drawn = [pattern, !pattern & 31, 0b00100, 0, pattern];
        for how in [Enlarge::Squares, Enlarge::Smeared] {
            let mut client = enlarge(&draw(drawn), scale, how);
            noisy(&mut client, 8, 3);
            let seen = read(&profile, &client, None).expect("is read");
            assert_eq!(lamps(&seen), drawn, "{scale} {how:?}");
            assert!(seen.doubtful().is_empty());
            let mut screen = RgbaImage::from_pixel(1100, 800, opaque([90, 120, 90]));
            fill(&mut screen, 300, 40, 500, 300, [230; 3]);
            image::imageops::overlay(&mut screen, &client, 321, 87);
            let seen = read(&profile, &screen, None).expect("is found");
            assert_eq!(
                (lamps(&seen), seen.place),
                (drawn, Placement::new(321.0, 87.0, scale))
            );
        }
    }
}

#[test]
fn the_majority_of_the_points_counts_and_the_rest_lowers_the_confidence() {
    let mut image = draw([31; 5]);
    // Something small lies on the first point of one lamp.
    fill(&mut image, 12 + 36 + 8, 28 + 36 + 8, 6, 6, [0xE8; 3]);
    let seen = read(&example(), &image, None).expect("is read");
    let board = seen.reading.board("lights").expect("was read");
    let cell = board.cells.get(Cell::new(1, 1)).expect("is there");
    assert_eq!(cell.value, "#");
    assert_eq!(cell.runner_up.as_deref(), Some("."));
    assert!(
        (cell.confidence - 2.0 / 3.0).abs() < 0.01,
        "{}",
        cell.confidence
    );
}

#[test]
fn without_its_text_line_the_example_is_in_another_phase_and_other_pictures_are_refused() {
    let profile = example();
    let mut image = draw([1; 5]);
    fill(&mut image, 0, 0, 200, 20, [0x20, 0x20, 0x28]);
    let seen = read(&profile, &image, None).expect("is its picture");
    assert_eq!(
        (seen.phase.as_str(), seen.reading.boards.len()),
        ("other", 0)
    );
    let gradient = RgbaImage::from_fn(400, 440, |x, y| opaque([(x / 2) as u8, (y / 2) as u8, 120]));
    let error = read(&profile, &gradient, None).expect_err("is something else");
    assert!(matches!(error, VisionError::NotThisGame { .. }));
}
