//! Pictures that levels are read from, and the screen profiles that read them.

use std::path::Path;
use std::sync::Arc;

use egui::emath::RectTransform;
use egui::{ColorImage, Pos2, Rect, Vec2, vec2};
use image::RgbaImage;

use crate::game::{BoardReading, Grid, Reading};
use crate::kit::picture::rect;
use crate::vision::{Profile, ScreenReading};

#[derive(Clone, Debug)]
pub struct PictureReading {
    pub reading: Reading,
    pub image: Arc<RgbaImage>,
    /// The image for display.
    pub picture: Arc<ColorImage>,
    pub profile: Arc<Profile>,
    /// The profile is not saved yet.
    pub draft: bool,
    /// Rectangles of the cells of each board, as fractions of the picture's width and height.
    pub areas: Vec<Grid<Rect>>,
}

impl PictureReading {
    /// Combines a picture with the reading of a saved profile.
    pub fn new(
        image: Arc<RgbaImage>,
        picture: Arc<ColorImage>,
        profile: Arc<Profile>,
        screen: &ScreenReading,
    ) -> Self {
        let size = vec2(image.width().max(1) as f32, image.height().max(1) as f32);
        let [pixels, share] =
            [size, Vec2::splat(1.0)].map(|size| Rect::from_min_size(Pos2::ZERO, size));
        let to_share = RectTransform::from_to(pixels, share);
        let area = |board: &BoardReading, cell| {
            let area = screen.cell_rect(&profile, &board.id, cell);
            area.map_or(Rect::NOTHING, |area| to_share.transform_rect(rect(area)))
        };
        let areas = screen.reading.boards.iter().filter_map(|board| {
            let size = board.size();
            Grid::from_cells(size, size.cells().map(|cell| area(board, cell)).collect())
        });
        Self {
            areas: areas.collect(),
            reading: screen.reading.clone(),
            image,
            picture,
            profile,
            draft: false,
        }
    }

    /// Confidence below which a cell is doubtful, 0 to 1.
    pub fn threshold(&self) -> f32 {
        self.profile.screen.doubtful_below
    }
}

/// Reads pictures. Called on background threads. Errors are for the user.
pub trait Pictures: Send + Sync {
    /// The shipped screen profiles and the user's own.
    fn profiles(&self) -> Vec<Arc<Profile>>;

    /// Reads a picture file with the profile that has this id.
    fn read(&self, profile: &str, picture: &Path) -> Result<PictureReading, String>;

    /// Text of the level that a picture exported by Planwright holds; `None` for other files.
    fn level_text(&self, picture: &Path) -> Option<String>;

    fn open(&self, picture: &Path) -> Result<Arc<RgbaImage>, String>;

    /// Saves a screen profile among the user's own. One with the same id is replaced only if `replaces` is set.
    fn save_profile(&self, profile: &Profile, replaces: bool) -> Result<(), String>;
}
