//! Shipped profiles read pictures that are scaled, packed or reduced to few colours, or doubt them.

use image::{Rgba, RgbaImage};
use planwright::vision::{Profile, ProfileStore};
use testkit::distort::assert_read_as_recorded;
use testkit::draw::{Scene, fill};
use testkit::practice::picture;

use crate::practice;

use super::grid::with_maps;

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
    let mut scene = Scene::empty();
    for (row, (target, field)) in scene.target.iter_mut().zip(&mut scene.field).enumerate() {
        for (col, (target, field)) in target.iter_mut().zip(field).enumerate() {
            *target = ((row * 3 + col * 7) % 5) as u8;
            *field = ((row * 2 + col * 3) % 5) as u8;
        }
    }
    scene.draw()
}

#[test]
fn distorted_pictures_of_practice_windows_are_read_or_doubted() {
    let pictures = practice::rows().into_iter().map(|(profile, game)| {
        let mut window = game.practice(&[], 1).expect("has a practice window");
        practice::start(window.as_mut(), &profile);
        (profile.id.clone(), profile, picture(window.as_ref()))
    });
    // The profiles for keys differ from these by how they are played.
    let pictures = pictures.filter(|(id, ..)| !id.ends_with("-keys"));
    assert_read_as_recorded(&pictures.collect::<Vec<_>>());
}

#[test]
fn distorted_pictures_as_games_draw_them_are_read_or_doubted() {
    assert_read_as_recorded(&[
        with_profile("flip", flip()),
        with_profile("lightsoff", lights_off()),
        with_profile("logo-fuse", logo()),
    ]);
}
