//! Board positions found in a game's picture: how tall the bars above a board are depends on fonts and themes.

use std::collections::HashMap;

use image::RgbaImage;

/// Distance from the window's edge at which a column of pixels shows the background of the board.
const MARGIN: u32 = 8;

/// Width of the border that GTK draws around a window without a window manager's frame.
const GTK_BORDER: f32 = 5.0;

/// The board in a picture, and the distance from one cell to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub corner: (f32, f32),
    pub size: (f32, f32),
    pub pitch: (f32, f32),
}

impl Place {
    /// The pixel at a row and column in cells from the board's corner: (0.5, 0.5) is the middle of the first cell.
    pub fn pixel(&self, (row, column): (f32, f32)) -> (i32, i32) {
        let at = |corner: f32, cells: f32, pitch: f32| (corner + cells * pitch) as i32;
        (
            at(self.corner.0, column, self.pitch.0),
            at(self.corner.1, row, self.pitch.1),
        )
    }
}

/// The corner of a board of this size in the middle of what is drawn on the background around it.
pub fn centred(picture: &RgbaImage, (width, height): (f32, f32)) -> (f32, f32) {
    let mut counts = HashMap::new();
    for y in 0..picture.height() {
        *counts.entry(*picture.get_pixel(MARGIN, y)).or_insert(0) += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    let (background, _) = most.expect("has rows");
    // The rows between the bars.
    let rows: Vec<u32> = (0..picture.height()).collect();
    let has_background = |y: &u32| *picture.get_pixel(MARGIN, *y) == background;
    let runs = rows.chunk_by(|a, b| has_background(a) == has_background(b));
    let canvas = runs.filter(|run| has_background(&run[0]));
    let canvas = canvas.max_by_key(|run| run.len()).expect("has rows");
    let columns = MARGIN..picture.width() - MARGIN;
    let pixels = canvas
        .iter()
        .flat_map(|y| columns.clone().map(move |x| (x, *y)));
    let drawn: Vec<_> = pixels
        .filter(|(x, y)| *picture.get_pixel(*x, *y) != background)
        .collect();
    let corner = |of: fn(&(u32, u32)) -> u32, size: f32| {
        let first = drawn.iter().map(of).min().expect("has a board");
        let last = drawn.iter().map(of).max().expect("has a board");
        (((first + last + 1) as f32 - size) / 2.0).floor()
    };
    (corner(|(x, _)| *x, width), corner(|(_, y)| *y, height))
}

/// The corner of a board of this height in the lower left corner of a window that draws its own border.
pub fn lower_left(picture: &RgbaImage, (_, height): (f32, f32)) -> (f32, f32) {
    (GTK_BORDER, picture.height() as f32 - GTK_BORDER - height)
}
