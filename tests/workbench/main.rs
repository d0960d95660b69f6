//! The workbench as a person uses it: by the names on screen and by keys.

mod access;
mod drawing;
mod files;
mod history;
mod levels;
mod library;
mod looks;
mod pictures;
mod programs;
mod share;
mod states;
mod support;
mod window;
mod wizard;
mod writing;
