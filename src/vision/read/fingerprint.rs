//! Whether anything that is read has changed.

use std::hash::Hasher as _;

use image::RgbaImage;
use rustc_hash::FxHasher;

use crate::place::Place;
use crate::profile::Profile;
use crate::sampler::Sampler;

/// A number that stays the same as long as nothing that is read from the picture changes, for
/// waiting until it is stable. What lies outside boards and phase rules, such as a clock, does
/// not count.
pub fn fingerprint(profile: &Profile, image: &RgbaImage, place: Place) -> u64 {
    let sampler = Sampler::quick(image, place);
    let mut hasher = FxHasher::default();
    let mut add = |x: i64, y: i64| {
        let [red, green, blue] = sampler.at(x, y).0;
        hasher.write_u32(u32::from_le_bytes([red, green, blue, 0]));
    };
    for board in &profile.boards {
        let (rows, cols) = board.extent();
        for row in 0..rows {
            for col in (0..cols).filter(|col| board.has(row, *col)) {
                let (x, y) = board.corner(row, col);
                for down in 0..i64::from(board.cell.1) {
                    for across in 0..i64::from(board.cell.0) {
                        add(x + across, y + down);
                    }
                }
            }
        }
    }
    let phases = profile.screen.phases.iter();
    for condition in phases.flat_map(|phase| &phase.when) {
        for (x, y) in condition.area().points() {
            add(x.into(), y.into());
        }
    }
    hasher.finish()
}
