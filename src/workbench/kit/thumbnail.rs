//! Small pictures of levels, made off the UI thread.

use egui::{Color32, ColorImage};

use crate::game::{Cell, Level, Size, Tone};

use crate::kit::theme;

/// Largest width and height of a thumbnail in pixels.
pub const MAX: [usize; 2] = [56, 40];

/// A level's thumbnail for both themes.
#[derive(Clone, Debug)]
pub struct Thumbnail {
    /// For the light theme.
    pub light: ColorImage,
    /// For the dark theme.
    pub dark: ColorImage,
}

impl Thumbnail {
    /// Draws a level by its tones alone.
    pub fn of(level: &dyn Level) -> Self {
        Self {
            light: picture(level, false, MAX),
            dark: picture(level, true, MAX),
        }
    }
}

/// A level drawn by its tones, at most so many pixels wide and high.
pub fn picture(level: &dyn Level, dark: bool, most: [usize; 2]) -> ColorImage {
    // Where the level is no drawing, the largest board of its start says more than a list of facts.
    let start = level.as_grid().is_none().then(|| level.start());
    let boards = start.as_ref().map_or(Vec::new(), |start| start.boards());
    let grids = boards
        .iter()
        .filter(|board| board.size.rows > 1 && board.size.cols > 1);
    if let (Some(start), Some(board)) = (&start, grids.max_by_key(|board| board.size.area())) {
        return drawn(board.size, dark, most, |cell| {
            start.look(board.id, cell).tone
        });
    }
    drawn(level.board().size, dark, most, |cell| level.look(cell).tone)
}

fn drawn(size: Size, dark: bool, most: [usize; 2], tone: impl Fn(Cell) -> Tone) -> ColorImage {
    let (rows, cols) = (size.rows.max(1), size.cols.max(1));
    // Whole pixels per cell where they fit; beyond that one pixel stands for several cells.
    let scale = (most[0] / cols).min(most[1] / rows);
    let (width, height) = if scale > 0 {
        (cols * scale, rows * scale)
    } else {
        let shrink = (cols.div_ceil(most[0])).max(rows.div_ceil(most[1]));
        (cols.div_ceil(shrink), rows.div_ceil(shrink))
    };
    let line = theme::of(dark).line;
    let mut pixels = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let (row, col) = (y * rows / height, x * cols / width);
            let edge = scale >= 4 && (x % scale == scale - 1 || y % scale == scale - 1);
            let color: Color32 = if edge {
                line
            } else {
                theme::tone(tone(Cell::new(row, col)), dark).fill
            };
            pixels.push(color);
        }
    }
    ColorImage::new([width, height], pixels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn thumbnails_of_any_size_fit() {
        let game = games::visible().next().expect("there is a game");
        for size in [(1, 1), (6, 10), (40, 56), (41, 57), (200, 200), (1, 200)] {
            let level = game.blank(Some(Size::new(size.0, size.1)));
            let picture = Thumbnail::of(level.as_ref()).light;
            let [width, height] = picture.size;
            assert!(width >= 1 && width <= MAX[0], "{size:?}: {width}");
            assert!(height >= 1 && height <= MAX[1], "{size:?}: {height}");
            assert_eq!(picture.pixels.len(), width * height);
        }
    }
}
