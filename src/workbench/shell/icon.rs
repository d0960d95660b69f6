//! The window's icon.

use egui::IconData;

use crate::drawing::raster;

const ICON_SIDE: u32 = 64;

/// The icon. If it cannot be drawn, it is empty and window systems use their default.
pub fn icon() -> IconData {
    raster::icon(ICON_SIDE).map_or_else(IconData::default, |image| IconData {
        width: image.width(),
        height: image.height(),
        rgba: image.into_raw(),
    })
}
