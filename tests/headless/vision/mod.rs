//! Reading pictures: what is drawn is read, at any scale and place, and nothing else is.

mod calibrating;
mod captured;
mod clues;
mod distorted;
mod example;
mod grid;
mod isometric;
mod profiles;
mod proposing;
mod reading;
mod refusing;
mod small_signs;
mod sprites;
mod squares;
