//! The window: owns the shared context, shows the pages, and carries out their requests.
//!
//! | file | contents |
//! |---|---|
//! | `state`, `workbench` | the window's state; the frame loop |
//! | `pages` | list of pages, the only place that names them |
//! | `panels`, `tabs`, `status`, `menu`, `appearance` | parts of the window; theme, size and motion |
//! | `modal`, `palette`, `focus` | overlays; keyboard focus |
//! | `commands`, `requests` | running commands, carrying out requests |
//! | `levels`, `level_tabs` | open levels and their tab strip |
//! | `files`, `opening`, `paste` | loading and saving levels |
//! | `claims` | one window per file |
//! | `closing`, `recovery` | unsaved work: questions and autosave |

mod appearance;
mod claims;
mod closing;
mod commands;
mod files;
mod focus;
pub mod icon;
mod level_tabs;
mod levels;
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
