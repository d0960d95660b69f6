//! Practice windows: display a [`crate::game::Practice`] and forward input, with faults on request.

use planwright_game as game;

mod faults;
mod window;

pub use faults::{FaultRates, Faults};
pub use window::run;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PracticeSettings {
    /// Screen pixels per pixel of the picture, 1 to 4.
    pub scale: u32,
    pub faults: FaultRates,
    /// Random seed of the faults.
    pub seed: u64,
}

impl PracticeSettings {
    /// Default scale of a picture of this size: 2 if it then has at most 720×600 pixels, as fits on any screen, else 1.
    pub fn default_scale((width, height): (u32, u32)) -> u32 {
        if width <= 360 && height <= 300 { 2 } else { 1 }
    }
}
