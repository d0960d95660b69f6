//! The window's icon.

use egui::IconData;

use crate::drawing::raster;

/// Side of the icon in pixels.
const SIDE: u32 = 64;

/// The icon; an empty one, for which window systems put their own, where it cannot be drawn.
pub fn icon() -> IconData {
    raster::icon(SIDE).map_or_else(IconData::default, |image| IconData {
        width: image.width(),
        height: image.height(),
        rgba: image.into_raw(),
    })
}
