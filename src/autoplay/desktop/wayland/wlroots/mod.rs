//! Desktop of wlroots compositors (sway, labwc and others), by their own protocols, without portal or user dialog.
//!
//! | module | contents |
//! |---|---|
//! | `state`, `display` | connection, and windows by the common protocol |
//! | `sway` | windows and focus, from sway's socket |
//! | `windows` | windows, from either source |
//! | `picture` | pictures of screen areas |
//! | `devices`, `input` | virtual keyboard and pointer |
//! | `stop_key` | stop key of sway |
//!
//! Limits:
//!
//! - Between the check of the focus and the key, the compositor may serve other clients. A window that takes the focus
//!   in this moment, well below a millisecond, receives the key.
//! - Pictures are taken from the screen, so a covered window has none. The compositor does not list panels, menus and
//!   notifications as windows; what they cover is unknown.
//! - Without sway's socket, the positions of windows are unknown. Then the picture is that of the whole screen, only
//!   the active window has one, and clicks are not checked for covering windows.

mod devices;
mod display;
mod input;
mod picture;
mod state;
mod stop_key;
mod sway;
mod windows;

pub use self::windows::Wlroots;
