use image::{Rgba, RgbaImage, imageops};

use crate::game::{
    Cell, Grid, Pixel, Region, ScrolledBoards, Scrolling, SheetSprite, Size, SpriteSheet,
};
use crate::profile::{PLAYING_PHASE, PhaseRule, Profile, SpritesRule};
use crate::{FinderRule, ScreenReading, VisionError, read};

const SAND: Pixel = [214, 190, 140];
const DOT: Pixel = [200, 176, 126];
const BLACK: Pixel = [0, 0, 0];
const BRICK: Pixel = [150, 70, 50];
const WOOD: Pixel = [120, 90, 40];
const GOLD: Pixel = [240, 200, 60];
const INK: Pixel = [240, 240, 230];

fn sprite(name: &str, layer: usize, colours: &[Pixel], rows: [&str; 5]) -> SheetSprite {
    let pixel = |sign: char| colours.get(sign.to_digit(10)? as usize).copied();
    SheetSprite {
        name: name.to_owned(),
        layer,
        pixels: rows.iter().flat_map(|row| row.chars().map(pixel)).collect(),
    }
}

/// Sprites of a small game with this background.
fn sheet(background: SheetSprite) -> SpriteSheet {
    let goal = [".....", ".000.", ".0.0.", ".000.", "....."];
    let crate_rows = ["00000", "0...0", "0.1.0", "0...0", "00000"];
    let player = ["..0..", ".000.", "..0..", ".0.0.", "....."];
    SpriteSheet {
        title: "Crates".to_owned(),
        side: 5,
        background: BLACK,
        ink: INK,
        sprites: vec![
            background,
            sprite("goal", 1, &[GOLD], goal),
            sprite("wall", 2, &[BRICK], ["00000"; 5]),
            sprite("crate", 2, &[WOOD, GOLD], crate_rows),
            sprite("player", 2, &[INK], player),
        ],
        floor: Some(0),
        ..SpriteSheet::default()
    }
}

fn sandy() -> SpriteSheet {
    let rows = ["00000", "01000", "00000", "00010", "00000"];
    sheet(sprite("ground", 0, &[SAND, DOT], rows))
}

fn black() -> SpriteSheet {
    sheet(sprite("ground", 0, &[BLACK], ["00000"; 5]))
}

fn sprites_of(letter: char) -> Vec<usize> {
    match letter {
        '#' => vec![0, 2],
        'o' => vec![0, 1],
        '*' => vec![0, 3],
        '@' => vec![0, 1, 3],
        'p' => vec![0, 4],
        _ => vec![0],
    }
}

const LEVEL: [&str; 5] = ["######..", "#p.*o#..", "#..@o###", "#......#", "########"];
const BARE: [&str; 4] = ["......", ".p.*o.", "..*.o.", "......"];

fn values(sheet: &SpriteSheet, level: &[&str]) -> Grid<String> {
    let cells = level.iter().flat_map(|row| row.chars());
    let value = |letter| sheet.visible_value(&sprites_of(letter));
    let cells = cells.map(value).collect();
    Grid::from_cells(Size::new(level.len(), level[0].len()), cells).expect("a rectangle")
}

/// Window of 700 by 520 pixels with noise above, text below, and the level at this scale and position.
fn window(sheet: &SpriteSheet, level: &[&str], scale: u32, (left, top): (u32, u32)) -> RgbaImage {
    let rgba = |[r, g, b]: Pixel| Rgba([r, g, b, 255]);
    let mut image = RgbaImage::from_pixel(700, 520, rgba(sheet.background));
    let mut random = fastrand::Rng::with_seed(u64::from(scale));
    for y in 0..40 {
        for x in 0..700 {
            let is_dark = random.u32(0..4) == 0;
            let grey = if is_dark { random.u8(..) } else { 230 };
            image.put_pixel(x, y, rgba([grey; 3]));
        }
    }
    for x in (20..300).step_by(7) {
        for y in 500..508 {
            image.put_pixel(x, y, rgba(INK));
        }
    }
    for (row, line) in level.iter().enumerate() {
        for (col, letter) in line.chars().enumerate() {
            for (index, pixel) in sheet.compose(&sprites_of(letter)).into_iter().enumerate() {
                let at = |cell: usize, dot: usize| (cell * 5 + dot) as u32 * scale;
                let square = RgbaImage::from_pixel(scale, scale, rgba(pixel));
                let (x, y) = (left + at(col, index % 5), top + at(row, index / 5));
                imageops::replace(&mut image, &square, x.into(), y.into());
            }
        }
    }
    image
}

fn profile(sheet: SpriteSheet) -> Profile {
    let mut profile = Profile {
        finder: FinderRule::Sprites(SpritesRule::default()),
        ..Profile::default()
    };
    profile.screen.phases.push(PhaseRule {
        phase: PLAYING_PHASE.to_owned(),
        when: Vec::new(),
    });
    profile.unseen.sprites = Some(std::sync::Arc::new(sheet));
    profile
}

#[track_caller]
fn assert_shows(screen: &ScreenReading, level: &Grid<String>, scale: u32, (left, top): (u32, u32)) {
    let board = screen.reading.board("level").expect("was read");
    assert_eq!(board.cells.map(|cell| cell.value.clone()), *level);
    let place = (screen.place.x, screen.place.y, screen.place.scale);
    assert_eq!(place, (left as f32, top as f32, scale as f32));
    assert!(screen.doubtful().is_empty());
    assert!(screen.is_playing());
}

#[test]
fn a_board_is_read_at_every_scale_and_place() {
    let sheet = sandy();
    let (profile, level) = (profile(sheet.clone()), values(&sheet, &LEVEL));
    for (scale, at) in [
        (1, (301, 97)),
        (2, (13, 51)),
        (3, (202, 111)),
        (7, (33, 77)),
        (12, (101, 63)),
    ] {
        let image = window(&sheet, &LEVEL, scale, at);
        let screen = read(&profile, &image, None).expect("is there");
        assert_shows(&screen, &level, scale, at);
        // Again at the earlier position, and with another level at its own position.
        let again = read(&profile, &image, Some(screen.place)).expect("is there");
        assert_shows(&again, &level, scale, at);
        let other = window(&sheet, &LEVEL[..4], 5, (55, 66));
        let screen = read(&profile, &other, Some(screen.place)).expect("is there");
        assert_shows(&screen, &values(&sheet, &LEVEL[..4]), 5, (55, 66));
    }
}

#[test]
fn a_board_that_blends_with_its_surroundings_is_found_by_known_levels() {
    let mut sheet = black();
    sheet.boards = vec![values(&sheet, &LEVEL), values(&sheet, &BARE)];
    let profile = profile(sheet.clone());
    for (scale, at) in [(3, (202, 111)), (9, (71, 88)), (14, (141, 61))] {
        let screen = read(&profile, &window(&sheet, &BARE, scale, at), None).expect("is there");
        assert_shows(&screen, &values(&sheet, &BARE), scale, at);
        // A crate was pushed.
        let moved = ["......", "..p*o.", "...*o.", "......"];
        let image = window(&sheet, &moved, scale, at);
        let again = read(&profile, &image, Some(screen.place)).expect("is there");
        assert_shows(&again, &values(&sheet, &moved), scale, at);
    }
}

/// Board larger than its visible part.
const WIDE: [&str; 8] = [
    "###############",
    "#.............#",
    "#.p.*....o....#",
    "#.............#",
    "#......#......#",
    "#..o.......*..#",
    "#.............#",
    "###############",
];

/// Small board with a crate that may be pushed.
const LOW: [[&str; 2]; 3] = [
    [".p..*..o", "........"],
    ["...p*..o", "........"],
    ["....p*.o", "........"],
];

fn part<'a>(level: &[&'a str], region: Region) -> Vec<&'a str> {
    let Cell { row, col } = region.corner;
    let rows = &level[row..row + region.size.rows];
    let cols = col..col + region.size.cols;
    rows.iter().map(|row| &row[cols.clone()]).collect()
}

#[test]
fn a_part_of_a_board_is_found_at_the_beginning_and_wherever_one_goes_from_there() {
    let games = [sandy(), black()].into_iter();
    for (mut sheet, flicks) in games.flat_map(|game| [(game.clone(), true), (game, false)]) {
        let levels: [&[&str]; 3] = [&WIDE, &BARE, &LOW[0]];
        let size = Size::new(5, 7);
        let view = Scrolling { size, flicks };
        let size = |level: &[&str]| Size::new(level.len(), level[0].len());
        let start = |level: &[&str]| view.around(size(level), Cell::new(2, 2));
        let regions = levels.iter().flat_map(|level| match flicks {
            true => view
                .viewports(size(level))
                .map(|region| part(level, region))
                .collect(),
            false => vec![part(level, start(level))],
        });
        sheet.boards = regions.map(|rows| values(&sheet, &rows)).collect();
        sheet.scrolled = Some(ScrolledBoards {
            scrolling: view,
            boards: levels.iter().map(|level| values(&sheet, level)).collect(),
        });
        let profile = profile(sheet.clone());
        let (scale, at) = (7, (105, 91));
        let mut place = None;
        for level in levels {
            let others = view.viewports(size(level));
            let parts = std::iter::once(start(level)).chain(others);
            let parts = parts.map(|region| part(level, region));
            let pushed = LOW.iter().map(|rows| part(rows, start(rows)));
            for rows in parts.chain(pushed) {
                if !rows.concat().contains(['#', 'p', '*', 'o']) {
                    continue;
                }
                let image = window(&sheet, &rows, scale, at);
                let screen = read(&profile, &image, place).expect("is there");
                assert_shows(&screen, &values(&sheet, &rows), scale, at);
                place = Some(screen.place);
            }
            let page = window(&sheet, &[], 1, (0, 0));
            let screen = read(&profile, &page, place).expect("is a page");
            assert!(!screen.is_playing());
        }
    }
}

#[test]
fn cells_of_one_colour_each_do_not_hide_the_scale() {
    let plain = |name: &str, layer, colour| sprite(name, layer, &[colour], ["00000"; 5]);
    let mut sheet = black();
    sheet.sprites = vec![
        plain("ground", 0, SAND),
        plain("goal", 1, GOLD),
        plain("wall", 2, BRICK),
        plain("crate", 2, WOOD),
        plain("player", 2, INK),
    ];
    sheet.boards = vec![values(&sheet, &LEVEL)];
    let profile = profile(sheet.clone());
    for (scale, at) in [(2, (35, 77)), (6, (103, 81))] {
        let screen = read(&profile, &window(&sheet, &LEVEL, scale, at), None).expect("is there");
        assert_shows(&screen, &values(&sheet, &LEVEL), scale, at);
    }
}

#[test]
fn pages_of_text_and_other_pictures_are_no_boards() {
    for sheet in [sandy(), black()] {
        let with_boards = SpriteSheet {
            boards: vec![values(&sheet, &LEVEL)],
            ..sheet.clone()
        };
        let profile = profile(with_boards);
        let mut page = window(&sheet, &[], 1, (0, 0));
        let screen = read(&profile, &page, None).expect("is a page");
        assert!(screen.phase == "page" && !screen.is_playing());
        let other = RgbaImage::from_pixel(300, 300, Rgba([99, 12, 200, 255]));
        imageops::replace(&mut page, &other, 100, 100);
        let error = read(&profile, &page, None).expect_err("is something else");
        assert!(matches!(error, VisionError::NotThisGame { .. }), "{error}");
    }
    let nothing = Profile {
        finder: FinderRule::Sprites(SpritesRule::default()),
        ..Profile::default()
    };
    let error = read(&nothing, &RgbaImage::new(9, 9), None).expect_err("no game is known");
    assert!(error.to_string().contains("open its file"), "{error}");
}
