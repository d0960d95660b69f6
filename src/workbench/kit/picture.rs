//! Pictures as egui textures, and thumbnails of levels.

use std::sync::OnceLock;

use egui::{
    Color32, ColorImage, Painter, Rect, Shape, Stroke, StrokeKind, TextureHandle, TextureOptions,
    Ui, Vec2, pos2, vec2,
};
use image::RgbaImage;

use crate::drawing::BoardRenderer;
use crate::game::{Cell, CellStyle, Level, Size};
use crate::vision::ImageRect;

/// Texture side in pixels that every graphics card supports.
const MAX_SIDE: u32 = 2048;

/// Rectangle in a picture, for drawing.
pub fn rect(area: ImageRect) -> Rect {
    Rect::from_min_size(pos2(area.x, area.y), vec2(area.width, area.height))
}

pub fn paint(painter: &Painter, texture: &TextureHandle, area: Rect) {
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(texture.id(), area, uv, Color32::WHITE);
}

/// Draws a picture in the middle of an area, shrunk to fit. Returns its rectangle.
pub fn paint_fitted(painter: &Painter, texture: &TextureHandle, area: Rect) -> Rect {
    let size = texture.size_vec2().max(Vec2::splat(1.0));
    let scale = (area.size() / size).min_elem().min(1.0);
    let rect = Rect::from_center_size(area.center(), scale * size);
    paint(painter, texture, rect);
    rect
}

/// Marks a cell by a frame and a filled corner, so that colour is not the only indication.
pub fn mark_cell(painter: &Painter, cell: Rect, width: f32, color: Color32) {
    let frame = Stroke::new(width, color);
    painter.rect_stroke(cell.shrink(width / 2.0), 0.0, frame, StrokeKind::Inside);
    let (corner, side) = (cell.right_top(), 0.35 * cell.size().min_elem());
    let points = vec![corner, corner - vec2(side, 0.0), corner + vec2(0.0, side)];
    painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
}

/// Converts a picture for drawing; shrinks it to [`MAX_SIDE`].
pub fn drawable(picture: &RgbaImage) -> ColorImage {
    let (width, height) = picture.dimensions();
    let smaller;
    let picture = if width.max(height) > MAX_SIDE {
        let scale = f64::from(MAX_SIDE) / f64::from(width.max(height));
        let side = |side: u32| ((f64::from(side) * scale) as u32).max(1);
        smaller = image::imageops::thumbnail(picture, side(width), side(height));
        &smaller
    } else {
        picture
    };
    let size = [picture.width() as usize, picture.height() as usize];
    ColorImage::from_rgba_unmultiplied(size, picture.as_raw())
}

/// Size limit of a thumbnail in pixels, and the size at which lists display it, in points.
const MAX_SIZE: [usize; 2] = [112, 80];
pub const LIST_SIZE: Vec2 = vec2(56.0, 40.0);

pub struct Thumbnail {
    /// In the light and the dark theme.
    pictures: [ColorImage; 2],
    /// Textures of the pictures, created when first drawn.
    textures: [OnceLock<TextureHandle>; 2],
    /// It displays a board rather than a list of facts.
    pub is_board: bool,
}

impl Thumbnail {
    pub fn new(level: &dyn Level) -> Self {
        let mut boards = level.start().boards().into_iter();
        Self {
            pictures: [false, true].map(|dark| picture(level, dark, MAX_SIZE)),
            textures: Default::default(),
            is_board: boards.any(|board| board.size.rows > 1 && board.size.cols > 1),
        }
    }

    /// Texture for the theme in use.
    pub fn texture(&self, ui: &Ui, options: TextureOptions) -> &TextureHandle {
        let index = usize::from(ui.visuals().dark_mode);
        self.textures[index].get_or_init(|| {
            let picture = self.pictures[index].clone();
            ui.ctx().load_texture("thumbnail", picture, options)
        })
    }

    /// Draws it in the middle of an area, shrunk to fit.
    pub fn paint(&self, ui: &Ui, area: Rect) {
        let texture = self.texture(ui, TextureOptions::LINEAR);
        paint_fitted(ui.painter(), texture, area);
    }
}

/// Draws a level within the given width and height in pixels.
pub fn picture(level: &dyn Level, dark: bool, max: [usize; 2]) -> ColorImage {
    let start = level.start();
    let boards = start.boards();
    let drawn = level.as_grid().map(|_| level.board());
    // For a level without a grid, the largest board of its start is clearer than a list of facts.
    let largest = || {
        let all = boards.iter();
        let found = all.filter(|board| board.size.rows > 1 && board.size.cols > 1);
        found.max_by_key(|board| board.size.area())
    };
    // The player's position appears only on the boards of the start position.
    let board = match &drawn {
        Some(drawn) => boards.iter().find(|board| board.id == drawn.id),
        None => largest(),
    };
    match board {
        Some(board) => board_picture(board.size, dark, max, |cell| start.style(board.id, cell)),
        None => board_picture(level.board().size, dark, max, |cell| level.style(cell)),
    }
}

fn board_picture(
    size: Size,
    dark: bool,
    max: [usize; 2],
    style: impl Fn(Cell) -> CellStyle,
) -> ColorImage {
    let (rows, cols) = (size.rows.max(1), size.cols.max(1));
    let letters = false;
    let mut renderer = BoardRenderer::new(dark, letters);
    // Whole pixels per cell if they fit; otherwise one pixel represents several cells.
    let side = (max[0] / cols).min(max[1] / rows);
    let picture = if side > 0 {
        renderer.board(Size::new(rows, cols), side as u32, style)
    } else {
        let shrink = (cols.div_ceil(max[0])).max(rows.div_ceil(max[1]));
        let (width, height) = (cols.div_ceil(shrink), rows.div_ceil(shrink));
        RgbaImage::from_fn(width as u32, height as u32, |x, y| {
            let (row, col) = (y as usize * rows / height, x as usize * cols / width);
            image::Rgba(renderer.pixel(&style(Cell::new(row, col))).to_array())
        })
    };
    drawable(&picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn thumbnails_of_any_size_fit() {
        let game = games::all()[0];
        for size in [(1, 1), (6, 10), (40, 56), (41, 57), (200, 200), (1, 200)] {
            let level = game.blank(Some(Size::new(size.0, size.1)));
            let picture = picture(level.as_ref(), false, MAX_SIZE);
            let [width, height] = picture.size;
            assert!(width >= 1 && width <= MAX_SIZE[0], "{size:?}: {width}");
            assert!(height >= 1 && height <= MAX_SIZE[1], "{size:?}: {height}");
            assert_eq!(picture.pixels.len(), width * height);
        }
    }
}
