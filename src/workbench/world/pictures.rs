//! Pictures that levels are read from, and the screen profiles that read them.

use std::path::Path;
use std::sync::Arc;

use egui::{ColorImage, Rect, pos2, vec2};
use image::RgbaImage;

use crate::game::{BoardReading, Grid, Reading};
use crate::vision::{Profile, ScreenReading};

/// A screen profile as the workbench lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileName {
    /// Stable id.
    pub id: String,
    /// Name on screen.
    pub title: String,
    /// Id of the game it shows.
    pub game: String,
    /// Whether it is for a practice window.
    pub practice: bool,
}

/// A reading of a picture.
#[derive(Clone, Debug)]
pub struct PictureReading {
    /// The boards.
    pub reading: Reading,
    /// Cells read with less confidence than this are doubtful, 0 to 1.
    pub threshold: f32,
    /// The picture, to look at beside the reading.
    pub picture: Arc<ColorImage>,
    /// What it was read by, for a profile that can learn from it.
    pub source: Option<Source>,
}

/// A picture with the profile that it was read by.
#[derive(Clone, Debug)]
pub struct Source {
    /// The picture, as it was taken.
    pub image: Arc<RgbaImage>,
    /// The profile.
    pub profile: Arc<Profile>,
    /// The profile is not saved yet.
    pub draft: bool,
    /// Where the cells of each board of the reading are, in parts of the picture's width and height.
    pub areas: Vec<Grid<Rect>>,
}

impl Source {
    /// A picture with what a profile has seen in it.
    pub fn new(image: Arc<RgbaImage>, profile: Arc<Profile>, seen: &ScreenReading) -> Self {
        let (width, height) = (image.width().max(1) as f32, image.height().max(1) as f32);
        let area = |board: &BoardReading, cell| {
            let area = seen.cell_rect(&profile, &board.id, cell);
            area.map_or(Rect::NOTHING, |area| {
                let corner = pos2(area.x / width, area.y / height);
                Rect::from_min_size(corner, vec2(area.width / width, area.height / height))
            })
        };
        let boards = seen.reading.boards.iter();
        let areas = boards.filter_map(|board| {
            let size = board.size();
            Grid::from_cells(size, size.cells().map(|cell| area(board, cell)).collect())
        });
        Self {
            areas: areas.collect(),
            image,
            profile,
            draft: false,
        }
    }
}

/// Reads pictures. Called on threads of their own.
pub trait Pictures: Send + Sync {
    /// The screen profiles there are.
    fn profiles(&self) -> Vec<ProfileName>;

    /// Reads a picture file through a profile.
    ///
    /// # Errors
    /// Why it cannot be read, for people.
    fn read(&self, profile: &str, picture: &Path) -> Result<PictureReading, String>;

    /// Opens a picture file.
    ///
    /// # Errors
    /// Why it cannot be opened, for people.
    fn open(&self, picture: &Path) -> Result<Arc<RgbaImage>, String>;

    /// Saves a screen profile among the person's own; in the place of one with the same id only if it `replaces` it.
    ///
    /// # Errors
    /// Why it cannot be saved, for people.
    fn keep(&self, profile: &Profile, replaces: bool) -> Result<(), String>;
}
