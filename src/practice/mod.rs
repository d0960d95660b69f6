//! Stand-in game windows to play against: the picture of a [`crate::game::Practice`] in a window
//! of its own, with real key and pointer events – some of them lost, doubled or late, if asked.

use planwright_game as game;

mod faults;
mod window;

pub use faults::{FaultRates, Faults};
pub use window::run;

/// How the window shows and spoils.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Pixels of the screen for one of the picture, 1 to 4.
    pub scale: u32,
    /// What happens to key presses.
    pub faults: FaultRates,
    /// What chance begins with; the same seed and the same presses meet the same faults.
    pub seed: u64,
}

impl Settings {
    /// The scale at which a picture of this size, in pixels, is well seen and fits on any screen.
    pub fn usual_scale((width, height): (u32, u32)) -> u32 {
        if width <= 360 && height <= 300 { 2 } else { 1 }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            scale: 2,
            faults: FaultRates::default(),
            seed: 1,
        }
    }
}
