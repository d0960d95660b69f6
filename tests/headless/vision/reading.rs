//! What is drawn is read.

use image::{DynamicImage, RgbaImage};
use planwright::game::{Cell, LevelRef};
use planwright::games;
use planwright::vision::{Placement, Profile, ProfileStore, ScreenReading, import_image, read};
use proptest::prelude::*;

use testkit::draw::{
    Board, COLS, Enlarge, INKS, ROWS, Scene, desktop, enlarge, fill, framed, noisy, opaque,
};

pub fn profile() -> Profile {
    let store = ProfileStore::load(None);
    store.get("logo-fuse").expect("is shipped").clone()
}

fn board() -> impl Strategy<Value = Board> {
    // From nearly empty to full.
    (1_u32..=10).prop_flat_map(|filled| {
        let cell = (0..10_u32, 1..=4_u8).prop_map(
            move |(dice, value)| {
                if dice < filled { value } else { 0 }
            },
        );
        proptest::collection::vec(cell, ROWS * COLS).prop_map(|cells| {
            let mut board = [[0; COLS]; ROWS];
            for (index, value) in cells.into_iter().enumerate() {
                board[index / COLS][index % COLS] = value;
            }
            board
        })
    })
}

fn scene() -> impl Strategy<Value = Scene> {
    let cursor = proptest::option::weighted(0.9, (0..ROWS, 0..COLS));
    let border = prop_oneof![Just([0, 0, 0]), Just([0, 0, 192]), Just([192, 192, 192])];
    let paper = prop_oneof![Just([0, 0, 0]), Just([0, 0, 192])];
    let grain = prop_oneof![
        Just([192, 192, 192]),
        Just([0, 192, 192]),
        Just([248, 252, 248])
    ];
    (board(), board(), cursor, border, paper, grain, 0..3_u8).prop_map(
        |(target, field, cursor, border, paper, grain, pattern)| Scene {
            target,
            field,
            cursor,
            border,
            paper,
            grain,
            pattern,
        },
    )
}

fn values(seen: &ScreenReading, board: &str) -> Board {
    let board = seen.reading.board(board).expect("was read");
    let mut values = [[0; COLS]; ROWS];
    for (cell, read) in board.cells.iter() {
        values[cell.row][cell.col] = match read.value.as_str() {
            "." => 0,
            digit => digit.parse().expect("is a digit"),
        };
    }
    values
}

fn assert_read(scene: &Scene, seen: &ScreenReading) {
    assert!(seen.is_playing(), "{} {:?}", seen.phase, seen.why_no_boards);
    assert_eq!(values(seen, "target"), scene.target);
    assert_eq!(values(seen, "field"), scene.field);
    let cursor = seen
        .reading
        .cursor
        .as_ref()
        .map(|c| (c.value.row, c.value.col));
    assert_eq!(cursor, scene.cursor);
}

#[derive(Clone, Copy, Debug)]
struct Spoil {
    scale: f32,
    how: Enlarge,
    noise: u8,
    seed: u64,
}

fn spoil() -> impl Strategy<Value = Spoil> {
    let scale = prop_oneof![
        3 => Just(1.0_f32), 3 => Just(2.0_f32), 3 => Just(3.0_f32), 1 => Just(4.0_f32),
    ];
    let how = prop_oneof![Just(Enlarge::Squares), Just(Enlarge::Lines)];
    (scale, how, 0..=10_u8, any::<u64>()).prop_map(|(scale, how, noise, seed)| Spoil {
        scale,
        how,
        noise,
        seed,
    })
}

impl Spoil {
    fn apply(self, scene: &Scene) -> RgbaImage {
        let mut image = enlarge(&scene.draw(), self.scale, self.how);
        noisy(&mut image, self.noise, self.seed);
        image
    }
}

/// So many cases; failures are printed, not kept in files.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn a_window_is_read_as_drawn(scene in scene(), spoil in spoil()) {
        let image = spoil.apply(&scene);
        let seen = read(&profile(), &image, None).expect("is read");
        assert_read(&scene, &seen);
        prop_assert_eq!(seen.place, Placement::new(0.0, 0.0, spoil.scale));
        prop_assert!(seen.doubtful().is_empty(), "{:?}", seen.doubtful());
        // With the place as a hint the answer is the same.
        prop_assert_eq!(&read(&profile(), &image, Some(seen.place)).expect("is read"), &seen);
    }

    #[test]
    fn a_smeared_picture_is_never_misread_without_doubt(
        scene in scene(), scale in prop_oneof![Just(2.0_f32), Just(3.0_f32), Just(4.0_f32)]
    ) {
        let image = enlarge(&scene.draw(), scale, Enlarge::Smeared);
        let seen = read(&profile(), &image, None).expect("is read");
        prop_assert!(seen.is_playing(), "{:?}", seen.why_no_boards);
        prop_assert!(seen.doubtful().len() <= 12, "{:?}", seen.doubtful());
        for (id, drawn) in [("target", &scene.target), ("field", &scene.field)] {
            let doubtful = seen.doubtful();
            for (row, values) in values(&seen, id).iter().enumerate() {
                for (col, value) in values.iter().enumerate() {
                    let doubt = doubtful.contains(&(id, Cell::new(row, col)));
                    prop_assert!(*value == drawn[row][col] || doubt, "{id} {row} {col}");
                }
            }
        }
    }

    #[test]
    fn a_dotted_picture_is_read_as_drawn(scene in scene()) {
        let image = enlarge(&scene.draw(), 2.0, Enlarge::Dots);
        let seen = read(&profile(), &image, None).expect("is read");
        assert_read(&scene, &seen);
        prop_assert!(seen.doubtful().is_empty(), "{:?}", seen.doubtful());
    }

    #[test]
    fn odd_scales_of_a_stretched_window_are_read(scene in scene(), scale in 1.0_f32..4.0) {
        // A window as wide as the scale says, its height rounded on its own.
        let image = enlarge(&scene.draw(), scale, Enlarge::Squares);
        let seen = read(&profile(), &image, None).expect("is read");
        assert_read(&scene, &seen);
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn a_window_on_a_desktop_is_found(
        scene in scene(), spoil in spoil(), x in 0.0_f32..1.0, y in 0.0_f32..1.0, seed in any::<u64>(),
        frame in prop_oneof![Just([60, 60, 70]), Just([245, 245, 245]), Just([30, 90, 200])],
    ) {
        let mut screen = desktop(1600, 1000, seed);
        let mut client = enlarge(&scene.draw(), spoil.scale, spoil.how);
        let corner = |room: u32, at: f32| 4 + ((room - 8) as f32 * at) as u32;
        let left = corner(screen.width() - client.width(), x);
        let top = 22 + ((screen.height() - client.height() - 26) as f32 * y) as u32;
        noisy(&mut client, spoil.noise, spoil.seed);
        framed(&mut screen, &client, left, top, frame);
        let seen = read(&profile(), &screen, None).expect("is found");
        assert_read(&scene, &seen);
        // A pixel of the game beside the place may fit a spoiled picture as well.
        let near = |seen: f32, drawn: f32| (seen - drawn).abs() <= spoil.scale;
        let place = seen.place;
        prop_assert!(near(place.x, left as f32) && near(place.y, top as f32), "{place:?}");
        prop_assert_eq!((place.scale, place.scale_y), (spoil.scale, spoil.scale));
        let rect = seen.cell_rect(&profile(), "field", Cell::new(1, 2)).expect("is there");
        prop_assert_eq!(rect.x, place.x + (48.0 + 32.0) * spoil.scale);
        prop_assert_eq!(rect.height, 16.0 * spoil.scale);
    }

    #[test]
    fn bars_around_the_picture_do_not_matter(
        scene in scene(), scale in 1..=3_u32, left in 0..90_u32, top in 0..90_u32,
        right in 0..90_u32, low in 0..90_u32, bars in prop_oneof![Just([0, 0, 0]), Just([128; 3])],
    ) {
        let client = enlarge(&scene.draw(), scale as f32, Enlarge::Squares);
        let size = (client.width() + left + right, client.height() + top + low);
        let mut image = RgbaImage::from_pixel(size.0, size.1, opaque(bars));
        image::imageops::overlay(&mut image, &client, left.into(), top.into());
        // Bars of the border's own colour hide where the picture begins; any place within which
        // everything reads right will do.
        let seen = read(&profile(), &image, None).expect("is found");
        assert_read(&scene, &seen);
        if bars != scene.border {
            prop_assert_eq!((seen.place.x, seen.place.y), (left as f32, top as f32));
        }
    }
}

#[test]
fn an_import_makes_the_level_that_was_drawn() {
    let mut scene = Scene::empty();
    for (row, col, value) in [(1, 4, 2), (2, 3, 2), (2, 4, 1), (2, 5, 2), (3, 4, 2)] {
        scene.target[row][col] = value;
    }
    let image = DynamicImage::ImageRgba8(scene.draw());
    for image in [image.clone(), DynamicImage::ImageRgb8(image.to_rgb8())] {
        let seen = import_image(&profile(), &image).expect("is read");
        let game = games::by_id(&profile().game).expect("is there");
        let level: LevelRef = game.level_from_reading(&seen.reading).expect("is a level");
        let text = level.to_text();
        assert!(text.ends_with("....2.....\n...212....\n....2.....\n..........\n..........\n"));
    }
}

#[test]
fn a_colour_between_two_classes_is_doubtful() {
    for (a, b) in [(0, 2), (0, 3), (1, 3), (2, 3), (0, 1)] {
        let mut scene = Scene::empty();
        scene.target[2][3] = 1;
        scene.field[4][5] = 1;
        let mut image = scene.draw();
        let mixed: [u8; 3] =
            std::array::from_fn(|i| ((u16::from(INKS[a][i]) + u16::from(INKS[b][i])) / 2) as u8);
        for pixel in image
            .pixels_mut()
            .filter(|pixel| **pixel == opaque(INKS[0]))
        {
            *pixel = opaque(mixed);
        }
        let seen = read(&profile(), &image, None).expect("is read");
        let doubtful = seen.doubtful();
        assert_eq!(
            doubtful,
            [("target", Cell::new(2, 3)), ("field", Cell::new(4, 5))],
            "half way from {} to {}",
            a + 1,
            b + 1
        );
    }
}

#[test]
fn a_spoilt_cell_is_doubtful_and_the_others_are_not() {
    let mut scene = Scene::empty();
    scene.target[0][0] = 3;
    let mut image = scene.draw();
    // Something lies over one empty cell of each board.
    fill(&mut image, 48 + 8 * 4, 160 + 8 * 2, 8, 8, [100, 100, 100]);
    fill(
        &mut image,
        48 + 16 * 7 + 2,
        40 + 16 * 3,
        14,
        16,
        [100, 100, 100],
    );
    let seen = read(&profile(), &image, None).expect("is read");
    assert_eq!(
        seen.doubtful(),
        [("target", Cell::new(2, 4)), ("field", Cell::new(3, 7))]
    );
}

#[test]
fn between_levels_no_board_is_read() {
    let mut image = Scene::empty().draw();
    fill(&mut image, 32, 24, 256, 192, [0, 0, 0]);
    let seen = read(&profile(), &image, None).expect("is the game's");
    assert_eq!(
        (seen.phase.as_str(), seen.reading.boards.len()),
        ("between", 0)
    );
    let error = import_image(&profile(), &DynamicImage::ImageRgba8(image)).expect_err("no board");
    assert!(
        error.to_string().contains("the screen between two levels"),
        "{error}"
    );
}

#[test]
fn a_full_board_between_bars_of_its_own_colour_is_not_read_shifted() {
    let mut scene = Scene::empty();
    scene.target = [
        [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 1, 3, 3, 4, 3, 1],
        [4, 1, 1, 1, 1, 1, 4, 1, 4, 3],
        [3, 1, 3, 1, 4, 4, 3, 2, 3, 4],
        [2, 4, 1, 4, 4, 1, 1, 2, 3, 2],
    ];
    scene.field = [
        [0, 3, 1, 0, 4, 0, 2, 0, 1, 3],
        [0, 2, 0, 4, 1, 0, 0, 0, 4, 0],
        [0, 0, 4, 3, 1, 0, 0, 4, 0, 0],
        [0, 4, 4, 0, 0, 4, 4, 0, 1, 0],
        [4, 0, 0, 0, 3, 0, 3, 0, 4, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ];
    scene.cursor = None;
    (scene.border, scene.paper) = ([0; 3], [0; 3]);
    (scene.grain, scene.pattern) = ([0, 192, 192], 1);
    let client = scene.draw();
    let mut image =
        RgbaImage::from_pixel(client.width() + 20, client.height() + 112, opaque([0; 3]));
    image::imageops::overlay(&mut image, &client, 0, 73);
    let seen = read(&profile(), &image, None).expect("is found");
    assert_read(&scene, &seen);
}
