//! The desktop under X11: windows and focus from the window manager (EWMH), pictures through the
//! composite extension, input through XTEST.

mod capture;
mod display;
mod emergency;
mod heard;
mod input;
mod keys;
mod windows;

pub use self::display::X11;
