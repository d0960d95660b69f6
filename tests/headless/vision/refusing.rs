//! Pictures of something else are refused, not read as empty boards.

use image::{DynamicImage, RgbaImage};
use planwright::vision::{VisionError, import_image, read};
use proptest::prelude::*;

use super::reading::profile;
use testkit::draw::{Enlarge, Noise, Scene, desktop, enlarge, noisy, opaque};

fn refused(name: &str, image: RgbaImage) -> String {
    match import_image(&profile(), &DynamicImage::ImageRgba8(image)) {
        Err(error) => error.to_string(),
        Ok(seen) => panic!("{name} was read: {:?}", seen.reading.boards),
    }
}

/// Something like a photograph: soft shapes with grain.
fn photo(width: u32, height: u32, seed: u64) -> RgbaImage {
    let mut noise = Noise(seed);
    let waves: Vec<[f32; 4]> = (0..6)
        .map(|_| std::array::from_fn(|_| noise.below(1000) as f32 / 1000.0))
        .collect();
    let mut image = RgbaImage::from_fn(width, height, |x, y| {
        let level = |channel: f32| {
            let sum: f32 = waves
                .iter()
                .map(|[a, b, c, d]| {
                    (x as f32 * a * 0.06 + y as f32 * b * 0.06 + c * 7.0 + channel * d).sin()
                })
                .sum();
            (128.0 + sum * 40.0).clamp(0.0, 255.0) as u8
        };
        opaque([level(0.0), level(1.0), level(2.0)])
    });
    noisy(&mut image, 12, seed);
    image
}

#[test]
fn plain_pictures_are_refused() {
    for colour in [
        [0, 0, 0],
        [255; 3],
        [248, 0, 0],
        [0, 252, 0],
        [192; 3],
        [128; 3],
        [0, 0, 192],
    ] {
        for (width, height) in [(320, 240), (640, 480), (960, 720), (1280, 800), (500, 300)] {
            refused(
                "a plain picture",
                RgbaImage::from_pixel(width, height, opaque(colour)),
            );
        }
    }
}

#[test]
fn photographs_are_refused_with_a_reason() {
    for seed in 0..6 {
        for (width, height) in [(320, 240), (640, 480), (800, 533)] {
            let message = refused("a photograph", photo(width, height, seed));
            for part in [
                "‘logo-fuse’",
                "Looked for",
                "Seen",
                "one of the game's colours",
            ] {
                assert!(message.contains(part), "{message}");
            }
        }
    }
}

#[test]
fn desktops_without_the_game_are_refused() {
    for seed in 0..6 {
        refused("a desktop", desktop(1280, 800, seed));
        refused("a small desktop", desktop(640, 480, seed));
    }
}

/// Pictures of the machine's own colours, which the palette alone would let pass.
#[test]
fn other_programs_of_the_same_machine_are_refused() {
    let colours = [
        [0, 0, 0],
        [192, 0, 0],
        [0, 192, 0],
        [248, 252, 0],
        [248, 252, 248],
        [248, 0, 248],
    ];
    for seed in 0..30 {
        let mut noise = Noise(seed);
        // Eight by eight blocks of two colours each, as on a title page.
        let mut image = RgbaImage::new(320, 240);
        for block_y in 0..30 {
            for block_x in 0..40 {
                let inks = [
                    colours[noise.below(6) as usize],
                    colours[noise.below(6) as usize],
                ];
                for y in 0..8 {
                    for x in 0..8 {
                        let ink = inks[noise.below(2) as usize];
                        image.put_pixel(block_x * 8 + x, block_y * 8 + y, opaque(ink));
                    }
                }
            }
        }
        refused("a title page", image.clone());
        refused("a large title page", enlarge(&image, 2.0, Enlarge::Squares));
    }
}

#[test]
fn a_text_page_in_the_machines_colours_is_refused() {
    for seed in 0..10 {
        let mut noise = Noise(seed);
        let mut image = RgbaImage::from_pixel(320, 240, opaque([192; 3]));
        for line in 0..24 {
            for column in 0..32 {
                let letter = noise.below(40);
                let mut shape = Noise(letter);
                for y in 1..7 {
                    for x in 1..7 {
                        if letter < 26 && shape.below(3) == 0 {
                            image.put_pixel(32 + column * 8 + x, 24 + line * 8 + y, opaque([0; 3]));
                        }
                    }
                }
            }
        }
        refused("a text page", image);
    }
}

#[test]
fn a_small_picture_is_told_so() {
    let image = RgbaImage::new(100, 80);
    let error = read(&profile(), &image, None).expect_err("is too small");
    assert!(matches!(
        &error,
        VisionError::TooSmall {
            size: (100, 80),
            least: (240, 180),
            ..
        }
    ));
    assert!(error.to_string().contains("100×80"), "{error}");
    read(&profile(), &RgbaImage::new(0, 0), None).expect_err("is too small");
}

#[test]
fn a_window_cut_off_by_the_screens_edge_is_refused() {
    let scene = Scene::empty();
    let whole = enlarge(&scene.draw(), 2.0, Enlarge::Squares);
    let part = image::imageops::crop_imm(&whole, 0, 0, 640, 400).to_image();
    refused("half a window", part);
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(24)
    })]

    #[test]
    fn noise_of_any_size_is_refused(
        width in 1_u32..700, height in 1_u32..500, seed in any::<u64>(), bits in 1..=8_u32
    ) {
        let mut noise = Noise(seed);
        let mask = !0xff_u8.checked_shr(bits).unwrap_or(0);
        let image = RgbaImage::from_fn(width, height, |_, _| {
            opaque(std::array::from_fn(|_| noise.draw() as u8 & mask))
        });
        refused("noise", image);
    }
}
