//! The workbench as a person uses it, by the names on screen and by keys, without a display.

mod access;
mod board;
mod board_plan;
mod drawing;
mod files;
mod history;
mod levels;
mod library;
mod live;
mod looks;
mod pictures;
mod programs;
mod share;
mod states;
mod tuning;
mod window;
mod wizard;
mod writing;
