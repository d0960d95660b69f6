//! Pictures of windows, read from the window itself, without the windows that cover it.

use std::time::Duration;

use image::RgbaImage;
use x11rb::connection::Connection;
use x11rb::errors::ReplyError;
use x11rb::protocol::ErrorKind;
use x11rb::protocol::composite::{ConnectionExt as _, Redirect};
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, ImageOrder, MapState, Window};

use crate::desktop::{DesktopError, no_picture, opaque_picture};

use super::X11;

/// Time for a program to redraw its window.
const REPAINT_TIME: Duration = Duration::from_millis(150);

impl X11 {
    pub(super) fn capture_window(&mut self, window: Window) -> Result<RgbaImage, DesktopError> {
        if !self.redirected.contains(&window) {
            // From now on the X server stores the window's pixels separately.
            self.conn
                .composite_redirect_window(window, Redirect::AUTOMATIC)?
                .check()?;
            self.redirected.insert(window);
            // Pixels that were covered are missing until the program redraws them.
            std::thread::sleep(REPAINT_TIME);
        }
        let attributes = self.conn.get_window_attributes(window)?;
        let geometry = self.conn.get_geometry(window)?;
        let attributes = attributes.reply()?;
        let geometry = geometry.reply()?;
        if attributes.map_state != MapState::VIEWABLE {
            let reason = "it is minimised or on another workspace; bring it back";
            return Err(no_picture(reason));
        }
        // A resized window has a new pixmap, so the pixmap is named for each capture.
        let pixmap = self.conn.generate_id()?;
        let named = self.conn.composite_name_window_pixmap(window, pixmap)?;
        let border = i16::try_from(geometry.border_width).unwrap_or(0);
        let pixels = self.conn.get_image(
            ImageFormat::Z_PIXMAP,
            pixmap,
            border,
            border,
            geometry.width,
            geometry.height,
            u32::MAX,
        )?;
        let freed = self.conn.free_pixmap(pixmap)?;
        let named = named.check();
        let pixels = pixels.reply();
        // Freeing fails only if naming has failed.
        freed.ignore_error();
        if named.is_err() {
            // The id may have been reused by a new window, which is not redirected.
            self.redirected.remove(&window);
        }
        named.map_err(window_changed)?;
        let pixels = pixels.map_err(window_changed)?;
        self.rgba(geometry.width, geometry.height, pixels.depth, &pixels.data)
    }

    fn rgba(
        &self,
        width: u16,
        height: u16,
        depth: u8,
        data: &[u8],
    ) -> Result<RgbaImage, DesktopError> {
        let setup = self.conn.setup();
        let mut formats = setup.pixmap_formats.iter();
        let format = formats.find(|format| format.depth == depth);
        let bits = format.map(|format| format.bits_per_pixel);
        if !matches!(depth, 24 | 32) || bits != Some(32) {
            return Err(no_picture(format!(
                "the display has colours of {depth} bits, 24 or 32 are needed"
            )));
        }
        let channels = match setup.image_byte_order {
            ImageOrder::LSB_FIRST => [2, 1, 0],
            _ => [1, 2, 3],
        };
        let size = (width.into(), height.into());
        opaque_picture(size, u32::from(width) * 4, (channels, 4), data)
    }
}

/// Converts an error that can mean the window has changed between the requests for its size and its picture.
fn window_changed(error: ReplyError) -> DesktopError {
    match &error {
        ReplyError::X11Error(x11)
            if matches!(
                x11.error_kind,
                ErrorKind::Match | ErrorKind::Value | ErrorKind::Alloc | ErrorKind::Pixmap
            ) =>
        {
            no_picture("it is being resized or hidden")
        }
        // A missing pixmap is an error of naming it, and converted to `NoPicture` above.
        _ => error.into(),
    }
}
