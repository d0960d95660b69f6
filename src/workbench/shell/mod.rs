//! The window: it owns what pages are lent, shows them, and carries out what they ask for.
//!
//! | file | what it holds |
//! |---|---|
//! | `state`, `workbench` | what the window remembers; what happens in each frame |
//! | `pages` | the list of pages: the only place that names them |
//! | `panels`, `tabs`, `status`, `menu`, `look` | the parts of the window; theme, size and motion |
//! | `modal`, `palette`, `escape`, `focus` | what lies over them; where the keyboard is |
//! | `commands`, `requests` | running commands, carrying out requests |
//! | `levels`, `level_tabs` | the open levels; the strip of their tabs |
//! | `files`, `opening`, `paste` | levels from and to files |
//! | `claims` | one window for each file |
//! | `closing`, `recovery` | unsaved work: asked about, and kept |

mod claims;
mod closing;
mod commands;
mod escape;
mod files;
mod focus;
pub mod icon;
mod level_tabs;
mod levels;
mod look;
mod menu;
mod modal;
mod opening;
pub mod pages;
mod palette;
mod panels;
mod paste;
mod recovery;
mod requests;
mod state;
mod status;
mod tabs;
mod workbench;

pub use state::Workbench;
