//! Boards with thin signs, and boards with numbers beside them, taught by a box and a few cells.

use std::fmt::Display;
use std::sync::Arc;

use ab_glyph::{Font, FontRef, PxScale, point};
use image::RgbaImage;
use planwright::game::{Cell, Side, Size};
use planwright::vision::{
    BoardSpec, CalibrateError, CellLabels, ImageRect, Lesson, LevelLabels, Profile, ScreenReading,
    calibrate, propose_cells, read, teach, teach_ambiguous,
};

use testkit::draw::{Enlarge, enlarge, fill, opaque};

pub fn rect(x: f32, y: f32, width: f32, height: f32) -> ImageRect {
    ImageRect {
        x,
        y,
        width,
        height,
    }
}

/// What a cell of the board with thin signs shows: a ring, a cross, or nothing.
fn sign(cell: Cell) -> &'static str {
    ["ring", "cross", "none"][(cell.row * 5 + cell.col * 3 + cell.row * cell.col) % 3]
}

/// A board with lines of a pixel on all sides of its cells, and signs of a pixel's width in them.
fn thin(size: Size, pitch: u32, at: (u32, u32)) -> RgbaImage {
    let (width, height) = (size.cols as u32 * pitch, size.rows as u32 * pitch);
    let mut picture =
        RgbaImage::from_pixel(width + 2 * at.0, height + 2 * at.1, opaque([212, 212, 212]));
    let grey = [170, 170, 170];
    for row in 0..=size.rows as u32 {
        fill(&mut picture, at.0, at.1 + row * pitch, width + 1, 1, grey);
    }
    for col in 0..=size.cols as u32 {
        fill(&mut picture, at.0 + col * pitch, at.1, 1, height + 1, grey);
    }
    let radius = pitch as i32 * 2 / 5;
    for cell in size.cells() {
        let middle = |from: u32, index: usize| (from + index as u32 * pitch + pitch / 2) as i32;
        let (x, y) = (middle(at.0, cell.col), middle(at.1, cell.row));
        for (dx, dy) in (-radius..=radius).flat_map(|y| (-radius..=radius).map(move |x| (x, y))) {
            let away = f64::from(dx * dx + dy * dy).sqrt();
            let inked = match sign(cell) {
                "ring" => (away - f64::from(radius)).abs() < 0.5 && dx.abs() > 3 && dy.abs() > 3,
                "cross" => dx == dy || dx == -dy,
                _ => false,
            };
            if inked {
                picture.put_pixel((x + dx) as u32, (y + dy) as u32, opaque([20, 20, 20]));
            }
        }
    }
    picture
}

/// The box goes from the first line to beyond the last one, so it is a pixel wider than the cells are together. One cell
/// of each kind is enough all the same.
#[test]
fn thin_signs_are_clear_though_the_box_is_a_pixel_too_wide() {
    let size = Size::new(8, 11);
    for (pitch, scale) in [(32_u32, 1.0_f32), (25, 1.0), (32, 2.0), (32, 1.25)] {
        let picture = thin(size, pitch, (30, 44));
        let picture = match scale {
            1.0 => picture,
            scale => enlarge(&picture, scale, Enlarge::Smeared),
        };
        let (width, height) = (11.0 * pitch as f32 * scale, 8.0 * pitch as f32 * scale);
        let drawn = rect(30.0 * scale, 44.0 * scale, width + scale, height + scale);
        let (found, seen) = propose_cells(&picture, drawn, |_| true).expect("repeats itself");
        assert_eq!(seen, size);
        let what = format!("{found:?} for cells of {pitch} pixels, {scale} times");
        assert!((found.width - width).abs() < 0.6, "{what}");
        assert!((found.height - height).abs() < 0.6, "{what}");
        let firsts = ["ring", "cross", "none"].map(|wanted| {
            let first = size.cells().find(|cell| sign(*cell) == wanted);
            (first.expect("occurs"), wanted.to_owned())
        });
        for anchored in [true, false] {
            let shown = BoardSpec {
                samples: firsts.clone().into(),
                anchored,
                ..BoardSpec::new(found, size)
            };
            let (_, seen) = calibrate(&picture, &shown, "grid").expect("can be told apart");
            assert_eq!(seen.doubtful(), [], "{what}, {anchored}");
            for (cell, read) in seen.reading.boards[0].cells.iter() {
                assert_eq!(read.value, sign(cell), "{cell}, {what}, {anchored}");
            }
        }
    }
}

/// Writes a number, or a word, about a point.
pub fn write(picture: &mut RgbaImage, text: impl Display, (x, y): (f32, f32), height: f32) {
    let font = FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR).expect("is a font");
    let scale = PxScale::from(height * 1.6);
    let text = text.to_string();
    let advance = height * 0.85;
    for (index, digit) in text.chars().enumerate() {
        let left = x + (index as f32 - text.len() as f32 / 2.0) * advance;
        let glyph = font
            .glyph_id(digit)
            .with_scale_and_position(scale, point(left, y + height / 2.0));
        let Some(outline) = font.outline_glyph(glyph) else {
            continue;
        };
        let corner = outline.px_bounds().min;
        outline.draw(|dx, dy, part| {
            let at = (corner.x as u32 + dx, corner.y as u32 + dy);
            let pixel = picture.get_pixel_mut(at.0, at.1);
            for channel in &mut pixel.0[..3] {
                *channel = (f32::from(*channel) * (1.0 - part)) as u8;
            }
        });
    }
}

const PITCH: u32 = 24;
/// Where the first cell is.
const CORNER: (u32, u32) = (110, 134);

/// A board with a strong outline, with lists of numbers beside its rows and above its columns, in a window with a menu.
fn clued(left: &[&[u32]], top: &[&[u32]], black: &[Cell]) -> RgbaImage {
    let (rows, cols) = (left.len() as u32, top.len() as u32);
    let (width, height) = (cols * PITCH, rows * PITCH);
    let mut picture = RgbaImage::from_pixel(
        CORNER.0 + width + 20,
        CORNER.1 + height + 20,
        opaque([230, 230, 230]),
    );
    for word in 0..3 {
        fill(&mut picture, 110 + 48 * word, 6, 30, 9, [60, 60, 60]);
    }
    let outline = (CORNER.0 - 2, CORNER.1 - 2, width + 5, height + 5);
    fill(
        &mut picture,
        outline.0,
        outline.1,
        outline.2,
        outline.3,
        [70, 70, 70],
    );
    for cell in Size::new(left.len(), top.len()).cells() {
        let at = |from: u32, index: usize| from + index as u32 * PITCH + 1;
        let shade = if black.contains(&cell) { 10 } else { 140 };
        let (x, y) = (at(CORNER.0, cell.col), at(CORNER.1, cell.row));
        fill(&mut picture, x, y, PITCH - 1, PITCH - 1, [shade; 3]);
    }
    let middle = |from: u32, index: usize| (from + index as u32 * PITCH + PITCH / 2) as f32;
    for (row, list) in left.iter().enumerate() {
        for (index, number) in list.iter().rev().enumerate() {
            let x = CORNER.0 as f32 - 19.0 - 27.0 * index as f32;
            write(&mut picture, *number, (x, middle(CORNER.1, row)), 11.0);
        }
    }
    for (col, list) in top.iter().enumerate() {
        for (index, number) in list.iter().rev().enumerate() {
            let y = CORNER.1 as f32 - 19.0 - 23.0 * index as f32;
            write(&mut picture, *number, (middle(CORNER.0, col), y), 11.0);
        }
    }
    picture
}

/// The numbers of a level are read, and those of another one with longer lists by what was said of the first.
#[test]
fn numbers_beside_a_board_are_read_without_samples() {
    let size = Size::new(6, 11);
    let left: [&[u32]; 6] = [&[11], &[1, 7], &[2, 3], &[10], &[], &[4, 5]];
    let top: [&[u32]; 11] = [
        &[6],
        &[1, 2],
        &[3],
        &[4],
        &[1, 1],
        &[5],
        &[2],
        &[],
        &[1, 3],
        &[2, 2],
        &[6],
    ];
    let picture = clued(&left, &top, &[Cell::new(0, 0), Cell::new(0, 1)]);
    let (width, height) = (11.0 * PITCH as f32, 6.0 * PITCH as f32);
    let shown = BoardSpec {
        samples: [
            (Cell::new(0, 0), "black".to_owned()),
            (Cell::new(1, 1), ".".to_owned()),
        ]
        .into(),
        clues: vec![Side::Left, Side::Top],
        ..BoardSpec::new(rect(CORNER.0 as f32, CORNER.1 as f32, width, height), size)
    };
    let (profile, _) = calibrate(&picture, &shown, "grid").expect("can be taught");
    let other_left: [&[u32]; 6] = [&[1, 1, 1], &[8], &[9, 1], &[], &[3, 3, 2], &[6]];
    let other_top: [&[u32]; 11] = [
        &[1, 2, 3],
        &[4],
        &[1, 1, 1],
        &[],
        &[5],
        &[3],
        &[2, 1],
        &[1],
        &[1, 2],
        &[3],
        &[6],
    ];
    for (left, top) in [(&left, &top), (&other_left, &other_top)] {
        let picture = clued(left, top, &[]);
        let seen = read(&profile, &picture, None).expect("is found");
        assert_eq!(seen.doubtful(), []);
        for (side, lists) in [(Side::Left, &left[..]), (Side::Top, &top[..])] {
            let board = seen.reading.board(side.id()).expect("is read");
            let read: Vec<&str> = board
                .cells
                .iter()
                .map(|(_, read)| read.value.as_str())
                .collect();
            let wanted = lists.iter().map(|list| match list {
                [] => ".".to_owned(),
                list => list
                    .iter()
                    .map(u32::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
            });
            assert_eq!(read, wanted.collect::<Vec<_>>());
        }
    }
    // A board of other cells may look like this one, but without numbers it is none.
    let none: &[u32] = &[];
    let picture_without = clued(&[none; 6], &[none; 11], &[]);
    let bare = read(&profile, &picture_without, None).expect("is the window");
    assert_eq!(bare.reading.boards, []);
    let why = bare.why_no_boards.expect("is told");
    assert!(why.contains("no numbers"), "{why}");
    // Where nothing stands beside the board, the person is told.
    let bare = BoardSpec {
        clues: vec![Side::Right],
        ..shown
    };
    let error = calibrate(&picture, &bare, "grid").expect_err("has none there");
    assert!(matches!(error, CalibrateError::NoClues("right")), "{error}");
}

/// A board whose size differs from level to level is found by its cells, with the numbers beside it.
#[test]
fn numbers_are_read_beside_a_board_of_any_size() {
    let left: [&[u32]; 5] = [&[1, 1], &[3], &[5], &[], &[2]];
    let top: [&[u32]; 5] = [&[3], &[1, 1], &[4], &[1], &[2, 1]];
    let picture = clued(&left, &top, &[Cell::new(2, 1), Cell::new(4, 4)]);
    let side = 5.0 * PITCH as f32;
    let shown = BoardSpec {
        samples: [
            (Cell::new(2, 1), "black".to_owned()),
            (Cell::new(0, 0), ".".to_owned()),
        ]
        .into(),
        clues: vec![Side::Left, Side::Top],
        varies: true,
        ..BoardSpec::new(
            rect(CORNER.0 as f32, CORNER.1 as f32, side, side),
            Size::new(5, 5),
        )
    };
    let (profile, _) = calibrate(&picture, &shown, "grid").expect("can be taught");
    let written = profile.to_ron().expect("can be written");
    let profile = Profile::from_ron(&written).expect("can be read");
    let other_left: [&[u32]; 8] = [
        &[11],
        &[1, 7],
        &[2, 3],
        &[10],
        &[],
        &[4, 5],
        &[1, 1, 2],
        &[8],
    ];
    let other_top: [&[u32]; 10] = [
        &[6],
        &[1, 2],
        &[3],
        &[4],
        &[1, 1],
        &[8],
        &[2],
        &[],
        &[1, 3],
        &[2, 2],
    ];
    let black = [Cell::new(7, 9), Cell::new(0, 3)];
    for scale in [1.0, 1.5] {
        let picture = clued(&other_left, &other_top, &black);
        let picture = match scale {
            1.0 => picture,
            scale => enlarge(&picture, scale, Enlarge::Smeared),
        };
        let seen = read(&profile, &picture, None).expect("is found");
        let board = seen.reading.board("grid").expect("is read");
        assert_eq!(board.size(), Size::new(8, 10));
        for (cell, read) in board.cells.iter() {
            let shown = if black.contains(&cell) { "black" } else { "." };
            assert_eq!(read.value, shown, "{cell}, {scale}");
        }
        let wanted = |lists: &[&[u32]]| -> Vec<String> {
            let text = |list: &&[u32]| match list {
                [] => ".".to_owned(),
                list => list
                    .iter()
                    .map(u32::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
            };
            lists.iter().map(text).collect()
        };
        assert_eq!(beside(&seen, Side::Left), wanted(&other_left), "{scale}");
        assert_eq!(beside(&seen, Side::Top), wanted(&other_top), "{scale}");
    }
}

/// What is read beside a board on a side, with no doubt about it.
fn beside(seen: &ScreenReading, side: Side) -> Vec<&str> {
    assert_eq!(seen.doubtful(), []);
    let board = seen.reading.board(side.id()).expect("is read");
    let cells = board.cells.iter();
    cells.map(|(_, read)| read.value.as_str()).collect()
}

/// A board under a menu bar: lists of numbers stand in light and dark fields in turn, between which run black lines with
/// bright edges, each a little off its place as they are scaled.
fn fields(left: &[&[u32]], top: &[&[u32]], pitch: u32) -> RgbaImage {
    let corner = (6 * pitch, 7 * pitch);
    let (rows, cols) = (left.len() as u32, top.len() as u32);
    let (width, height) = (corner.0 + cols * pitch + 12, corner.1 + rows * pitch + 12);
    let mut picture = RgbaImage::from_pixel(width, height, opaque([160, 196, 72]));
    fill(&mut picture, 0, 0, width, 21, [238, 238, 238]);
    for (index, word) in ["Game", "Move", "View", "Help"].iter().enumerate() {
        let x = 40.0 + 62.0 * index as f32;
        write(&mut picture, word, (x, 10.0), 9.0);
    }
    let shade = |index: u32| [[200, 216, 146], [106, 128, 60]][index as usize % 2];
    // The lines fade away towards their ends.
    let black = |share: u32| [share as u8 / 2, share as u8 / 2 + 2, share as u8 / 2];
    for col in 0..cols {
        let (x, deep) = (corner.0 + col * pitch, corner.1 - 30);
        fill(&mut picture, x, 26, pitch, deep, shade(col));
        for y in 0..deep {
            let off = x - col % 2;
            fill(&mut picture, off, 26 + y, 3, 1, black(200 - 200 * y / deep));
            fill(&mut picture, off - 1, 26 + y, 1, 1, [168, 168, 168]);
            fill(&mut picture, off + 3, 26 + y, 1, 1, [168, 168, 168]);
        }
    }
    for row in 0..rows {
        let (y, wide) = (corner.1 + row * pitch, corner.0 - 26);
        fill(&mut picture, 20, y, wide, pitch, shade(row));
        fill(&mut picture, 20, y, wide, 3, [0, 0, 0]);
        fill(&mut picture, 20, y + 3, wide, 1, [168, 168, 168]);
    }
    let (wide, high) = (cols * pitch + 5, rows * pitch + 5);
    fill(&mut picture, corner.0 - 2, corner.1 - 2, wide, high, [0; 3]);
    for cell in Size::new(left.len(), top.len()).cells() {
        let at = |from: u32, index: usize| from + index as u32 * pitch + 2;
        let (x, y) = (at(corner.0, cell.col), at(corner.1, cell.row));
        let shade = match cell == Cell::new(0, 0) {
            true => [20, 20, 20],
            false => [165, 195, 85],
        };
        fill(&mut picture, x, y, pitch - 3, pitch - 3, shade);
    }
    let middle = |from: u32, index: usize| (from + index as u32 * pitch + pitch / 2) as f32 + 1.0;
    let away = |from: u32, index: usize| from as f32 - pitch as f32 * (0.7 + 0.8 * index as f32);
    for (row, list) in left.iter().enumerate() {
        for (index, number) in list.iter().rev().enumerate() {
            let at = (away(corner.0, index), middle(corner.1, row));
            write(&mut picture, number, at, 0.45 * pitch as f32);
        }
    }
    for (col, list) in top.iter().enumerate() {
        for (index, number) in list.iter().rev().enumerate() {
            let at = (middle(corner.0, col), away(corner.1, index));
            write(&mut picture, number, at, 0.45 * pitch as f32);
        }
    }
    picture
}

/// Lines between the lists are no ones, whichever way they are told apart from digits; a menu bar is on a ground of its
/// own, even where a profile takes it for a part of the lists.
#[test]
fn lines_between_numbers_and_a_menu_bar_beyond_are_no_digits() {
    let size = Size::new(5, 6);
    let left: [&[u32]; 5] = [&[3, 2], &[1, 2, 1], &[], &[1], &[2, 1]];
    let top: [&[u32]; 6] = [&[1, 2, 1], &[2, 1], &[1, 1], &[], &[4], &[1]];
    let (lefts, tops) = (
        ["3 2", "1 2 1", ".", "1", "2 1"],
        ["1 2 1", "2 1", "1 1", ".", "4", "1"],
    );
    for pitch in [29_u32, 36, 48] {
        let picture = fields(&left, &top, pitch);
        let side = |count: usize| (count as u32 * pitch) as f32;
        let board = rect(side(6), side(7), side(6), side(5));
        let shown = BoardSpec {
            samples: [
                (Cell::new(0, 0), "black".to_owned()),
                (Cell::new(1, 1), ".".to_owned()),
            ]
            .into(),
            clues: vec![Side::Left, Side::Top],
            ..BoardSpec::new(board, size)
        };
        let (mut profile, seen) = calibrate(&picture, &shown, "grid").expect("can be taught");
        assert_eq!(beside(&seen, Side::Left), lefts, "{pitch}");
        assert_eq!(beside(&seen, Side::Top), tops, "{pitch}");
        for board in &mut profile.boards {
            if board.id == Side::Top.id() {
                board.cell.1 += board.origin.1;
                board.pitch.1 = board.cell.1;
                board.origin.1 = 0;
            }
        }
        let seen = read(&profile, &picture, None).expect("is found");
        assert_eq!(beside(&seen, Side::Top), tops, "{pitch}, with the menu");
    }
}

/// A board with one number on each side of its rows and columns, counted from `first`; a menu is above, a line of text below.
fn between_texts(pitch: u32, width: u32, first: usize) -> RgbaImage {
    let size = 4 * pitch;
    let (x, y) = (pitch + 6, pitch + 30);
    let mut picture = RgbaImage::from_pixel(width, y + size + pitch + 36, opaque([229, 229, 229]));
    for (index, word) in ["Game", "Type", "Help"].iter().enumerate() {
        let at = (x as f32 + pitch as f32 * (index as f32 - 0.5), 13.0);
        write(&mut picture, word, at, 9.0);
    }
    fill(&mut picture, 0, 24, width, 1, [205, 205, 205]);
    for line in 0..5 {
        fill(&mut picture, x, y + line * pitch, size, 1, [0; 3]);
        fill(&mut picture, x + line * pitch, y, 1, size, [0; 3]);
    }
    fill(&mut picture, x + 4, y + 4, pitch - 7, pitch - 7, [90; 3]);
    let middle = |from: u32, index: usize| (from + index as u32 * pitch + pitch / 2) as f32;
    let (near, far) = (0.47 * pitch as f32, size as f32 + 0.53 * pitch as f32);
    for index in 0..4 {
        let (across, down) = (middle(x, index), middle(y, index));
        let places = [
            (x as f32 - near, down),
            (across, y as f32 - near),
            (x as f32 + far, down),
            (across, y as f32 + far),
        ];
        for (side, at) in places.into_iter().enumerate() {
            let number = 1 + (index + side + first) % 4;
            write(&mut picture, number, at, 0.3 * pitch as f32);
        }
    }
    let at = (x as f32 + size as f32 / 2.0, (y + size + pitch + 20) as f32);
    write(&mut picture, "Level solved", at, 9.0);
    picture
}

/// Texts are as near to the numbers as further numbers would be, but they are none.
#[test]
fn a_menu_above_and_a_text_below_do_not_belong_to_the_numbers() {
    let size = Size::new(4, 4);
    // Far to the right there is little ink for much ground.
    for (pitch, width) in [(48, 300), (40, 260), (48, 1600)] {
        let picture = between_texts(pitch, width, 0);
        let side = (4 * pitch) as f32;
        let board = rect((pitch + 6) as f32, (pitch + 30) as f32, side, side);
        let shown = BoardSpec {
            samples: [
                (Cell::new(0, 0), "full".to_owned()),
                (Cell::new(1, 1), ".".to_owned()),
            ]
            .into(),
            clues: Side::ALL.into(),
            ..BoardSpec::new(board, size)
        };
        let (profile, seen) = calibrate(&picture, &shown, "grid").expect("can be taught");
        for (index, side) in Side::ALL.into_iter().enumerate() {
            let wanted = (0..4).map(|line| (1 + (line + index) % 4).to_string());
            let wanted: Vec<String> = wanted.collect();
            assert_eq!(beside(&seen, side), wanted, "{side:?}, {pitch}");
        }
        let top = profile.board("top").expect("is there");
        let scale = top.pitch.0 as f32 / pitch as f32;
        assert!(top.origin.1 as f32 > 18.0 * scale, "{:?}", top.origin);
    }
}

/// Nothing is learnt of numbers for other levels, but what was said of them holds for the level in the picture.
#[test]
fn numbers_that_are_said_hold_for_the_level() {
    let picture = between_texts(48, 300, 0);
    let shown = BoardSpec {
        samples: [
            (Cell::new(0, 0), "full".to_owned()),
            (Cell::new(1, 1), ".".to_owned()),
        ]
        .into(),
        clues: vec![Side::Top],
        ..BoardSpec::new(rect(54.0, 78.0, 192.0, 192.0), Size::new(4, 4))
    };
    let (profile, _) = calibrate(&picture, &shown, "grid").expect("can be taught");
    let number = ("top".to_owned(), Cell::new(0, 2));
    let told: CellLabels = [
        (number.clone(), "7".to_owned()),
        (("grid".to_owned(), Cell::new(0, 0)), "full".to_owned()),
    ]
    .into();
    for how in [teach, teach_ambiguous] {
        let taught = how(&profile, &picture, &told).expect("can be learnt");
        assert_eq!(taught.board("top"), profile.board("top"));
        let lesson = Lesson {
            image: Arc::new(picture.clone()),
            labels: told.clone(),
            profile: Arc::new(taught),
        };
        assert_eq!(lesson.learnt(), 1);
        assert_eq!(
            lesson.level_labels(),
            [(number.clone(), "7".to_owned())].into()
        );
        let mut said = LevelLabels::default();
        said.extend(&lesson);
        for (picture, shows) in [
            (&picture, ["2", "3", "7", "1"]),
            (&between_texts(48, 300, 1), ["3", "4", "1", "2"]),
        ] {
            let mut seen = read(&lesson.profile, picture, None).expect("can be read");
            said.correct(&mut seen);
            assert_eq!(beside(&seen, Side::Top), shows);
        }
    }
}

/// A board of cells with numbers, black where they are given, green where they were put, and pale where they are crossed out,
/// and with walls between some; few cells are said.
#[test]
fn numbers_in_cells_need_no_samples_and_walls_between_cells_are_read() {
    let numbers: [[u32; 4]; 3] = [[1, 2, 0, 4], [0, 12, 3, 7], [5, 0, 8, 10]];
    let crossed_out = [Cell::new(0, 0), Cell::new(2, 6), Cell::new(4, 4)];
    // Seams below and to the right of these cells.
    let walls = [Cell::new(0, 1), Cell::new(2, 5), Cell::new(3, 2)];
    let (side, seam, corner) = (40_u32, 10_u32, 30_u32);
    let mut picture = RgbaImage::from_pixel(260, 210, opaque([230, 230, 230]));
    let at = |index: usize| corner + index as u32 / 2 * (side + seam) + index as u32 % 2 * side;
    let long = |index: usize| if index.is_multiple_of(2) { side } else { seam };
    let size = Size::new(5, 7);
    for cell in size.cells() {
        let (x, y) = (at(cell.col), at(cell.row));
        let (width, height) = (long(cell.col), long(cell.row));
        if cell.row.is_multiple_of(2) && cell.col.is_multiple_of(2) {
            fill(&mut picture, x, y, width, height, [120, 120, 120]);
            let shade = [245, 245, 245];
            fill(&mut picture, x + 1, y + 1, width - 2, height - 2, shade);
            let number = numbers[cell.row / 2][cell.col / 2];
            if number > 0 {
                let middle = (x as f32 + 20.0, y as f32 + 20.0);
                write(&mut picture, number, middle, 16.0);
            }
            if number.is_multiple_of(2) {
                // What was put is green.
                for (x, y) in (x..x + width).flat_map(|x| (y..y + height).map(move |y| (x, y))) {
                    let pixel = picture.get_pixel_mut(x, y);
                    pixel.0[1] = pixel.0[1].max(130);
                }
            }
            if crossed_out.contains(&cell) {
                for (x, y) in (x + 1..x + width - 1)
                    .flat_map(|x| (y + 1..y + height - 1).map(move |y| (x, y)))
                {
                    let pixel = picture.get_pixel_mut(x, y);
                    pixel.0 = pixel.0.map(|channel| 255 - (255 - channel) / 3);
                }
            }
        } else if walls.contains(&cell) {
            fill(&mut picture, x, y, width, height, [20, 20, 20]);
        }
    }
    let shown_at = |cell: Cell| match (cell.row % 2, cell.col % 2) {
        _ if crossed_out.contains(&cell) => "out".to_owned(),
        (0, 0) => match numbers[cell.row / 2][cell.col / 2] {
            0 => ".".to_owned(),
            number => number.to_string(),
        },
        _ if walls.contains(&cell) => "wall".to_owned(),
        _ => ".".to_owned(),
    };
    let said = [
        Cell::new(0, 0),
        Cell::new(0, 6),
        Cell::new(0, 4),
        Cell::new(0, 1),
        Cell::new(0, 3),
        Cell::new(1, 0),
        Cell::new(3, 2),
    ];
    let shown = BoardSpec {
        samples: said.map(|cell| (cell, shown_at(cell))).into(),
        anchored: true,
        numbers: (1..=12).map(|number: u32| number.to_string()).collect(),
        blank: ".".to_owned(),
        seam: seam as f32,
        ..BoardSpec::new(rect(corner as f32, corner as f32, 190.0, 140.0), size)
    };
    let (profile, seen) = calibrate(&picture, &shown, "grid").expect("can be told apart");
    assert_eq!(seen.doubtful(), []);
    for (cell, read) in seen.reading.boards[0].cells.iter() {
        assert_eq!(read.value, shown_at(cell), "{cell}");
    }
    let file = profile.to_ron().expect("has a form");
    let again = Profile::from_ron(&file).expect("is well formed");
    assert_eq!(again.boards, profile.boards);
}
