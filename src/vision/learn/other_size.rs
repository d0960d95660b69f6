//! A board of another size than a profile is for.

use image::RgbaImage;

use crate::game::Size;
use crate::place::{ImageRect, Place, Tiling};
use crate::profile::Profile;

use super::period::{propose_board, propose_cells};

/// The edges of a board lie off its place by at most this share of a cell.
const OFF: f32 = 0.2;

/// The size of the boards that a profile is for, and of the board that a picture in which it finds none seems to show, if
/// that is another one.
pub fn other_size(profile: &Profile, image: &RgbaImage) -> Option<(Size, Size)> {
    let rule = profile.boards.first()?;
    let (rows, cols) = rule.extent();
    let own = Size::new(rows, cols);
    if own.area() == 0 || rule.seam > 0 {
        return None;
    }
    let (_, seen) = match profile.finder.size() {
        // Boards of all sizes have the same place there.
        Some(size) => {
            let place = Place::filling(image.dimensions(), size).board(rule);
            let found = propose_cells(image, place, |_| true)?;
            // Something else at that place may repeat itself, such as a part of a larger board.
            let is_there = |(rect, size): &(ImageRect, Size)| {
                let (across, down) = Tiling::even(*rect, *size).pitch();
                rect.lies_at(&place, (OFF * across, OFF * down))
            };
            Some(found).filter(is_there)?
        }
        None => propose_board(image)?,
    };
    (seen != own && seen.rows > 1 && seen.cols > 1).then_some((own, seen))
}
