//! Draws pictures that the profile `logo-fuse` can read, and distorts them as real captures are.

use image::imageops::{self, FilterType};
use image::{Rgba, RgbaImage};
use planwright::game::{Cell, Size};

/// Width and height at scale 1.
pub const SIZE: (u32, u32) = (320, 240);
/// Rows and columns of both boards.
pub const ROWS: usize = 6;
pub const COLS: usize = 10;

/// Colours of the values 1 to 4.
pub const INKS: [[u8; 3]; 4] = [[248, 0, 0], [0, 252, 0], [248, 0, 248], [248, 252, 0]];

/// The values of a board; 0 is empty.
pub type Board = [[u8; COLS]; ROWS];

/// The content of the screen.
#[derive(Clone, Debug)]
pub struct Scene {
    pub target: Board,
    pub field: Board,
    /// Row and column of the cursor.
    pub cursor: Option<(usize, usize)>,
    pub border: [u8; 3],
    pub paper: [u8; 3],
    /// Colour of the pattern in empty cells.
    pub grain: [u8; 3],
    /// Number of the pattern, 0 to 2.
    pub pattern: u8,
}

impl Scene {
    /// Two empty boards with the cursor in the corner.
    pub fn empty() -> Self {
        Self {
            target: [[0; COLS]; ROWS],
            field: [[0; COLS]; ROWS],
            cursor: Some((0, 0)),
            border: [0, 0, 0],
            paper: [0, 0, 0],
            grain: [0, 0, 192],
            pattern: 0,
        }
    }

    /// A pixel of an empty cell, the same for cells of 8 and of 16 pixels.
    fn blank(&self, x: u32, y: u32) -> [u8; 3] {
        let grain = match self.pattern {
            0 => x % 8 == 1 && y % 2 == 1,
            1 => x % 4 == y % 4,
            _ => x % 8 < 2 && y % 8 < 3 || x % 8 == 5,
        };
        if grain { self.grain } else { self.paper }
    }

    pub fn draw(&self) -> RgbaImage {
        let mut image = RgbaImage::from_pixel(SIZE.0, SIZE.1, opaque(self.border));
        fill(&mut image, 32, 24, 256, 192, self.paper);
        for row in 0..ROWS {
            for col in 0..COLS {
                let (x, y) = (48 + 8 * col as u32, 160 + 8 * row as u32);
                let value = self.target[row][col];
                each(8, |dx, dy| {
                    let colour = match value {
                        0 => self.blank(dx, dy),
                        v if dx >= 4 && dy < 5 => INKS[usize::from(v) - 1],
                        _ => self.paper,
                    };
                    image.put_pixel(x + dx, y + dy, opaque(colour));
                });
                let (x, y) = (48 + 16 * col as u32, 40 + 16 * row as u32);
                let value = self.field[row][col];
                let cursor = self.cursor == Some((row, col));
                each(16, |dx, dy| {
                    let colour = match value {
                        _ if cursor && dx < 2 => [248, 252, 248],
                        0 => self.blank(dx, dy),
                        v if (4..12).contains(&dx) && (3..12).contains(&dy) => {
                            INKS[usize::from(v) - 1]
                        }
                        _ if dx < 2 => self.blank(dx, dy),
                        _ => self.paper,
                    };
                    image.put_pixel(x + dx, y + dy, opaque(colour));
                });
            }
        }
        image
    }
}

pub fn opaque([red, green, blue]: [u8; 3]) -> Rgba<u8> {
    Rgba([red, green, blue, 255])
}

/// Calls `f` with every offset in a square.
fn each(side: u32, mut f: impl FnMut(u32, u32)) {
    for dy in 0..side {
        for dx in 0..side {
            f(dx, dy);
        }
    }
}

pub fn fill(image: &mut RgbaImage, x: u32, y: u32, width: u32, height: u32, colour: [u8; 3]) {
    for py in y..(y + height).min(image.height()) {
        for px in x..(x + width).min(image.width()) {
            image.put_pixel(px, py, opaque(colour));
        }
    }
}

/// What a cell of [`pegs`] shows: a peg, a hole or a cross.
pub fn peg(cell: Cell) -> usize {
    (cell.row * 5 + cell.col * 3 + cell.row * cell.col) % 3
}

/// A board in a frame, without lines between its cells: round pegs, holes with a dot, and crosses.
pub fn pegs(size: Size, pitch: u32, at: (u32, u32)) -> RgbaImage {
    let (width, height) = (size.cols as u32 * pitch, size.rows as u32 * pitch);
    let full = (at.0 + width + 37, at.1 + height + 29);
    let background = [214, 214, 210];
    let mut picture = RgbaImage::from_pixel(full.0, full.1, opaque(background));
    let (left, top) = (at.0 - 2, at.1 - 2);
    fill(&mut picture, left, top, width + 4, height + 4, [90; 3]);
    fill(&mut picture, at.0, at.1, width, height, background);
    for cell in size.cells() {
        let centre = |from: u32, index: usize| from + index as u32 * pitch + pitch / 2;
        let (cx, cy) = (centre(at.0, cell.col) as i32, centre(at.1, cell.row) as i32);
        let radius = pitch as i32 / 3;
        for (dx, dy) in (-radius..=radius).flat_map(|y| (-radius..=radius).map(move |x| (x, y))) {
            let colour = match peg(cell) {
                0 if dx * dx + dy * dy <= radius * radius => [20, 30, 220],
                1 if dx * dx + dy * dy <= radius * radius / 6 => [120, 120, 120],
                2 if (dx - dy).abs() <= 2 || (dx + dy).abs() <= 2 => [200, 30, 20],
                _ => continue,
            };
            let (x, y) = ((cx + dx) as u32, (cy + dy) as u32);
            picture.put_pixel(x, y, opaque(colour));
        }
    }
    picture
}

/// How a picture is enlarged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enlarge {
    /// Each pixel becomes a square.
    Squares,
    /// Each pixel becomes a square whose last line is dark, as on a television.
    Lines,
    /// Each pixel becomes a square, at most half of it darker, as on a dot matrix.
    Dots,
    /// Colours are interpolated.
    Smeared,
}

pub fn enlarge(image: &RgbaImage, scale: f32, how: Enlarge) -> RgbaImage {
    let size = |side: u32| (side as f32 * scale).round() as u32;
    let (width, height) = (size(image.width()), size(image.height()));
    match how {
        Enlarge::Squares => imageops::resize(image, width, height, FilterType::Nearest),
        Enlarge::Smeared => imageops::resize(image, width, height, FilterType::Triangle),
        Enlarge::Dots => {
            let mut large = imageops::resize(image, width, height, FilterType::Nearest);
            for (x, y, pixel) in large.enumerate_pixels_mut() {
                if x % 2 == 0 && (y % 2 == 1 || x % 4 == y % 4) {
                    for channel in &mut pixel.0[..3] {
                        *channel = (u16::from(*channel) * 97 / 127) as u8;
                    }
                }
            }
            large
        }
        Enlarge::Lines => {
            let mut large = imageops::resize(image, width, height, FilterType::Nearest);
            let step = scale.round() as u32;
            for (_, y, pixel) in large.enumerate_pixels_mut() {
                if step > 1 && y % step == step - 1 {
                    for channel in &mut pixel.0[..3] {
                        *channel = (u16::from(*channel) * 7 / 8) as u8;
                    }
                }
            }
            large
        }
    }
}

/// A random number generator; it gives the same pictures in each run.
pub struct Noise(pub u64);

impl Noise {
    /// A number from 0 to 2³¹ − 1.
    pub fn draw(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A number from 0 to `below` − 1.
    pub fn below(&mut self, below: u64) -> u64 {
        self.draw() % below
    }
}

/// Changes every channel by up to `by`.
pub fn noisy(image: &mut RgbaImage, by: u8, seed: u64) {
    let mut noise = Noise(seed);
    for pixel in image.pixels_mut() {
        for channel in &mut pixel.0[..3] {
            let change = noise.below(2 * u64::from(by) + 1) as i16 - i16::from(by);
            *channel = (i16::from(*channel) + change).clamp(0, 255) as u8;
        }
    }
}

/// A desktop with windows full of marks that look like text.
pub fn desktop(width: u32, height: u32, seed: u64) -> RgbaImage {
    let mut noise = Noise(seed);
    let mut image = RgbaImage::from_fn(width, height, |x, y| {
        opaque([
            (40 + x * 60 / width) as u8,
            (60 + y * 80 / height) as u8,
            120,
        ])
    });
    fill(&mut image, 0, height - 28, width, 28, [46, 46, 46]);
    for _ in 0..4 {
        let (w, h) = (200 + noise.below(400) as u32, 150 + noise.below(300) as u32);
        let x = noise.below(u64::from(width - w.min(width - 1))) as u32;
        let y = noise.below(u64::from(height - h.min(height - 1))) as u32;
        let dark = noise.below(2) == 0;
        let (paper, ink) = if dark {
            ([0, 0, 0], [220, 220, 220])
        } else {
            ([255; 3], [20; 3])
        };
        fill(&mut image, x, y, w, h, paper);
        fill(&mut image, x, y, w, 20, [200, 200, 210]);
        for line in (28..h.saturating_sub(14)).step_by(14) {
            for mark in (8..w.saturating_sub(10)).step_by(7) {
                if noise.below(5) > 0 {
                    let (wide, high) = (1 + noise.below(5) as u32, 2 + noise.below(7) as u32);
                    fill(&mut image, x + mark, y + line, wide, high, ink);
                }
            }
        }
    }
    image
}

/// Draws a window with a frame and a title bar on a desktop, with `client` at (x, y).
pub fn framed(desktop: &mut RgbaImage, client: &RgbaImage, x: u32, y: u32, frame: [u8; 3]) {
    let (left, bar) = (4.min(x), 22.min(y));
    fill(
        desktop,
        x - left,
        y - bar,
        client.width() + 2 * left,
        client.height() + bar + 4,
        frame,
    );
    fill(
        desktop,
        x,
        y - bar + 4.min(bar),
        90,
        10.min(bar),
        [250, 250, 250],
    );
    imageops::overlay(desktop, client, x.into(), y.into());
}
