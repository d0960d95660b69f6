//! Wayland's desktops, each test in a session of its own: `docs/testing.md`.

mod sway;
