//! Shipped profiles read pictures that are scaled, packed or reduced to few colours, or doubt them.

use image::imageops::FilterType;
use image::{Rgba, RgbaImage, imageops};
use planwright::game::CellReading;
use planwright::vision::{Profile, ProfileStore, read};
use testkit::distort::{assert_not_misread, assert_read_as_recorded};
use testkit::draw::{self, fill};
use testkit::practice::picture;
use testkit::project;

use crate::{practice, record};

use super::grid::with_maps;
use super::sprites;
use super::squares::Scene;

fn with_profile(id: &str, image: RgbaImage) -> (String, Profile, RgbaImage) {
    let store = ProfileStore::load(None);
    (
        id.to_owned(),
        store.get(id).expect("is shipped").clone(),
        image,
    )
}

/// A board of Flip as large as the game draws it, with maps of many kinds.
fn flip() -> RgbaImage {
    let lists: [&[(i32, i32)]; 9] = [
        &[(0, 0), (0, 1), (1, 1)],
        &[(0, -1), (0, 0), (1, 0)],
        &[(0, 0), (1, 0), (1, -1), (0, -1)],
        &[(-1, 0), (0, 0), (0, 1), (1, 1)],
        &[(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)],
        &[(-1, -1), (-1, 0), (0, 0), (1, -1)],
        &[(0, 0)],
        &[(-1, -1), (-1, 0), (-1, 1), (0, 0)],
        &[(-1, 0), (0, -1), (0, 0)],
    ];
    with_maps(&lists, 3, 48)
}

/// A board as GNOME's Lights Off draws it: dark cells with a gradient, which a thin line sets off from the black ground, and
/// lit ones that are larger.
fn lights_off() -> RgbaImage {
    let mut image = RgbaImage::from_pixel(640, 640, Rgba([0, 0, 0, 255]));
    for (row, col) in (0..5).flat_map(|row| (0..5).map(move |col| (row, col))) {
        let is_lit = (row * 3 + col * 2) % 4 == 0;
        let (more, line) = if is_lit {
            (6, [0x72, 0x9F, 0xCF])
        } else {
            (0, [0x32; 3])
        };
        let (x, y, side) = (27 + 120 * col - more, 27 + 120 * row - more, 106 + 2 * more);
        fill(&mut image, x, y, side, side, line);
        for across in 1..side - 1 {
            let share = |from: u32, to: u32| (from + (to - from) * across / side) as u8;
            let colour = match is_lit {
                true => [share(0x38, 0x5C), share(0x68, 0x90), share(0x9C, 0xC8)],
                false => [share(0x02, 0x22); 3],
            };
            fill(&mut image, x + across, y + 1, 1, side - 2, colour);
        }
    }
    image
}

/// The Logo screen with all values on both boards.
fn logo() -> RgbaImage {
    let mut scene = draw::Scene::empty();
    for (row, (target, field)) in scene.target.iter_mut().zip(&mut scene.field).enumerate() {
        for (col, (target, field)) in target.iter_mut().zip(field).enumerate() {
            *target = ((row * 3 + col * 7) % 5) as u8;
            *field = ((row * 2 + col * 3) % 5) as u8;
        }
    }
    scene.draw()
}

/// A board of Puzlogic without leaves over it.
fn puzlogic() -> RgbaImage {
    let mut scene = Scene::small();
    scene.leaves = 0;
    scene.draw()
}

/// The first level of a game written in PuzzleScript, with the profile that knows its sprites.
fn puzzlescript() -> (String, Profile, RgbaImage) {
    let folder = std::fs::read_dir(project("levels/puzzlescript")).expect("is there");
    let paths = folder.map(|entry| entry.expect("can be read").path());
    let path = paths.min().expect("has games");
    let text = std::fs::read_to_string(path).expect("is a text");
    let level = sprites::levels(&text).swap_remove(0);
    let (id, any, image) = with_profile(
        "puzzlescript",
        sprites::window(level.as_ref(), [20, 20, 60], 4, (100, 100)),
    );
    let profile = any.for_level(level.as_ref()).expect("has sprites");
    (id, profile, image)
}

/// Pictures of the practice windows.
fn practice_pictures() -> Vec<(String, Profile, RgbaImage)> {
    let pictures = practice::rows().into_iter().map(|(profile, game)| {
        let mut window = game.practice(&[], 1).expect("has a practice window");
        practice::start(window.as_mut(), &profile);
        (profile.id.clone(), profile, picture(window.as_ref()))
    });
    pictures.collect()
}

#[test]
fn distorted_pictures_of_practice_windows_are_read_or_doubted() {
    assert_read_as_recorded(&practice_pictures());
}

/// Pictures as games draw them.
fn drawn_pictures() -> Vec<(String, Profile, RgbaImage)> {
    vec![
        with_profile("flip", flip()),
        with_profile("flip-keys", flip()),
        with_profile("lightsoff", lights_off()),
        with_profile("lightsoff-keys", lights_off()),
        with_profile("logo-fuse", logo()),
        with_profile("puzlogic-web", puzlogic()),
        puzzlescript(),
    ]
}

#[test]
fn distorted_pictures_as_games_draw_them_are_read_or_doubted() {
    assert_read_as_recorded(&drawn_pictures());
}

/// The boards of a picture row by row, with a question mark after doubtful values.
fn transcript(profile: &Profile, image: &RgbaImage) -> String {
    let screen = match read(profile, image, None) {
        Ok(screen) => screen,
        Err(error) => return format!("{error}\n"),
    };
    let mut text = format!("phase {}\n", screen.phase);
    for board in &screen.reading.boards {
        let doubts = board.doubtful(screen.doubtful_below).count();
        text += &format!("board {}, {}, {doubts} doubtful\n", board.id, board.size());
        for row in board.cells.rows() {
            let value = |cell: &CellReading<String>| {
                let is_doubtful = cell.confidence < screen.doubtful_below;
                cell.value.clone() + if is_doubtful { "?" } else { "" }
            };
            text += &(row.iter().map(value).collect::<Vec<_>>().join(" ") + "\n");
        }
    }
    text
}

#[test]
fn pictures_are_read_as_recorded() {
    let mut text = String::new();
    for (id, profile, image) in practice_pictures().iter().chain(&drawn_pictures()) {
        let larger = (image.width() * 9 / 8, image.height() * 9 / 8);
        let larger = imageops::resize(image, larger.0, larger.1, FilterType::Triangle);
        for image in [image, &larger] {
            let (width, height) = image.dimensions();
            let boards = transcript(profile, image);
            text += &format!("[{id}, {width}×{height}]\n{boards}\n");
        }
    }
    record::compare("readings.txt", &text);
}

/// Same Game's window at a quarter of the profile's size.
fn same_game() -> RgbaImage {
    let mut image = RgbaImage::from_pixel(190, 252, Rgba([0xE6, 0xE6, 0xE6, 255]));
    fill(&mut image, 14, 39, 162, 162, [255; 3]);
    for (index, colour) in (0..25).zip("1212221133231223213132332".bytes()) {
        let colour = match colour {
            b'1' => [0, 0, 0xFF],
            b'2' => [0, 0x80, 0],
            _ => [0xFF, 0, 0],
        };
        fill(
            &mut image,
            16 + 32 * (index % 5),
            41 + 32 * (index / 5),
            30,
            30,
            colour,
        );
    }
    image
}

#[test]
fn pictures_cut_off_or_with_another_window_are_read_or_doubted() {
    let (_, profile, image) = with_profile("samegame-5x5", same_game());
    let (width, height) = image.dimensions();
    let mut pictures = Vec::new();
    for percent in [3, 7, 12, 20, 30, 40, 50] {
        let (x, y) = (width * percent / 100, height * percent / 100);
        for (x, y, less_wide, less_high) in [
            (0, 0, x, 0),
            (x, 0, x, 0),
            (0, 0, 0, y),
            (0, y, 0, y),
            (0, 0, x, y),
            (x, y, x, y),
        ] {
            let part = imageops::crop_imm(&image, x, y, width - less_wide, height - less_high);
            pictures.push((
                format!("{less_wide}, {less_high} less from {x}, {y}"),
                part.to_image(),
            ));
        }
    }
    for (other, picture) in [("flip", flip()), ("lights off", lights_off())] {
        for (x, y) in [(width, 0), (width + 13, 0), (0, height), (0, height + 13)] {
            let size = (x + picture.width(), y + picture.height());
            let mut both = RgbaImage::from_pixel(
                size.0.max(width),
                size.1.max(height),
                Rgba([60, 90, 120, 255]),
            );
            imageops::replace(&mut both, &image, 0, 0);
            imageops::replace(&mut both, &picture, x.into(), y.into());
            pictures.push((format!("{other} at {x}, {y}"), both));
        }
    }
    let reduced = |(what, image): &(String, RgbaImage)| {
        let side = |side: u32| side * 3 / 4;
        let (width, height) = (side(image.width()), side(image.height()));
        (
            format!("{what}, smaller"),
            imageops::resize(image, width, height, FilterType::Triangle),
        )
    };
    let smaller: Vec<_> = pictures.iter().map(reduced).collect();
    pictures.extend(smaller);
    assert_not_misread(&profile, &image, &pictures);
}
