//! Real programs in real windows, each test on a desktop of its own: `docs/testing.md`.

mod conformance;
mod distorted;
mod fuse;
mod gallery;
mod instance;
mod light_bot;
mod lightbot_web;
mod lights_out;
mod page;
mod practice;
mod puzlogic;
mod puzzlescript;
mod robos_escape;
mod shipped;
mod sizes;
mod taught;
mod window;
mod wizard;
mod workbench;
