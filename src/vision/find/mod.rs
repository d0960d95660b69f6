//! Finders, which yield the likely places and boards of a picture. They read no cells by the profile's rules and reject
//! nothing by them: `read` does.

pub(crate) mod fixed;
pub(crate) mod grid;
pub(crate) mod isometric;
mod mismatch;
pub(crate) mod sprites;
pub(crate) mod squares;

pub(crate) use mismatch::Mismatch;
