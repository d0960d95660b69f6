//! A practice window in a process of its own.

use image::{DynamicImage, RgbImage, RgbaImage};
use planwright::autoplay::desktop::WindowId;
use planwright::game::Practice;

use crate::desktop::Desktop;
use crate::program::Running;

/// The current picture of a practice game, at its own size.
pub fn picture(game: &dyn Practice) -> RgbaImage {
    let (width, height) = game.size();
    let image = RgbImage::from_raw(width, height, game.picture()).expect("is of that size");
    DynamicImage::ImageRgb8(image).to_rgba8()
}

/// The practice window of a game; it closes when dropped.
pub struct PracticeWindow {
    pub window: WindowId,
    _running: Running,
}

impl PracticeWindow {
    /// Opens the window and waits until something is drawn in it.
    #[track_caller]
    pub fn open(desktop: &Desktop, game: &str, arguments: &[&str]) -> Self {
        let mut command = desktop.planwright();
        let running = Running::start(command.args(["practice", game]).args(arguments));
        let window = desktop.window("planwright", "ractice").id;
        desktop.picture(window);
        Self {
            window,
            _running: running,
        }
    }
}
