//! Boards found by their grid: any size, any place, any two looks that can be told apart; what
//! lies on cells makes them doubtful; other pictures are refused.

use image::RgbaImage;
use planwright::game::{Cell, Size};
use planwright::games;
use planwright::vision::{Profile, ScreenReading, VisionError, propose, read};
use proptest::prelude::*;

use testkit::draw::{desktop, fill, noisy, opaque};

/// A board as drawn.
#[derive(Clone, Debug)]
struct Board {
    size: Size,
    /// From cell to cell, in 64ths of a pixel: grids of real windows do not keep to whole ones.
    pitch: u32,
    /// Share of the pitch between cells, in percent.
    gap: u32,
    at: (u32, u32),
    lit: Vec<bool>,
    /// Lit cells are drawn larger by so many pixels on each side.
    swell: u32,
    ground: [u8; 3],
    off: [u8; 3],
    on: [u8; 3],
}

impl Board {
    /// Left, upper edge and side of a cell.
    fn cell(&self, row: u32, col: u32) -> (u32, u32, u32) {
        let gap = (self.pitch * self.gap / 100 / 64).max(1);
        let edge = |at: u32, index: u32| at + index * self.pitch / 64;
        (
            edge(self.at.0, col) + gap / 2,
            edge(self.at.1, row) + gap / 2,
            self.pitch / 64 - gap,
        )
    }

    fn draw(&self, on: &mut RgbaImage) {
        let side = |count: usize| count as u32 * self.pitch / 64 + 1;
        let (width, height) = (side(self.size.cols), side(self.size.rows));
        let margin = 4;
        fill(
            on,
            self.at.0 - margin,
            self.at.1 - margin,
            width + 2 * margin,
            height + 2 * margin,
            self.ground,
        );
        for (lit, cell) in self.lit.iter().zip(self.size.cells()) {
            let (x, y, side) = self.cell(cell.row as u32, cell.col as u32);
            if *lit {
                let more = self.swell;
                fill(
                    on,
                    x - more,
                    y - more,
                    side + 2 * more,
                    side + 2 * more,
                    self.on,
                );
            } else {
                fill(on, x, y, side, side, self.off);
            }
        }
    }

    fn profile(&self) -> Profile {
        let colour = |[r, g, b]: [u8; 3]| format!("#{r:02X}{g:02X}{b:02X}");
        Profile::from_ron(&format!(
            r##"(
                version: 2, id: "drawn", title: "Drawn", game: "lights-out",
                window: (apps: ["drawn"]),
                finder: Grid(()),
                boards: [(
                    id: "lights", pitch: (64, 64), cell: (64, 64),
                    values: Patch((
                        classes: [
                            (value: ".", colours: ["{}"]),
                            (value: "#", colours: ["{}"]),
                        ],
                        tolerance: 16,
                    )),
                )],
                phases: [(phase: "playing", when: [])],
                properties: {{"goal": "on"}},
            )"##,
            colour(self.off),
            colour(self.on)
        ))
        .expect("is a profile")
    }

    fn assert_read(&self, seen: &ScreenReading) {
        let board = seen.reading.board("lights").expect("was read");
        assert_eq!(board.size(), self.size);
        for ((cell, read), lit) in board.cells.iter().zip(&self.lit) {
            assert_eq!(read.value == "#", *lit, "at {cell}");
            assert!(read.confidence > 0.7, "{} at {cell}", read.confidence);
            let (x, y, side) = self.cell(cell.row as u32, cell.col as u32);
            let rect = seen
                .cell_rect(&self.profile(), "lights", cell)
                .expect("is on the board");
            let (cx, cy) = rect.centre();
            let middle = |from: u32| from as f32 + side as f32 / 2.0;
            assert!((cx - middle(x)).abs() < 2.0 && (cy - middle(y)).abs() < 2.0);
        }
    }
}

/// A colour that differs from others by enough to be told from them.
fn apart(colour: [u8; 3], others: &[[u8; 3]]) -> bool {
    others.iter().all(|other| {
        let far = colour.iter().zip(other).map(|(a, b)| a.abs_diff(*b)).max();
        far >= Some(40)
    })
}

fn boards() -> impl Strategy<Value = Board> {
    let shape = (1_usize..14, 1_usize..14, 16_u32 * 64..40 * 64, 5_u32..25);
    let look = (
        any::<[u8; 3]>(),
        any::<[u8; 3]>(),
        any::<[u8; 3]>(),
        0_u32..2,
    );
    (shape, look, 10_u32..200, 10_u32..150, any::<u64>())
        .prop_filter("more than one cell", |((rows, cols, ..), ..)| {
            rows * cols > 1
        })
        .prop_filter("colours apart", |(_, (ground, off, on, _), ..)| {
            apart(*off, &[*ground]) && apart(*on, &[*ground, *off])
        })
        .prop_map(
            |((rows, cols, pitch, gap), (ground, off, on, swell), x, y, seed)| {
                let size = Size::new(rows, cols);
                let mut state = seed | 1;
                let mut chance = || {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    state >> 63 == 1
                };
                Board {
                    size,
                    pitch,
                    gap,
                    at: (x, y),
                    lit: (0..size.area()).map(|_| chance()).collect(),
                    // Cells must not touch.
                    swell: if pitch * gap / 100 / 64 >= 4 {
                        swell
                    } else {
                        0
                    },
                    ground,
                    off,
                    on,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn any_board_is_read_wherever_it_is(board in boards()) {
        let mut image = RgbaImage::from_pixel(780, 720, opaque([200, 202, 205]));
        board.draw(&mut image);
        let seen = read(&board.profile(), &image, None);
        let seen = seen.map_err(|error| TestCaseError::fail(error.to_string()))?;
        board.assert_read(&seen);
    }

    #[test]
    fn a_box_around_a_board_proposes_its_rows_and_columns(board in boards()) {
        // A single row or column of cells can be a row of anything.
        prop_assume!(board.size.rows > 1 && board.size.cols > 1);
        let mut image = RgbaImage::from_pixel(780, 720, opaque([200, 202, 205]));
        board.draw(&mut image);
        let proposal = propose(&image, None).expect("there is a board");
        prop_assert_eq!(proposal.size, board.size);
        for (lit, cell) in board.lit.iter().zip(board.size.cells()) {
            let colour = proposal.colour(cell).expect("has a patch");
            prop_assert_eq!(colour.0, if *lit { board.on } else { board.off });
        }
    }
}

fn five_by_five() -> Board {
    let size = Size::new(5, 5);
    Board {
        size,
        pitch: 60 * 64,
        gap: 12,
        at: (60, 50),
        lit: size
            .cells()
            .map(|cell| (cell.row + cell.col) % 3 == 0)
            .collect(),
        swell: 2,
        ground: [0, 0, 0],
        off: [30, 30, 34],
        on: [70, 120, 180],
    }
}

fn on_window(board: &Board) -> RgbaImage {
    let mut image = RgbaImage::from_pixel(420, 400, opaque([60, 60, 60]));
    board.draw(&mut image);
    image
}

#[test]
fn a_board_on_a_full_screen_is_found_among_other_windows() {
    let board = five_by_five();
    let mut screen = desktop(1600, 900, 7);
    image::imageops::overlay(&mut screen, &on_window(&board), 700, 300);
    let seen = read(&board.profile(), &screen, None).expect("is found");
    assert_eq!(
        seen.reading.board("lights").expect("was read").size(),
        board.size
    );
    let lit = seen.reading.boards[0].cells.iter().zip(&board.lit);
    assert!(
        lit.into_iter()
            .all(|((_, cell), lit)| (cell.value == "#") == *lit)
    );
}

#[test]
fn noise_and_a_shift_of_colours_do_not_matter() {
    let board = five_by_five();
    let mut image = on_window(&board);
    noisy(&mut image, 4, 11);
    board.assert_read(&read(&board.profile(), &image, None).expect("is found"));
}

#[test]
fn cells_that_something_lies_on_are_read_beside_it_or_doubtful() {
    let board = five_by_five();
    // In the colour of unlit cells, so that it runs into them: half over one row of cells.
    let mut image = on_window(&board);
    fill(&mut image, 90, 40, 220, 42, board.off);
    let seen = read(&board.profile(), &image, None).expect("is found");
    let cells = &seen.reading.board("lights").expect("was read").cells;
    for ((cell, read), lit) in cells.iter().zip(&board.lit) {
        assert_eq!(read.value == "#", *lit, "at {cell}");
    }
    // A whole cell is gone: whatever is said of it is said with doubt.
    let mut image = on_window(&board);
    let (x, y, side) = board.cell(1, 1);
    fill(
        &mut image,
        x - 12,
        y - 12,
        side + 24,
        side + 24,
        [60, 200, 60],
    );
    let seen = read(&board.profile(), &image, None).expect("is found");
    let cell = seen
        .reading
        .board("lights")
        .expect("was read")
        .cells
        .get(Cell::new(1, 1));
    assert!(cell.is_some_and(|cell| cell.confidence < seen.doubtful_below));
}

/// A board of any size does not lose its outermost cells without a word: their rest shows that there are more.
#[test]
fn a_board_that_is_cut_off_or_half_covered_is_refused() {
    let board = five_by_five();
    let plain = Board {
        lit: vec![false; board.lit.len()],
        ..board.clone()
    };
    for board in [board, plain] {
        let profile = board.profile();
        let whole = on_window(&board);
        for hidden in [15, 25, 35, 44, 75, 85, 95, 104] {
            for turned in [false, true] {
                let edge = if turned { board.at.1 } else { board.at.0 } + hidden;
                let (width, height) = whole.dimensions();
                let mut covered = whole.clone();
                let (cut, cover) = match turned {
                    true => ((0, edge, width, height - edge), (width, edge)),
                    false => ((edge, 0, width - edge, height), (edge, height)),
                };
                let cut = image::imageops::crop_imm(&whole, cut.0, cut.1, cut.2, cut.3).to_image();
                fill(&mut covered, 0, 0, cover.0, cover.1, [244; 3]);
                for mut image in [cut, covered] {
                    for _ in 0..2 {
                        let refused = read(&profile, &image, None);
                        assert!(
                            matches!(refused, Err(VisionError::NotThisGame { .. })),
                            "{hidden} pixels hidden: {refused:?}"
                        );
                        image = image::imageops::rotate180(&image);
                    }
                }
            }
        }
    }
}

#[test]
fn cells_on_their_way_from_one_look_to_the_other_are_doubtful() {
    let mut board = five_by_five();
    let profile = board.profile();
    board.on = [50, 75, 107];
    let seen = read(&profile, &on_window(&board), None).expect("is found");
    let cells = &seen.reading.board("lights").expect("was read").cells;
    for ((_, read), lit) in cells.iter().zip(&board.lit) {
        assert_eq!(read.confidence < seen.doubtful_below, *lit);
    }
}

#[test]
fn other_pictures_are_refused() {
    let board = five_by_five();
    let profile = board.profile();
    let mut others = vec![
        desktop(800, 600, 3),
        RgbaImage::from_pixel(300, 300, opaque([10, 10, 10])),
        RgbaImage::from_pixel(1, 1, opaque([0, 0, 0])),
        RgbaImage::new(0, 0),
    ];
    let mut noise = RgbaImage::from_pixel(400, 300, opaque([128; 3]));
    noisy(&mut noise, 120, 5);
    others.push(noise);
    // The same grid in quite other colours.
    let other = Board {
        off: [200, 40, 40],
        on: [40, 200, 40],
        ..board
    };
    others.push(on_window(&other));
    for (index, image) in others.iter().enumerate() {
        let refused = read(&profile, image, None);
        assert!(
            matches!(refused, Err(VisionError::NotThisGame { .. }))
                || refused.as_ref().is_ok_and(|seen| !seen.is_playing()),
            "picture {index}: {refused:?}"
        );
    }
}

/// A board whose cells have little maps of what they switch, as Flip draws them.
pub fn with_maps(lists: &[&[(i32, i32)]], cols: u32, tile: u32) -> RgbaImage {
    let rows = lists.len() as u32 / cols;
    let (left, top) = (20, 16);
    let mut image = RgbaImage::from_pixel(
        cols * tile + 2 * left,
        rows * tile + 2 * top,
        opaque([230; 3]),
    );
    fill(
        &mut image,
        left,
        top,
        cols * tile + 1,
        rows * tile + 1,
        [153; 3],
    );
    for (index, offsets) in lists.iter().enumerate() {
        let index = index as u32;
        let (x, y) = (left + index % cols * tile, top + index / cols * tile);
        let ground = if index.is_multiple_of(2) {
            [255; 3]
        } else {
            [76; 3]
        };
        fill(&mut image, x + 1, y + 1, tile - 1, tile - 1, ground);
        let step = (tile / 16) as i32;
        for (down, right) in offsets.iter() {
            let at =
                |base: u32, by: i32| (base as i32 + tile as i32 / 2 + (2 * by - 1) * step) as u32;
            let (cx, cy, side) = (at(x, *right), at(y, *down), 2 * step as u32 + 1);
            if (*down, *right) == (0, 0) {
                fill(&mut image, cx, cy, side, side, [153; 3]);
            } else {
                fill(&mut image, cx, cy, side, 1, [153; 3]);
                fill(&mut image, cx, cy + side - 1, side, 1, [153; 3]);
                fill(&mut image, cx, cy, 1, side, [153; 3]);
                fill(&mut image, cx + side - 1, cy, 1, side, [153; 3]);
            }
        }
    }
    image
}

#[test]
fn little_maps_say_what_each_cell_switches() {
    let lists: [&[(i32, i32)]; 6] = [
        &[(0, 0), (0, 1), (1, 1)],
        &[(0, -1), (0, 0)],
        &[(0, 0), (1, 0), (1, -1), (1, -2)],
        &[(-1, 0), (0, 0), (0, 2)],
        &[(-1, -1), (-1, 0), (-1, 1), (0, 0)],
        &[(0, 0)],
    ];
    let profile = planwright::vision::ProfileStore::load(None);
    let profile = profile.get("flip").expect("is shipped");
    for tile in [16, 24, 33, 48, 70, 96] {
        let image = with_maps(&lists, 3, tile);
        let seen = read(profile, &image, None).unwrap_or_else(|error| panic!("{tile}: {error}"));
        assert!(seen.doubtful().is_empty(), "{tile}: {:?}", seen.doubtful());
        let level = games::by_id("lights-out")
            .expect("is registered")
            .level_from_reading(&seen.reading)
            .expect("is a level");
        let text = level.to_text();
        for line in [
            "goal on",
            "1 1: 1 1, 1 2, 2 2",
            "1 3: 1 3, 2 1, 2 2, 2 3",
            "2 1: 1 1, 2 1, 2 3",
            "2 2: 1 1, 1 2, 1 3, 2 2",
            "2 3: 2 3",
        ] {
            assert!(text.contains(line), "{tile}: {line} is not in\n{text}");
        }
    }
}

#[test]
fn a_map_that_can_be_read_two_ways_is_doubtful() {
    // The square in the middle of the ring has its outline from the four around it.
    let ring: &[(i32, i32)] = &[(0, 0), (-1, 1), (1, 1), (0, 2), (0, 1)];
    let own: &[(i32, i32)] = &[(0, 0)];
    let lists = [own, own, own, ring, own, own, own, own, own];
    let profile = planwright::vision::ProfileStore::load(None);
    let profile = profile.get("flip").expect("is shipped");
    let seen = read(profile, &with_maps(&lists, 3, 48), None).expect("is read");
    assert_eq!(seen.doubtful(), [("switches", Cell::new(1, 0))]);
}
