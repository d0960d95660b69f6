//! Pictures that levels are read from, and the screen profiles that read them.

use std::path::Path;
use std::sync::Arc;

use egui::{ColorImage, Rect, pos2, vec2};
use image::RgbaImage;

use crate::game::{BoardReading, Grid, Reading};
use crate::vision::{Profile, ScreenReading};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileSummary {
    pub id: String,
    pub title: String,
    /// Id of its game.
    pub game: String,
    /// It is for practice windows, which this program opens itself.
    pub practice: bool,
}

impl ProfileSummary {
    pub fn new(profile: &Profile) -> Self {
        let start = profile.start.as_ref();
        let program = start.and_then(|start| start.command.first());
        Self {
            id: profile.id.clone(),
            title: profile.title.clone(),
            game: profile.game.clone(),
            practice: program.is_some_and(|program| program == "{planwright}"),
        }
    }
}

#[derive(Clone, Debug)]
pub struct PictureReading {
    pub reading: Reading,
    /// Confidence below which a cell is doubtful, 0 to 1.
    pub threshold: f32,
    /// The picture, displayed next to the reading.
    pub picture: Arc<ColorImage>,
    pub source: Option<ReadingSource>,
}

#[derive(Clone, Debug)]
pub struct ReadingSource {
    pub image: Arc<RgbaImage>,
    pub profile: Arc<Profile>,
    /// The profile is not saved yet.
    pub draft: bool,
    /// Rectangles of the cells of each board, as fractions of the picture's width and height.
    pub areas: Vec<Grid<Rect>>,
}

impl ReadingSource {
    /// Combines a picture and a profile with cell rectangles from the profile's reading.
    pub fn new(image: Arc<RgbaImage>, profile: Arc<Profile>, screen: &ScreenReading) -> Self {
        let (width, height) = (image.width().max(1) as f32, image.height().max(1) as f32);
        let area = |board: &BoardReading, cell| {
            let area = screen.cell_rect(&profile, &board.id, cell);
            area.map_or(Rect::NOTHING, |area| {
                let corner = pos2(area.x / width, area.y / height);
                Rect::from_min_size(corner, vec2(area.width / width, area.height / height))
            })
        };
        let areas = screen.reading.boards.iter().filter_map(|board| {
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

/// Reads pictures. Called on background threads. Errors are for the user.
pub trait Pictures: Send + Sync {
    fn profiles(&self) -> Vec<ProfileSummary>;

    /// Reads a picture file with the profile that has this id.
    fn read(&self, profile: &str, picture: &Path) -> Result<PictureReading, String>;

    /// Text of the level that a picture exported by Planwright holds; `None` for other files.
    fn level_text(&self, picture: &Path) -> Option<String>;

    fn open(&self, picture: &Path) -> Result<Arc<RgbaImage>, String>;

    /// Saves a screen profile among the user's own. One with the same id is replaced only if `replaces` is set.
    fn save_profile(&self, profile: &Profile, replaces: bool) -> Result<(), String>;
}
