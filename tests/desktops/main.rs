//! Auto-play on the desktops under Wayland, each test in a session of its own: `docs/testing.md`.

mod gnome;
mod kde;
mod sway;
