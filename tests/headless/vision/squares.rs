//! Boards of outlined squares: drawn here in type, colours, scales and noise of their own, with
//! leaves over everything, and read or doubted, never read wrongly for sure.

use std::collections::BTreeMap;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use fastrand::Rng;
use image::{Rgba, RgbaImage, imageops};
use planwright::games;
use planwright::vision::{Profile, ProfileStore, ScreenReading, VisionError, read};

/// Points of the picture at scale 1 are drawn so many times as large, then made smaller.
const FINE: f32 = 3.0;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// A picture to draw.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    scale: f32,
    font: usize,
    ground: [u8; 3],
    fill: [u8; 3],
    noise: i16,
    pub(super) leaves: usize,
    /// Rows of tokens: `.` none, `_` empty, a number given, `p5` a piece.
    board: Vec<Vec<String>>,
    tray: Vec<u32>,
    /// Row or column, side, `sum 12` or `placed 7`.
    notes: Vec<(usize, Side, String)>,
    seed: u64,
}

impl Scene {
    pub(super) fn small() -> Self {
        let rows = ["_ 5 . .", "3 _ _ 12", ". _ . p4"];
        let board = rows
            .iter()
            .map(|row| row.split(' ').map(str::to_owned).collect());
        Self {
            scale: 1.0,
            font: 0,
            ground: [216, 180, 152],
            fill: [144, 30, 255],
            noise: 0,
            leaves: 8,
            board: board.collect(),
            tray: vec![7, 2, 36, 0, 5],
            notes: vec![
                (0, Side::Left, "sum 12".to_owned()),
                (1, Side::Right, "placed 7".to_owned()),
                (1, Side::Bottom, "sum 49".to_owned()),
                (3, Side::Top, "placed 83".to_owned()),
            ],
            seed: 1,
        }
    }

    pub(super) fn draw(&self) -> RgbaImage {
        let mut pen = Pen::new(self);
        let dark = [64, 64, 64];
        let (rows, cols) = (self.board.len() as f32, self.board[0].len() as f32);
        let (left, top) = (
            ((800.0 - cols * 48.0) / 2.0).round(),
            ((420.0 - rows * 48.0) / 2.0).round(),
        );
        let place = |row: f32, col: f32| (left + 48.0 * col, top + 48.0 * row);
        for (row, tokens) in self.board.iter().enumerate() {
            for (col, token) in tokens.iter().enumerate() {
                let (x, y) = place(row as f32, col as f32);
                if token == "." {
                    continue;
                }
                pen.rect(x, y, 43.0, 43.0, dark);
                pen.rect(x + 2.0, y + 2.0, 39.0, 39.0, self.ground);
                match token.strip_prefix('p') {
                    Some(piece) => pen.piece(x, y, piece, self.fill),
                    None if token != "_" => pen.text(token, x + 21.5, y + 21.5, 18.0, dark, false),
                    None => {}
                }
            }
        }
        let start = ((800.0 - 48.0 * self.tray.len() as f32) / 2.0).round();
        for (index, number) in self.tray.iter().enumerate() {
            let (x, y) = (start + 48.0 * index as f32, 480.0);
            for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
                pen.rect(x + 29.0 * dx, y + 41.0 * dy, 14.0, 2.0, dark);
                pen.rect(x + 41.0 * dx, y + 29.0 * dy, 2.0, 14.0, dark);
            }
            pen.piece(x, y, &number.to_string(), self.fill);
        }
        for (line, side, text) in &self.notes {
            let (kind, number) = text.split_once(' ').expect("has a kind");
            let colour = if kind == "sum" { dark } else { [112, 122, 225] };
            let number = format!("{number:0>2}");
            let along = |line: usize, row: bool| {
                let cells = self.board.iter().enumerate().flat_map(|(r, tokens)| {
                    tokens
                        .iter()
                        .enumerate()
                        .map(move |(c, token)| (r, c, token))
                });
                let on = cells.filter(|(r, c, token)| {
                    (if row { *r } else { *c }) == line && token.as_str() != "."
                });
                on.map(|(r, c, _)| if row { c } else { r } as f32)
                    .collect::<Vec<_>>()
            };
            let row = matches!(side, Side::Left | Side::Right);
            let cells = along(*line, row);
            let (first, last) = (cells[0] - 1.0, cells[cells.len() - 1] + 1.0);
            let at = *line as f32;
            let (x, y) = match side {
                Side::Left => place(at, first),
                Side::Right => place(at, last),
                Side::Top => place(first, at),
                Side::Bottom => place(last, at),
            };
            pen.note(x, y, *side, &number, colour);
        }
        pen.text("Level 07", 60.0, 24.0, 14.0, dark, false);
        pen.rect(750.0, 18.0, 12.0, 12.0, dark);
        pen.rect(751.0, 19.0, 10.0, 10.0, self.ground);
        pen.leaves(self.leaves);
        self.on_a_page(&pen.image)
    }

    /// At its scale in a browser's page, with noise.
    fn on_a_page(&self, fine: &RgbaImage) -> RgbaImage {
        let mut rng = Rng::with_seed(self.seed);
        let (width, height) = (
            (800.0 * self.scale).round() as u32,
            (600.0 * self.scale).round() as u32,
        );
        let small = imageops::resize(fine, width, height, imageops::FilterType::Triangle);
        let size = (width.max(1100) + 120, height.max(700) + 120);
        let mut page = RgbaImage::from_pixel(size.0, size.1, Rgba([44, 62, 80, 255]));
        let corner = (
            rng.u32(20..size.0 - width - 20),
            rng.u32(20..size.1 - height - 20),
        );
        for _ in 0..20 {
            // Buttons and pictures of the page.
            let side = rng.u32(8..60);
            let (x, y) = (rng.u32(0..size.0 - side), rng.u32(0..size.1 - side));
            let colour = [rng.u8(..), rng.u8(..), rng.u8(..), 255];
            for (dx, dy) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
                page.put_pixel(x + dx, y + dy, Rgba(colour));
            }
        }
        let frame = RgbaImage::from_pixel(width + 12, height + 12, Rgba([0, 0, 0, 255]));
        imageops::overlay(
            &mut page,
            &frame,
            i64::from(corner.0) - 6,
            i64::from(corner.1) - 6,
        );
        imageops::overlay(&mut page, &small, corner.0.into(), corner.1.into());
        if self.noise > 0 {
            for pixel in page.pixels_mut() {
                for channel in &mut pixel.0[..3] {
                    let by = rng.i16(-self.noise..=self.noise);
                    *channel = (i16::from(*channel) + by).clamp(0, 255) as u8;
                }
            }
        }
        page
    }

    /// What must be read, by board.
    fn values(&self) -> BTreeMap<&'static str, Vec<String>> {
        let tokens = || self.board.iter().flatten();
        let notes = |rows: bool, count: usize| {
            let mut lines = vec![String::new(); count];
            for (line, side, text) in &self.notes {
                if matches!(side, Side::Left | Side::Right) == rows {
                    lines[*line] = text.clone();
                }
            }
            lines
        };
        let piece = |token: &String| token.strip_prefix('p').unwrap_or_default().to_owned();
        [
            (
                "board",
                tokens()
                    .map(|token| token.trim_start_matches('p').to_owned())
                    .collect(),
            ),
            ("placed", tokens().map(piece).collect()),
            ("pieces", self.tray.iter().map(u32::to_string).collect()),
            ("row sums", notes(true, self.board.len())),
            ("column sums", notes(false, self.board[0].len())),
        ]
        .into()
    }
}

struct Pen {
    image: RgbaImage,
    regular: FontRef<'static>,
    rng: Rng,
}

impl Pen {
    fn new(scene: &Scene) -> Self {
        let [r, g, b] = scene.ground;
        let side = |points: f32| (points * FINE) as u32;
        // Type that the reader does not know.
        let fonts = [
            epaint_default_fonts::HACK_REGULAR,
            epaint_default_fonts::UBUNTU_LIGHT,
        ];
        Self {
            image: RgbaImage::from_pixel(side(800.0), side(600.0), Rgba([r, g, b, 255])),
            regular: FontRef::try_from_slice(fonts[scene.font % 2]).expect("is a font"),
            rng: Rng::with_seed(scene.seed),
        }
    }

    fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, [r, g, b]: [u8; 3]) {
        for row in (y * FINE) as u32..((y + height) * FINE) as u32 {
            for column in (x * FINE) as u32..((x + width) * FINE) as u32 {
                if column < self.image.width() && row < self.image.height() {
                    self.image.put_pixel(column, row, Rgba([r, g, b, 255]));
                }
            }
        }
    }

    /// A text around a point, its digits so high.
    fn text(&mut self, text: &str, x: f32, y: f32, high: f32, colour: [u8; 3], bold: bool) {
        let nought = self.regular.glyph_id('0').with_scale(100.0);
        let nought = self
            .regular
            .outline_glyph(nought)
            .expect("is drawn")
            .px_bounds();
        let scale = PxScale::from(100.0 * high * FINE / nought.height());
        let font = self.regular.clone();
        let scaled = font.as_scaled(scale);
        let width: f32 = text
            .chars()
            .map(|c| scaled.h_advance(font.glyph_id(c)))
            .sum();
        let mut pen = x * FINE - width / 2.0;
        let base = (y + high / 2.0) * FINE;
        for c in text.chars() {
            let id = font.glyph_id(c);
            // Bold by drawing twice.
            for off in if bold {
                vec![0.0, 1.2 * FINE]
            } else {
                vec![0.0]
            } {
                let glyph = id.with_scale_and_position(scale, point(pen + off - off / 2.0, base));
                let Some(outline) = font.outline_glyph(glyph) else {
                    continue;
                };
                let bounds = outline.px_bounds();
                outline.draw(|dx, dy, part| {
                    let (px, py) = (
                        bounds.min.x as i32 + dx as i32,
                        bounds.min.y as i32 + dy as i32,
                    );
                    if px >= 0
                        && py >= 0
                        && (px as u32) < self.image.width()
                        && (py as u32) < self.image.height()
                    {
                        let pixel = self.image.get_pixel_mut(px as u32, py as u32);
                        for (channel, ink) in pixel.0.iter_mut().zip(colour) {
                            let mixed = f32::from(*channel) * (1.0 - part) + f32::from(ink) * part;
                            *channel = mixed as u8;
                        }
                    }
                });
            }
            pen += scaled.h_advance(id);
        }
    }

    fn piece(&mut self, x: f32, y: f32, number: &str, fill: [u8; 3]) {
        self.rect(x + 3.0, y + 3.0, 37.0, 37.0, [0, 0, 0]);
        self.rect(x + 4.0, y + 4.0, 35.0, 35.0, fill);
        self.text(number, x + 21.5, y + 21.5, 18.0, [255, 255, 255], false);
    }

    fn note(&mut self, x: f32, y: f32, side: Side, number: &str, colour: [u8; 3]) {
        let (mx, my) = (x + 21.5, y + 21.5);
        // Seven points deep, the tip away from the cells.
        for step in 0..14 {
            let (deep, wide) = (step as f32 / 2.0, 13.0 - 13.0 * step as f32 / 14.0);
            match side {
                Side::Left => self.rect(x + 45.0 - deep - 0.5, my - wide / 2.0, 0.5, wide, colour),
                Side::Right => self.rect(x - 2.0 + deep, my - wide / 2.0, 0.5, wide, colour),
                Side::Top => self.rect(mx - wide / 2.0, y + 45.0 - deep - 0.5, wide, 0.5, colour),
                Side::Bottom => self.rect(mx - wide / 2.0, y - 2.0 + deep, wide, 0.5, colour),
            }
        }
        let (tx, ty) = match side {
            Side::Left => (x + 22.0, my),
            Side::Right => (x + 21.0, my),
            Side::Top => (mx, y + 24.0),
            Side::Bottom => (mx, y + 19.0),
        };
        self.text(number, tx, ty, 14.0, colour, true);
    }

    fn leaves(&mut self, count: usize) {
        for _ in 0..count {
            let (x, y) = (self.rng.f32() * 800.0 * FINE, self.rng.f32() * 600.0 * FINE);
            let (a, b) = (
                (6.0 + 9.0 * self.rng.f32()) * FINE,
                (4.0 + 7.0 * self.rng.f32()) * FINE,
            );
            for row in (y - b).max(0.0) as u32..((y + b) as u32).min(self.image.height()) {
                for column in (x - a).max(0.0) as u32..((x + a) as u32).min(self.image.width()) {
                    let (dx, dy) = ((column as f32 - x) / a, (row as f32 - y) / b);
                    if dx * dx + dy * dy <= 1.0 {
                        let pixel = self.image.get_pixel_mut(column, row);
                        for (channel, leaf) in pixel.0.iter_mut().zip([196.0, 192.0, 186.0]) {
                            *channel = (f32::from(*channel) * 0.65 + leaf * 0.35) as u8;
                        }
                    }
                }
            }
        }
    }
}

fn profile() -> Profile {
    let store = ProfileStore::load(None);
    store.get("puzlogic-web").expect("is shipped").clone()
}

/// Compares all values. Returns how many there are, how many doubtful, and the wrong ones.
fn compare(scene: &Scene, seen: &ScreenReading) -> (usize, usize, Vec<String>) {
    let (mut all, mut doubtful, mut wrong) = (0, 0, Vec::new());
    for (id, wanted) in scene.values() {
        let board = seen.reading.board(id);
        let read: Vec<_> = board.map_or(Vec::new(), |board| board.cells.as_slice().to_vec());
        if read.len() != wanted.len() {
            wrong.push(format!(
                "{id}: {} values instead of {}",
                read.len(),
                wanted.len()
            ));
            continue;
        }
        for (read, wanted) in read.iter().zip(&wanted) {
            all += 1;
            if read.confidence < seen.doubtful_below {
                doubtful += 1;
            } else if read.value != *wanted {
                wrong.push(format!("{id}: ‘{}’ instead of ‘{wanted}’", read.value));
            }
        }
    }
    (all, doubtful, wrong)
}

#[test]
fn a_board_is_read_at_every_scale_and_in_every_colour() {
    let profile = profile();
    let grounds = [
        [216, 180, 152],
        [150, 200, 130],
        [232, 232, 232],
        [120, 140, 190],
        [216, 164, 164],
    ];
    let (mut all, mut doubtful) = (0, 0);
    for (index, scale) in [0.75, 0.9, 1.0, 1.25, 1.6, 2.0].into_iter().enumerate() {
        for font in 0..2 {
            let scene = Scene {
                scale,
                font,
                ground: grounds[(index + font) % grounds.len()],
                fill: if index % 2 == 0 {
                    [144, 30, 255]
                } else {
                    [128, 124, 252]
                },
                noise: if index % 3 == 2 { 4 } else { 0 },
                seed: index as u64 + 1,
                ..Scene::small()
            };
            let seen = read(&profile, &scene.draw(), None).expect("is the game");
            assert!(
                seen.complete && (seen.place.scale / scale - 1.0).abs() < 0.02,
                "{:?}",
                seen.place
            );
            let (count, doubts, wrong) = compare(&scene, &seen);
            assert!(wrong.is_empty(), "at {scale}, font {font}: {wrong:?}");
            all += count;
            doubtful += doubts;
        }
    }
    assert!(doubtful * 20 <= all, "{doubtful} of {all} are doubtful");
}

#[test]
fn boards_by_chance_are_read_or_doubted() {
    let profile = profile();
    let (mut all, mut doubtful, mut wrong) = (0, 0, Vec::new());
    for seed in 0..24 {
        let mut rng = Rng::with_seed(seed);
        let (rows, cols) = (rng.usize(2..7), rng.usize(2..9));
        let mut token = |row: usize, col: usize| match rng.u32(0..10) {
            // The corners are cells, so that the board's size is known.
            _ if (row, col) == (0, 0) || (row, col) == (rows - 1, cols - 1) => "_".to_owned(),
            0..4 => ".".to_owned(),
            4..7 => "_".to_owned(),
            7 | 8 => rng.u32(0..30).to_string(),
            _ => format!("p{}", rng.u32(0..10)),
        };
        let board = (0..rows)
            .map(|r| (0..cols).map(|c| token(r, c)).collect())
            .collect();
        let scene = Scene {
            scale: [0.8, 1.0, 1.1, 1.5][rng.usize(0..4)],
            font: rng.usize(0..2),
            ground: [rng.u8(140..235), rng.u8(140..235), rng.u8(140..235)],
            leaves: rng.usize(0..16),
            board,
            tray: (0..rng.usize(1..9)).map(|_| rng.u32(0..100)).collect(),
            notes: Vec::new(),
            seed,
            ..Scene::small()
        };
        let seen = read(&profile, &scene.draw(), None).expect("is the game");
        let (count, doubts, more) = compare(&scene, &seen);
        all += count;
        doubtful += doubts;
        wrong.extend(more.into_iter().map(|text| format!("{seed}: {text}")));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(doubtful * 25 <= all, "{doubtful} of {all} are doubtful");
}

#[test]
fn a_level_is_made_of_what_was_read() {
    let scene = Scene::small();
    let seen = read(&profile(), &scene.draw(), None).expect("is the game");
    let game = games::by_id("puzlogic").expect("is registered");
    let level = game.level_from_reading(&seen.reading).expect("is a level");
    let text = level.to_text();
    // The placed 4 is a piece, and its cell empty.
    assert!(text.contains("pieces 0 2 4 5 7 36"), "{text}");
    assert!(
        text.contains("row 1 sum 12") && text.contains("column 4 placed 83"),
        "{text}"
    );
    let moves = game
        .moves_from_reading(level.as_ref(), &seen.reading)
        .expect("is known");
    assert_eq!(
        moves.iter().map(|mv| mv.as_str()).collect::<Vec<_>>(),
        ["3 4 4"]
    );
}

#[test]
fn the_place_of_an_earlier_reading_is_found_again() {
    let (profile, picture) = (profile(), Scene::small().draw());
    let first = read(&profile, &picture, None).expect("is the game");
    let again = read(&profile, &picture, Some(first.place)).expect("is the game");
    assert_eq!(first, again);
}

#[test]
fn pictures_of_other_things_are_refused() {
    let profile = profile();
    let page = RgbaImage::from_pixel(900, 700, Rgba([250, 250, 250, 255]));
    for picture in [
        page,
        Scene {
            board: vec![vec![".".to_owned()]],
            tray: vec![],
            notes: vec![],
            ..Scene::small()
        }
        .draw(),
    ] {
        match read(&profile, &picture, None) {
            Err(VisionError::NotThisGame { looked_for, .. }) => {
                assert!(looked_for.contains("outlined squares"), "{looked_for}");
            }
            Ok(seen) => {
                assert!(!seen.is_playing());
                assert!(seen.why_no_boards.is_some());
            }
            Err(other) => panic!("{other}"),
        }
    }
}
