//! Detection of a board that has another size than the profile's, to tell the user why it is not read.

use image::RgbaImage;

use crate::game::Size;
use crate::place::{ImageRect, Placement, Tiling};
use crate::profile::Profile;

use super::period::{propose_board, propose_cells};

/// Maximum offset of the board's edges from their position, in cells.
const MAX_OFFSET: f32 = 0.2;

/// Sizes of the profile's board and of the board that the picture seems to show, if they differ.
pub fn other_size(profile: &Profile, image: &RgbaImage) -> Option<(Size, Size)> {
    let rule = profile.boards.first()?;
    let profile_size = rule.extent();
    if profile_size.area() == 0 || rule.seam > 0 {
        return None;
    }
    let (_, detected) = match profile.finder.size() {
        // Boards of all sizes share one position.
        Some(size) => {
            let expected = Placement::filling(image.dimensions(), size).board(rule);
            let found = propose_cells(image, expected, |_| true)?;
            // Another repeating pattern may be at that position, such as part of a larger board.
            let is_there = |(rect, size): &(ImageRect, Size)| {
                let (across, down) = Tiling::even(*rect, *size).pitch();
                rect.is_near(&expected, (MAX_OFFSET * across, MAX_OFFSET * down))
            };
            Some(found).filter(is_there)?
        }
        None => propose_board(image)?,
    };
    (detected != profile_size && detected.rows > 1 && detected.cols > 1)
        .then_some((profile_size, detected))
}
