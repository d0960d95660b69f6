//! The window: owns the shared context, shows the pages, and carries out their requests.
//!
//! | file | contents |
//! |---|---|
//! | `state`, `workbench` | the window's state; the frame loop |
//! | `pages` | list of pages, the only place that names them |
//! | `panels`, `bars`, `menu`, `appearance` | parts of the window; theme, size, motion and icon |
//! | `palette`, `focus` | command search; keyboard focus |
//! | `commands`, `requests` | running commands; carrying out requests, questions |
//! | `levels`, `level_tabs` | open levels and their tab strip |
//! | `files`, `opening`, `paste` | loading and saving levels; one window per file |
//! | `recovery` | unsaved work: questions and autosave |

pub mod appearance;
mod bars;
mod commands;
mod files;
mod focus;
mod level_tabs;
mod levels;
mod menu;
mod opening;
pub mod pages;
mod palette;
mod panels;
mod paste;
mod recovery;
mod requests;
mod state;
mod workbench;

pub use state::Workbench;
