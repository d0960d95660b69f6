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
mod panels;
mod pictures;
mod plans;
mod programs;
mod puzzlescript;
mod record;
mod share;
mod solutions;
mod states;
mod tabs;
mod web;
mod window;
mod winning;
mod wizard;
mod writing;
