//! X11: windows and focus through the window manager (EWMH), pictures through Composite, input through XTEST.

mod capture;
mod display;
mod emergency;
mod input;
mod keys;
mod raw_events;
mod windows;

pub use self::display::X11;
