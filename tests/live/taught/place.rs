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

#[test]
fn a_board_is_found_below_bars_of_any_height() {
    let (width, board) = (200, 160.0);
    for above in [20, 66] {
        let picture = RgbaImage::from_fn(width, above + 220, |x, y| {
            let is_board = (20..180).contains(&x) && (above + 20..above + 180).contains(&y);
            // The cells of the board have gaps in the colour of the background.
            let is_cell = is_board && (x % 20 > 1 || x < 22) && (y - above) % 20 < 18;
            let is_bar = y < above || y >= above + 200;
            let grey = [(is_bar, 240), (is_cell, 90)];
            let grey = grey.iter().find(|(is_it, _)| *is_it).map_or(213, |it| it.1);
            image::Rgba([grey, grey, grey, 255])
        });
        let corner = centred(&picture, (board, board));
        assert!((corner.0 - 20.0).abs() < 2.0, "{corner:?}");
        assert!((corner.1 - 20.0 - above as f32).abs() < 2.0, "{corner:?}");
    }
}
