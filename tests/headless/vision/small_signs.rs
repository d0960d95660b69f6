//! Small signs that no sample has: read right, or doubtful.

use image::RgbaImage;
use planwright::game::Size;
use planwright::vision::{BoardSpec, calibrate, read};

use testkit::draw::{fill, opaque};

use super::clues::{rect, write};

/// A board of four by four cells with lines, in which digits of a height stand.
fn numbered(signs: &str, height: f32) -> RgbaImage {
    let (pitch, corner) = (48_u32, (30_u32, 40_u32));
    let mut picture = RgbaImage::from_pixel(252, 262, opaque([212, 212, 212]));
    for line in (0..=4).map(|line| line * pitch) {
        let grey = [120, 120, 120];
        fill(&mut picture, corner.0, corner.1 + line, 193, 1, grey);
        fill(&mut picture, corner.0 + line, corner.1, 1, 193, grey);
    }
    for (index, sign) in (0..16).zip(signs.chars()).filter(|(_, sign)| *sign != '.') {
        let middle = |from: u32, index: u32| (from + index * pitch + pitch / 2) as f32;
        let at = (middle(corner.0, index % 4), middle(corner.1, index / 4));
        write(&mut picture, sign, at, height);
    }
    picture
}

/// A profile made of a picture, in which cells of some signs are named.
struct Taught {
    picture: &'static str,
    /// Signs of which the first cell is named.
    named: &'static str,
    /// Whether the digits of numbers are read where no sample looks like the cell.
    with_numbers: bool,
    /// What another picture shows.
    then: &'static str,
}

/// Signs that are read as another one without a doubt.
fn misread(taught: &Taught, height: f32) -> Vec<String> {
    let size = Size::new(4, 4);
    let sample = |sign: char| {
        let (cell, _) = size
            .cells()
            .zip(taught.picture.chars())
            .find(|(_, shown)| *shown == sign)?;
        Some((cell, sign.to_string()))
    };
    let numbers = (1..=9).map(|number: u32| number.to_string());
    let shown = BoardSpec {
        samples: taught.named.chars().filter_map(sample).collect(),
        numbers: numbers.filter(|_| taught.with_numbers).collect(),
        anchored: true,
        ..BoardSpec::new(rect(30.0, 40.0, 192.0, 192.0), size)
    };
    let made = calibrate(&numbered(taught.picture, height), &shown, "grid");
    let (profile, _) = made.expect("can be told apart");
    // The picture may be refused if too few cells are known.
    let Ok(seen) = read(&profile, &numbered(taught.then, height), None) else {
        return Vec::new();
    };
    let board = seen.reading.board("grid");
    let cells = board.into_iter().flat_map(|board| board.cells.iter());
    let wrong = cells.zip(taught.then.chars()).filter(|((_, read), sign)| {
        read.value != sign.to_string() && read.confidence >= seen.doubtful_below
    });
    wrong
        .map(|((cell, read), sign)| format!("{sign} of {height} pixels at {cell}: {read:?}"))
        .collect()
}

#[test]
fn small_digits_are_not_read_as_empty_or_as_others_without_a_doubt() {
    let some_digits = Taught {
        picture: "3.8...6..5......",
        named: "3865.",
        with_numbers: false,
        then: "4.9..3.8.2.7.1.5",
    };
    let no_digits = Taught {
        named: ".",
        with_numbers: true,
        ..some_digits
    };
    let mut faults = Vec::new();
    for height in [9.0, 10.0, 11.0, 12.0, 13.0, 14.0] {
        for taught in [&some_digits, &no_digits] {
            faults.extend(misread(taught, height));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
