//! Reading pictures: boards found by their grid or read by samples, and the Logo screen by its place.
//!
//! `cargo bench --bench vision`

use image::{Rgba, RgbaImage, imageops};
use planwright::game::Size;
use planwright::vision::{BoardSpec, ImageRect, Placement, Profile, ProfileStore, calibrate, read};
use testkit::draw::{Enlarge, Scene, desktop, enlarge, peg, pegs};

fn main() {
    divan::main();
}

fn fill(image: &mut RgbaImage, x: u32, y: u32, side: u32, colour: [u8; 3]) {
    let [r, g, b] = colour;
    for down in 0..side {
        for across in 0..side {
            image.put_pixel(x + across, y + down, Rgba([r, g, b, 255]));
        }
    }
}

/// A window with a board of lights in the colours of the shipped profile `flip`.
fn window(width: u32, height: u32, cells: u32) -> RgbaImage {
    let mut image = RgbaImage::from_pixel(width, height, Rgba([0xE6, 0xE6, 0xE6, 255]));
    let pitch = width.min(height) * 4 / 5 / cells;
    for row in 0..cells {
        for col in 0..cells {
            let colour = if (row * 7 + col * 3) % 5 < 2 {
                [0xFF; 3]
            } else {
                [0x4C; 3]
            };
            let (x, y) = (20 + col * pitch, 30 + row * pitch);
            fill(&mut image, x, y, pitch, [0x99; 3]);
            fill(&mut image, x + 1, y + 1, pitch - 1, colour);
        }
    }
    image
}

fn shipped(id: &str) -> Profile {
    match ProfileStore::load(None).get(id) {
        Ok(profile) => profile.clone(),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

fn profile() -> Profile {
    let mut profile = shipped("flip");
    // There are no maps in the cells here.
    profile.boards.truncate(1);
    profile
}

/// Side of the window in pixels and cells a side.
#[divan::bench(args = [(300, 5), (800, 5), (1080, 20), (2160, 50)])]
fn grid(bencher: divan::Bencher<'_, '_>, (side, cells): (u32, u32)) {
    let (profile, image) = (profile(), window(side * 16 / 9, side, cells));
    bencher.bench_local(|| read(&profile, &image, None).is_ok());
}

/// A board read by samples, at the scale of the samples and smeared at others.
#[divan::bench(args = [1.0, 1.3, 2.0])]
fn samples(bencher: divan::Bencher<'_, '_>, scale: f32) {
    let size = Size::new(20, 20);
    let picture = pegs(size, 32, (30, 40));
    let labels = size
        .cells()
        .skip(size.cols)
        .take(8)
        .map(|it| (it, peg(it).to_string()));
    let rect = ImageRect {
        x: 30.0,
        y: 40.0,
        width: 640.0,
        height: 640.0,
    };
    let spec = BoardSpec {
        samples: labels.collect(),
        anchored: true,
        ..BoardSpec::new(rect, size)
    };
    let (profile, _) = calibrate(&picture, &spec, "grid").expect("has three values");
    let picture = enlarge(&picture, scale, Enlarge::Smeared);
    bencher.bench_local(|| {
        read(&profile, &picture, None)
            .expect("is the board")
            .doubtful()
            .len()
    });
}

/// The Logo screen at a scale, with all values on both boards.
fn logo(scale: f32) -> RgbaImage {
    let mut scene = Scene::empty();
    scene.field[2] = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2];
    scene.target = scene.field;
    enlarge(&scene.draw(), scale, Enlarge::Squares)
}

const SCALES: [f32; 3] = [1.0, 2.0, 3.0];

/// A board whose place is known.
#[divan::bench(args = SCALES)]
fn known_place(bencher: divan::Bencher<'_, '_>, scale: f32) {
    let (profile, image) = (shipped("logo-fuse"), logo(scale));
    let place = Some(Placement::new(0.0, 0.0, scale));
    bencher.bench_local(|| read(&profile, &image, place).is_ok());
}

/// A board somewhere on a desktop of 1920×1080 pixels; at scale 0 there is none.
#[divan::bench(args = [0.0, 1.0, 2.0, 3.0])]
fn search(bencher: divan::Bencher<'_, '_>, scale: f32) {
    let profile = shipped("logo-fuse");
    let mut screen = desktop(1920, 1080, 7);
    if scale > 0.0 {
        imageops::replace(&mut screen, &logo(scale), 400, 200);
    }
    bencher.bench_local(|| read(&profile, &screen, None).is_ok());
}
