//! Reading pictures: boards found by their grid.
//!
//! `cargo bench --bench vision`

use image::{Rgba, RgbaImage};
use planwright::vision::{Profile, ProfileStore, read};

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

fn profile() -> Profile {
    let store = ProfileStore::load(None);
    let mut profile = match store.get("flip") {
        Ok(profile) => profile.clone(),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    };
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
