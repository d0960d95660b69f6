//! Compositors made with wlroots (sway, labwc and others), by their own protocols: no portal, no
//! question.
//!
//! | file | what it holds |
//! |---|---|
//! | `told`, `display` | the connection, the screens, and the windows that every such compositor tells |
//! | `sway`, `toplevels` | windows and the focus, from sway's own socket or as every compositor tells them |
//! | `windows` | the windows, whichever of the two tells them |
//! | `picture` | pictures, cut from that of the screen |
//! | `devices`, `input` | a keyboard and a pointer of our own |
//! | `corners`, `stop_key`, `watch`, `emergency` | the person's emergency stop |
//!
//! What cannot be promised here:
//!
//! - The compositor serves others between the check of the focus and the key. A window that takes the
//!   focus within that moment, well below a millisecond, gets the key.
//! - Pictures come from the screen, so only a window that nothing covers has one. Panels, menus and
//!   notices are no windows to the compositor; what they cover is not known.
//! - Without sway's socket no compositor tells where a window is. The picture is then that of its whole
//!   screen, only the active window has one, and a click is not checked against a cover.

mod corners;
mod devices;
mod display;
mod emergency;
mod input;
mod picture;
mod stop_key;
mod sway;
mod told;
mod toplevels;
mod watch;
mod windows;

pub use self::windows::Wlroots;
