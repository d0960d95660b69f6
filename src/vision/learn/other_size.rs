//! A board of another size than a profile is for.

use image::RgbaImage;

use crate::game::Size;
use crate::place::Place;
use crate::profile::Profile;

use super::period::{propose_board, propose_cells};

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
        Some((width, height)) => {
            let place = Place {
                x: 0.0,
                y: 0.0,
                scale: image.width() as f32 / width.max(1) as f32,
                scale_y: image.height() as f32 / height.max(1) as f32,
            };
            propose_cells(image, place.board(rule), |_| true)?
        }
        None => propose_board(image)?,
    };
    (seen != own && seen.rows > 1 && seen.cols > 1).then_some((own, seen))
}
