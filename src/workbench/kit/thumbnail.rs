//! Thumbnails of levels, drawn off the UI thread.

use egui::ColorImage;
use image::RgbaImage;

use crate::drawing::Sheet;
use crate::game::{Cell, CellLook, Level, Size};

/// Size limit of a thumbnail in pixels. Lists display it at half size.
pub const MAX: [usize; 2] = [112, 80];

/// A level's thumbnail for both themes.
#[derive(Clone, Debug)]
pub struct Thumbnail {
    /// For the light theme.
    pub light: ColorImage,
    /// For the dark theme.
    pub dark: ColorImage,
    /// It displays a board rather than a list of facts.
    pub is_board: bool,
}

impl Thumbnail {
    /// Draws a level.
    pub fn of(level: &dyn Level) -> Self {
        let mut boards = level.start().boards().into_iter();
        Self {
            light: picture(level, false, MAX),
            dark: picture(level, true, MAX),
            is_board: boards.any(|board| board.size.rows > 1 && board.size.cols > 1),
        }
    }
}

/// Draws a level within the given width and height in pixels.
pub fn picture(level: &dyn Level, dark: bool, most: [usize; 2]) -> ColorImage {
    let start = level.start();
    let boards = start.boards();
    let drawn = level.as_grid().map(|_| level.board());
    // For a level without a grid, the largest board of its start is clearer than a list of facts.
    let grids = || {
        let all = boards.iter();
        let grids = all.filter(|board| board.size.rows > 1 && board.size.cols > 1);
        grids.max_by_key(|board| board.size.area())
    };
    // The player's position appears only on the boards of the start position.
    let board = match &drawn {
        Some(drawn) => boards.iter().find(|board| board.id == drawn.id),
        None => grids(),
    };
    match board {
        Some(board) => of_board(board.size, dark, most, |cell| start.look(board.id, cell)),
        None => of_board(level.board().size, dark, most, |cell| level.look(cell)),
    }
}

fn of_board(
    size: Size,
    dark: bool,
    most: [usize; 2],
    look: impl Fn(Cell) -> CellLook,
) -> ColorImage {
    let (rows, cols) = (size.rows.max(1), size.cols.max(1));
    let mut sheet = Sheet::new(dark, false);
    // Whole pixels per cell if they fit; otherwise one pixel represents several cells.
    let side = (most[0] / cols).min(most[1] / rows);
    let picture = if side > 0 {
        sheet.board(Size::new(rows, cols), side as u32, look)
    } else {
        let shrink = (cols.div_ceil(most[0])).max(rows.div_ceil(most[1]));
        let (width, height) = (cols.div_ceil(shrink), rows.div_ceil(shrink));
        RgbaImage::from_fn(width as u32, height as u32, |x, y| {
            let (row, col) = (y as usize * rows / height, x as usize * cols / width);
            image::Rgba(sheet.pixel(&look(Cell::new(row, col))).to_array())
        })
    };
    super::picture::drawable(&picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn thumbnails_of_any_size_fit() {
        let game = games::all()
            .iter()
            .copied()
            .next()
            .expect("there is a game");
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
