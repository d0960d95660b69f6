//! Profiles made from a picture and what a person says of a few cells.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::RgbaImage;
use planwright::game::{Cell, Size};
use planwright::vision::{
    BoardSpec, CalibrateError, ImageRect, LabelledPicture, Profile, calibrate, import_image, read,
    teach, teach_ambiguous,
};

use testkit::draw::{COLS, Enlarge, ROWS, Scene, enlarge, fill, noisy, opaque};

fn rect(x: f32, y: f32, width: f32, height: f32) -> ImageRect {
    ImageRect {
        x,
        y,
        width,
        height,
    }
}

fn samples(cells: &[(usize, usize, &str)]) -> BTreeMap<Cell, String> {
    let sample =
        |(row, col, value): &(usize, usize, &str)| (Cell::new(*row, *col), (*value).to_owned());
    cells.iter().map(sample).collect()
}

/// Whether the cells of a board are lit.
fn lit(cell: Cell) -> bool {
    (cell.row * 3 + cell.col * 5) % 4 < 2
}

/// A board of rounded lamps with a shine, on a wooden ground with a grain: no even patches.
fn lamps(size: Size, pitch: u32, at: (u32, u32), image: (u32, u32)) -> RgbaImage {
    let mut picture = RgbaImage::from_fn(image.0, image.1, |x, y| {
        let grain = ((x / 3 + y * 7) % 23) as u8;
        opaque([120 + grain, 80 + grain / 2, 40])
    });
    for cell in size.cells() {
        let centre = |from: u32, index: usize| from + index as u32 * pitch + pitch / 2;
        let (cx, cy) = (centre(at.0, cell.col) as i32, centre(at.1, cell.row) as i32);
        let radius = pitch as i32 * 2 / 5;
        for y in cy - radius..=cy + radius {
            for x in cx - radius..=cx + radius {
                let (dx, dy) = (x - cx, y - cy);
                if dx * dx + dy * dy > radius * radius {
                    continue;
                }
                let shine = (radius - dx.abs().max(dy.abs())) as u8 * 2;
                let speck = ((x * 31 + y * 17) % 9) as u8 * 5;
                let colour = if lit(cell) {
                    [200, 180 + shine.min(70), 60 + speck]
                } else {
                    [40 + speck, 40, 60 + shine.min(60)]
                };
                picture.put_pixel(x as u32, y as u32, opaque(colour));
            }
        }
    }
    picture
}

#[track_caller]
fn assert_lamps(profile: &Profile, picture: &RgbaImage, size: Size) {
    let seen = read(profile, picture, None).expect("is found");
    let board = seen.reading.board("lights").expect("was read");
    assert_eq!(board.size(), size);
    for (cell, read) in board.cells.iter() {
        assert_eq!(read.value == "#", lit(cell), "at {cell}: {read:?}");
    }
    assert!(seen.doubtful().is_empty(), "{:?}", seen.doubtful());
}

#[test]
fn two_cells_and_a_box_make_a_profile_for_lamps_of_any_look() {
    let size = Size::new(4, 6);
    let picture = lamps(size, 40, (31, 22), (320, 240));
    // Drawn by hand, a little off.
    let shown = BoardSpec {
        samples: samples(&[(0, 0, "#"), (0, 1, "#"), (0, 2, "."), (1, 0, ".")]),
        ..BoardSpec::new(rect(33.0, 20.0, 238.0, 163.0), size)
    };
    for (cell, value) in &shown.samples {
        assert_eq!(
            value == "#",
            lit(*cell),
            "the test says what is true of {cell}"
        );
    }
    let (profile, seen) = calibrate(&picture, &shown, "lights").expect("fits");
    assert!(seen.is_playing());
    assert_lamps(&profile, &picture, size);
    // It holds after a round trip through its file, for the same picture enlarged, and with noise.
    let written = profile.to_ron().expect("can be written");
    let profile = Profile::from_ron(&written).expect("can be read");
    assert_lamps(&profile, &enlarge(&picture, 2.0, Enlarge::Squares), size);
    let mut noise = picture.clone();
    noisy(&mut noise, 6, 3);
    assert_lamps(&profile, &noise, size);
}

#[test]
fn even_cells_are_found_again_anywhere() {
    let size = Size::new(3, 4);
    let draw = |x: u32, y: u32, pitch: u32, image: (u32, u32)| {
        let mut picture = RgbaImage::from_pixel(image.0, image.1, opaque([250, 250, 250]));
        for cell in size.cells() {
            let at = |from: u32, index: usize| from + index as u32 * pitch + 2;
            let colour = if lit(cell) {
                [20, 90, 200]
            } else {
                [190, 200, 210]
            };
            let (x, y) = (at(x, cell.col), at(y, cell.row));
            fill(&mut picture, x, y, pitch - 4, pitch - 4, colour);
        }
        picture
    };
    let picture = draw(40, 30, 50, (300, 240));
    let shown = BoardSpec {
        samples: samples(&[(0, 0, "#"), (0, 2, ".")]),
        ..BoardSpec::new(rect(38.0, 33.0, 203.0, 147.0), size)
    };
    let (profile, _) = calibrate(&picture, &shown, "lights").expect("fits");
    assert!(profile.finder.grid().is_some());
    assert_lamps(&profile, &draw(200, 155, 33, (800, 600)), size);
}

/// Pipes that are turned where they are: a sample of each shape tells all its turns.
#[test]
fn a_sample_tells_what_becomes_of_it_by_turns() {
    let rows = ["u rl rd l", "url dl r ud", "d urd l ur", "rdl r udl ul"];
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split(' ').collect()).collect();
    let size = Size::new(4, 4);
    let pitch = 40;
    let mut picture = RgbaImage::from_pixel(260, 220, opaque([60, 60, 70]));
    for cell in size.cells() {
        let (x, y) = (50 + cell.col as u32 * pitch, 30 + cell.row as u32 * pitch);
        fill(
            &mut picture,
            x + 1,
            y + 1,
            pitch - 2,
            pitch - 2,
            [225, 225, 215],
        );
        let half = pitch / 2;
        for way in rows[cell.row][cell.col].chars() {
            let (x, y, width, height) = match way {
                'u' => (x + half - 4, y + 1, 8, half + 3),
                'd' => (x + half - 4, y + half - 4, 8, half + 3),
                'l' => (x + 1, y + half - 4, half + 3, 8),
                _ => (x + half - 4, y + half - 4, half + 3, 8),
            };
            fill(&mut picture, x, y, width, height, [20, 110, 160]);
        }
    }
    let shown = BoardSpec {
        samples: samples(&[(0, 0, "u"), (0, 1, "rl"), (0, 2, "rd"), (1, 0, "url")]),
        turned: pipe_rings(),
        ..BoardSpec::new(rect(50.0, 30.0, 160.0, 160.0), size)
    };
    let (profile, _) = calibrate(&picture, &shown, "cells").expect("fits");
    let written = profile.to_ron().expect("can be written");
    let profile = Profile::from_ron(&written).expect("can be read");
    let seen = read(&profile, &picture, None).expect("is found");
    let board = seen.reading.board("cells").expect("was read");
    for (cell, read) in board.cells.iter() {
        assert_eq!(read.value, rows[cell.row][cell.col], "at {cell}: {read:?}");
    }
    assert!(seen.doubtful().is_empty(), "{:?}", seen.doubtful());
}

/// Values of pipes that become each other by quarter turns.
fn pipe_rings() -> Vec<Vec<String>> {
    let rings = ["u r d l", "ud rl", "ur rd dl ul", "urd rdl udl url", "urdl"];
    let ring = |ring: &str| ring.split(' ').map(str::to_owned).collect();
    rings.into_iter().map(ring).collect()
}

/// Pipes that are black, or light blue with black sides, with a blue box on an end and a black one on a `*`; a `+` lights one.
fn lit_pipes(rows: &[&str]) -> RgbaImage {
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split(' ').collect()).collect();
    let size = Size::new(rows.len(), rows[0].len());
    let mut picture = RgbaImage::from_pixel(360, 360, opaque([230, 230, 230]));
    for cell in size.cells() {
        let (x, y) = (30 + cell.col as u32 * 70, 40 + cell.row as u32 * 70);
        let text = rows[cell.row][cell.col];
        let ways = text.trim_end_matches(['+', '*']);
        fill(&mut picture, x, y, 70, 1, [128; 3]);
        fill(&mut picture, x, y, 1, 70, [128; 3]);
        let pipe = |thick: u32, colour: [u8; 3], picture: &mut RgbaImage| {
            let (from, half) = (35 - thick / 2, 35 + thick / 2);
            for way in ways.chars() {
                let (across, down, width, height) = match way {
                    'u' => (from, 0, thick, half),
                    'd' => (from, from, thick, 70 - from),
                    'l' => (0, from, half, thick),
                    _ => (from, from, 70 - from, thick),
                };
                fill(picture, x + across, y + down, width, height, colour);
            }
        };
        pipe(5, [0; 3], &mut picture);
        if text.contains('+') {
            pipe(3, [0, 240, 255], &mut picture);
        }
        let boxed = match (text.contains('*'), ways.len()) {
            (true, _) => [0; 3],
            (false, 1) => [0, 0, 255],
            _ => continue,
        };
        fill(&mut picture, x + 17, y + 17, 36, 36, [0; 3]);
        fill(&mut picture, x + 19, y + 19, 32, 32, boxed);
    }
    picture
}

/// A few samples tell what a cell shows at each of its sides: all shapes, lit or not, are known by that, also those that no
/// sample has.
#[test]
fn pipes_are_known_in_every_shape_and_light() {
    let first = ["u rd d r", "rl url+ rl ul", "urd r*+ dl l", "ur rd d dl"];
    let then = [
        "urdl ud+ rl+ ur+",
        "rd+ dl+ urdl*+ ul+",
        "url rdl+ udl+ urd+",
        "urdl+ ud*+ rdl*+ d+",
    ];
    let size = Size::new(4, 4);
    let cells = [
        (0, 0, "u"),
        (0, 1, "rd"),
        (1, 0, "rl"),
        (1, 1, "url"),
        (2, 0, "urd"),
        (2, 1, "r"),
    ];
    let shown = BoardSpec {
        samples: samples(&cells),
        anchored: true,
        turned: pipe_rings(),
        ..BoardSpec::new(rect(30.0, 40.0, 280.0, 280.0), size)
    };
    let (profile, _) = calibrate(&lit_pipes(&first), &shown, "cells").expect("fits");
    let seen = read(&profile, &lit_pipes(&then), None).expect("is found");
    let board = seen.reading.board("cells").expect("was read");
    for (cell, read) in board.cells.iter() {
        let value = then[cell.row].split(' ').nth(cell.col).expect("is there");
        assert_eq!(
            read.value,
            value.trim_end_matches(['+', '*']),
            "at {cell}: {read:?}"
        );
    }
    assert!(seen.doubtful().is_empty(), "{:?}", seen.doubtful());
}

const NET_PITCH: u32 = 48;

/// Thin pipes over a picture of the night sky. Large screens stand on their ends, upright whichever way the end faces,
/// and hide most of it; the game marks a cell by making it paler.
fn net(rows: &[&str], marked: Cell) -> RgbaImage {
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split(' ').collect()).collect();
    let size = Size::new(rows.len(), rows[0].len());
    let (width, height) = (size.cols as u32 * NET_PITCH, size.rows as u32 * NET_PITCH);
    let mut picture = RgbaImage::from_fn(width + 80, height + 60, |x, y| {
        let aside = |at: u32, side: u32| (at as f32 - side as f32 / 2.0).powi(2);
        let from_moon = (aside(x, width) + aside(y, height)).sqrt();
        let glow = (90.0 - from_moon).max(0.0) as u8 * 2 / 3;
        let star = if (x * 31 + y * 57) % 211 == 0 { 120 } else { 0 };
        opaque([10 + glow.max(star), 50 + glow.max(star), 110 + glow])
    });
    for cell in size.cells() {
        let (x, y) = (
            40 + cell.col as u32 * NET_PITCH,
            30 + cell.row as u32 * NET_PITCH,
        );
        let ways = rows[cell.row][cell.col];
        for way in ways.chars() {
            let (x, y, width, height) = match way {
                'u' => (x + 22, y, 5, 26),
                'd' => (x + 22, y + 22, 5, 26),
                'l' => (x, y + 22, 26, 5),
                _ => (x + 22, y + 22, 26, 5),
            };
            fill(&mut picture, x, y, width, height, [205, 200, 200]);
        }
        if ways.len() == 1 {
            fill(&mut picture, x + 8, y + 7, 32, 25, [12, 12, 14]);
            fill(&mut picture, x + 10, y + 9, 28, 8, [60, 60, 66]);
            fill(&mut picture, x + 20, y + 32, 8, 5, [30, 30, 32]);
            fill(&mut picture, x + 13, y + 36, 22, 4, [80, 80, 84]);
        }
    }
    for y in 0..NET_PITCH {
        for x in 0..NET_PITCH {
            let (col, row) = (marked.col as u32, marked.row as u32);
            let pixel = picture.get_pixel_mut(40 + col * NET_PITCH + x, 30 + row * NET_PITCH + y);
            let pale = |channel: u8| channel + (255 - channel) / 4;
            *pixel = opaque([pale(pixel[0]), pale(pixel[1]), pale(pixel[2])]);
        }
    }
    picture
}

/// What is the same on cells of every value, or changes without a meaning, does not tell them apart: large screens hide
/// all but a stub of the pipes, and the ground differs from cell to cell.
#[test]
fn a_small_part_tells_values_if_it_is_what_they_differ_in() {
    let first = [
        "d r ud udl l",
        "urd rl u rd url",
        "ur l rdl d ul",
        "rl udl dl u r",
        "u urd l ud d",
    ];
    let then = [
        "l u rl url d",
        "rdl urdl r dl udl",
        "rd d udl l ur",
        "ud url ul r u",
        "r rdl u rl l",
    ];
    let size = Size::new(5, 5);
    let picture = net(&first, Cell::new(0, 0));
    let said = size.cells().map(|cell| {
        let value = first[cell.row].split(' ').nth(cell.col);
        (cell, value.expect("is there").to_owned())
    });
    let side = (5 * NET_PITCH) as f32;
    let shown = BoardSpec {
        samples: said.collect(),
        anchored: true,
        turned: pipe_rings(),
        ..BoardSpec::new(rect(40.0, 30.0, side, side), size)
    };
    let (profile, seen) = calibrate(&picture, &shown, "cells").expect("fits");
    assert!(seen.doubtful().is_empty(), "{:?}", seen.doubtful());
    let seen = read(&profile, &net(&then, Cell::new(2, 2)), None).expect("is found");
    let board = seen.reading.board("cells").expect("was read");
    for (cell, read) in board.cells.iter() {
        let value = then[cell.row].split(' ').nth(cell.col).expect("is there");
        assert_eq!(read.value, value, "at {cell}: {read:?}");
    }
    let doubtful = seen.doubtful().len();
    // At most the one that no sample shows, and the brightest places.
    assert!(doubtful <= 3, "{:?}", seen.doubtful());
}

/// Atoms on a floor; each has a bond of two pixels to one side. How dark a shadow lies on a pixel of a cell is asked for by
/// the cell and the way across and down.
fn atoms(rows: &[&str], shadow: impl Fn(Cell, u32, u32) -> u8) -> RgbaImage {
    let size = Size::new(rows.len(), rows[0].len());
    let ground = [232, 231, 226];
    let mut picture = RgbaImage::from_pixel(400, 300, opaque([120, 60, 60]));
    for cell in size.cells() {
        let (x, y) = (40 + cell.col as u32 * 32, 30 + cell.row as u32 * 32);
        let atom = rows[cell.row].as_bytes()[cell.col];
        for across in 0..32 {
            for down in 0..32 {
                let dark = shadow(cell, across, down);
                let aside = |at: u32| at.abs_diff(16).pow(2);
                let colour = match aside(across) + aside(down) <= 13 * 13 && atom != b'.' {
                    true => opaque([60, 80, 110]),
                    false => opaque(ground.map(|channel: u8| channel - dark)),
                };
                picture.put_pixel(x + across, y + down, colour);
            }
        }
        let (bond_x, bond_y, width, height) = match atom {
            b'l' => (x, y + 15, 2, 3),
            b'r' => (x + 30, y + 15, 2, 3),
            b'u' => (x + 15, y, 3, 2),
            b'd' => (x + 15, y + 30, 3, 2),
            _ => continue,
        };
        fill(&mut picture, bond_x, bond_y, width, height, [50; 3]);
    }
    picture
}

#[track_caller]
fn assert_atoms(profile: &Profile, rows: &[&str], picture: &RgbaImage) -> usize {
    let seen = read(profile, picture, None).expect("is found");
    let board = seen.reading.board("cells").expect("was read");
    for (cell, read) in board.cells.iter() {
        let value = &rows[cell.row][cell.col..=cell.col];
        assert_eq!(read.value, value, "at {cell}: {read:?}");
    }
    seen.doubtful().len()
}

/// Where the inner parts of cells look alike, their rims tell them apart, in the light and in the shadow.
#[test]
fn rims_tell_values_if_nothing_else_does() {
    let rows = ["lrud", "dull", "ruld"];
    let size = Size::new(3, 4);
    let shown = BoardSpec {
        samples: samples(&[(0, 0, "l"), (0, 1, "r"), (0, 2, "u"), (0, 3, "d")]),
        anchored: true,
        ..BoardSpec::new(rect(40.0, 30.0, 128.0, 96.0), size)
    };
    let picture = atoms(&rows, |_, _, _| 0);
    let (profile, _) = calibrate(&picture, &shown, "cells").expect("fits");
    for shadow in [0, 70_u32] {
        let on_first = |cell: Cell, across: u32, down: u32| {
            shadow.saturating_sub((across + down + cell.row as u32 * 32) * 4) as u8
        };
        assert_atoms(&profile, &rows, &atoms(&rows, on_first));
    }
}

/// What stands in a shadow is known from a sample in the light, or in another shadow, and from the floor's samples.
#[test]
fn what_stands_on_a_ground_is_known_on_its_other_looks() {
    let rows = ["....lrud", "lrududlr", "udlrlrud", "dlurudlr"];
    let size = Size::new(4, 8);
    // From above, from the left, or both, as deep as half a cell.
    let shadow = |cell: Cell, across: u32, down: u32| {
        let kind = (cell.row + cell.col) % 4;
        let deep = |at: u32, falls: bool| {
            if falls {
                64_u32.saturating_sub(at * 4)
            } else {
                0
            }
        };
        deep(down, kind & 1 > 0).max(deep(across, kind & 2 > 0)) as u8
    };
    let said = [
        (0, 0, "."),
        (0, 1, "."),
        (0, 2, "."),
        (0, 3, "."),
        (0, 4, "l"),
        (0, 5, "r"),
        (0, 6, "u"),
        (0, 7, "d"),
    ];
    let shown = BoardSpec {
        samples: samples(&said),
        anchored: true,
        ..BoardSpec::new(rect(40.0, 30.0, 256.0, 128.0), size)
    };
    let picture = atoms(&rows, shadow);
    let (profile, _) = calibrate(&picture, &shown, "cells").expect("fits");
    assert_eq!(assert_atoms(&profile, &rows, &picture), 0, "are doubtful");
}

/// However much was said of a value before, what is said of a cell counts.
#[test]
fn there_is_room_for_what_is_said() {
    let size = Size::new(6, 8);
    let unlit = |cell: Cell| cell.col == 0;
    let mut picture = RgbaImage::from_pixel(400, 300, opaque([90, 90, 90]));
    for cell in size.cells() {
        let (x, y) = (40 + cell.col as u32 * 40, 30 + cell.row as u32 * 40);
        let seed = (cell.row * size.cols + cell.col) as u32;
        for (corner, (across, down)) in [(0, 0), (20, 0), (0, 20), (20, 20)].into_iter().enumerate()
        {
            let shade = |by: u32| ((seed * by + corner as u32 * 29) % 160) as u8;
            let colour = [shade(37), shade(53), shade(101)];
            fill(&mut picture, x + across, y + down, 20, 20, colour);
        }
        let sign = if unlit(cell) { [255; 3] } else { [255, 220, 0] };
        fill(&mut picture, x + 12, y + 12, 16, 16, sign);
    }
    let value = |cell: Cell| if unlit(cell) { "." } else { "#" };
    let shown = BoardSpec {
        samples: size
            .cells()
            .map(|cell| (cell, value(cell).to_owned()))
            .collect(),
        anchored: true,
        ..BoardSpec::new(rect(40.0, 30.0, 320.0, 240.0), size)
    };
    let (profile, seen) = calibrate(&picture, &shown, "lights").expect("fits");
    assert!(seen.doubtful().is_empty(), "{:?}", seen.doubtful());
    // One more, with a mark that none had.
    fill(&mut picture, 40 + 120, 30 + 80, 40, 12, [255, 0, 255]);
    let marked = (("lights".to_owned(), Cell::new(2, 3)), "#".to_owned());
    let taught = teach(&profile, &picture, &[marked].into()).expect("can be learnt");
    let seen = read(&taught, &picture, None).expect("is found");
    assert!(seen.doubtful().is_empty(), "{:?}", seen.doubtful());
}

/// Logo's target has cells of 8×8 pixels without a gap, patterned where they are empty.
#[test]
fn a_profile_for_logo_can_be_made_too() {
    let mut scene = Scene::empty();
    for (row, values) in scene.target.iter_mut().enumerate() {
        for (col, value) in values.iter_mut().enumerate() {
            *value = ((row * 7 + col * 3) % 5) as u8;
        }
    }
    let picture = enlarge(&scene.draw(), 3.0, Enlarge::Squares);
    let size = Size::new(ROWS, COLS);
    let mut said = BTreeMap::new();
    for value in 0..5_u8 {
        // Two of each.
        let cells = size.cells().filter(|c| scene.target[c.row][c.col] == value);
        let token = if value == 0 {
            ".".to_owned()
        } else {
            value.to_string()
        };
        said.extend(cells.take(2).map(|cell| (cell, token.clone())));
    }
    let shown = BoardSpec {
        samples: said,
        ..BoardSpec::new(rect(3.0 * 48.0, 3.0 * 160.0, 3.0 * 80.0, 3.0 * 48.0), size)
    };
    let (profile, _) = calibrate(&picture, &shown, "target").expect("fits");
    let other = {
        let mut other = scene.clone();
        other.target.reverse();
        enlarge(&other.draw(), 3.0, Enlarge::Squares)
    };
    let seen = import_image(&profile, &other.into()).expect("is read");
    let board = seen.reading.board("target").expect("was read");
    for (cell, read) in board.cells.iter() {
        let value = scene.target[ROWS - 1 - cell.row][cell.col];
        let token = if value == 0 {
            ".".to_owned()
        } else {
            value.to_string()
        };
        assert_eq!(read.value, token, "at {cell}");
    }
}

#[test]
fn what_does_not_do_is_told() {
    let size = Size::new(4, 6);
    let picture = lamps(size, 40, (31, 22), (320, 240));
    let good = BoardSpec {
        samples: samples(&[(0, 0, "#"), (0, 2, ".")]),
        ..BoardSpec::new(rect(31.0, 22.0, 240.0, 160.0), size)
    };
    let refused = |change: fn(&mut BoardSpec)| {
        let mut shown = good.clone();
        change(&mut shown);
        calibrate(&picture, &shown, "lights").expect_err("cannot do")
    };
    assert!(matches!(
        refused(|s| s.rect.width = 5.0),
        CalibrateError::Box(_)
    ));
    assert!(matches!(
        refused(|s| s.size = Size::new(0, 3)),
        CalibrateError::Box(_)
    ));
    let one_value = refused(|s| drop(s.samples.remove(&Cell::new(0, 0))));
    assert!(matches!(one_value, CalibrateError::Samples));
    let same = refused(|s| s.samples = samples(&[(0, 0, "#"), (0, 1, ".")]));
    assert!(matches!(same, CalibrateError::Unclear(_)), "{same}");
    // A slip among several samples makes cells like it doubtful, if nothing else.
    let mut mixed = good.clone();
    mixed.samples.insert(Cell::new(0, 1), ".".to_owned());
    match calibrate(&picture, &mixed, "lights") {
        Ok((_, seen)) => assert!(seen.reading.boards[0].doubtful(0.5).count() > 2),
        Err(error) => assert!(matches!(error, CalibrateError::Ambiguous(..)), "{error}"),
    }
    let outside = refused(|s| s.rect.x = 5000.0);
    assert!(matches!(outside, CalibrateError::Box(_)), "{outside}");
}

/// A further picture is taken before anything is said of it, and may look unlike the first one in all cells.
#[test]
fn a_further_picture_needs_nothing_said_yet() {
    let size = Size::new(4, 6);
    let picture = lamps(size, 40, (31, 22), (320, 240));
    let mut other = picture.clone();
    image::imageops::invert(&mut other);
    let shown = BoardSpec {
        samples: samples(&[(0, 0, "#"), (0, 1, "#"), (0, 2, "."), (1, 0, ".")]),
        more: vec![LabelledPicture {
            image: Arc::new(other),
            samples: BTreeMap::new(),
        }],
        ..BoardSpec::new(rect(31.0, 22.0, 240.0, 160.0), size)
    };
    let (profile, _) = calibrate(&picture, &shown, "lights").expect("fits");
    assert_lamps(&profile, &picture, size);
    // Most of it is still unknown when the first cell of it is said.
    let mut some = shown.clone();
    some.more[0].samples = samples(&[(0, 0, "#")]);
    let (profile, _) = calibrate(&picture, &some, "lights").expect("fits");
    assert_lamps(&profile, &picture, size);
}

/// A lamp in a dress that no sample has, a ring around it, is doubtful until the person says what it is.
#[test]
fn a_cell_that_is_told_is_learnt_and_nothing_else_changes() {
    let size = Size::new(4, 6);
    let picture = lamps(size, 40, (31, 22), (320, 240));
    let shown = BoardSpec {
        samples: samples(&[(0, 0, "#"), (0, 1, "#"), (0, 2, "."), (1, 0, ".")]),
        ..BoardSpec::new(rect(31.0, 22.0, 240.0, 160.0), size)
    };
    let (profile, _) = calibrate(&picture, &shown, "lights").expect("fits");
    let mut dressed = picture.clone();
    let ringed = [Cell::new(0, 1), Cell::new(2, 3)];
    for cell in ringed {
        let (x, y) = (31 + cell.col as u32 * 40, 22 + cell.row as u32 * 40);
        for (x, y, width, height) in [
            (x + 4, y + 4, 32, 6),
            (x + 4, y + 30, 32, 6),
            (x + 4, y + 4, 6, 32),
        ] {
            fill(&mut dressed, x, y, width, height, [220, 20, 200]);
        }
    }
    let seen = read(&profile, &dressed, None).expect("is found");
    assert!(
        !seen.doubtful().is_empty(),
        "the rings are not in the samples"
    );
    let told = ringed.map(|cell| {
        let value = if lit(cell) { "#" } else { "." };
        (("lights".to_owned(), cell), value.to_owned())
    });
    let taught = teach(&profile, &dressed, &told.into()).expect("can be learnt");
    for picture in [&picture, &dressed] {
        assert_lamps(&taught, picture, size);
    }
    // What cannot be true of cells that look alike is refused, with the place.
    let wrong = [(("lights".to_owned(), Cell::new(0, 0)), ".".to_owned())];
    let wrong = wrong.into();
    let error = teach(&profile, &picture, &wrong).expect_err("contradicts the samples");
    assert!(error.to_string().contains("row 1, column 1"), "{error}");
    // Unless the person says that both look the same in this game: it is read as before, and may be either.
    let both = teach_ambiguous(&profile, &picture, &wrong).expect("can be learnt");
    let seen = read(&both, &picture, None).expect("is found");
    assert_eq!(
        seen.reading,
        read(&profile, &picture, None).expect("is found").reading
    );
    assert!(seen.may_show("lights", "#", ".") && !seen.may_show("lights", ".", "#"));
    assert_eq!(teach(&both, &picture, &wrong), Ok(both.clone()));
}
